// Symptom: machines of a few pinned bodies that overlap rolled over the ground forever, at up to 23 rad/s.
// Cause: the force with which joints pressed them together was taken for the load of a tall stack (solver/columns.ts), whose
// contacts are four times as stiff and take nine relaxing passes more: enough to push apart bodies that pins pull back
// within the sub-step.
// What must hold: such machines come to rest.
import { describe, expect, it } from "vitest";
import { BUILDS, run } from "../helpers/engine.js";
import type { Body, Engine } from "../helpers/engine.js";

type Part = { x: number; y: number; angle: number; v: [number, number, number]; shape: (engine: Engine) => unknown };

const MACHINES: Record<string, Part[]> = {
  "a circle, a capsule and a box": [
    { x: 0, y: 2.209, angle: -1.101, v: [-1.76, 2.12, -1.56], shape: ({ circle }) => circle(0.7676) },
    { x: 0.4, y: 2.068, angle: -1.429, v: [0.07, 0.51, 1.2], shape: ({ capsule }) => capsule(0.6983, 0.2) },
    { x: 0.8, y: 2.1, angle: 2.485, v: [2.78, 1.16, -0.24], shape: ({ box }) => box(1.2303, 0.4837) },
  ],
  "two capsules and a box": [
    { x: 0, y: 2.295, angle: 2.493, v: [-1.87, 1.57, 0.77], shape: ({ capsule }) => capsule(1.5789, 0.2) },
    { x: 0.4, y: 2.541, angle: -1.937, v: [1.1, 0.57, -1.02], shape: ({ capsule }) => capsule(1.4764, 0.2) },
    { x: 0.8, y: 2.343, angle: 1.299, v: [1.78, 1.43, -1.35], shape: ({ box }) => box(0.4315, 1.1932) },
  ],
  "three boxes": [
    { x: 0, y: 2.116, angle: 3.037, v: [1.89, 2.67, 0.45], shape: ({ box }) => box(0.5877, 0.968) },
    { x: 0.4, y: 2.031, angle: -0.805, v: [2.21, 0.69, -0.47], shape: ({ box }) => box(0.8009, 0.5609) },
    { x: 0.8, y: 2.111, angle: 1.086, v: [0.13, 2.62, -1.07], shape: ({ box }) => box(0.5706, 0.6712) },
  ],
};

describe.each(BUILDS)("the %s build", (_name, engine) => {
  it.each(Object.entries(MACHINES))("%s, pinned midway, come to rest", (_machine, parts) => {
    const world = new engine.World({ sleeping: false });
    world.createBody({ position: { x: 0, y: -1 }, shape: engine.box(6000, 2) });
    const bodies: Body[] = parts.map(({ x, y, angle, shape }) =>
      world.createBody({ type: "dynamic", position: { x, y }, angle, shape: shape(engine) as never }),
    );
    const [first, ...others] = bodies as [Body, ...Body[]];
    others.forEach((bodyB, index) => {
      const anchor = { x: (first.x + bodyB.x) / 2, y: (first.y + bodyB.y) / 2 };
      const limits = index === 0 ? { limit: { lower: -0.3, upper: 0.3 } } : {};
      world.createJoint({ type: "revolute", bodyA: first, bodyB, anchor, ...limits });
    });
    bodies.forEach((body, index) => {
      const [x, y, turn] = parts[index]!.v;
      body.linearVelocity = { x, y };
      body.angularVelocity = turn;
    });
    run(world, 30);
    let fastest = 0;
    run(world, 10, () => {
      fastest = Math.max(fastest, ...bodies.map(({ angularVelocity }) => Math.abs(angularVelocity)));
    });
    expect(fastest).toBeLessThan(0.05);
    world.dispose();
  });
});
