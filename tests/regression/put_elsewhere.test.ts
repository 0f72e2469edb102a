import { describe, expect, it } from "vitest";
import { box, World } from "../../dist/index.js";
import { run } from "../helpers/engine.js";

describe("a body that is put elsewhere", () => {
  // Its x was set before its y, so for a moment the body was at a third place, where it woke a sleeper.
  it.each(["position", "setTransform"] as const)("by %s is nowhere in between", (how) => {
    const world = new World();
    world.createBody({ shape: box(60, 1), position: { x: 0, y: -0.5 } });
    const sleeper = world.createBody({ type: "dynamic", shape: box(1, 1), position: { x: 10, y: 0.5 } });
    const wall = world.createBody({ shape: box(1, 1), position: { x: 0, y: 1.2 }, angle: 0.5 });
    run(world, 2);
    expect(sleeper.awake).toBe(false);
    if (how === "position") {
      wall.position = { x: 10, y: 30 };
    } else {
      wall.setTransform({ x: 10, y: 30 });
    }
    expect([wall.x, wall.y, sleeper.awake]).toEqual([10, 30, false]);
    expect(wall.angle).toBeCloseTo(0.5, 6);
    wall.position = { x: 10, y: 1.2 };
    expect(sleeper.awake).toBe(true);
  });
});
