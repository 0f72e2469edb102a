// Symptom: where areas with gravity overlapped, the last one made was ignored if another field had been destroyed before it
// was made.
// Cause: fields were asked in the order of their slots, and a free slot is used again.
// What must hold: where gravities overlap, that of the area made last holds, whatever was destroyed; after a restore too.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("areas that overlap (%s)", (_, { World, circle }) => {
  it("give the gravity of the one made last", () => {
    const world = new World();
    const body = world.createBody({ type: "dynamic", shape: circle(0.5) });
    const area = (x: number) => world.createField({ type: "area", gravity: { x, y: 0 } });
    const felt = (): number => {
      body.linearVelocity = { x: 0, y: 0 };
      world.step(1 / 60);
      return 60 * body.linearVelocity.x;
    };
    const [first, second] = [area(1), area(2)];
    first.destroy();
    const third = area(3);
    expect(felt()).toBeCloseTo(3, 4);
    const saved = world.snapshot();
    third.destroy();
    expect(felt()).toBeCloseTo(2, 4);
    const fourth = area(4);
    expect(felt()).toBeCloseTo(4, 4);
    fourth.enabled = false;
    expect(felt()).toBeCloseTo(2, 4);
    world.restore(saved);
    expect(felt()).toBeCloseTo(3, 4);
    second.destroy();
    expect(felt()).toBeCloseTo(3, 4);
    expect(world.validate()).toBe(0);
  });
});
