import { weldTrees } from "../../world/buffers";
import { world } from "../../world/world";
import { SolverBodies, SolverBody } from "../solver_body";
import { FASTEST, JointRow } from "./joint_block";
import { Place, Row } from "./row_block";
import { Branch, Symmetric } from "./tree_branches";

// A tree of welds (weld_trees.ts) as one system, by elimination from the leaves to the root and back (Baraff, "Linear-Time Dynamics
// Using Lagrange Multipliers", 1996; Featherstone's articulated bodies in world coordinates). A weld from p to q, with
// arms p and q, has the Jacobians −Jp and Jq, J = [1 0 −ry; 0 1 rx; 0 0 1], and asks for
//
//     Jq Δv_q − Jp Δv_p + γ K Δλ = b = −(Ċ + f (β C + γ K λ)),     K = Jp Mp⁻¹ Jpᵀ + Jq Mq⁻¹ Jqᵀ
//
// What hangs on a body makes it heavier, D = M + Σ Jpᵀ S⁻¹ Jp, and adds to its right side, g = −Σ Jpᵀ S⁻¹ b', with
//
//     S = γ K + Jq D⁻¹ Jqᵀ,  b' = b − Jq D⁻¹ g     of the welds to the bodies behind it
//
// so that Δv of the root is D⁻¹ g, and from there on Δλ = S⁻¹ (b' + Jp Δv_p), Δv_q = D⁻¹ (g + Jqᵀ Δλ). An exact pass is stable at
// any stiffness. In doubles, as rows are (chain_solver.ts).

/** Every pass leaves this share of what contradicts itself, such as a tree between two walls. */
const LOOSE: f64 = 1e-6;
/** What all joints of a tree together turn back by in a second at most (rad/s); how far they close in it: `FASTEST`. */
const FASTEST_TURN: f64 = 40;
const TINY: f64 = 1e-30;
const ANGLE: usize = Place.rows;
const X: usize = Place.rows + Row.bytes;
const Y: usize = Place.rows + 2 * Row.bytes;

/** `B` int: the biased pass, float: the relaxing one. */
export function solveTrees<B>(): void {
  const base = weldTrees.ptr;
  const to = base + ((<usize>weldTrees.count) << 2);
  let root = base;
  while (root < to) {
    const end = base + load<u32>(root, Branch.end);
    let way: f64 = 0;
    let turn: f64 = 0;
    for (let r = root; r < end; r += Branch.bytes) {
      measure<B>(r);
      if (isInteger<B>() && r > root) {
        const x = load<f64>(r, Branch.ex);
        const y = load<f64>(r, Branch.ey);
        way += sqrt<f64>(x * x + y * y);
        turn += abs<f64>(load<f64>(r, Branch.et));
      }
    }
    const most: f64 = <f64>FASTEST * <f64>world.linearSlop;
    const share: f64 = min<f64>(1, min<f64>(most / max<f64>(way, TINY), FASTEST_TURN / max<f64>(turn, TINY)));
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

/** D → its inverse, g → D⁻¹ g, what the body of a record does if its weld does no more. False: that is no number. */
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

/** Masses of a body; arms, K, −Ċ and β C + γ K λ of its weld, from where bodies are now. */
function measure<B>(r: usize): void {
  const lane = <usize>load<u32>(r, Branch.lane);
  store<f64>(r, 0, Branch.gx);
  store<f64>(r, 0, Branch.gy);
  store<f64>(r, 0, Branch.gt);
  store<f64>(r, 0, Branch.d12);
  store<f64>(r, 0, Branch.d13);
  store<f64>(r, 0, Branch.d23);
  if (lane == 0) {
    // The root: its masses stand in the lane of the first weld, whose other side it is.
    const next = r + Branch.bytes;
    const q = <usize>load<u32>(next, Branch.lane) + ((<usize>load<u32>(next, Branch.turned)) << 4);
    setMass(r, q);
    return;
  }
  const turned = <usize>load<u32>(r, Branch.turned);
  const p = lane + (turned << 4);
  const q = lane + ((1 - turned) << 4);
  const armP = lane + (turned << 5);
  const armQ = lane + ((1 - turned) << 5);
  setMass(r, q);
  const px = <f64>load<f32>(armP, Place.rAx);
  const py = <f64>load<f32>(armP, Place.rAy);
  const qx = <f64>load<f32>(armQ, Place.rAx);
  const qy = <f64>load<f32>(armQ, Place.rAy);
  store<f64>(r, px, Branch.px);
  store<f64>(r, py, Branch.py);
  store<f64>(r, qx, Branch.qx);
  store<f64>(r, qy, Branch.qy);
  const bodyP = changetype<SolverBody>(load<usize>(p, JointRow.bodyA));
  const bodyQ = changetype<SolverBody>(load<usize>(q, JointRow.bodyA));
  const wP = <f64>bodyP.w;
  const wQ = <f64>bodyQ.w;
  const bx: f64 = <f64>bodyP.vx - wP * py - (<f64>bodyQ.vx - wQ * qy);
  const by: f64 = <f64>bodyP.vy + wP * px - (<f64>bodyQ.vy + wQ * qx);
  const bt: f64 = wP - wQ;
  const m: f64 = <f64>load<f32>(p, JointRow.invMassA) + <f64>load<f32>(q, JointRow.invMassA);
  const iiP = <f64>load<f32>(p, JointRow.invInertiaA);
  const iiQ = <f64>load<f32>(q, JointRow.invInertiaA);
  const k11: f64 = m + (iiP * py * py + iiQ * qy * qy);
  const k12: f64 = -(iiP * py * px + iiQ * qy * qx);
  const k13: f64 = -(iiP * py + iiQ * qy);
  const k22: f64 = m + (iiP * px * px + iiQ * qx * qx);
  const k23: f64 = iiP * px + iiQ * qx;
  const k33: f64 = iiP + iiQ;
  store<f64>(r, k11, Branch.s11);
  store<f64>(r, k12, Branch.s12);
  store<f64>(r, k13, Branch.s13);
  store<f64>(r, k22, Branch.s22);
  store<f64>(r, k23, Branch.s23);
  store<f64>(r, k33, Branch.s33);
  store<f64>(r, bx, Branch.bx);
  store<f64>(r, by, Branch.by);
  store<f64>(r, bt, Branch.bt);
  if (isInteger<B>()) {
    const sign: f64 = turned != 0 ? -1 : 1;
    const rate: f64 = sign * load<f64>(r, Branch.rate);
    const gamma: f64 = sign * load<f64>(r, Branch.gamma);
    const x = <f64>load<f32>(lane + X, Row.impulse);
    const y = <f64>load<f32>(lane + Y, Row.impulse);
    const t = <f64>load<f32>(lane + ANGLE, Row.impulse);
    store<f64>(r, rate * <f64>load<f32>(lane, Place.dx) + gamma * (k11 * x + k12 * y + k13 * t), Branch.ex);
    store<f64>(r, rate * <f64>load<f32>(lane, Place.dy) + gamma * (k12 * x + k22 * y + k23 * t), Branch.ey);
    store<f64>(r, rate * <f64>load<f32>(lane + ANGLE, Row.C) + gamma * (k13 * x + k23 * y + k33 * t), Branch.et);
  }
}

function setMass(r: usize, q: usize): void {
  const im = <f64>load<f32>(q, JointRow.invMassA);
  const ii = <f64>load<f32>(q, JointRow.invInertiaA);
  store<f64>(r, im > 0 ? 1 / im : 0, Branch.d11);
  store<f64>(r, im > 0 ? 1 / im : 0, Branch.d22);
  store<f64>(r, ii > 0 ? 1 / ii : 0, Branch.d33);
}

/** Takes a body and its weld out of the system: what they leave is added to the body before. `share`: f. */
function eliminate<B>(r: usize, before: usize, share: f64): void {
  const qx = load<f64>(r, Branch.qx);
  const qy = load<f64>(r, Branch.qy);
  solveBody(r);
  const w11 = load<f64>(r, Branch.d11);
  const w12 = load<f64>(r, Branch.d12);
  const w13 = load<f64>(r, Branch.d13);
  const w22 = load<f64>(r, Branch.d22);
  const w23 = load<f64>(r, Branch.d23);
  const w33 = load<f64>(r, Branch.d33);
  const gx = load<f64>(r, Branch.gx);
  const gy = load<f64>(r, Branch.gy);
  const gt = load<f64>(r, Branch.gt);
  const soft: f64 = isInteger<B>() ? LOOSE + share * load<f64>(r, Branch.gamma) : LOOSE;
  const a13: f64 = w13 - qy * w33;
  const a23: f64 = w23 + qx * w33;
  store<f64>(r, soft * load<f64>(r, Branch.s11) + (w11 - qy * w13 - qy * a13), Branch.s11);
  store<f64>(r, soft * load<f64>(r, Branch.s12) + (w12 - qy * w23 + qx * a13), Branch.s12);
  store<f64>(r, soft * load<f64>(r, Branch.s13) + a13, Branch.s13);
  store<f64>(r, soft * load<f64>(r, Branch.s22) + (w22 + qx * w23 + qx * a23), Branch.s22);
  store<f64>(r, soft * load<f64>(r, Branch.s23) + a23, Branch.s23);
  store<f64>(r, soft * load<f64>(r, Branch.s33) + w33, Branch.s33);
  invert(r + Branch.s11);
  let bx: f64 = load<f64>(r, Branch.bx) - (gx - qy * gt);
  let by: f64 = load<f64>(r, Branch.by) - (gy + qx * gt);
  let bt: f64 = load<f64>(r, Branch.bt) - gt;
  if (isInteger<B>()) {
    bx -= share * load<f64>(r, Branch.ex);
    by -= share * load<f64>(r, Branch.ey);
    bt -= share * load<f64>(r, Branch.et);
  }
  store<f64>(r, bx, Branch.bx);
  store<f64>(r, by, Branch.by);
  store<f64>(r, bt, Branch.bt);
  const px = load<f64>(r, Branch.px);
  const py = load<f64>(r, Branch.py);
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

/** The impulse of a weld from what the body before does, and what that does to the body behind. */
function follow(r: usize, before: usize): void {
  const px = load<f64>(r, Branch.px);
  const py = load<f64>(r, Branch.py);
  const vt = load<f64>(before, Branch.gt);
  const bx: f64 = load<f64>(r, Branch.bx) + (load<f64>(before, Branch.gx) - py * vt);
  const by: f64 = load<f64>(r, Branch.by) + (load<f64>(before, Branch.gy) + px * vt);
  const bt: f64 = load<f64>(r, Branch.bt) + vt;
  multiply(r + Branch.s11, bx, by, bt, r + Branch.bx);
  const x = load<f64>(r, Branch.bx);
  const y = load<f64>(r, Branch.by);
  const t = load<f64>(r, Branch.bt);
  const lane = <usize>load<u32>(r, Branch.lane);
  const sign: f64 = load<u32>(r, Branch.turned) != 0 ? -1 : 1;
  note(lane + X, sign * x);
  note(lane + Y, sign * y);
  note(lane + ANGLE, sign * t);
  const qx = load<f64>(r, Branch.qx);
  const qy = load<f64>(r, Branch.qy);
  const gx = load<f64>(r, Branch.gx);
  const gy = load<f64>(r, Branch.gy);
  const gt = load<f64>(r, Branch.gt);
  multiply(r + Branch.d11, x, y, t - qy * x + qx * y, r + Branch.gx);
  add(r + Branch.gx, gx);
  add(r + Branch.gy, gy);
  add(r + Branch.gt, gt);
  if (load<f64>(r, Branch.d11) > 0) {
    move(r);
  }
}

function note(row: usize, impulse: f64): void {
  store<f32>(row, <f32>(<f64>load<f32>(row, Row.impulse) + impulse), Row.impulse);
}
