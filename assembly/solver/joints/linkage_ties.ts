import { JointType } from "../../abi/layout";
import { leastWay } from "../../world/settings";
import { world } from "../../world/world";
import { SolverBody } from "../solver_body";
import { isRod, noteAcross, speedAt } from "./distance";
import { Held, MOST_OF_ROD, Meet, measureArms, measurePoint, rateOf, signOf } from "./elimination";
import { JointRow } from "./joint_block";
import { addAlong, hold, holdSlider, holderOf, noteHolder, sliderHolderOf, softenHolder } from "./linkage_holders";
import { add, leaveTurn } from "./linkage_matrix";
import { Tie } from "./linkage_records";
import { ACROSS, TURN } from "./prismatic";
import { angleAt } from "./revolute";
import { Free, Place, Row } from "./row_block";
import { POINT } from "./weld";

// What a pass reads of the joints of a linkage, and gives back to their lanes: rods, pins, sliders and welds.

/**
 * `LOOSE` of welds in rings, which contradict each other if the ring does not close: with a millionth such rings stopped
 * turning in seconds.
 */
export const LOOSE_IN_RING: f64 = 1e-4;
/**
 * Limits of a pin whose anchors are farther apart than this share of its arms are left to the passes: rows of such pins threw
 * themselves.
 */
const TORN: f64 = 0.02;
/** The row of the angle of a weld, and the first of those along the axis of a slider. */
const FIRST: usize = Place.rows;

/** Measures −Ċ, K and, `B` int: the biased pass, what softness asks for. `closed`: the linkage has rings. */
export function measureTie<B>(r: usize, closed: bool): void {
  const lane = <usize>load<u32>(r, Held.lane);
  switch (load<u32>(r, Tie.type)) {
    case JointType.Distance:
      measureRod<B>(r, lane);
      break;
    case JointType.Revolute:
      measurePin<B>(r, lane, closed);
      break;
    case JointType.Prismatic:
      measureSlider<B>(r, lane);
      break;
    default:
      measureWeld<B>(r, lane);
  }
}

/** Measures a rod, or a rope, which may be slack: K is held along it alone. */
function measureRod<B>(r: usize, lane: usize): void {
  measureArms(r, Meet.Apart);
  const dx = load<f64>(r, Held.dx);
  const dy = load<f64>(r, Held.dy);
  const length: f64 = sqrt<f64>(dx * dx + dy * dy);
  const sign = signOf(r);
  const inverse: f64 = length > <f64>leastWay() ? sign / length : 0;
  const ux: f64 = inverse * dx;
  const uy: f64 = inverse * dy;
  const k12 = load<f64>(r, Held.k12);
  const k: f64 = ux * (ux * load<f64>(r, Held.k11) + 2 * uy * k12) + uy * uy * load<f64>(r, Held.k22);
  store<f64>(r, ux, Tie.ux);
  store<f64>(r, uy, Tie.uy);
  store<f64>(r, k, Tie.k);
  const rod = isRod(lane);
  store<f64>(r, isInteger<B>() && rod ? drawAcross(r, lane, k, length) : 0, Tie.across);
  holdAlong(r, k, ux, uy);
  store<f64>(r, 0, Tie.bt);
  store<f64>(r, 0, Held.ex);
  store<f64>(r, 0, Held.ey);
  store<f64>(r, 0, Tie.et);
  store<f64>(r, 0, Held.leak);
  if (rod) {
    holdLength<B>(r, lane, length);
    return;
  }
  const holder = holderOf(lane);
  store<u32>(r, <u32>holder, Tie.holder);
  if (holder != 0) {
    hold<B>(r, lane, holder, <f32>length, speedAt(lane, holder));
  }
}

/** What a rod asks for along itself. */
function holdLength<B>(r: usize, lane: usize, length: f64): void {
  const sign = signOf(r);
  const speed = <f64>speedAt(lane, JointRow.impulseX);
  addAlong(r, Held.bx, Tie.bt, sign * speed);
  if (isInteger<B>()) {
    const C: f64 = length - (<f64>load<f32>(lane, JointRow.rest) - speed * <f64>world.h);
    const rate = rateOf(r, abs<f64>(C), MOST_OF_ROD);
    const leak: f64 = load<f64>(r, Held.leak) * load<f64>(r, Tie.k);
    addAlong(r, Held.ex, Tie.et, sign * (rate * C + leak * <f64>load<f32>(lane, JointRow.impulseX)));
  }
}

/**
 * A rod that bears λ over a length L draws its ends back across itself by λ / L a metre: its geometric stiffness. A row of rods
 * swings across itself with (h ω)² = 2 h (λ / L) K⊥ at most. A sub-step cannot follow beyond 4, which is reached under a load
 * of a thousand times a circle at the end of twenty rods of half a metre. What is beyond 2 is taken as it will be at the end of
 * the sub-step, an impulse of −h (λ / L) v⊥ (Tournier et al., "Stable Constrained Dynamics", 2015), which takes a little from
 * the swing; the rest as it is now, which takes nothing. Ropes, which may be slack, were thrown by this when they were let go.
 * `k`: K along the rod. Returns what this adds to γ K across the rod, or 0: it is free there.
 */
function drawAcross(r: usize, lane: usize, k: f64, length: f64): f64 {
  const across: f64 = load<f64>(r, Held.k11) + load<f64>(r, Held.k22) - k;
  const draw: f64 = -(<f64>load<f32>(lane, JointRow.impulseX)) * <f64>world.h * across - length;
  return draw > 0 ? (length * across) / draw : 0;
}

/** K of a point that is held along (x, y) alone. */
function holdAlong(r: usize, k: f64, x: f64, y: f64): void {
  store<f64>(r, k * x * x, Held.k11);
  store<f64>(r, k * x * y, Held.k12);
  store<f64>(r, k * y * y, Held.k22);
}

function measurePin<B>(r: usize, lane: usize, closed: bool): void {
  const x = <f64>load<f32>(lane, JointRow.impulseX);
  const y = <f64>load<f32>(lane, JointRow.impulseY);
  measurePoint<B>(r, x, y, true, closed ? Meet.Near : Meet.Apart);
  store<f64>(r, 0, Tie.bt);
  store<f64>(r, 0, Tie.et);
  let holder = holderOf(lane);
  if (holder != 0) {
    const k33 = measureTurn(r);
    if (k33 > 0 && (holder == JointRow.motorImpulse || !isTorn(r))) {
      store<f64>(r, freeTurn(r, k33), Tie.k);
      hold<B>(r, lane, holder, angleAt(lane), 0);
    } else {
      holder = 0;
      store<f64>(r, 0, Tie.bt);
    }
  }
  store<u32>(r, <u32>holder, Tie.holder);
}

function isTorn(r: usize): bool {
  const px = load<f64>(r, Held.px);
  const py = load<f64>(r, Held.py);
  const qx = load<f64>(r, Held.qx);
  const qy = load<f64>(r, Held.qy);
  const dx = load<f64>(r, Held.dx);
  const dy = load<f64>(r, Held.dy);
  return sqrt<f64>(dx * dx + dy * dy) > TORN * (sqrt<f64>(px * px + py * py) + sqrt<f64>(qx * qx + qy * qy));
}

/** The third row and column of K, and −Ċ of the angle. Returns the angle's diagonal element of K, 0 where neither body can turn. */
function measureTurn(r: usize): f64 {
  const lane = <usize>load<u32>(r, Held.lane);
  const turned = <usize>load<u32>(r, Held.turned);
  const p = lane + (turned << 4);
  const q = lane + ((1 - turned) << 4);
  const iiP = <f64>load<f32>(p, JointRow.invInertiaA);
  const iiQ = <f64>load<f32>(q, JointRow.invInertiaA);
  const k33: f64 = iiP + iiQ;
  store<f64>(r, -(iiP * load<f64>(r, Held.py) + iiQ * load<f64>(r, Held.qy)), Tie.s13);
  store<f64>(r, iiP * load<f64>(r, Held.px) + iiQ * load<f64>(r, Held.qx), Tie.s23);
  store<f64>(r, k33, Tie.s33);
  const bodyP = changetype<SolverBody>(load<usize>(p, JointRow.bodyA));
  const bodyQ = changetype<SolverBody>(load<usize>(q, JointRow.bodyA));
  store<f64>(r, <f64>bodyP.w - <f64>bodyQ.w, Tie.bt);
  return k33;
}

/** The inverse inertia that the point of a pin leaves its angle, which has `k33` by itself. */
function freeTurn(r: usize, k33: f64): f64 {
  const k11 = load<f64>(r, Held.k11);
  const k12 = load<f64>(r, Held.k12);
  const k22 = load<f64>(r, Held.k22);
  const k13 = load<f64>(r, Tie.s13);
  const k23 = load<f64>(r, Tie.s23);
  const det: f64 = k11 * k22 - k12 * k12;
  return det > 0 ? max<f64>(0, k33 - (k22 * k13 * k13 - 2 * k12 * k13 * k23 + k11 * k23 * k23) / det) : k33;
}

function measureWeld<B>(r: usize, lane: usize): void {
  const x = <f64>load<f32>(lane + POINT, Row.impulse);
  const y = <f64>load<f32>(lane + POINT, Row.impulse + Row.bytes);
  measurePoint<B>(r, x, y, false, Meet.Always);
  const k33 = measureTurn(r);
  if (!isInteger<B>()) {
    return;
  }
  const sign = signOf(r);
  const gamma: f64 = sign * load<f64>(r, Held.gamma);
  const rate: f64 = sign * load<f64>(r, Held.rate);
  const t = <f64>load<f32>(lane + FIRST, Row.impulse);
  const k13 = load<f64>(r, Tie.s13);
  const k23 = load<f64>(r, Tie.s23);
  add(r + Held.ex, gamma * k13 * t);
  add(r + Held.ey, gamma * k23 * t);
  store<f64>(r, rate * <f64>load<f32>(lane + FIRST, Row.C) + gamma * (k13 * x + k23 * y + k33 * t), Tie.et);
}

/**
 * Measures a slider. Its arms end at the point between the centres where pushes do not turn one body against the other
 * (axes.ts, `slideWhole`): K is held across its axis alone.
 */
function measureSlider<B>(r: usize, lane: usize): void {
  const turned = <usize>load<u32>(r, Held.turned);
  const sign = signOf(r);
  const p = lane + (turned << 4);
  const q = lane + ((1 - turned) << 4);
  const bodyP = changetype<SolverBody>(load<usize>(p, JointRow.bodyA));
  const bodyQ = changetype<SolverBody>(load<usize>(q, JointRow.bodyA));
  const iiP = <f64>load<f32>(p, JointRow.invInertiaA);
  const iiQ = <f64>load<f32>(q, JointRow.invInertiaA);
  const cx: f64 = sign * <f64>load<f32>(lane, JointRow.centerX) + (<f64>bodyQ.dx - <f64>bodyP.dx);
  const cy: f64 = sign * <f64>load<f32>(lane, JointRow.centerY) + (<f64>bodyQ.dy - <f64>bodyP.dy);
  const part: f64 = iiP + iiQ > 0 ? iiQ / (iiP + iiQ) : 0;
  const px: f64 = part * cx;
  const py: f64 = part * cy;
  const qx: f64 = px - cx;
  const qy: f64 = py - cy;
  store<f64>(r, px, Held.px);
  store<f64>(r, py, Held.py);
  store<f64>(r, qx, Held.qx);
  store<f64>(r, qy, Held.qy);
  store<f64>(r, <f64>bodyP.vx - <f64>bodyP.w * py - (<f64>bodyQ.vx - <f64>bodyQ.w * qy), Held.bx);
  store<f64>(r, <f64>bodyP.vy + <f64>bodyP.w * px - (<f64>bodyQ.vy + <f64>bodyQ.w * qx), Held.by);
  const nx = <f64>load<f32>(lane + ACROSS, Row.jBx);
  const ny = <f64>load<f32>(lane + ACROSS, Row.jBy);
  const k = <f64>load<f32>(lane + ACROSS, Row.k);
  store<f64>(r, ny, Tie.ux);
  store<f64>(r, -nx, Tie.uy);
  store<f64>(r, <f64>load<f32>(lane + FIRST, Row.k), Tie.k);
  holdAlong(r, k, nx, ny);
  const k33 = measureTurn(r);
  store<f64>(r, 0, Tie.s13);
  store<f64>(r, 0, Tie.s23);
  if (isInteger<B>()) {
    const gamma = load<f64>(r, Held.gamma);
    const rate = load<f64>(r, Held.rate);
    const across: f64 = <f64>load<f32>(lane + ACROSS, Row.impulse) - shareAcross(r, lane) * along(lane);
    const t = <f64>load<f32>(lane + TURN, Row.impulse);
    const e: f64 = sign * (rate * <f64>load<f32>(lane + ACROSS, Row.C) + gamma * k * across);
    store<f64>(r, gamma, Held.leak);
    store<f64>(r, e * nx, Held.ex);
    store<f64>(r, e * ny, Held.ey);
    store<f64>(r, sign * (rate * <f64>load<f32>(lane + TURN, Row.C) + gamma * k33 * t), Tie.et);
  }
  const holder = sliderHolderOf(lane);
  store<u32>(r, <u32>holder, Tie.holder);
  if (holder != 0) {
    holdSlider<B>(r, lane, holder);
  }
}

/** What a slider bears along its axis. */
function along(lane: usize): f64 {
  const first = lane + FIRST;
  return (
    <f64>load<f32>(first, Row.impulse) +
    <f64>load<f32>(first, Free.motor + Row.impulse) +
    (<f64>load<f32>(first, Free.lower + Row.impulse) - <f64>load<f32>(first, Free.upper + Row.impulse))
  );
}

/** How much an impulse of 1 along the axis of a slider also pushes across it (axes.ts, `apart`). */
function shareAcross(r: usize, lane: usize): f64 {
  const x = <f64>load<f32>(lane + FIRST, Row.jBx);
  const y = <f64>load<f32>(lane + FIRST, Row.jBy);
  return x * load<f64>(r, Tie.uy) - y * load<f64>(r, Tie.ux);
}

/** K → γ K, and −Ċ → b. `share`: f; `loose`: what every pass leaves. */
export function softenTie<B>(r: usize, share: f64, loose: f64): void {
  const turns = load<u32>(r, Tie.type) <= <u32>JointType.Revolute; // it leaves its angle free
  let soft: f64 = turns || load<u32>(r, Tie.block) == 0 ? loose : LOOSE_IN_RING;
  if (isInteger<B>()) {
    soft += share * load<f64>(r, Held.leak);
    add(r + Held.bx, -share * load<f64>(r, Held.ex));
    add(r + Held.by, -share * load<f64>(r, Held.ey));
    add(r + Tie.bt, -share * load<f64>(r, Tie.et));
  }
  store<f64>(r, soft * load<f64>(r, Held.k11), Tie.s11);
  store<f64>(r, soft * load<f64>(r, Held.k12), Tie.s12);
  store<f64>(r, soft * load<f64>(r, Held.k22), Tie.s22);
  if (turns) {
    leaveTurn(r);
    addAcross(r);
  } else {
    store<f64>(r, soft * load<f64>(r, Tie.s13), Tie.s13);
    store<f64>(r, soft * load<f64>(r, Tie.s23), Tie.s23);
    store<f64>(r, soft * load<f64>(r, Tie.s33), Tie.s33);
  }
  softenHolder<B>(r, share, loose);
}

/** Adds what a very taut rod holds across itself to γ K. */
function addAcross(r: usize): void {
  const across = load<f64>(r, Tie.across);
  if (across != 0) {
    const ux = load<f64>(r, Tie.ux);
    const uy = load<f64>(r, Tie.uy);
    add(r + Tie.s11, across * uy * uy);
    add(r + Tie.s12, -across * ux * uy);
    add(r + Tie.s22, across * ux * ux);
  }
}

/** Adds this share of a joint's impulse to its lane. */
export function noteTie(r: usize, share: f64): void {
  const lane = <usize>load<u32>(r, Held.lane);
  const sign: f64 = share * signOf(r);
  const x: f64 = sign * load<f64>(r, Held.bx);
  const y: f64 = sign * load<f64>(r, Held.by);
  const t: f64 = sign * load<f64>(r, Tie.bt);
  const ux = load<f64>(r, Tie.ux);
  const uy = load<f64>(r, Tie.uy);
  switch (load<u32>(r, Tie.type)) {
    case JointType.Distance:
      if (isRod(lane)) {
        const along: f64 = x * ux + y * uy;
        const before: f64 = load<f32>(lane + JointRow.impulseX);
        addF32(lane + JointRow.impulseX, along);
        if (load<f64>(r, Tie.across) != 0) {
          noteAcross(lane, before, ux, uy, x - along * ux, y - along * uy);
        }
      }
      break;
    case JointType.Revolute:
      addF32(lane + JointRow.impulseX, x);
      addF32(lane + JointRow.impulseY, y);
      break;
    case JointType.Prismatic:
      addF32(lane + ACROSS + Row.impulse, y * ux - x * uy + shareAcross(r, lane) * (x * ux + y * uy));
      addF32(lane + TURN + Row.impulse, t);
      break;
    default:
      addF32(lane + POINT + Row.impulse, x);
      addF32(lane + POINT + Row.bytes + Row.impulse, y);
      addF32(lane + FIRST + Row.impulse, t);
  }
  noteHolder(r, share);
}

function addF32(at: usize, value: f64): void {
  store<f32>(at, <f32>(<f64>load<f32>(at) + value));
}
