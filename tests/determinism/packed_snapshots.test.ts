import { describe, expect, it } from "vitest";
import * as engine from "../../dist/index.js";
import { packSnapshot, unpackSnapshot } from "../../dist/replay.js";
import { SCENES, stage } from "../helpers/scenes.js";

type World = InstanceType<typeof engine.World>;

function pyramid(base: number): World {
  const world = new engine.World({ sleeping: false });
  world.createBody({ position: { x: 0, y: -1 }, shape: engine.box(4 * base, 2) });
  for (let row = 0; row < base; row++) {
    for (let i = 0; i < base - row; i++) {
      const position = { x: i - (base - row) / 2, y: 0.5 + row };
      world.createBody({ type: "dynamic", position, shape: engine.box(1, 1) });
    }
  }
  return world;
}

/** Balls and boxes thrown about, as in a game without gravity. */
function loose(count: number): World {
  const world = new engine.World({ gravity: { x: 0, y: 0 } });
  for (let i = 0; i < count; i++) {
    const position = { x: 3 * (i % 32), y: 3 * Math.floor(i / 32) };
    const shape = i % 2 ? engine.box(1, 0.8) : engine.circle(0.5);
    const linearVelocity = { x: Math.sin(i) * 3, y: Math.cos(i * 1.7) * 3 };
    world.createBody({ type: "dynamic", position, linearVelocity, angularVelocity: Math.sin(2 * i), shape });
  }
  return world;
}

describe("a packed snapshot", () => {
  it.each(["boxes", "heap", "joints", "bullets", "churn"])(
    "of the scene %s goes on to the same hashes as the run it was taken from",
    (name) => {
      const { world, before } = stage(engine, SCENES[name]!);
      for (let step = 0; step < 30; step++) {
        before(step);
        world.step();
      }
      const base = world.snapshot();
      for (const gap of [0, 1, 7, 40]) {
        world.restore(base);
        for (let step = 0; step < gap; step++) {
          world.step();
        }
        const packed = packSnapshot(world.snapshot(), base);
        const hashes = Array.from({ length: 300 }, () => (world.step(), world.hash()));
        for (const other of [world, new engine.World()]) {
          other.restore(unpackSnapshot(packed, base));
          expect(other.validate()).toBe(0);
          expect(Array.from({ length: 300 }, () => (other.step(), other.hash()))).toEqual(hashes);
        }
      }
    },
  );

  it("takes at most 64 bytes a body of a game at eight steps from its base, and little more in a pyramid", () => {
    const size = (world: World, gap: number): number => {
      for (let step = 0; step < 60; step++) {
        world.step();
      }
      const base = world.snapshot();
      for (let step = 0; step < gap; step++) {
        world.step();
      }
      return packSnapshot(world.snapshot(), base).length / world.counters.bodies;
    };
    const sizes = { loose: size(loose(800), 8), pyramid: size(pyramid(40), 8) };
    expect(sizes.loose).toBeLessThan(64);
    expect(sizes.pyramid).toBeLessThan(90);
  });

  it("is refused when damaged or with another base", () => {
    const world = loose(50);
    world.step();
    const base = world.snapshot();
    world.step();
    const later = world.snapshot();
    const packed = packSnapshot(later, base);
    const refused = (bytes: unknown, from: unknown): void => {
      expect(() => unpackSnapshot(bytes as Uint8Array, from as Uint8Array)).toThrow(
        expect.objectContaining({ name: "PhysicsError", code: "bad-snapshot" }),
      );
    };
    for (let bit = 0; bit < packed.length * 8; bit += 61) {
      const bad = packed.slice();
      bad[bit >> 3]! ^= 1 << (bit & 7);
      refused(bad, base);
    }
    refused(packed, later);
    refused(packed.subarray(0, 40), base);
    refused("packed", base);
    refused(packed, new Uint8Array(7));
    expect(() => packSnapshot(new Uint8Array(3), base)).toThrow(expect.objectContaining({ code: "bad-snapshot" }));
    const room = new Uint8Array(packed.length + 10);
    expect(packSnapshot(later, base, room).buffer).toBe(room.buffer);
  });
});
