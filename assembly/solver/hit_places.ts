import { NearestPoint, nearestPoint } from "../collision/point";
import { Frame } from "../collision/shape_geometry";
import { CREATE_SPACE } from "../memory/fixed";
import { Bodies } from "../world/body";
import { Contact } from "../world/contact";
import { Shapes } from "../world/shape";
import { world } from "../world/world";

// Where the two sides of a contact touch when it reports a hit. The points of a contact are those of the step's beginning,
// midway between surfaces that are apart or overlap: a shot along the ground has gone metres when the step is over, and
// centimetres when it touches. A side may touch with its own point or with one that the other side brings, so both are tried: a
// corner meets the face somewhere, but what lay across from it on the face misses the corner.

const frame = changetype<Frame>(CREATE_SPACE);
const near = changetype<NearestPoint>(CREATE_SPACE + 16);

/** Stores where in the world a contact met at `speed`, at its first or second point. Bodies must not have been moved yet. */
export function storePlace(c: Contact, second: bool, speed: f32, out: usize): void {
  const gap: f32 = second ? c.separation2 : c.separation1;
  const time: f32 = max<f32>(min<f32>(gap / speed, world.dt), -world.dt);
  const mass = Bodies.mass(c.bodyA);
  const x: f32 = mass.x + (second ? c.aX2 : c.aX1);
  const y: f32 = mass.y + (second ? c.aY2 : c.aY1);
  const toA: f32 = 0.5 * gap + c.radiusA;
  const missed = meet(c.bodyA, c.shapeB, x - toA * c.nx, y - toA * c.ny, time, c.radiusA);
  store<f32>(out, near.x);
  store<f32>(out, near.y, 4);
  const toB: f32 = 0.5 * gap + c.radiusB;
  if (meet(c.bodyB, c.shapeA, x + toB * c.nx, y + toB * c.ny, time, c.radiusB) < missed) {
    store<f32>(out, near.x);
    store<f32>(out, near.y, 4);
  }
}

/**
 * Moves the core point (x, y) of a body to `time` after the start of the step, both bodies keeping the speeds they had there, and
 * finds the nearest place on a shape → `near`. Returns by how much the point, rounded by `radius`, misses it.
 */
function meet(body: u32, shape: u32, x: f32, y: f32, time: f32, radius: f32): f32 {
  const other = Shapes.at(shape).body;
  const dx: f32 = wayX(body, y, time) - wayX(other, y, time);
  const dy: f32 = wayY(body, x, time) - wayY(other, x, time);
  Shapes.place(shape, frame);
  const missed: f32 = abs<f32>(nearestPoint(Shapes.geometry(shape), frame, x + dx, y + dy, near) - radius);
  const nearX = near.x;
  near.x += wayX(other, near.y, time);
  near.y += wayY(other, nearX, time);
  return missed;
}

/** How far a point of a body at height y in the world goes along x (unit: m). */
function wayX(body: u32, y: f32, time: f32): f32 {
  const v = Bodies.velocity(body);
  return time * (v.vx - v.w * (y - Bodies.mass(body).y));
}

function wayY(body: u32, x: f32, time: f32): f32 {
  const v = Bodies.velocity(body);
  return time * (v.vy + v.w * (x - Bodies.mass(body).x));
}
