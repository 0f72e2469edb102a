import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";
import type { Body, World } from "../helpers/engine.js";

const KINDS = [
  { hertz: 2, dampingRatio: 0.1 },
  { hertz: 2, dampingRatio: 0.5 },
  { hertz: 5, dampingRatio: 0.5 },
  { hertz: 0, dampingRatio: 0.5 },
  { hertz: 5, dampingRatio: 3 },
];
/** Steps of changing lengths, as with a clock that varies. */
const STEPS = Array.from({ length: 60 }, (_, step) => (step % 3 === 0 ? 1 / 120 : 1 / 60));

describe.each(BUILDS)("the %s build: springs of several kinds in one world", (_name, { World, box }) => {
  const build = (world: World, kind: (typeof KINDS)[0], type: "spring" | "wheel" | "mouse"): Body => {
    const ground = world.createBody({});
    const body = world.createBody({ type: "dynamic", position: { x: 0, y: -1 }, shape: box(1, 1), mask: 0 });
    const bodies = { bodyA: ground, bodyB: body, spring: kind };
    if (type === "spring") {
      world.createJoint({ type, ...bodies, length: 0.8 });
    } else if (type === "wheel") {
      world.createJoint({ type, ...bodies, anchor: { x: 0, y: -1 }, axis: { x: 0, y: 1 } });
    } else {
      world.createJoint({ type, ...bodies, target: { x: 0.5, y: -1 }, maxForce: 1000 });
    }
    return body;
  };
  const go = (world: World, bodies: Body[]): number[][] =>
    STEPS.map((dt) => {
      world.step(dt);
      return bodies.flatMap(({ x, y }) => [x, y]);
    });

  it.each(["spring", "wheel", "mouse"] as const)("%s joints move as each does alone", (type) => {
    const together = new World({ sleeping: false });
    const ways = go(
      together,
      KINDS.map((kind) => build(together, kind, type)),
    );
    KINDS.forEach((kind, index) => {
      const alone = new World({ sleeping: false });
      const way = go(alone, [build(alone, kind, type)]);
      expect(way).toEqual(ways.map((places) => places.slice(2 * index, 2 * index + 2)));
      alone.dispose();
    });
    together.dispose();
  });
});
