import { expect, it } from "vitest";
import { World, heightField, superellipse } from "../../dist/index.js";
import { DT } from "../helpers/engine.js";

// The end of a link touched along the normal of the curve, half a degree off that of the link.
it.each([
  [0.1, 2.6],
  [0.1, 20],
  [0.3, 8],
  [0.3, 39],
])("superellipses slide over links of %f m at %f m/s without a brake and without a bump", (spacing, speed) => {
  const world = new World({ sleeping: false });
  world.createBody({
    position: { x: -10, y: 0 },
    shape: heightField(new Float64Array(Math.round(160 / spacing)), { spacing }),
  });
  const shape = superellipse(0.3, 0.3, 8);
  const body = world.createBody({
    type: "dynamic",
    position: { x: 0, y: 0.3 },
    shape,
    friction: 0,
    linearVelocity: { x: speed, y: 0 },
  });
  for (let step = 0; step < 180; step++) {
    world.step(DT);
    expect(Math.abs(body.y - 0.3)).toBeLessThan(0.001);
    expect(Math.abs(body.angle)).toBeLessThan(0.001);
  }
  expect(Math.abs(body.linearVelocity.x / speed - 1)).toBeLessThan(0.001);
});
