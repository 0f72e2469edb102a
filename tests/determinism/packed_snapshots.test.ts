import { describe, expect, it } from "vitest";
import * as engine from "../../dist/index.js";
import { packSnapshot, unpackSnapshot } from "../../dist/replay.js";
import { SnapshotRecord, SnapshotSegment } from "../../assembly/abi/snapshot_layout.js";
import { imageOf } from "../../bindings/delta_image.js";

import { times } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";
import { SCENES, stage } from "../helpers/scenes.js";
import { mend } from "../helpers/snapshot_image.js";

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

/** Balls and boxes that fly about, as in a game without gravity. */
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

/** Writes the digest of the current bytes, as bindings/delta.ts computes it. */
function reseal(bytes: Uint8Array): void {
  let a = 0x811c9dc5;
  let b = 0x01000193;
  for (let k = 0; k < bytes.length; k += k === 23 ? 9 : 1) {
    a = Math.imul(a ^ bytes[k]!, 0x01000193);
    b = Math.imul(b ^ (a >>> 15), 0x9e3779b1);
  }
  const view = new DataView(bytes.buffer);
  view.setUint32(24, a, true);
  view.setUint32(28, b, true);
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

  // What the narrow phase recomputes is not packed, so an unpacked contact starts with the values of whichever contact had its slot in the
  // base. Circles have one point and left the gap of the second as it was; where that was of a deep box, the world went another way.
  it.each(Object.keys(SCENES))(
    "of the scene %s goes on identically, whatever the contacts of its base were",
    (name) => {
      for (const [steps, deep] of [
        [3, -5],
        [40, 1e9],
        [120, -5],
      ] as const) {
        const { world, before } = stage(engine, SCENES[name]!);
        for (let step = 0; step < steps; step++) {
          before(step);
          world.step();
        }
        const snapshot = world.snapshot();
        const base = snapshot.slice();
        const { segments } = imageOf(base, "base");
        const { at, words } = segments[SnapshotSegment.Contact]!;
        const floats = new Float32Array(base.buffer, base.byteOffset, base.length >> 2);
        for (let k = SnapshotRecord.Contact; k < words; k += SnapshotRecord.Contact) {
          floats.fill(deep, at + k, at + k + SnapshotRecord.ContactFriction);
        }
        mend(base);
        const there = new engine.World();
        there.restore(unpackSnapshot(packSnapshot(snapshot, base), base));
        world.restore(snapshot);
        const paths = [world, there].map((one) => Array.from({ length: 90 }, () => (one.step(), one.hash())));
        expect(paths[1]).toEqual(paths[0]);
        world.dispose();
        there.dispose();
      }
    },
  );

  const size = (world: World, settled: number): number => {
    for (let step = 0; step < settled; step++) {
      world.step();
    }
    const base = world.snapshot();
    for (let step = 0; step < 8; step++) {
      world.step();
    }
    return packSnapshot(world.snapshot(), base).length / world.counters.awake;
  };

  it("takes at most 32 bytes a body in a game, eight steps after its base", () => {
    expect(size(loose(800), 60)).toBeLessThan(32);
  });

  it.each([
    [20, 1],
    [40, 1],
    [40, 10],
    [40, 60],
    [100, 10],
  ])("takes at most 64 bytes a body in an awake pyramid of base %i after %i steps", (base, settled) => {
    expect(size(pyramid(base), settled)).toBeLessThanOrEqual(64);
  });

  it("of a world that has grown since its base goes on to the same hashes", () => {
    const world = loose(10);
    const base = world.snapshot();
    for (let i = 0; i < 3000; i++) {
      world.createBody({ type: "dynamic", position: { x: 2 * i, y: -5 }, shape: engine.circle(0.5) });
    }
    const packed = packSnapshot(world.snapshot(), base);
    expect(packed.length).toBeLessThan(3000 * 64);
    world.step();
    const other = engine.World.fromSnapshot(unpackSnapshot(packed, base));
    other.step();
    expect(other.hash()).toBe(world.hash());
  });

  it("may lie anywhere in memory, even in a Buffer's pool", () => {
    const world = loose(20);
    const base = world.snapshot();
    world.step();
    const later = world.snapshot();
    const packed = packSnapshot(later, base);
    const anywhere = (bytes: Uint8Array): Buffer => {
      const pool = Buffer.alloc(bytes.length + 64, 7);
      return (pool.set(bytes, 13), pool.subarray(13, 13 + bytes.length));
    };
    expect(Buffer.compare(packSnapshot(anywhere(later), anywhere(base)), packed)).toBe(0);
    world.restore(unpackSnapshot(anywhere(packed), anywhere(base)));
    world.step();
    const hash = world.hash();
    world.restore(later);
    world.step();
    expect(world.hash()).toBe(hash);
  });

  it("with forged contents is unpacked or refused in bounded time and memory", () => {
    const world = loose(50);
    world.step();
    const base = world.snapshot();
    world.step();
    const packed = packSnapshot(world.snapshot(), base);
    const random = new Random(8);
    let refused = 0;
    for (let trial = 0; trial < times(300, 20_000); trial++) {
      const bad = packed.slice(0, trial % 3 === 0 ? 36 + random.below(packed.length - 36) : packed.length);
      for (let count = 1 + random.below(4); count > 0; count--) {
        bad[12 + random.below(trial % 2 ? 24 : bad.length - 12)] = random.below(256);
      }
      reseal(bad);
      const start = performance.now();
      try {
        const bytes = unpackSnapshot(bad, base);
        expect(bytes.length).toBeLessThan(2 * base.length + 256 * bad.length + 1);
        world.restore(bytes);
        world.step();
      } catch (error) {
        expect(error).toMatchObject({ name: "PhysicsError" });
        refused++;
      }
      expect(performance.now() - start).toBeLessThan(2000);
      if (world.faulted) {
        break;
      }
    }
    expect(refused).toBeGreaterThan(0);
  });

  it("is refused for images that state a wrong length", () => {
    const base = loose(5).snapshot();
    for (const head of [0xffffffff, 0x7ffffffc, 4, base.length]) {
      const bad = base.slice();
      new DataView(bad.buffer).setUint32(24, head, true);
      expect(() => packSnapshot(base, bad)).toThrow(expect.objectContaining({ code: "bad-snapshot" }));
      expect(() => packSnapshot(bad, base)).toThrow(expect.objectContaining({ code: "bad-snapshot" }));
    }
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
