import { linkages } from "../../world/buffers";
import { world } from "../../world/world";
import { SolverBodies, SolverBody } from "../solver_body";
import { Held, LOOSE } from "./elimination";
import { FASTEST, JointRow } from "./joint_block";
import { eliminateEnd, follow } from "./linkage_ends";
import { shareOf } from "./linkage_holders";
import { add, addTo, answer, hang, invert, isOfEnd, stiffen } from "./linkage_matrix";
import { Linkage, Meeting, Member, Tie } from "./linkage_records";
import { LOOSE_IN_RING, measureTie, noteTie, softenTie } from "./linkage_ties";
import { FASTEST_TURN } from "./revolute";

// A linkage (linkages.ts) as one system. A joint from p to q, with arms p and q, has the Jacobians −Jp and Jq,
// J = [1 0 −ry; 0 1 rx; 0 0 1] (a pin has the first two rows, other joints some directions of them: linkage_ties.ts), and asks for
//
//     Jq Δv_q − Jp Δv_p + γ K Δλ = b = −(Ċ + f (β C + γ K λ)),     K = Jp Mp⁻¹ Jpᵀ + Jq Mq⁻¹ Jqᵀ
//
// With Δλ = S (b − Jq Δv_q + Jp Δv_p), S = (γ K)⁻¹, only the bodies are left:
//
//     (M + Σ Jᵀ S J) Δv = Σ Jᵀ S b
//
// a sparse positive matrix of 3 × 3 blocks. It is solved by elimination (Duff, Erisman and Reid, "Direct Methods for Sparse
// Matrices", 1986), from the body found last to the first: that adds no block to a tree, and few to a narrow net (Cuthill and
// McKee, 1969). An exact pass is stable at any stiffness. In doubles: γ of the relaxing pass is a millionth.

/** How often at most a pass solves a linkage whose motors and limits come to their bounds, the first time included. */
const TRIES = 4;
const TINY: f64 = 1e-30;
/**
 * Pivot of a body that cannot turn: `invert` then takes nothing from its turn. With an inertia instead, however large, two
 * bodies that cannot turn were turned to fit their joint, by torques of up to 1e12 N·m.
 */
const UNTURNED: f64 = -Infinity;

/** `B` int: the biased pass, float: the relaxing one. */
export function solveLinkages<B>(): void {
  if (linkages.count == 0) {
    return;
  }
  const base = linkages.ptr;
  const to = base + ((<usize>linkages.count) << 2);
  for (let head = base + load<u32>(base); head < to; head = base + load<u32>(head, Linkage.end)) {
    for (let k = 0; k < TRIES; k++) {
      prepare<B>(head);
      if (!solve(head) || finish(head)) {
        break;
      }
    }
  }
}

/** Sets up what a pass begins with. */
function prepare<B>(head: usize): void {
  const base = linkages.ptr;
  const joints = base + load<u32>(head, Linkage.joints);
  const blocks = base + load<u32>(head, Linkage.blocks);
  const end = base + load<u32>(head, Linkage.end);
  for (let r = head + Linkage.bytes; r < joints; r += Member.bytes) {
    begin(r);
  }
  for (let r = blocks; r < end; r += Meeting.bytes) {
    for (let at = r + Meeting.m11; at < r + Meeting.bytes; at += 8) {
      store<f64>(at, 0);
    }
  }
  const closed = load<u32>(head, Linkage.closed) != 0;
  const loose: f64 = load<u32>(head, Linkage.strained) != 0 ? LOOSE_IN_RING : LOOSE;
  let way: f64 = 0;
  let turn: f64 = 0;
  for (let r = joints; r < blocks; r += Tie.bytes) {
    measureTie<B>(r, closed);
    if (isInteger<B>()) {
      const ex = load<f64>(r, Held.ex);
      const ey = load<f64>(r, Held.ey);
      way += sqrt<f64>(ex * ex + ey * ey);
      turn += abs<f64>(load<f64>(r, Tie.et));
    }
  }
  // All joints of a linkage together close and turn back no faster than a single limit does.
  const most: f64 = <f64>FASTEST * <f64>world.linearSlop;
  const share: f64 = min<f64>(1, min<f64>(most / max<f64>(way, TINY), <f64>FASTEST_TURN / max<f64>(turn, TINY)));
  for (let r = joints; r < blocks; r += Tie.bytes) {
    softenTie<B>(r, share, loose);
  }
}

/** Finds changes of velocity, and impulses of the joints of ends. False: they are not finite. */
function solve(head: usize): bool {
  const base = linkages.ptr;
  const members = head + Linkage.bytes;
  const joints = base + load<u32>(head, Linkage.joints);
  const blocks = base + load<u32>(head, Linkage.blocks);
  for (let r = joints; r < blocks; r += Tie.bytes) {
    if (!isOfEnd(r)) {
      enter(r);
    }
  }
  for (let r = joints - Member.bytes; r >= members; r -= Member.bytes) {
    const tie = load<u32>(r, Member.tie);
    if (tie != 0) {
      eliminateEnd(r, base + tie);
    } else {
      eliminate(r);
    }
  }
  let size: f64 = 0;
  for (let r = members; r < joints; r += Member.bytes) {
    const tie = load<u32>(r, Member.tie);
    if (tie != 0) {
      follow(r, base + tie);
    } else {
      substitute(r);
    }
    size += abs<f64>(load<f64>(r, Member.gx)) + abs<f64>(load<f64>(r, Member.gy)) + abs<f64>(load<f64>(r, Member.gt));
  }
  return size < 1e30;
}

/** Applies the solution to the lanes of the joints and to the bodies, as far as motors and limits allow. True: all of it. */
function finish(head: usize): bool {
  const base = linkages.ptr;
  const joints = base + load<u32>(head, Linkage.joints);
  const blocks = base + load<u32>(head, Linkage.blocks);
  let share: f64 = 1;
  for (let r = joints; r < blocks; r += Tie.bytes) {
    if (!isOfEnd(r)) {
      answer(r, load<u32>(r, Tie.q));
    }
    share = min<f64>(share, shareOf(r));
  }
  for (let r = joints; r < blocks; r += Tie.bytes) {
    noteTie(r, share);
  }
  for (let r = head + Linkage.bytes; r < joints; r += Member.bytes) {
    move(r, share);
  }
  return share == 1;
}

/** Puts the masses of a body on the diagonal. */
function begin(r: usize): void {
  const side = <usize>load<u32>(r, Member.side);
  const m: f64 = 1 / <f64>load<f32>(side, JointRow.invMassA);
  const ii = <f64>load<f32>(side, JointRow.invInertiaA);
  store<f64>(r, m, Member.d11);
  store<f64>(r, 0, Member.d12);
  store<f64>(r, 0, Member.d13);
  store<f64>(r, m, Member.d22);
  store<f64>(r, 0, Member.d23);
  store<f64>(r, ii > 0 ? 1 / ii : UNTURNED, Member.d33);
  store<f64>(r, 0, Member.gx);
  store<f64>(r, 0, Member.gy);
  store<f64>(r, 0, Member.gt);
}

/** Adds a joint to the matrix, and to the right sides of its bodies. */
function enter(r: usize): void {
  stiffen(r);
  const base = linkages.ptr;
  const px = load<f64>(r, Held.px);
  const py = load<f64>(r, Held.py);
  hang(base + load<u32>(r, Tie.p), r, px, py, -1);
  const q = <usize>load<u32>(r, Tie.q);
  if (q == 0) {
    return;
  }
  const qx = load<f64>(r, Held.qx);
  const qy = load<f64>(r, Held.qy);
  hang(base + q, r, qx, qy, 1);
  // −Jpᵀ S Jq
  const s11 = load<f64>(r, Tie.s11);
  const s12 = load<f64>(r, Tie.s12);
  const s13 = load<f64>(r, Tie.s13);
  const s22 = load<f64>(r, Tie.s22);
  const s23 = load<f64>(r, Tie.s23);
  const w1: f64 = s13 - qy * s11 + qx * s12;
  const w2: f64 = s23 - qy * s12 + qx * s22;
  const w3: f64 = load<f64>(r, Tie.s33) - qy * s13 + qx * s23;
  const m = base + load<u32>(r, Tie.block);
  add(m + Meeting.m11, -s11);
  add(m + Meeting.m12, -s12);
  add(m + Meeting.m13, -w1);
  add(m + Meeting.m21, -s12);
  add(m + Meeting.m22, -s22);
  add(m + Meeting.m23, -w2);
  add(m + Meeting.m31, -(s13 - py * s11 + px * s12));
  add(m + Meeting.m32, -(s23 - py * s12 + px * s22));
  add(m + Meeting.m33, -(w3 - py * w1 + px * w2));
}

/** Takes a body out of the system: what it leaves is subtracted from the bodies that it meets. */
function eliminate(r: usize): void {
  const base = linkages.ptr;
  invert(r + Member.d11);
  const w11 = load<f64>(r, Member.d11);
  const w12 = load<f64>(r, Member.d12);
  const w13 = load<f64>(r, Member.d13);
  const w22 = load<f64>(r, Member.d22);
  const w23 = load<f64>(r, Member.d23);
  const w33 = load<f64>(r, Member.d33);
  const gx = load<f64>(r, Member.gx);
  const gy = load<f64>(r, Member.gy);
  const gt = load<f64>(r, Member.gt);
  const end = base + load<u32>(r, Member.end);
  for (let m = base + load<u32>(r, Member.blocks); m < end; m += Meeting.bytes) {
    const m11 = load<f64>(m, Meeting.m11);
    const m12 = load<f64>(m, Meeting.m12);
    const m13 = load<f64>(m, Meeting.m13);
    const m21 = load<f64>(m, Meeting.m21);
    const m22 = load<f64>(m, Meeting.m22);
    const m23 = load<f64>(m, Meeting.m23);
    const m31 = load<f64>(m, Meeting.m31);
    const m32 = load<f64>(m, Meeting.m32);
    const m33 = load<f64>(m, Meeting.m33);
    const l11: f64 = m11 * w11 + m12 * w12 + m13 * w13;
    const l12: f64 = m11 * w12 + m12 * w22 + m13 * w23;
    const l13: f64 = m11 * w13 + m12 * w23 + m13 * w33;
    const l21: f64 = m21 * w11 + m22 * w12 + m23 * w13;
    const l22: f64 = m21 * w12 + m22 * w22 + m23 * w23;
    const l23: f64 = m21 * w13 + m22 * w23 + m23 * w33;
    const l31: f64 = m31 * w11 + m32 * w12 + m33 * w13;
    const l32: f64 = m31 * w12 + m32 * w22 + m33 * w23;
    const l33: f64 = m31 * w13 + m32 * w23 + m33 * w33;
    const later = base + load<u32>(m, Meeting.later);
    addTo(
      later,
      -(l11 * m11 + l12 * m12 + l13 * m13),
      -(l11 * m21 + l12 * m22 + l13 * m23),
      -(l11 * m31 + l12 * m32 + l13 * m33),
      -(l21 * m21 + l22 * m22 + l23 * m23),
      -(l21 * m31 + l22 * m32 + l23 * m33),
      -(l31 * m31 + l32 * m32 + l33 * m33),
      -(l11 * gx + l12 * gy + l13 * gt),
      -(l21 * gx + l22 * gy + l23 * gt),
      -(l31 * gx + l32 * gy + l33 * gt),
    );
    let to = base + load<u32>(later, Member.blocks);
    for (let n = m + Meeting.bytes; n < end; n += Meeting.bytes) {
      const other = load<u32>(n, Meeting.later);
      while (load<u32>(to, Meeting.later) != other) {
        to += Meeting.bytes;
      }
      for (let row: usize = 0; row < 3; row++) {
        const from = n + row * 24;
        const n1 = load<f64>(from, Meeting.m11);
        const n2 = load<f64>(from, Meeting.m12);
        const n3 = load<f64>(from, Meeting.m13);
        add(to + row * 24 + Meeting.m11, -(n1 * l11 + n2 * l12 + n3 * l13));
        add(to + row * 24 + Meeting.m12, -(n1 * l21 + n2 * l22 + n3 * l23));
        add(to + row * 24 + Meeting.m13, -(n1 * l31 + n2 * l32 + n3 * l33));
      }
    }
  }
}

/** Finds a body's change of velocity from those of the bodies that were taken out later. */
function substitute(r: usize): void {
  const base = linkages.ptr;
  let x = load<f64>(r, Member.gx);
  let y = load<f64>(r, Member.gy);
  let t = load<f64>(r, Member.gt);
  const end = base + load<u32>(r, Member.end);
  for (let m = base + load<u32>(r, Member.blocks); m < end; m += Meeting.bytes) {
    const later = base + load<u32>(m, Meeting.later);
    const vx = load<f64>(later, Member.gx);
    const vy = load<f64>(later, Member.gy);
    const vt = load<f64>(later, Member.gt);
    x -= load<f64>(m, Meeting.m11) * vx + load<f64>(m, Meeting.m21) * vy + load<f64>(m, Meeting.m31) * vt;
    y -= load<f64>(m, Meeting.m12) * vx + load<f64>(m, Meeting.m22) * vy + load<f64>(m, Meeting.m32) * vt;
    t -= load<f64>(m, Meeting.m13) * vx + load<f64>(m, Meeting.m23) * vy + load<f64>(m, Meeting.m33) * vt;
  }
  const w12 = load<f64>(r, Member.d12);
  const w13 = load<f64>(r, Member.d13);
  const w23 = load<f64>(r, Member.d23);
  const vx: f64 = load<f64>(r, Member.d11) * x + w12 * y + w13 * t;
  const vy: f64 = w12 * x + load<f64>(r, Member.d22) * y + w23 * t;
  const vt: f64 = w13 * x + w23 * y + load<f64>(r, Member.d33) * t;
  store<f64>(r, vx, Member.gx);
  store<f64>(r, vy, Member.gy);
  store<f64>(r, vt, Member.gt);
}

function move(r: usize, share: f64): void {
  const b = changetype<SolverBody>(SolverBodies.of(load<u32>(r, Member.body)));
  b.vx = <f32>(<f64>b.vx + share * load<f64>(r, Member.gx));
  b.vy = <f32>(<f64>b.vy + share * load<f64>(r, Member.gy));
  b.w = <f32>(<f64>b.w + share * load<f64>(r, Member.gt));
}
