import { expect, it } from "vitest";
import { Random, loadCore } from "./harness";

it("powers agree with the host's to 4e-14, and are exact where the result is 0 or 1", async () => {
  const { power } = await loadCore();
  const random = new Random(3);
  let worst = 0;
  for (let i = 0; i < 200_000; i++) {
    const base = random.between(0, 1) < 0.5 ? random.between(0, 2) : random.scale(1e-12, 1);
    const exponent = random.between(0, 1) < 0.3 ? -random.between(0.05, 1) : random.between(0.05, 6);
    worst = Math.max(worst, Math.abs(power(base, exponent) / base ** exponent - 1));
  }
  expect(worst).toBeLessThan(4e-14); // an exponent of 6 multiplies by six the error of a logarithm of up to 28
  for (const exponent of [0.05, 1, 19, -0.5]) expect(power(1, exponent)).toBe(1);
  expect(power(0, 0.05)).toBe(0);
  expect(power(1e-200, 5)).toBe(0);
});
