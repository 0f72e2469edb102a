// Symptom: bodies that float on the edge of a draught or of a repelling attractor's range fell asleep there, and hung in the air,
// asleep, when the field was switched off or destroyed: 8 and 13 of 20 balls.
// Cause: a change of a field woke only the bodies inside it, and a body balanced on the edge is half of the time a hair outside.
// What must hold: a body that a field holds up falls when the field goes.
import { describe, expect, it } from "vitest";
import { BUILDS, run, type World } from "../helpers/engine.js";

describe.each(BUILDS)("a ball that floats asleep on the edge of a field (%s)", (_, scree) => {
  const { World, box, circle } = scree;
  type Field = ReturnType<World["createField"]>;
  const fields: Record<string, (world: World) => Field> = {
    draught: (world) =>
      world.createField({ type: "area", region: box(60, 4), acceleration: { x: 0, y: 4 }, linearDrag: 1 }),
    repeller: (world) =>
      world.createField({ type: "attractor", position: { x: 0, y: -1000 }, strength: -4, falloff: 0, range: 1002 }),
  };
  const changes: Record<string, (field: Field) => void> = {
    "is switched off": (field) => {
      field.enabled = false;
    },
    "is destroyed": (field) => {
      field.destroy();
    },
  };
  const cases = Object.keys(fields).flatMap((field) => Object.keys(changes).map((change) => [field, change] as const));

  it.each(cases)("falls when the %s %s", (name, change) => {
    const world = new World({ gravity: { x: 0, y: -2 } });
    const field = fields[name]!(world);
    const balls = Array.from({ length: 20 }, (__, k) =>
      world.createBody({
        type: "dynamic",
        position: { x: 1.1 * (k - 10), y: 1.9 + 0.013 * k },
        shape: circle(0.3 + 0.01 * k),
        linearDamping: 4,
      }),
    );
    run(world, 10);
    expect(balls.filter((ball) => !ball.awake).length).toBeGreaterThan(15);
    const heights = balls.map((ball) => ball.y);
    changes[change]!(field);
    run(world, 1);
    balls.forEach((ball, k) => expect(heights[k]! - ball.y, `ball ${k}`).toBeGreaterThan(0.2));
  });
});
