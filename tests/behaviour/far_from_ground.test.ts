import { describe, expect, it } from "vitest";
import { BUILDS, DT, type Engine } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

// Where many bodies are fast and few shapes rest, only bodies with ground near their path are swept (assembly/continuous/resting_map.ts).
// A moving kinematic body far away makes the engine sweep all of them against everything: the result must be the same.

const FLYERS = 400;

/** The poses of all flyers, in bits, after a second and a half among some 40 parts of ground. */
function flights(
  engine: Engine,
  seed: number,
  sweepsAll: boolean,
  ground: (world: InstanceType<Engine["World"]>) => void,
) {
  const random = new Random(seed);
  const world = new engine.World({ gravity: { x: 0, y: -10 }, sleeping: false });
  ground(world);
  const shapes = [engine.circle(0.2), engine.box(0.5, 0.3), engine.capsule(0.4, 0.1), engine.ellipse(0.3, 0.2)];
  const flyers = Array.from({ length: FLYERS }, (_, index) =>
    world.createBody({
      type: "dynamic",
      position: { x: random.between(-38, 38), y: random.between(2, 38) },
      angle: random.between(-3, 3),
      shape: shapes[index % shapes.length]!,
      restitution: 0.9,
      linearVelocity: { x: random.between(-60, 60), y: random.between(-60, 60) },
      angularVelocity: random.between(-20, 20),
    }),
  );
  if (sweepsAll) {
    world.createBody({
      type: "kinematic",
      position: { x: 0, y: 5000 },
      shape: shapes[0]!,
      linearVelocity: { x: 0, y: 1 },
    });
  }
  for (let step = 0; step < 90; step++) {
    world.step(DT);
  }
  const bits = new Uint32Array(Float32Array.from(flyers.flatMap(({ x, y, angle }) => [x, y, angle])).buffer);
  const inside = flyers.filter(({ x, y }) => Math.abs(x) < 40 && y > -0.5 && y < 40).length;
  world.dispose();
  return { bits, inside };
}

describe.each(BUILDS)("fast bodies far from ground (%s)", (_, engine) => {
  const { box, segment, halfSpace } = engine;

  /** A room of 80 m × 40 m whose walls have ten links each, with a few crates. */
  const room = (world: InstanceType<Engine["World"]>): void => {
    const walls = world.createBody({});
    for (let part = 0; part < 10; part++) {
      const [x, y] = [-40 + 8 * part, 4 * part];
      walls.addShape(segment({ x, y: 0 }, { x: x + 8, y: 0 }));
      walls.addShape(segment({ x, y: 40 }, { x: x + 8, y: 40 }));
      walls.addShape(segment({ x: -40, y }, { x: -40, y: y + 4 }));
      walls.addShape(segment({ x: 40, y }, { x: 40, y: y + 4 }));
    }
    for (let crate = 0; crate < 8; crate++) {
      world.createBody({ position: { x: -35 + 10 * crate, y: 5 + 4 * (crate % 5) }, angle: crate, shape: box(1, 1) });
    }
  };

  it("fly as if swept against all ground, and stay in their room", () => {
    const told = flights(engine, 1, false, room);
    const all = flights(engine, 1, true, room);
    expect(told.bits).toEqual(all.bits);
    expect(told.inside).toBe(FLYERS);
  });

  it.each([
    [
      "a half-space",
      (world: InstanceType<Engine["World"]>) => void world.createBody({ shape: halfSpace({ x: 0, y: 1 }) }),
    ],
    [
      "a plate a hundred kilometres wide",
      (world: InstanceType<Engine["World"]>) =>
        void world.createBody({ position: { x: 0, y: -1 }, shape: box(100_000, 2) }),
    ],
    [
      "posts ten metres off all that moves",
      (world: InstanceType<Engine["World"]>) => {
        for (let post = 0; post < 30; post++) {
          world.createBody({ position: { x: -120 + 8 * post, y: -10 }, shape: box(1, 1) });
        }
      },
    ],
  ])("fly as if swept against all ground beside %s too", (_name, more) => {
    const ground = (world: InstanceType<Engine["World"]>): void => {
      room(world);
      more(world);
    };
    expect(flights(engine, 2, false, ground).bits).toEqual(flights(engine, 2, true, ground).bits);
  });
});
