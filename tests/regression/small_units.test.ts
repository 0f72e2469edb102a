// Symptom: with a lengthUnit of 1e-5 a distance joint of 0.08 m hung at 0.057 m and reported no force, and motors of distance
// joints and pulleys let go near the end of their travel. A ball of 18 µm rolled down a slope at 0.4 of its acceleration.
// Cause: the length below which a joint has no direction, 1e-6 m, did not follow lengthUnit; inertias below 1e-18 kg·m² counted
// as that much.
// What must hold: a world of small numbers behaves as one in metres does.
import { describe, expect, it } from "vitest";
import { BUILDS, run, type World } from "../helpers/engine.js";

describe.each(BUILDS)("a world of small numbers (%s)", (_, { World, box, circle }) => {
  /** World in which a metre is `u` long. */
  const small = (u: number): World => new World({ lengthUnit: u, sleeping: false });

  it.each([2 ** -16, 2 ** -13, 1, 1024])("keeps rods at their length and reports their force: metres of %s", (u) => {
    const world = small(u);
    const bodyA = world.createBody({});
    const [ball, other] = [0.08, 0.3].map((y) =>
      world.createBody({
        type: "dynamic",
        position: { x: 0, y: -y * u },
        shape: circle(u),
        density: 1 / u ** 2,
        mask: 0,
      }),
    );
    const rod = world.createJoint({ type: "distance", bodyA, bodyB: ball!, length: 0.08 * u });
    const lift = world.createJoint({
      type: "distance",
      bodyA,
      bodyB: other!,
      length: 0.3 * u,
      motor: { speed: -0.25 * u, maxForce: 1e4 * u },
      limit: { lower: 0.05 * u, upper: u },
    });
    run(world, 0.9);
    expect(lift.speed / u).toBeCloseTo(-0.25, 2);
    run(world, 1);
    expect(ball!.y / u).toBeCloseTo(-0.08, 3);
    expect(rod.force.y / (ball!.mass * 10 * u)).toBeCloseTo(1, 2);
    expect(other!.y / u).toBeCloseTo(-0.05, 2);
  });

  it.each([2 ** -16, 1])("holds the short sides of pulleys: metres of %s", (u) => {
    const world = small(u);
    const [bodyA, bodyB] = [-1, 1].map((x) =>
      world.createBody({
        type: "dynamic",
        position: { x: 4 * x * u, y: -0.05 * u },
        shape: circle(u),
        density: 1 / u ** 2,
      }),
    );
    world.createJoint({
      type: "pulley",
      bodyA: bodyA!,
      bodyB: bodyB!,
      groundAnchorA: { x: -4 * u, y: 0 },
      groundAnchorB: { x: 4 * u, y: 0 },
      anchorA: { x: 0, y: 0 },
      anchorB: { x: 0, y: 0 },
    });
    run(world, 1);
    expect(bodyA!.y / u).toBeCloseTo(-0.05, 2);
    expect(bodyB!.y / u).toBeCloseTo(-0.05, 2);
  });

  it("rolls a ball of 18 µm down a slope at two thirds of g sin α", () => {
    const u = 2 ** -13;
    const world = small(u);
    const angle = -0.2;
    world.createBody({ angle, shape: box(60 * u, 2 * u) });
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    const ball = world.createBody({
      type: "dynamic",
      position: { x: -y * 1.15 * u, y: x * 1.15 * u },
      shape: circle(0.15 * u),
    });
    run(world, 1);
    const speed = (ball.linearVelocity.x * x + ball.linearVelocity.y * y) / u;
    expect(speed / ((2 / 3) * 10 * Math.sin(-angle))).toBeCloseTo(1, 2);
  });
});
