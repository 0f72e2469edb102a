// Symptom: decompose took fifteen times as long for a circle of 2,000 points as for one of 1,400, and seconds for gently rolling ground
// of 2,000.
// Cause: where three points in a row are almost on a line, thin triangles are exchanged for thicker ones; for each exchange all
// triangles were looked at and measured again.
// What must hold: n points take a time of order n², as its documentation says, however fine the outline.
import { describe, expect, it } from "vitest";
import { decompose } from "../../dist/geometry.js";

type Outline = { x: number; y: number }[];

/** The least user time of some runs (µs), which other programs on the machine hardly lengthen. */
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
  it("of a circle takes a time of order n²", { timeout: 120_000 }, () => {
    const circle = (n: number): Outline =>
      Array.from({ length: n }, (_, i) => ({ x: Math.cos((i * 2 * Math.PI) / n), y: Math.sin((i * 2 * Math.PI) / n) }));
    // order n² gives twice as much; three times that allows for other load
    expect(cost(circle(2000)) / cost(circle(1400))).toBeLessThan(6);
  });
});
