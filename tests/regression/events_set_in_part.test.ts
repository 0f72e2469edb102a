import { expect, it } from "vitest";
import { World, box } from "../../dist/index.js";

// Symptom: `shape.events = { swept: true }` switched contact events on and hits off, in a world that was told otherwise.
// Cause: what the setter's object does not name came from the library's default, what that of a definition does not from the
//   world's.
// What must hold: `new World({ events })` says what holds for what is not named, given or set.

it("events that are not named are the world's, given or set", () => {
  const world = new World({ events: { contact: false, hit: true } });
  const body = world.createBody({ shape: box(1, 1), events: { swept: true } });
  const shape = body.addShape(box(1, 1), { events: true });
  shape.events = { swept: true };
  expect(shape.events).toEqual(body.shapes[0]!.events);
  expect(shape.events).toEqual({ contact: false, hit: true, sensor: true, swept: true });
});
