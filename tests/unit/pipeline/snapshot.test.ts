import { beforeAll, expect, suite, test } from "vitest";
import { Random } from "../../helpers/numbers";
import { Arena, TARGETS, loadCore, views } from "../core";
import type { Core, Target } from "../core";
import { BodyType, RawWorld, SNAPSHOT_HEADER_BYTES } from "../raw_world";

const BAD_SNAPSHOT = 10;

suite("the checksum", () => {
  const cores = new Map<Target, { core: Core; at: number }>();
  const ROW = 128;
  const BLOCK = 256 * ROW;
  const LENGTH = 2 * BLOCK + 50 * ROW;

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

  /** The checksum taken in pieces that end at `cuts`. */
  const sum = (target: Target, ...cuts: number[]): bigint => {
    const { core, at } = cores.get(target)!;
    core.sumBegin(5n);
    let from = 0;
    for (const to of cuts) {
      core.sumRows(at + from, to - from);
      from = to;
    }
    return core.sumEnd();
  };

  test("is the same in four lanes and in one, for any length", () => {
    for (let length = 0; length < LENGTH; length += 7 * ROW) expect(sum("simd", length)).toBe(sum("scalar", length));
    expect(sum("simd", LENGTH)).toBe(sum("scalar", LENGTH));
  });

  test("does not depend on how the bytes are divided into pieces", () => {
    const whole = sum("simd", LENGTH);
    for (const target of TARGETS) {
      for (const cut of [0, ROW, BLOCK - ROW, BLOCK, BLOCK + ROW, 2 * BLOCK]) {
        expect(sum(target, cut, LENGTH)).toBe(whole);
        expect(sum(target, cut, cut, Math.min(cut + 3 * ROW, LENGTH), LENGTH)).toBe(whole);
      }
    }
  });

  test("changes with every single bit", () => {
    const { core, at } = cores.get("simd")!;
    const before = sum("simd", 8 * ROW);
    for (let bit = 0; bit < 8 * ROW * 8; bit++) {
      views(core).u8[at + (bit >> 3)] ^= 1 << (bit & 7);
      expect(sum("simd", 8 * ROW)).not.toBe(before);
      views(core).u8[at + (bit >> 3)] ^= 1 << (bit & 7);
    }
  });

  test("changes with two bits flipped whole rows or blocks apart, and with two words or rows exchanged", () => {
    const { core, at } = cores.get("simd")!;
    const { u8 } = views(core);
    const before = sum("simd", LENGTH);
    const random = new Random(12);
    for (let trial = 0; trial < 3000; trial++) {
      const first = at + random.below(LENGTH - BLOCK - 16 * ROW);
      const second = first + random.pick([16, 32, ROW, 2 * ROW, 7 * ROW, BLOCK, BLOCK + ROW, BLOCK - 16]);
      const bit = 1 << random.below(8);
      u8[first] ^= bit;
      u8[second] ^= bit;
      expect(sum("simd", LENGTH)).not.toBe(before);
      u8[first] ^= bit;
      u8[second] ^= bit;
      const length = random.pick([4, 16, ROW]);
      const a = first - ((first - at) % 4);
      const b = a + random.pick([ROW, 3 * ROW, BLOCK]);
      const kept = u8.slice(a, a + length);
      u8.copyWithin(a, b, b + length);
      u8.set(kept, b);
      expect(sum("simd", LENGTH)).not.toBe(before);
      u8.copyWithin(b, a, a + length);
      u8.set(kept, a);
    }
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
  test("leads to the same hash at every step when restored", async () => {
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

  test("leads to the same hash when restored in a fresh instance of either build", async () => {
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

  test("that is cut, lengthened or has any bit flipped is refused, and nothing changes", async () => {
    const world = await pile(target);
    world.step(30);
    const saved = world.snapshot();
    const { hash } = world;
    const random = new Random(6);
    for (let k = 0; k < 300; k++) {
      const damaged = saved.slice();
      // First every bit of the header, then random bits anywhere.
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

  test("at an address where none was placed is refused", async () => {
    const world = await pile(target);
    const { core, hash } = world;
    expect(core.snapshotRestore(0, 0, 0, 0)).toBe(-BAD_SNAPSHOT);
    expect(core.snapshotRestore(0, 100_000, 100_000, 1)).toBe(-BAD_SNAPSHOT);
    expect(core.snapshotRestore(-16, 100_000, 100_000, 1)).toBe(-BAD_SNAPSHOT);
    core.snapshotBegin(-16, 100_000, 100_000);
    core.snapshotPiece(-16, 100_000);
    expect(world.hash).toBe(hash);
  });

  test("needs little more memory than the world to be taken and restored", async () => {
    const make = async (pages?: number): Promise<RawWorld> => {
      const world = await RawWorld.make(target, -10, pages);
      for (let k = 0; k < 5000; k++) world.circle(BodyType.Dynamic, k % 100, Math.floor(k / 100), 0.3);
      world.step(2);
      return world;
    };
    const probe = await make();
    probe.snapshot();
    const world = await make(8 + (probe.u32[0] >> 16)); // the snapshot is put together where the world ends
    const saved = world.snapshot();
    expect(saved.length).toBeGreaterThan(2 * 8 * 65536);
    const { hash } = world;
    world.step();
    expect(world.restore(saved)).toBe(0);
    expect(world.hash).toBe(hash);
  });

  test("of ten thousand bodies keeps its large blocks in the tail, and is reproducible", async () => {
    const world = await RawWorld.make(target);
    for (let k = 0; k < 10_000; k++) world.circle(BodyType.Dynamic, k % 100, Math.floor(k / 100), 0.3);
    world.step(2);
    const saved = world.snapshot();
    expect(world.u32[3]).toBeGreaterThan(10);
    const { hash } = world;
    world.step(3);
    expect(world.restore(saved)).toBe(0);
    expect(world.hash).toBe(hash);
    const again = world.snapshot(); // without the events of the step before it
    expect(world.restore(again)).toBe(0);
    expect(Buffer.compare(world.snapshot(), again)).toBe(0);
  });
});
