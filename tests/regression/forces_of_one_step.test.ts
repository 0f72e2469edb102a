// Symptom: a force applied to a body that was then put to sleep, or made static or kinematic, pushed it when it woke or
// became dynamic again, however long after.
// Cause: a force for one step was forgotten only by a step that solved the body as a dynamic one.
// What must hold: `applyForce` and `applyTorque` act in the next step or not at all.
import { describe, expect, it } from "vitest";
import { BUILDS, DT, type Body } from "../helpers/engine.js";

const interruptions: [string, (body: Body) => void, (body: Body) => void][] = [
  ["put to sleep", (body) => (body.awake = false), (body) => (body.awake = true)],
  ["made static", (body) => (body.type = "static"), (body) => (body.type = "dynamic")],
  ["made kinematic", (body) => (body.type = "kinematic"), (body) => (body.type = "dynamic")],
];

describe.each(BUILDS)("a force of one step (%s)", (_, { World, circle }) => {
  it.each(interruptions)("is forgotten by a body that is %s", (__, begin, end) => {
    for (const joined of [false, true]) {
      const world = new World({ gravity: { x: 0, y: 0 } });
      const body = world.createBody({ type: "dynamic", shape: circle(0.5) });
      if (joined) {
        const bodyB = world.createBody({ type: "dynamic", position: { x: 2, y: 0 }, shape: circle(0.5) });
        world.createJoint({ type: "weld", bodyA: body, bodyB, anchor: { x: 1, y: 0 } });
      }
      body.applyForce({ x: 1000, y: 0 }, { x: 0, y: 0.2 });
      body.applyTorque(30);
      begin(body);
      world.step(DT);
      end(body);
      world.step(DT);
      expect([body.x, body.angle, body.linearVelocity.x, body.angularVelocity]).toEqual([0, 0, 0, 0]);
    }
  });
});
