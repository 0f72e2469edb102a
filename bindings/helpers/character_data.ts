import type { Body } from "../body.js";
import * as check from "../check.js";
import type { Filter, Vector } from "../definitions.js";
import { PhysicsError } from "../errors.js";
import type { Shape } from "../shape.js";
import type { World } from "../world.js";
import type { CharacterBodyState } from "./character_body.js";

/** How a character moves. */
export interface CharacterOptions {
  /** Of the middle of the capsule (m). */
  position: Readonly<Vector>;
  /** Of the capsule (m), default 0.3. */
  radius?: number | undefined;
  /** Between the capsule's two centres (m), default 1: with the default radius it is 1.6 m tall. */
  length?: number | undefined;
  /** Steepest slope that it walks on (rad, at most π/2), default 0.87 (50°). */
  maxSlope?: number | undefined;
  /**
   * Highest step that it walks up (m), default 0.35, measured from what it stands on, to within half a skin. 0: none; what is low, up to
   * 0.12 by default, its round foot goes over by itself.
   */
  stepHeight?: number | undefined;
  /** Lets itself be drawn down to ground this near when it walks off it (m), default 0.3. */
  snap?: number | undefined;
  /** Gap that it keeps (m, above 0), default 0.01. */
  skin?: number | undefined;
  /** Largest force (N) with which it pushes dynamic bodies that are in its way, up to its own speed; default 0. */
  push?: number | undefined;
  /** What it collides with; sensors never, and parts of one-sided chains and height fields from both sides. */
  filter?: Filter | undefined;
  /**
   * A body that is moved along with it, with `moveTo`, so that others collide with it: a kinematic one, say. It turns with up, and goes
   * where `position` is set, at once.
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

/**
 * What its moves change: plain data, to be kept with a snapshot of the world. Shapes are told by their `id`, 0 for none.
 */
export interface CharacterState {
  /** Of the middle of the capsule (m). */
  position: Readonly<Vector>;
  /** What came of the wanted velocity (m/s). */
  velocity: Readonly<Vector>;
  /** Does it stand? */
  grounded: boolean;
  /** The shape that it stands on. */
  ground: number;
  /** Unit vector. */
  groundNormal: Readonly<Vector>;
  /** From its middle to where it stands (m). */
  foot: Readonly<Vector>;
  /** Velocity of what it stands on, or left last (m/s). */
  drift: Readonly<Vector>;
  /** One-way shapes that it is passing. */
  passed: readonly number[];
  /** Of its body, if it has one. */
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

/** A state's own numbers, which are not rounded to 32 bits, and its living shapes. */
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
    throw new PhysicsError("bad-type", `state.passed is ${check.show(given.passed)}; give a list of ids of shapes.`);
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
