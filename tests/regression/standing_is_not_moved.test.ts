// Symptom: `world.moved` named every body that was awake: standing platforms, bodies with all axes locked, and resting ones.
// Cause: the list was the list of awake bodies.
// What must hold: it names the bodies whose pose the step has changed, and no others.
import { describe, expect, it } from "vitest";
import { BUILDS, DT } from "../helpers/engine.js";

describe.each(BUILDS)("world.moved (%s)", (_, { World, box, circle }) => {
  it("leaves out bodies that stand", () => {
    const world = new World({ sleeping: false });
    world.createBody({ position: { x: 0, y: -1 }, shape: box(100, 2) });
    const platform = world.createBody({
      type: "kinematic",
      position: { x: 0.1, y: 3 },
      angle: 0.3,
      shape: box(2, 0.5),
    });
    const locks = { x: true, y: true, rotation: true };
    const locked = world.createBody({ type: "dynamic", position: { x: 5, y: 3 }, locks, shape: box(1, 1) });
    const ball = world.createBody({ type: "dynamic", position: { x: -5, y: 4 }, shape: circle(0.5) });
    world.step(DT);
    expect([...world.moved]).toEqual([ball.slot]);
    platform.linearVelocity = { x: 0, y: 1 };
    world.step(DT);
    expect([...world.moved].sort()).toEqual([platform.slot, ball.slot].sort());
    platform.linearVelocity = { x: 0, y: 0 };
    for (let step = 0; step < 600; step++) {
      const before = world.state.transforms.slice();
      world.step(DT);
      const { transforms } = world.state;
      const changed = world.bodies.filter(({ slot }) =>
        [0, 1, 2, 3].some((k) => transforms[4 * slot + k] !== before[4 * slot + k]),
      );
      expect([...world.moved].sort()).toEqual(changed.map(({ slot }) => slot).sort());
    }
    expect([platform.awake, locked.awake]).toEqual([true, true]);
  });

  it("names a ball that a bat takes along", () => {
    for (let part = 0; part < 1; part += 0.1) {
      const world = new World({ gravity: { x: 0, y: 0 } });
      world.createBody({ type: "kinematic", shape: box(4, 0.2), linearVelocity: { x: 0, y: 30 } });
      const ball = world.createBody({ type: "dynamic", position: { x: 0, y: 1 + 0.5 * part }, shape: circle(0.2) });
      for (let step = 0; step < 10; step++) {
        const { y } = ball;
        world.step(DT);
        expect([...world.moved].filter((slot) => slot === ball.slot).length).toBe(ball.y === y ? 0 : 1);
      }
      world.dispose();
    }
  });
});
