// Symptom: a ball that struck the ground obliquely and bounced lost 1 / (1 + e) of the tangential speed that friction takes.
// Cause: friction acted on the impulse that stops a body, not on the one that sends it back.
// What must hold: Coulomb's law for the whole blow: a body that slips through it loses μ (1 + e) vn, with the spin that goes
// with it.
import { describe, expect, it } from "vitest";
import { box, circle, World } from "../../dist/index.js";
import { BUILDS, run } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

describe.each([0.25, 0.5, 1])("a bounce with a restitution of %f", (restitution) => {
  const material = { friction: 0.2, restitution };
  const throwAt = (world: World, options: object): ReturnType<World["createBody"]> => {
    world.createBody({ position: { x: 0, y: -1 }, shape: box(80, 2), ...material });
    const motion = { position: { x: 0, y: 2 }, linearVelocity: { x: 10, y: -5 } };
    return world.createBody({ type: "dynamic", ...motion, ...material, ...options });
  };
  const lost = 0.2 * (1 + restitution) * 5;

  it("takes its share of the speed of a ball that slips, and spins it", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const ball = throwAt(world, { shape: circle(0.5) });
    run(world, 0.6);
    expect(10 - ball.linearVelocity.x).toBeCloseTo(lost, 2);
    expect(ball.linearVelocity.y).toBeCloseTo(5 * restitution, 2);
    expect(ball.angularVelocity).toBeCloseTo(-lost / 0.25, 1);
  });

  it("takes the same share from a box that may not turn", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const flat = throwAt(world, { shape: box(1, 1), locks: { rotation: true } });
    run(world, 0.6);
    expect(10 - flat.linearVelocity.x).toBeCloseTo(lost, 2);
    expect(flat.linearVelocity.y).toBeCloseTo(5 * restitution, 2);
  });

  it("makes a slow ball roll, and no more", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const ball = throwAt(world, { shape: circle(0.5), linearVelocity: { x: 1, y: -5 }, friction: 2 });
    run(world, 0.6);
    expect(ball.linearVelocity.x).toBeCloseTo(2 / 3, 2);
    expect(ball.angularVelocity).toBeCloseTo(-4 / 3, 2);
  });
});

// Symptom: the tangent impulses of bouncing bodies were NaN where they were beyond 3e8 N·s.
// Cause: each point is given its share of the friction by how hard it presses, and a point that a bounce let go of does not press.
describe.each(BUILDS)("heavy boxes that bounce (%s)", (_, engine) => {
  it("report finite friction, and none without pressure", () => {
    const random = new Random(1);
    const material = { friction: 1, restitution: 0.2 };
    for (let k = 0; k < 100; k++) {
      const world = new engine.World({ sleeping: false });
      world.createBody({ position: { x: 0, y: -1 }, shape: engine.box(100, 2), ...material });
      const body = world.createBody({
        type: "dynamic",
        position: { x: 0, y: 1 },
        angle: random.between(0, 6),
        linearVelocity: { x: random.between(-50, 50), y: random.between(-10, -5) },
        shape: engine.box(1, 1),
        density: 1e10,
        ...material,
      });
      run(world, 0.5, () => {
        for (const { normalImpulse, tangentImpulse } of body.contacts.flatMap(({ points }) => points)) {
          expect(Math.abs(tangentImpulse)).toBeLessThanOrEqual(normalImpulse === 0 ? 0 : Number.MAX_VALUE);
        }
      });
      world.dispose();
    }
  });
});
