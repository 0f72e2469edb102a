import { ShapeFlag } from "../abi/layout";
import { Frame } from "../collision/shape_geometry";
import { Sweep, sweepFrame } from "../collision/time_of_impact";
import { CONTINUOUS_SPACE } from "../memory/fixed";
import { inFront } from "../narrow_phase/one_sided";
import { SOLID } from "../narrow_phase/one_way";
import { Bodies, NONE } from "../world/body";
import { ContactFlag, Contacts } from "../world/contact";
import { Shapes } from "../world/shape";

// Which shapes do not stop what passes them within a step: one-way shapes passed in the direction that they let through, and
// one-sided segments met from behind. The narrow phase decides the same for contacts (one_way.ts, one_sided.ts).

const frame = changetype<Frame>(CONTINUOUS_SPACE + 432);

/** Does either of two shapes, whose motions are `a` and `b`, let the other pass? `slot` is the body of the first. */
export function letsThrough(slot: u32, shape: u32, a: Sweep, other: u32, b: Sweep): bool {
  const x: f32 = a.c1x - a.c0x - (b.c1x - b.c0x);
  const y: f32 = a.c1y - a.c0y - (b.c1y - b.c0y);
  return (
    isPassed(other, x, y) ||
    isPassed(shape, -x, -y) ||
    isBehind(other, b, a) ||
    isBehind(shape, a, b) ||
    isPassing(slot, shape, other)
  );
}

/** Do two shapes that meet with this normal, from the first to the second, meet on a side of a one-way shape that does not hold? */
export function meetsEdge(shape: u32, other: u32, nx: f32, ny: f32): bool {
  return (
    (isOneWay(shape) && alongPass(shape, nx, ny) <= SOLID) || (isOneWay(other) && alongPass(other, -nx, -ny) <= SOLID)
  );
}

/** Is the shape one-way, and is (x, y), a motion relative to it, in the direction that it lets pass? */
function isPassed(shape: u32, x: f32, y: f32): bool {
  return isOneWay(shape) && alongPass(shape, x, y) > 0;
}

function isOneWay(shape: u32): bool {
  return (Shapes.at(shape).flags & ShapeFlag.OneWay) != 0;
}

/** How far (x, y) goes in the direction in which a one-way shape can be passed. */
function alongPass(shape: u32, x: f32, y: f32): f32 {
  Shapes.passDirection(shape, frame);
  return x * frame.x + y * frame.y;
}

/** Is the shape a one-sided segment, and does the other begin behind it? */
function isBehind(shape: u32, own: Sweep, other: Sweep): bool {
  if ((Shapes.at(shape).flags & ShapeFlag.OneSided) == 0) {
    return false;
  }
  sweepFrame(own, 0, frame);
  const x: f32 = other.c0x - (other.q0c * other.localX - other.q0s * other.localY);
  const y: f32 = other.c0y - (other.q0s * other.localX + other.q0c * other.localY);
  return inFront(frame, x, y) < 0;
}

/** Is the body on its way through a one-way shape? */
function isPassing(slot: u32, shape: u32, other: u32): bool {
  if (!isOneWay(shape) && !isOneWay(other)) {
    return false;
  }
  for (let edge = Bodies.at(slot).contactHead; edge != NONE; edge = load<u32>(Contacts.edge(edge))) {
    const c = Contacts.at(edge >> 1);
    if ((c.flags & ContactFlag.Passing) != 0 && (c.shapeA == other || c.shapeB == other)) {
      return true;
    }
  }
  return false;
}
