import { ShapeFlag } from "../abi/layout";
import { Frame } from "../collision/shape_geometry";
import { List } from "../memory/buffer";
import { NARROW_SPACE } from "../memory/fixed";
import { Bodies } from "../world/body";
import { Lists } from "../world/buffers";
import { Contact, ContactFlag, ContactKernel, Contacts } from "../world/contact";
import { Shapes } from "../world/shape";
import { world } from "../world/world";

// One-way shapes have a direction d in which they are passed: a platform is passed upwards and landed on from above.
// Whether a touch counts is decided when it begins: it does when the other shape lies on the far side (the normal within
// 60° of d) and either has sunk in no further than what rests there, or does not move along d. A touch that does not count is
// wiped of its points until it ends, or until the other shape is clear of the surface on the far side; so nothing ever sticks
// half-way. A touch that counts goes on until the normal turns more than 75° away from d.

/** The least cosine of the angle between d and the normal of a touch that counts when it begins. */
export const SOLID: f32 = 0.5;
const LOST: f32 = 0.25;
/** What moves across d moves along it by rounding, as a share of its speed. */
const ACROSS: f32 = 1e-6;

const direction = changetype<Frame>(NARROW_SPACE);

/** Takes the points out of contacts whose one-way shape is being passed. */
export function passOneWay(): void {
  for (let kernel: u32 = 0; kernel < <u32>ContactKernel.Sensor; kernel++) {
    const list = Lists.kernel(kernel);
    for (let k: u32 = 0, n = list.count; k < n; k++) {
      const c = Contacts.at(List.get(list, k));
      if ((c.flags & ContactFlag.OneWay) != 0) {
        decide(c);
      }
    }
  }
}

function decide(c: Contact): void {
  const passing = Contacts.touches(c) && !(holds(c, c.shapeA, 1) && holds(c, c.shapeB, -1));
  c.flags = passing ? c.flags | ContactFlag.Passing : c.flags & ~ContactFlag.Passing;
  if (passing) {
    Contacts.dropPoints(c);
  }
}

/** Does the touch count for one of the two shapes? `side`: 1 for A, −1 for B, from which the normal points away. */
function holds(c: Contact, shape: u32, side: f32): bool {
  if ((Shapes.at(shape).flags & ShapeFlag.OneWay) == 0) {
    return true;
  }
  const d = direction;
  Shapes.passDirection(shape, d);
  const facing: f32 = side * (c.nx * d.x + c.ny * d.y);
  if (c.flags & ContactFlag.Touching) {
    return facing > LOST;
  }
  if (facing <= SOLID) {
    return false;
  }
  const gap = Contacts.gap(c);
  if (c.flags & ContactFlag.Passing) {
    return gap > 0;
  }
  if (gap > -world.linearSlop) {
    return true;
  }
  const a = Bodies.velocity(c.bodyA);
  const b = Bodies.velocity(c.bodyB);
  // of what turns, the deeper point came through the surface; of what lies flat, the middle tells
  const where = Contacts.deepest(c, 0.5);
  const x = Contacts.driftX(c, a, b, where);
  const y = Contacts.driftY(c, a, b, where);
  return side * (x * d.x + y * d.y) <= ACROSS * (abs<f32>(x) + abs<f32>(y));
}
