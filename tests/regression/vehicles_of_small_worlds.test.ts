// Symptom: in worlds of a small `lengthUnit` a top-down vehicle gripped as if it could hardly be turned: toys of 4 mm took other
// curves than cars of 4 m. A body without shapes, which has no inertia, slid sideways without end.
// Cause: no inertia was taken to be less than 1e-9 kg·m², which is fifty times that of such a toy.
// What must hold: toys drive as cars do.
import { expect, it } from "vitest";
import { World, box } from "../../dist/index.js";
import { TopDownVehicle } from "../../dist/helpers.js";
import { DT } from "../helpers/engine.js";

function drive(lengthUnit: number) {
  const world = new World({ gravity: { x: 0, y: 0 }, lengthUnit });
  const body = world.createBody({
    type: "dynamic",
    shape: box(4 * lengthUnit, 2 * lengthUnit),
    linearVelocity: { x: 3 * lengthUnit, y: 2 * lengthUnit },
  });
  const car = new TopDownVehicle(body, { drag: 0 });
  for (let step = 0; step < 60; step++) {
    car.drive({ steer: 0.5 }, DT);
    world.step(DT);
  }
  const { x, y } = body.linearVelocity;
  return { x: x / lengthUnit, y: y / lengthUnit };
}

it.each([1e-2, 1e-3, 1e-4])("a vehicle drives in a world of %s m a unit as in one of 1 m", (lengthUnit) => {
  const [small, large] = [drive(lengthUnit), drive(1)];
  expect(small.x).toBeCloseTo(large.x, 3);
  expect(small.y).toBeCloseTo(large.y, 3);
});

it("a vehicle that cannot turn grips too", () => {
  const world = new World({ gravity: { x: 0, y: 0 } });
  const body = world.createBody({ type: "dynamic", linearVelocity: { x: 3, y: 2 } });
  const car = new TopDownVehicle(body, { drag: 0 });
  for (let step = 0; step < 60; step++) {
    car.drive({}, DT);
    world.step(DT);
  }
  expect(body.inertia).toBe(0);
  expect(body.linearVelocity.x).toBeCloseTo(3, 3);
  expect(body.linearVelocity.y).toBeCloseTo(0, 3);
});
