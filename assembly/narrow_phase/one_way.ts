import { Code, ShapeFlag } from "../abi/layout";
import { Frame } from "../collision/shape_geometry";
import { supportCore } from "../collision/support";
import { Vec2d } from "../collision/vectors";
import { List } from "../memory/buffer";
import { NARROW_SPACE } from "../memory/fixed";
import { Bodies, NONE } from "../world/body";
import { Lists, sortSpace2 } from "../world/buffers";
import { Contact, ContactFlag, ContactKernel, Contacts } from "../world/contact";
import { Shapes } from "../world/shape";
import { world } from "../world/world";
import { coverGoesOn, findFace, layOnFace } from "./bends";
import { Surface, cover, isBeside, probed } from "./internal_edges";

// One-way shapes have a direction d in which they are passed: a platform is passed upwards and landed on from above. Whether a touch
// counts is decided when it begins: it does when the other shape lies on the far side (the normal within 60° of d) and either has sunk in
// no further than a resting body does, or does not rise along d. A touch that does not count has its points removed until it ends, or
// until the other shape is on the far side and sunk in no further than a resting body; so nothing ever sticks half-way. A touch that
// counts goes on until the normal turns more than 75° away from d.
//
// A body that lands on one part of a surface and reaches over a seam meets the next part from the side. It does not pass that: on one
// piece it would have met both from above. So such contacts are decided last, when it is known what the mover stands on.

/** The least cosine of the angle between d and the normal of a touch that counts when it begins. */
export const SOLID: f32 = 0.5;
const LOST: f32 = 0.25;
/** Up to this speed along d a body rests, or moves across d: rounding, or a pile that sways (unit: m/s, per metre of `lengthUnit`). */
const STILL: f32 = 0.05;

const direction = changetype<Frame>(NARROW_SPACE);
const LOWEST: usize = NARROW_SPACE + 16;

/** Slots (u32) of contacts that are met from the side or from behind. */
const late = sortSpace2;

/** Removes the points of contacts whose one-way shape is being passed. */
export function passOneWay(): void {
  late.count = 0;
  for (let kernel: u32 = 0; kernel < <u32>ContactKernel.Sensor; kernel++) {
    const list = Lists.kernel(kernel);
    for (let k: u32 = 0, n = list.count; k < n; k++) {
      const slot = List.get(list, k);
      const c = Contacts.at(slot);
      if ((c.flags & ContactFlag.OneWay) != 0 && !decide(c) && !List.push(late, slot)) {
        world.fault = Code.OutOfMemory;
      }
    }
  }
  // mark all of them first: a body stands on none of the shapes that it meets like this
  for (let k: u32 = 0; k < late.count; k++) {
    Contacts.at(List.get(late, k)).flags |= ContactFlag.Passing;
  }
  for (let k: u32 = 0; k < late.count; k++) {
    const c = Contacts.at(List.get(late, k));
    if (!landsBeside(c, faces(c, c.shapeA, 1) ? -1 : 1)) {
      Contacts.dropPoints(c);
    }
  }
}

/**
 * Does a shape that is not met on its far side continue what the mover stands on? Then it is not passed. True: the mover is in its face
 * and meets it: it stood there before, came through the face in the last step, or is as deep in what it stands on.
 */
function landsBeside(c: Contact, side: f32): bool {
  const mover = side > 0 ? c.bodyB : c.bodyA;
  const ground = side > 0 ? c.bodyA : c.bodyB;
  const shape = side > 0 ? c.shapeA : c.shapeB;
  const own = c.shapeA + c.shapeB - shape;
  if (!Bodies.isDynamic(mover) || Bodies.isDynamic(ground) || (Shapes.at(own).flags & ShapeFlag.OneWay) != 0) {
    return false;
  }
  const d = direction;
  Shapes.passDirection(shape, d);
  const mass = Bodies.mass(ground);
  const m = Bodies.mass(mover);
  Surface.read(probed, c, side > 0);
  for (let edge = Bodies.at(mover).contactHead; edge != NONE; edge = load<u32>(Contacts.edge(edge))) {
    const other = Contacts.at(edge >> 1);
    if ((other.flags & (ContactFlag.Passing | ContactFlag.Sensor)) != 0 || !Contacts.touches(other)) {
      continue;
    }
    Surface.read(cover, other, (edge & 1) != 0);
    if (
      cover.nx * d.x + cover.ny * d.y <= SOLID ||
      !findFace(shape, m.x - mass.x, m.y - mass.y) ||
      !coverGoesOn(shape, mass)
    ) {
      continue;
    }
    if (!layOnFace(c, -world.linearSlop)) {
      c.flags &= ~ContactFlag.Passing;
      return false;
    }
    const a = Bodies.velocity(c.bodyA);
    const b = Bodies.velocity(c.bodyB);
    const falls: f32 = -(Contacts.driftX(c, a, b, 0) * c.nx + Contacts.driftY(c, a, b, 0) * c.ny);
    const most: f32 = max<f32>(world.dt * falls, -Contacts.gap(other)) + world.linearSlop;
    if ((c.flags & ContactFlag.Touching) == 0 && -c.separation1 > most) {
      return false;
    }
    c.flags &= ~ContactFlag.Passing;
    return true;
  }
  return false;
}

/** Decides whether the shape is passed. False: it is met from the side or from behind, and not decided yet. */
function decide(c: Contact): bool {
  const touches = Contacts.touches(c);
  if (touches && !(faces(c, c.shapeA, 1) && faces(c, c.shapeB, -1))) {
    return false;
  }
  const passing = touches && !(holds(c, c.shapeA, 1) && holds(c, c.shapeB, -1));
  c.flags = passing ? c.flags | ContactFlag.Passing : c.flags & ~ContactFlag.Passing;
  if (passing) {
    Contacts.dropPoints(c);
  }
  return true;
}

/** Is a shape of the contact met on its far side, if it is one-way? `side`: 1 for A, −1 for B, from which the normal points away. */
function faces(c: Contact, shape: u32, side: f32): bool {
  if ((Shapes.at(shape).flags & ShapeFlag.OneWay) == 0) {
    return true;
  }
  const d = direction;
  Shapes.passDirection(shape, d);
  return side * (c.nx * d.x + c.ny * d.y) > ((c.flags & ContactFlag.Touching) != 0 ? LOST : SOLID);
}

/** Does the touch with the far side of a shape of the contact count? */
function holds(c: Contact, shape: u32, side: f32): bool {
  if ((Shapes.at(shape).flags & ShapeFlag.OneWay) == 0 || (c.flags & ContactFlag.Touching) != 0) {
    return true;
  }
  const d = direction;
  Shapes.passDirection(shape, d);
  const gap = Contacts.gap(c);
  // A body that slides over a seam meets the next shape sideways first, or finds it hidden by the one before (internal_edges.ts).
  if (standsAsDeep(c, side, gap, d)) {
    return true;
  }
  if (passesBeside(c, side, gap, d)) {
    return false;
  }
  if (gap > -world.linearSlop) {
    return true;
  }
  if (c.flags & ContactFlag.Passing) {
    return false;
  }
  const a = Bodies.velocity(c.bodyA);
  const b = Bodies.velocity(c.bodyB);
  // of a turning body the deeper point came through the surface; of one that lies flat, the middle decides
  const where = Contacts.deepest(c, 0.5);
  const x = Contacts.driftX(c, a, b, where);
  const y = Contacts.driftY(c, a, b, where);
  // a body that gravity turns back within the step does not rise either: it may stand on a lift that brakes
  const pull: f32 = -world.dt * (world.gravityX * d.x + world.gravityY * d.y);
  return side * (x * d.x + y * d.y) <= max<f32>(STILL * world.lengthUnit, pull);
}

/**
 * Does a body that would be so deep in a one-way shape stand on other ground on that side: ground it is no less deep in, but for the
 * slop; or, as the touch begins, ground that it leaves in this step and from which the surface goes on?
 */
function standsAsDeep(c: Contact, side: f32, gap: f32, d: Frame): bool {
  const mover = side > 0 ? c.bodyB : c.bodyA;
  const begins = (c.flags & ContactFlag.Passing) == 0;
  for (let edge = Bodies.at(mover).contactHead; edge != NONE; edge = load<u32>(Contacts.edge(edge))) {
    const other = Contacts.at(edge >> 1);
    if ((other.flags & (ContactFlag.Touching | ContactFlag.Sensor)) != ContactFlag.Touching) {
      continue;
    }
    // the normal points to the mover where that is B
    const facing: f32 = (edge & 1 ? 1 : -1) * (other.nx * d.x + other.ny * d.y);
    if (
      (Contacts.touches(other) && facing > SOLID && Contacts.gap(other) < gap + world.linearSlop) ||
      (begins && leadsOn(c, side, gap, edge & 1 ? other.shapeA : other.shapeB, d))
    ) {
      return true;
    }
  }
  return false;
}

/** Does the surface of another shape, at its top in the direction d, lead on to where a one-way shape is touched? */
function leadsOn(c: Contact, side: f32, gap: f32, other: u32, d: Frame): bool {
  Surface.read(probed, c, side > 0);
  const from = Bodies.mass(Shapes.at(probed.shape).body);
  const to = Bodies.mass(Shapes.at(other).body);
  const second = Contacts.deepest(c, 0) > 0;
  const x: f32 = (second ? probed.x2 : probed.x1) + (from.x - to.x);
  const y: f32 = (second ? probed.y2 : probed.y1) + (from.y - to.y);
  const reach: f32 = world.speculativeDistance - min<f32>(gap, 0);
  cover.shape = other;
  return isBeside(cover, x, y, reach) && !isBeside(cover, x + 2 * reach * d.x, y + 2 * reach * d.y, reach);
}

/**
 * Does a body that is passing one part of a surface touch the next? Parts are passed as one: a ball that turns back inside would else be
 * held by the end of the neighbouring link, whose corner it meets from above.
 */
function passesBeside(c: Contact, side: f32, gap: f32, d: Frame): bool {
  const mover = side > 0 ? c.bodyB : c.bodyA;
  if (!Bodies.isDynamic(mover)) {
    return false;
  }
  for (let edge = Bodies.at(mover).contactHead; edge != NONE; edge = load<u32>(Contacts.edge(edge))) {
    const other = Contacts.at(edge >> 1);
    if (
      other != c &&
      (other.flags & ContactFlag.Passing) != 0 &&
      leadsOn(c, side, gap, edge & 1 ? other.shapeA : other.shapeB, d) &&
      reachesBelow(side > 0 ? c.shapeB : c.shapeA, d)
    ) {
      return true;
    }
  }
  return false;
}

/** Does a shape reach further against the direction d than the surface where `probed` was read, and than a resting body does? */
function reachesBelow(shape: u32, d: Frame): bool {
  const g = Shapes.geometry(shape);
  const f = Shapes.frame(shape);
  supportCore(g, <f64>-(f.c * d.x + f.s * d.y), <f64>-(f.c * d.y - f.s * d.x), LOWEST);
  const lx = <f32>Vec2d.x(LOWEST);
  const ly = <f32>Vec2d.y(LOWEST);
  const own = Bodies.mass(Shapes.at(shape).body);
  const from = Bodies.mass(Shapes.at(probed.shape).body);
  const x: f32 = probed.x1 + (from.x - own.x) - (f.x + f.c * lx - f.s * ly);
  const y: f32 = probed.y1 + (from.y - own.y) - (f.y + f.s * lx + f.c * ly);
  return x * d.x + y * d.y + g.radius > world.linearSlop;
}
