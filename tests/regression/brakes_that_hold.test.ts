// Symptom: a vehicle seen from above crept on with its brakes on: at 0.17 m/s with full throttle, at 4 cm/s under a lasting force within
// theirs; one with a large `drag` was thrown about. Cause: the brakes took away the speed that the vehicle had, but not what was added in
// the same step; drag took away more speed than there was.
// What must hold: the vehicle stands while engine and lasting forces push no more than the brakes hold, and moves by the excess.
import { describe, expect, it } from "vitest";
import { World, box } from "../../dist/index.js";
import { TopDownVehicle, type Driving, type TopDownVehicleOptions } from "../../dist/helpers.js";
import { DT } from "../helpers/engine.js";

function park(options: TopDownVehicleOptions = {}, angle = 0) {
  const world = new World({ gravity: { x: 0, y: 0 } });
  const body = world.createBody({ type: "dynamic", shape: box(4, 1.8), density: 100, angle });
  const car = new TopDownVehicle(body, options);
  const drive = (driving: Driving, seconds: number): void => {
    for (let step = 0; step < Math.round(seconds / DT); step++) {
      car.drive(driving, DT);
      world.step(DT);
    }
  };
  return { world, body, car, drive };
}

describe("a vehicle with its brakes on", () => {
  it.each([0, 1, 2.5])("stands at full throttle, turned by %d", (angle) => {
    for (const throttle of [1, -1]) {
      const { body, drive } = park({}, angle);
      drive({ brake: 1, throttle }, 10);
      expect(Math.hypot(body.x, body.y)).toBeLessThan(1e-3);
    }
  });

  it.each([0, 1, 2.5])("stands under a lasting force or gravity from any side, turned by %d", (angle) => {
    for (const way of [0, 0.8, Math.PI / 2, 3]) {
      for (const kind of ["force", "gravity"] as const) {
        const { body, drive } = park({}, angle);
        const [x, y] = [10 * Math.cos(way), 10 * Math.sin(way)];
        body[kind] = kind === "force" ? { x: body.mass * x, y: body.mass * y } : { x, y };
        drive({ brake: 1, steer: 0 }, 10);
        expect(Math.hypot(body.x, body.y)).toBeLessThan(1e-2);
        expect(Math.abs(body.angle - angle)).toBeLessThan(1e-3);
      }
    }
  });

  it("accelerates by what exceeds the brakes", () => {
    for (const brake of [0, 0.2, 0.4]) {
      const { car, drive } = park({ drag: 0 });
      drive({ brake, throttle: 1 }, 1);
      expect(car.speed).toBeCloseTo(10 - 15 * brake, 2);
    }
  });

  it("stops from either direction and does not reverse", () => {
    for (const speed of [10, -10]) {
      const { body, car, drive } = park();
      body.linearVelocity = { x: speed, y: 0 };
      for (let step = 0; step < 120; step++) {
        drive({ brake: 1, throttle: 0.5 }, DT);
        expect(car.speed * Math.sign(speed)).toBeGreaterThan(-1e-3);
      }
      expect(Math.abs(car.speed)).toBeLessThan(1e-3);
    }
  });
});

it("drag of any size slows a vehicle and does not throw it back", () => {
  for (const drag of [0.4, 30, 120, 1e3, 1e9]) {
    const { body, car, drive } = park({ drag: drag * 720 });
    expect(body.mass).toBeCloseTo(720, 2);
    body.linearVelocity = { x: 10, y: 0 };
    let last = 10;
    for (let step = 0; step < 120; step++) {
      drive({ brake: step % 2 }, DT);
      expect(car.speed).toBeGreaterThan(-1e-3);
      expect(car.speed).toBeLessThan(last + 1e-3);
      last = car.speed;
    }
  }
});
