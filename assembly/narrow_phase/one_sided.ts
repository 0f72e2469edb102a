import { ShapeFlag } from "../abi/layout";
import { Frame } from "../collision/shape_geometry";
import { Bodies } from "../world/body";
import { Contact } from "../world/contact";
import { Shapes } from "../world/shape";

// Links of a one-sided chain stop what is on their right, seen along the chain, and let through what comes from the left. A shape is on
// the side on which its centre is, so one that has been pressed half through a link falls through.

/** Normals this far beside the front still push: the end of a chain is met sideways. */
const LEAST_FACING: f32 = -0.05;

/** How far a point lies in front of a one-sided segment, placed as `f` says (unit: m). */
export function inFront(f: Frame, x: f32, y: f32): f32 {
  return (x - f.x) * f.s - (y - f.y) * f.c;
}

/** Is `front`, a one-sided segment, met from behind? (nx, ny): the normal of its contact, towards the other shape. */
function isMetFromBehind(front: u32, other: u32, nx: f32, ny: f32): bool {
  const f = Shapes.frame(front);
  const o = Shapes.frame(other);
  const mf = Bodies.mass(Shapes.at(front).body);
  const mo = Bodies.mass(Shapes.at(other).body);
  return inFront(f, mo.x - mf.x + o.x, mo.y - mf.y + o.y) < 0 || nx * f.s - ny * f.c < LEAST_FACING;
}

/** Is a touching contact with a one-sided segment made with its wrong side? */
export function isBehind(c: Contact): bool {
  const a = (Shapes.at(c.shapeA).flags & ShapeFlag.OneSided) != 0;
  const b = (Shapes.at(c.shapeB).flags & ShapeFlag.OneSided) != 0;
  return (
    (a && isMetFromBehind(c.shapeA, c.shapeB, c.nx, c.ny)) || (b && isMetFromBehind(c.shapeB, c.shapeA, -c.nx, -c.ny))
  );
}
