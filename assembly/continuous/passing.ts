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
import { addSweptEvent, metIn, sweptEventOf, takeBack, tellSensor } from "../world/event_buffers";
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

// Fast bodies and what moves itself: bullets that would pass another body, and sensors passed on the way. Both are swept
// along their true motions of the step. Fast bodies carry `BodyFlag.Fast` meanwhile.

const motionA = changetype<Sweep>(PASSING_SPACE);
const motionB = changetype<Sweep>(PASSING_SPACE + 40);
const sweepA = changetype<Sweep>(PASSING_SPACE + 80);
const sweepB = changetype<Sweep>(PASSING_SPACE + 120);
const impact = changetype<Impact>(PASSING_SPACE + 160);
/** The nearest pair of a bullet: its shape and the other. */
const FIRST_SHAPE: usize = PASSING_SPACE + 184;
const FIRST_OTHER: usize = PASSING_SPACE + 188;
/** How far what slides along the other must move to be no deeper in it than it was (unit: m). */
const OUT_X: usize = PASSING_SPACE + 192;
const OUT_Y: usize = PASSING_SPACE + 196;
/** The box around the way of a body that ends elsewhere. */
const around = changetype<Aabb>(PASSING_SPACE + 200);
if (offsetof<Sweep>() > 40 || offsetof<Impact>() > 24) {
  ERROR("the records of this file overlap");
}

/** Bytes of a crossing: u32 shape, u32 other, f32 fraction; padded to what is sorted. */
const CROSSING_BYTES: usize = 32;
const FAST_BULLET: u32 = BodyFlag.Bullet | BodyFlag.Fast;
/** Of flags: what is set while fast bodies are seen to. */
const MEANWHILE: u32 = BodyFlag.Fast | BodyFlag.Disturbed | BodyFlag.Stopped;
/** Of flags of a bullet: it does not end any more where its own motion did. */
const WAY_ENDED: u32 = BodyFlag.Stopped | BodyFlag.Parted;

/** Marks the fast bodies, and bullets among them to be looked at, or takes the marks away. */
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
 * Brings the trees up to date, with the boxes of fast bodies grown over their motions: there, and there only, so that one
 * query finds all that may have been met. Only the active tree is ever made of grown boxes, for it is made anew before the next pairs
 * are looked for: what the resting one takes in it would keep. False: out of memory.
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

/** Not `memory.copy`: of so few bytes it becomes unaligned stores, which wasm2js refuses. */
function copyBox(to: usize, from: usize): void {
  store<u64>(to, load<u64>(from));
  store<u64>(to, load<u64>(from, 8), 8);
}

/** Keeps the boxes of the fast bodies' shapes and grows them, or puts them back. */
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

/** When the two first touch, as a share of the step; 0 if they do at its start, 1 if they do not. */
function firstTouch(shape: u32, other: u32, tolerance: f32): f32 {
  timeOfImpact(Shapes.geometry(shape), sweepA, Shapes.geometry(other), sweepB, 0, tolerance, impact);
  return impact.state == ImpactState.Separated ? 1 : impact.fraction;
}

/**
 * Bullets that another dynamic body passed, or that passed it: what they would meet at the end of the step is not where they
 * met. A bullet is put where they first touched, and taken along by the other for the rest of the step. (That was put there, too, and stood
 * still for what was left: a truck of 20 m/s under fire went 5, and told 20, and pins came apart.) What began on another, and slides
 * along it or turns on it, goes on as well, out of it. Only those are looked at near which a body was
 * put elsewhere since they were, and only the first `n` of the fast bodies are that fast as a whole. False: there were none.
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
  tellParted(slot, shape, other, first);
  const outX = load<f32>(OUT_X);
  const outY = load<f32>(OUT_Y);
  if (outX != 0 || outY != 0) {
    const wayX: f32 = motionA.c1x - motionA.c0x - (motionB.c1x - motionB.c0x);
    const wayY: f32 = motionA.c1y - motionA.c0y - (motionB.c1y - motionB.c0y);
    bendEnd(slot, motionA, outX, outY, wayX, wayY);
    part(slot, motionA, motionA.c1x, motionA.c1y, motionA.q1c, motionA.q1s);
    return true;
  }
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

/** Ends a body's motion here. */
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

/** A body ends elsewhere: bullets near its way, and itself if it is one, are to be looked at again. */
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

/** What a bullet passes first → the share of the step after which it meets that, 1 if there is nothing; `FIRST_SHAPE` and so on. */
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

/** The same of one pair of shapes, if they pass each other before `first`. */
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
    // Where they end touching each other on the side where they met, the contact of the next step sees them.
    const metX = impact.nx;
    const metY = impact.ny;
    const end = distanceAt(shape, sweepA, other, sweepB, 1);
    kept = abs<f32>(end) <= 2 * world.linearSlop && gap.nx * metX + gap.ny * metY > 0.95;
  } else {
    // Bodies that were in each other may come out; they may not go on to the other side. They turn on all the same: what touches at
    // the beginning may turn away, and no contact stops that.
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

/** How far the point of a body where `gap` is told goes along its normal in a step, by how it goes and turns after a share of that. */
function approachOf(s: Sweep, fraction: f32): f32 {
  const x: f32 = s.c1x - s.c0x;
  const y: f32 = s.c1y - s.c0y;
  const turn = angleBetween(s.q0c, s.q0s, s.q1c, s.q1s);
  const rx: f32 = gap.bx - (s.c0x + fraction * x);
  const ry: f32 = gap.by - (s.c0y + fraction * y);
  return gap.nx * (x - turn * ry) + gap.ny * (y + turn * rx);
}

/** Does one of the two want to be told what fast bodies meet? */
function wantsSwept(shape: u32, other: u32): bool {
  return ((Shapes.at(shape).flags | Shapes.at(other).flags) & ShapeFlag.SweptEvents) != 0;
}

/**
 * Tells the event of a fast body's shape that met another after a fraction of their ways, which are `motionA` and `motionB`; its own is this
 * share of what it would have gone.
 */
function tellSwept(shape: u32, other: u32, fraction: f32, share: f32): void {
  distanceAt(shape, sweepA, other, sweepB, fraction);
  const speed = max<f32>((approachOf(motionA, fraction) / share - approachOf(motionB, fraction)) / world.dt, 0);
  addSweptEvent(shape, other, gap.bx, gap.by, gap.nx, gap.ny, fraction * share, speed);
}

/**
 * The same of a bullet that is parted from what it met. What it was stopped by behind that, or would have been, it has not met; one
 * meeting is told once, however often the two are parted, and by one of them.
 */
function tellParted(slot: u32, shape: u32, other: u32, fraction: f32): void {
  const owner = Shapes.at(other).body;
  const before = (Bodies.flags(slot) & WAY_ENDED) != 0 ? sweptEventOf(Bodies.id(slot)) : 0;
  if (before != 0) {
    if (metIn(before) == Bodies.id(owner)) {
      return;
    }
    takeBack(before);
  }
  if (fraction == 0 || !wantsSwept(shape, other)) {
    return; // a contact has told that they touch
  }
  const others = (Bodies.flags(owner) & BodyFlag.Parted) != 0 ? sweptEventOf(Bodies.id(owner)) : 0;
  if (others == 0 || metIn(others) != Bodies.id(slot)) {
    setSweeps(slot, shape, owner, other);
    tellSwept(shape, other, fraction, shareGone(slot));
  }
}

/** The share of its way that a body has gone which may have been stopped in this step already; `motionA` is what it has gone. */
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
 * The same of a body that a static one stopped after a share of its way `bent`: that may have been bent along seams before it, and the
 * speed and the share that are told are those of the body's own.
 */
export function tellStopped(slot: u32, bent: Sweep, shape: u32, other: u32, fraction: f32): void {
  if (!wantsSwept(shape, other)) {
    return;
  }
  if ((Bodies.flags(slot) & BodyFlag.Parted) != 0 && sweptEventOf(Bodies.id(slot)) != 0) {
    return; // of what it was parted from, or of this
  }
  bodyMotion(slot, motionA);
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

/** May any sensor be in the active tree? Else the resting one, which no motion changes, has them all. */
export function sensorsMove(): bool {
  return (world.movingSensors | world.restingInActive) != 0;
}

/** Sensors passed within the step, by fast bodies or as parts of them: a begin and an end each, the first passed first. */
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

/** Notes the shapes of a fast body that met another on the way and have left it again. */
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
      continue; // what it ends in, the next step tells
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

/** A share of the step after which two that begin within the tolerance of each other have met, if they approach: half a slop. */
function early(): f32 {
  const vx: f32 = motionA.c1x - motionA.c0x - (motionB.c1x - motionB.c0x);
  const vy: f32 = motionA.c1y - motionA.c0y - (motionB.c1y - motionB.c0y);
  return min<f32>(0.5, (0.5 * world.linearSlop) / max<f32>(sqrt<f32>(vx * vx + vy * vy), world.linearSlop));
}

/** Have the two shapes a contact that touches? Then its end is told by the narrow phase. */
function isTouching(slot: u32, shape: u32, other: u32): bool {
  for (let edge = Bodies.at(slot).contactHead; edge != NONE; edge = load<u32>(Contacts.edge(edge))) {
    const c = Contacts.at(edge >> 1);
    if ((c.shapeA == shape && c.shapeB == other) || (c.shapeA == other && c.shapeB == shape)) {
      return (c.flags & ContactFlag.Touching) != 0;
    }
  }
  return false;
}
