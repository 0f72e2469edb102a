import { ShapeKind } from "../abi/layout";
import { collide } from "../collision/collide";
import { boxesOverlap } from "../collision/wide_bvh";
import { Frame, Hull, Manifold, ShapeGeometry, isElliptic } from "../collision/shape_geometry";
import { Vec2 } from "../collision/vectors";
import { List } from "../memory/buffer";
import { NARROW_SPACE } from "../memory/fixed";
import { Bodies } from "../world/body";
import { Lists } from "../world/buffers";
import { Contact, ContactFlag, ContactKernel, Contacts } from "../world/contact";
import { Row } from "../world/contact_rows";
import { Shapes } from "../world/shape";
import { world } from "../world/world";
import { MOST_TURN, gapAhead, mayBeLink, middle, roomToRoll, wayAlong, wayOnCircle } from "./ahead";

const frameA = changetype<Frame>(NARROW_SPACE);
const frameB = changetype<Frame>(NARROW_SPACE + 16);
const manifold = changetype<Manifold>(NARROW_SPACE + 32);
/** The rows of both points of a contact, as they were before the step. */
const OLD: usize = NARROW_SPACE + 80;

/** How far an ellipse may be carried by the turn of its body, as a share of its inner radius. */
const FAR: f32 = 0.25;

/** A contact's normal is that of a face if the cosine of the angle between them is at least this. */
const ONE: f32 = 0.99999;

/** The inner radius of an ellipse, infinite for other shapes. @inline */
function curvedInner(g: ShapeGeometry): f32 {
  return isElliptic(g) ? g.inner : Infinity;
}

/** How far from its body's centre of mass a shape is. @inline */
function offset(shape: u32): f32 {
  const f = Shapes.frame(shape);
  return sqrt<f32>(f.x * f.x + f.y * f.y);
}

/**
 * How far ahead a pair's bodies are turned before they are collided (unit: s): to the middle of the sub-steps (ahead.ts) if one shape is
 * an ellipse, less if they would turn far by then, else 0. Bodies are turned in place, not moved: a sliding body would be seen on the far
 * side of a seam. Nor may the turn carry a shape far, or it would be seen on the far side of a line.
 */
export function lookahead(c: Contact): f32 {
  const size: f32 = min<f32>(curvedInner(Shapes.geometry(c.shapeA)), curvedInner(Shapes.geometry(c.shapeB)));
  if (size == Infinity) {
    return 0;
  }
  const ahead = middle();
  const turnA: f32 = ahead * abs<f32>(Bodies.velocity(c.bodyA).w);
  const turnB: f32 = ahead * abs<f32>(Bodies.velocity(c.bodyB).w);
  const way: f32 = turnA * offset(c.shapeA) + turnB * offset(c.shapeB);
  return ahead / max<f32>(max<f32>(way / (FAR * size), max<f32>(turnA, turnB) / MOST_TURN), 1);
}

/**
 * The radius with which the surface of a shape is round. An ellipse of equal half axes is a circle, and so is a superellipse with such
 * axes and an exponent of 2.
 * @inline
 */
function roundness(g: ShapeGeometry): f32 {
  const round = g.kind == ShapeKind.Ellipse || (g.kind == ShapeKind.Superellipse && g.exponent == 2);
  return round && g.hx == g.hy ? g.hx + g.radius : g.radius;
}

/** The frame of a shape about its body's centre of mass, turned as the body will be a time ahead (unit: s). */
function frameAhead(body: u32, shape: u32, time: f32, out: Frame): void {
  const f = Shapes.frame(shape);
  const a: f32 = time * Bodies.velocity(body).w;
  const c: f32 = 1 / sqrt<f32>(1 + a * a);
  const s: f32 = a * c;
  out.x = c * f.x - s * f.y;
  out.y = s * f.x + c * f.y;
  out.c = c * f.c - s * f.s;
  out.s = s * f.c + c * f.s;
}

/** Collides the shapes of a contact, turned a time ahead, in world axes about A's centre of mass → `manifold`. */
function collideContact(c: Contact, speculative: f32, time: f32): void {
  const massA = Bodies.mass(c.bodyA);
  const massB = Bodies.mass(c.bodyB);
  if (time > 0) {
    frameAhead(c.bodyA, c.shapeA, time, frameA);
    frameAhead(c.bodyB, c.shapeB, time, frameB);
  } else {
    const a = Shapes.frame(c.shapeA);
    const b = Shapes.frame(c.shapeB);
    frameA.x = a.x;
    frameA.y = a.y;
    frameA.c = a.c;
    frameA.s = a.s;
    frameB.x = b.x;
    frameB.y = b.y;
    frameB.c = b.c;
    frameB.s = b.s;
  }
  frameB.x += massB.x - massA.x;
  frameB.y += massB.y - massA.y;
  collideFrames(c, speculative);
}

function collideFrames(c: Contact, speculative: f32): void {
  collide(
    Shapes.geometry(c.shapeA),
    frameA,
    Shapes.geometry(c.shapeB),
    frameB,
    speculative,
    world.linearSlop,
    manifold,
  );
}

/**
 * How far the bodies approach along the normal by turning for a time, at a point given from A's centre: it takes a gap of that later pose
 * back to the step's beginning.
 * @inline
 */
export function approach(c: Contact, time: f32, x: f32, y: f32): f32 {
  const massA = Bodies.mass(c.bodyA);
  const massB = Bodies.mass(c.bodyB);
  const wA: f32 = time * Bodies.velocity(c.bodyA).w;
  const wB: f32 = time * Bodies.velocity(c.bodyB).w;
  const bX: f32 = x - (massB.x - massA.x);
  const bY: f32 = y - (massB.y - massA.y);
  return (wB * bY - wA * y) * c.nx + (wA * x - wB * bX) * c.ny;
}

/** Distance from the point where a circle (A) touches a face of B to the nearer end of that face; 0 at a corner. */
function roomOnFace(c: Contact): f32 {
  const g = Shapes.geometry(c.shapeB);
  if (g.kind == ShapeKind.HalfSpace) {
    return Infinity;
  }
  if (g.hull == 0) {
    return 0;
  }
  const hull = changetype<Hull>(g.hull);
  const nx: f32 = frameB.c * c.nx + frameB.s * c.ny;
  const ny: f32 = frameB.c * c.ny - frameB.s * c.nx;
  const x: f32 = frameA.x - frameB.x;
  const y: f32 = frameA.y - frameB.y;
  const along: f32 = x * c.ny - y * c.nx;
  for (let i = 0, n = hull.count; i < n; i++) {
    const normal = Vec2.at(Hull.normals(hull), i);
    if (Vec2.x(normal) * nx + Vec2.y(normal) * ny < -ONE) {
      const v = Vec2.at(Hull.vertices(hull), i);
      const w = Vec2.at(Hull.vertices(hull), i + 1 < n ? i + 1 : 0);
      const from: f32 = Vec2.x(v) * ny - Vec2.y(v) * nx;
      const to: f32 = Vec2.x(w) * ny - Vec2.y(w) * nx;
      return max<f32>(min<f32>(along - from, to - along), 0);
    }
  }
  return 0;
}

/**
 * For a circle (A) that rolls on a shape with faces: sets the normal and the gap with what it will meet (ahead.ts), and in place of a
 * second point how far the contact point travels along each body.
 */
function rollAhead(c: Contact): void {
  const a = Bodies.velocity(c.bodyA);
  const b = Bodies.velocity(c.bodyB);
  const massA = Bodies.mass(c.bodyA);
  const massB = Bodies.mass(c.bodyB);
  const x = frameA.x;
  const y = frameA.y;
  const nx = c.nx;
  const ny = c.ny;
  const vx: f32 = a.vx - b.vx - a.w * y + b.w * (y - (massB.y - massA.y));
  const vy: f32 = a.vy - b.vy + a.w * x - b.w * (x - (massB.x - massA.x));
  const g = Shapes.geometry(c.shapeB);
  const faced = Shapes.geometry(c.shapeA).kind == ShapeKind.Circle && (g.hull != 0 || g.kind == ShapeKind.HalfSpace);
  const toEnd: f32 = faced ? roomOnFace(c) : 0;
  const distance: f32 = faced ? max<f32>(c.separation1 + c.radiusA + c.radiusB, 0) : 0;
  const speed: f32 = vx * ny - vy * nx;
  const comes: f32 = vx * nx + vy * ny;
  const links = mayBeLink<f32, bool>(toEnd, distance, c.radiusA + c.radiusB, comes, speed);
  const room = roomToRoll<f32, bool>(toEnd, distance, comes, speed, links);
  const ahead = middle();
  let way = wayAlong<f32>(room, ahead, speed);
  if (abs<f32>(way) > toEnd) {
    frameA.x = x + way * ny;
    frameA.y = y - way * nx;
    collideFrames(c, world.speculativeDistance + abs<f32>(way)); // along the tangent it is farther from a corner
    if (manifold.count > 0) {
      c.nx = manifold.nx;
      c.ny = manifold.ny;
      const back: f32 = manifold.separation1 + way * (ny * c.nx - nx * c.ny);
      const lands = toEnd == 0 && roomOnFace(c) > 0;
      c.separation1 = gapAhead<f32, bool>(lands, back, c.separation1);
      const k: f32 = c.radiusA + 0.5 * c.separation1;
      c.aX1 = x + k * c.nx;
      c.aY1 = y + k * c.ny;
      way *= nx * c.nx + ny * c.ny;
    }
  }
  c.aX2 = wayOnCircle<f32, bool>(room, ahead, b.w - a.w, x * c.nx + y * c.ny);
  c.aY2 = way;
}

/** @inline */
function copyRow(to: usize, from: usize): void {
  store<u64>(to, load<u64>(from));
  store<u64>(to, load<u64>(from, 8), 8);
}

/**
 * Writes a manifold point (given from the centre of shape A) to its anchor and row, keeping the impulses that the point with its id had
 * before. `time`: how far ahead the pair was turned (unit: s).
 */
function setPoint(c: Contact, second: bool, x: f32, y: f32, separation: f32, id: f32, time: f32): void {
  const aX: f32 = frameA.x + x;
  const aY: f32 = frameA.y + y;
  const anchor = Row.anchors(changetype<usize>(c)) + (second ? 8 : 0);
  store<f32>(anchor, aX);
  store<f32>(anchor, aY, 4);
  const row = second ? Row.point2(changetype<usize>(c)) : Row.point1(changetype<usize>(c));
  store<f32>(row, time > 0 ? separation + approach(c, time, aX, aY) : separation);
  store<f32>(row, id, 12);
  const old = id == load<f32>(OLD, 12) ? OLD : OLD + 16;
  if (id == load<f32>(old, 12)) {
    store<f32>(row, load<f32>(old, 4), 4);
    store<f32>(row, load<f32>(old, 8), 8);
  }
}

/** Writes the first `count` points of `manifold`, made with the bodies turned a time ahead, to the contact. */
function writeManifold(c: Contact, count: i32, time: f32): void {
  copyRow(OLD, Row.point1(changetype<usize>(c)));
  copyRow(OLD + 16, Row.point2(changetype<usize>(c)));
  c.radiusA = roundness(Shapes.geometry(c.shapeA));
  c.radiusB = roundness(Shapes.geometry(c.shapeB));
  c.nx = manifold.nx;
  c.ny = manifold.ny;
  Contacts.dropPoints(c);
  if (count > 0) {
    setPoint(c, false, manifold.x1, manifold.y1, manifold.separation1, manifold.id1, time);
  }
  if (count > 1) {
    setPoint(c, true, manifold.x2, manifold.y2, manifold.separation2, manifold.id2, time);
  } else {
    // No second point; the solver masks it out by its id.
    c.aX2 = c.aX1;
    c.aY2 = c.aY1;
    c.separation2 = c.separation1;
  }
}

/** Collides a contact without points in its present pose. False: the shapes are farther apart than `reach` (unit: m). */
export function collideFarther(c: Contact, reach: f32): bool {
  collideContact(c, reach, 0);
  const count = manifold.count;
  if (count == 0) {
    return false;
  }
  writeManifold(c, count, 0);
  if ((c.flags & ContactFlag.TwoPoints) == 0) {
    c.aX2 = 0; // a circle does not roll on what it has not reached
    c.aY2 = 0;
  }
  return true;
}

/** Any pair of shapes, one at a time. */
export function updateGeneral(kernel: u32): void {
  const list = Lists.kernel(kernel);
  const spec = world.speculativeDistance;
  for (let k: u32 = 0, n = list.count; k < n; k++) {
    const c = Contacts.at(List.get(list, k));
    let time = lookahead(c);
    collideContact(c, spec, time);
    if (
      time > 0 &&
      manifold.count == 0 &&
      (Bodies.at(c.bodyA).contactColours | Bodies.at(c.bodyB).contactColours) == 0
    ) {
      time = 0; // a landing body may turn away: it touches as it is now
      collideContact(c, spec, time);
    }
    // Turned ahead, shapes may touch whose boxes have parted, and a contact whose boxes part has to end.
    const apart = time > 0 && !boxesOverlap(Shapes.fatBox(c.shapeA), Shapes.fatBox(c.shapeB));
    const count = apart ? 0 : manifold.count;
    writeManifold(c, count, time);
    if (count < 2 && kernel == ContactKernel.GeneralRound) {
      rollAhead(c);
      c.separation2 = c.separation1;
    }
  }
}

/** Sensors: does anything overlap at all? */
export function updateSensors(kernel: u32): void {
  const list = Lists.kernel(kernel);
  for (let k: u32 = 0, n = list.count; k < n; k++) {
    const c = Contacts.at(List.get(list, k));
    collideContact(c, 0, 0);
    c.id1 = manifold.count > 0 ? 0 : -1;
  }
}
