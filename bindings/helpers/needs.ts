import { Body } from "../body.js";
import * as check from "../check.js";
import { World } from "../world.js";

/** Throws a PhysicsError `"bad-type"` for anything but a world. */
export function needsWorld(world: unknown): void {
  if (!(world instanceof World)) {
    check.refuse("bad-type", "world", world, "a World");
  }
}

/** Throws a PhysicsError `"bad-type"` for anything but a dynamic body. */
export function needsDynamic(body: Body): void {
  if (Body.instanceOf(body) === undefined) {
    check.refuse("bad-type", "body", body, "a dynamic body");
  }
  if (body.type !== "dynamic") {
    check.refuse("bad-type", "body.type", body.type, '"dynamic"');
  }
}
