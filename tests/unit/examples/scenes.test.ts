import { describe as suite, expect, test } from "vitest";

import { check, circleOverlaps, formatCheck, jointGaps, proofOf, verdictOf } from "../../../examples/scenes/checks.mjs";
import { ALL_SCENES, BENCHMARK_SCENES, findScene } from "../../../examples/scenes/index.mjs";
import { makeRandom } from "../../../examples/scenes/random.mjs";
import { Recorder, describe, populate, startPoses } from "../../../examples/scenes/scene.mjs";

const SIZES = ["full", "half"] as const;

/** Bodies and joints of each benchmark scene at full size, as published. */
const PUBLISHED: Record<string, { bodies: number; joints: number }> = {
  pyramid: { bodies: 5051, joints: 0 },
  pyramids: { bodies: 22020, joints: 0 },
  tumbler: { bodies: 2027, joints: 1 },
  joints: { bodies: 10000, joints: 19800 },
  smash: { bodies: 9601, joints: 0 },
  spinner: { bodies: 6078, joints: 1 },
  pile: { bodies: 10001, joints: 0 },
};

function proofAtStart(name: string) {
  const scene = findScene(name)!;
  const description = describe(scene);
  return proofOf(scene, { description, poses: startPoses(description), size: "full", steps: 0 });
}

suite("scenes", () => {
  test("the benchmark scenes have the published numbers of bodies and joints", () => {
    expect(BENCHMARK_SCENES.map(({ name }) => name)).toEqual(Object.keys(PUBLISHED));
    for (const scene of BENCHMARK_SCENES) {
      const { bodies, joints } = describe(scene);
      expect({ bodies: bodies.length, joints: joints.length }).toEqual(PUBLISHED[scene.name]);
    }
  });

  test("every name suits the command line and occurs once", () => {
    const names = ALL_SCENES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) {
      expect(name).toMatch(/^[a-z_]+$/);
    }
  });

  test("a scene built twice is the same scene", () => {
    for (const name of ["pile", "rain"]) {
      expect(describe(findScene(name)!, "half")).toEqual(describe(findScene(name)!, "half"));
    }
  });

  test("a scene built from its description has the same description", () => {
    for (const name of ["tumbler", "bridge", "newtons_cradle", "bullets"]) {
      const description = describe(findScene(name)!, "half");
      const recorder = new Recorder();
      populate(recorder, description);
      expect(recorder.description).toEqual(description);
    }
  });

  test("every number of every scene is finite, every joint joins two bodies, every dynamic body has a shape", () => {
    for (const scene of ALL_SCENES) {
      for (const size of SIZES) {
        const { bodies, joints } = describe(scene, size);
        const wrongBodies = bodies.filter(({ type, x, y, angle = 0, vx = 0, vy = 0, shapes }) => {
          return !Number.isFinite(x + y + angle + vx + vy) || (type === "dynamic" && shapes.length === 0);
        });
        const wrongJoints = joints.filter(({ bodyA, bodyB }) => bodyA === bodyB || !bodies[bodyA] || !bodies[bodyB]);
        expect([...wrongBodies, ...wrongJoints]).toEqual([]);
        const bounds = scene.bounds(size);
        expect(bounds.maxX).toBeGreaterThan(bounds.minX);
        expect(bounds.maxY).toBeGreaterThan(bounds.minY);
      }
    }
  });

  test("a scene says how many bodies and joints it has, in either size", () => {
    for (const scene of BENCHMARK_SCENES) {
      for (const size of SIZES) {
        const { bodies, joints } = describe(scene, size);
        const loose = bodies.filter(({ type }) => type === "dynamic").length;
        // The drum, the ram and the paddle are not counted among the bodies; of the cloth everything is.
        const driver = ["tumbler", "smash", "spinner"].includes(scene.name) ? 1 : 0;
        const counts = scene.name === "joints" ? [bodies.length, joints.length] : [loose - driver];
        for (const count of counts) {
          expect(scene.about(size)).toContain(`${count.toLocaleString("en")} `);
        }
      }
    }
    expect(findScene("smash")!.about("half")).toContain("4 × 4 m");
    expect(findScene("spinner")!.about("half")).toContain("180 segments");
  });

  test("a benchmark scene at half size has fewer than half of the bodies", () => {
    for (const scene of BENCHMARK_SCENES) {
      expect(describe(scene, "half").bodies.length).toBeLessThan(describe(scene, "full").bodies.length / 2);
    }
  });
});

suite("proofs", () => {
  test("a pyramid that lost its top does not pass", () => {
    const scene = findScene("pyramid")!;
    const description = describe(scene);
    const poses = startPoses(description);
    poses[poses.length - 2] = 90;
    const [top] = scene.prove({ description, poses, size: "full", steps: 500 });
    expect(top).toMatchObject({ name: "top", pass: false });
  });

  test("a body outside the ring or the drum has escaped", () => {
    for (const name of ["spinner", "tumbler"]) {
      const scene = findScene(name)!;
      const description = describe(scene, "half");
      const poses = startPoses(description);
      poses[poses.length - 3] = 1000;
      const [escaped] = scene.prove({ description, poses, size: "half", steps: 0 });
      expect(escaped).toMatchObject({ name: "escaped", value: 1, pass: false });
    }
  });

  test("limits made for a number of steps are not judged at another", () => {
    const ram = proofAtStart("smash")[0];
    expect(ram).toMatchObject({ judged: false, pass: true });
    expect(formatCheck(ram)).toBe("ram at x -20 m (not judged at this number of steps)");
  });

  test("before its last step no scene's proof is judged, except that a check that must always hold may fail", () => {
    for (const { name } of ALL_SCENES) {
      expect(name + verdictOf(proofAtStart(name))).toBe(`${name}not judged`);
    }
    expect(verdictOf([check({ name: "top", value: 1, atLeast: 2, judged: false })])).toBe("not judged");
    expect(verdictOf([check({ name: "top", value: 3, atLeast: 2 })])).toBe("holds");
    const scene = findScene("pile")!;
    const description = describe(scene, "half");
    const poses = startPoses(description);
    poses[4] = -1;
    expect(verdictOf(proofOf(scene, { description, poses, size: "half", steps: 100 }))).toBe("fails");
  });

  test("a value that is not finite fails, judged or not", () => {
    expect(check({ name: "top", value: NaN, judged: false }).pass).toBe(false);
    expect(check({ name: "top", value: Infinity, atLeast: 1 }).pass).toBe(false);
    const scene = findScene("smash")!;
    const description = describe(scene, "half");
    const poses = startPoses(description);
    poses[9] = NaN;
    expect(scene.prove({ description, poses, size: "half", steps: 1 })[1]).toMatchObject({ value: 1, pass: false });
  });

  test("the overlap of circles is the diameter less the distance, whichever cells they lie in", () => {
    const bodies = [0, 0.9, 1.95, 10].map((x) => ({ type: "dynamic" as const, x, y: 0, shapes: [] }));
    const description = { bodies, joints: [] };
    const poses = startPoses(description);
    const { mean, worst, pairs } = circleOverlaps({ description, poses, size: "full", steps: 0 }, 0.5);
    expect(pairs).toBe(1);
    expect(mean).toBeCloseTo(0.1, 12);
    expect(worst).toBeCloseTo(0.1, 12);
  });

  test("the gap of a joint is the distance of its anchors, even after bodies turned", () => {
    const bodies = [0, 2].map((x) => ({ type: "dynamic" as const, x, y: 0, shapes: [] }));
    const description = { bodies, joints: [{ type: "revolute" as const, bodyA: 0, bodyB: 1, x: 1, y: 0 }] };
    const poses = Float64Array.of(0, 0, Math.PI / 2, 2, 0, 0);
    expect(jointGaps({ description, poses, size: "full", steps: 0 }).worst).toBeCloseTo(Math.SQRT2, 12);
  });
});

test("random numbers lie in [0, 1) and repeat", () => {
  const [a, b] = [makeRandom(5), makeRandom(5)];
  for (let index = 0; index < 1000; index += 1) {
    const value = a();
    expect(value).toBe(b());
    expect(value >= 0 && value < 1).toBe(true);
  }
});
