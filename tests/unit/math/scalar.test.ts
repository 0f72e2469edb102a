import { beforeAll, expect, suite, test } from "vitest";
import { loadCore } from "../core";
import type { Core } from "../core";

const NUMBERS = [0, -0, 1, -1, 2.5, -2.5, 1e-45, -1e-45, 1e38, -1e38, Infinity, -Infinity];

suite("one-lane helpers", () => {
  let core: Core;
  beforeAll(async () => {
    core = await loadCore("ground", "scalar");
  });

  test("min and max are the smaller and the larger of any two numbers", () => {
    for (const a of NUMBERS) {
      for (const b of NUMBERS) {
        // Zeros of either sign are accepted.
        expect(core.scalarMin(a, b) === Math.fround(Math.min(a, b))).toBe(true);
        expect(core.scalarMax(a, b) === Math.fround(Math.max(a, b))).toBe(true);
      }
    }
  });

  test("a NaN is kept as the first operand and dropped as the second", () => {
    expect(core.scalarMin(NaN, 1)).toBeNaN();
    expect(core.scalarMax(NaN, 1)).toBeNaN();
    expect(core.scalarMin(1, NaN)).toBe(1);
    expect(core.scalarMax(1, NaN)).toBe(1);
  });

  test("clamp holds a number between its limits", () => {
    expect([-5, -1, 0.5, 2, 7].map((x) => core.scalarClamp(x, -1, 2))).toEqual([-1, -1, 0.5, 2, 2]);
  });

  test("only numbers are finite", () => {
    for (const x of NUMBERS) expect(Boolean(core.scalarIsFinite(x))).toBe(Number.isFinite(Math.fround(x)));
    expect(Boolean(core.scalarIsFinite(NaN))).toBe(false);
  });

  test("the sign of both zeros is +1", () => {
    expect([-3, -0, 0, 3].map((x) => core.scalarSign(x))).toEqual([-1, 1, 1, 1]);
    expect(core.scalarAbs(-3)).toBe(3);
  });
});
