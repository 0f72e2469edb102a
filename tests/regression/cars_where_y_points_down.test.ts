// Symptom: in a world whose y points down a car stood on its roof, with its wheels in the air.
// Cause: it was built towards −y, and its motors turned as for a world whose gravity points there.
// What must hold: up is against gravity, as for a character; a mirrored car drives as the mirror image.
import { expect, it } from "vitest";
import { World, box } from "../../dist/index.js";
import { Car } from "../../dist/helpers.js";
import { DT } from "../helpers/engine.js";

const UNIT = 50;

function drive(gravity: { x: number; y: number }, ground: { x: number; y: number }, size: [number, number]) {
  const world = new World({ lengthUnit: UNIT, gravity });
  world.createBody({ position: ground, shape: box(...size) });
  const car = new Car(world as never, {
    position: { x: -1.5 * Math.sign(ground.x) * UNIT, y: -1.5 * Math.sign(ground.y) * UNIT },
  });
  car.drive(12);
  for (let step = 0; step < 240; step++) {
    world.step(DT);
  }
  return [car.chassis, ...car.wheels].map(({ x, y }) => [x / UNIT, y / UNIT] as const);
}

const up = drive({ x: 0, y: -10 * UNIT }, { x: 0, y: -UNIT }, [200 * UNIT, 2 * UNIT]);

it("a car drives where y points down as where it points up", () => {
  const down = drive({ x: 0, y: 10 * UNIT }, { x: 0, y: UNIT }, [200 * UNIT, 2 * UNIT]);
  expect(up[0]![0]).toBeGreaterThan(5);
  up.forEach(([x, y], part) => {
    expect(down[part]![0], `x of part ${part}`).toBeCloseTo(x, 2);
    expect(down[part]![1], `y of part ${part}`).toBeCloseTo(-y, 2);
  });
});

it("a car drives along a wall that gravity points to", () => {
  // Turned by a quarter: its right is down.
  const wall = drive({ x: -10 * UNIT, y: 0 }, { x: -UNIT, y: 0 }, [2 * UNIT, 200 * UNIT]);
  up.forEach(([x, y], part) => {
    expect(wall[part]![0], `x of part ${part}`).toBeCloseTo(y, 2);
    expect(wall[part]![1], `y of part ${part}`).toBeCloseTo(-x, 2);
  });
});
