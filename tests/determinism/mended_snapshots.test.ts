import { describe, expect, it } from "vitest";
import { BUILDS, LONG, times, type Engine, type World } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";
import { SCENES, stage } from "../helpers/scenes.js";
import { mend } from "../helpers/snapshot_image.js";

// Somebody damages a snapshot and gives it a valid checksum again. Such bytes may be refused or accepted, and an accepted
// world may stop with a fault; but nothing hangs, every error is a PhysicsError, and no other world is affected.

/** Changes up to eight words to values that are likely to do harm. */
function spoil(random: Random, good: Uint8Array): Uint8Array {
  const bytes = good.slice();
  const words = new Uint32Array(bytes.buffer);
  const any = (): number => 8 + random.below(words.length - 8);
  for (let count = 1 + random.below(8); count > 0; count--) {
    const at = any();
    switch (random.below(6)) {
      case 0:
        words[at]! ^= 1 << random.below(32);
        break;
      case 1:
        words[at] = random.below(64);
        break;
      case 2:
        words[at] = words[any()]!;
        break;
      case 3:
        words[at] = random.pick([0xffffffff, 0x7fc00000, 0x7f800000, 0x80000000, 0x7fffffff, 0]);
        break;
      case 4:
        words[at]! += random.below(9) - 4;
        break;
      default:
        words[at] = Math.floor(random.between(0, 4294967296));
    }
  }
  mend(bytes);
  return bytes;
}

/** Calls everything that might run forever. */
function use(engine: Engine, world: World): void {
  for (let step = 0; step < 3; step++) {
    world.step();
  }
  void [world.hash(), world.counters, world.events.contactBegin, world.castRay({ x: -9, y: 2 }, { x: 18, y: 0 })];
  const bodies = world.bodies;
  for (const body of bodies.slice(0, 8)) {
    void [body.contacts, body.shapes];
    body.wake();
  }
  bodies[bodies.length >> 1]?.destroy();
  bodies[bodies.length >> 2]?.setTransform({ x: 1, y: 3 }, 0.5);
  world.createBody({ type: "dynamic", position: { x: 0, y: 5 }, shape: engine.box(1, 1) });
  world.step();
  world.snapshot();
}

const PLACES = ["joints", "heap", "churn"] as const;
/**
 * Trials of each scene: 20,000 in all three builds together, a million in the long form. Most are of the SIMD build: a trial
 * takes the scalar build as long and the JavaScript build twenty times as long, and all builds refuse the same.
 */
const TRIALS: Readonly<Record<string, number>> = {
  simd: times(5000, 250_000),
  scalar: times(1400, 70_000),
  js: times(280, 14_000),
};

describe.each(BUILDS)("a snapshot that was damaged and mended (%s)", (name, engine) => {
  it("equals the original if it was mended but not damaged", () => {
    const { world } = stage(engine, SCENES.heap!);
    world.step();
    const saved = world.snapshot();
    const copy = saved.slice();
    copy.fill(0, 16, 24);
    mend(copy);
    expect(Buffer.compare(copy, saved)).toBe(0);
  });

  it.each(PLACES)(
    "of the scene %s harms no other world and hangs nothing",
    (scene) => {
      const { world: neighbour } = stage(engine, SCENES[scene]!);
      const { world: maker, before } = stage(engine, SCENES[scene]!);
      for (let step = 0; step < 60; step++) {
        before(step);
        maker.step();
      }
      const good = maker.snapshot();
      const hash = maker.hash();
      const untouched = neighbour.hash();
      const random = new Random(5);
      const seen = { refused: 0, ran: 0, faulted: 0 };
      let world = engine.World.fromSnapshot(good);
      let slowest = 0;
      for (let trial = 0; trial < TRIALS[name]!; trial++) {
        const start = performance.now();
        try {
          world.restore(spoil(random, good));
          use(engine, world);
          seen.ran++;
        } catch (error) {
          expect(error).toMatchObject({ name: "PhysicsError" });
          if (!world.faulted && (error as { code: string }).code === "bad-snapshot") {
            seen.refused++;
            if (trial % 16 === 0) {
              world.step();
            }
            continue;
          }
          seen.faulted++;
        }
        slowest = Math.max(slowest, performance.now() - start);
        if (world.faulted || trial % 64 === 0) {
          world = engine.World.fromSnapshot(good);
          expect(world.hash()).toBe(hash);
        } else {
          world.restore(good);
        }
      }
      expect(neighbour.hash()).toBe(untouched);
      expect(slowest).toBeLessThan(5000);
      expect(seen.refused).toBeGreaterThan(0);
      expect(seen.ran).toBeGreaterThan(0);
      if (LONG) {
        console.log(name, scene, seen, `slowest ${slowest.toFixed(0)} ms`);
      }
    },
    3_600_000,
  );
});

it("a snapshot damaged in any word and mended, if refused, leaves all of the world but its last events", () => {
  const [, engine] = BUILDS[0]!;
  const { World, box, circle, polygon, PhysicsError } = engine;
  const make = (): World => {
    const world = new World();
    world.createBody({ position: { x: 0, y: -1 }, shape: box(20, 2) });
    const corners = [0, 1, 2].map((k) => ({ x: Math.cos(2 * k), y: Math.sin(2 * k) }));
    const bodyA = world.createBody({ type: "dynamic", position: { x: 0, y: 1 }, shape: polygon(corners) });
    const bodyB = world.createBody({ type: "dynamic", position: { x: 0.2, y: 2.3 }, shape: circle(0.4) });
    world.createJoint({ type: "distance", bodyA, bodyB });
    world.createField({ type: "area", force: { x: 0.1, y: 0 } });
    world.setMaterialPair(1, 2, { friction: 1 });
    for (let step = 0; step < 20; step++) {
      world.step();
    }
    return world;
  };
  /** A snapshot without events. */
  const state = (world: World): Uint8Array => {
    world.step(0); // clears the events, and moves nothing
    return world.snapshot().slice();
  };
  const good = state(make());
  const TOP = 8;
  let world = World.fromSnapshot(good);
  let before = state(world);
  const seen = { refused: 0, ran: 0, faulted: 0 };
  for (let at = TOP; at < good.length >> 2; at += at < 80 || LONG ? 1 : 5) {
    for (const change of [() => 0, () => 0xffffffff, (was: number) => was + 1]) {
      const bad = good.slice();
      const words = new Uint32Array(bad.buffer);
      words[at] = change(words[at]!);
      mend(bad);
      try {
        world.restore(bad);
        use(engine, world);
        seen.ran++;
      } catch (error) {
        expect(error, `word ${at}`).toBeInstanceOf(PhysicsError);
        if (!world.faulted && (error as { code: string }).code === "bad-snapshot") {
          seen.refused++;
          expect(Buffer.compare(state(world), before), `word ${at}`).toBe(0);
          continue;
        }
        seen.faulted++;
      }
      expect(at, "the top of the heap").not.toBe(TOP);
      world.dispose();
      world = World.fromSnapshot(good);
      before = state(world);
    }
  }
  expect(seen.refused).toBeGreaterThan(300);
  expect(seen.ran).toBeGreaterThan(300);
});
