import { BodyFlag, JointFlag, JointType } from "../abi/layout";
import { List } from "../memory/buffer";
import { SCRATCH } from "../memory/scratch";
import { findRoot, singletons, unite } from "../memory/disjoint_sets";
import { Bodies, NONE } from "../world/body";
import { awakeBodies, overlappingBodies, partingBodies } from "../world/buffers";
import { Contact, ContactFlag, Contacts } from "../world/contact";
import { Joints } from "../world/joint";
import { world } from "../world/world";
import { FREE, Motion } from "./integrate";
import { findParting } from "./keep_momentum";
import { HELD_WORDS, Held, OverlapScratch } from "./overlap_scratch";
import { SolverBodies, SolverBody } from "./solver_body";

// Bodies that were put into each other. Each contact pushes them apart at `contactPushSpeed` at most, but in a row of n the
// last would get n times that, and keep some of it. So while a body is in such an overlap, solving makes it no faster than that
// speed, or than it was: rows come free one body after the other, from the outside in. A body in flight keeps its speed.
//
// Speeds are relative to what the body goes along with: the immovable world, or the body that drives its island, or the island
// as a whole.

/** An overlap of this many slops no longer counts. */
export const SHALLOW: f32 = 2;
/** Velocity of what a body goes along with, at the body's place (unit: m/s). */
@unmanaged
class Frame {
  x: f32;
  y: f32;
}
const frame = changetype<Frame>(SCRATCH);

/** Makes room for what `noteContact` notes, before contacts become blocks. False: out of memory. */
export function beginOverlaps(): bool {
  const before = overlappingBodies.count / HELD_WORDS;
  overlappingBodies.count = 0;
  partingBodies.count = 0;
  if (world.overlapping == 0) {
    return true;
  }
  if (!OverlapScratch.ensure()) {
    return false;
  }
  memory.fill(OverlapScratch.held(0), 0, (<usize>OverlapScratch.bodies) << 2);
  store<u32>(OverlapScratch.machines, NONE); // not searched yet
  world.crowded = <u32>(before > OverlapScratch.bodies >> 4); // docs/decisions/0011-bodies-inside-bodies.md
  if (world.crowded != 0) {
    noteSpeeds();
  }
  if (joinsIslands()) {
    singletons(OverlapScratch.parents, OverlapScratch.bodies);
  }
  return true;
}

/** Islands are joined where contacts are read anyway: a separate pass would cost a heap a tenth of its solving. */
function joinsIslands(): bool {
  return world.overlapping == 1;
}

/** Notes the speed of every body, and that none has met another yet. */
function noteSpeeds(): void {
  const n = OverlapScratch.bodies;
  memory.fill(OverlapScratch.met(0), 0, (<usize>n) << 2);
  store<f32>(OverlapScratch.speed(0), 0);
  for (let number: u32 = 1; number < n; number++) {
    store<f32>(OverlapScratch.speed(number), speedOf(List.get(awakeBodies, number - 1)));
  }
}

/** Square of a body's speed at the start of the step, relative to (ux, uy). Where it turns faster, that of its rim. */
function speedOf(slot: u32, ux: f32 = 0, uy: f32 = 0): f32 {
  const v = Bodies.velocity(slot);
  const vx: f32 = v.vx - ux;
  const vy: f32 = v.vy - uy;
  const rim: f32 = v.w * Bodies.at(slot).maxExtent;
  return max<f32>(vx * vx + vy * vy, rim * rim);
}

/** Does a contact that becomes part of a block have to be noted? @inline */
export function isToBeNoted(c: Contact): bool {
  return world.crowded != 0 || joinsIslands() || (c.flags & ContactFlag.Overlapping) != 0;
}

/**
 * Notes for a contact that becomes part of a block that bodies `a` and `b` (numbers) meet, and whether to hold them back. True:
 * overlapping parts of one machine, not held back but pushed gently. Contacts and blocks are many times what the near caches
 * hold: another walk over them took 7 % of `spinner`.
 */
export function noteContact(c: Contact, a: u32, b: u32): bool {
  if (world.crowded != 0) {
    noteMeeting(a, b);
    noteMeeting(b, a);
  }
  if (joinsIslands()) {
    unite(OverlapScratch.parents, a, b);
  }
  if ((c.flags & ContactFlag.Overlapping) == 0) {
    return false;
  }
  if (Contacts.gap(c) > -SHALLOW * world.linearSlop) {
    c.flags &= ~ContactFlag.Overlapping;
    return false;
  }
  if (isOfOneMachine(a, b)) {
    return true;
  }
  store<u32>(OverlapScratch.held(a), 1);
  store<u32>(OverlapScratch.held(b), 1);
  return false;
}

/** Do joints connect two bodies, through the ground if need be? Such may never come apart. Who is connected is found when first asked. */
function isOfOneMachine(a: u32, b: u32): bool {
  const machines = OverlapScratch.machines;
  if (load<u32>(machines) == NONE) {
    singletons(machines, OverlapScratch.bodies);
    for (let number: u32 = 1, n = OverlapScratch.bodies; number < n; number++) {
      let edge = Bodies.at(List.get(awakeBodies, number - 1)).jointHead;
      for (; edge != NONE; edge = load<u32>(Joints.edge(edge))) {
        const j = Joints.at(edge >> 1);
        unite(machines, number, Bodies.solverIndex((edge & 1) != 0 ? j.bodyA : j.bodyB));
      }
    }
  }
  return findRoot(machines, a) == findRoot(machines, b);
}

/** @inline */
function noteMeeting(number: u32, other: u32): void {
  const met = OverlapScratch.met(number);
  store<f32>(met, max<f32>(load<f32>(met), load<f32>(OverlapScratch.speed(other))));
}

/**
 * Once all contacts are noted: bodies with overlaps that are still deep → bodies to be held back, with their limits, and bodies
 * that part freely. False: out of memory.
 */
export function findOverlapping(): bool {
  if (world.overlapping == 0) {
    return true;
  }
  const carried = joinsIslands() && sumIslands();
  for (let number: u32 = 1, n = OverlapScratch.bodies; number < n; number++) {
    if (load<u32>(OverlapScratch.held(number)) != 0 && !limit(number)) {
      return false;
    }
  }
  if (overlappingBodies.count == 0) {
    world.overlapping = 0;
    return true;
  }
  if (joinsIslands()) {
    const found = findParting();
    world.overlapping = carried ? 1 : world.overlapping; // which bodies go along with what has to be found in every step
    return found;
  }
  world.overlapping--;
  return true;
}

/** Mass and momentum of each island, and the body that drives it. True: some driving body moves. */
function sumIslands(): bool {
  const n = OverlapScratch.bodies;
  const parents = OverlapScratch.parents;
  memory.fill(OverlapScratch.carrier(0), 0, (<usize>n) << 4);
  let carried = false;
  for (let number: u32 = 1; number < n; number++) {
    const root = findRoot(parents, number);
    const slot = List.get(awakeBodies, number - 1);
    const v = Bodies.velocity(slot);
    const invMass = Bodies.mass(slot).invMass;
    if (invMass > 0) {
      const m: f32 = 1 / invMass;
      add(OverlapScratch.mass(root), m);
      add(OverlapScratch.momentumX(root), m * v.vx);
      add(OverlapScratch.momentumY(root), m * v.vy);
    } else if (Bodies.moves(slot)) {
      store<u32>(OverlapScratch.carrier(root), number);
      carried = true;
    }
  }
  return carried;
}

/** @inline */
function add(p: usize, more: f32): void {
  store<f32>(p, load<f32>(p) + more);
}

/** Velocity of the body's island where the body is, or 0 if the body, at (vx, vy), does not go along with it → `frame`. */
function findFrame(number: u32, slot: u32, vx: f32, vy: f32): void {
  frame.x = 0;
  frame.y = 0;
  const root = joinsIslands() ? findRoot(OverlapScratch.parents, number) : 0;
  if (root == 0) {
    return;
  }
  const carrier = load<u32>(OverlapScratch.carrier(root));
  if (carrier != 0) {
    const driven = List.get(awakeBodies, carrier - 1);
    const v = Bodies.velocity(driven);
    const centre = Bodies.mass(driven);
    const mass = Bodies.mass(slot);
    frame.x = v.vx - v.w * (mass.y - centre.y);
    frame.y = v.vy + v.w * (mass.x - centre.x);
  } else {
    const m = load<f32>(OverlapScratch.mass(root));
    frame.x = load<f32>(OverlapScratch.momentumX(root)) / m;
    frame.y = load<f32>(OverlapScratch.momentumY(root)) / m;
  }
  const locks = Bodies.locks(slot);
  frame.x = locks & BodyFlag.LockX ? 0 : frame.x; // a body cannot go along in a locked direction
  frame.y = locks & BodyFlag.LockY ? 0 : frame.y;
  const dx: f32 = vx - frame.x;
  const dy: f32 = vy - frame.y;
  if (dx * dx + dy * dy > vx * vx + vy * vy) {
    frame.x = 0; // a body at rest beside a rotor must not get as fast as the rotor
    frame.y = 0;
  }
}

/**
 * Notes a body that is to be held back, with its limits. A body touched by a faster one may get as fast as that. Driven bodies
 * are not held back: they do as they are told.
 */
function limit(number: u32): bool {
  const slot = List.get(awakeBodies, number - 1);
  if (!Bodies.isDynamic(slot) || isDriven(slot)) {
    return true;
  }
  const b = changetype<SolverBody>(SolverBodies.of(slot));
  findFrame(number, slot, b.vx, b.vy);
  const ux = frame.x;
  const uy = frame.y;
  const extent: f32 = Bodies.at(slot).maxExtent;
  const push = world.contactPushSpeed;
  const turn: f32 = push / extent;
  const noted = world.crowded != 0 && ux == 0 && uy == 0;
  const met = noted ? load<f32>(OverlapScratch.met(number)) : fastestBeside(slot, ux, uy);
  const vx: f32 = b.vx - ux;
  const vy: f32 = b.vy - uy;
  const speed: f32 = max<f32>(max<f32>(push * push, vx * vx + vy * vy), met);
  const spin: f32 = max<f32>(max<f32>(turn * turn, b.w * b.w), met / (extent * extent));
  return (
    List.push(overlappingBodies, <u32>changetype<usize>(b)) &&
    List.push(overlappingBodies, reinterpret<u32>(speed)) &&
    List.push(overlappingBodies, reinterpret<u32>(spin)) &&
    List.push(overlappingBodies, reinterpret<u32>(ux)) &&
    List.push(overlappingBodies, reinterpret<u32>(uy))
  );
}

/** The square of the greatest speed among the bodies that a body touches, relative to (ux, uy). */
function fastestBeside(slot: u32, ux: f32, uy: f32): f32 {
  let most: f32 = 0;
  for (let edge = Bodies.at(slot).contactHead; edge != NONE; edge = load<u32>(Contacts.edge(edge))) {
    const other = Contacts.across(edge);
    if (Contacts.at(edge >> 1).colour != NONE && Bodies.solverIndex(other) != 0) {
      most = max<f32>(most, speedOf(other, ux, uy));
    }
  }
  return most;
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

/**
 * Cuts the velocities of overlapping bodies to their limits, or to what they would be without impulses: a falling body goes on
 * getting faster. Called before positions follow, and when a sub-step ends.
 */
export function holdOverlapping(): void {
  let p = overlappingBodies.ptr;
  for (const end = p + ((<usize>overlappingBodies.count) << 2); p < end; p += offsetof<Held>()) {
    const held = changetype<Held>(p);
    const b = changetype<SolverBody>(<usize>held.body);
    const free = Motion.row(changetype<usize>(b)) + FREE;
    const ux = held.ux;
    const uy = held.uy;
    const freeX: f32 = load<f32>(free) - ux;
    const freeY: f32 = load<f32>(free, 4) - uy;
    const w = load<f32>(free, 8);
    const vx: f32 = b.vx - ux;
    const vy: f32 = b.vy - uy;
    const speed: f32 = vx * vx + vy * vy;
    const most: f32 = max<f32>(held.speed, freeX * freeX + freeY * freeY);
    if (speed > most) {
      const scale: f32 = sqrt<f32>(most / speed);
      b.vx = ux + scale * vx;
      b.vy = uy + scale * vy;
    }
    const turn: f32 = max<f32>(held.spin, w * w);
    if (b.w * b.w > turn) {
      b.w *= sqrt<f32>(turn) / abs<f32>(b.w);
    }
  }
}
