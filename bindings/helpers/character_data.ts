import type { Body } from "../body.js";
import * as check from "../check.js";
import type { Filter, Vector } from "../definitions.js";
import type { Shape } from "../shape.js";
import type { World } from "../world.js";
import type { CharacterBodyState } from "./character_body.js";

/** Options of a character. */
export interface CharacterOptions {
  /** Position of the middle of the capsule (m). */
  position: Readonly<Vector>;
  /** Radius of the capsule (m), default 0.3. */
  radius?: number | undefined;
  /** Distance between the capsule's two centres (m), default 1: with the default radius it is 1.6 m tall. */
  length?: number | undefined;
  /** Steepest slope that it walks on (rad, at most π/2), default 0.87 (50°). */
  maxSlope?: number | undefined;
  /**
   * Highest step that it walks up (m), default 0.35, measured from what it stands on, to within half a
   * skin. With 0 it walks up none; low steps, up to 0.12 by default, its round foot gets over without this.
   */
  stepHeight?: number | undefined;
  /** When walking off an edge, it is drawn down to ground within this distance (m), default 0.3. */
  snap?: number | undefined;
  /** Gap that it keeps from everything (m, above 0), default 0.01. */
  skin?: number | undefined;
  /** Largest force (N) with which it pushes dynamic bodies that are in its way, up to its own speed; default 0. */
  push?: number | undefined;
  /** What it collides with. Never with sensors, and with parts of one-sided chains and height fields from both sides. */
  filter?: Filter | undefined;
  /**
   * A body that is moved along with it by `moveTo`, so that others collide with it: a kinematic one, say.
   * It turns with up, and jumps to where `position` is set, at once.
   */
  body?: Body | undefined;
}

export const OPTIONS = new Set<string>([
  "position",
  "radius",
  "length",
  "maxSlope",
  "stepHeight",
  "snap",
  "skin",
  "push",
  "filter",
  "body",
]);

/** What a character's moves change: plain data, to be kept with a snapshot of the world. Shapes are given by their `id`, 0 for none. */
export interface CharacterState {
  /** Position of the middle of the capsule (m). */
  position: Readonly<Vector>;
  /** What became of the wanted velocity (m/s). */
  velocity: Readonly<Vector>;
  /** Whether it stands on something. */
  grounded: boolean;
  /** The shape on which it stands. */
  ground: number;
  /** Normal of the ground (unit vector). */
  groundNormal: Readonly<Vector>;
  /** From its middle to the point where it stands (m). */
  foot: Readonly<Vector>;
  /** Velocity of what it stands on, or last stood on (m/s). */
  drift: Readonly<Vector>;
  /** One-way shapes that it is passing. */
  passed: readonly number[];
  /** State of its body, if it has one. */
  body: CharacterBodyState;
}

const STATE = new Set<string>([
  "position",
  "velocity",
  "grounded",
  "ground",
  "groundNormal",
  "foot",
  "drift",
  "passed",
  "body",
]);
const BODY = new Set<string>(["left", "lean"]);

/** Reads a state: its numbers, which are not rounded to 32 bits, and those of its shapes that are alive. */
export function readState(value: unknown, world: World) {
  const given = check.known(value, "state", STATE);
  const vector = (key: string, of = given, name = "state"): Vector => {
    check.vector(of[key], `${name}.${key}`);
    const { x, y } = of[key] as Vector;
    return { x, y };
  };
  const own = check.known(given.body, "state.body", BODY);
  check.number(own.lean, "state.body.lean");
  const shape = (id: unknown, name: string): Shape | undefined => world.shape(check.whole(id, name, 0, 0x7fffffff));
  if (!Array.isArray(given.passed)) {
    check.refuse("bad-type", "state.passed", given.passed, "an array of shape ids");
  }
  check.position(given.position, "state.position", world.lengthUnit);
  return {
    position: vector("position"),
    velocity: vector("velocity"),
    grounded: check.boolean(given.grounded, "state.grounded"),
    ground: shape(given.ground, "state.ground"),
    groundNormal: vector("groundNormal"),
    foot: vector("foot"),
    drift: vector("drift"),
    passed: given.passed.map((id, k) => shape(id, `state.passed[${k}]`)).filter((known) => known !== undefined),
    body: { left: vector("left", own, "state.body"), lean: own.lean as number },
  };
}
