// Symptom: a refused car left its chassis and wheels in the world; sizes that are not numbers threw plain TypeErrors; and a character
// accepted any filter and any body, about which its first move then complained by another name.
// Cause: bodies were made before all options were checked; filter and body were checked by the first query only.
// What must hold: a helper refuses with a PhysicsError that names the option, and leaves the world as it was.
import { describe, expect, it } from "vitest";
import { PhysicsError, World, box, type Body } from "../../dist/index.js";
import { Car, Character, TopDownVehicle } from "../../dist/helpers.js";

const SENSELESS: readonly unknown[] = [-1, Number.NaN, Infinity, 1e30, null, "1", 10n, Symbol("size"), {}, [], () => 1];
const position = { x: 0, y: 0 };

/** The error thrown by a call that must leave the world alone. */
function refused(world: World, make: () => unknown): PhysicsError {
  const before = [world.hash(), world.counters];
  try {
    make();
  } catch (error) {
    expect(error).toBeInstanceOf(PhysicsError);
    expect([world.hash(), world.counters]).toEqual(before);
    return error as PhysicsError;
  }
  throw new Error("it was not refused");
}

describe("a car", () => {
  const keys = ["width", "height", "wheelRadius", "torque", "friction", "suspension"];
  const large = (key: string, value: unknown): boolean => (key === "torque" || key === "friction") && value === 1e30;
  it.each(keys)("is refused without a trace for a senseless %s", (key) => {
    for (const value of SENSELESS) {
      const world = new World();
      if (!large(key, value)) {
        expect(refused(world, () => new Car(world as never, { position, [key]: value } as never)).message).toContain(
          key,
        );
      }
    }
  });

  it("is refused without a trace for a senseless spring or place, and at the edge of the world", () => {
    const world = new World({ lengthUnit: 1e-3 });
    for (const value of SENSELESS) {
      for (const suspension of [{ hertz: value }, { hertz: 1, dampingRatio: value }]) {
        expect(refused(world, () => new Car(world as never, { position, suspension } as never)).message).toContain(
          "suspension",
        );
      }
      if (value !== -1) {
        const place = refused(world, () => new Car(world as never, { position: { x: 0, y: value } } as never));
        expect(place.message).toContain("position.y");
      }
    }
    refused(world, () => new Car(world as never, { position: { x: 1e4, y: 0 }, width: 100 }));
    refused(world, () => new Car(world as never, { position: { x: 0, y: -1e4 }, wheelRadius: 1 }));
    refused(world, () => new Car(world as never, { position, wheelRadius: 1e5 }));
  });
});

describe("a vehicle seen from above", () => {
  it.each(["wheelBase", "drive", "brake", "grip", "maxSteer", "drag"])("is refused for a senseless %s", (key) => {
    const world = new World();
    const body = world.createBody({ type: "dynamic", shape: box(4, 2) });
    for (const value of SENSELESS) {
      if (value !== 1e30) {
        expect(refused(world, () => new TopDownVehicle(body as never, { [key]: value })).message).toContain(key);
      }
    }
    body.destroy();
    expect(refused(world, () => new TopDownVehicle(body as never)).code).toBe("stale-body");
  });
});

describe("a character", () => {
  const made = (world: World, options: object): Character =>
    new Character(world as never, { position, ...options } as never);

  it.each(["radius", "length", "maxSlope", "stepHeight", "snap", "skin", "push"])(
    "is refused for a senseless %s",
    (key) => {
      const world = new World();
      for (const value of SENSELESS) {
        if (value !== 1e30) {
          expect(refused(world, () => made(world, { [key]: value })).message).toContain(key);
        }
      }
    },
  );

  it("names options.body if that is no living body of its world", () => {
    const [world, other] = [new World(), new World()];
    const gone = world.createBody({});
    gone.destroy();
    const bodies: [unknown, string][] = [
      ["x", "bad-type"],
      [null, "bad-type"],
      [{}, "bad-type"],
      [gone, "stale-body"],
      [other.createBody({}), "wrong-world"],
    ];
    for (const [body, code] of bodies) {
      expect(refused(world, () => made(world, { body }))).toMatchObject({
        code,
        message: expect.stringMatching(/^options\.body/),
      });
    }
    expect(made(world, { body: world.createBody({ type: "kinematic" }) }).grounded).toBe(false);
  });

  it("names options.filter if that is no filter", () => {
    const [world, other] = [new World(), new World()];
    const gone = world.createBody({});
    gone.destroy();
    const many: Body[] = Array.from({ length: 1024 }, () => world.createBody({}));
    const filters = [
      { typos: 1 },
      NaN,
      null,
      "x",
      [],
      { mask: "all" },
      { types: "moving" },
      { types: null },
      { predicate: 1 },
      { exclude: null },
      { exclude: gone },
      { exclude: [many[0], other.createBody({})] },
      { exclude: [...many, many[0]] },
    ];
    for (const filter of filters) {
      expect(refused(world, () => made(world, { filter })).message).toMatch(/^options\.filter/);
    }
    // With the character's own body there is one too many.
    const body = world.createBody({ type: "kinematic" });
    expect(refused(world, () => made(world, { filter: { exclude: many }, body })).message).toMatch(/^options\.filter/);
    const hero = made(world, { filter: { exclude: many.slice(1), types: ["static"], predicate: () => true }, body });
    expect(hero.move({ x: 1, y: 0 }, 1 / 60).x).toBeGreaterThan(0);
  });
});
