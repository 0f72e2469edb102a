import { ShapeKind } from "../abi/layout";
import { Aabb } from "../collision/aabb";
import { NearestPoint, nearestPoint } from "../collision/point";
import { Frame, ShapeGeometry, hasBoxCore, isElliptic } from "../collision/shape_geometry";
import { supportCore } from "../collision/support";
import { Vec2d } from "../collision/vectors";
import { SEAM_BOX, SEAM_SPACE } from "../memory/fixed";
import { Bodies, NONE } from "../world/body";
import { Contact, ContactFlag, ContactKernel, Contacts } from "../world/contact";
import { Joints } from "../world/joint";
import { WHIPPED } from "../world/settings";
import { Shapes } from "../world/shape";
import { world } from "../world/world";
import { approach, lookahead } from "./general";
import { Ground } from "./grounds";

// No bumps over seams. A body that slides over a row of boxes, tiles or chain links sinks into them by the slop, and so meets the end of
// the next one sideways, where there is no surface: an internal edge. Such a contact is recognised by the ground that the mover already
// stands on, and left out. No shape needs to know its neighbours, so links, boxes and polygons of one body or of several, with either
// side up, are equally smooth.
//
// In the spirit of the removal of internal edges in Jolt (J. Rouwé) and of the ghost vertices of Box2D (E. Catto), which
// need a mesh or a chain to know what lies beside a face.

const frame = changetype<Frame>(SEAM_SPACE);
const nearest = changetype<NearestPoint>(SEAM_SPACE + 16);
const LOCAL: usize = SEAM_SPACE + 40;
const END: usize = SEAM_SPACE + 56;
/** The box that ground has to meet to hide the contact in question. */
const within = changetype<Aabb>(SEAM_BOX);

/** Where a mover meets one shape of the ground, relative to that shape's body. */
@unmanaged
export class Surface {
  /** Unit normal towards the mover. */
  nx: f32;
  ny: f32;
  /** Points on the surface of the ground (unit: m). */
  x1: f32;
  y1: f32;
  x2: f32;
  y2: f32;
  /** Gap between the mover and the ground, negative when overlapping (unit: m). */
  gap: f32;
  shape: u32;

  /** From one point of a shape's surface, in world coordinates. (nx, ny): the normal from the mover to the ground. */
  static set(out: Surface, shape: u32, x: f32, y: f32, nx: f32, ny: f32, gap: f32): void {
    const m = Bodies.mass(Shapes.at(shape).body);
    out.nx = -nx;
    out.ny = -ny;
    out.x1 = x - m.x;
    out.y1 = y - m.y;
    out.x2 = out.x1;
    out.y2 = out.y1;
    out.gap = gap;
    out.shape = shape;
  }

  /**
   * From a contact with points; `first`: the ground is its first shape. A contact that was collided turned ahead (general.ts) has the
   * points of that later pose but the gaps of the step's beginning: the surface is found with the later gaps, and turned back with the
   * ground.
   */
  static read(out: Surface, c: Contact, first: bool): void {
    const sign: f32 = first ? 1 : -1;
    const nx: f32 = sign * c.nx;
    const ny: f32 = sign * c.ny;
    const two = Contacts.hasTwo(c);
    let s1: f32 = c.separation1;
    let s2: f32 = c.separation2;
    const time: f32 = Contacts.kernel(c) < <u32>ContactKernel.General ? 0 : lookahead(c);
    if (time > 0) {
      s1 -= approach(c, time, c.aX1, c.aY1);
      s2 -= approach(c, time, c.aX2, c.aY2);
    }
    const massA = Bodies.mass(c.bodyA);
    const mass = Bodies.mass(first ? c.bodyA : c.bodyB);
    const offX: f32 = mass.x - massA.x;
    const offY: f32 = mass.y - massA.y;
    out.nx = nx;
    out.ny = ny;
    // how far a circle will have rolled (ahead.ts)
    const rolled: f32 = first || (c.flags & ContactFlag.TwoPoints) != 0 ? 0 : c.aY2;
    out.x1 = c.aX1 - offX - 0.5 * s1 * nx + rolled * c.ny;
    out.y1 = c.aY1 - offY - 0.5 * s1 * ny - rolled * c.nx;
    out.x2 = two ? c.aX2 - offX - 0.5 * s2 * nx : out.x1;
    out.y2 = two ? c.aY2 - offY - 0.5 * s2 * ny : out.y1;
    out.gap = two ? min<f32>(s1, s2) : s1;
    out.shape = first ? c.shapeA : c.shapeB;
    if (time > 0) {
      Surface.turnBack(out, time * Bodies.velocity(first ? c.bodyA : c.bodyB).w);
    }
  }

  /** Turns the surface back by an angle, given as its tangent, about the ground's centre of mass. */
  private static turnBack(out: Surface, tangent: f32): void {
    const c: f32 = 1 / sqrt<f32>(1 + tangent * tangent);
    const s: f32 = c * tangent;
    const nx = out.nx;
    const x1 = out.x1;
    const x2 = out.x2;
    out.nx = c * nx + s * out.ny;
    out.ny = c * out.ny - s * nx;
    out.x1 = c * x1 + s * out.y1;
    out.y1 = c * out.y1 - s * x1;
    out.x2 = c * x2 + s * out.y2;
    out.y2 = c * out.y2 - s * x2;
  }
}

/** Where the contact in question meets the ground. */
export const probed = changetype<Surface>(SEAM_SPACE + 72);
/** Where another contact, which may hide that one, meets the ground: the one that hides it, or the last that was asked. */
export const cover = changetype<Surface>(SEAM_SPACE + 104);

/** Ground that turns by more than this, as the cosine of the angle, is a step and not a bend of a chain. */
const BEND: f32 = 0.9;
/** Two pieces of ground face the same way, so that a body comes down on both at once, up to this cosine of their angle. */
export const ALIKE: f32 = 0.99;
/** How far a normal may lean from that of a face, as a sine: no more than rounding. */
const LEVEL: f32 = 1e-5;
/** How far around a contact point the surface is examined, in slops. */
const WINDOW: f32 = 4;
/** Ground that turns from the ground the mover stands on by more than this, as the cosine of the angle, is met ahead, not come down on. */
const AHEAD: f32 = 0.7;
/** Touched ground that turns by more than 120° presses the body from the other side: were either left out, the body would go through it. */
const OPPOSED: f32 = -0.5;
/** Directions this far to either side of the normal find the ends of a face that faces the mover (unit: rad). */
const FACE_ANGLE: f32 = 0.015;
/** Directions this far to the side, as a tangent, find where the faces of a corner that faces the mover lead. */
const CORNER_ANGLE: f32 = 15;

/** Where a shape's face towards (nx, ny) ends on one `side`, in world axes from the shape's centre → `END`. `angle`: as a tangent. */
function faceEnd(g: ShapeGeometry, f: Frame, nx: f32, ny: f32, side: f32, window: f32, angle: f32): void {
  const bend: f32 = isElliptic(g) ? min<f32>(window / min<f32>(g.hx, g.hy), 0.5) : angle;
  const t: f32 = side * bend;
  const dx: f32 = nx - t * ny;
  const dy: f32 = ny + t * nx;
  supportCore(g, <f64>(f.c * dx + f.s * dy), <f64>(f.c * dy - f.s * dx), LOCAL);
  const lx = <f32>Vec2d.x(LOCAL);
  const ly = <f32>Vec2d.y(LOCAL);
  // the cosine and sine of the arc within the window, to second order
  const r = g.radius;
  const a: f32 = r > 0 ? side * min<f32>(window / r, 0.5) : 0;
  const ca: f32 = r * (1 - 0.5 * a * a);
  const sa: f32 = r * a;
  store<f32>(END, f.c * lx - f.s * ly + (ca * nx - sa * ny));
  store<f32>(END, f.s * lx + f.c * ly + (ca * ny + sa * nx), 4);
}

/** Is (x, y), relative to the body of the covering ground, within `reach` of that ground? */
export function isBeside(cover: Surface, x: f32, y: f32, reach: f32): bool {
  const f = Shapes.frame(cover.shape);
  const g = Shapes.geometry(cover.shape);
  const dx: f32 = x - f.x;
  const dy: f32 = y - f.y;
  const far: f32 = reach + g.bound;
  if (!(dx * dx + dy * dy <= far * far)) {
    return false;
  }
  if (hasBoxCore(g.kind)) {
    const gx: f32 = max<f32>(abs<f32>(f.c * dx + f.s * dy) - g.hx, 0);
    const gy: f32 = max<f32>(abs<f32>(f.c * dy - f.s * dx) - g.hy, 0);
    const round: f32 = reach + g.radius;
    return gx * gx + gy * gy <= round * round;
  }
  frame.x = f.x;
  frame.y = f.y;
  frame.c = f.c;
  frame.s = f.s;
  return nearestPoint(g, frame, x, y, nearest) <= reach;
}

/**
 * Does the covering ground go on along the normal of `s` from (x, y)? Then that normal points into ground. Of two faces that a face lies
 * on or comes down on, neither hides the other. Along the normal of a ball at its end, a short link goes on by very little.
 */
export function goesOn(s: Surface, cover: Surface, x: f32, y: f32): bool {
  const g = Shapes.geometry(cover.shape);
  const f = Shapes.frame(cover.shape);
  if (g.kind == ShapeKind.HalfSpace) {
    return s.nx * f.c + s.ny * f.s < 0.999;
  }
  supportCore(g, <f64>(f.c * s.nx + f.s * s.ny), <f64>(f.c * s.ny - f.s * s.nx), LOCAL);
  const lx = <f32>Vec2d.x(LOCAL);
  const ly = <f32>Vec2d.y(LOCAL);
  const px: f32 = f.x + (f.c * lx - f.s * ly);
  const py: f32 = f.y + (f.s * lx + f.c * ly);
  let least: f32 = 0.1 * world.linearSlop;
  if (s.x1 == s.x2 && s.y1 == s.y2) {
    least = min<f32>(least, 0.002 * g.bound + 4 * f32.EPSILON * (abs<f32>(px) + abs<f32>(py)));
  }
  return (px - x) * s.nx + (py - y) * s.ny + g.radius > least;
}

/** Height at the end just found, or at the window's edge if that comes first on the way there from a point (x, y) of height h. */
function endHeight(ex: f32, ey: f32, end: f32, x: f32, y: f32, h: f32, window: f32): f32 {
  const gx: f32 = ex - x;
  const gy: f32 = ey - y;
  const away: f32 = sqrt<f32>(gx * gx + gy * gy);
  return away > window ? h + ((end - h) * window) / away : end;
}

/** Is a shape a link met between its ends, where it is surface: by a normal that leans from its own by less than `lean`, a sine? */
export function isOnLink(shape: u32, nx: f32, ny: f32, lean: f32): bool {
  const f = Shapes.frame(shape);
  return Shapes.geometry(shape).kind == ShapeKind.Segment && abs<f32>(f.c * nx + f.s * ny) < lean;
}

/**
 * Is the ground that a mover meets at `s` hidden by the ground that it stands on at `cover`? It is if all of it near the contact lies
 * beside the cover and no higher than the cover's surface, and its normal points into the cover.
 */
export function isHidden(s: Surface, cover: Surface): bool {
  const slop = world.linearSlop;
  const cosine: f32 = s.nx * cover.nx + s.ny * cover.ny;
  if (cosine < OPPOSED && s.gap <= 0) {
    return false;
  }
  const ms = Bodies.mass(Shapes.at(s.shape).body);
  const mc = Bodies.mass(Shapes.at(cover.shape).body);
  const dx: f32 = ms.x - mc.x;
  const dy: f32 = ms.y - mc.y;
  // Ground met ahead may lie as far beside the cover as it is ahead: a corner at the end of a link meets not the next but the one after.
  const ahead: f32 = cosine < AHEAD ? max<f32>(0, s.gap) : 0;
  const reach: f32 = slop + max<f32>(0, -cover.gap) + ahead;
  const x1: f32 = s.x1 + dx;
  const y1: f32 = s.y1 + dy;
  // Where the normal is that of the mover's face, only the deeper of two points lies on the surface, whichever of them that is.
  const base: f32 = max<f32>(cover.x1 * cover.nx + cover.y1 * cover.ny, cover.x2 * cover.nx + cover.y2 * cover.ny);
  const h1: f32 = x1 * cover.nx + y1 * cover.ny - base;
  const x2: f32 = s.x2 + dx;
  const y2: f32 = s.y2 + dy;
  const h2: f32 = x2 * cover.nx + y2 * cover.ny - base;
  let height: f32 = max<f32>(h1, h2);
  if (height > slop || !isBeside(cover, x1, y1, reach) || !isBeside(cover, x2, y2, reach)) {
    return false;
  }
  const g = Shapes.geometry(s.shape);
  if (cosine > BEND && isOnLink(s.shape, s.nx, s.ny, LEVEL)) {
    return false; // the chain leads on in a bend
  }
  const second = (x2 - x1) * s.nx + (y2 - y1) * s.ny > 0;
  if (g.kind == ShapeKind.HalfSpace || !goesOn(s, cover, second ? x2 : x1, second ? y2 : y1)) {
    return false;
  }
  // height above the cover's surface of the highest point near the contact
  const f = Shapes.frame(s.shape);
  const window: f32 = WINDOW * slop;
  for (let turn: u32 = 0; turn < 4; turn++) {
    faceEnd(g, f, s.nx, s.ny, turn & 1 ? 1 : -1, window, turn & 2 ? CORNER_ANGLE : FACE_ANGLE);
    const ex: f32 = f.x + load<f32>(END) + dx;
    const ey: f32 = f.y + load<f32>(END, 4) + dy;
    const end: f32 = ex * cover.nx + ey * cover.ny - base;
    height = max<f32>(height, endHeight(ex, ey, end, x1, y1, h1, window));
    height = max<f32>(height, endHeight(ex, ey, end, x2, y2, h2, window));
  }
  return height <= slop;
}

/** How high above a ground shape a point may be and still lie on it: over a short link, a slanted face rises by less than the slop. */
function level(shape: u32): f32 {
  return min<f32>(world.linearSlop, 0.02 * Shapes.geometry(shape).bound);
}

/**
 * Of two points of a contact, read into `s`, the farther counts only if the mover may come down to the covering ground there within the
 * step: a slanted face is far above the ground on the other side of a seam, and slides over all of it.
 */
function dropFar(s: Surface, c: Contact, first: bool, cover: Surface): void {
  const second = c.separation2 > c.separation1;
  const where: f32 = second ? 1 : 0;
  const a = Bodies.velocity(c.bodyA);
  const b = Bodies.velocity(c.bodyB);
  const drift: f32 = Contacts.driftX(c, a, b, where) * cover.nx + Contacts.driftY(c, a, b, where) * cover.ny;
  // a contact seen ahead of its landing comes down as fast as an end that has not landed yet may
  const time: f32 = Contacts.gap(c) > world.speculativeDistance ? WHIPPED * world.dt : world.dt;
  const rise: f32 = first ? drift * time : -drift * time;
  const height: f32 = max<f32>(c.separation1, c.separation2) * (s.nx * cover.nx + s.ny * cover.ny);
  if (height + rise <= level(s.shape)) {
    return;
  }
  if (second) {
    s.x2 = s.x1;
    s.y2 = s.y1;
  } else {
    s.x1 = s.x2;
    s.y1 = s.y2;
  }
}

/** A body with more contacts is ground to what moves on it, and not asked what it slides over: each check goes over all of them. */
export const MOST_CONTACTS: u32 = 64;

/** Which of the two bodies of a contact may be ground with seams, as bits. */
export const enum Seamed {
  A = 1,
  B = 2,
}

/**
 * The bodies of a contact that may have seams: those of several shapes, those joined to others, those that are not dynamic. None unless
 * the touch begins while the bodies slide or roll, or heaps would never rest. None if the contact is deep: ground that gives has to push
 * a body out wherever it is.
 */
export function seamedSides(c: Contact): u32 {
  if ((c.flags & (ContactFlag.Touching | ContactFlag.Sensor)) != 0 || Contacts.isDeep(c)) {
    return 0;
  }
  const sides: u32 = (isSeamed(c.bodyA) ? Seamed.A : 0) | (isSeamed(c.bodyB) ? Seamed.B : 0);
  if (sides == 0) {
    return 0;
  }
  return speedSquared(c) > world.sleepThreshold * world.sleepThreshold ? sides : 0;
}

/** Square of the bodies' relative speed, at the contact or of their centres if that is more: a rolling body is fast too (unit: m²/s²). */
function speedSquared(c: Contact): f32 {
  const a = Bodies.velocity(c.bodyA);
  const b = Bodies.velocity(c.bodyB);
  const x = Contacts.driftX(c, a, b, 0);
  const y = Contacts.driftY(c, a, b, 0);
  const vx: f32 = b.vx - a.vx;
  const vy: f32 = b.vy - a.vy;
  return max<f32>(x * x + y * y, vx * vx + vy * vy);
}

/** Is a contact deeper than a seam, and than its bodies can have come within a step? A fast body goes deep into a bend, and slides on. */
function isSunk(c: Contact): bool {
  const gap = Contacts.gap(c);
  return Contacts.isDeep(c) && speedSquared(c) * world.dt * world.dt < gap * gap;
}

function isSeamed(body: u32): bool {
  const b = Bodies.at(body);
  return b.jointColours != 0 || b.shapeCount > 1 || !Bodies.isDynamic(body);
}

/** Do two bodies form one surface: as the same body, as two that a joint holds together, or as ground and a body pinned to ground? */
function goTogether(bodyA: u32, bodyB: u32): bool {
  if (bodyA == bodyB) {
    return true;
  }
  if ((Bodies.at(bodyA).jointColours | Bodies.at(bodyB).jointColours) == 0) {
    return false;
  }
  const fewer = Bodies.at(bodyA).jointCount <= Bodies.at(bodyB).jointCount;
  const body = Bodies.isDynamic(bodyA) && (fewer || !Bodies.isDynamic(bodyB)) ? bodyA : bodyB;
  const other = bodyA + bodyB - body;
  for (let edge = Bodies.at(body).jointHead; edge != NONE; edge = load<u32>(Joints.edge(edge))) {
    const j = Joints.at(edge >> 1);
    const held = (edge & 1) != 0 ? j.bodyA : j.bodyB;
    if (held == other || !(Bodies.isDynamic(held) || Bodies.isDynamic(other))) {
      return true;
    }
  }
  return false;
}

/**
 * Is a touching contact only the meeting of a seam? One with ground is if other ground hides it; one that begins while its bodies slide
 * is if it is hidden by what the ground that ends there, dynamic or not, goes on in. All manifolds of the step must have been made. Of
 * two contacts that hide each other, the one asked about first goes. A deep contact is no seam: inside two blocks side by side, a body
 * has one contact with each, and is held by both or by neither.
 */
export function isInternal(slot: u32, c: Contact): bool {
  if (Contacts.isDeep(c)) {
    return false;
  }
  let sides = seamedSides(c);
  if ((c.flags & ContactFlag.Static) != 0) {
    const first = !Bodies.isDynamic(c.bodyA);
    if (isSeamOfGround(slot, c, first)) {
      return true;
    }
    sides &= first ? Seamed.A : Seamed.B;
  }
  return ((sides & Seamed.A) != 0 && isSeamOf(slot, c, true)) || ((sides & Seamed.B) != 0 && isSeamOf(slot, c, false));
}

/** Does other ground that the mover touches hide a contact with ground, which is its first body or the second? `Ground` must list it. */
function isSeamOfGround(slot: u32, c: Contact, first: bool): bool {
  const s = probed;
  Surface.read(s, c, first);
  const m = Bodies.mass(first ? c.bodyA : c.bodyB);
  // what `isHidden` reaches; boxes of ground are larger than it by no more than a margin
  const reach: f32 = world.linearSlop + world.boxMargin + max<f32>(0, s.gap);
  within.x0 = m.x + min<f32>(s.x1, s.x2) - reach;
  within.y0 = m.y + min<f32>(s.y1, s.y2) - reach;
  within.x1 = m.x + max<f32>(s.x1, s.x2) + reach;
  within.y1 = m.y + max<f32>(s.y1, s.y2) + reach;
  for (let p = Ground.near(0, s.shape, SEAM_BOX); p != 0; p = Ground.near(p, s.shape, SEAM_BOX)) {
    const other = changetype<Ground>(p).contact;
    if (other != slot && covers(other, c, first)) {
      return true;
    }
  }
  return false;
}

/** Does another shape that forms one surface with the ground of a contact, its first body or the second, hide it? */
function isSeamOf(slot: u32, c: Contact, first: bool): bool {
  const ground = first ? c.bodyA : c.bodyB;
  const mover = first ? c.bodyB : c.bodyA;
  const b = Bodies.at(mover);
  const known = c.flags & ContactFlag.Static; // what never moves has been asked
  if (known != 0 && b.contactCount == b.groundContacts) {
    return false;
  }
  const s = probed;
  Surface.read(s, c, first);
  const walked = b.contactCount > MOST_CONTACTS ? Contacts.fewer(mover, ground) : mover;
  for (let edge = Bodies.at(walked).contactHead; edge != NONE; edge = load<u32>(Contacts.edge(edge))) {
    const other = edge >> 1;
    const d = Contacts.at(other);
    const between = (d.flags & ContactFlag.Sensor) == 0 && (d.bodyA == mover || d.bodyB == mover);
    if (
      other == slot ||
      !between ||
      (d.flags & known) != 0 ||
      (d.bodyA == mover ? d.shapeB : d.shapeA) == s.shape ||
      !Contacts.touches(d) ||
      Contacts.isDeep(d) ||
      !goTogether(ground, d.bodyA + d.bodyB - mover)
    ) {
      continue;
    }
    if (covers(other, c, first)) {
      return true;
    }
  }
  return false;
}

/** Is a contact, read into `probed`, hidden by the ground that the mover touches at the other contact? */
function covers(other: u32, c: Contact, first: bool): bool {
  const d = Contacts.at(other);
  if (!Contacts.touches(d) || ((d.flags & ContactFlag.Static) != 0 && isSunk(d))) {
    return false;
  }
  const s = probed;
  Surface.read(cover, d, d.bodyA != (first ? c.bodyB : c.bodyA));
  const far = Contacts.hasTwo(c) && max<f32>(c.separation1, c.separation2) > level(s.shape);
  if (far) {
    Surface.read(s, c, first);
    dropFar(s, c, first, cover);
  }
  return isHidden(s, cover);
}
