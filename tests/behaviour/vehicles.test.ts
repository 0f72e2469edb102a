import { describe, expect, it } from "vitest";
import { box, World } from "../../dist/index.js";
import { Car, TopDownVehicle } from "../../dist/helpers.js";
import { DT } from "../helpers/engine.js";

function track() {
  const world = new World({ gravity: { x: 0, y: 0 } });
  const body = world.createBody({ type: "dynamic", shape: box(4, 1.8), density: 100 });
  const car = new TopDownVehicle(body as never);
  const drive = (driving: object, seconds: number, watch?: () => void): void => {
    for (let step = 0; step < Math.round(seconds / DT); step++) {
      car.drive(driving, DT);
      world.step(DT);
      watch?.();
    }
  };
  return { world, body, car, drive };
}

describe("a vehicle seen from above", () => {
  it("reaches the speed at which drag equals the drive, and keeps straight on", () => {
    const { body, car, drive } = track();
    drive({ throttle: 1 }, 15);
    expect(car.speed).toBeCloseTo(10 / 0.4, 0);
    expect(Math.abs(body.y)).toBeLessThan(0.01);
    expect(Math.abs(body.angle)).toBeLessThan(1e-3);
  });

  it("drives on the circle of its steered wheels when slow", () => {
    const { body, car, drive } = track();
    drive({ throttle: 0.08 }, 3);
    drive({ throttle: 0.08, steer: 0.5 }, 3);
    const radius = car.speed / body.angularVelocity;
    // The rear axle's circle gives the middle's radius: √((L / tan δ)² + (L / 2)²)
    const expected = Math.hypot(2.4 / Math.tan(0.3), 1.2);
    expect(Math.abs(radius / expected - 1)).toBeLessThan(0.1);
  });

  it("turns left and right alike, and slides if it is too fast for its grip", () => {
    const turned = [1, -1].map((steer) => {
      const { body, drive } = track();
      drive({ throttle: 0.3 }, 2);
      drive({ throttle: 0.3, steer: 0.3 * steer }, 1);
      return body.angle;
    });
    expect(turned[0]).toBeGreaterThan(0.2);
    expect(turned[0]! + turned[1]!).toBeCloseTo(0, 3);
    const { world, body, drive } = track();
    drive({ throttle: 1 }, 8);
    let sideways = 0;
    drive({ throttle: 1, steer: 1 }, 2, () => {
      const { transforms } = world.state;
      const [c, s] = [transforms[4 * body.slot + 2]!, transforms[4 * body.slot + 3]!];
      sideways = Math.max(sideways, Math.abs(-body.linearVelocity.x * s + body.linearVelocity.y * c));
    });
    expect(sideways).toBeGreaterThan(2);
  });

  it("brakes to a standstill and stays there", () => {
    const { body, car, drive } = track();
    drive({ throttle: 1 }, 3);
    drive({ brake: 1 }, 3);
    const { x } = body;
    drive({ brake: 1 }, 2, () => expect(Math.abs(car.speed)).toBeLessThan(0.05));
    expect(body.x).toBeCloseTo(x, 2);
  });

  it("refuses a static body and wrong driving options", () => {
    const { world, car } = track();
    const wall = world.createBody({ shape: box(1, 1) });
    expect(() => new TopDownVehicle(wall as never)).toThrow(expect.objectContaining({ code: "bad-type" }));
    expect(() => car.drive({ throttle: 2 }, DT)).toThrow(expect.objectContaining({ code: "out-of-range" }));
    expect(() => car.drive({ gas: 1 } as object, DT)).toThrow(expect.objectContaining({ code: "unknown-option" }));
  });
});

describe("a car seen from the side", () => {
  it("stands on its wheels, drives, brakes, and climbs a ramp", () => {
    const world = new World();
    world.createBody({ position: { x: 0, y: -1 }, shape: box(200, 2) });
    world.createBody({ position: { x: 25, y: -1 }, angle: 0.15, shape: box(20, 3) });
    const car = new Car(world as never, { position: { x: 0, y: 1.5 } });
    const run = (seconds: number): void => {
      for (let step = 0; step < Math.round(seconds / DT); step++) {
        world.step(DT);
      }
    };
    run(2);
    expect(Math.abs(car.chassis.angle)).toBeLessThan(0.02);
    expect(car.chassis.y).toBeGreaterThan(0.5);
    const start = car.chassis.x;
    car.drive(12);
    run(3);
    expect(car.chassis.x - start).toBeGreaterThan(5);
    const rolling = car.chassis.linearVelocity.x;
    expect(rolling).toBeLessThan(12 * 0.45 * 1.1);
    run(4);
    expect(car.chassis.x).toBeGreaterThan(18);
    car.drive(undefined);
    car.drive(0);
    run(3);
    expect(Math.abs(car.chassis.linearVelocity.x)).toBeLessThan(0.5);
    for (const wheel of car.wheels) {
      const [dx, dy] = [wheel.x - car.chassis.x, wheel.y - car.chassis.y];
      expect(Math.hypot(dx, dy)).toBeLessThan(1.4);
    }
    car.destroy();
    expect(world.counters.bodies).toBe(2);
  });
});

describe("vehicles in a world whose metre is 64 units long", () => {
  it("drive as vehicles of the same size do in a world of metres", () => {
    const run = (unit: number): { taxi: number[]; car: number[] } => {
      const plane = new World({ lengthUnit: unit, gravity: { x: 0, y: 0 } });
      const taxi = new TopDownVehicle(plane.createBody({ type: "dynamic", shape: box(4 * unit, 1.8 * unit) }) as never);
      const hills = new World({ lengthUnit: unit });
      hills.createBody({ position: { x: 0, y: -unit }, shape: box(200 * unit, 2 * unit) });
      const car = new Car(hills as never, { position: { x: 0, y: 1.5 * unit } });
      for (let step = 0; step < 180; step++) {
        taxi.drive({ throttle: 1, steer: 0.3 }, DT);
        plane.step(DT);
        car.drive(12);
        hills.step(DT);
      }
      return {
        taxi: [taxi.body.x / unit, taxi.body.y / unit, taxi.body.angle],
        car: [car.chassis.x / unit, car.chassis.y / unit, car.chassis.angle],
      };
    };
    const [metres, pixels] = [run(1), run(64)];
    for (const key of ["taxi", "car"] as const) {
      metres[key].forEach((value, i) => expect(pixels[key][i], `${key} ${i}`).toBeCloseTo(value, 2));
    }
    expect(metres.car[0]).toBeGreaterThan(5);
  });
});
