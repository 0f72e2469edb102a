// Bodies that landed while they turned went on for a step and were up to 17 cm in the ground, one of 40 ellipses and one of
// 23 superellipses: they are collided as they will be turned, had turned away by more than contacts look ahead, and so
// touched nothing.
import { expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

const { World, ellipse, superellipse, halfSpace } = BUILDS[0]![1];

it.each([
  ["ellipses", ellipse(0.54, 0.2)],
  ["superellipses", superellipse(0.54, 0.2, 3)],
])("bodies that land while they turn away touch before they sink: %s", (_, shape) => {
  for (const angularVelocity of [-10, -5, 5, 10]) {
    for (let k = 0; k < 40; k++) {
      const world = new World({ gravity: { x: 0, y: 0 } });
      world.createBody({ shape: halfSpace({ x: 0, y: 1 }) });
      const start = { position: { x: 0, y: 1.2 }, angle: (k * Math.PI) / 40, angularVelocity };
      const body = world.createBody({ type: "dynamic", ...start, linearVelocity: { x: 0, y: -13 }, shape });
      for (let step = 0; step < 10 && body.contacts.length === 0; step++) {
        world.step();
      }
      expect(body.contacts[0]!.points[0]!.separation).toBeGreaterThan(0);
      world.dispose();
    }
  }
});
