// Symptom: a top-down vehicle shorter than 1.5 m, with its brakes on and its wheels turned, shook forever at up to 4.4 rad/s; of
// 400 random ones that coasted, 39 gained energy, up to 37 times as much in a step. Its axles, 2.4 m apart, lay outside it.
// Cause: the brakes took the speed of half the body, as if they had no lever about its centre of mass, and the axles took no
// account of each other; the default `wheelBase` was the same for bodies of any size.
// What must hold: the friction of wheels never adds energy to a coasting vehicle; braked vehicles come to rest, and stand under
// a lasting force.
import { describe, expect, it } from "vitest";
import { TopDownVehicle, type TopDownVehicleOptions } from "../../dist/helpers.js";
import { BUILDS, DT, type Body, type Engine, type World } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

const STEPS = [1 / 30, 1 / 60, 1 / 144];

/** A vehicle of the first build's helpers on a body of any build. */
const drives = (body: Body, options?: TopDownVehicleOptions): TopDownVehicle =>
  new TopDownVehicle(body as never, options);

function energy(body: Body): number {
  const { x, y } = body.linearVelocity;
  return (body.mass * (x * x + y * y) + body.inertia * body.angularVelocity ** 2) / 2;
}

const fastest = (body: Body): number =>
  Math.max(Math.hypot(body.linearVelocity.x, body.linearVelocity.y), Math.abs(body.angularVelocity));

/** A vehicle of random size, with its centre of mass aside, that slides and spins. */
function random(engine: Engine, seed: number) {
  const random = new Random(seed);
  const between = (most: number): number => random.between(-most, most);
  const world: World = new engine.World({ gravity: { x: 0, y: 0 } });
  const [length, width] = [random.scale(0.3, 6), random.scale(0.3, 3)];
  const aside = seed % 3;
  const body = world.createBody({
    type: "dynamic",
    angle: between(3),
    shape: engine.box(length, width, {
      center: { x: 0.15 * aside * between(length), y: 0.15 * aside * between(width) },
    }),
    density: random.scale(1, 100),
    linearVelocity: { x: between(20), y: between(20) },
    angularVelocity: between(10),
  });
  const { mass } = body;
  const wheelBase = seed % 2 === 0 ? {} : { wheelBase: random.scale(0.2, 5) };
  const car = drives(body, {
    ...wheelBase,
    grip: random.between(2, 30) * mass,
    brake: random.between(5, 40) * mass,
    drag: (seed % 4 === 0 ? 0.4 : 0) * mass,
  });
  return { world, body, car, random };
}

describe.each(BUILDS)("top-down vehicles (%s)", (_, engine) => {
  it("gain no energy while they coast, and come to rest once they brake", () => {
    for (let seed = 0; seed < 60; seed++) {
      const dt = STEPS[Math.floor(seed / 3) % 3]!;
      const { world, body, car, random: draw } = random(engine, seed);
      const first = energy(body);
      let last = first;
      let driving = {};
      const step = (): void => {
        car.drive(driving, dt);
        world.step(dt);
        const now = energy(body);
        expect(now, `seed ${seed}`).toBeLessThan(last * (1 + 1e-5) + 1e-9 * first);
        last = now;
      };
      for (let k = 0; k < 120; k++) {
        if (k % 30 === 0) {
          driving = { steer: draw.between(-1, 1), brake: k % 60 === 0 ? 0 : draw.between(0, 1) };
        }
        step();
      }
      driving = { steer: draw.between(-1, 1), brake: 1 };
      for (let k = 0; k < 15 / dt && last > 0; k++) {
        step();
      }
      expect(fastest(body), `seed ${seed}`).toBeLessThan(1e-3);
      world.dispose();
    }
  });

  it.each([4, 1.5, 1, 0.5, 0.3])("of %s m come to rest on their brakes when nudged", (length) => {
    for (const options of [{}, { wheelBase: 2.4 }]) {
      for (const steer of [1, 0.5, 0]) {
        for (const dt of STEPS) {
          const world = new engine.World({ gravity: { x: 0, y: 0 } });
          const shape = engine.box(length, 0.5 * length);
          const body = world.createBody({ type: "dynamic", shape, linearVelocity: { x: 3, y: 1 } });
          const car = drives(body, options);
          for (let k = 0; k < 4 / dt; k++) {
            car.drive({ steer, brake: 1 }, dt);
            world.step(dt);
          }
          expect(fastest(body), `steer ${steer}, dt ${dt}`).toBeLessThan(1e-3);
          world.dispose();
        }
      }
    }
  });

  it.each(["steered", "its mass aside", "one that cannot turn", "turned"])(
    "stand under gravity on their brakes: %s",
    (kind) => {
      for (const length of [4, 0.5]) {
        const world = new engine.World({ gravity: { x: 3, y: 4 } });
        const center = { x: kind === "its mass aside" ? 0.2 * length : 0, y: 0 };
        const fixedRotation = kind === "one that cannot turn";
        const shape = engine.box(length, 0.45 * length, { center });
        const body = world.createBody({ type: "dynamic", shape, fixedRotation });
        body.torque = kind === "turned" ? body.mass * length : 0;
        const car = drives(body, { wheelBase: 0.6 * length });
        for (let k = 0; k < 600; k++) {
          car.drive({ steer: kind === "steered" ? 1 : 0, brake: 1 }, DT);
          world.step(DT);
        }
        expect(Math.hypot(body.x, body.y)).toBeLessThan(1e-3 * length);
        expect(Math.abs(body.angle)).toBeLessThan(1e-3);
        world.dispose();
      }
    },
  );

  it("of a quarter of the size turn on a circle of a quarter, unless their wheel base is given", () => {
    const radius = (size: number, options?: TopDownVehicleOptions): number => {
      const world = new engine.World({ gravity: { x: 0, y: 0 } });
      const shape = engine.box(4 * size, 1.8 * size);
      const body = world.createBody({ type: "dynamic", shape, linearVelocity: { x: size, y: 0 } });
      const car = drives(body, { ...options, drag: 0 });
      for (let k = 0; k < 120; k++) {
        car.drive({ steer: 0.5 }, DT);
        world.step(DT);
      }
      return Math.hypot(body.linearVelocity.x, body.linearVelocity.y) / body.angularVelocity;
    };
    const expected = Math.hypot(2.4 / Math.tan(0.3), 1.2);
    expect(radius(1) / expected).toBeCloseTo(1, 2);
    expect(radius(0.25) / expected).toBeCloseTo(0.25, 2);
    expect(radius(0.25, { wheelBase: 2.4 }) / expected).toBeCloseTo(1, 1);
  });
});
