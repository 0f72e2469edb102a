import { beforeAll, expect, suite, test } from "vitest";
import { loadCore } from "../core";
import type { Core } from "../core";

suite("softness", () => {
  let core: Core;
  beforeAll(async () => {
    core = await loadCore("world", "scalar");
  });

  /** The coefficients in f64, from the implicit Euler step of a spring and damper on a unit mass. */
  function reference(hertz: number, zeta: number, h: number): [number, number, number] {
    const omega = 2 * Math.PI * hertz;
    const stiffness = omega * omega;
    const damping = 2 * zeta * omega;
    const gamma = 1 / (h * (damping + h * stiffness));
    const bias = (h * stiffness) / (damping + h * stiffness);
    return [bias / h, 1 / (1 + gamma), gamma / (1 + gamma)];
  }

  test.each([
    [30, 10, 1 / 240],
    [60, 2, 1 / 240],
    [5, 0.7, 1 / 60],
    [1, 0, 1 / 60],
    [0.1, 100, 1 / 1000],
  ])("of %d Hz with damping ratio %d and steps of %d s is an implicit spring and damper", (hertz, zeta, h) => {
    const [bias, mass, impulse] = reference(hertz, zeta, h);
    expect(core.softBiasRate(hertz, zeta, h) / bias).toBeCloseTo(1, 5);
    expect(core.softMassScale(hertz, zeta, h) / mass).toBeCloseTo(1, 5);
    expect(core.softImpulseScale(hertz, zeta, h) / impulse).toBeCloseTo(1, 4);
  });

  test("has a mass scale and an impulse scale that add up to one", () => {
    for (const hertz of [0.5, 5, 30, 120]) {
      expect(core.softMassScale(hertz, 1, 1 / 240) + core.softImpulseScale(hertz, 1, 1 / 240)).toBeCloseTo(1, 6);
    }
  });

  test("of 0 Hz is rigid", () => {
    expect([core.softBiasRate(0, 5, 0.01), core.softMassScale(0, 5, 0.01), core.softImpulseScale(0, 5, 0.01)]).toEqual([
      0, 1, 0,
    ]);
  });
});
