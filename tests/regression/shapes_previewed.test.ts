// Symptom: a world that was neither stepped nor queried, as in an editor's pause, grew by four bytes with each shape that was made
// and destroyed, and so did its snapshots: 20 shapes of a preview made anew in each frame came to 18 MB in an hour.
// Cause: the order of the active tree kept an empty place for each shape destroyed until the next step.
// What must hold: shapes made and destroyed leave nothing, in whichever order they go.
import { expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

it.each(BUILDS)("previews of shapes leave nothing in a world that stands still (%s)", (_, { World, box, circle }) => {
  const world = new World();
  world.createBody({ position: { x: 0, y: -1 }, shape: box(20, 2) });
  world.createBody({ type: "dynamic", position: { x: 0, y: 1 }, shape: circle(1) });
  world.step();
  const sheet = world.createBody({});
  const preview = (): void => {
    const shapes = Array.from({ length: 20 }, (_shape, k) => sheet.addShape(circle(0.3, { center: { x: k, y: 5 } })));
    for (const shape of shapes) {
      shape.destroy();
    }
  };
  preview();
  const before = world.snapshot().length;
  for (let k = 0; k < 400; k++) {
    preview();
  }
  expect(world.snapshot().length).toBe(before);
  expect(world.overlapPoint({ x: 3, y: 5 })).toEqual([]);
  const kept = sheet.addShape(circle(0.3, { center: { x: 3, y: 5 } }));
  expect(world.overlapPoint({ x: 3, y: 5 })).toEqual([kept]);
  world.dispose();
});
