// A client that rolls back forever, and each time makes another kind of joint than before, keeps no more objects than at
// first. Objects of joints whose id went to a joint of another type used to be kept forever.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { World } from "../../dist/index.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

it("joints of rolled-back futures can be garbage-collected", () => {
  const world = new World();
  const bodyA = world.createBody({ type: "dynamic" });
  const bodyB = world.createBody({ type: "dynamic", position: { x: 1, y: 0 } });
  const bytes = new Uint8Array(1 << 16);
  const rollBack = (times: number): number => {
    for (let k = 0; k < times; k++) {
      const saved = world.snapshot(bytes);
      world.createJoint({ type: "revolute", bodyA, bodyB });
      world.restore(saved);
      const joint = world.createJoint({ type: "distance", bodyA, bodyB });
      expect(world.joints[0]).toBe(joint);
      joint.destroy();
    }
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = rollBack(10_000);
  expect(rollBack(20_000) - before).toBeLessThan(1 << 20);
});
