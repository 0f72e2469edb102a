// Symptom: letting 20,000 pairs collide again took a hundred times as long as letting them ignore each other, 2.3 s.
// Cause: each call went over all pairs, wrote them anew, and counted those that both bodies had left.
// What must hold: it takes no more than a few times as long.
import { expect, it } from "vitest";
import { World } from "../../dist/index.js";

/** Times it takes to let so many pairs of bodies ignore each other, and collide again. */
function times(count: number): [number, number] {
  const world = new World();
  const bodies = Array.from({ length: 2 * count }, () => world.createBody({ type: "dynamic" }));
  const time = (ignore: boolean): number => {
    const start = performance.now();
    for (let k = 0; k < 2 * count; k += 2) {
      world.ignorePair(bodies[k]!, bodies[k + 1]!, ignore);
    }
    return performance.now() - start;
  };
  const took: [number, number] = [time(true), time(false)];
  expect(bodies.every((body, k) => !world.ignoresPair(body, bodies[k ^ 1]!))).toBe(true);
  return took;
}

it("pairs collide again about as fast as they came to ignore each other", { retry: 3 }, () => {
  times(1000);
  const [there, back] = times(20000);
  expect(back / there).toBeLessThan(10);
});
