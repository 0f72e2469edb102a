import { Held } from "./elimination";
import { Member, Symmetric, Tie } from "./linkage_records";

// What elimination does to the records of a linkage.

/** Added to the matrix of a body on the diagonal, its upper triangle, and to its right side. @inline */
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

/** A positive matrix → its inverse, in place. */
export function invert(m: usize): void {
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

/** S (x, y, t) → the place of the right side. */
export function bear(r: usize, x: f64, y: f64, t: f64): void {
  const s12 = load<f64>(r, Tie.s12);
  const s13 = load<f64>(r, Tie.s13);
  const s23 = load<f64>(r, Tie.s23);
  store<f64>(r, load<f64>(r, Tie.s11) * x + s12 * y + s13 * t, Held.bx);
  store<f64>(r, s12 * x + load<f64>(r, Tie.s22) * y + s23 * t, Held.by);
  store<f64>(r, s13 * x + s23 * y + load<f64>(r, Tie.s33) * t, Tie.bt);
}
