// Symptom: an elastic ball that fell on a body under load dropped dead. Cause: the energy of a group was computed from the forces' work
// over the whole step, so the push that lifts a 200 kg crate out of the floor, or a field that weakens along the way, seemed to come
// from the blow. What must hold: the ball leaves a body that bears a load as fast as it came.
import { describe, expect, it } from "vitest";
import { BUILDS, DT, type Body, type Engine, type World } from "../helpers/engine.js";

const RADIUS = 0.2;
const SPEED = 6;

/** The speed of a ball that leaves the top of a body, as a share of the `SPEED` at which it came. */
function rebound({ circle }: Engine, world: World, struck: Body, top: number, restitution = 1): number {
  const ball = world.createBody({
    type: "dynamic",
    position: { x: struck.x, y: top + RADIUS + 0.02 },
    shape: circle(RADIUS),
    density: 0.1,
    friction: 0,
    restitution,
    linearVelocity: { x: struck.linearVelocity.x, y: -SPEED },
  });
  let most = 0;
  for (let step = 0; step < 5; step++) {
    world.step(DT);
    most = Math.max(most, ball.linearVelocity.y);
  }
  world.dispose();
  return most / SPEED;
}

describe.each(BUILDS)("an elastic ball (%s)", (_name, scree) => {
  const { World: Made, box } = scree;
  const floor = () => {
    const world = new Made({ sleeping: false });
    world.createBody({ position: { x: 0, y: -1 }, shape: box(100, 2), friction: 0 });
    return world;
  };

  it.each([0, 0.01, 0.03])("bounces off a crate of 200 kg that lies %f m deep", (deep) => {
    const world = floor();
    const crate = world.createBody({
      type: "dynamic",
      position: { x: 0, y: 0.5 - deep },
      shape: box(2, 1),
      density: 100,
    });
    expect(rebound(scree, world, crate, crate.y + 0.5)).toBeGreaterThan(0.97);
  });

  it("bounces off a crate of 200 kg that an attractor draws", () => {
    const world = floor();
    const crate = world.createBody({
      type: "dynamic",
      position: { x: -2, y: 0.5 },
      shape: box(2, 1),
      density: 100,
      friction: 0,
    });
    world.createField({ type: "attractor", position: { x: 0, y: 0.5 }, strength: 9, falloff: -1 });
    for (let step = 0; step < 16; step++) {
      world.step(DT);
    }
    expect(rebound(scree, world, crate, crate.y + 0.5)).toBeGreaterThan(0.97);
  });

  it.each([20, 25, 40])("bounces off a load of 100 kg that has lain on 1 kg for %i steps", (steps) => {
    const world = floor();
    world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: box(1, 1) });
    const load = world.createBody({ type: "dynamic", position: { x: 0, y: 1.5 }, shape: box(1, 1), density: 100 });
    for (let step = 0; step < steps; step++) {
      world.step(DT);
    }
    expect(rebound(scree, world, load, load.y + 0.5)).toBeGreaterThan(0.97);
  });

  it.each([1, 0.9])("bounces off a tower built with overlaps of 2 cm (e = %f)", (restitution) => {
    const world = floor();
    const crates = Array.from({ length: 8 }, (_, k) => {
      return world.createBody({ type: "dynamic", position: { x: 0, y: 0.48 + 0.98 * k }, shape: box(1, 1) });
    });
    const top = crates[7]!;
    expect(rebound(scree, world, top, top.y + 0.5, restitution)).toBeGreaterThan(0.9 * restitution);
  });
});
