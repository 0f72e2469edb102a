// Symptom: in plain JavaScript `body.done = true` made `body.position = p` throw a TypeError after the body had moved; so did `push`,
// `pair`, `points` of shapes, and `kind` of fields.
// Cause: methods for the library alone were properties of those names, which a user's own properties hide.
// What must hold: a property that a user adds under any such name is kept, and the object works as before.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("properties that users add (%s)", (_, { World, box, polygon }) => {
  it("do no harm to bodies", () => {
    const world = new World();
    const body = world.createBody({ type: "dynamic", shape: box(1, 1) });
    Object.assign(body, { done: true, push: 30, pair: "portal", needsLife: false, needsDynamic: true });
    body.position = { x: 3, y: 4 };
    body.linearVelocity = { x: 1, y: 0 };
    body.applyImpulse({ x: 1, y: 0 });
    body.mass = 2;
    body.wake();
    expect([body.position, body.linearVelocity, body.mass]).toEqual([{ x: 3, y: 4 }, { x: 2, y: 0 }, 2]);
  });

  it("do no harm to shapes and fields", () => {
    const world = new World();
    const corners = [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 0, y: 1 },
    ];
    const [shape] = world.createBody({ shape: polygon(corners) }).shapes;
    Object.assign(shape!, { points: 100, unflag: 1 });
    expect(shape!.geometry.type).toBe("polygon");
    const field = world.createField({ type: "area", acceleration: { x: 1, y: 0 } });
    Object.assign(field, { kind: "wind" });
    field.acceleration = { x: 2, y: 0 };
    expect(field.acceleration).toEqual({ x: 2, y: 0 });
  });
});
