import { beforeAll, expect, suite, test } from "vitest";
import { Random } from "../../helpers/numbers";
import { Arena, TARGETS, loadCore, views } from "../core";
import type { Core, Target } from "../core";
import { BodyType, RawWorld, SNAPSHOT_HEADER_BYTES } from "../raw_world";

const BAD_SNAPSHOT = 10;

suite("the checksum", () => {
  const cores = new Map<Target, { core: Core; at: number }>();
  const LENGTH = 70_000;

  beforeAll(async () => {
    const random = new Random(4);
    const bytes = Uint8Array.from({ length: LENGTH }, () => random.below(256));
    for (const target of TARGETS) {
      const core = await loadCore("world", target);
      const at = new Arena(core, 2).take(LENGTH);
      views(core).u8.set(bytes, at);
      cores.set(target, { core, at });
    }
  });

  const sum = (target: Target, start: number, length: number): bigint => {
    const { core, at } = cores.get(target)!;
    return core.checksum(at + start, length, 0n);
  };

  test("is the same in four lanes and in one, for every length and start", () => {
    for (let length = 0; length < 300; length++) expect(sum("simd", 0, length)).toBe(sum("scalar", 0, length));
    for (let start = 0; start < 70; start++) expect(sum("simd", start, 1000)).toBe(sum("scalar", start, 1000));
    expect(sum("simd", 0, LENGTH)).toBe(sum("scalar", 0, LENGTH));
  });

  test("changes with every single bit", () => {
    const { core, at } = cores.get("simd")!;
    const before = sum("simd", 0, 1000);
    for (let bit = 0; bit < 8000; bit++) {
      views(core).u8[at + (bit >> 3)] ^= 1 << (bit & 7);
      expect(sum("simd", 0, 1000)).not.toBe(before);
      views(core).u8[at + (bit >> 3)] ^= 1 << (bit & 7);
    }
  });

  test("changes with the length, even by zeros", () => {
    const { core, at } = cores.get("simd")!;
    views(core).u8.fill(0, at, at + 256);
    const sums = Array.from({ length: 256 }, (_, length) => sum("simd", 0, length));
    expect(new Set(sums).size).toBe(256);
  });
});

async function pile(target: Target): Promise<RawWorld> {
  const world = await RawWorld.make(target);
  world.box(BodyType.Static, 0, -1, 20, 1);
  for (let k = 0; k < 40; k++) {
    if (k % 2) world.circle(BodyType.Dynamic, (k % 5) - 2, 1 + k * 0.4, 0.3);
    else world.box(BodyType.Dynamic, (k % 5) - 2, 1 + k * 0.4, 0.4, 0.2);
  }
  return world;
}

suite.each(TARGETS)("a snapshot (%s)", (target) => {
  test("put back, goes on to the same hash at every step", async () => {
    const world = await pile(target);
    world.step(60);
    const saved = world.snapshot();
    const after = (): bigint[] =>
      Array.from({ length: 60 }, () => {
        world.step();
        return world.hash;
      });
    const first = after();
    expect(world.restore(saved)).toBe(0);
    expect(after()).toEqual(first);
  });

  test("goes into a fresh instance of either build and steps to the same hash there", async () => {
    const world = await pile(target);
    world.step(60);
    const saved = world.snapshot();
    world.step(30);
    for (const other of TARGETS) {
      const copy = await RawWorld.make(other);
      expect(copy.restore(saved)).toBe(0);
      copy.step(30);
      expect(copy.hash).toBe(world.hash);
      expect(copy.core.worldValidate()).toBe(0);
    }
  });

  test("with any bit flipped, cut or lengthened is refused, and nothing changes", async () => {
    const world = await pile(target);
    world.step(30);
    const saved = world.snapshot();
    const { hash } = world;
    const random = new Random(6);
    for (let k = 0; k < 300; k++) {
      const damaged = saved.slice();
      // The header first, bit by bit; then anywhere.
      const bit = k < SNAPSHOT_HEADER_BYTES * 8 ? k : random.below(saved.length * 8);
      damaged[bit >> 3] ^= 1 << (bit & 7);
      expect(world.restore(damaged)).toBe(BAD_SNAPSHOT);
    }
    for (const length of [0, 1, SNAPSHOT_HEADER_BYTES - 1, SNAPSHOT_HEADER_BYTES, 1000, saved.length - 1]) {
      expect(world.restore(saved.slice(0, length))).toBe(BAD_SNAPSHOT);
    }
    const longer = new Uint8Array(saved.length + 1);
    longer.set(saved);
    expect(world.restore(longer)).toBe(BAD_SNAPSHOT);
    expect(world.hash).toBe(hash);
    expect(world.core.worldValidate()).toBe(0);
    expect(world.restore(saved)).toBe(0);
  });

  test("that was not put where it belongs is refused", async () => {
    const world = await pile(target);
    expect(world.core.snapshotRestore(0, 0)).toBe(BAD_SNAPSHOT);
    expect(world.core.snapshotRestore(100_000, 1)).toBe(BAD_SNAPSHOT);
  });

  test("of ten thousand bodies keeps its large blocks in the tail, and is the same twice", async () => {
    const world = await RawWorld.make(target);
    for (let k = 0; k < 10_000; k++) world.circle(BodyType.Dynamic, k % 100, Math.floor(k / 100), 0.3);
    world.step(2);
    const saved = world.snapshot();
    expect(world.u32[3]).toBeGreaterThan(10);
    const { hash } = world;
    world.step(3);
    expect(world.restore(saved)).toBe(0);
    expect(world.hash).toBe(hash);
    const again = world.snapshot(); // without the events of the step before
    expect(world.restore(again)).toBe(0);
    expect(Buffer.compare(world.snapshot(), again)).toBe(0);
  });
});
