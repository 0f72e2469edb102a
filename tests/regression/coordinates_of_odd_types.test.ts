// Symptom: functions of scree/geometry threw a TypeError, where a PhysicsError is promised, for a point with a big integer or a
//   symbol as a coordinate: in a list, a position, a ray, a box of an index, or the result of a support function.
// Cause: magnitudes were compared before types were checked, and `Math.abs` takes neither type.
// What must hold: each such coordinate is refused by name.
import { expect, it } from "vitest";
import * as geometry from "../../dist/geometry.js";

const { circle, convexHull, distance, isConvex, KdTree, Quadtree, rayCast, shapeCast, support, sweep } = geometry;

it.each([5n, Symbol("x"), "5", null])("a coordinate that is %s is refused", (x) => {
  const odd = { x: x as unknown as number, y: 0 };
  const origin = { x: 0, y: 0 };
  const ball = circle(1);
  const box = { lower: odd, upper: { x: 9, y: 9 } };
  let asked = 0;
  const calls: (() => unknown)[] = [
    () => distance(ball, { shape: ball, position: odd }),
    () => distance(ball, [odd]),
    () => distance(ball, { support: () => odd }),
    () => distance(ball, { support: () => (asked++ < 2 ? { x: 7, y: 7 } : odd) }),
    () => rayCast(ball, odd, { x: 1, y: 0 }),
    () => sweep(ball, ball, odd),
    () => shapeCast(ball, ball, odd),
    () => support(ball, odd),
    () => convexHull([odd, origin]),
    () => isConvex([origin, odd, origin]),
    () => new KdTree([box]),
    () => new Quadtree({ smallest: 1 }).set(1, box),
  ];
  for (const call of calls) {
    let error: unknown;
    try {
      call();
    } catch (caught) {
      error = caught;
    }
    expect(error, String(call)).toBeInstanceOf(geometry.PhysicsError);
    expect(error).toMatchObject({ code: "bad-type", message: expect.stringMatching(/\.x is /) as string });
  }
  expect(distance(ball, { support: () => ({ x: 7, y: 0 }) }).distance).toBe(6);
});
