// Symptom: a body fell from its joint when its island woke while memory was out, and fell on when there was room again.
// Cause: the joint found no place in the list of its colour, and no later step looked for one.
// What must hold: the step says that memory is out, and a later one with room holds the body by its joint.
import { expect, it } from "vitest";
import { circle } from "../../dist/index.js";
import { cappedCore, cappedWorld, fillMemory, regularPolygon } from "../helpers/capped_core.js";
import type { Body } from "../helpers/engine.js";

/** The joints that the first block of a list has room for. */
const FEW = 64;

it.each(["simd", "scalar"] as const)(
  "a joint that found no room when its island woke is solved once there is room (%s)",
  (build) => {
    const world = cappedWorld(cappedCore(build, 14), { capacity: { shapes: 1000 } });
    const ground = world.createBody({});
    const hang = (type: "weld" | "prismatic", count: number, y: number): Body[] =>
      Array.from({ length: count }, (_, k) => {
        const body = world.createBody({ type: "dynamic", position: { x: 3 * k, y }, shape: circle(0.5) });
        world.createJoint({ type, bodyA: ground, bodyB: body, anchor: body.position });
        return body;
      });
    // Whatever else steps need for so many is allocated here.
    const others = hang("prismatic", 3 * FEW, 0);
    for (let step = 0; step < 60; step++) {
      world.step();
    }
    others.forEach((body) => body.destroy());
    const first = hang("weld", FEW, 0);
    world.step();
    first.forEach((body) => (body.awake = false));
    const second = hang("weld", FEW, 10);
    world.step();
    // Large blocks first, then blocks of the size that the list will ask for.
    const hog = world.createBody({ position: { x: 0, y: 500 } });
    fillMemory(hog, [64, 31].map(regularPolygon));
    first.forEach((body) => (body.awake = true));
    expect(() => world.step()).toThrow(expect.objectContaining({ code: "out-of-memory" }));
    hog.destroy();
    const heights = first.map((body) => body.y);
    for (let step = 0; step < 60; step++) {
      world.step();
    }
    first.forEach((body, k) => expect(Math.abs(body.y - heights[k]!), `body ${k}`).toBeLessThan(0.1));
    second.forEach((body) => expect(Math.abs(body.y - 10)).toBeLessThan(0.1));
    expect(world.validate()).toBe(0);
  },
);
