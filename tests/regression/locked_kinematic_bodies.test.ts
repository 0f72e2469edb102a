// Symptom: a kinematic lift with `locks: { x: true }` drifted in x all the same, and carried a crate 3.67 m; its rotation
// held.
// Cause: only dynamic bodies lost their velocity along a locked axis.
import { describe, expect, it } from "vitest";
import { BUILDS, DT, run } from "../helpers/engine.js";

describe.each(BUILDS)("the %s build", (_, { World, box }) => {
  it.each([
    [{ x: true }, [0, 1]],
    [{ y: true }, [1, 0]],
    [{ x: true, y: true, rotation: true }, [0, 0]],
  ] as const)("a kinematic body with locks %j keeps to them, set at birth or live", (locks, [x, y]) => {
    for (const live of [false, true]) {
      const world = new World();
      const lift = world.createBody({ type: "kinematic", shape: box(4, 1), ...(live ? {} : { locks }) });
      const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 1 }, shape: box(1, 1), friction: 1 });
      run(world, 0.5);
      if (live) {
        lift.locks = locks;
      }
      lift.linearVelocity = { x: 0.5, y: 0.5 };
      run(world, 2);
      expect(lift.x).toBeCloseTo(x, 4);
      expect(lift.y).toBeCloseTo(y, 4);
      expect(Math.abs(crate.x - x)).toBeLessThan(0.02);
      lift.linearVelocity = { x: 0, y: 0 };
      run(world, 1, () => lift.moveTo({ x: 3, y: 3 }, undefined, DT));
      expect(lift.x).toBeCloseTo(x === 0 ? 0 : 3, 4);
      expect(lift.y).toBeCloseTo(y === 0 ? 0 : 3, 4);
    }
  });
});
