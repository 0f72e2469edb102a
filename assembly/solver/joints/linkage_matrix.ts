import { JointType } from "../../abi/layout";
import { linkages } from "../../world/buffers";
import { Held } from "./elimination";
import { Member, Symmetric, Tie } from "./linkage_records";

// What elimination does to the records of a linkage.

/** Adds to the matrix of a body on the diagonal, given as its upper triangle, and to the body's right side. @inline */
export function addTo(
  r: usize,
  m11: f64,
  m12: f64,
  m13: f64,
  m22: f64,
  m23: f64,
  m33: f64,
  x: f64,
  y: f64,
  t: f64,
): void {
  add(r + Member.d11, m11);
  add(r + Member.d12, m12);
  add(r + Member.d13, m13);
  add(r + Member.d22, m22);
  add(r + Member.d23, m23);
  add(r + Member.d33, m33);
  add(r + Member.gx, x);
  add(r + Member.gy, y);
  add(r + Member.gt, t);
}

export function add(at: usize, value: f64): void {
  store<f64>(at, load<f64>(at) + value);
}

/**
 * A positive matrix → its inverse, in place. By L D Lᵀ, whose pivots keep what a stiff direction leaves of the others; by
 * minors that was lost with its square, and a rod to a wall reported 344 N for 62 N. A direction without a pivot, such as the
 * turn of a body whose rotation is locked, is left out.
 */
export function invert(m: usize): void {
  const m11 = load<f64>(m, Symmetric.m11);
  const m12 = load<f64>(m, Symmetric.m12);
  const m13 = load<f64>(m, Symmetric.m13);
  const i1: f64 = inverseOf(m11);
  const l21: f64 = i1 * m12;
  const l31: f64 = i1 * m13;
  const m23: f64 = load<f64>(m, Symmetric.m23) - l21 * m13;
  const i2: f64 = inverseOf(load<f64>(m, Symmetric.m22) - l21 * m12);
  const l32: f64 = i2 * m23;
  const i3: f64 = inverseOf(load<f64>(m, Symmetric.m33) - l31 * m13 - l32 * m23);
  const n31: f64 = l21 * l32 - l31;
  const w13: f64 = i3 * n31;
  store<f64>(m, i1 + (l21 * l21 * i2 + n31 * w13), Symmetric.m11);
  store<f64>(m, -(l21 * i2 + l32 * w13), Symmetric.m12);
  store<f64>(m, w13, Symmetric.m13);
  store<f64>(m, i2 + l32 * l32 * i3, Symmetric.m22);
  store<f64>(m, -l32 * i3, Symmetric.m23);
  store<f64>(m, i3, Symmetric.m33);
}

/** γ K, with what was added to it → its inverse S, with zeros in free directions. */
export function stiffen(r: usize): void {
  const type = load<u32>(r, Tie.type);
  const held = load<u32>(r, Tie.holder) != 0;
  if (type == JointType.Distance) {
    if (load<f64>(r, Tie.across) != 0) {
      stiffenPoint(r);
    } else {
      stiffenRod(r, held);
    }
  } else if (held) {
    invert(r + Tie.s11);
  } else if (type == JointType.Revolute) {
    stiffenPoint(r);
  } else {
    stiffenSlider(r);
  }
}

/** For a pin, which holds its point, and a very taut rod. */
function stiffenPoint(r: usize): void {
  const s11 = load<f64>(r, Tie.s11);
  const s12 = load<f64>(r, Tie.s12);
  const s22 = load<f64>(r, Tie.s22);
  const inverse = inverseOf(s11 * s22 - s12 * s12);
  store<f64>(r, inverse * s22, Tie.s11);
  store<f64>(r, -inverse * s12, Tie.s12);
  store<f64>(r, inverse * s11, Tie.s22);
  leaveTurn(r);
}

/** Leaves the angle free. */
export function leaveTurn(r: usize): void {
  store<f64>(r, 0, Tie.s13);
  store<f64>(r, 0, Tie.s23);
  store<f64>(r, 0, Tie.s33);
}

/** A rod holds along u; a slack one holds nothing. */
function stiffenRod(r: usize, held: bool): void {
  const x = load<f64>(r, Tie.ux);
  const y = load<f64>(r, Tie.uy);
  const u: f64 = held ? inverseOf(along(r, x, y)) : 0;
  store<f64>(r, u * x * x, Tie.s11);
  store<f64>(r, u * x * y, Tie.s12);
  store<f64>(r, u * y * y, Tie.s22);
  leaveTurn(r);
}

/** A slider holds across u, and its angle if one of its bodies can turn. */
function stiffenSlider(r: usize): void {
  const x: f64 = -load<f64>(r, Tie.uy);
  const y = load<f64>(r, Tie.ux);
  const nn: f64 = along(r, x, y);
  const nt: f64 = x * load<f64>(r, Tie.s13) + y * load<f64>(r, Tie.s23);
  const tt = load<f64>(r, Tie.s33);
  const turns = tt > 0;
  const inverse = turns ? inverseOf(nn * tt - nt * nt) : inverseOf(nn);
  const n: f64 = turns ? inverse * tt : inverse;
  const t: f64 = -inverse * nt;
  store<f64>(r, n * x * x, Tie.s11);
  store<f64>(r, n * x * y, Tie.s12);
  store<f64>(r, t * x, Tie.s13);
  store<f64>(r, n * y * y, Tie.s22);
  store<f64>(r, t * y, Tie.s23);
  store<f64>(r, turns ? inverse * nn : 0, Tie.s33);
}

/** The part of a point's matrix that acts along (x, y). */
function along(r: usize, x: f64, y: f64): f64 {
  return x * (x * load<f64>(r, Tie.s11) + 2 * y * load<f64>(r, Tie.s12)) + y * y * load<f64>(r, Tie.s22);
}

/** The inverse of a determinant or pivot of a positive matrix; 0 if rounding has left nothing of it. */
function inverseOf(det: f64): f64 {
  return det > 0 ? 1 / det : 0;
}

/** Adds Jᵀ S J of a joint to the matrix of a body, on which its arm is (rx, ry), and `sign` Jᵀ S b to the body's right side. */
export function hang(body: usize, r: usize, rx: f64, ry: f64, sign: f64): void {
  const s11 = load<f64>(r, Tie.s11);
  const s12 = load<f64>(r, Tie.s12);
  const s13 = load<f64>(r, Tie.s13);
  const s22 = load<f64>(r, Tie.s22);
  const s23 = load<f64>(r, Tie.s23);
  const s33 = load<f64>(r, Tie.s33);
  const bx: f64 = sign * load<f64>(r, Held.bx);
  const by: f64 = sign * load<f64>(r, Held.by);
  const bt: f64 = sign * load<f64>(r, Tie.bt);
  const u1: f64 = s13 - ry * s11 + rx * s12;
  const u2: f64 = s23 - ry * s12 + rx * s22;
  const u3: f64 = s33 - ry * s13 + rx * s23;
  addTo(
    body,
    s11,
    s12,
    u1,
    s22,
    u2,
    u3 - ry * u1 + rx * u2,
    s11 * bx + s12 * by + s13 * bt,
    s12 * bx + s22 * by + s23 * bt,
    u1 * bx + u2 * by + u3 * bt,
  );
}

/** Is q an end by this joint? Ends have no block, and bodies that never move are no q. */
export function isOfEnd(r: usize): bool {
  return load<u32>(r, Tie.q) != 0 && load<u32>(r, Tie.block) == 0;
}

/** Replaces b by the impulse of the joint, S (b + Jp Δv_p − Jq Δv_q). `q`: 0 for the sum without it. */
export function answer(r: usize, q: usize): void {
  const p = linkages.ptr + load<u32>(r, Tie.p);
  const w = load<f64>(p, Member.gt);
  let x: f64 = load<f64>(r, Held.bx) + (load<f64>(p, Member.gx) - load<f64>(r, Held.py) * w);
  let y: f64 = load<f64>(r, Held.by) + (load<f64>(p, Member.gy) + load<f64>(r, Held.px) * w);
  let t: f64 = load<f64>(r, Tie.bt) + w;
  if (q != 0) {
    const v = load<f64>(linkages.ptr + q, Member.gt);
    x -= load<f64>(linkages.ptr + q, Member.gx) - load<f64>(r, Held.qy) * v;
    y -= load<f64>(linkages.ptr + q, Member.gy) + load<f64>(r, Held.qx) * v;
    t -= v;
  }
  const s12 = load<f64>(r, Tie.s12);
  const s13 = load<f64>(r, Tie.s13);
  const s23 = load<f64>(r, Tie.s23);
  store<f64>(r, load<f64>(r, Tie.s11) * x + s12 * y + s13 * t, Held.bx);
  store<f64>(r, s12 * x + load<f64>(r, Tie.s22) * y + s23 * t, Held.by);
  store<f64>(r, s13 * x + s23 * y + load<f64>(r, Tie.s33) * t, Tie.bt);
}
