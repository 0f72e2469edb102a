// Symptom: decompose of a circle of 2,000 points took fifteen times as long as of 1,400, gently rolling ground of 2,000 seconds.
// Cause: where three points in a row are almost on a line, thin triangles are exchanged for thicker ones; for each exchange all triangles
// were looked at and measured again.
// What must hold: n points take a time of order n², as its documentation says, however fine the outline.
import { describe, expect, it } from "vitest";
import { decompose } from "../../dist/geometry.js";

type Outline = { x: number; y: number }[];

/** The least user time of some runs, which others on the machine do not lengthen much (unit: µs). */
function cost(points: Outline): number {
  let least = Infinity;
  for (let run = 0; run < 3; run++) {
    const { user } = process.cpuUsage();
    expect(decompose(points).length).toBeGreaterThan(0);
    least = Math.min(least, process.cpuUsage().user - user);
  }
  return least;
}

describe("decompose of finely sampled outlines", () => {
  it("of a circle takes what its points take, not what their turns do", { timeout: 120_000 }, () => {
    const circle = (n: number): Outline =>
      Array.from({ length: n }, (_, i) => ({ x: Math.cos((i * 2 * Math.PI) / n), y: Math.sin((i * 2 * Math.PI) / n) }));
    // by order n² twice as much; three times that for what the machine does
    expect(cost(circle(2000)) / cost(circle(1400))).toBeLessThan(6);
  });
});
