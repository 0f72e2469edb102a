import { ShapeDistance, shapeDistance } from "../collision/distance";
import { Frame, ShapeGeometry } from "../collision/shape_geometry";
import { supportCore } from "../collision/support";
import { Sweep, sweepFrame } from "../collision/time_of_impact";
import { Vec2d } from "../collision/vectors";
import { INTRUSION_SPACE } from "../memory/fixed";
import { Shapes } from "../world/shape";

// How two shapes lie relative to each other during a step, and how much deeper in each other they end than they began. Shapes that
// touch at the beginning have no time of impact: a thin ellipse whose far end slammed down ended 17 cm in the ground, for its only
// contact point was at the near end (docs/decisions/0028-landings.md).

/** Frames of the two shapes when they were last looked at. */
export const frameA = changetype<Frame>(INTRUSION_SPACE);
export const frameB = changetype<Frame>(INTRUSION_SPACE + 16);
/** Their distance at that time; its normal points from A to B. */
export const gap = changetype<ShapeDistance>(INTRUSION_SPACE + 32);
const POINT: usize = INTRUSION_SPACE + 64;
if (offsetof<ShapeDistance>() > 32) {
  ERROR("the records of this file overlap");
}

/** Distance of two shapes where they are. */
export function distanceNow(shape: u32, other: u32): f32 {
  Shapes.place(shape, frameA);
  Shapes.place(other, frameB);
  return shapeDistance(Shapes.geometry(shape), frameA, Shapes.geometry(other), frameB, gap);
}

/** Distance of the two after a share of the step. */
export function distanceAt(shape: u32, a: Sweep, other: u32, b: Sweep, fraction: f32): f32 {
  sweepFrame(a, fraction, frameA);
  sweepFrame(b, fraction, frameB);
  return shapeDistance(Shapes.geometry(shape), frameA, Shapes.geometry(other), frameB, gap);
}

/** Largest n · (x − centre) over a placed shape. */
function reachAlong(g: ShapeGeometry, f: Frame, nx: f32, ny: f32): f32 {
  const lx: f32 = f.c * nx + f.s * ny;
  const ly: f32 = f.c * ny - f.s * nx;
  supportCore(g, lx, ly, POINT);
  return <f32>(<f64>lx * Vec2d.x(POINT) + <f64>ly * Vec2d.y(POINT)) + g.radius;
}

/**
 * How much deeper in the other a shape is after a share of the step than it began, or than is allowed if that is more (unit: m);
 * `gap` is the one at that time. If the normal has turned round, the middle of the shape has gone through the other: then the normal of
 * the beginning counts, turned with the other, and the distance is −∞.
 */
export function intrusion(shape: u32, a: Sweep, other: u32, b: Sweep, allowed: f32, share: f32): f32 {
  const begin = min<f32>(distanceAt(shape, a, other, b, 0), -allowed);
  const firstX = gap.nx;
  const firstY = gap.ny;
  const c0 = frameB.c;
  const s0 = frameB.s;
  const end = distanceAt(shape, a, other, b, share);
  if (gap.nx * firstX + gap.ny * firstY > 0) {
    return begin - end;
  }
  const c: f32 = c0 * frameB.c + s0 * frameB.s;
  const s: f32 = c0 * frameB.s - s0 * frameB.c;
  const nx: f32 = c * firstX - s * firstY;
  const ny: f32 = s * firstX + c * firstY;
  gap.nx = nx;
  gap.ny = ny;
  const between: f32 = (frameB.x - frameA.x) * nx + (frameB.y - frameA.y) * ny;
  const reachA = reachAlong(Shapes.geometry(shape), frameA, nx, ny);
  const along: f32 = between - reachA - reachAlong(Shapes.geometry(other), frameB, -nx, -ny);
  gap.distance = -Infinity;
  return max<f32>(begin - along, 0);
}
