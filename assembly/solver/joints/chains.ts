import { BodyFlag, JointFlag, JointType } from "../../abi/layout";
import { Buffer, List } from "../../memory/buffer";
import { Bodies, NONE } from "../../world/body";
import { COLOUR_COUNT, jointChains } from "../../world/buffers";
import { Joint, Joints } from "../../world/joint";
import { world } from "../../world/world";
import { Softness } from "../softness";
import { SolverBody } from "../solver_body";
import { JointRow, Lanes, boundDamping, boundHertz } from "./joint_block";
import { pinBytes } from "./revolute";

// Chains: rows of bodies pinned one to the next. A pass over the joints one by one carries a load a few links far, and as
// soft joints they give by F / (m ω²) each: a light link under a great load gives by its own length. So where pins along a
// row of bodies that have two joints each bear more than they hold together, their velocities are solved exactly, after each
// pass over all joints: the matrix A of such a row is block-tridiagonal,
//
//     (A + γ K) Δλ = −(Ċ + f (β C + γ K λ)),     A = J M⁻¹ Jᵀ,   K its blocks on the diagonal
//
// and elimination along the row (Thomas; Golub and Van Loan, "Matrix Computations", 4.5.1) costs about four passes. An exact
// pass is stable at any stiffness, and a row both of whose ends are free or held is stiffer than joints are, from a gap on: what
// hangs on other joints there would otherwise be as stiff as the passes over them cannot follow
// (docs/decisions/0014-joint-softness.md).
// In doubles: a thousand times the mass at the end takes ten bits, the square of the length as many.

/** A joint is loaded when its softness gives by this share of the arm of a link. */
const SAG: f32 = 0.003;
/** A row is solved as one down to this share of that load. */
const RELEASE: f32 = 0.25;
/** Stiffness of a row against that of other joints. */
const STIFFER: f32 = 4;
/** The relaxing pass leaves this share of what contradicts itself, such as a straight row between two walls. */
const LOOSE: f64 = 1e-6;
/** All gaps of a row together close by no more than this many slops a second. */
const CLOSING: f64 = 8000;

// `jointChains`, in words: where the runs of pins of each colour begin; the records, from and to; loaded joints. Then records.
const FROM: usize = (<usize>COLOUR_COUNT) << 2;
const TO: usize = FROM + 4;
const HEAD_WORDS: u32 = COLOUR_COUNT + 2;

/** A joint of a row, taken as if it went from the body p that it shares with the joint before to its other body q. */
const enum Link {
  lane = 0,
  /** 1: the first of its row. */
  first = 4,
  /** 1: p is body B of the joint. */
  turned = 8,
  joint = 12,
  /** Softness up to a gap of `reach`; beyond, the stiffer one about a gap of `bend`, with which the force goes on where it was. */
  rate = 16,
  gamma = 24,
  reach = 32,
  bend = 40,
  stiffRate = 48,
  stiffGamma = 56,
  // Of a pass: which γ counts, arms, K, right side, speed that softness asks for.
  leak = 64,
  px = 72,
  py = 80,
  qx = 88,
  qy = 96,
  k11 = 104,
  k12 = 112,
  k22 = 120,
  yx = 128,
  yy = 136,
  ex = 144,
  ey = 152,
  /** The inverse of what elimination leaves of the block on the diagonal. */
  i11 = 160,
  i12 = 168,
  i22 = 176,
  /** The block that couples it with the joint before. */
  c11 = 184,
  c12 = 192,
  c21 = 200,
  c22 = 208,
  bytes = 216,
}

/** Before joints are prepared. False: out of memory. */
export function beginChains(): bool {
  if (!Buffer.ensure(jointChains, (<usize>HEAD_WORDS) << 2)) {
    return false;
  }
  memory.fill(jointChains.ptr, 0, (<usize>HEAD_WORDS) << 2);
  jointChains.count = HEAD_WORDS;
  return true;
}

/** Where the run of pins of a colour begins. */
export function noteRun(colour: u32, start: usize): void {
  store<u32>(jointChains.ptr + ((<usize>colour) << 2), <u32>start);
}

export abstract class Rows {
  /** May a body with joints of these colours link two pins? One colour more may be that of a light joint. */
  @inline static mayLink(colours: u32): bool {
    return (popcnt<u32>(colours) & ~1) == 2;
  }
  /** May a pin be part of a row? Most of a net need not be looked at further. */
  @inline static mayHave(j: Joint): bool {
    return Rows.mayLink(Bodies.at(j.bodyA).jointColours) || Rows.mayLink(Bodies.at(j.bodyB).jointColours);
  }
}

/** Notes a pin that may be part of a row, prepared in lane `q`, if it is loaded. False: out of memory. */
export function noteLoad(slot: u32, q: usize): bool {
  const j = Joints.at(slot);
  store<u32>(q, 0, JointRow.chained);
  const ax = load<f32>(q, JointRow.armAx);
  const ay = load<f32>(q, JointRow.armAy);
  const bx = load<f32>(q, JointRow.armBx);
  const by = load<f32>(q, JointRow.armBy);
  const px = j.impulseX;
  const py = j.impulseY;
  const m: f32 = load<f32>(q, JointRow.invMassA) + load<f32>(q, JointRow.invMassB);
  const turnA: f32 = load<f32>(q, JointRow.invInertiaA) * (ax * py - ay * px);
  const turnB: f32 = load<f32>(q, JointRow.invInertiaB) * (bx * py - by * px);
  const leak = load<f32>(q, JointRow.impulseScale);
  // K λ · leak / scale / rate is how far softness lets the anchors part.
  const x: f32 = leak * (m * px - (ay * turnA + by * turnB));
  const y: f32 = leak * (m * py + (ax * turnA + bx * turnB));
  const share: f32 = (j.flags & JointFlag.Stiff) != 0 ? SAG * RELEASE : SAG;
  const held: f32 = share * load<f32>(q, JointRow.massScale) * load<f32>(q, JointRow.biasRate);
  const reach: f32 = held * armOf(j, q);
  if (x * x + y * y > reach * reach) {
    return List.push(jointChains, slot);
  }
  j.flags &= ~JointFlag.Stiff; // unless another joint of its row is loaded
  return true;
}

/** How far from the centre of a link a joint of it is. */
function armOf(j: Joint, q: usize): f32 {
  const arm = q + (Rows.mayLink(Bodies.at(j.bodyA).jointColours) ? JointRow.armAx : JointRow.armBx);
  const x = load<f32>(arm);
  const y = load<f32>(arm, JointRow.armAy - JointRow.armAx);
  return sqrt<f32>(x * x + y * y);
}

/** Does a joint leave a row what it is? What draws a body softly, or not at all, does. */
function isLight(type: u32): bool {
  return type == JointType.Mouse || type == JointType.Filter;
}

/** The joint on the other side of a body that links two pins, or 0. */
function beyond(joint: u32, body: u32): u32 {
  const b = Bodies.at(body);
  if (!Rows.mayLink(b.jointColours) || (Bodies.flags(body) & (BodyFlag.LockX | BodyFlag.LockY)) != 0) {
    return 0;
  }
  let other: u32 = 0;
  for (let edge = b.jointHead; edge != NONE; edge = load<u32>(Joints.edge(edge))) {
    const type = Joints.at(edge >> 1).type;
    if (edge >> 1 != joint && !isLight(type)) {
      if (other != 0 || type != JointType.Revolute || Joints.at(edge >> 1).colour == NONE) {
        return 0;
      }
      other = edge >> 1;
    }
  }
  return other;
}

/** Is a body held, or does nothing but this joint hang on it? */
function isEnd(joint: u32, body: u32): bool {
  if (Bodies.isDynamic(body)) {
    for (let edge = Bodies.at(body).jointHead; edge != NONE; edge = load<u32>(Joints.edge(edge))) {
      if (edge >> 1 != joint && !isLight(Joints.at(edge >> 1).type)) {
        return false;
      }
    }
  }
  return true;
}

function acrossOf(j: Joint, body: u32): u32 {
  return j.bodyA == body ? j.bodyB : j.bodyA;
}

/** Loaded joints → the rows they are part of. False: out of memory. */
export function gatherChains(): bool {
  const seeds = jointChains.count;
  const start = (((<usize>seeds) << 2) + 7) & ~7;
  store<u32>(jointChains.ptr, <u32>start, FROM);
  store<u32>(jointChains.ptr, <u32>start, TO);
  for (let k = HEAD_WORDS; k < seeds; k++) {
    const seed = List.get(jointChains, k);
    if (load<u32>(laneOf(Joints.at(seed)), JointRow.chained) == 0 && !gatherFrom(seed)) {
      return false;
    }
  }
  return true;
}

function laneOf(j: Joint): usize {
  const run = load<u32>(jointChains.ptr + ((<usize>j.colour) << 2));
  return Lanes.at(run, j.colour, j.colourIndex, pinBytes());
}

/** The row that a joint is part of → records. */
function gatherFrom(seed: u32): bool {
  let first = seed;
  let start = Joints.at(seed).bodyA;
  let joint = beyond(first, start);
  while (joint != 0 && joint != seed) {
    first = joint;
    start = acrossOf(Joints.at(first), start);
    joint = beyond(first, start);
  }
  const from = load<u32>(jointChains.ptr, TO);
  let last = first;
  let body = start;
  joint = first;
  do {
    last = joint;
    if (!pushLink(joint, body)) {
      return false;
    }
    body = acrossOf(Joints.at(joint), body);
    joint = beyond(joint, body);
  } while (joint != 0 && joint != first);
  // The joint that closes a ring couples with both ends: it is left to the passes over all joints.
  const ring = body == start && Bodies.isDynamic(body);
  const to = load<u32>(jointChains.ptr, TO) - (ring ? Link.bytes : 0);
  const long = to > from + Link.bytes;
  store<u32>(jointChains.ptr, long ? to : from, TO);
  if (long) {
    store<u32>(jointChains.ptr + from, 1, Link.first);
    weighDown(from, to);
    if (!ring && isEnd(first, start) && isEnd(last, body)) {
      stiffen(from, to);
    }
  }
  return true;
}

/** A record behind the last. `body`: the one on side p. */
function pushLink(joint: u32, body: u32): bool {
  const j = Joints.at(joint);
  const at = <usize>load<u32>(jointChains.ptr, TO);
  jointChains.count = <u32>((at + Link.bytes) >> 2);
  if (!Buffer.ensure(jointChains, at + Link.bytes)) {
    return false;
  }
  store<u32>(jointChains.ptr, <u32>(at + Link.bytes), TO);
  const r = jointChains.ptr + at;
  const q = laneOf(j);
  store<u32>(q, 1, JointRow.chained);
  j.flags &= ~JointFlag.Stiff;
  store<u32>(r, <u32>q, Link.lane);
  store<u32>(r, 0, Link.first);
  store<u32>(r, j.bodyA == body ? 0 : 1, Link.turned);
  store<u32>(r, joint, Link.joint);
  const scale = <f64>load<f32>(q, JointRow.massScale);
  store<f64>(r, <f64>load<f32>(q, JointRow.biasRate), Link.rate);
  store<f64>(r, <f64>load<f32>(q, JointRow.impulseScale) / scale, Link.gamma);
  store<f64>(r, Infinity, Link.reach);
  return true;
}

/**
 * Joints of a row get its stiffness from the gap on that makes them loaded, but those that name a softness of their own, and
 * those of bodies that touch something: contacts are solved one by one, and a heap of stiff rows would never come to rest. Up
 * to there they are as soft as others, so that the force is one function of the gap: when all of a row's stiffness came and went
 * with its load, a double pendulum gained 5 % of its range in half a minute.
 */
function stiffen(from: u32, to: u32): void {
  const h = world.h;
  const zeta = boundDamping(world.jointDampingRatio);
  const hertz = boundHertz(world.jointHertz, STIFFER);
  if (hertz == 0) {
    return; // rigid as they are
  }
  const rate = <f64>Softness.biasRate(hertz, zeta, h);
  const gamma: f64 = 1 / <f64>Softness.stiffness(hertz, zeta, h);
  for (let r = jointChains.ptr + from, end = jointChains.ptr + to; r < end; r += Link.bytes) {
    const j = Joints.at(load<u32>(r, Link.joint));
    j.flags |= JointFlag.Stiff;
    if (j.hertz == 0 && (Bodies.at(j.bodyA).contactColours | Bodies.at(j.bodyB).contactColours) == 0) {
      const q = <usize>load<u32>(r, Link.lane);
      const reach = <f64>(SAG * armOf(j, q));
      const softer: f64 = (load<f64>(r, Link.rate) * gamma) / (load<f64>(r, Link.gamma) * rate);
      store<f64>(r, reach, Link.reach);
      store<f64>(r, reach * (1 - softer), Link.bend);
      store<f64>(r, rate, Link.stiffRate);
      store<f64>(r, gamma, Link.stiffGamma);
    }
  }
}

/**
 * A link of inertia I under a load F swings about its own middle with ω² = F L / I, and impulses along arms that turn only
 * between sub-steps drive it as soon as h ω > 2 (Tournier et al., "Stable Constrained Dynamics", 2015). So to its pins it is
 * at least so hard to turn that h ω = 1.
 */
function weighDown(from: u32, to: u32): void {
  const h = world.h;
  for (let r = jointChains.ptr + from + Link.bytes, end = jointChains.ptr + to; r < end; r += Link.bytes) {
    const before = r - Link.bytes;
    const p = <usize>load<u32>(r, Link.lane);
    const q = <usize>load<u32>(before, Link.lane);
    const sideP = p + ((<usize>load<u32>(r, Link.turned)) << 4);
    const sideQ = q + ((1 - <usize>load<u32>(before, Link.turned)) << 4);
    const hardest: f32 = 1 / (h * (loadOn(p, sideP) + loadOn(q, sideQ)));
    const inverse = load<f32>(sideP, JointRow.invInertiaA);
    if (hardest < inverse) {
      store<f32>(sideP, hardest, JointRow.invInertiaA);
      store<f32>(sideQ, hardest, JointRow.invInertiaA);
    }
  }
}

/** Impulse times the arm that it draws. */
function loadOn(lane: usize, side: usize): f32 {
  const arm = side + (side - lane);
  const x: f32 = load<f32>(lane, JointRow.impulseX) * load<f32>(arm, JointRow.armAx);
  const y: f32 = load<f32>(lane, JointRow.impulseY) * load<f32>(arm, JointRow.armAy);
  return abs<f32>(x + y);
}

/** `B` int: the biased pass, float: the relaxing one. */
export function solveChains<B>(): void {
  const to = jointChains.ptr + load<u32>(jointChains.ptr, TO);
  let r = jointChains.ptr + load<u32>(jointChains.ptr, FROM);
  while (r < to) {
    let sum: f64 = 0;
    let end = r;
    do {
      sum += measure<B>(end);
      end += Link.bytes;
    } while (end < to && load<u32>(end, Link.first) == 0);
    const most: f64 = CLOSING * <f64>world.linearSlop;
    const share: f64 = sum > most ? most / sum : 1;
    for (let at = r; at < end; at += Link.bytes) {
      eliminate<B>(at, share);
    }
    // From the back: what the joint behind takes from the right side, through the block that couples them.
    let takenX: f64 = 0;
    let takenY: f64 = 0;
    for (let at = end - Link.bytes; at >= r; at -= Link.bytes) {
      const yx: f64 = load<f64>(at, Link.yx) - takenX;
      const yy: f64 = load<f64>(at, Link.yy) - takenY;
      const x: f64 = load<f64>(at, Link.i11) * yx + load<f64>(at, Link.i12) * yy;
      const y: f64 = load<f64>(at, Link.i12) * yx + load<f64>(at, Link.i22) * yy;
      apply(at, x, y);
      takenX = load<f64>(at, Link.c11) * x + load<f64>(at, Link.c12) * y;
      takenY = load<f64>(at, Link.c21) * x + load<f64>(at, Link.c22) * y;
    }
    r = end;
  }
}

/** Arms, K, −Ċ and β C + γ K λ, from where bodies are now. Returns the magnitude of the last. */
function measure<B>(r: usize): f64 {
  const lane = <usize>load<u32>(r, Link.lane);
  const turned = <usize>load<u32>(r, Link.turned);
  const p = lane + (turned << 4);
  const q = lane + ((1 - turned) << 4);
  const bodyP = changetype<SolverBody>(load<usize>(p, JointRow.bodyA));
  const bodyQ = changetype<SolverBody>(load<usize>(q, JointRow.bodyA));
  const armP = p + (turned << 4);
  const armQ = q + ((1 - turned) << 4);
  const x0 = <f64>load<f32>(armP, JointRow.armAx);
  const y0 = <f64>load<f32>(armP, JointRow.armAy);
  const x1 = <f64>load<f32>(armQ, JointRow.armAx);
  const y1 = <f64>load<f32>(armQ, JointRow.armAy);
  const px: f64 = <f64>bodyP.dc * x0 - <f64>bodyP.ds * y0;
  const py: f64 = <f64>bodyP.ds * x0 + <f64>bodyP.dc * y0;
  const qx: f64 = <f64>bodyQ.dc * x1 - <f64>bodyQ.ds * y1;
  const qy: f64 = <f64>bodyQ.ds * x1 + <f64>bodyQ.dc * y1;
  const m: f64 = <f64>load<f32>(p, JointRow.invMassA) + <f64>load<f32>(q, JointRow.invMassA);
  const iiP = <f64>load<f32>(p, JointRow.invInertiaA);
  const iiQ = <f64>load<f32>(q, JointRow.invInertiaA);
  const k11: f64 = m + (py * py * iiP + qy * qy * iiQ);
  const k12: f64 = -(py * px * iiP + qy * qx * iiQ);
  const k22: f64 = m + (px * px * iiP + qx * qx * iiQ);
  store<f64>(r, px, Link.px);
  store<f64>(r, py, Link.py);
  store<f64>(r, qx, Link.qx);
  store<f64>(r, qy, Link.qy);
  store<f64>(r, k11, Link.k11);
  store<f64>(r, k12, Link.k12);
  store<f64>(r, k22, Link.k22);
  const wP = <f64>bodyP.w;
  const wQ = <f64>bodyQ.w;
  store<f64>(r, <f64>bodyP.vx - wP * py - (<f64>bodyQ.vx - wQ * qy), Link.yx);
  store<f64>(r, <f64>bodyP.vy + wP * px - (<f64>bodyQ.vy + wQ * qx), Link.yy);
  if (!isInteger<B>()) {
    return 0;
  }
  const sign: f64 = turned != 0 ? -1 : 1;
  const x = <f64>load<f32>(lane, JointRow.impulseX);
  const y = <f64>load<f32>(lane, JointRow.impulseY);
  const dx: f64 = <f64>bodyQ.dx - <f64>bodyP.dx + (qx - px) + sign * <f64>load<f32>(lane, JointRow.centerX);
  const dy: f64 = <f64>bodyQ.dy - <f64>bodyP.dy + (qy - py) + sign * <f64>load<f32>(lane, JointRow.centerY);
  const gap: f64 = sqrt<f64>(dx * dx + dy * dy);
  const stiff = gap > load<f64>(r, Link.reach);
  const rate: f64 = stiff
    ? load<f64>(r, Link.stiffRate) * (1 - load<f64>(r, Link.bend) / gap)
    : load<f64>(r, Link.rate);
  const leak: f64 = stiff ? load<f64>(r, Link.stiffGamma) : load<f64>(r, Link.gamma);
  const gamma: f64 = sign * leak;
  store<f64>(r, leak, Link.leak);
  const ex: f64 = rate * dx + gamma * (k11 * x + k12 * y);
  const ey: f64 = rate * dy + gamma * (k12 * x + k22 * y);
  store<f64>(r, ex, Link.ex);
  store<f64>(r, ey, Link.ey);
  return sqrt<f64>(ex * ex + ey * ey);
}

/** One joint of the elimination: its block and right side, less what the joint before takes. `share`: f. */
function eliminate<B>(r: usize, share: f64): void {
  let grow: f64 = 1 + LOOSE;
  let yx = load<f64>(r, Link.yx);
  let yy = load<f64>(r, Link.yy);
  if (isInteger<B>()) {
    grow += share * load<f64>(r, Link.leak);
    yx -= share * load<f64>(r, Link.ex);
    yy -= share * load<f64>(r, Link.ey);
  }
  let d11: f64 = load<f64>(r, Link.k11) * grow;
  let d12: f64 = load<f64>(r, Link.k12) * grow;
  let d22: f64 = load<f64>(r, Link.k22) * grow;
  if (load<u32>(r, Link.first) == 0) {
    // C = −(m⁻¹ 1 + I⁻¹ q̂ p̂ᵀ) of the body between, q̂ = (−qy, qx) being its arm of the joint before, turned.
    const e = r - Link.bytes;
    const p = <usize>load<u32>(r, Link.lane) + ((<usize>load<u32>(r, Link.turned)) << 4);
    const im = <f64>load<f32>(p, JointRow.invMassA);
    const ii = <f64>load<f32>(p, JointRow.invInertiaA);
    const px: f64 = ii * load<f64>(r, Link.px);
    const py: f64 = ii * load<f64>(r, Link.py);
    const qx = load<f64>(e, Link.qx);
    const qy = load<f64>(e, Link.qy);
    const c11: f64 = -(im + qy * py);
    const c12: f64 = qy * px;
    const c21: f64 = qx * py;
    const c22: f64 = -(im + qx * px);
    store<f64>(r, c11, Link.c11);
    store<f64>(r, c12, Link.c12);
    store<f64>(r, c21, Link.c21);
    store<f64>(r, c22, Link.c22);
    const i11 = load<f64>(e, Link.i11);
    const i12 = load<f64>(e, Link.i12);
    const i22 = load<f64>(e, Link.i22);
    // L = Cᵀ I
    const l11: f64 = c11 * i11 + c21 * i12;
    const l12: f64 = c11 * i12 + c21 * i22;
    const l21: f64 = c12 * i11 + c22 * i12;
    const l22: f64 = c12 * i12 + c22 * i22;
    d11 -= l11 * c11 + l12 * c21;
    d12 -= l11 * c12 + l12 * c22;
    d22 -= l21 * c12 + l22 * c22;
    const bx = load<f64>(e, Link.yx);
    const by = load<f64>(e, Link.yy);
    yx -= l11 * bx + l12 * by;
    yy -= l21 * bx + l22 * by;
  }
  const det: f64 = d11 * d22 - d12 * d12;
  const inverse: f64 = det > 0 ? 1 / det : 0;
  store<f64>(r, inverse * d22, Link.i11);
  store<f64>(r, -inverse * d12, Link.i12);
  store<f64>(r, inverse * d11, Link.i22);
  store<f64>(r, yx, Link.yx);
  store<f64>(r, yy, Link.yy);
}

/** Impulse (x, y) on q, its opposite on p. */
function apply(r: usize, x: f64, y: f64): void {
  const lane = <usize>load<u32>(r, Link.lane);
  const turned = <usize>load<u32>(r, Link.turned);
  const p = lane + (turned << 4);
  const q = lane + ((1 - turned) << 4);
  const sign: f64 = turned != 0 ? -1 : 1;
  store<f32>(lane, <f32>(<f64>load<f32>(lane, JointRow.impulseX) + sign * x), JointRow.impulseX);
  store<f32>(lane, <f32>(<f64>load<f32>(lane, JointRow.impulseY) + sign * y), JointRow.impulseY);
  push(p, -x, -y, load<f64>(r, Link.px), load<f64>(r, Link.py));
  push(q, x, y, load<f64>(r, Link.qx), load<f64>(r, Link.qy));
}

/** @inline */
function push(side: usize, x: f64, y: f64, rx: f64, ry: f64): void {
  const b = changetype<SolverBody>(load<usize>(side, JointRow.bodyA));
  const im = <f64>load<f32>(side, JointRow.invMassA);
  const ii = <f64>load<f32>(side, JointRow.invInertiaA);
  if (im > 0 || ii > 0) {
    b.vx = <f32>(<f64>b.vx + im * x);
    b.vy = <f32>(<f64>b.vy + im * y);
    b.w = <f32>(<f64>b.w + ii * (rx * y - ry * x));
  }
}
