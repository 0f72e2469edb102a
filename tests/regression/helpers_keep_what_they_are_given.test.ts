// Symptoms: a hero put at a constant point at each new life moved that constant along (0, 4, 8, 12 m), two heroes given one
// point became one, and a frozen point gave a TypeError in the middle of `move`. `drive` of a TopDownVehicle whose body was
// parked as a kinematic one spoke of a force nobody gave.
// Cause: `position` was a plain field that moves write to; mass 0.
import { describe, expect, it } from "vitest";
import { World, box } from "../../dist/index.js";
import { Character, TopDownVehicle } from "../../dist/helpers.js";
import { buildBridge } from "../../examples/builders/index.mjs";
import * as scree from "../../dist/index.js";
import { DT } from "../helpers/engine.js";

const flat = () => {
  const world = new World();
  world.createBody({ position: { x: 0, y: -1 }, shape: box(200, 2) });
  return world;
};
const walk = (world: World, hero: Character, x: number, seconds = 1): void => {
  for (let step = 0; step < seconds / DT; step++) {
    hero.move({ x, y: -1 }, DT);
    world.step(DT);
  }
};

describe("a character", () => {
  it("does not change the point that it is put at", () => {
    const world = flat();
    const spawn = Object.freeze({ x: 2, y: 0.81 });
    const hero = new Character(world as never, { position: spawn });
    const { position } = hero;
    walk(world, hero, 2);
    expect(hero.position.x).toBeCloseTo(4, 1);
    hero.position = spawn;
    expect(hero.position).toEqual(spawn);
    expect(hero.position).toBe(position);
    walk(world, hero, 2);
    expect([hero.position.x, spawn.x]).toEqual([expect.closeTo(4, 1), 2]);
  });

  it("does not move with another whose position it was given", () => {
    const world = flat();
    const one = new Character(world as never, { position: { x: 30, y: 0.81 } });
    const other = new Character(world as never, { position: { x: 0, y: 0.81 } });
    other.position = one.position;
    walk(world, one, 1);
    walk(world, other, -1);
    expect([one.position.x, other.position.x]).toEqual([expect.closeTo(31, 1), expect.closeTo(29, 1)]);
  });

  it("refuses an invalid position, and stays", () => {
    const hero = new Character(flat() as never, { position: { x: 1, y: 0.81 } });
    const at = { ...hero.position };
    for (const [wrong, code] of [
      [{ x: Number.NaN, y: 0 }, "not-finite"],
      [{ x: 1e9, y: 0 }, "out-of-range"],
      [undefined, "bad-type"],
    ] as const) {
      expect(() => (hero.position = wrong as never)).toThrow(expect.objectContaining({ code }));
      expect(hero.position).toEqual(at);
    }
  });
});

it("a vehicle whose body is no longer dynamic says so, and wakes nobody", () => {
  const world = new World({ gravity: { x: 0, y: 0 } });
  const body = world.createBody({ type: "dynamic", shape: box(4, 1.8) });
  const taxi = new TopDownVehicle(body as never);
  for (const type of ["kinematic", "static"] as const) {
    body.type = type;
    body.awake = false;
    expect(() => taxi.drive({ throttle: 1 }, DT)).toThrow(
      expect.objectContaining({ code: "bad-type", message: expect.stringContaining("body.type") as string }),
    );
    expect(body.awake).toBe(false);
  }
  body.type = "dynamic";
  taxi.drive({ throttle: 1 }, DT);
});

it("a bridge that is destroyed leaves nothing behind", () => {
  const world = new World();
  const { bodies, post } = buildBridge(scree, world, { from: { x: -6, y: 5 }, to: { x: 6, y: 5 } });
  for (const body of [...bodies, post!]) {
    body.destroy();
  }
  expect(world.counters.bodies).toBe(0);
});
