import { linkages } from "../../world/buffers";
import { Held, LOOSE } from "./elimination";
import { addTo, bear, invert } from "./linkage_matrix";
import { Member, Tie } from "./linkage_records";

// Bodies of a linkage that hang on one other by one joint alone when their turn comes, as all of a tree do: they are taken out with
// that joint (Baraff, "Linear-Time Dynamics Using Lagrange Multipliers", 1996), which is the same as what linkage_solver.ts does to
// others, for half the work.

/**
 * Takes a body q out that hangs on p by the joint r, with D and g left of its matrix and right side: p gets Jpᵀ S Jp,
 * S = (γ K + Jq D⁻¹ Jqᵀ)⁻¹, and −Jpᵀ S (b − Jq D⁻¹ g). `share`: f.
 */
export function eliminateEnd<B>(q: usize, r: usize, share: f64): void {
  // Through locals what `invert` does through memory.
  const m11 = load<f64>(q, Member.d11);
  const m12 = load<f64>(q, Member.d12);
  const m13 = load<f64>(q, Member.d13);
  const m22 = load<f64>(q, Member.d22);
  const m23 = load<f64>(q, Member.d23);
  const m33 = load<f64>(q, Member.d33);
  const c11: f64 = m22 * m33 - m23 * m23;
  const c12: f64 = m13 * m23 - m12 * m33;
  const c13: f64 = m12 * m23 - m13 * m22;
  const inverse: f64 = 1 / (m11 * c11 + m12 * c12 + m13 * c13);
  const w11: f64 = inverse * c11;
  const w12: f64 = inverse * c12;
  const w13: f64 = inverse * c13;
  const w22: f64 = inverse * (m11 * m33 - m13 * m13);
  const w23: f64 = inverse * (m12 * m13 - m11 * m23);
  const w33: f64 = inverse * (m11 * m22 - m12 * m12);
  const hx = load<f64>(q, Member.gx);
  const hy = load<f64>(q, Member.gy);
  const ht = load<f64>(q, Member.gt);
  const gx: f64 = w11 * hx + w12 * hy + w13 * ht;
  const gy: f64 = w12 * hx + w22 * hy + w23 * ht;
  const gt: f64 = w13 * hx + w23 * hy + w33 * ht;
  store<f64>(q, w11, Member.d11);
  store<f64>(q, w12, Member.d12);
  store<f64>(q, w13, Member.d13);
  store<f64>(q, w22, Member.d22);
  store<f64>(q, w23, Member.d23);
  store<f64>(q, w33, Member.d33);
  store<f64>(q, gx, Member.gx);
  store<f64>(q, gy, Member.gy);
  store<f64>(q, gt, Member.gt);
  const qx = load<f64>(r, Held.qx);
  const qy = load<f64>(r, Held.qy);
  const pin = load<u32>(r, Tie.pin) != 0;
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
  store<f64>(r, bx, Held.bx);
  store<f64>(r, by, Held.by);
  const px = load<f64>(r, Held.px);
  const py = load<f64>(r, Held.py);
  const p = linkages.ptr + load<u32>(r, Tie.p);
  if (pin) {
    const inverse2: f64 = 1 / (k11 * k22 - k12 * k12);
    const s11: f64 = inverse2 * k22;
    const s12: f64 = -inverse2 * k12;
    const s22: f64 = inverse2 * k11;
    store<f64>(r, s11, Tie.s11);
    store<f64>(r, s12, Tie.s12);
    store<f64>(r, s22, Tie.s22);
    const u1: f64 = px * s12 - py * s11;
    const u2: f64 = px * s22 - py * s12;
    const lx: f64 = s11 * bx + s12 * by;
    const ly: f64 = s12 * bx + s22 * by;
    addTo(p, s11, s12, u1, s22, u2, px * u2 - py * u1, -lx, -ly, py * lx - px * ly);
    return;
  }
  let bt: f64 = load<f64>(r, Tie.bt) - gt;
  if (isInteger<B>()) {
    bt -= share * load<f64>(r, Tie.et);
  }
  store<f64>(r, bt, Tie.bt);
  store<f64>(r, k11, Tie.s11);
  store<f64>(r, k12, Tie.s12);
  store<f64>(r, k22, Tie.s22);
  store<f64>(r, soft * load<f64>(r, Tie.s13) + a13, Tie.s13);
  store<f64>(r, soft * load<f64>(r, Tie.s23) + a23, Tie.s23);
  store<f64>(r, soft * load<f64>(r, Tie.s33) + w33, Tie.s33);
  invert(r + Tie.s11);
  const s11 = load<f64>(r, Tie.s11);
  const s12 = load<f64>(r, Tie.s12);
  const s13 = load<f64>(r, Tie.s13);
  const s22 = load<f64>(r, Tie.s22);
  const s23 = load<f64>(r, Tie.s23);
  const s33 = load<f64>(r, Tie.s33);
  const u1: f64 = s13 - py * s11 + px * s12;
  const u2: f64 = s23 - py * s12 + px * s22;
  const u3: f64 = s33 - py * s13 + px * s23;
  const lx: f64 = s11 * bx + s12 * by + s13 * bt;
  const ly: f64 = s12 * bx + s22 * by + s23 * bt;
  const lt: f64 = s13 * bx + s23 * by + s33 * bt;
  addTo(p, s11, s12, u1, s22, u2, u3 - py * u1 + px * u2, -lx, -ly, -(lt - py * lx + px * ly));
}

/** What such a body does, and the impulse of its joint in place of the right side, once it is known what p does. */
export function follow(q: usize, r: usize): void {
  const p = linkages.ptr + load<u32>(r, Tie.p);
  const w = load<f64>(p, Member.gt);
  bear(
    r,
    load<f64>(r, Held.bx) + (load<f64>(p, Member.gx) - load<f64>(r, Held.py) * w),
    load<f64>(r, Held.by) + (load<f64>(p, Member.gy) + load<f64>(r, Held.px) * w),
    load<f64>(r, Tie.bt) + w,
  );
  const x = load<f64>(r, Held.bx);
  const y = load<f64>(r, Held.by);
  const t: f64 = load<f64>(r, Tie.bt) + load<f64>(r, Held.qx) * y - load<f64>(r, Held.qy) * x;
  const w12 = load<f64>(q, Member.d12);
  const w13 = load<f64>(q, Member.d13);
  const w23 = load<f64>(q, Member.d23);
  store<f64>(q, load<f64>(q, Member.gx) + (load<f64>(q, Member.d11) * x + w12 * y + w13 * t), Member.gx);
  store<f64>(q, load<f64>(q, Member.gy) + (w12 * x + load<f64>(q, Member.d22) * y + w23 * t), Member.gy);
  store<f64>(q, load<f64>(q, Member.gt) + (w13 * x + w23 * y + load<f64>(q, Member.d33) * t), Member.gt);
}
