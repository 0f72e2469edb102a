import type { Body } from "../body.js";
import type { Vector } from "../definitions.js";
import { PhysicsError } from "../errors.js";
import { direction } from "../geometry.js";
import { World } from "../world.js";
import { upAgainst } from "./planes.js";

/** A turn of less than this (rad) is only rounding. */
const STRAIGHT = 1e-5;

/** Angle by which up is turned from +y (rad). */
function turnOf(up: Vector): number {
  return direction(up.x, up.y) - Math.PI / 2;
}

/** The part of a character's state that concerns the body that moves along. */
export interface CharacterBodyState {
  /** Where the character was after its last move (m). */
  left: Readonly<Vector>;
  /** Angle of the body relative to up (rad). */
  lean: number;
}

/** The body that moves along with a character, so that others collide with it. */
export class CharacterBody {
  readonly #body: Body;
  /** Undefined until the first move. */
  #state: CharacterBodyState | undefined;
  /** If the body is farther than this from the character (m), it was not left behind: one of the two was put elsewhere. */
  readonly #far: number;

  /** Throws a PhysicsError for anything but a living body of the world, and for a static one. */
  constructor(world: World, body: Body, far: number) {
    this.#body = World.instanceOf(world).ownBody(body, "options.body");
    this.#far = far;
    if (body.type === "static") {
      throw new PhysicsError("bad-type", "options.body is static and cannot move; use a kinematic body.");
    }
  }

  get state(): CharacterBodyState {
    const { position, angle, world } = this.#body;
    return this.#state ?? { left: position, lean: angle - turnOf(upAgainst(world.gravity)) };
  }
  /** Takes over a state. */
  leave(state: CharacterBodyState): void {
    this.#state = state;
  }

  /**
   * Before a move. The body turns with up at once, and jumps to where the character was put since the last
   * move: going there within a step, it would strike everything in between.
   */
  place({ x, y }: Readonly<Vector>, up: Vector): void {
    const body = this.#body;
    World.instanceOf(body.world).ownBody(body, "options.body");
    const { left, lean } = this.state;
    const turn = lean + turnOf(up) - body.angle;
    const least = turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
    const turns = Math.abs(least) >= STRAIGHT;
    const from = body.position;
    const off = Math.max(Math.abs(from.x - x), Math.abs(from.y - y));
    const put = left.x !== x || left.y !== y || off > this.#far;
    if (put || turns) {
      body.setTransform(put ? { x, y } : from, body.angle + (turns ? least : 0));
    }
    this.#state = { left: { x, y }, lean };
  }

  /** After a move: in the next step the body goes to where the character is. */
  follow({ x, y }: Readonly<Vector>, seconds: number): void {
    this.#state = { left: { x, y }, lean: this.state.lean };
    this.#body.moveTo({ x, y }, undefined, seconds);
  }
}
