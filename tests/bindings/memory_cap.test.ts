// Memory runs out in every call that makes something: each refuses with a code and changes nothing, and the world steps on.
import { describe, expect, it } from "vitest";
import { Car } from "../../bindings/helpers/vehicle.js";
import * as scree from "../../dist/index.js";
import { cappedCore, cappedWorld, fillMemory, regularPolygon } from "../helpers/capped_core.js";
import type { Body, World } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";
import { JOINT_KINDS } from "../helpers/joint_kinds.js";
import { randomJoint } from "../helpers/random_joints.js";

/** One page more than an empty world takes, which leaves room for a few hundred bodies. */
const PAGES = 6;
/** Within this many calls memory must have run out. */
const MOST = 20_000;
/** How many refusals each creator is driven to. */
const REFUSALS = 3;

const cores = { simd: cappedCore("simd", PAGES), scalar: cappedCore("scalar", PAGES) };

const line = Array.from({ length: 60 }, (_, x) => ({ x, y: x % 2 }));

const SHAPES = {
  circle: scree.circle(0.1),
  box: scree.box(0.2, 0.2),
  "rounded box": scree.box(0.2, 0.2, { radius: 0.05 }),
  capsule: scree.capsule(0.2, 0.1),
  ellipse: scree.ellipse(0.2, 0.1),
  polygon: regularPolygon(32),
  segment: scree.segment({ x: 0, y: 0 }, { x: 1, y: 0 }),
  chain: scree.chain(line),
  "half-space": scree.halfSpace({ x: 0, y: 1 }),
  "tile grid": scree.tileGrid({ columns: 5, rows: 4, tiles: (column, row) => (column + row) % 2 === 0 }),
  "height field": scree.heightField([0, 1, 0, 2, 0, 1]),
};
const FIXED = ["segment", "chain", "half-space", "tile grid", "height field"];

interface Place {
  world: World;
  ground: Body;
  random: Random;
  /** Returns two of the many bodies. */
  pair: () => [Body, Body];
}
type Maker = (place: Place, count: number) => unknown;

/** Places so far apart that shapes do not meet, since steps would make contacts. */
const apart = (count: number): { x: number; y: number } => ({ x: 200 * (count % 50), y: 200 * Math.floor(count / 50) });

const MAKERS: Record<string, Maker> = {
  "a body": ({ world }, count) => world.createBody({ type: "dynamic", position: apart(count) }),
  "bodies in bulk": ({ world }, count) =>
    world.createBodies({
      type: "dynamic",
      count: 50,
      positions: Float32Array.from({ length: 100 }, (_, k) => 20 * k + count),
      shape: SHAPES.circle,
    }),
  "a field": ({ world }) => world.createField({ type: "attractor", strength: 1 }),
  "a field of a region": ({ world }) =>
    world.createField({ type: "area", force: { x: 1, y: 0 }, region: SHAPES.polygon }),
  "a pair of materials": ({ world }, count) => world.setMaterialPair(count, count + 1, { friction: 0.5 }),
  "a pair that is ignored": ({ world, pair }) => world.ignorePair(...pair()),
  "a snapshot": ({ world }) => world.snapshot(),
  "many rays": ({ world }, count) => world.castRays(new Float32Array(4 * 2 ** (count % 20))),
  "many points": ({ world }, count) => world.overlapPoints(new Float32Array(2 * 2 ** (count % 20))),
  "many transforms": ({ world }, count) => {
    const ids = new Uint32Array(2 ** (count % 20)).fill(world.bodies[3]!.id);
    world.setVelocities(ids, new Float32Array(3 * ids.length));
  },
};
for (const [name, shape] of Object.entries(SHAPES)) {
  const type = FIXED.includes(name) ? "static" : "dynamic";
  MAKERS[`a body with a ${name}`] = ({ world }, count) => world.createBody({ type, position: apart(count), shape });
  MAKERS[`a ${name} more`] = ({ ground }) => ground.addShape(shape);
}
for (const kind of JOINT_KINDS) {
  MAKERS[`a ${kind} joint`] = ({ world, random, pair }) => randomJoint(world, random, kind, ...pair(), []);
}

describe.each(["simd", "scalar"] as const)("a world whose memory is full (%s)", (build) => {
  it.each(Object.entries(MAKERS))("refuses %s, stays as it was, and steps on", (_name, make) => {
    const world = cappedWorld(cores[build]);
    const random = new Random(3);
    const ground = world.createBody({ position: { x: -900, y: -900 } });
    const bodies = Array.from({ length: 120 }, (_, k) =>
      world.createBody({ type: "dynamic", position: apart(k), shape: SHAPES.box }),
    );
    const place: Place = {
      world,
      ground,
      random,
      pair: () => {
        const first = random.below(bodies.length);
        return [bodies[first]!, bodies[(first + 1 + random.below(bodies.length - 1)) % bodies.length]!];
      },
    };
    // After these, little memory is left.
    fillMemory(ground, [SHAPES.polygon, SHAPES.circle]);
    let refused = 0;
    for (let count = 0; count < MOST && refused < REFUSALS; count++) {
      const hash = world.hash();
      const { bodies: before, shapes, joints } = world.counters;
      try {
        make(place, count);
      } catch (error) {
        expect(error).toMatchObject({ name: "PhysicsError", code: "out-of-memory" });
        expect(world.hash()).toBe(hash);
        expect(world.counters).toMatchObject({ bodies: before, shapes, joints });
        refused++;
      }
    }
    expect(refused).toBe(REFUSALS);
    expect(world.faulted).toBe(false);
    expect(world.validate()).toBe(0);
    for (let step = 0; step < 30; step++) {
      try {
        world.step();
      } catch (error) {
        expect(error).toMatchObject({ name: "PhysicsError", code: "out-of-memory" });
      }
    }
    // With fewer bodies there is room again.
    for (const body of world.bodies) {
      body.destroy();
    }
    for (let step = 0; step < 30; step++) {
      world.step();
    }
    const body = world.createBody({ type: "dynamic", position: { x: 900, y: 900 }, shape: SHAPES.circle });
    world.step();
    expect(body.y).toBeLessThan(900);
    expect(world.validate()).toBe(0);
  });
});

it("a car is refused as a whole, whichever of its parts memory runs out at", () => {
  for (let pages = PAGES; pages < PAGES + 20; pages++) {
    const world = cappedWorld(cappedCore("simd", pages));
    for (let cars = 0; ; cars++) {
      const hash = world.hash();
      const { bodies, shapes, joints } = world.counters;
      try {
        void new Car(world as never, { position: apart(cars) });
      } catch (error) {
        expect(error).toMatchObject({ name: "PhysicsError", code: "out-of-memory" });
        expect(world.counters).toMatchObject({ bodies, shapes, joints });
        expect(world.hash()).toBe(hash);
        break;
      }
    }
  }
});
