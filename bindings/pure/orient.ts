import type { Vector } from "../definitions.js";

// On which side of a line a point lies, without error: hulls and triangulations need answers that never contradict
// each other. The usual product in 64 bits decides unless rounding drowns it (Shewchuk 1997); then exact integers do.

/** (3 + 16 ε) ε, with ε = 2⁻⁵³: if the difference of the two products is no larger than this share of them, its sign may be wrong. */
const DOUBT = 3.3306690738754716e-16;

/** Has the sign of the area of the triangle a b c: positive if it is counter-clockwise, exactly 0 if it lies on one line. */
export function orient(a: Readonly<Vector>, b: Readonly<Vector>, c: Readonly<Vector>): number {
  const left = (a.x - c.x) * (b.y - c.y);
  const right = (a.y - c.y) * (b.x - c.x);
  const area = left - right;
  return Math.abs(area) > DOUBT * (Math.abs(left) + Math.abs(right)) ? area : orientExactly(a, b, c);
}

/** Coordinates smaller than this count as 0, so that the power of two below stays finite: 2⁻⁵⁰⁰. */
const TINY = 3.054936363499605e-151;

function orientExactly(a: Readonly<Vector>, b: Readonly<Vector>, c: Readonly<Vector>): number {
  const values = [a.x, a.y, b.x, b.y, c.x, c.y].map((value) => (Math.abs(value) < TINY ? 0 : value));
  // the power of two that turns every value into an integer
  let power = 1;
  for (const value of values) {
    for (let scaled = value * power; scaled !== Math.round(scaled); scaled *= 2) {
      power *= 2;
    }
  }
  const [ax, ay, bx, by, cx, cy] = values.map((value) => BigInt(value * power)) as [
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const area = (ax - cx) * (by - cy) - (ay - cy) * (bx - cx);
  return area > 0n ? 1 : area < 0n ? -1 : 0;
}
