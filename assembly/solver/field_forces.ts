import { ShapeFlag, ShapeKind } from "../abi/layout";
import { IntegratorKind } from "../abi/option_layout";
import { shapeArea } from "../collision/mass";
import { NearestPoint, containsPoint, nearestPoint } from "../collision/point";
import { Frame } from "../collision/shape_geometry";
import { Submerged, submergedPart } from "../collision/submerged";
import { DRIVE_SPACE } from "../memory/fixed";
import { cos, sin } from "../math/trig";
import { Bodies, BodyDrive, NONE } from "../world/body";
import { forceFields } from "../world/buffers";
import { Field, FieldFlag, Fields } from "../world/field";
import { Shapes } from "../world/shape";
import { world } from "../world/world";
import { SolverBodies, SolverBody } from "./solver_body";

// Effect of force fields, in f64, on a body of given place and velocity. A field is the sum of its terms:
//
//     force         F = force + m · acceleration, and m · scale · (g' − g) if it names a gravity g'
//     attraction    F = m · min(strength · r^−falloff, cap) towards the field's place
//     drag          F = −K u,  K = linear + quadratic |u|,  u = v − velocity of the medium; τ = −angular · ω
//     lift          a plate along the body's x axis: F = lift |w| (w · n) (n − (n · w) w / |w|²), w = −u, n the plate's normal;
//                   it turns u alone: in the plate's frame tan α falls as exp(−lift |u| t / m), which semi-implicit Euler takes as
//                   1 / (1 + k + k²/2) of k = lift |u| h / m: |u| stays, however large k is
//     fluid         F = −density · area under it · g at the centroid of that area
//
// Drag in a fluid is proportional to the area of each shape under it, and acts at the centroid of that area with the velocity
// there, v + ω × r: a current turns a wheel. On a shape that turns about its centroid only the `angular` drag acts.
//
// Drag is handed on so that the caller may apply it implicitly: total K and K · velocity, as one drag at the centre of the K.
// What differs from that is a drag against turning, and a torque where the media differ.

/** Sums over the fields. */
@unmanaged
export class Forces {
  x: f64;
  y: f64;
  torque: f64;
  drag: f64;
  /** drag times the velocity of the medium */
  carryX: f64;
  carryY: f64;
  angularDrag: f64;
  /** Where drag acts, from the centre of mass. */
  centreX: f64;
  centreY: f64;
}

/** Where a body is, and how it moves, at a stage of the integrator. */
@unmanaged
export class Probe {
  /** Centre of mass. */
  x: f64;
  y: f64;
  c: f64;
  s: f64;
  vx: f64;
  vy: f64;
  w: f64;
}

// Behind the rows of solver/drive.ts.
const part = changetype<Submerged>(DRIVE_SPACE + 176);
/** Frame of the region. */
const place = changetype<Frame>(DRIVE_SPACE + 200);
/** Frame of a shape; `near` shares its place, for the point near a body. */
const frame = changetype<Frame>(DRIVE_SPACE + 216);
const near = changetype<NearestPoint>(DRIVE_SPACE + 216);

/**
 * The shape that is the field's region, 0 for everywhere, NONE for one that is gone or a line. Its frame → `place`: if
 * `solving`, as far as its body has moved in the step.
 */
function regionOf(f: Field, solving: bool): u32 {
  if (f.sensor != 0) {
    const slot = Shapes.find(f.sensor);
    if (slot == 0 || Shapes.geometry(slot).kind == ShapeKind.Segment) {
      return NONE;
    }
    Shapes.place(slot, place);
    if (solving) {
      follow(Shapes.at(slot).body);
    }
    return slot;
  }
  place.x = f.x;
  place.y = f.y;
  if (f.region != 0) {
    const turned = f.angle != 0;
    const c: f32 = turned ? <f32>cos(f.angle) : 1;
    const s: f32 = turned ? <f32>sin(f.angle) : 0;
    const local = Shapes.local(f.region);
    place.x += c * local.x - s * local.y;
    place.y += s * local.x + c * local.y;
    place.c = c * local.c - s * local.s;
    place.s = s * local.c + c * local.s;
  }
  return f.region;
}

/** Moves and turns `place` by the body's motion since the step began. */
function follow(body: u32): void {
  const s = changetype<SolverBody>(SolverBodies.of(body));
  const mass = Bodies.mass(body);
  const x: f32 = place.x - mass.x;
  const y: f32 = place.y - mass.y;
  const c = place.c;
  place.x = mass.x + (s.dc * x - s.ds * y + s.dx);
  place.y = mass.y + (s.ds * x + s.dc * y + s.dy);
  place.c = s.dc * c - s.ds * place.s;
  place.s = s.ds * c + s.dc * place.s;
}

/** Does the field act at (x, y), or within `margin` of it? `solving`: within the sub-steps. */
export function reaches(f: Field, x: f32, y: f32, margin: f32, solving: bool): bool {
  if (f.region != 0 && isBeyond(f, x, y, margin)) {
    return false;
  }
  const region = regionOf(f, solving);
  const dx: f32 = poleX(f) - x;
  const dy: f32 = poleY(f) - y;
  const far: f32 = f.range + margin;
  if (region == NONE || (f.strength != 0 && f.range > 0 && dx * dx + dy * dy > far * far)) {
    return false;
  }
  return (
    region == 0 || (margin > 0 ? isNear(region, x, y, margin) : containsPoint(Shapes.geometry(region), place, x, y))
  );
}

/**
 * Is (x, y) outside the circle about the field's position that its own region cannot leave, however it is turned? In a world of
 * many fields most bodies are, and for them the region need not be placed.
 */
function isBeyond(f: Field, x: f32, y: f32, margin: f32): bool {
  const local = Shapes.local(f.region);
  const unsure: f32 = (abs<f32>(f.x) + abs<f32>(f.y) + abs<f32>(x) + abs<f32>(y)) * 1e-6;
  const offset: f32 = abs<f32>(local.x) + abs<f32>(local.y);
  const far: f32 = (offset + Shapes.geometry(f.region).bound + margin + unsure) * 1.00001;
  const dx: f32 = f.x - x;
  const dy: f32 = f.y - y;
  return dx * dx + dy * dy > far * far;
}

function isNear(region: u32, x: f32, y: f32, margin: f32): bool {
  return nearestPoint(Shapes.geometry(region), place, x, y, near) <= margin;
}

/** The body whose shape is a field's region; 0: the field has no such shape, or is gone. */
export function carrierOf(f: Field): u32 {
  const shape = f.flags & FieldFlag.Alive ? Shapes.find(f.sensor) : 0;
  return shape != 0 ? Shapes.at(shape).body : 0;
}

/** Is one of the body's shapes in the layers that the field acts on? It never acts on the body that carries it. */
export function sees(f: Field, slot: u32): bool {
  if (carrierOf(f) == slot) {
    return false;
  }
  let shape = f.mask == 0xffffffff ? NONE : Bodies.at(slot).shapeHead;
  while (shape != NONE && (Shapes.at(shape).category & f.mask) == 0) {
    shape = Shapes.at(shape).next;
  }
  return f.mask == 0xffffffff || shape != NONE;
}

/** All fields on a body at the probe → `out`. Lift turns the probe's velocity (semi-implicit). */
export function gatherForces(slot: u32, p: Probe, out: Forces): void {
  memory.fill(changetype<usize>(out), 0, offsetof<Forces>());
  const body = Bodies.at(slot);
  const m: f64 = body.mass;
  const own = (body.drives & BodyDrive.Gravity) != 0;
  const gx = own ? body.gravityX : world.gravityX;
  const gy = own ? body.gravityY : world.gravityY;
  let gravity: Field | null = null;
  let last: u32 = 0;
  for (let k: u32 = 0, n = forceFields.count; k < n; k++) {
    const f = Fields.at(k);
    const on = FieldFlag.Alive | FieldFlag.Enabled;
    if ((f.flags & on) != on || !sees(f, slot)) {
      continue;
    }
    const fluid = f.density > 0;
    if (!reaches(f, <f32>p.x, <f32>p.y, fluid ? body.maxExtent : 0, true)) {
      continue;
    }
    let share: f64 = 1;
    if (fluid) {
      share = float(f, slot, p, out);
    } else {
      resist(f, p, 1, 0, 0, out);
    }
    out.angularDrag += share * f.angularDrag;
    if (share == 0) {
      continue;
    }
    out.x += <f64>f.forceX + m * f.accelerationX;
    out.y += <f64>f.forceY + m * f.accelerationY;
    if ((f.flags & FieldFlag.Gravity) != 0 && f.order > last) {
      gravity = f; // if several name a gravity, the one made last counts
      last = f.order;
    }
    if (f.strength != 0) {
      attract(f, m, p, out);
    }
    if (f.lift != 0) {
      raise(f, m, p, out);
    }
  }
  if (gravity !== null) {
    const f: Field = gravity;
    out.x += m * body.gravityScale * (f.gravityX - gx);
    out.y += m * body.gravityScale * (f.gravityY - gy);
  }
}

/** Position of an attractor: that of its region's frame, `place`, if the region is a body's shape; else the field's own. */
function poleX(f: Field): f32 {
  return f.sensor != 0 ? place.x : f.x;
}

function poleY(f: Field): f32 {
  return f.sensor != 0 ? place.y : f.y;
}

/** Adds attraction. `place` is the frame of the field's region. */
function attract(f: Field, m: f64, p: Probe, out: Forces): void {
  const dx: f64 = <f64>poleX(f) - p.x;
  const dy: f64 = <f64>poleY(f) - p.y;
  const r: f64 = sqrt<f64>(dx * dx + dy * dy);
  if (r == 0) {
    return;
  }
  let pull: f64 = f.strength;
  for (let k = <i32>f.falloff; k > 0; k--) {
    pull /= r;
  }
  for (let k = <i32>f.falloff; k < 0; k++) {
    pull *= r;
  }
  if (f.cap > 0) {
    pull = min<f64>(max<f64>(pull, -f.cap), f.cap);
  }
  out.x += (m * pull * dx) / r;
  out.y += (m * pull * dy) / r;
}

/** Adds the lift of a plate. Each field turns what those before have turned: together they would turn too far. */
function raise(f: Field, m: f64, p: Probe, out: Forces): void {
  const ux: f64 = p.vx - f.velocityX;
  const uy: f64 = p.vy - f.velocityY;
  const speed: f64 = sqrt<f64>(ux * ux + uy * uy);
  const across: f64 = uy * p.c - ux * p.s; // along the plate's normal (−s, c)
  if (across == 0) {
    return;
  }
  if (world.integrator != IntegratorKind.SemiImplicit) {
    const push: f64 = f.lift * speed * across;
    const along: f64 = across / (speed * speed);
    out.x += push * (p.s + along * ux);
    out.y += push * (along * uy - p.c);
    return;
  }
  const along: f64 = ux * p.c + uy * p.s;
  const k: f64 = min<f64>((f.lift * speed * world.h) / m, 1e9);
  const left: f64 = across / (1 + k + 0.5 * k * k);
  const longer: f64 = speed / sqrt<f64>(along * along + left * left);
  const x: f64 = longer * (along * p.c - left * p.s) - ux;
  const y: f64 = longer * (along * p.s + left * p.c) - uy;
  p.vx += x;
  p.vy += y;
  out.x += (m * x) / world.h;
  out.y += (m * y) / world.h;
}

/**
 * Adds the field's drag on a part of the body (`share`), r from the centre of mass: merged with the drag so far, at their
 * common centre.
 */
function resist(f: Field, p: Probe, share: f64, rx: f64, ry: f64, out: Forces): void {
  const ux: f64 = p.vx - p.w * ry - f.velocityX;
  const uy: f64 = p.vy + p.w * rx - f.velocityY;
  const drag: f64 = share * (f.linearDrag + f.quadraticDrag * sqrt<f64>(ux * ux + uy * uy));
  if (drag == 0) {
    return;
  }
  const before = out.drag;
  out.drag += drag;
  // The parallel axis theorem for two points of weight `before` and `drag`: sums about a far point would cancel.
  const fraction: f64 = drag / out.drag;
  const dx: f64 = rx - out.centreX;
  const dy: f64 = ry - out.centreY;
  out.angularDrag += fraction * before * (dx * dx + dy * dy);
  out.torque += fraction * (dx * (before * f.velocityY - out.carryY) - dy * (before * f.velocityX - out.carryX));
  out.centreX += fraction * dx;
  out.centreY += fraction * dy;
  out.carryX += drag * f.velocityX;
  out.carryY += drag * f.velocityY;
}

/** Adds buoyancy and drag of all shapes; returns the area under the fluid. */
function float(f: Field, slot: u32, p: Probe, out: Forces): f64 {
  const body = Bodies.at(slot);
  const own = (f.flags & FieldFlag.Gravity) != 0;
  const gx: f64 = own ? f.gravityX : world.gravityX;
  const gy: f64 = own ? f.gravityY : world.gravityY;
  const region = regionOf(f, true);
  let total: f64 = 0;
  for (let shape = body.shapeHead; shape != NONE; shape = Shapes.at(shape).next) {
    const record = Shapes.at(shape);
    if ((record.flags & ShapeFlag.Sensor) != 0 || (record.category & f.mask) == 0) {
      continue;
    }
    const local = Shapes.local(shape);
    const localX: f64 = local.x - body.localX;
    const localY: f64 = local.y - body.localY;
    const x: f64 = p.c * localX - p.s * localY;
    const y: f64 = p.s * localX + p.c * localY;
    frame.x = <f32>(p.x + x);
    frame.y = <f32>(p.y + y);
    frame.c = <f32>(p.c * local.c - p.s * local.s);
    frame.s = <f32>(p.s * local.c + p.c * local.s);
    const g = Shapes.geometry(shape);
    if (region != 0) {
      submergedPart(g, frame, Shapes.geometry(region), place, part);
    } else {
      part.area = shapeArea(g);
      part.x = frame.x;
      part.y = frame.y;
    }
    const fx: f64 = -(f.density * part.area * gx);
    const fy: f64 = -(f.density * part.area * gy);
    out.x += fx;
    out.y += fy;
    // By way of the shape's frame, which is rounded: a shape wholly under the fluid has no lever of rounding.
    const rx: f64 = part.x - frame.x + x;
    const ry: f64 = part.y - frame.y + y;
    out.torque += rx * fy - ry * fx;
    resist(f, p, part.area, rx, ry, out);
    total += part.area;
  }
  return total;
}
