import { beforeAll, expect, suite, test } from "vitest";
import { Random } from "../../helpers/numbers";
import { Arena, loadCore, views } from "../core";
import type { Core } from "../core";

let core: Core;
let a: number;
let b: number;
const MOST = 20_000;

beforeAll(async () => {
  core = await loadCore("ground", "scalar");
  const arena = new Arena(core, 8);
  a = arena.take(MOST * 8);
  b = arena.take(MOST * 8);
});

suite("radix sort of pairs", () => {
  test.each([
    [0, 32],
    [1, 32],
    [2, 11],
    [1000, 11],
    [1000, 12],
    [1000, 22],
    [MOST, 32],
  ])("puts %d pairs with keys of %d bits in the order of a stable sort", (count, bits) => {
    const random = new Random(count + bits);
    // At times few keys are distinct, so that stability matters.
    const keys = Array.from({ length: count }, () => random.below(random.chance(0.5) ? 2 ** bits : 5));
    const { u32 } = views(core);
    keys.forEach((key, index) => {
      u32[a / 4 + 2 * index] = key;
      u32[a / 4 + 2 * index + 1] = index;
    });
    const sorted = core.radixSortPairs(a, b, count, bits) / 4;
    const expected = keys.map((key, index) => [key, index]).sort(([p], [q]) => p - q);
    const got = keys.map((_, index) => [u32[sorted + 2 * index], u32[sorted + 2 * index + 1]]);
    expect(got).toEqual(expected);
  });

  test("ignores bits above those that count", () => {
    const { u32 } = views(core);
    u32.set([0xffff0002, 0, 0x00000001, 1, 0xabcd0000, 2], a / 4);
    const sorted = core.radixSortPairs(a, b, 3, 11) / 4;
    expect([1, 3, 5].map((word) => u32[sorted + word])).toEqual([2, 1, 0]);
  });
});

suite("radix sort of keys", () => {
  test.each([
    [0, 20],
    [1, 20],
    [2, 20],
    [63, 20],
    [64, 20],
    [65, 11],
    [500, 1],
    [MOST, 20],
    [MOST, 24],
  ])("puts %d keys with halves of %d bits in the order of their high half, then their low half", (count, bits) => {
    const random = new Random(7 * count + bits);
    const half = (): bigint => BigInt(random.below(2 ** (random.chance(0.5) ? bits : Math.min(bits, 4))));
    const keys = Array.from({ length: count }, () => (half() << 32n) | half());
    views(core).u64.set(keys, a / 8);
    const sorted = core.radixSortKeys(a, b, count, bits) / 8;
    const expected = keys.sort((p, q) => (p < q ? -1 : p > q ? 1 : 0));
    expect([...views(core).u64.subarray(sorted, sorted + count)]).toEqual(expected);
  });
});
