// Symptom: with the integrator "rk4" and a damping of 1e25, bodies that touched something lost their velocity in `scree/scalar` and
// moved on in `scree`, as did those beside the damped body.
// Cause: the stages grew beyond 32 bits, and infinite changes of velocity minus infinite ones are NaN, which the builds treat
// differently.
import { expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

it("extreme damping gives one hash in every build, and leaves a body beside it alone", () => {
  for (const angularDamping of [1e10, 1e25, 3e38]) {
    const hashes = BUILDS.map(([, { World, box, capsule, circle }]) => {
      const world = new World({ integrator: "rk4" });
      world.createBody({ shape: box(20, 1), position: { x: 0, y: -0.5 } });
      const beside = world.createBody({
        type: "dynamic",
        position: { x: -0.21, y: 0.24 },
        linearVelocity: { x: 3, y: 0.5 },
        angularVelocity: -1.8,
        shape: capsule(0.96, 0.283),
      });
      world.createBody({
        type: "dynamic",
        position: { x: 1.618, y: 0.3817 },
        linearVelocity: { x: 4.4, y: 0.32 },
        angularVelocity: -4,
        angularDamping,
        shape: circle(0.4),
      });
      world.step();
      expect(beside.linearVelocity.x).toBeGreaterThan(1);
      expect(world.validate()).toBe(0);
      return world.hash();
    });
    expect(new Set(hashes).size, String(angularDamping)).toBe(1);
  }
});
