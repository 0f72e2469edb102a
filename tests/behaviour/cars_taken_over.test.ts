import { describe, expect, it } from "vitest";
import { World, box } from "../../dist/index.js";
import { Car, type CarState } from "../../dist/helpers.js";

// A player who joins from a snapshot, or loads a game, has the car's bodies and joints; `state` lets a new `Car` take over driving them.

const hills = (gravity = -10) => {
  const world = new World({ gravity: { x: 0, y: gravity } });
  world.createBody({ position: { x: 0, y: Math.sign(gravity) }, shape: box(200, 2) });
  return { world, car: new Car(world as never, { position: { x: 0, y: -1.5 * Math.sign(gravity) }, torque: 80 }) };
};

/** Drives on, and returns the world's hash. */
const drive = (world: World, car: Car): string => {
  for (const speed of [12, undefined, -6, 0]) {
    car.drive(speed);
    for (let step = 0; step < 90; step++) {
      world.step();
    }
  }
  return world.hash();
};

describe("a car restored from a snapshot", () => {
  it.each([-10, 10])("drives on exactly as the original does (gravity %i)", (gravity) => {
    const { world, car } = hills(gravity);
    car.drive(8);
    for (let step = 0; step < 60; step++) {
      world.step();
    }
    const state = JSON.parse(JSON.stringify(car.state)) as CarState;
    const other = World.fromSnapshot(world.snapshot());
    const { bodies, joints } = other.counters;
    const taken = new Car(other as never, state);
    expect(other.counters).toMatchObject({ bodies, joints });
    expect(taken.state).toEqual(state);
    expect(drive(other, taken)).toBe(drive(world, car));
    expect(taken.chassis.x).toBe(car.chassis.x);
    taken.destroy();
    expect(other.counters).toMatchObject({ bodies: 1, joints: 0 });
  });

  it("is not taken over if the world lacks its parts, or the state does not describe a car", () => {
    const { world, car } = hills();
    const { state } = car;
    const two = hills().world;
    const other = new Car(two as never, { position: { x: 50, y: 1.5 } });
    const refused = (of: unknown, code: string): void => {
      const { bodies } = two.counters;
      expect(() => new Car(two as never, of as never)).toThrow(expect.objectContaining({ code }));
      expect(two.counters.bodies).toBe(bodies);
    };
    const own = other.state;
    refused({ ...own, chassis: 4711 }, "stale-body");
    refused({ ...own, chassis: own.wheels[0] }, "bad-type");
    refused({ ...own, wheels: [own.wheels[1], own.wheels[0]] }, "bad-type");
    refused({ ...own, wheels: own.wheels[0] }, "bad-type");
    refused({ ...own, axles: [own.axles[0], 4711] }, "stale-joint");
    refused({ ...own, torque: -1 }, "out-of-range");
    refused({ ...own, sense: 0 }, "out-of-range");
    refused({ ...own, position: { x: 0, y: 0 } }, "unknown-option");
    car.destroy();
    expect(() => new Car(world as never, state)).toThrow(expect.objectContaining({ code: "stale-body" }));
  });
});
