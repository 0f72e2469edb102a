// Symptom: a ball that struck the ground obliquely and bounced lost 1 / (1 + e) of the tangential speed that friction takes.
// Cause: friction acted on the impulse that stops a body, not on the one that sends it back.
// What must hold: Coulomb's law of the whole blow: what slips through it loses μ (1 + e) vn, with the turn that goes with it.
import { describe, expect, it } from "vitest";
import { box, circle, World } from "../../dist/index.js";
import { run } from "../helpers/engine.js";

describe.each([0.25, 0.5, 1])("a bounce with a restitution of %f", (restitution) => {
  const material = { friction: 0.2, restitution };
  const throwAt = (world: World, options: object): ReturnType<World["createBody"]> => {
    world.createBody({ position: { x: 0, y: -1 }, shape: box(80, 2), ...material });
    const motion = { position: { x: 0, y: 2 }, linearVelocity: { x: 10, y: -5 } };
    return world.createBody({ type: "dynamic", ...motion, ...material, ...options });
  };
  const lost = 0.2 * (1 + restitution) * 5;

  it("takes its share of the speed of a ball that slips, and turns it", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const ball = throwAt(world, { shape: circle(0.5) });
    run(world, 0.6);
    expect(10 - ball.linearVelocity.x).toBeCloseTo(lost, 2);
    expect(ball.linearVelocity.y).toBeCloseTo(5 * restitution, 2);
    expect(ball.angularVelocity).toBeCloseTo(-lost / 0.25, 1);
  });

  it("takes it of a box that may not turn", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const flat = throwAt(world, { shape: box(1, 1), locks: { rotation: true } });
    run(world, 0.6);
    expect(10 - flat.linearVelocity.x).toBeCloseTo(lost, 2);
    expect(flat.linearVelocity.y).toBeCloseTo(5 * restitution, 2);
  });

  it("makes what comes slowly roll, and no more", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const ball = throwAt(world, { shape: circle(0.5), linearVelocity: { x: 1, y: -5 }, friction: 2 });
    run(world, 0.6);
    expect(ball.linearVelocity.x).toBeCloseTo(2 / 3, 2);
    expect(ball.angularVelocity).toBeCloseTo(-4 / 3, 2);
  });
});
