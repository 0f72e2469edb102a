import { BodyFlag, Code, ShapeFlag } from "../abi/layout";
import { refitBody } from "../broad_phase/refit";
import { Also, activeTree, refitActive, refreshTrees } from "../broad_phase/trees";
import { Aabb } from "../collision/aabb";
import { Impact, ImpactState, Sweep, sweepFrame, timeOfImpact } from "../collision/time_of_impact";
import { queryTree } from "../collision/wide_bvh";
import { Buffer, List } from "../memory/buffer";
import { PASSING_SPACE } from "../memory/fixed";
import { sortRecords } from "../memory/record_sort";
import { Bodies, NONE } from "../world/body";
import { fastBodies, queryHits, queryResults } from "../world/buffers";
import { ContactFlag, Contacts } from "../world/contact";
import { TAKEN_BACK, addSweptEvent, sweptEventOf, tellSensor } from "../world/event_buffers";
import { filtersAgree, pairForbidden } from "../world/filter";
import { Shapes } from "../world/shape";
import { world } from "../world/world";
import { distanceAt, frameA, frameB, gap, intrusion } from "./intrusion";
import { letsThrough, meetsEdge } from "./let_through";
import { bendEnd } from "./locks";
import {
  angleBetween,
  bodyMotion,
  boundOf,
  endMotion,
  findOnWay,
  keepEnergy,
  shapeMotion,
  stayApart,
  wayBox,
} from "./motion";

// Fast bodies against things that move as well: bullets that would pass another body, and sensors passed on the way. Both sides are
// swept along their true motions of the step. Meanwhile fast bodies carry `BodyFlag.Fast`.

const motionA = changetype<Sweep>(PASSING_SPACE);
const motionB = changetype<Sweep>(PASSING_SPACE + 40);
const sweepA = changetype<Sweep>(PASSING_SPACE + 80);
const sweepB = changetype<Sweep>(PASSING_SPACE + 120);
const impact = changetype<Impact>(PASSING_SPACE + 160);
/** The first pair in which a bullet passes another body: its own shape and the other one. */
const FIRST_SHAPE: usize = PASSING_SPACE + 184;
const FIRST_OTHER: usize = PASSING_SPACE + 188;
/** How far a bullet that slides along the other must move to be no deeper in it than it was (unit: m). */
const OUT_X: usize = PASSING_SPACE + 192;
const OUT_Y: usize = PASSING_SPACE + 196;
/** The box around the path of a body whose end was moved. */
const around = changetype<Aabb>(PASSING_SPACE + 200);
if (offsetof<Sweep>() > 40 || offsetof<Impact>() > 24) {
  ERROR("the records of this file overlap");
}

/** Bytes of a crossing: u32 shape, u32 other, f32 fraction; padded to the size of sorted records. */
const CROSSING_BYTES: usize = 32;
const FAST_BULLET: u32 = BodyFlag.Bullet | BodyFlag.Fast;
/** Flags that are set only while fast bodies are processed. */
const MEANWHILE: u32 = BodyFlag.Fast | BodyFlag.Disturbed | BodyFlag.Stopped;
/** Flags of a bullet whose path no longer ends where its own motion did. */
const WAY_ENDED: u32 = BodyFlag.Stopped | BodyFlag.Parted;

/** Marks the fast bodies, and the bullets among them as still to be looked at, or removes the marks. */
export function markFast(on: bool): void {
  for (let k: u32 = 0, n = fastBodies.count; k < n; k++) {
    const slot = List.get(fastBodies, k);
    const flags = Bodies.flags(slot);
    Bodies.setFlags(slot, on ? (flags & ~BodyFlag.Disturbed) | BodyFlag.Fast : flags & ~MEANWHILE);
    if (on) {
      disturbBullet(slot);
    }
  }
}

/**
 * Brings the trees up to date, then refits the active one with the boxes of fast bodies grown over their motions, so that one query
 * finds all that may have been met; the shapes keep their own boxes. Only the active tree may be made of grown boxes, for it is made
 * anew before the next search for pairs, while the resting one would keep them. False: out of memory.
 */
export function spreadBoxes(): bool {
  let shapes: usize = 0;
  for (let k: u32 = 0, n = fastBodies.count; k < n; k++) {
    shapes += Bodies.at(List.get(fastBodies, k)).shapeCount;
  }
  if (!Buffer.ensureScratch(queryHits, shapes << 4)) {
    return false;
  }
  if (!refreshTrees()) {
    return false;
  }
  swapBoxes(true);
  const fresh = refitActive();
  swapBoxes(false);
  world.treeDirty = 1;
  return fresh;
}

/** Not by `memory.copy`: for so few bytes that becomes unaligned stores, which wasm2js refuses. */
function copyBox(to: usize, from: usize): void {
  store<u64>(to, load<u64>(from));
  store<u64>(to, load<u64>(from, 8), 8);
}

/** Saves the boxes of the fast bodies' shapes and grows them, or restores them. */
function swapBoxes(grow: bool): void {
  const s = motionA;
  let p = queryHits.ptr;
  for (let k: u32 = 0, n = fastBodies.count; k < n; k++) {
    const slot = List.get(fastBodies, k);
    bodyMotion(slot, s);
    const reach = boundOf(slot);
    for (let shape = Bodies.at(slot).shapeHead; shape != NONE; shape = Shapes.at(shape).next) {
      const box = changetype<Aabb>(Shapes.fatBox(shape));
      if (grow) {
        copyBox(p, changetype<usize>(box));
        box.x0 = min<f32>(box.x0, min<f32>(s.c0x, s.c1x) - reach);
        box.y0 = min<f32>(box.y0, min<f32>(s.c0y, s.c1y) - reach);
        box.x1 = max<f32>(box.x1, max<f32>(s.c0x, s.c1x) + reach);
        box.y1 = max<f32>(box.y1, max<f32>(s.c0y, s.c1y) + reach);
      } else {
        copyBox(changetype<usize>(box), p);
      }
      p += 16;
    }
  }
}

/** Motions of two shapes into `sweepA` and `sweepB`, from the bodies' in `motionA` and `motionB`. */
function setSweeps(slot: u32, shape: u32, owner: u32, other: u32): void {
  shapeMotion(motionA, slot, shape, sweepA);
  shapeMotion(motionB, owner, other, sweepB);
}

/** When the two first touch, as a share of the step: 0 if they touch at its start, 1 if they never do. */
function firstTouch(shape: u32, other: u32, tolerance: f32): f32 {
  timeOfImpact(Shapes.geometry(shape), sweepA, Shapes.geometry(other), sweepB, 0, tolerance, impact);
  return impact.state == ImpactState.Separated ? 1 : impact.fraction;
}

/**
 * Separates bullets from the dynamic bodies that they passed, or that passed them: at the end of the step the two are no longer where
 * they met. The bullet is put where they first touched, and the other takes it along for the rest of the step. (Once the other was put
 * there too, and stood still for the rest: a truck under fire went at 5 m/s while its velocity said 20, and pins came apart.) A bullet
 * that began on the other, and slides or turns on it, goes on as well, but out of it. Only bullets near which a body was moved since
 * they were last looked at are examined, and only the first `n` fast bodies are fast as a whole. False: there were none.
 */
export function separateBullets(n: u32): bool {
  let any = false;
  for (let k: u32 = 0; k < n; k++) {
    const slot = List.get(fastBodies, k);
    const flags = Bodies.flags(slot);
    if ((flags & BodyFlag.Disturbed) != 0 && Bodies.isDynamic(slot)) {
      Bodies.setFlags(slot, flags & ~BodyFlag.Disturbed);
      any = separateBullet(slot) || any;
    }
  }
  return any;
}

function separateBullet(slot: u32): bool {
  bodyMotion(slot, motionA);
  findOnWay(slot, motionA, Also.Active);
  const first = firstPassed(slot);
  if (first == 1) {
    return false;
  }
  const shape = load<u32>(FIRST_SHAPE);
  const other = load<u32>(FIRST_OTHER);
  const owner = Shapes.at(other).body;
  bodyMotion(owner, motionB);
  const outX = load<f32>(OUT_X);
  const outY = load<f32>(OUT_Y);
  if (outX != 0 || outY != 0) {
    const wayX: f32 = motionA.c1x - motionA.c0x - (motionB.c1x - motionB.c0x);
    const wayY: f32 = motionA.c1y - motionA.c0y - (motionB.c1y - motionB.c0y);
    bendEnd(slot, motionA, outX, outY, wayX, wayY);
    part(slot, motionA, motionA.c1x, motionA.c1y, motionA.q1c, motionA.q1s);
    return true;
  }
  tellParted(slot, shape, other, first);
  sweepFrame(motionB, first, frameB);
  sweepFrame(motionA, first, frameA);
  if (first > 0) {
    keepEnergy(slot, frameA.x - motionA.c1x, frameA.y - motionA.c1y);
  }
  const c: f32 = motionB.q1c * frameB.c + motionB.q1s * frameB.s;
  const q: f32 = motionB.q1s * frameB.c - motionB.q1c * frameB.s;
  const rx: f32 = frameA.x - frameB.x;
  const ry: f32 = frameA.y - frameB.y;
  const x: f32 = motionB.c1x + (c * rx - q * ry);
  const y: f32 = motionB.c1y + (q * rx + c * ry);
  part(slot, motionA, x, y, frameA.c, frameA.s);
  return true;
}

/** Ends a body's motion at this pose. */
function part(slot: u32, motion: Sweep, x: f32, y: f32, c: f32, q: f32): void {
  motion.c1x = x;
  motion.c1y = y;
  motion.q1c = c;
  motion.q1s = q;
  endMotion(slot, motion);
  refitBody(slot);
  Bodies.setFlags(slot, Bodies.flags(slot) | BodyFlag.Parted);
  disturb(slot);
}

/** Notes that a body's end was moved: bullets near its path, and itself if it is one, must be looked at again. */
export function disturb(slot: u32): void {
  wayBox(slot, around);
  queryResults.count = 0;
  if (!queryTree(activeTree, around.x0, around.y0, around.x1, around.y1, queryResults)) {
    world.fault = Code.OutOfMemory;
  }
  disturbBullet(slot);
  for (let k: u32 = 0, n = queryResults.count; k < n; k++) {
    disturbBullet(Shapes.at(List.get(queryResults, k)).body);
  }
}

function disturbBullet(slot: u32): void {
  const flags = Bodies.flags(slot);
  if ((flags & FAST_BULLET) == FAST_BULLET) {
    Bodies.setFlags(slot, flags | BodyFlag.Disturbed);
  }
}

/** Finds what a bullet passes first → the share of the step after which they meet, 1 if nothing; sets `FIRST_SHAPE` and so on. */
function firstPassed(slot: u32): f32 {
  let first: f32 = 1;
  for (let k: u32 = 0, n = queryResults.count; k < n; k++) {
    const other = List.get(queryResults, k);
    const owner = Shapes.at(other).body;
    if (
      other == 0 ||
      owner == slot ||
      Shapes.isSensor(other) ||
      !Bodies.isDynamic(owner) ||
      pairForbidden(slot, owner)
    ) {
      continue;
    }
    bodyMotion(owner, motionB);
    if (stayApart(slot, motionA, owner, motionB, world.speculativeDistance)) {
      continue;
    }
    for (let shape = Bodies.at(slot).shapeHead; shape != NONE; shape = Shapes.at(shape).next) {
      if (!Shapes.isSensor(shape) && filtersAgree(Shapes.at(shape), Shapes.at(other))) {
        first = passedBefore(first, slot, shape, owner, other);
      }
    }
  }
  return first;
}

/** The same for one pair of shapes, if they pass each other before `first`. */
function passedBefore(first: f32, slot: u32, shape: u32, owner: u32, other: u32): f32 {
  setSweeps(slot, shape, owner, other);
  if (letsThrough(slot, shape, sweepA, other, sweepB)) {
    return first;
  }
  const at = firstTouch(shape, other, 0.5 * world.linearSlop);
  if (at >= first || (at > 0 && meetsEdge(shape, other, impact.nx, impact.ny))) {
    return first;
  }
  let kept: bool;
  let depth: f32 = 0;
  if (at > 0) {
    // If they end in touch, on the side where they met, the contact of the next step sees them.
    const metX = impact.nx;
    const metY = impact.ny;
    const end = distanceAt(shape, sweepA, other, sweepB, 1);
    kept = abs<f32>(end) <= 2 * world.linearSlop && gap.nx * metX + gap.ny * metY > 0.95;
  } else {
    // Bodies that began inside each other may come out, but not go on to the other side. They go on turning in either case: bodies
    // that touch at the beginning may turn away from each other, which no contact stops.
    depth = intrusion(shape, sweepA, other, sweepB, 0, 1);
    kept = depth < 0 || gap.distance > -0.25 * Shapes.geometry(shape).inner;
  }
  if (kept) {
    return first;
  }
  store<f32>(OUT_X, -gap.nx * depth);
  store<f32>(OUT_Y, -gap.ny * depth);
  store<u32>(FIRST_SHAPE, shape);
  store<u32>(FIRST_OTHER, other);
  return at;
}

/** How far the point of a body at `gap` would go along its normal in a whole step, moving as it does after `fraction` of it. */
function approachOf(s: Sweep, fraction: f32): f32 {
  const x: f32 = s.c1x - s.c0x;
  const y: f32 = s.c1y - s.c0y;
  const turn = angleBetween(s.q0c, s.q0s, s.q1c, s.q1s);
  const rx: f32 = gap.bx - (s.c0x + fraction * x);
  const ry: f32 = gap.by - (s.c0y + fraction * y);
  return gap.nx * (x - turn * ry) + gap.ny * (y + turn * rx);
}

/** Does either shape ask for swept events? */
function wantsSwept(shape: u32, other: u32): bool {
  return ((Shapes.at(shape).flags | Shapes.at(other).flags) & ShapeFlag.SweptEvents) != 0;
}

/**
 * Tells the event of a fast body's shape that met another after a fraction of their motions, `motionA` and `motionB`. `motionA` is
 * `share` of how far the body would have gone.
 */
function tellSwept(shape: u32, other: u32, fraction: f32, share: f32): void {
  distanceAt(shape, sweepA, other, sweepB, fraction);
  const speed = max<f32>((approachOf(motionA, fraction) / share - approachOf(motionB, fraction)) / world.dt, 0);
  addSweptEvent(shape, other, gap.bx, gap.by, gap.nx, gap.ny, fraction * share, speed);
}

/**
 * The same for a bullet that is separated from the body it met. An earlier event of the bullet is taken back: it never reached that
 * body. Each meeting is told once, however often the two are separated, and by only one of them.
 */
function tellParted(slot: u32, shape: u32, other: u32, fraction: f32): void {
  const owner = Shapes.at(other).body;
  const before = (Bodies.flags(slot) & WAY_ENDED) != 0 ? sweptEventOf(Bodies.id(slot)) : null;
  if (before != null) {
    if (before.bodyB == Bodies.id(owner)) {
      return;
    }
    before.fraction = TAKEN_BACK;
  }
  if (fraction == 0 || !wantsSwept(shape, other)) {
    return; // they touched before the step; a contact has told that
  }
  const others = (Bodies.flags(owner) & BodyFlag.Parted) != 0 ? sweptEventOf(Bodies.id(owner)) : null;
  if (others == null || others.bodyB != Bodies.id(slot)) {
    setSweeps(slot, shape, owner, other);
    tellSwept(shape, other, fraction, shareGone(slot));
  }
}

/** The share of its path that a body has covered (`motionA`), below 1 if it was stopped or separated in this step already. */
function shareGone(slot: u32): f32 {
  if ((Bodies.flags(slot) & WAY_ENDED) == 0) {
    return 1;
  }
  const v = Bodies.velocity(slot);
  const x: f32 = motionA.c1x - motionA.c0x;
  const y: f32 = motionA.c1y - motionA.c0y;
  const gone: f32 = sqrt<f32>(x * x + y * y);
  return gone > 0 ? min<f32>(1, gone / (sqrt<f32>(v.vx * v.vx + v.vy * v.vy) * world.dt)) : 1;
}

/**
 * The same for a body that was stopped after `fraction` of its path `bent`. That path may have been bent along seams before; the speed
 * and the share that are told are those of the body's own motion.
 */
export function tellStopped(slot: u32, bent: Sweep, shape: u32, other: u32, fraction: f32): void {
  if (!wantsSwept(shape, other)) {
    return;
  }
  bodyMotion(slot, motionA);
  const before = (Bodies.flags(slot) & BodyFlag.Parted) != 0 ? sweptEventOf(Bodies.id(slot)) : null;
  if (before != null) {
    if (fraction * shareGone(slot) >= before.fraction) {
      return; // this very event, or the body that it was separated from has carried it here
    }
    before.fraction = TAKEN_BACK;
  }
  const owner = Shapes.at(other).body;
  bodyMotion(owner, motionB);
  setSweeps(slot, shape, owner, other);
  let share = fraction;
  if (bent.c1x != motionA.c1x || bent.c1y != motionA.c1y) {
    const straight = firstTouch(shape, other, 0.5 * world.linearSlop);
    share = straight > 0 && straight < 1 ? straight : fraction;
  }
  tellSwept(shape, other, share, shareGone(slot));
}

/** May any sensor be in the active tree? If not, all are in the resting one, which no motion changes. */
export function sensorsMove(): bool {
  return (world.movingSensors | world.restingInActive) != 0;
}

/** Tells of sensors passed within the step, by fast bodies or as parts of them: a begin and an end each, the first passed first. */
export function crossSensors(): void {
  if (world.sensors == 0) {
    return;
  }
  const also: u32 = sensorsMove() ? Also.Active : 0;
  for (let k: u32 = 0, n = fastBodies.count; k < n; k++) {
    const slot = List.get(fastBodies, k);
    queryHits.count = 0;
    bodyMotion(slot, motionA);
    findOnWay(slot, motionA, also);
    let carries = false;
    for (let shape = Bodies.at(slot).shapeHead; shape != NONE; shape = Shapes.at(shape).next) {
      carries = carries || Shapes.isSensor(shape);
    }
    for (let i: u32 = 0, m = queryResults.count; i < m; i++) {
      crossShape(slot, List.get(queryResults, i), carries);
    }
    sortRecords(queryHits.ptr, queryHits.count, 8);
    let p = queryHits.ptr;
    for (const end = p + <usize>queryHits.count * CROSSING_BYTES; p < end; p += CROSSING_BYTES) {
      tellSensor(load<u32>(p), load<u32>(p, 4), true);
      tellSensor(load<u32>(p), load<u32>(p, 4), false);
    }
  }
}

/** Notes the shapes of a fast body that met `other` on the way and have left it again. */
function crossShape(slot: u32, other: u32, carries: bool): void {
  const sensor = Shapes.isSensor(other);
  if (other == 0 || (!sensor && !carries)) {
    return;
  }
  const owner = Shapes.at(other).body;
  const twice = owner <= slot && (Bodies.flags(owner) & BodyFlag.Fast) != 0; // two fast bodies: once
  if (twice || owner == slot || (Shapes.at(other).flags & ShapeFlag.SensorEvents) == 0) {
    return;
  }
  bodyMotion(owner, motionB);
  for (let shape = Bodies.at(slot).shapeHead; shape != NONE; shape = Shapes.at(shape).next) {
    const wanted =
      Shapes.isSensor(shape) != sensor &&
      (Shapes.at(shape).flags & ShapeFlag.SensorEvents) != 0 &&
      filtersAgree(Shapes.at(shape), Shapes.at(other)) &&
      !pairForbidden(slot, owner) &&
      !isTouching(slot, shape, other);
    if (!wanted) {
      continue;
    }
    setSweeps(slot, shape, owner, other);
    if (distanceAt(shape, sweepA, other, sweepB, 1) <= 0) {
      continue; // a sensor that it ends in is told by the next step
    }
    const at = firstTouch(shape, other, 0.02 * world.linearSlop);
    if (at == 1 || (at == 0 && distanceAt(shape, sweepA, other, sweepB, early()) > 0)) {
      continue;
    }
    const n = <usize>queryHits.count;
    if (!Buffer.ensure(queryHits, (n + 1) * CROSSING_BYTES)) {
      world.eventsLost++;
      return;
    }
    const p = queryHits.ptr + n * CROSSING_BYTES;
    store<u32>(p, shape);
    store<u32>(p, other, 4);
    store<f32>(p, at, 8);
    queryHits.count++;
  }
}

/** Share of the step in which two shapes approach by half a slop: two that begin within the tolerance have met by then, if ever. */
function early(): f32 {
  const vx: f32 = motionA.c1x - motionA.c0x - (motionB.c1x - motionB.c0x);
  const vy: f32 = motionA.c1y - motionA.c0y - (motionB.c1y - motionB.c0y);
  return min<f32>(0.5, (0.5 * world.linearSlop) / max<f32>(sqrt<f32>(vx * vx + vy * vy), world.linearSlop));
}

/** Do the two shapes have a touching contact? Then the narrow phase tells its end. */
function isTouching(slot: u32, shape: u32, other: u32): bool {
  for (let edge = Bodies.at(slot).contactHead; edge != NONE; edge = load<u32>(Contacts.edge(edge))) {
    const c = Contacts.at(edge >> 1);
    if ((c.shapeA == shape && c.shapeB == other) || (c.shapeA == other && c.shapeB == shape)) {
      return (c.flags & ContactFlag.Touching) != 0;
    }
  }
  return false;
}
