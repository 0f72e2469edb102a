import { jointChains } from "../../world/buffers";
import { world } from "../../world/world";
import { SolverBody } from "../solver_body";
import { FROM, Link, TO } from "./chain_links";
import { FASTEST, JointRow } from "./joint_block";

// A row of pins (chains.ts) as one system. The matrix A of such a row is block-tridiagonal,
//
//     (A + γ K) Δλ = −(Ċ + f (β C + γ K λ)),     A = J M⁻¹ Jᵀ,   K its blocks on the diagonal
//
// and elimination along the row (Thomas; Golub and Van Loan, "Matrix Computations", 4.5.1) costs about four passes over its
// joints. An exact pass is stable at any stiffness.
// In doubles: a thousand times the mass at the end takes ten bits, the square of the length as many.

/** The relaxing pass leaves this share of what contradicts itself, such as a straight row between two walls. */
const LOOSE: f64 = 1e-6;
/**
 * What each joint of a row bears by its softness changes the speed of what it holds by no more than this many slops a second (500 m/s), each sub-step:
 * its gap asks for no more than answers to that. Without a bound rows that what moves them had drawn to twice their length bore a million
 * times their weight, and threw themselves at 400 m/s when they were let go. What is 7,854 times as heavy as a link takes 330 m/s.
 */
const MOST: f64 = 100_000;

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
    const most: f64 = <f64>FASTEST * <f64>world.linearSlop;
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
  const leak: f64 = stiff ? load<f64>(r, Link.stiffGamma) : load<f64>(r, Link.gamma);
  const most: f64 = leak * MOST * <f64>world.linearSlop;
  const asked: f64 = stiff
    ? load<f64>(r, Link.stiffRate) * (1 - load<f64>(r, Link.bend) / gap)
    : load<f64>(r, Link.rate);
  const rate: f64 = asked * gap > most ? most / gap : asked;
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
