// Symptom: a crate floating in a tank that moved at 3 m/s lay 1.9 cm off its waterline with four sub-steps, 2.3 cm with
// sixteen: the more sub-steps, the worse.
// Cause: a field whose region is a shape stayed, for all sub-steps, where the shape was when the step began
// (solver/field_forces.ts).
// What must hold: the field goes along with its shape within the step, shifted and turned, whatever carries it.
import { describe, expect, it } from "vitest";
import { BUILDS, run } from "../helpers/engine.js";
import type { Engine } from "../helpers/engine.js";

type Integrator = "semi-implicit" | "explicit" | "rk4";

/** How far a crate of half density floats above or below half its height, at the speed of its tank (unit: m). */
function depthIn(
  { World, box }: Engine,
  speed: number,
  substeps: number,
  type: "kinematic" | "dynamic",
  integrator: Integrator,
): number {
  const world = new World({ sleeping: false, substeps, integrator });
  const velocity = { x: 0, y: speed };
  const tank = world.createBody({
    type,
    gravityScale: 0,
    position: { x: 0, y: -5 },
    linearVelocity: velocity,
    shape: box(40, 10),
    sensor: true,
  });
  world.createField({ type: "fluid", region: tank.shapes[0]!, density: 1, linearDrag: 3, angularDrag: 1, velocity });
  const crate = world.createBody({ type: "dynamic", linearVelocity: velocity, shape: box(1, 1), density: 0.5 });
  run(world, 8);
  const depth = crate.y - tank.y - 5;
  world.dispose();
  return depth;
}

describe.each(BUILDS)("a field on a moving shape (%s)", (_name, engine) => {
  it.each([1, 4, 16])("goes along with it within the step: %s sub-steps", (substeps) => {
    for (const speed of [-3, 3, 10]) {
      for (const type of ["kinematic", "dynamic"] as const) {
        expect(
          Math.abs(depthIn(engine, speed, substeps, type, "semi-implicit")),
          `${type} at ${speed} m/s`,
        ).toBeLessThan(1e-3);
      }
    }
  });

  it.each(["explicit", "rk4"] as const)("goes along with it whatever the integrator: %s", (integrator) => {
    expect(Math.abs(depthIn(engine, 3, 8, "kinematic", integrator))).toBeLessThan(4e-3);
  });

  it("turns with it: a ball at the tip of a turning arm stays in the field", () => {
    const { World, box, circle } = engine;
    const world = new World({ gravity: { x: 0, y: 0 }, sleeping: false, substeps: 16 });
    const arm = world.createBody({
      type: "kinematic",
      angularVelocity: 6,
      shapes: [{ shape: box(0.2, 0.2, { center: { x: 4, y: 0 } }), sensor: true }],
    });
    world.createField({ type: "area", region: arm.shapes[0]!, force: { x: 0, y: 1 } });
    // The ball is moved on the same circle by hand: always in the middle of the field, it gets the whole impulse.
    const ball = world.createBody({ type: "dynamic", position: { x: 4, y: 0 }, shape: circle(0.01), density: 3000 });
    let pushed = 0;
    for (let step = 0; step < 60; step++) {
      const angle = (6 * step) / 60;
      ball.setTransform({ x: 4 * Math.cos(angle), y: 4 * Math.sin(angle) }, 0);
      ball.linearVelocity = { x: -24 * Math.sin(angle), y: 24 * Math.cos(angle) };
      const before = ball.linearVelocity.y;
      world.step(1 / 60);
      pushed += (ball.linearVelocity.y - before) * ball.mass;
    }
    expect(pushed).toBeGreaterThan(0.9);
    world.dispose();
  });
});
