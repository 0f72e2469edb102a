import { linkages } from "../../world/buffers";
import { Held } from "./elimination";
import { add, answer, hang, invert, stiffen } from "./linkage_matrix";
import { Member, Tie } from "./linkage_records";

// Bodies of a linkage that hang on one other body by a single joint when their turn comes, as all bodies of a tree do. Each is
// taken out together with that joint (Baraff, "Linear-Time Dynamics Using Lagrange Multipliers", 1996): the same as what
// linkage_solver.ts does to other bodies, for half the work.

/**
 * Takes out a body q that hangs on p by the joint r, D and g being what is left of its matrix and right side: p gets Jpᵀ S Jp,
 * S = (γ K + Jq D⁻¹ Jqᵀ)⁻¹, and −Jpᵀ S (b − Jq D⁻¹ g).
 */
export function eliminateEnd(q: usize, r: usize): void {
  invert(q + Member.d11);
  const w11 = load<f64>(q, Member.d11);
  const w12 = load<f64>(q, Member.d12);
  const w13 = load<f64>(q, Member.d13);
  const w22 = load<f64>(q, Member.d22);
  const w23 = load<f64>(q, Member.d23);
  const w33 = load<f64>(q, Member.d33);
  const hx = load<f64>(q, Member.gx);
  const hy = load<f64>(q, Member.gy);
  const ht = load<f64>(q, Member.gt);
  const gx: f64 = w11 * hx + w12 * hy + w13 * ht;
  const gy: f64 = w12 * hx + w22 * hy + w23 * ht;
  const gt: f64 = w13 * hx + w23 * hy + w33 * ht;
  store<f64>(q, gx, Member.gx);
  store<f64>(q, gy, Member.gy);
  store<f64>(q, gt, Member.gt);
  const qx = load<f64>(r, Held.qx);
  const qy = load<f64>(r, Held.qy);
  const a13: f64 = w13 - qy * w33;
  const a23: f64 = w23 + qx * w33;
  add(r + Tie.s11, w11 - qy * w13 - qy * a13);
  add(r + Tie.s12, w12 - qy * w23 + qx * a13);
  add(r + Tie.s22, w22 + qx * w23 + qx * a23);
  add(r + Held.bx, qy * gt - gx);
  add(r + Held.by, -gy - qx * gt);
  add(r + Tie.s13, a13);
  add(r + Tie.s23, a23);
  add(r + Tie.s33, w33);
  add(r + Tie.bt, -gt);
  stiffen(r);
  hang(linkages.ptr + load<u32>(r, Tie.p), r, load<f64>(r, Held.px), load<f64>(r, Held.py), -1);
}

/** Finds the motion of such a body, and the impulse of its joint, once the motion of p is known. */
export function follow(q: usize, r: usize): void {
  answer(r, 0);
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
