import { V } from "../math/wide";

// The two points of a contact as one system: each either pushes or is apart (docs/decisions/0022-points-of-a-contact.md).

/**
 * Points are taken as at least so far from being one, as 1 − k12² / (k11 k22). What is nearer is not solved whole, and the error is
 * the second point's: thin bodies that landed upright fell over while this was 0.05.
 */
const APART: f32 = 0.001;

/** One divided by what is left between the points, by how much each pushes less for a unit of what the other pushes. @inline */
export function clearOf<T>(lessen1: T, lessen2: T): T {
  return V.splat<T>(1) / V.max<T>(V.splat<T>(1) - lessen1 * lessen2, V.splat<T>(APART));
}

/**
 * By how much the second point pushes more, before it is held to push at all. `less`: by how much less each would push if it were
 * alone; `lessen`: by how much less for a unit of what the other pushes, which is `coupling` times its mass; `old1`: what the first
 * pushes, and so the most by which it can let go; `clear`: as above.
 * @inline
 */
export function pushOfSecond<T, M>(coupling: T, lessen1: T, lessen2: T, less1: T, less2: T, old1: T, clear: T): T {
  const ifBoth = (lessen2 * less1 - less2) * clear;
  const ifAlone = lessen2 * old1 - less2;
  const least = V.min<T>(ifBoth, ifAlone);
  return V.select<T, M>(V.gt<T, M>(coupling, V.splat<T>(0)), least, V.max<T>(ifBoth, ifAlone));
}
