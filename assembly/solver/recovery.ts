import { JointFlag, JointType } from "../abi/layout";
import { List } from "../memory/buffer";
import { singletons, unite } from "../memory/disjoint_sets";
import { Bodies, NONE } from "../world/body";
import { COLOUR_COUNT, Lists, awakeBodies, overlappingBodies, partingBodies, solverBodies } from "../world/buffers";
import { Contact, ContactFlag, Contacts } from "../world/contact";
import { Joints } from "../world/joint";
import { world } from "../world/world";
import { findParting } from "./keep_momentum";
import { OverlapScratch } from "./overlap_scratch";
import { SOLVER_BODY_BYTES, SolverBodies, SolverBody } from "./solver_body";

// Bodies that were put into each other. Each contact pushes them apart at `contactPushSpeed` at most, but in a row of n the
// last would get n times that, and keep some of it. So as long as a body is in such an overlap, solving makes it no faster
// than that speed, or than it was: rows come free one after the other, from the outside in. What flies keeps its speed.

/** Overlap of this many slops is none any more. */
const SHALLOW: f32 = 2;

/** Overlaps still deep → bodies to be held back, with their limits, and those that part freely. False: out of memory. */
export function findOverlapping(): bool {
  overlappingBodies.count = 0;
  partingBodies.count = 0;
  if (world.overlapping == 0) {
    return true;
  }
  if (!OverlapScratch.ensure()) {
    return false;
  }
  const parents = OverlapScratch.parents;
  noteSpeeds();
  // Islands are joined here, where contacts are read anyway: a pass of its own costs a heap a tenth of its solving.
  const joins = world.overlapping == 1;
  if (joins) {
    singletons(parents, OverlapScratch.bodies);
  }
  for (let colour: u32 = 0; colour < COLOUR_COUNT; colour++) {
    for (let two: u32 = 0; two < 2; two++) {
      const list = Lists.colour(colour, two);
      for (let k: u32 = 0, n = list.count; k < n; k++) {
        const c = Contacts.at(List.get(list, k));
        if ((c.flags & ContactFlag.Overlapping) != 0 && !holdBack(c)) {
          return false;
        }
        const a = Bodies.solverIndex(c.bodyA);
        const b = Bodies.solverIndex(c.bodyB);
        noteMeeting(a, b);
        noteMeeting(b, a);
        if (joins) {
          unite(parents, a, b);
        }
      }
    }
  }
  if (overlappingBodies.count == 0) {
    world.overlapping = 0;
    return true;
  }
  raiseLimits();
  if (joins) {
    return findParting();
  }
  world.overlapping--;
  return true;
}

/** How fast every body is; nothing touches another yet. */
function noteSpeeds(): void {
  const n = OverlapScratch.bodies;
  memory.fill(OverlapScratch.met(0), 0, (<usize>n) << 2);
  store<f32>(OverlapScratch.speed(0), 0);
  for (let number: u32 = 1; number < n; number++) {
    const slot = List.get(awakeBodies, number - 1);
    const v = Bodies.velocity(slot);
    const rim: f32 = v.w * Bodies.at(slot).maxExtent;
    store<f32>(OverlapScratch.speed(number), max<f32>(v.vx * v.vx + v.vy * v.vy, rim * rim));
  }
}

/** @inline */
function noteMeeting(number: u32, other: u32): void {
  const met = OverlapScratch.met(number);
  store<f32>(met, max<f32>(load<f32>(met), load<f32>(OverlapScratch.speed(other))));
}

/** What is touched by something faster may be as fast as that. */
function raiseLimits(): void {
  let p = overlappingBodies.ptr;
  for (const end = p + ((<usize>overlappingBodies.count) << 2); p < end; p += 12) {
    const number = <u32>((load<usize>(p) - solverBodies.ptr) / SOLVER_BODY_BYTES);
    const speed = load<f32>(OverlapScratch.met(number));
    const extent: f32 = Bodies.at(List.get(awakeBodies, number - 1)).maxExtent;
    store<f32>(p, max<f32>(load<f32>(p, 4), speed), 4);
    store<f32>(p, max<f32>(load<f32>(p, 8), speed / (extent * extent)), 8);
  }
}

function holdBack(c: Contact): bool {
  const separation: f32 = Contacts.gap(c);
  if (separation > -SHALLOW * world.linearSlop) {
    c.flags &= ~ContactFlag.Overlapping;
    return true;
  }
  return limit(c.bodyA) && limit(c.bodyB);
}

/** Three words a body: its address, and the squares of its greatest speed and turn. What is driven does as it is told. */
function limit(slot: u32): bool {
  if (!Bodies.isDynamic(slot) || isDriven(slot)) {
    return true;
  }
  const b = changetype<SolverBody>(SolverBodies.of(slot));
  const push = world.contactPushSpeed;
  const turn: f32 = push / Bodies.at(slot).maxExtent;
  return (
    List.push(overlappingBodies, <u32>changetype<usize>(b)) &&
    List.push(overlappingBodies, reinterpret<u32>(max<f32>(push * push, b.vx * b.vx + b.vy * b.vy))) &&
    List.push(overlappingBodies, reinterpret<u32>(max<f32>(turn * turn, b.w * b.w)))
  );
}

/** Does a motor move the body, or may a user drag it? */
function isDriven(slot: u32): bool {
  for (let edge = Bodies.at(slot).jointHead; edge != NONE; edge = load<u32>(Joints.edge(edge))) {
    const j = Joints.at(edge >> 1);
    if ((j.flags & JointFlag.Motor) != 0 || j.type == JointType.Motor || j.type == JointType.Mouse) {
      return true;
    }
  }
  return false;
}

/** Cuts the velocities of bodies in overlap to their limits; called when positions follow, and when a sub-step ends. */
export function holdOverlapping(): void {
  let p = overlappingBodies.ptr;
  for (const end = p + ((<usize>overlappingBodies.count) << 2); p < end; p += 12) {
    const b = changetype<SolverBody>(load<usize>(p));
    const speed: f32 = b.vx * b.vx + b.vy * b.vy;
    const most = load<f32>(p, 4);
    if (speed > most) {
      const scale: f32 = sqrt<f32>(most / speed);
      b.vx *= scale;
      b.vy *= scale;
    }
    const turn = load<f32>(p, 8);
    if (b.w * b.w > turn) {
      b.w *= sqrt<f32>(turn) / abs<f32>(b.w);
    }
  }
}
