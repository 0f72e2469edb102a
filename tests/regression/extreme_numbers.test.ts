// Symptom: with one body of density 1e-45, or one spring of 1e30 or 1e-45 Hz, positions were NaN a step later.
// Cause: squares and reciprocals of such numbers leave the range of f32, and ∞ · 0 is NaN.
// What must hold: whatever the interface accepts, positions and velocities stay finite, and bodies not touched by it move
// as if it were not there.
import { describe, expect, it } from "vitest";
import { BUILDS, run, type Body } from "../helpers/engine.js";

const EXTREMES = [1e-45, 1e-38, 1e-20, 1e10, 1e30, 3e38];

/** Makes a part if the interface accepts it; a refusal must say why. */
function offer(make: () => unknown): void {
  try {
    make();
  } catch (error) {
    expect(error).toMatchObject({ name: "PhysicsError", code: "out-of-range" });
  }
}

describe.each(BUILDS)("extreme numbers (%s)", (_name, engine) => {
  function scene(hertz: number, dampingRatio: number, density: number): void {
    const world = new engine.World();
    world.createBody({ position: { x: 0, y: -1 }, shape: engine.box(50, 2) });
    const witness = world.createBody({ type: "dynamic", position: { x: 20, y: 3 }, shape: engine.box(1, 1) });
    const pivot = world.createBody({ position: { x: 0, y: 6 } });
    const bodies = [0, 1, 2].map((i) =>
      world.createBody({ type: "dynamic", position: { x: i - 1, y: 3 }, shape: engine.circle(0.4), density }),
    );
    const spring = { hertz, dampingRatio };
    const [a, b, c] = bodies as [Body, Body, Body];
    offer(() => world.createJoint({ type: "distance", bodyA: pivot, bodyB: a, length: 2, spring }));
    offer(() => world.createJoint({ type: "revolute", bodyA: a, bodyB: b, anchor: { x: -0.5, y: 3 }, spring }));
    offer(() => world.createJoint({ type: "distance", bodyA: b, bodyB: c, limit: { lower: 0.5, upper: 1 }, spring }));
    const told = `${hertz} Hz, ratio ${dampingRatio}, density ${density}`;
    run(world, 0.7, () => {
      for (const body of bodies) {
        const { x, y } = body.linearVelocity;
        expect(Number.isFinite(body.x + body.y + body.angle + x + y + body.angularVelocity), told).toBe(true);
      }
    });
    expect(Math.abs(witness.y - 0.7), told).toBeLessThan(1);
    run(world, 1);
    expect(Math.abs(witness.y - 0.5), told).toBeLessThan(0.01);
    expect(world.validate()).toBe(0);
    world.dispose();
  }

  it("a spring of any frequency leaves every number finite", () => {
    for (const hertz of EXTREMES) {
      for (const dampingRatio of [0, 1, 1e30, 1e-45]) {
        scene(hertz, dampingRatio, 1);
      }
    }
  });

  it("a body of any density leaves every number finite", () => {
    for (const density of EXTREMES) {
      scene(5, 0.5, density);
    }
  });

  // With rigid joints beside soft ones, a row of pins stood in the air: every other step computed NaN.
  it.each([{ jointHertz: 0 }, { jointHertz: 1e-45 }, { jointDampingRatio: 3e38 }])(
    "a row of pins, some of them soft, falls with joints of %o",
    (options) => {
      const world = new engine.World({ ...options, sleeping: false });
      let bodyA = world.createBody({});
      for (let x = 0; x < 5; x++) {
        const bodyB = world.createBody({
          type: "dynamic",
          position: { x: x + 0.5, y: 0 },
          shape: x === 4 ? engine.circle(0.4) : engine.box(0.9, 0.1),
          density: x === 4 ? 50 : 1,
          mask: 0,
        });
        const softness = x % 2 === 1 ? { softness: { hertz: 10, dampingRatio: 1 } } : {};
        world.createJoint({ type: "revolute", bodyA, bodyB, anchor: { x, y: 0 }, ...softness });
        bodyA = bodyB;
      }
      run(world, 1);
      expect(bodyA.y).toBeLessThan(-3.5);
      world.dispose();
    },
  );
});
