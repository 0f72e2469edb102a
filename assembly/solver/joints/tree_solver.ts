import { jointTrees } from "../../world/buffers";
import { world } from "../../world/world";
import { SolverBodies, SolverBody } from "../solver_body";
import { Held, LOOSE, measurePoint } from "./elimination";
import { FASTEST, JointRow } from "./joint_block";
import { Place, Row } from "./row_block";
import { Branch, Symmetric } from "./tree_branches";

// A tree of pins and welds (joint_trees.ts) as one system, by elimination from the leaves to the root and back (Baraff, "Linear-Time
// Dynamics Using Lagrange Multipliers", 1996; Featherstone's articulated bodies in world coordinates). A joint from p to q, with arms
// p and q, has the Jacobians −Jp and Jq, J = [1 0 −ry; 0 1 rx; 0 0 1] (of a pin the first two rows), and asks for
//
//     Jq Δv_q − Jp Δv_p + γ K Δλ = b = −(Ċ + f (β C + γ K λ)),     K = Jp Mp⁻¹ Jpᵀ + Jq Mq⁻¹ Jqᵀ
//
// What hangs on a body makes it heavier, D = M + Σ Jpᵀ S⁻¹ Jp, and adds to its right side, g = −Σ Jpᵀ S⁻¹ b', with
//
//     S = γ K + Jq D⁻¹ Jqᵀ,  b' = b − Jq D⁻¹ g     of the joints to the bodies behind it
//
// so that Δv of the root is D⁻¹ g, and from there on Δλ = S⁻¹ (b' + Jp Δv_p), Δv_q = D⁻¹ (g + Jqᵀ Δλ). An exact pass is stable at
// any stiffness. The S⁻¹ of a pin has zeros in its third row and column.

/** What all joints of a tree together turn back by in a second at most (rad/s); how far they close in it: `FASTEST`. */
const FASTEST_TURN: f64 = 40;
const TINY: f64 = 1e-30;
/** Inertia of what does not turn, in masses (m²). */
const UNTURNED: f64 = 1e12;
const ANGLE: usize = Place.rows;
const X: usize = Place.rows + Row.bytes;
const Y: usize = Place.rows + 2 * Row.bytes;

/** `B` int: the biased pass, float: the relaxing one. */
export function solveTrees<B>(): void {
  const base = jointTrees.ptr;
  const to = base + ((<usize>jointTrees.count) << 2);
  let root = base;
  while (root < to) {
    const end = base + load<u32>(root, Branch.before);
    let way: f64 = 0;
    let turn: f64 = 0;
    measureRoot(root);
    for (let r = root + Branch.bytes; r < end; r += Branch.bytes) {
      way += measure<B>(r);
      turn += abs<f64>(load<f64>(r, Branch.et));
    }
    let share: f64 = 1;
    if (isInteger<B>()) {
      const most: f64 = <f64>FASTEST * <f64>world.linearSlop;
      share = min<f64>(1, min<f64>(most / max<f64>(way, TINY), FASTEST_TURN / max<f64>(turn, TINY)));
    }
    for (let r = end - Branch.bytes; r > root; r -= Branch.bytes) {
      eliminate<B>(r, base + load<u32>(r, Branch.before), share);
    }
    if (solveBody(root)) {
      move(root);
      for (let r = root + Branch.bytes; r < end; r += Branch.bytes) {
        follow(r, base + load<u32>(r, Branch.before));
      }
    }
    root = end;
  }
}

/** D → its inverse, g → D⁻¹ g, what the body of a record does if its joint does no more. False: that is no number. */
function solveBody(r: usize): bool {
  invert(r + Branch.d11); // of what never moves 0, as its masses are
  multiply(r + Branch.d11, load<f64>(r, Branch.gx), load<f64>(r, Branch.gy), load<f64>(r, Branch.gt), r + Branch.gx);
  return (
    abs<f64>(load<f64>(r, Branch.gx)) + abs<f64>(load<f64>(r, Branch.gy)) + abs<f64>(load<f64>(r, Branch.gt)) < 1e30
  );
}

/** out = m v, both vectors of three numbers one behind the other. */
function multiply(m: usize, x: f64, y: f64, t: f64, out: usize): void {
  const m12 = load<f64>(m, Symmetric.m12);
  const m13 = load<f64>(m, Symmetric.m13);
  const m23 = load<f64>(m, Symmetric.m23);
  store<f64>(out, load<f64>(m, Symmetric.m11) * x + m12 * y + m13 * t);
  store<f64>(out, m12 * x + load<f64>(m, Symmetric.m22) * y + m23 * t, 8);
  store<f64>(out, m13 * x + m23 * y + load<f64>(m, Symmetric.m33) * t, 16);
}

/** A positive matrix → its inverse, in place; 0 → 0. */
function invert(m: usize): void {
  const m11 = load<f64>(m, Symmetric.m11);
  const m12 = load<f64>(m, Symmetric.m12);
  const m13 = load<f64>(m, Symmetric.m13);
  const m22 = load<f64>(m, Symmetric.m22);
  const m23 = load<f64>(m, Symmetric.m23);
  const m33 = load<f64>(m, Symmetric.m33);
  const c11: f64 = m22 * m33 - m23 * m23;
  const c12: f64 = m13 * m23 - m12 * m33;
  const c13: f64 = m12 * m23 - m13 * m22;
  const det: f64 = m11 * c11 + m12 * c12 + m13 * c13;
  const inverse: f64 = det > 0 ? 1 / det : 0;
  store<f64>(m, inverse * c11, Symmetric.m11);
  store<f64>(m, inverse * c12, Symmetric.m12);
  store<f64>(m, inverse * c13, Symmetric.m13);
  store<f64>(m, inverse * (m11 * m33 - m13 * m13), Symmetric.m22);
  store<f64>(m, inverse * (m12 * m13 - m11 * m23), Symmetric.m23);
  store<f64>(m, inverse * (m11 * m22 - m12 * m12), Symmetric.m33);
}

/** The root: its masses stand in the lane of the first joint, whose other side it is. */
function measureRoot(r: usize): void {
  const next = r + Branch.bytes;
  setMass(r, <usize>load<u32>(next, Held.lane) + ((<usize>load<u32>(next, Held.turned)) << 4));
}

/** Masses of a body, what a pass has of its joint. Returns how fast its softness asks for. */
function measure<B>(r: usize): f64 {
  const lane = <usize>load<u32>(r, Held.lane);
  const turned = <usize>load<u32>(r, Held.turned);
  const p = lane + (turned << 4);
  const q = lane + ((1 - turned) << 4);
  setMass(r, q);
  const pin = load<u32>(r, Branch.pin) != 0;
  const at: usize = lane + <usize>(pin ? <usize>JointRow.impulseX : X + <usize>Row.impulse);
  const x = <f64>load<f32>(at);
  const y = <f64>load<f32>(at + <usize>(pin ? JointRow.impulseY - JointRow.impulseX : Row.bytes));
  const way = measurePoint<B>(r, x, y, pin);
  if (pin) {
    store<f64>(r, 0, Branch.bt);
    store<f64>(r, 0, Branch.et);
    return way;
  }
  const iiP = <f64>load<f32>(p, JointRow.invInertiaA);
  const iiQ = <f64>load<f32>(q, JointRow.invInertiaA);
  const k13: f64 = -(iiP * load<f64>(r, Held.py) + iiQ * load<f64>(r, Held.qy));
  const k23: f64 = iiP * load<f64>(r, Held.px) + iiQ * load<f64>(r, Held.qx);
  const k33: f64 = iiP + iiQ;
  store<f64>(r, k13, Branch.s13);
  store<f64>(r, k23, Branch.s23);
  store<f64>(r, k33, Branch.s33);
  const bodyP = changetype<SolverBody>(load<usize>(p, JointRow.bodyA));
  const bodyQ = changetype<SolverBody>(load<usize>(q, JointRow.bodyA));
  store<f64>(r, <f64>bodyP.w - <f64>bodyQ.w, Branch.bt);
  if (!isInteger<B>()) {
    return way;
  }
  const sign: f64 = turned != 0 ? -1 : 1;
  const gamma: f64 = sign * load<f64>(r, Held.gamma);
  const t = <f64>load<f32>(lane + ANGLE, Row.impulse);
  const rate: f64 = sign * load<f64>(r, Held.rate);
  add(r + Held.ex, gamma * k13 * t);
  add(r + Held.ey, gamma * k23 * t);
  store<f64>(r, rate * <f64>load<f32>(lane + ANGLE, Row.C) + gamma * (k13 * x + k23 * y + k33 * t), Branch.et);
  const ex = load<f64>(r, Held.ex);
  const ey = load<f64>(r, Held.ey);
  return sqrt<f64>(ex * ex + ey * ey);
}

function setMass(r: usize, q: usize): void {
  const im = <f64>load<f32>(q, JointRow.invMassA);
  const ii = <f64>load<f32>(q, JointRow.invInertiaA);
  const m: f64 = im > 0 ? 1 / im : 0;
  store<f64>(r, m, Branch.d11);
  store<f64>(r, m, Branch.d22);
  store<f64>(r, ii > 0 ? 1 / ii : m * UNTURNED, Branch.d33);
  store<f64>(r, 0, Branch.d12);
  store<f64>(r, 0, Branch.d13);
  store<f64>(r, 0, Branch.d23);
  store<f64>(r, 0, Branch.gx);
  store<f64>(r, 0, Branch.gy);
  store<f64>(r, 0, Branch.gt);
}

/** Takes a body and its joint out of the system: what they leave is added to the body before. `share`: f. */
function eliminate<B>(r: usize, before: usize, share: f64): void {
  const qx = load<f64>(r, Held.qx);
  const qy = load<f64>(r, Held.qy);
  const pin = load<u32>(r, Branch.pin) != 0;
  // As solveBody, but through locals: most of the time goes to memory.
  const m11 = load<f64>(r, Branch.d11);
  const m12 = load<f64>(r, Branch.d12);
  const m13 = load<f64>(r, Branch.d13);
  const m22 = load<f64>(r, Branch.d22);
  const m23 = load<f64>(r, Branch.d23);
  const m33 = load<f64>(r, Branch.d33);
  const c11: f64 = m22 * m33 - m23 * m23;
  const c12: f64 = m13 * m23 - m12 * m33;
  const c13: f64 = m12 * m23 - m13 * m22;
  const det: f64 = m11 * c11 + m12 * c12 + m13 * c13;
  const inverse: f64 = det > 0 ? 1 / det : 0;
  const w11: f64 = inverse * c11;
  const w12: f64 = inverse * c12;
  const w13: f64 = inverse * c13;
  const w22: f64 = inverse * (m11 * m33 - m13 * m13);
  const w23: f64 = inverse * (m12 * m13 - m11 * m23);
  const w33: f64 = inverse * (m11 * m22 - m12 * m12);
  const hx = load<f64>(r, Branch.gx);
  const hy = load<f64>(r, Branch.gy);
  const ht = load<f64>(r, Branch.gt);
  const gx: f64 = w11 * hx + w12 * hy + w13 * ht;
  const gy: f64 = w12 * hx + w22 * hy + w23 * ht;
  const gt: f64 = w13 * hx + w23 * hy + w33 * ht;
  store<f64>(r, w11, Branch.d11);
  store<f64>(r, w12, Branch.d12);
  store<f64>(r, w13, Branch.d13);
  store<f64>(r, w22, Branch.d22);
  store<f64>(r, w23, Branch.d23);
  store<f64>(r, w33, Branch.d33);
  store<f64>(r, gx, Branch.gx);
  store<f64>(r, gy, Branch.gy);
  store<f64>(r, gt, Branch.gt);
  const soft: f64 = isInteger<B>() ? LOOSE + share * load<f64>(r, Held.leak) : LOOSE;
  const a13: f64 = w13 - qy * w33;
  const a23: f64 = w23 + qx * w33;
  const k11: f64 = soft * load<f64>(r, Held.k11) + (w11 - qy * w13 - qy * a13);
  const k12: f64 = soft * load<f64>(r, Held.k12) + (w12 - qy * w23 + qx * a13);
  const k22: f64 = soft * load<f64>(r, Held.k22) + (w22 + qx * w23 + qx * a23);
  let bx: f64 = load<f64>(r, Held.bx) - (gx - qy * gt);
  let by: f64 = load<f64>(r, Held.by) - (gy + qx * gt);
  if (isInteger<B>()) {
    bx -= share * load<f64>(r, Held.ex);
    by -= share * load<f64>(r, Held.ey);
  }
  store<f64>(r, bx, Branch.bx);
  store<f64>(r, by, Branch.by);
  const px = load<f64>(r, Held.px);
  const py = load<f64>(r, Held.py);
  if (pin) {
    const det2: f64 = k11 * k22 - k12 * k12;
    const inverse2: f64 = det2 > 0 ? 1 / det2 : 0;
    const s11: f64 = inverse2 * k22;
    const s12: f64 = -inverse2 * k12;
    const s22: f64 = inverse2 * k11;
    store<f64>(r, s11, Branch.s11);
    store<f64>(r, s12, Branch.s12);
    store<f64>(r, s22, Branch.s22);
    const t1: f64 = px * s12 - py * s11;
    const t2: f64 = px * s22 - py * s12;
    const lx: f64 = s11 * bx + s12 * by;
    const ly: f64 = s12 * bx + s22 * by;
    add(before + Branch.d11, s11);
    add(before + Branch.d12, s12);
    add(before + Branch.d13, t1);
    add(before + Branch.d22, s22);
    add(before + Branch.d23, t2);
    add(before + Branch.d33, px * t2 - py * t1);
    add(before + Branch.gx, -lx);
    add(before + Branch.gy, -ly);
    add(before + Branch.gt, py * lx - px * ly);
    return;
  }
  let bt: f64 = load<f64>(r, Branch.bt) - gt;
  if (isInteger<B>()) {
    bt -= share * load<f64>(r, Branch.et);
  }
  store<f64>(r, bt, Branch.bt);
  store<f64>(r, k11, Branch.s11);
  store<f64>(r, k12, Branch.s12);
  store<f64>(r, k22, Branch.s22);
  store<f64>(r, soft * load<f64>(r, Branch.s13) + a13, Branch.s13);
  store<f64>(r, soft * load<f64>(r, Branch.s23) + a23, Branch.s23);
  store<f64>(r, soft * load<f64>(r, Branch.s33) + w33, Branch.s33);
  invert(r + Branch.s11);
  const s11 = load<f64>(r, Branch.s11);
  const s12 = load<f64>(r, Branch.s12);
  const s13 = load<f64>(r, Branch.s13);
  const s22 = load<f64>(r, Branch.s22);
  const s23 = load<f64>(r, Branch.s23);
  const s33 = load<f64>(r, Branch.s33);
  const t1: f64 = s13 - py * s11 + px * s12;
  const t2: f64 = s23 - py * s12 + px * s22;
  const t3: f64 = s33 - py * s13 + px * s23;
  add(before + Branch.d11, s11);
  add(before + Branch.d12, s12);
  add(before + Branch.d13, t1);
  add(before + Branch.d22, s22);
  add(before + Branch.d23, t2);
  add(before + Branch.d33, t3 - py * t1 + px * t2);
  const lx: f64 = s11 * bx + s12 * by + s13 * bt;
  const ly: f64 = s12 * bx + s22 * by + s23 * bt;
  const lt: f64 = s13 * bx + s23 * by + s33 * bt;
  add(before + Branch.gx, -lx);
  add(before + Branch.gy, -ly);
  add(before + Branch.gt, -(lt - py * lx + px * ly));
}

function add(at: usize, value: f64): void {
  store<f64>(at, load<f64>(at) + value);
}

/** Δv of a body is known. */
function move(r: usize): void {
  const b = changetype<SolverBody>(SolverBodies.of(load<u32>(r, Branch.body)));
  b.vx = <f32>(<f64>b.vx + load<f64>(r, Branch.gx));
  b.vy = <f32>(<f64>b.vy + load<f64>(r, Branch.gy));
  b.w = <f32>(<f64>b.w + load<f64>(r, Branch.gt));
}

/** The impulse of a joint from what the body before does, and what that does to the body behind. */
function follow(r: usize, before: usize): void {
  const px = load<f64>(r, Held.px);
  const py = load<f64>(r, Held.py);
  const vt = load<f64>(before, Branch.gt);
  const bx: f64 = load<f64>(r, Branch.bx) + (load<f64>(before, Branch.gx) - py * vt);
  const by: f64 = load<f64>(r, Branch.by) + (load<f64>(before, Branch.gy) + px * vt);
  const bt: f64 = load<f64>(r, Branch.bt) + vt;
  const pin = load<u32>(r, Branch.pin) != 0;
  const s12 = load<f64>(r, Branch.s12);
  let x: f64 = load<f64>(r, Branch.s11) * bx + s12 * by;
  let y: f64 = s12 * bx + load<f64>(r, Branch.s22) * by;
  let t: f64 = 0;
  const lane = <usize>load<u32>(r, Held.lane);
  const sign: f64 = load<u32>(r, Held.turned) != 0 ? -1 : 1;
  if (pin) {
    note(lane + JointRow.impulseX, sign * x);
    note(lane + JointRow.impulseY, sign * y);
  } else {
    const s13 = load<f64>(r, Branch.s13);
    const s23 = load<f64>(r, Branch.s23);
    x += s13 * bt;
    y += s23 * bt;
    t = s13 * bx + s23 * by + load<f64>(r, Branch.s33) * bt;
    note(lane + (X + Row.impulse), sign * x);
    note(lane + (Y + Row.impulse), sign * y);
    note(lane + (ANGLE + Row.impulse), sign * t);
  }
  t += load<f64>(r, Held.qx) * y - load<f64>(r, Held.qy) * x;
  const w12 = load<f64>(r, Branch.d12);
  const w13 = load<f64>(r, Branch.d13);
  const w23 = load<f64>(r, Branch.d23);
  store<f64>(r, load<f64>(r, Branch.gx) + (load<f64>(r, Branch.d11) * x + w12 * y + w13 * t), Branch.gx);
  store<f64>(r, load<f64>(r, Branch.gy) + (w12 * x + load<f64>(r, Branch.d22) * y + w23 * t), Branch.gy);
  store<f64>(r, load<f64>(r, Branch.gt) + (w13 * x + w23 * y + load<f64>(r, Branch.d33) * t), Branch.gt);
  if (load<f64>(r, Branch.d11) > 0) {
    move(r);
  }
}

function note(impulse: usize, change: f64): void {
  store<f32>(impulse, <f32>(<f64>load<f32>(impulse) + change));
}
