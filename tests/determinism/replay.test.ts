import { describe, expect, it } from "vitest";
import * as scree from "../../dist/index.js";
import { Random } from "../helpers/numbers.js";
import { hashes, SCENES, stage, STEPS } from "../helpers/scenes.js";

const engine = scree;
const names = Object.keys(SCENES);

describe("determinism", () => {
  it.each(names)("the scene %s played twice gives the same hashes", (name) => {
    expect(hashes(engine, SCENES[name]!, STEPS)).toEqual(hashes(engine, SCENES[name]!, STEPS));
  });

  it.each(names)("the scene %s gives the same hashes with another world stepped in between", (name) => {
    const alone = hashes(engine, SCENES[name]!, STEPS);
    const a = stage(engine, SCENES[name]!);
    const b = stage(engine, SCENES.heap!, 99);
    const together: string[] = [];
    for (let step = 0; step < STEPS; step++) {
      a.before(step);
      a.world.step();
      b.world.step();
      b.world.castRay({ x: -9, y: 3 }, { x: 18, y: -1 });
      together.push(a.world.hash());
    }
    expect(together).toEqual(alone);
  });

  it("the same scene with another seed gives other hashes", () => {
    expect(hashes(engine, SCENES.heap!, 5, 1)).not.toEqual(hashes(engine, SCENES.heap!, 5, 2));
  });

  it("reading, hashing, validating and casting rays change nothing", () => {
    const quiet = hashes(engine, SCENES.heap!, 120);
    const { world } = stage(engine, SCENES.heap!);
    const loud: string[] = [];
    for (let step = 0; step < 120; step++) {
      world.step();
      world.validate();
      world.snapshot();
      world.castRayAll({ x: -9, y: 2 }, { x: 18, y: 0 });
      world.overlapAABB({ x: -3, y: 0 }, { x: 3, y: 3 });
      world.overlapPoint({ x: 0, y: 1 });
      void [world.counters, world.events.contactBegin, world.events.hit, world.bodies.map((body) => body.contacts)];
      loud.push(world.hash());
    }
    expect(loud).toEqual(quiet);
  });
});

describe("restoring a snapshot", () => {
  it.each(names)("at every step of the scene %s, in place or into another world, leads to the same hash", (name) => {
    const path = hashes(engine, SCENES[name]!, STEPS);
    const { world, before } = stage(engine, SCENES[name]!);
    const other = new engine.World();
    for (let step = 0; step < STEPS; step++) {
      before(step);
      const saved = world.snapshot();
      world.step();
      other.restore(saved);
      other.step();
      expect(other.hash(), `another world, step ${step}`).toBe(path[step]);
      // The run itself goes on from the restored state, so anything that a snapshot leaves out shows at a later step.
      world.restore(saved);
      world.step();
      expect(world.hash(), `step ${step}`).toBe(path[step]);
    }
    expect(world.validate()).toBe(0);
  });

  it.each(["boxes", "heap", "joints", "bullets"])("at any step of the scene %s leads to the same hashes", (name) => {
    const steps = 240;
    const { world, before } = stage(engine, SCENES[name]!);
    const path: string[] = [];
    const saved: Uint8Array[] = [];
    for (let step = 0; step < steps; step++) {
      saved.push(world.snapshot());
      before(step);
      world.step();
      path.push(world.hash());
    }
    for (let at = 0; at < steps; at += 17) {
      world.restore(saved[at]!);
      for (let step = at; step < Math.min(at + 40, steps); step++) {
        world.step();
        expect(world.hash(), `restored at ${at}, step ${step}`).toBe(path[step]);
      }
      expect(world.validate()).toBe(0);
    }
  });

  // The candidates of a bullet used to be visited in the order of the trees, which a restore builds anew.
  it("at every step of a swarm of bullets that meet each other leads to the same hash", () => {
    const { World, box, circle } = engine;
    const random = new Random(7);
    const world = new World();
    world.createBody({ shapes: [box(20, 1), ...[-8, 8].map((x) => box(1, 20, { center: { x, y: 8 } }))] });
    for (let k = 0; k < 100; k++) {
      world.createBody({
        type: "dynamic",
        position: { x: random.between(-6, 6), y: random.between(1, 8) },
        linearVelocity: { x: random.between(-150, 150), y: random.between(-150, 150) },
        bullet: true,
        shape: k % 2 === 0 ? circle(random.between(0.15, 0.4)) : box(random.between(0.3, 1.2), 0.2),
        restitution: 0.8,
      });
    }
    const other = new World();
    for (let step = 0; step < 40; step++) {
      other.restore(world.snapshot());
      world.step();
      other.step();
      expect(other.hash(), `step ${step}`).toBe(world.hash());
    }
  });

  it("brings destroyed bodies back as the same objects, with their user data, and removes newer ones", () => {
    const { world } = stage(engine, SCENES.heap!);
    const body = world.createBody({ type: "dynamic", shape: scree.box(1, 1), userData: { name: "crate" } });
    const shape = body.shapes[0]!;
    const saved = world.snapshot();
    const hash = world.hash();
    body.destroy();
    const later = world.createBody({ type: "dynamic", shape: scree.circle(1) });
    world.step();
    world.restore(saved);
    expect(world.hash()).toBe(hash);
    expect(body.alive && shape.alive).toBe(true);
    expect(later.alive).toBe(false);
    expect(world.body(body.id)).toBe(body);
    expect(body.userData).toEqual({ name: "crate" });
    expect(body.shapes[0]).toBe(shape);
  });

  it("works in a world of another size and history", () => {
    const { world } = stage(engine, SCENES.heap!);
    for (let step = 0; step < 60; step++) {
      world.step();
    }
    const other = stage(engine, SCENES.churn!).world;
    other.restore(world.snapshot());
    for (let step = 0; step < 60; step++) {
      world.step();
      other.step();
      expect(other.hash()).toBe(world.hash());
    }
    const fresh = new engine.World({ gravity: { x: 5, y: 5 } });
    fresh.restore(world.snapshot());
    fresh.step();
    world.step();
    expect(fresh.hash()).toBe(world.hash());
  });

  it("is exact: equal worlds make equal snapshots", () => {
    const make = (): Uint8Array => {
      const { world } = stage(engine, SCENES.heap!);
      for (let step = 0; step < 100; step++) {
        world.step();
      }
      return world.snapshot();
    };
    expect(Buffer.compare(make(), make())).toBe(0);
  });
});

describe("memory", () => {
  it("does not grow in a thousand steps after warm-up", () => {
    for (const name of ["heap", "boxes"]) {
      const { world } = stage(engine, SCENES[name]!);
      world.settings.sleeping = false;
      for (let step = 0; step < 2000; step++) {
        world.step();
      }
      const { bytes, liveBytes } = world.counters;
      for (let step = 0; step < 1000; step++) {
        world.step();
      }
      expect({ bytes: world.counters.bytes, liveBytes: world.counters.liveBytes }, name).toEqual({ bytes, liveBytes });
    }
  });
});
