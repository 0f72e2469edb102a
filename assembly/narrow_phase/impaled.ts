import { ShapeKind } from "../abi/layout";
import { ShapeGeometry, hasBoxCore } from "../collision/shape_geometry";
import { supportCore } from "../collision/support";
import { Vec2d } from "../collision/vectors";
import { IMPALED_SPACE } from "../memory/fixed";
import { Bodies } from "../world/body";
import { Contact, ContactFlag, Contacts } from "../world/contact";
import { Shapes } from "../world/shape";
import { world } from "../world/world";
import { putOnFace } from "./bends";
import { Ground } from "./grounds";
import { isOnLink } from "./internal_edges";

// Corners on the joints of chains. A pointed shape that comes down where two links meet is under both by part of a step's motion, and
// nearer to being beside their ends than to where it came from. So both pressed it from the sides and held it for good; and as they face
// each other, no seam hides either (internal_edges.ts). But no link ends where another goes on: the corner is brought out the way that
// both links face.

/** A link that ends at a joint: its end, from the mover's centre of mass, and its normal on the mover's side. */
@unmanaged
class Line {
  nx: f32;
  ny: f32;
  x: f32;
  y: f32;
  /** The link goes on from there along (ny, −nx) times this sign. */
  side: f32;
}

/** A corner of the mover, from its centre of mass. */
@unmanaged
class Corner {
  x: f32;
  y: f32;
}

/** The link in question, and the one beyond the joint. */
const link = changetype<Line>(IMPALED_SPACE);
const next = changetype<Line>(IMPALED_SPACE + 20);
const corner = changetype<Corner>(IMPALED_SPACE + 40);
/** The corner in the frame of its shape, in doubles: read before `corner` is written over it. */
const LOCAL: usize = IMPALED_SPACE + 40;

/** A normal that leans from the link's by less than this, as a sine, pushes a corner out of it as well. */
const LEAN: f32 = 0.6;
/** Links that turn by more than this, as the cosine of the angle, are not one line that goes on. */
const SHARPEST: f32 = 0.5;
/** How far under both lines a corner not held in the last step must be (in slops): farther than nearly all resting corners are. */
const UNDER: f32 = 0.2;

/**
 * Deals with a contact with a link that presses a corner aside at a joint, where the corner is under that link and the next. It becomes
 * one with the face that the corner is under, or gives up its points if that face already has a contact with the corner. False: its
 * points are as they were. `slot`: the contact's own. `Ground` must list the mover's contacts.
 */
export function bringOut(slot: u32, c: Contact): bool {
  const first = !Bodies.isDynamic(c.bodyA);
  const segment = first ? c.shapeA : c.shapeB;
  const shape = first ? c.shapeB : c.shapeA;
  if (Shapes.geometry(segment).kind != ShapeKind.Segment || !isCornered(Shapes.geometry(shape))) {
    return false;
  }
  const held = c.flags & ContactFlag.Cornered;
  c.flags ^= held;
  if (isOnLink(segment, c.nx, c.ny, LEAN)) {
    return false;
  }
  const least: f32 = held ? 0 : -UNDER * world.linearSlop;
  const f = Shapes.frame(segment);
  const lean: f32 = f.c * c.nx + f.s * c.ny;
  setLine(link, segment, shape, (first ? lean : -lean) > 0 ? 1 : -1);
  const box = Shapes.fatBox(segment);
  for (let p = Ground.near(0, segment, box); p != 0; p = Ground.near(p, segment, box)) {
    const g = changetype<Ground>(p);
    const d = Contacts.at(g.contact);
    const pushes = Contacts.touches(d) || (d.flags & ContactFlag.OneWay) == 0;
    const same = d.shapeA == shape || d.shapeB == shape;
    if (g.contact == slot || !same || !pushes || !leadsOn(g.shape, shape)) {
      continue;
    }
    findCorner(shape);
    if (height(link) < least && height(next) < least) {
      turn(c, d, first, held != 0);
      return true;
    }
  }
  return false;
}

/** Has a shape corners, or ends, that can go between two links? */
function isCornered(g: ShapeGeometry): bool {
  return g.kind == ShapeKind.Polygon || hasBoxCore(g.kind);
}

/** The side of a link that faces the centre of a shape, from its end along (c, s) or from the other, by the sign of `end`. */
function setLine(out: Line, segment: u32, shape: u32, end: f32): void {
  const f = Shapes.frame(segment);
  const o = Shapes.frame(shape);
  const g = Shapes.geometry(segment);
  const ground = Bodies.mass(Shapes.at(segment).body);
  const mover = Bodies.mass(Shapes.at(shape).body);
  const x: f32 = f.x + (ground.x - mover.x);
  const y: f32 = f.y + (ground.y - mover.y);
  const left: f32 = (o.x - x) * f.s > (o.y - y) * f.c ? -1 : 1;
  out.nx = -left * f.s;
  out.ny = left * f.c;
  out.x = x + end * g.hx * f.c + g.radius * out.nx;
  out.y = y + end * g.hx * f.s + g.radius * out.ny;
  out.side = -left * end; // (ny, -nx) is (c, s) on the left
}

/** Does a shape of the ground go on as a link where the first ends, on the same side of the mover? Then `next` is its line. */
function leadsOn(ground: u32, shape: u32): bool {
  const g = Shapes.geometry(ground);
  if (g.kind != ShapeKind.Segment) {
    return false;
  }
  const f = Shapes.frame(ground);
  const m = Bodies.mass(Shapes.at(ground).body);
  const mm = Bodies.mass(Shapes.at(shape).body);
  const toX: f32 = link.x - (f.x + (m.x - mm.x));
  const toY: f32 = link.y - (f.y + (m.y - mm.y));
  setLine(next, ground, shape, toX * f.c + toY * f.s > 0 ? 1 : -1);
  const gapX: f32 = link.x - next.x;
  const gapY: f32 = link.y - next.y;
  const near: f32 = world.linearSlop + g.radius;
  // the next link goes on from there, neither back nor on the other side
  const cosine: f32 = next.nx * link.nx + next.ny * link.ny;
  return gapX * gapX + gapY * gapY <= near * near && next.side != link.side && cosine > SHARPEST;
}

/** Finds the corner of a shape that is deepest under both lines → `corner`. */
function findCorner(shape: u32): void {
  const g = Shapes.geometry(shape);
  const f = Shapes.frame(shape);
  let nx: f32 = link.nx + next.nx;
  let ny: f32 = link.ny + next.ny;
  const inverse: f32 = 1 / sqrt<f32>(nx * nx + ny * ny);
  nx *= inverse;
  ny *= inverse;
  supportCore(g, -(<f64>(f.c * nx + f.s * ny)), -(<f64>(f.c * ny - f.s * nx)), LOCAL);
  const lx = <f32>Vec2d.x(LOCAL);
  const ly = <f32>Vec2d.y(LOCAL);
  corner.x = f.x + (f.c * lx - f.s * ly) - g.radius * nx;
  corner.y = f.y + (f.s * lx + f.c * ly) - g.radius * ny;
}

/** How high the corner is above the line of a link (unit: m). */
function height(line: Line): f32 {
  return (corner.x - line.x) * line.nx + (corner.y - line.y) * line.ny;
}

/** Is the corner beyond the joint, as seen from a link, by more than the speculative distance? */
function isBeyond(line: Line): bool {
  const along: f32 = (corner.x - line.x) * line.ny - (corner.y - line.y) * line.nx;
  return line.side * along < -world.speculativeDistance;
}

/** Turns a contact to the link that the corner is under, if that has no contact with it; `d`: the contact with the next link. */
function turn(c: Contact, d: Contact, first: bool, held: bool): void {
  // under a hollow the corner is beyond both
  if (!isBeyond(link) || isBeyond(next)) {
    lay(c, link, first, held);
  } else if (!Contacts.touches(d)) {
    lay(c, next, first, held);
  } else {
    Contacts.dropPoints(c);
  }
}

/** Lays a contact on a line. The point keeps the id by which the next manifold finds it, and its impulses if it was laid before. */
function lay(c: Contact, line: Line, first: bool, held: bool): void {
  const a = Bodies.mass(c.bodyA);
  const b = Bodies.mass(c.bodyB);
  const gap = height(line);
  const x: f32 = corner.x - 0.5 * gap * line.nx + (first ? b.x - a.x : 0);
  const y: f32 = corner.y - 0.5 * gap * line.ny + (first ? b.y - a.y : 0);
  const id = c.id1;
  const normalImpulse: f32 = held ? c.normalImpulse1 : 0;
  const tangentImpulse: f32 = held ? c.tangentImpulse1 : 0;
  putOnFace(c, first ? line.nx : -line.nx, first ? line.ny : -line.ny, x, y, gap);
  c.id1 = id;
  c.normalImpulse1 = normalImpulse;
  c.tangentImpulse1 = tangentImpulse;
  c.flags |= ContactFlag.Cornered;
}
