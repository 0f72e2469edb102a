import { JointType } from "../../abi/layout";
import { SolverBody } from "../solver_body";
import { leastWay } from "../../world/settings";
import { isRod } from "./distance";
import { Held, measureArms, measurePoint, rateOf } from "./elimination";
import { JointRow } from "./joint_block";
import { measureHolder, measureRope, noteHolder, softenHolder } from "./linkage_holders";
import { add, measureTurn } from "./linkage_matrix";
import { Tie } from "./linkage_records";
import { Place, Row } from "./row_block";

// What a pass has of the joints of a linkage, and gives back to their lanes: pins, welds, sliders and rods.

/** `LOOSE` of welds in rings, which contradict themselves where they do not close: with a millionth they stopped turning within seconds. */
export const LOOSE_IN_RING: f64 = 1e-4;
const ANGLE: usize = Place.rows;
const X: usize = Place.rows + Row.bytes;
const ACROSS: usize = Place.rows + 4 * Row.bytes;
const TURN: usize = Place.rows + 5 * Row.bytes;

/** From what a pass begins with: −Ċ, what softness asks for, K. Returns how fast its point is asked to go. `B` int: the biased pass. */
export function measureTie<B>(r: usize, closed: bool): f64 {
  const lane = <usize>load<u32>(r, Held.lane);
  switch (load<u32>(r, Tie.type)) {
    case JointType.Revolute: {
      const x = <f64>load<f32>(lane, JointRow.impulseX);
      const y = <f64>load<f32>(lane, JointRow.impulseY);
      const way = measurePoint<B>(r, x, y, true, closed);
      store<f64>(r, 0, Tie.bt);
      store<f64>(r, 0, Tie.et);
      return way + measureHolder<B>(r);
    }
    case JointType.Weld: {
      const x = <f64>load<f32>(lane + X, Row.impulse);
      const y = <f64>load<f32>(lane + X, Row.impulse + Row.bytes);
      const way = measurePoint<B>(r, x, y, false, closed);
      const k33 = measureTurn(r);
      return isInteger<B>() ? askWeld(r, lane, x, y, k33) : way;
    }
    case JointType.Distance:
      return measureRod<B>(r, lane);
    default:
      return measureSlide<B>(r, lane) + measureHolder<B>(r);
  }
}

/** Of a rod, or of a rope, which may be slack: K is held along it alone, and its impulse along it, whichever body is p. */
function measureRod<B>(r: usize, lane: usize): f64 {
  measureArms(r, false);
  const dx = load<f64>(r, Held.dx);
  const dy = load<f64>(r, Held.dy);
  const length: f64 = sqrt<f64>(dx * dx + dy * dy);
  const inverse: f64 = length > <f64>leastWay() ? 1 / length : 0;
  const ux: f64 = inverse * dx;
  const uy: f64 = inverse * dy;
  store<f64>(r, ux, Tie.ux);
  store<f64>(r, uy, Tie.uy);
  const kx: f64 = load<f64>(r, Held.k11) * ux + load<f64>(r, Held.k12) * uy;
  const ky: f64 = load<f64>(r, Held.k12) * ux + load<f64>(r, Held.k22) * uy;
  const k: f64 = ux * kx + uy * ky;
  store<f64>(r, k * ux * ux, Held.k11);
  store<f64>(r, k * ux * uy, Held.k12);
  store<f64>(r, k * uy * uy, Held.k22);
  store<f64>(r, 0, Tie.bt);
  store<f64>(r, 0, Tie.et);
  if (!isRod(lane)) {
    store<f64>(r, 0, Held.ex);
    store<f64>(r, 0, Held.ey);
    store<f64>(r, 0, Held.leak);
    return measureRope<B>(r, lane, length, k);
  }
  if (!isInteger<B>()) {
    return 0;
  }
  const C: f64 = length - <f64>load<f32>(lane, JointRow.rest);
  const e: f64 =
    rateOf(r, abs<f64>(C), true) * C + load<f64>(r, Held.leak) * k * <f64>load<f32>(lane, JointRow.impulseX);
  store<f64>(r, e * ux, Held.ex);
  store<f64>(r, e * uy, Held.ey);
  return abs<f64>(e);
}

/** What softness of a weld asks for about its angle, and of its point beyond what that of a pin does. */
function askWeld(r: usize, lane: usize, x: f64, y: f64, k33: f64): f64 {
  const sign = signOf(r);
  const gamma: f64 = sign * load<f64>(r, Held.gamma);
  const t = <f64>load<f32>(lane + ANGLE, Row.impulse);
  const rate: f64 = sign * load<f64>(r, Held.rate);
  const k13 = load<f64>(r, Tie.s13);
  const k23 = load<f64>(r, Tie.s23);
  const ex: f64 = load<f64>(r, Held.ex) + gamma * k13 * t;
  const ey: f64 = load<f64>(r, Held.ey) + gamma * k23 * t;
  store<f64>(r, ex, Held.ex);
  store<f64>(r, ey, Held.ey);
  store<f64>(r, rate * <f64>load<f32>(lane + ANGLE, Row.C) + gamma * (k13 * x + k23 * y + k33 * t), Tie.et);
  return sqrt<f64>(ex * ex + ey * ey);
}

function signOf(r: usize): f64 {
  return load<u32>(r, Held.turned) != 0 ? -1 : 1;
}

/** By how much an impulse of 1 along the axis of a slider is one across it, too (axes.ts, `apart`). */
function shareAcross(r: usize, lane: usize): f64 {
  const x = <f64>load<f32>(lane + Place.rows, Row.jBx);
  const y = <f64>load<f32>(lane + Place.rows, Row.jBy);
  return x * load<f64>(r, Tie.uy) - y * load<f64>(r, Tie.ux);
}

/**
 * Of a slider, whose arms are those of the point between the centres where what is pushed does not turn the one against the other
 * (axes.ts, `slideWhole`): K is held across its axis alone.
 */
function measureSlide<B>(r: usize, lane: usize): f64 {
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
  const k33: f64 = iiP + iiQ;
  const part: f64 = k33 > 0 ? iiQ / k33 : 0;
  const px: f64 = part * cx;
  const py: f64 = part * cy;
  const qx: f64 = px - cx;
  const qy: f64 = py - cy;
  store<f64>(r, px, Held.px);
  store<f64>(r, py, Held.py);
  store<f64>(r, qx, Held.qx);
  store<f64>(r, qy, Held.qy);
  const nx = <f64>load<f32>(lane + ACROSS, Row.jBx);
  const ny = <f64>load<f32>(lane + ACROSS, Row.jBy);
  store<f64>(r, ny, Tie.ux);
  store<f64>(r, -nx, Tie.uy);
  const knn = <f64>load<f32>(lane + ACROSS, Row.k);
  store<f64>(r, knn * nx * nx, Held.k11);
  store<f64>(r, knn * nx * ny, Held.k12);
  store<f64>(r, knn * ny * ny, Held.k22);
  measureTurn(r);
  store<f64>(r, 0, Tie.s13);
  store<f64>(r, 0, Tie.s23);
  store<f64>(r, <f64>bodyP.vx - <f64>bodyP.w * py - (<f64>bodyQ.vx - <f64>bodyQ.w * qy), Held.bx);
  store<f64>(r, <f64>bodyP.vy + <f64>bodyP.w * px - (<f64>bodyQ.vy + <f64>bodyQ.w * qx), Held.by);
  if (!isInteger<B>()) {
    return 0;
  }
  const gamma = load<f64>(r, Held.gamma);
  const rate = load<f64>(r, Held.rate);
  store<f64>(r, gamma, Held.leak);
  const axis = lane + Place.rows;
  const along: f64 =
    <f64>load<f32>(axis, Row.impulse) +
    <f64>load<f32>(axis, Row.impulse + Row.bytes) +
    <f64>load<f32>(axis, Row.impulse + 2 * Row.bytes) -
    <f64>load<f32>(axis, Row.impulse + 3 * Row.bytes);
  const n: f64 = <f64>load<f32>(lane + ACROSS, Row.impulse) - shareAcross(r, lane) * along;
  const e: f64 = sign * (rate * <f64>load<f32>(lane + ACROSS, Row.C) + gamma * knn * n);
  store<f64>(r, e * nx, Held.ex);
  store<f64>(r, e * ny, Held.ey);
  const t = <f64>load<f32>(lane + TURN, Row.impulse);
  store<f64>(r, sign * (rate * <f64>load<f32>(lane + TURN, Row.C) + gamma * k33 * t), Tie.et);
  return abs<f64>(e);
}

/** K → γ K, and −Ċ → b. `share`: f. */
export function softenTie<B>(r: usize, share: f64, loose: f64): void {
  const type = load<u32>(r, Tie.type);
  const turns = type <= <u32>JointType.Revolute; // it leaves its angle free
  let soft: f64 = turns || load<u32>(r, Tie.block) == 0 ? loose : LOOSE_IN_RING;
  if (isInteger<B>()) {
    soft += share * load<f64>(r, Held.leak);
    add(r + Held.bx, -share * load<f64>(r, Held.ex));
    add(r + Held.by, -share * load<f64>(r, Held.ey));
  }
  store<f64>(r, soft * load<f64>(r, Held.k11), Tie.s11);
  store<f64>(r, soft * load<f64>(r, Held.k12), Tie.s12);
  store<f64>(r, soft * load<f64>(r, Held.k22), Tie.s22);
  if (turns) {
    store<f64>(r, 0, Tie.s13);
    store<f64>(r, 0, Tie.s23);
    store<f64>(r, 0, Tie.s33);
  } else {
    store<f64>(r, soft * load<f64>(r, Tie.s13), Tie.s13);
    store<f64>(r, soft * load<f64>(r, Tie.s23), Tie.s23);
    store<f64>(r, soft * load<f64>(r, Tie.s33), Tie.s33);
  }
  if (isInteger<B>()) {
    add(r + Tie.bt, -share * load<f64>(r, Tie.et));
  }
  softenHolder<B>(r, share, loose);
}

/** The impulse of a joint → its lane, but for this share. */
export function noteTie(r: usize, share: f64): void {
  const lane = <usize>load<u32>(r, Held.lane);
  const sign: f64 = share * signOf(r);
  const x: f64 = sign * load<f64>(r, Held.bx);
  const y: f64 = sign * load<f64>(r, Held.by);
  const t: f64 = sign * load<f64>(r, Tie.bt);
  switch (load<u32>(r, Tie.type)) {
    case JointType.Revolute:
      addF32(lane + JointRow.impulseX, x);
      addF32(lane + JointRow.impulseY, y);
      break;
    case JointType.Weld:
      addF32(lane + X + Row.impulse, x);
      addF32(lane + X + Row.bytes + Row.impulse, y);
      addF32(lane + ANGLE + Row.impulse, t);
      break;
    case JointType.Distance:
      if (isRod(lane)) {
        const ux = load<f64>(r, Tie.ux);
        const uy = load<f64>(r, Tie.uy);
        addF32(lane + JointRow.impulseX, share * (load<f64>(r, Held.bx) * ux + load<f64>(r, Held.by) * uy));
      }
      break;
    default: {
      const ux = load<f64>(r, Tie.ux);
      const uy = load<f64>(r, Tie.uy);
      const along: f64 = x * ux + y * uy;
      addF32(lane + ACROSS + Row.impulse, y * ux - x * uy + shareAcross(r, lane) * along);
      addF32(lane + TURN + Row.impulse, t);
    }
  }
  noteHolder(r, share);
}

function addF32(at: usize, value: f64): void {
  store<f32>(at, <f32>(<f64>load<f32>(at) + value));
}
