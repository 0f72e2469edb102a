/**
 * The scenes' proofs of a right answer, at half size where a scene has two sizes: they hold here, and each rejects an engine that leaves
 * out what the scene is about. Passing means that no time in the comparison can be had by doing less.
 */

import { describe, expect, test } from "vitest";
import { simulate } from "../../examples/demo/simulate.mjs";
import { proofOf, verdictOf } from "../../examples/scenes/checks.mjs";
import { ALL_SCENES, BENCHMARK_SCENES } from "../../examples/scenes/index.mjs";
import { describe as written, populate, startPoses } from "../../examples/scenes/scene.mjs";
import * as scree from "../../dist/index.js";

type Scene = (typeof ALL_SCENES)[number];
type Description = ReturnType<typeof written>;

const size = "half";

/** The verdict on a scene in which something is left out. */
function verdict(scene: Scene, gravity = scene.gravity, leaveOut: (description: Description) => void = () => {}) {
  const description = written(scene, size);
  leaveOut(description);
  const planted = { ...scene, gravity, build: (builder: any) => populate(builder, description) };
  return verdictOf(simulate(scree, planted, { size, steps: scene.steps, sleeping: false }).checks);
}

const named = (scenes: Scene[]) => scenes.map((scene) => [scene.name, scene] as const);

describe("a scene's proof", () => {
  test.each(named(ALL_SCENES))("of %s holds", (_, scene) => {
    expect(verdict(scene)).toBe("holds");
  });

  test.each(named(ALL_SCENES))("of %s rejects an engine whose step does nothing", (_, scene) => {
    const description = written(scene, size);
    const poses = startPoses(description);
    expect(verdictOf(proofOf(scene, { description, poses, size, steps: scene.steps }))).toBe("fails");
  });

  const driven = ALL_SCENES.filter((scene) => written(scene, size).joints.some((joint) => "motorSpeed" in joint));

  // In the other large scenes nothing moves without gravity, which the test above covers.
  const falling = ALL_SCENES.filter(
    (scene) => scene.gravity.y !== 0 && (driven.includes(scene) || !BENCHMARK_SCENES.includes(scene)),
  );
  test.each(named(falling))("of %s rejects an engine without gravity", (_, scene) => {
    expect(verdict(scene, { x: 0, y: 0 })).toBe("fails");
  });

  // The cloth of `joints` has no contacts.
  test.each(named(ALL_SCENES.filter(({ name }) => name !== "joints")))(
    "of %s rejects an engine without contacts",
    (_, scene) => {
      const withoutContacts = ({ bodies }: Description) =>
        bodies.forEach(({ shapes }) => shapes.forEach((each) => (each.material = { ...each.material, mask: 0 })));
      expect(verdict(scene, scene.gravity, withoutContacts)).toBe("fails");
    },
  );

  test.each(named(driven))("of %s rejects an engine whose motors do nothing", (_, scene) => {
    const withoutMotors = ({ joints }: Description) => joints.forEach((joint: any) => delete joint.motorSpeed);
    expect(verdict(scene, scene.gravity, withoutMotors)).toBe("fails");
  });
});
