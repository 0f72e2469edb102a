import { Code, ShapeFlag } from "../abi/layout";
import { Also, findInBox, refreshBoxes } from "../broad_phase/trees";
import { keepAwake } from "../contact_graph/sleep";
import { NearestPoint, nearestPoint } from "../collision/point";
import { Frame } from "../collision/shape_geometry";
import { supportCore } from "../collision/support";
import { CREATE_SPACE } from "../memory/fixed";
import { List } from "../memory/buffer";
import { Bodies } from "../world/body";
import { queryResults } from "../world/buffers";
import { Shapes } from "../world/shape";
import { world } from "../world/world";

const frame = changetype<Frame>(CREATE_SPACE);
const near = changetype<NearestPoint>(CREATE_SPACE + 16);

/**
 * Pushes every dynamic shape near a point away from it, by an impulse in proportion to the width that the shape presents to the
 * point: in full up to `radius`, then falling to zero over `falloff`. The impulse acts at the shape's nearest point (as in
 * Box2D 3), or through its centre if the point lies inside. Returns how many shapes were pushed, or minus a Code.
 */
export function explode(x: f32, y: f32, radius: f32, falloff: f32, impulsePerLength: f32, mask: u32): i32 {
  const reach: f32 = radius + falloff;
  if (!refreshBoxes() || !findInBox(x - reach, y - reach, x + reach, y + reach, Also.Active)) {
    return -Code.OutOfMemory;
  }
  let pushed = 0;
  for (let k: u32 = 0, n = queryResults.count; k < n; k++) {
    const slot = List.get(queryResults, k);
    const shape = Shapes.at(slot);
    if (slot == 0 || (shape.flags & ShapeFlag.Sensor) != 0 || (shape.category & mask) == 0) {
      continue;
    }
    if (!Bodies.isDynamic(shape.body)) {
      continue;
    }
    pushed += <i32>push(slot, x, y, radius, falloff, impulsePerLength);
  }
  return pushed;
}

function push(slot: u32, x: f32, y: f32, radius: f32, falloff: f32, impulsePerLength: f32): bool {
  const body = Shapes.at(slot).body;
  const g = Shapes.geometry(slot);
  const mass = Bodies.mass(body);
  Shapes.place(slot, frame);
  const depth: f32 = -nearestPoint(g, frame, x, y, near);
  const distance: f32 = max<f32>(-depth, 0);
  if (distance > radius + falloff) {
    return false;
  }
  // From inside, the push goes through the shape's centre; from outside, through its nearest point and against the normal there. The
  // normal, since from where a ray or a bullet met the shape the direction to that point is nothing but rounding.
  const inside = depth > 0.1 * world.linearSlop + 1e-6 * (abs<f32>(x) + abs<f32>(y));
  let px = near.x;
  let py = near.y;
  let dx: f32 = -near.nx;
  let dy: f32 = -near.ny;
  if (inside) {
    px = frame.x;
    py = frame.y;
    const length: f32 = sqrt<f32>((px - x) * (px - x) + (py - y) * (py - y));
    dx = length > 0 ? (px - x) / length : 0;
    dy = length > 0 ? (py - y) / length : 1;
  }
  const share: f32 = distance > radius ? 1 - (distance - radius) / falloff : 1;
  const impulse: f32 = impulsePerLength * share * width(slot, -dy, dx);
  keepAwake(body);
  const v = Bodies.velocity(body);
  v.vx = bounded(v.vx + mass.invMass * impulse * dx);
  v.vy = bounded(v.vy + mass.invMass * impulse * dy);
  v.w = bounded(v.w + mass.invInertia * impulse * ((px - mass.x) * dy - (py - mass.y) * dx));
  return true;
}

/** Bounds a sum so that it stays a number; the step caps speeds far below this. */
function bounded(x: f32): f32 {
  return x != x ? 0 : min<f32>(max<f32>(x, -1e18), 1e18);
}

/** Extent of a shape, placed by `frame`, along a direction in the world. */
function width(slot: u32, x: f32, y: f32): f32 {
  const g = Shapes.geometry(slot);
  const dx: f64 = frame.c * x + frame.s * y;
  const dy: f64 = frame.c * y - frame.s * x;
  const p = changetype<usize>(near);
  supportCore(g, dx, dy, p);
  let extent: f64 = load<f64>(p) * dx + load<f64>(p, 8) * dy;
  supportCore(g, -dx, -dy, p);
  extent -= load<f64>(p) * dx + load<f64>(p, 8) * dy;
  return <f32>extent + 2 * g.radius;
}
