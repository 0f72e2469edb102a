import { describe, expect, it } from "vitest";
import { BUILDS, times } from "../helpers/engine.js";
import { hashes, SCENES, stage, STEPS } from "../helpers/scenes.js";

/** The first step at which two lists of hashes differ, or "never". */
function firstDifference(a: readonly string[], b: readonly string[]): string {
  const at = a.findIndex((hash, step) => hash !== b[step]);
  return at < 0 ? "never" : `step ${at + 1}`;
}

const [reference, ...others] = BUILDS;

describe("the SIMD, scalar and JavaScript builds", () => {
  it.each(Object.entries(SCENES))("agree in the hash at every step of the scene %s", (_name, scene) => {
    // golden.test.ts compares seed 1.
    for (let seed = 2; seed <= times(2, 20); seed++) {
      const wanted = hashes(reference![1], scene, STEPS, seed);
      expect(new Set(wanted).size).toBeGreaterThan(30);
      for (const [build, engine] of others) {
        expect(firstDifference(hashes(engine, scene, STEPS, seed), wanted), `${build}, seed ${seed}`).toBe("never");
      }
    }
  });

  it.each(["heap", "joints", "naps"] as const)("restore each other's snapshots and go on identically: %s", (name) => {
    const at = 90;
    const path = hashes(reference![1], SCENES[name]!, at + 60);
    for (const [from, source] of BUILDS) {
      const { world, before } = stage(source, SCENES[name]!);
      for (let step = 0; step < at; step++) {
        before(step);
        world.step();
      }
      const bytes = world.snapshot();
      for (const [to, target] of BUILDS) {
        const other = new target.World();
        other.restore(bytes);
        const seen: string[] = [];
        for (let step = at; step < (name === "naps" ? 125 : at + 60); step++) {
          other.step();
          seen.push(other.hash());
        }
        expect(firstDifference(seen, path.slice(at)), `${from} to ${to}`).toBe("never");
      }
    }
  });
});
