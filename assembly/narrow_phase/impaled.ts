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

// Corners on the joints of chains. What comes down pointed where two links meet is under both by a part of a step's way, and nearer to being
// beside their ends than to where it came from. So the two pressed it from the sides and held it for good, and as they look against each other
// no seam hides either (internal_edges.ts). But no link ends where another goes on: the corner comes out towards what the two look to.

/** A link that ends at a joint: where, from the mover's centre of mass, and which way it looks to that. */
@unmanaged
class Line {
  nx: f32;
  ny: f32;
  x: f32;
  y: f32;
  /** It goes on along (ny, −nx) from there by that sign. */
  side: f32;
}

/** A corner of the mover, from its centre of mass. */
@unmanaged
class Corner {
  x: f32;
  y: f32;
}

/** The link that is asked about, and the one behind the joint. */
const link = changetype<Line>(IMPALED_SPACE);
const next = changetype<Line>(IMPALED_SPACE + 20);
const corner = changetype<Corner>(IMPALED_SPACE + 40);
/** The same in the frame of its shape, in doubles: read before `corner` is written over it. */
const LOCAL: usize = IMPALED_SPACE + 40;

/** What leans by less from a link, as a sine, pushes a corner out of it, too. */
const LEAN: f32 = 0.6;
/** Links that turn by more are no line that goes on, as the cosine of the angle. */
const SHARPEST: f32 = 0.5;
/** So far under both lines, in slops, a corner is between them that was not in the last step: farther than nearly all that rests. */
const UNDER: f32 = 0.2;

/**
 * A contact with a link that presses a corner, under that and under the next, aside from their joint becomes one with the face under which
 * the corner is, or gives up its points where that has the corner already. False: it is as it was. `slot`: its own. What `Ground` lists is
 * the mover's.
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
  for (let p = Ground.first, end = Ground.end; p < end; p += offsetof<Ground>()) {
    const g = changetype<Ground>(p);
    const d = Contacts.at(g.contact);
    const pushes = Contacts.touches(d) || (d.flags & ContactFlag.OneWay) == 0;
    const same = d.shapeA == shape || d.shapeB == shape;
    if (g.contact == slot || !same || !pushes || !Ground.isNear(g, segment, box) || !leadsOn(g.shape, shape)) {
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

/** Has it corners, or ends, that go between two links? */
function isCornered(g: ShapeGeometry): bool {
  return g.kind == ShapeKind.Polygon || hasBoxCore(g.kind);
}

/** The side of a link that looks to the centre of a shape, from its end along (c, s) or from the other, as the sign of `end`. */
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

/** Does a shape of the ground go on as a link where the first ends, on the same side of the mover? Then `next` is that. */
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
  // it goes on from there, and neither back nor on the other side
  const cosine: f32 = next.nx * link.nx + next.ny * link.ny;
  return gapX * gapX + gapY * gapY <= near * near && next.side != link.side && cosine > SHARPEST;
}

/** The corner of a shape that is deepest under both → `corner`. */
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

/** Is it beyond the joint, as seen from a link, by more than contacts see? */
function isBeyond(line: Line): bool {
  const along: f32 = (corner.x - line.x) * line.ny - (corner.y - line.y) * line.nx;
  return line.side * along < -world.speculativeDistance;
}

/** Turns a contact to the link that has the corner, if that has no contact with it; `d`: of the next link. */
function turn(c: Contact, d: Contact, first: bool, held: bool): void {
  // under a hollow it is beyond both
  if (!isBeyond(link) || isBeyond(next)) {
    lay(c, link, first, held);
  } else if (!Contacts.touches(d)) {
    lay(c, next, first, held);
  } else {
    Contacts.dropPoints(c);
  }
}

/** Its point keeps the id by which the next manifold finds it, and what it has borne if it was so in the last step. */
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
