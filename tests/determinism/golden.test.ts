// The hashes that every build must reach, on every machine, at every one of a thousand steps. When a change of the simulation
// is intended, `npm run build` and `node scripts/golden.mjs` write new ones; the commit then names the scenes, and CHANGELOG.md
// says that worlds take another course than in the last version.
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";
import { hashes, SCENES, STEPS } from "../helpers/scenes.js";
import golden from "./golden.json" with { type: "json" };

const HELP =
  "another history than golden.json: if that is meant, run `node scripts/golden.mjs` and name the scenes in the commit";
const wanted: Readonly<Record<string, readonly string[]>> = golden.scenes;
const paths: Readonly<Record<string, string>> = golden.paths;

describe("golden hashes", () => {
  it("exist for every scene, and differ while bodies move", () => {
    expect(Object.keys(wanted)).toEqual(Object.keys(SCENES));
    expect(Object.keys(paths)).toEqual(Object.keys(SCENES));
    expect(Object.keys(SCENES).length).toBeGreaterThanOrEqual(12);
    expect(golden.steps).toEqual([1, 10, 100, 300, STEPS]);
    const all = Object.values(wanted).flat();
    expect(all.every((hash) => /^[0-9a-f]{16}$/.test(hash))).toBe(true);
    // Later hashes may be equal: a scene may have slept since step 100.
    const early = Object.values(wanted).flatMap((list) => list.slice(0, 3));
    expect(new Set(early).size).toBe(3 * Object.keys(SCENES).length);
  });

  describe.each(BUILDS)("the %s build", (_build, engine) => {
    it.each(Object.entries(SCENES))("goes the golden way through the scene %s", (name, scene) => {
      const path = hashes(engine, scene, STEPS);
      expect(
        golden.steps.map((step) => path[step - 1]),
        HELP,
      ).toEqual(wanted[name]);
      expect(createHash("sha256").update(path.join(" ")).digest("hex"), HELP).toBe(paths[name]);
    });
  });
});
