import { jointChains } from "../../world/buffers";
import { world } from "../../world/world";
import { SolverBody } from "../solver_body";
import { Link } from "./chain_links";
import { Held, LOOSE, Meet, measurePoint } from "./elimination";
import { FASTEST, JointRow } from "./joint_block";

// A row of pins (chains.ts) as one system. The matrix A of such a row is block-tridiagonal,
//
//     (A + γ K) Δλ = −(Ċ + f (β C + γ K λ)),     A = J M⁻¹ Jᵀ,   K its blocks on the diagonal
//
// and elimination along the row (Thomas; Golub and Van Loan, "Matrix Computations", 4.5.1) costs about four passes over its
// joints. An exact pass is stable at any stiffness.

/** `B` int: the biased pass, float: the relaxing one. */
export function solveChains<B>(): void {
  const to = jointChains.ptr + ((<usize>jointChains.count) << 2);
  let r = jointChains.ptr;
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
    // Back substitution: what the joint behind takes from the right side, through the block that couples the two.
    let takenX: f64 = 0;
    let takenY: f64 = 0;
    for (let at = end - Link.bytes; at >= r; at -= Link.bytes) {
      const yx: f64 = load<f64>(at, Held.bx) - takenX;
      const yy: f64 = load<f64>(at, Held.by) - takenY;
      const x: f64 = load<f64>(at, Link.i11) * yx + load<f64>(at, Link.i12) * yy;
      const y: f64 = load<f64>(at, Link.i12) * yx + load<f64>(at, Link.i22) * yy;
      apply(at, x, y);
      takenX = load<f64>(at, Link.c11) * x + load<f64>(at, Link.c12) * y;
      takenY = load<f64>(at, Link.c21) * x + load<f64>(at, Link.c22) * y;
    }
    r = end;
  }
}

/** Measures a joint; returns the speed that its softness asks for. */
function measure<B>(r: usize): f64 {
  const lane = <usize>load<u32>(r, Held.lane);
  return measurePoint<B>(
    r,
    <f64>load<f32>(lane, JointRow.impulseX),
    <f64>load<f32>(lane, JointRow.impulseY),
    true,
    Meet.Apart,
  );
}

/** One step of the elimination: a joint's block and right side, less what the joint before takes. `share`: f. */
function eliminate<B>(r: usize, share: f64): void {
  let grow: f64 = 1 + LOOSE;
  let yx = load<f64>(r, Held.bx);
  let yy = load<f64>(r, Held.by);
  if (isInteger<B>()) {
    grow += share * load<f64>(r, Held.leak);
    yx -= share * load<f64>(r, Held.ex);
    yy -= share * load<f64>(r, Held.ey);
  }
  let d11: f64 = load<f64>(r, Held.k11) * grow;
  let d12: f64 = load<f64>(r, Held.k12) * grow;
  let d22: f64 = load<f64>(r, Held.k22) * grow;
  if (load<u32>(r, Link.first) == 0) {
    // C = −(m⁻¹ 1 + I⁻¹ q̂ p̂ᵀ) of the body between; q̂ = (−qy, qx) is its arm at the joint before, turned, p̂ that at this joint.
    const e = r - Link.bytes;
    const p = <usize>load<u32>(r, Held.lane) + ((<usize>load<u32>(r, Held.turned)) << 4);
    const im = <f64>load<f32>(p, JointRow.invMassA);
    const ii = <f64>load<f32>(p, JointRow.invInertiaA);
    const px: f64 = ii * load<f64>(r, Held.px);
    const py: f64 = ii * load<f64>(r, Held.py);
    const qx = load<f64>(e, Held.qx);
    const qy = load<f64>(e, Held.qy);
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
    const bx = load<f64>(e, Held.bx);
    const by = load<f64>(e, Held.by);
    yx -= l11 * bx + l12 * by;
    yy -= l21 * bx + l22 * by;
  }
  const det: f64 = d11 * d22 - d12 * d12;
  const inverse: f64 = det > 0 ? 1 / det : 0;
  store<f64>(r, inverse * d22, Link.i11);
  store<f64>(r, -inverse * d12, Link.i12);
  store<f64>(r, inverse * d11, Link.i22);
  store<f64>(r, yx, Held.bx);
  store<f64>(r, yy, Held.by);
}

/** Applies an impulse (x, y) to q, and its opposite to p. */
function apply(r: usize, x: f64, y: f64): void {
  const lane = <usize>load<u32>(r, Held.lane);
  const turned = <usize>load<u32>(r, Held.turned);
  const p = lane + (turned << 4);
  const q = lane + ((1 - turned) << 4);
  const sign: f64 = turned != 0 ? -1 : 1;
  store<f32>(lane, <f32>(<f64>load<f32>(lane, JointRow.impulseX) + sign * x), JointRow.impulseX);
  store<f32>(lane, <f32>(<f64>load<f32>(lane, JointRow.impulseY) + sign * y), JointRow.impulseY);
  push(p, -x, -y, load<f64>(r, Held.px), load<f64>(r, Held.py));
  push(q, x, y, load<f64>(r, Held.qx), load<f64>(r, Held.qy));
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
