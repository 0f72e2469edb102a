import { ShapeKind } from "../../assembly/abi/layout.js";
import type { Vector } from "../definitions.js";
import { PhysicsError } from "../errors.js";
import { directionAt } from "../geometry.js";
import { load, read, toWorld, type Operand, type Part, type Reading } from "./operand.js";
import { areaOf, hullOf } from "./polygon.js";
import { coordinate } from "./points.js";

// Mass, centre and inertia of shapes.

/** Result of `massOf`. */
export interface MassProperties {
  /** Area (m²). */
  area: number;
  /** Density times area (kg). */
  mass: number;
  /** Centre of mass, at the shape's place (m). */
  center: Vector;
  /** Moment of inertia about the centre of mass (kg m²). About a point at distance d it is larger by mass · d² (Steiner). */
  inertia: number;
}

/** Number of boundary points that stand for a shape given by its support function; its area is then right to about 1e-6. */
const SAMPLES = 4096;

/**
 * Area, mass, centre of mass and moment of inertia of a shape of uniform `density` (kg/m², default 1),
 * rounding included. The parts of a shape add up; a list of points stands for its hull; lines have no mass.
 *
 * Throws a PhysicsError for anything but a shape, for a density below 0, and for a half-space, whose mass is infinite.
 */
export function massOf(shape: Operand, density = 1): MassProperties {
  const reading = read(shape, "shape");
  const weight = coordinate(density, "density");
  if (weight < 0) {
    throw new PhysicsError("out-of-range", `density is ${weight}; it must be 0 or more.`);
  }
  const measured = reading.parts.map((part) => measure(part, reading));
  const area = measured.reduce((sum, part) => sum + part.area, 0);
  // lines alone have their centre in the middle of their centres
  const shares = measured.map((part) => (area > 0 ? part.area / area : 1 / measured.length));
  const first = measured[0]!;
  const center = { x: first.x, y: first.y };
  measured.forEach(({ x, y }, i) => {
    center.x += shares[i]! * (x - first.x);
    center.y += shares[i]! * (y - first.y);
  });
  let inertia = 0;
  for (const part of measured) {
    inertia += part.inertia + part.area * ((part.x - center.x) ** 2 + (part.y - center.y) ** 2);
  }
  return { area, mass: weight * area, center, inertia: weight * inertia };
}

interface Measured {
  readonly area: number;
  readonly x: number;
  readonly y: number;
  /** Second moment about (x, y), for density 1 (m⁴). */
  readonly inertia: number;
}

function measure(part: Part, reading: Reading): Measured {
  if (part.kind === ShapeKind.HalfSpace) {
    throw new PhysicsError("bad-shape", "shape is a half-space, whose mass is infinite; use a finite shape.");
  }
  const core = load(0, part, reading, "shape");
  if (part.points.length > 4 && part.radius === 0) {
    const local: Vector[] = [];
    for (let i = 0; i < part.points.length; i += 2) {
      local.push({ x: part.points[i]!, y: part.points[i + 1]! });
    }
    const { area, x, y, inertia } = measurePolygon(local);
    return { area, inertia, ...toWorld(core, part, { x: x + part.offset.x, y: y + part.offset.y }) };
  }
  core.support(1, 0); // finds the origin
  const x = core.f64[core.origin]! + 0;
  const y = core.f64[core.origin + 1]! + 0;
  if (part.kind !== ShapeKind.Support) {
    return { area: core.area(), x, y, inertia: core.inertia() };
  }
  const rim: Vector[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    const { x: dx, y: dy } = directionAt((2 * Math.PI * i) / SAMPLES);
    const at = core.support(dx, dy) / 8;
    rim.push({ x: core.f64[at]!, y: core.f64[at + 1]! });
  }
  const local = measurePolygon(hullOf(rim));
  return { ...local, x: x + local.x, y: y + local.y };
}

/** Moments of a simple counter-clockwise polygon: sums over the triangles at its first corner. */
function measurePolygon(points: readonly Vector[]): Measured {
  const area = points.length > 2 ? areaOf(points) : 0;
  const { x: ox, y: oy } = points[0]!;
  if (!(area > 0)) {
    const { x, y } = points[points.length - 1]!;
    return { area: 0, x: 0.5 * (ox + x), y: 0.5 * (oy + y), inertia: 0 };
  }
  let mx = 0;
  let my = 0;
  let second = 0;
  for (let i = 2; i < points.length; i++) {
    const px = points[i - 1]!.x - ox;
    const py = points[i - 1]!.y - oy;
    const qx = points[i]!.x - ox;
    const qy = points[i]!.y - oy;
    const twice = px * qy - py * qx;
    mx += (twice * (px + qx)) / 6;
    my += (twice * (py + qy)) / 6;
    second += (twice * (px * px + px * qx + qx * qx + py * py + py * qy + qy * qy)) / 12;
  }
  mx /= area;
  my /= area;
  return { area, x: ox + mx, y: oy + my, inertia: second - area * (mx * mx + my * my) };
}
