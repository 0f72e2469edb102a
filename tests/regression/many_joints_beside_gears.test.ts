// Symptom: with one gear anywhere in the world, destroying a body to which 16,000 others are pinned took 2 s instead of 20 ms;
// destroying its joints one by one, or setting their reference angles, took as long.
// Cause: each joint's gears were looked for in the lists of both of its bodies, including the ground's, which held none.
// What must hold: four times as many joints take about four times as long, with gears or without; gears still go with their joints,
// whichever of the joints' bodies they connect.
import { describe, expect, it } from "vitest";
import { World, circle } from "../../dist/index.js";
import { BUILDS, type Engine } from "../helpers/engine.js";

/** Bodies pinned to the ground; each of the last `gears` of them is geared to the one before. */
function pinned(count: number, gears: number) {
  const world = new World({ gravity: { x: 0, y: 0 } });
  const ground = world.createBody({});
  const pins = Array.from({ length: count }, (_, i) => {
    const bodyB = world.createBody({ type: "dynamic", position: { x: i, y: 0 }, shape: circle(0.1) });
    return world.createJoint({ type: "revolute", bodyA: ground, bodyB, anchor: bodyB.position });
  });
  for (let i = Math.max(count - gears, 1); i < count; i++) {
    world.createJoint({ type: "gear", jointA: pins[i - 1]!, jointB: pins[i]! });
  }
  return { world, ground, pins };
}

type Pinned = ReturnType<typeof pinned>;

/** The least of three times (ms): other work of the machine can only lengthen them. */
function least(count: number, gears: number, act: (made: Pinned) => void): number {
  return Math.min(
    ...Array.from({ length: 3 }, () => {
      const made = pinned(count, gears);
      const start = performance.now();
      act(made);
      const time = performance.now() - start;
      made.world.dispose();
      return time;
    }),
  );
}

describe.each([1, Infinity])("among pins to one ground, with gears on the last %d", (gears) => {
  it.each<[string, (made: Pinned) => void]>([
    ["the ground is destroyed", ({ ground }) => ground.destroy()],
    ["pins are destroyed one by one", ({ pins }) => pins.forEach((pin) => pin.destroy())],
    ["reference angles are set", ({ pins }) => pins.forEach((pin) => (pin.referenceAngle = 0.5))],
  ])("%s in a time that grows with their number", (_name, act) => {
    least(1000, gears, act); // until it is compiled
    expect(least(8000, gears, act)).toBeLessThan(10 * least(2000, gears, act) + 20);
  });
});

describe.each(BUILDS)("a gear (%s)", (_backend, engine: Engine) => {
  it.each([0, 1, 2, 3])("goes with either of its joints, whichever of their bodies it connects (%d)", (which) => {
    for (const restored of [false, true]) {
      const world = new engine.World();
      const hubs = [0, 4].map((x) => world.createBody({ position: { x, y: 0 } }));
      const wheels = hubs.map((hub) =>
        world.createBody({ type: "dynamic", position: hub.position, shape: engine.circle(1) }),
      );
      const joint = (k: number) => world.createJoint({ type: "revolute", bodyA: hubs[k]!, bodyB: wheels[k]! });
      const [jointA, jointB] = [joint(0), joint(1)];
      const bodyA = (which & 1 ? hubs : wheels)[0]!;
      const bodyB = (which & 2 ? hubs : wheels)[1]!;
      const gears = [1, 2].map((ratio) => world.createJoint({ type: "gear", jointA, jointB, bodyA, bodyB, ratio }));
      world.step();
      if (restored) {
        world.restore(world.snapshot());
      }
      gears[0]!.destroy();
      jointB.referenceAngle = 1;
      expect(gears[1]!.error).toBeCloseTo(0, 6);
      (restored ? jointA : jointB).destroy();
      expect(gears[1]!.alive).toBe(false);
      expect(world.joints.length).toBe(1);
      expect(world.validate()).toBe(0);
    }
  });
});
