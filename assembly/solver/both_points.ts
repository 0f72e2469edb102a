import { V } from "../math/wide";

// The two points of a contact as one system: each either pushes or is apart (docs/decisions/0022-points-of-a-contact.md).

/**
 * Lower bound of how far two points are from being one, 1 − k12² / (k11 k22). Points nearer than that are not solved exactly,
 * and the second point takes the error: while this was 0.05, thin bodies that landed upright fell over.
 */
const APART: f32 = 0.001;

/** 1 / (1 − lessen1 · lessen2), bounded. `lessen`: by how much a point pushes less for each unit that the other pushes. @inline */
export function clearOf<T>(lessen1: T, lessen2: T): T {
  return V.splat<T>(1) / V.max<T>(V.splat<T>(1) - lessen1 * lessen2, V.splat<T>(APART));
}

/**
 * By how much the second point pushes more, before its impulse is kept from going below 0. `less`: by how much less each point
 * would push if it were alone; `lessen`: by how much less for each unit that the other pushes, which is `coupling` times the
 * point's mass; `old1`: what the first point pushes, so the most that it can let go; `clear`: from `clearOf`.
 * @inline
 */
export function pushOfSecond<T, M>(coupling: T, lessen1: T, lessen2: T, less1: T, less2: T, old1: T, clear: T): T {
  const ifBoth = (lessen2 * less1 - less2) * clear;
  const ifAlone = lessen2 * old1 - less2;
  const least = V.min<T>(ifBoth, ifAlone);
  return V.select<T, M>(V.gt<T, M>(coupling, V.splat<T>(0)), least, V.max<T>(ifBoth, ifAlone));
}
