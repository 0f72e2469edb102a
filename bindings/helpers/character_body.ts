import type { Body } from "../body.js";
import type { Vector } from "../definitions.js";
import { PhysicsError } from "../errors.js";
import { direction } from "../geometry.js";
import { World } from "../world.js";
import { TINY } from "./planes.js";

/** What a body is turned by less than this (rad) is rounding. */
const STRAIGHT = 1e-5;

/** Angle by which up is turned from +y (rad). */
function turnOf(up: Vector): number {
  return direction(up.x, up.y) - Math.PI / 2;
}

/** The body that goes along with a character, so that others collide with that. */
export class CharacterBody {
  readonly #body: Body;
  /** By how much it is turned against up (rad). */
  readonly #lean: number;
  /** Where the character was after its last move, before the first where the body was; elsewhere, it was put there. */
  #left: Vector;

  /** Throws a PhysicsError for what is no living body of the world, or a static one. */
  constructor(world: World, body: Body, up: Vector) {
    this.#body = World.instanceOf(world).ownBody(body, "options.body");
    if (body.type === "static") {
      throw new PhysicsError("bad-type", "options.body is static and cannot be moved along; give a kinematic one.");
    }
    this.#lean = body.angle - turnOf(up);
    this.#left = body.position;
  }

  /** The character is where it was left: in a state that is taken up again. */
  leave({ x, y }: Readonly<Vector>): void {
    this.#left = { x, y };
  }

  /**
   * Before a move. It goes at once where the character was put since the last: on a way of one step it would take along all that is
   * between.
   */
  place({ x, y }: Readonly<Vector>): void {
    const body = this.#body;
    World.instanceOf(body.world).ownBody(body, "options.body");
    if (Math.max(Math.abs(this.#left.x - x), Math.abs(this.#left.y - y)) > TINY) {
      body.setTransform({ x, y }, body.angle);
    }
  }

  /** After a move: it goes where the character is in the next step, and turns with up. */
  follow({ x, y }: Readonly<Vector>, up: Vector, seconds: number): void {
    const body = this.#body;
    this.#left = { x, y };
    const turn = this.#lean + turnOf(up) - body.angle;
    const least = turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
    body.moveTo({ x, y }, Math.abs(least) < STRAIGHT ? undefined : body.angle + least, seconds);
  }
}
