// Symptom: a body with a fluid in it rose, and a body with wind in it flew: they lifted themselves.
// Cause: a field whose region is a shape of a body acted on that body too.
// What must hold: a field does not act on the body that its region belongs to, and acts on all other bodies there.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("a field in a shape of a dynamic body (%s)", (_, { World, box, circle }) => {
  const fields = [
    { type: "fluid", density: 5 },
    { type: "area", acceleration: { x: 0, y: 30 } },
    { type: "area", gravity: { x: 0, y: 5 } },
  ] as const;

  it.each(fields)("leaves that body alone: %o", (def) => {
    const [world, plain] = [new World(), new World()];
    const [carrier, alone] = [world, plain].map((w) => w.createBody({ type: "dynamic", shape: box(9, 9), mask: 0 }));
    const inside = world.createBody({ type: "dynamic", shape: circle(0.5) });
    world.createField({ ...def, region: carrier!.shapes[0]! });
    for (let step = 0; step < 20; step++) {
      world.step();
      plain.step();
    }
    expect(carrier!.y).toBe(alone!.y);
    expect(inside.y).toBeGreaterThan(0);
  });
});
