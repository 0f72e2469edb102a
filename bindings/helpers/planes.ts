import type { Body } from "../body.js";
import type { Vector } from "../definitions.js";

// What a character knows of what it met: planes, given by their normals. Also which way is up, for all helpers.

/** Nothing is concluded from values nearer to 0 than this. */
export const TINY = 1e-9;

/** A plane, given by its unit normal. */
export interface Plane {
  x: number;
  y: number;
}

/** Length of a vector. Not `Math.hypot`, whose bits depend on the host. */
export function norm(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}

/** Unit vector against a gravity; +y without any. Its numbers are never −0. */
export function upAgainst({ x, y }: Readonly<Vector>): Vector {
  const length = norm(x, y);
  return length > 0 ? { x: 0 - x / length, y: 0 - y / length } : { x: 0, y: 1 };
}

export function dot(a: Readonly<Vector>, b: Readonly<Vector>): number {
  return a.x * b.x + a.y * b.y;
}

/** Whether `v` leads along a unit vector, by more than rounding makes of a `v` at right angles. Gravity is kept in f32. */
export function leads(v: Readonly<Vector>, along: Readonly<Vector>): boolean {
  return dot(v, along) > 1e-6 * norm(v.x, v.y);
}

/** The vector nearest to `v` that leads into none of the planes. In two dimensions, two planes that both bind leave only 0. */
export function clip(v: Vector, planes: readonly Plane[]): Vector {
  if (planes.every((plane) => dot(v, plane) >= -TINY)) {
    return v;
  }
  let best = { x: 0, y: 0 };
  let nearest = v.x * v.x + v.y * v.y;
  for (const plane of planes) {
    const into = dot(v, plane);
    const on = { x: v.x - into * plane.x, y: v.y - into * plane.y };
    const length = norm(on.x, on.y);
    if (into < 0 && into * into < nearest && planes.every((other) => dot(on, other) >= -1e-6 * length)) {
      best = on;
      nearest = into * into;
    }
  }
  return best;
}

/** Turns a way along ground with the given normal, to the side to which it leads; its length stays. */
export function turnAlong(way: Vector, { x, y }: Plane, up: Readonly<Vector>): Vector {
  const length = norm(way.x, way.y);
  const side = up.y * way.x - up.x * way.y;
  if (Math.abs(side) < 1e-3 * length) {
    return way;
  }
  const signed = side > 0 ? length : -length;
  return { x: y * signed, y: -x * signed };
}

/** Ground that is too steep to walk on acts as an upright wall, which does not lead up. */
export function wallOf(normal: Plane, up: Readonly<Vector>): Plane {
  const rise = dot(normal, up);
  const flat = { x: normal.x - rise * up.x, y: normal.y - rise * up.y };
  const length = norm(flat.x, flat.y);
  return rise < 0 || length < TINY ? normal : { x: flat.x / length, y: flat.y / length };
}

/** Velocity of a point of a body (m/s); 0 for a static body. */
export function velocityOf(body: Body, point: Readonly<Vector>): Vector {
  return body.type === "static" ? { x: 0, y: 0 } : body.velocityAt(point);
}
