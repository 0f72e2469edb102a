// Symptom: a body with a locked axis that lay in another moved along that axis once it had been given a velocity along it:
// two circles struck by an explosion by 5 cm in one step, a body inside a kinematic one that goes along by 0.66 m in a
// second.
// Cause: overlapping bodies are held back relative to the motion of their island, and that motion included the velocity that
// the lock takes away; a body held back went along with the island, in spite of its lock.
// What must hold: no body moves along a locked axis, whatever velocity it is given and whatever it lies in.
import { describe, expect, it } from "vitest";
import { BUILDS, type Body } from "../helpers/engine.js";

describe.each(BUILDS)("the %s build", (_name, { World, box, circle }) => {
  it.each(["soft", "impulse"] as const)("an explosion moves overlapping circles along no lock (%s)", (solver) => {
    const world = new World({ gravity: { x: 0, y: 0 }, solver });
    const bodies = [0, 0.8].map((y) =>
      world.createBody({ type: "dynamic", position: { x: 0, y }, shape: circle(0.5), locks: { x: true } }),
    );
    world.explode({ position: { x: -2, y: 0.4 }, radius: 5, impulsePerLength: 5 });
    for (let k = 0; k < 5; k++) {
      world.step();
      expect(bodies.map((body: Body) => body.x)).toEqual([0, 0]);
    }
    expect(bodies.map((body: Body) => body.linearVelocity.x)).toEqual([0, 0]);
    world.dispose();
  });

  it("a locked body in a kinematic one that goes along its axis stays, whatever its velocity", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const body = world.createBody({ type: "dynamic", shape: box(1, 1), locks: { x: true } });
    world.createBody({
      type: "kinematic",
      position: { x: 0, y: 0.8 },
      shape: box(4, 1),
      linearVelocity: { x: 5, y: 0 },
    });
    for (let k = 0; k < 60; k++) {
      body.linearVelocity = { x: 5, y: body.linearVelocity.y };
      world.step();
      expect(body.x).toBe(0);
    }
    world.dispose();
  });
});
