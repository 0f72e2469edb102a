// Symptom: a body made or restored just where its slot's previous body had arrived in the last step was drawn on the way there.
// Cause: whether a body was new since the step was judged by its pose alone.
// What must hold: a body created or restored since the last step is drawn where it is, whatever its pose.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("poses in between (%s)", (_, { World, box }) => {
  const fallen = () => {
    const world = new World();
    const body = world.createBody({ type: "dynamic", shape: box(1, 1) });
    world.interpolate();
    for (let step = 0; step < 9; step++) {
      world.step();
    }
    expect(body.interpolated(undefined, 0).y).toBeGreaterThan(body.y);
    return { world, body };
  };

  it("are the pose of a body made where another was", () => {
    const { world, body } = fallen();
    const { slot, y } = body;
    body.destroy();
    const heir = world.createBody({ type: "dynamic", position: { x: 0, y }, shape: box(1, 1) });
    expect(heir.slot).toBe(slot);
    expect(heir.interpolated(undefined, 0).y).toBe(y);
    expect(world.interpolate(undefined, 0)[4 * slot + 1]).toBe(y);
    body.destroy();
    world.step();
    expect(heir.interpolated(undefined, 0).y).toBe(y);
    expect(heir.interpolated(undefined, 1).y).toBe(heir.y);
    body.destroy(); // again: it takes nothing from its heir
    expect(heir.interpolated(undefined, 0).y).toBe(y);
  });

  it("are the pose of a body restored to where it was", () => {
    const { world, body } = fallen();
    world.restore(world.snapshot());
    expect(body.interpolated(undefined, 0).y).toBe(body.y);
    const { y } = body;
    world.step();
    expect(body.interpolated(undefined, 0).y).toBe(y);
  });
});
