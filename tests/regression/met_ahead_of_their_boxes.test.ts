// Symptom: a body of circles on a rod, fast and spinning, touched a circle twice without an end in between: for some steps the pair had
// two contacts, and body.contacts reported both.
// Cause: a circle is met where it will be in the middle of the sub-steps. A contact that touched only there lived on after the boxes of
// its shapes had parted, and when they met again the pair counted as new.
// What must hold: each pair of shapes has one contact; each touch begins once and ends once.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";
import { makeRandom } from "../../examples/scenes/random.mjs";

describe.each(BUILDS)("a fast body of circles on a rod (%s)", (_, scree) => {
  const { World, circle } = scree;

  it("has one contact with a circle that it strikes", () => {
    const random = makeRandom(3);
    const about = (value: number, range: number): number => value + (2 * random() - 1) * range;
    for (let shot = 0; shot < 250; shot++) {
      const world = new World({ gravity: { x: 0, y: 0 } });
      const hub = world.createBody({ position: { x: 1.78, y: 2.32 } });
      const body = world.createBody({
        type: "dynamic",
        position: { x: 2.87, y: 5.22 },
        angle: about(-1.56, 0.2),
        shapes: [
          { shape: circle(0.67, { center: { x: 0.62, y: 0.28 } }), sensor: true },
          { shape: circle(0.74, { center: { x: 0.56, y: 0.03 } }) },
          { shape: circle(0.5, { center: { x: -0.62, y: 0.72 } }), mask: 1 },
        ],
        linearVelocity: { x: about(-67.6, 4), y: about(62.8, 4) },
        angularVelocity: about(96.2, 4),
      });
      world.createJoint({ type: "distance", bodyA: hub, bodyB: body, length: 2.92 });
      const other = world.createBody({
        position: { x: about(2.34, 0.2), y: about(4.78, 0.2) },
        shape: circle(0.59, { center: { x: -0.42, y: 0.54 } }),
        category: 4,
        mask: 7,
      });
      let touches = 0;
      for (let step = 0; step < 8; step++) {
        world.step();
        touches += world.events.contactBegin.length - world.events.contactEnd.length;
        expect([other.contacts.length, touches, world.validate()], `shot ${shot}, step ${step}`).toEqual([
          touches === 0 ? 0 : 1,
          touches === 0 ? 0 : 1,
          0,
        ]);
      }
      world.dispose();
    }
  });
});
