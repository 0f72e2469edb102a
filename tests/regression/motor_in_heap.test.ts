// Bodies that begin inside each other are held back while they part. A body driven by a motor must not be: the spinner's paddle used to
// stand still for five seconds, held by the bodies around it, and those it should have struck were as slow as those they lay on.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("a paddle in a heap of bodies that overlap (%s)", (_, { World, box, circle }) => {
  it.each(["motor", "kinematic"])("turns, and throws the balls it strikes: %s", (drive) => {
    const world = new World({ sleeping: false });
    const ground = world.createBody({ position: { x: 0, y: -11 }, shape: box(60, 2) });
    const kinematic = drive === "kinematic";
    const paddle = world.createBody({
      type: kinematic ? "kinematic" : "dynamic",
      shape: box(1, 19),
      angularVelocity: kinematic ? 5 : 0,
    });
    if (!kinematic) {
      world.createJoint({
        type: "revolute",
        bodyA: ground,
        bodyB: paddle,
        anchor: { x: 0, y: 0 },
        motor: { speed: 5, maxTorque: 1e10 },
      });
    }
    const balls = Array.from({ length: 600 }, (_, i) =>
      world.createBody({
        type: "dynamic",
        position: { x: 0.5 * (i % 30) - 7.25, y: 0.5 * Math.floor(i / 30) - 9.5 },
        shape: circle(0.35),
        density: 0.25,
        friction: 0.1,
        restitution: 0,
      }),
    );
    let fastest = 0;
    for (let step = 0; step < 30; step++) {
      world.step();
      expect(step < 5 || paddle.angularVelocity > 4).toBe(true);
      fastest = Math.max(fastest, ...balls.map(({ linearVelocity: { x, y } }) => Math.hypot(x, y)));
    }
    // Its ends run at 48 m/s.
    expect(fastest).toBeGreaterThan(30);
    expect(fastest).toBeLessThan(100);
  });

  // Held to the speed of the push it would go by 0.6 m.
  it.each([
    { type: "mouse", target: { x: 0, y: 9 }, anchor: { x: 0, y: 1 }, maxForce: 1e6 },
    { type: "motor", linearOffset: { x: 0, y: 10 }, maxForce: 1e6, maxTorque: 1e6 },
  ] as const)("lets go of a crate that a $type joint draws out of it", (joint) => {
    const world = new World({ sleeping: false });
    const ground = world.createBody({ position: { x: 0, y: -1 }, shape: box(60, 2) });
    for (let k = 0; k < 30; k++) {
      const position = { x: 0.5 * (k % 6) - 1.25, y: 0.3 + 0.5 * Math.floor(k / 6) };
      world.createBody({ type: "dynamic", position, shape: circle(0.35), density: 0.25 });
    }
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 1 }, shape: box(0.8, 0.8), density: 3 });
    world.createJoint({ ...joint, bodyA: ground, bodyB: crate });
    for (let step = 0; step < 10; step++) {
      world.step();
    }
    expect(crate.y).toBeGreaterThan(4);
  });
});
