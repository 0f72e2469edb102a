import { Bodies, BodyMass } from "../world/body";
import { Contact, ContactFlag, Contacts } from "../world/contact";
import { Shapes } from "../world/shape";
import { world } from "../world/world";
import { coverGoesOn, face, findFace } from "./bends";
import { ALIKE, Surface, cover, isBeside, isOnLink, probed } from "./internal_edges";
import { Ground } from "./grounds";

// A face that comes down over a seam leans over the end of a link, and its contact there has its own normal; but no surface is met by
// such a normal where other ground goes on. A box that fell flat on level links was pushed aside by as much as it leaned when it came
// down. So the normal becomes that of the ground (docs/decisions/0013-internal-edges.md).

/** A face that leans less than this stands upright, as a sine and as the cosine. */
const EVEN: f32 = 1e-4;
const UPRIGHT: f32 = 0.9999998;
/**
 * A face that leans more than the first of these (as cosines) is over a cliff, unless the mover meets ground that faces alike; one that
 * leans more than the second comes down beside it.
 */
const LEANING: f32 = 0.94;
const STEEP: f32 = 0.7;

/**
 * Gives a contact with ground the normal of the ground's face, where a face of the mover leans over an end of that and other ground goes
 * on. The points stay where they are on the mover, as far as that is above ground. False: no part of it is. (Left where they were on the
 * ground, they lay beside a mover that leans far or is high, and turned it the wrong way.)
 */
export function setUpright(slot: u32, c: Contact): bool {
  const first = !Bodies.isDynamic(c.bodyA);
  const ground = first ? c.shapeA : c.shapeB;
  if (!Contacts.hasTwo(c) || isOnLink(ground, c.nx, c.ny, EVEN)) {
    return true;
  }
  const mover = first ? c.bodyB : c.bodyA;
  const mass = Bodies.mass(first ? c.bodyA : c.bodyB);
  Surface.read(probed, c, first);
  if (leansOver(slot, mover, ground, mass)) {
    const cosine: f32 = face.nx * probed.nx + face.ny * probed.ny;
    if (cosine >= LEANING || (cosine >= STEEP && standsOnAlike(slot, mover))) {
      return layPoints(c, first, mass);
    }
  }
  return true;
}

/** Is this a one-point contact, seen ahead, with an end of ground where other ground goes on? No surface is met by its normal. */
export function overhangs(slot: u32, c: Contact): bool {
  if (Contacts.hasTwo(c)) {
    return false;
  }
  const first = !Bodies.isDynamic(c.bodyA);
  Surface.read(probed, c, first);
  return leansOver(slot, first ? c.bodyB : c.bodyA, probed.shape, Bodies.mass(first ? c.bodyA : c.bodyB));
}

/** Does the normal of `probed` lean over an end of the ground's face, `face`, that lies on other ground near the mover, `cover`? */
function leansOver(slot: u32, mover: u32, ground: u32, mass: BodyMass): bool {
  const m = Bodies.mass(mover);
  cover.nx = probed.nx;
  cover.ny = probed.ny;
  if (!findFace(ground, m.x - mass.x, m.y - mass.y) || face.nx * probed.nx + face.ny * probed.ny > UPRIGHT) {
    return false;
  }
  const box = Shapes.fatBox(ground);
  for (let p = Ground.near(0, ground, box); p != 0; p = Ground.near(p, ground, box)) {
    const g = changetype<Ground>(p);
    const d = Contacts.at(g.contact);
    // ground that a seam hides is ground, too
    if (g.contact == slot || (!Contacts.touches(d) && (d.flags & ContactFlag.OneWay) != 0)) {
      continue;
    }
    cover.shape = g.shape;
    if (coverGoesOn(ground, mass)) {
      return true;
    }
  }
  return false;
}

/** Does a mover meet other ground by a normal like that of the face? */
function standsOnAlike(slot: u32, mover: u32): bool {
  for (let p = Ground.first, end = Ground.end; p < end; p += offsetof<Ground>()) {
    const other = changetype<Ground>(p).contact;
    const d = Contacts.at(other);
    const along: f32 = d.nx * face.nx + d.ny * face.ny;
    if (other != slot && Contacts.touches(d) && (d.bodyA == mover ? -along : along) > ALIKE) {
      return true;
    }
  }
  return false;
}

/** Moves the points of a contact to the ground's face, and above it. `mass`: of the ground's body. False: they are beside all ground. */
function layPoints(c: Contact, first: bool, mass: BodyMass): bool {
  const s = probed;
  const nx = face.nx;
  const ny = face.ny;
  const massA = Bodies.mass(c.bodyA);
  const offX: f32 = mass.x - massA.x;
  const offY: f32 = mass.y - massA.y;
  // The mover's points from the middle of the face: each is as far beyond its contact point as the ground is before it. u: along the face.
  const x1: f32 = 2 * (c.aX1 - offX) - s.x1 - face.x;
  const y1: f32 = 2 * (c.aY1 - offY) - s.y1 - face.y;
  const x2: f32 = 2 * (c.aX2 - offX) - s.x2 - face.x;
  const y2: f32 = 2 * (c.aY2 - offY) - s.y2 - face.y;
  const u1: f32 = x1 * ny - y1 * nx;
  const u2: f32 = x2 * ny - y2 * nx;
  const v1 = onGround(u1, mass);
  const v2 = onGround(u2, mass);
  if (v1 == v2 && u1 != u2) {
    return false;
  }
  const h1: f32 = x1 * nx + y1 * ny;
  const h2: f32 = x2 * nx + y2 * ny;
  const slope: f32 = u1 != u2 ? (h2 - h1) / (u2 - u1) : 0;
  const g1: f32 = h1 + slope * (v1 - u1);
  const g2: f32 = h2 + slope * (v2 - u2);
  // seen ahead, a contact has the gaps of the step's beginning: only the difference is added
  c.separation1 += g1 - (x1 - (s.x1 - face.x)) * s.nx - (y1 - (s.y1 - face.y)) * s.ny;
  c.separation2 += g2 - (x2 - (s.x2 - face.x)) * s.nx - (y2 - (s.y2 - face.y)) * s.ny;
  c.aX1 = offX + face.x + v1 * ny + 0.5 * g1 * nx;
  c.aY1 = offY + face.y - v1 * nx + 0.5 * g1 * ny;
  c.aX2 = offX + face.x + v2 * ny + 0.5 * g2 * nx;
  c.aY2 = offY + face.y - v2 * nx + 0.5 * g2 * ny;
  c.nx = first ? nx : -nx;
  c.ny = first ? ny : -ny;
  return true;
}

/** A place along the face, from its middle, if it is on the face or on `cover`, the ground where that goes on; else the face's end. */
function onGround(u: f32, mass: BodyMass): f32 {
  if (abs<f32>(u) <= face.half) {
    return u;
  }
  const m = Bodies.mass(Shapes.at(cover.shape).body);
  const x: f32 = face.x + u * face.ny + (mass.x - m.x);
  const y: f32 = face.y - u * face.nx + (mass.y - m.y);
  return isBeside(cover, x, y, world.linearSlop) ? u : u > 0 ? face.half : -face.half;
}
