import { beforeAll, describe, expect, it } from "vitest";
import { type Core, Random, loadCore } from "./harness";

let core: Core;

beforeAll(async () => {
  core = await loadCore();
});

describe("trigonometry without the host's Math", () => {
  it("sine and cosine are within 1e-15 of the exact value up to 10,000 radians", () => {
    const random = new Random(1);
    let worst = 0;
    for (let i = 0; i < 300_000; i++) {
      const x = random.between(-1e4, 1e4);
      worst = Math.max(worst, Math.abs(core.sin(x) - Math.sin(x)), Math.abs(core.cos(x) - Math.cos(x)));
    }
    expect(worst).toBeLessThan(1e-15);
  });

  it("small angles keep their relative accuracy", () => {
    for (let x = 1; x > 1e-30; x *= 0.37) {
      expect(Math.abs(core.sin(x) / Math.sin(x) - 1)).toBeLessThan(1e-15);
    }
  });

  it("sine squared plus cosine squared is 1 even at quadrant borders", () => {
    for (let i = -40; i <= 40; i++) {
      const x = (i * Math.PI) / 4;
      expect(Math.abs(core.sin(x) ** 2 + core.cos(x) ** 2 - 1)).toBeLessThan(4e-16);
    }
  });

  it("the angle of a vector is within 1e-14 in all quadrants and for all lengths", () => {
    const random = new Random(2);
    let worst = 0;
    for (let i = 0; i < 300_000; i++) {
      const length = random.scale(1e-20, 1e20);
      const x = length * random.between(-1, 1);
      const y = length * random.between(-1, 1);
      worst = Math.max(worst, Math.abs(core.atan2(y, x) - Math.atan2(y, x)));
    }
    expect(worst).toBeLessThan(1e-14);
  });

  it("angles on the axes are exact, and the zero vector has angle 0", () => {
    expect([core.atan2(0, 1), core.atan2(1, 0), core.atan2(0, -1), core.atan2(-1, 0), core.atan2(0, 0)]).toEqual([
      0,
      Math.PI / 2,
      Math.PI,
      -Math.PI / 2,
      0,
    ]);
  });

  it("input without an angle gives NaN or the angle 0, and never traps", () => {
    for (const x of [NaN, Infinity, -Infinity]) {
      expect(core.sin(x)).toBeNaN();
      expect(core.cos(x)).toBeNaN();
    }
    expect([core.sin(1e300), core.cos(1e300)]).toEqual([0, 1]);
    expect(core.atan2(NaN, 1)).toBeNaN();
  });
});
