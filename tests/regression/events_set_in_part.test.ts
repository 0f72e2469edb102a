import { expect, it } from "vitest";
import { World, box } from "../../dist/index.js";

// Symptom: `shape.events = { swept: true }` switched contact events on and hits off, in a world that was told otherwise.
// Cause: kinds that the setter's object does not name came from the library's default, those that a definition does not name
//   from the world's.
// What must hold: `new World({ events })` decides for kinds that are not named, in a definition or a setter.

it("events that are not named are the world's, in a definition or when set", () => {
  const world = new World({ events: { contact: false, hit: true } });
  const body = world.createBody({ shape: box(1, 1), events: { swept: true } });
  const shape = body.addShape(box(1, 1), { events: true });
  shape.events = { swept: true };
  expect(shape.events).toEqual(body.shapes[0]!.events);
  expect(shape.events).toEqual({ contact: false, hit: true, sensor: true, swept: true });
});
