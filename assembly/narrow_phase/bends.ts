import { ShapeKind } from "../abi/layout";
import { coreHull } from "../collision/core_hull";
import { deepestVertex, incidentFace } from "../collision/sat";
import { Hull, hasBoxCore, isElliptic } from "../collision/shape_geometry";
import { supportCore } from "../collision/support";
import { Vec2, Vec2d } from "../collision/vectors";
import { BEND_SPACE } from "../memory/fixed";
import { SCRATCH_HULL_A } from "../memory/scratch";
import { Bodies, BodyMass } from "../world/body";
import { Contact, ContactFlag, Contacts } from "../world/contact";
import { Shapes } from "../world/shape";
import { world } from "../world/world";
import { ALIKE, Surface, cover, goesOn, isBeside, isOnLink, probed } from "./internal_edges";
import { Ground } from "./grounds";

// Bends of the ground, made of links, boxes or polygons end to end. A fast body goes into a bend within a step, and is deeper below the
// next face than beyond its end: the manifold pushes it back the way it came, where there is no surface. Left out, as at a seam
// (internal_edges.ts), the contact would leave nothing to lead the body round. So a contact with the face takes its place.

/** Normals of faces this close, as the cosine of their angle, are one. */
const SAME: f32 = 0.9998;
/** A body that lies on a link meets it by a normal that leans no more than this, as a sine. */
const LEAN: f32 = 0.02;

/** Ground that turns by more than this, as the cosine of the angle, is a corner to stop at, not a bend to be led round. */
const SHARPEST: f32 = 0.5;

/** A face of a shape, relative to its body's centre of mass, in world axes. */
@unmanaged
export class Face {
  nx: f32;
  ny: f32;
  /** Its middle, and half of its length along (ny, −nx) (unit: m). */
  x: f32;
  y: f32;
  half: f32;
}

export const face = changetype<Face>(BEND_SPACE);
const LOCAL: usize = BEND_SPACE + 24;

/**
 * Finds the face of ground whose normal is nearest to that of `cover` → `face`. False: it turns from that by more than a bend, or the
 * mover, whose centre of mass is at (moverX, moverY) from that of the ground, has been pressed through it; or the shape has no faces.
 */
export function findFace(ground: u32, moverX: f32, moverY: f32): bool {
  const g = Shapes.geometry(ground);
  const f = Shapes.frame(ground);
  if (g.kind != ShapeKind.Polygon && !hasBoxCore(g.kind)) {
    return false;
  }
  const hull = coreHull(g, SCRATCH_HULL_A);
  const lx: f32 = f.c * cover.nx + f.s * cover.ny;
  const ly: f32 = f.c * cover.ny - f.s * cover.nx;
  const edge: i32 = incidentFace(hull, deepestVertex(hull, -lx, -ly), -lx, -ly);
  const normal = Vec2.at(Hull.normals(hull), edge);
  const v = Vec2.at(Hull.vertices(hull), edge);
  const w = Vec2.at(Hull.vertices(hull), edge + 1 == hull.count ? 0 : edge + 1);
  const nx = Vec2.x(normal);
  const ny = Vec2.y(normal);
  const x: f32 = 0.5 * (Vec2.x(v) + Vec2.x(w)) + g.radius * nx;
  const y: f32 = 0.5 * (Vec2.y(v) + Vec2.y(w)) + g.radius * ny;
  face.half = 0.5 * abs<f32>((Vec2.x(w) - Vec2.x(v)) * ny - (Vec2.y(w) - Vec2.y(v)) * nx);
  face.nx = f.c * nx - f.s * ny;
  face.ny = f.s * nx + f.c * ny;
  face.x = f.x + (f.c * x - f.s * y);
  face.y = f.y + (f.s * x + f.c * y);
  const above: f32 = (moverX - face.x) * face.nx + (moverY - face.y) * face.ny;
  return above > 0 && face.nx * cover.nx + face.ny * cover.ny > SHARPEST;
}

/**
 * Does a contact with ground push from the side at a joint, where its face meets other ground that the mover touches? In a bend that
 * rises more than a seam may, nothing hides it.
 */
export function isInBend(slot: u32, c: Contact): bool {
  const first = !Bodies.isDynamic(c.bodyA);
  const slop = world.linearSlop;
  const a = Bodies.velocity(c.bodyA);
  const b = Bodies.velocity(c.bodyB);
  const parting: f32 = Contacts.driftX(c, a, b, 0) * c.nx + Contacts.driftY(c, a, b, 0) * c.ny;
  // A slow body is stopped by nothing deeper than a seam. An ellipse has no faces to meet the ends of links with.
  if (-parting * world.dt < slop || isElliptic(Shapes.geometry(first ? c.shapeB : c.shapeA))) {
    return false;
  }
  const ground = first ? c.shapeA : c.shapeB;
  if (isOnLink(ground, c.nx, c.ny, LEAN)) {
    return false;
  }
  const s = probed;
  Surface.read(s, c, first);
  // a face that comes down and is still above ground has not gone into a bend
  const same: f32 = Contacts.hasTwo(c) && s.gap > 0 ? ALIKE : SAME;
  const mover = first ? c.bodyB : c.bodyA;
  const ms = Bodies.mass(first ? c.bodyA : c.bodyB);
  const mm = Bodies.mass(mover);
  const box = Shapes.fatBox(ground);
  for (let p = Ground.near(0, ground, box); p != 0; p = Ground.near(p, ground, box)) {
    const other = changetype<Ground>(p).contact;
    const d = Contacts.at(other);
    if (other == slot || !Contacts.touches(d)) {
      continue;
    }
    Surface.read(cover, d, d.bodyA != mover);
    if (!findFace(ground, mm.x - ms.x, mm.y - ms.y) || face.nx * s.nx + face.ny * s.ny > same) {
      continue;
    }
    // the contact is in the half of the face whose end the normal leans over
    const end = leaningEnd();
    const at1: f32 = (s.x1 - face.x) * face.ny - (s.y1 - face.y) * face.nx;
    const at2: f32 = (s.x2 - face.x) * face.ny - (s.y2 - face.y) * face.nx;
    if (max<f32>(abs<f32>(at1 - end), abs<f32>(at2 - end)) <= face.half && coverGoesOn(ground, ms)) {
      return true;
    }
  }
  return false;
}

/** The end of the face over which the normal of `probed` leans, along the face from its middle. */
function leaningEnd(): f32 {
  return probed.nx * face.ny - probed.ny * face.nx > 0 ? face.half : -face.half;
}

/** Does that end lie on other ground, `cover`, that goes on along the normal? `mass`: of the body of the face. */
export function coverGoesOn(ground: u32, mass: BodyMass): bool {
  const s = probed;
  const end = leaningEnd();
  const m = Bodies.mass(Shapes.at(cover.shape).body);
  const x: f32 = face.x + end * face.ny + (mass.x - m.x);
  const y: f32 = face.y - end * face.nx + (mass.y - m.y);
  // for a round end, where the normal leaves it
  const r: f32 = Shapes.geometry(ground).radius;
  return (
    isBeside(cover, x, y, world.linearSlop) && goesOn(s, cover, x + r * (s.nx - face.nx), y + r * (s.ny - face.ny))
  );
}

/**
 * Turns a contact with ground into one with that face of it whose normal is nearest to that of the ground beside it, `cover`, if the
 * other shape is no more than `most` above the face. False: it is not.
 */
export function layOnFace(c: Contact, most: f32): bool {
  const first = !Bodies.isDynamic(c.bodyA);
  const ground = first ? c.shapeA : c.shapeB;
  const other = first ? c.shapeB : c.shapeA;
  const massA = Bodies.mass(c.bodyA);
  const massB = Bodies.mass(c.bodyB);
  const offX: f32 = first ? massB.x - massA.x : massA.x - massB.x;
  const offY: f32 = first ? massB.y - massA.y : massA.y - massB.y;
  const g = Shapes.geometry(other);
  if (isElliptic(g) || !findFace(ground, offX, offY)) {
    return false;
  }
  const nx = face.nx;
  const ny = face.ny;
  const o = Shapes.frame(other);
  supportCore(g, -(<f64>(o.c * nx + o.s * ny)), -(<f64>(o.c * ny - o.s * nx)), LOCAL);
  const lx = <f32>Vec2d.x(LOCAL);
  const ly = <f32>Vec2d.y(LOCAL);
  // the deepest point of the other shape, from the ground's centre of mass
  const x: f32 = offX + o.x + (o.c * lx - o.s * ly) - g.radius * nx;
  const y: f32 = offY + o.y + (o.s * lx + o.c * ly) - g.radius * ny;
  const gap: f32 = (x - face.x) * nx + (y - face.y) * ny;
  const along: f32 = (x - face.x) * ny - (y - face.y) * nx;
  if (!(gap <= most && abs<f32>(along) <= face.half + world.speculativeDistance)) {
    return false;
  }
  const aX: f32 = x - 0.5 * gap * nx - (first ? 0 : offX);
  const aY: f32 = y - 0.5 * gap * ny - (first ? 0 : offY);
  putOnFace(c, first ? nx : -nx, first ? ny : -ny, aX, aY, gap);
  return true;
}

/** Makes a contact one of a single point, given from the centre of A, with the normal (nx, ny). */
export function putOnFace(c: Contact, nx: f32, ny: f32, aX: f32, aY: f32, gap: f32): void {
  c.nx = nx;
  c.ny = ny;
  c.aX1 = aX;
  c.aY1 = aY;
  // a contact that never has two points stores in place of the second how far the first travels (ahead.ts)
  const two = (c.flags & ContactFlag.TwoPoints) != 0;
  c.aX2 = two ? aX : 0;
  c.aY2 = two ? aY : 0;
  c.separation1 = gap;
  c.separation2 = gap;
  Contacts.dropPoints(c);
  c.id1 = 0;
}
