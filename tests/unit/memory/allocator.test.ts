import { beforeAll, expect, suite, test } from "vitest";
import { HEAP_ADDRESS, WORLD_ADDRESS } from "../../../assembly/memory/fixed";
import { Random } from "../../helpers/numbers";
import { loadCore, views } from "../core";
import type { Core } from "../core";

const PAGE = 65536;
/** Room for about a megabyte. */
const FEW_PAGES = 20;

suite("the allocator", () => {
  let core: Core;
  beforeAll(async () => {
    core = await loadCore("ground", "scalar");
    core.initHeap();
  });

  test("hands out blocks aligned to 64 bytes that do not overlap and lie in memory", () => {
    const blocks = [1, 63, 64, 65, 100, 4096, 5000, 70000, 1_000_000].map((bytes) => ({
      start: core.allocate(bytes) as number,
      bytes,
    }));
    blocks.sort((a, b) => a.start - b.start);
    blocks.forEach(({ start, bytes }, index) => {
      expect(start % 64).toBe(0);
      expect(start + bytes).toBeLessThanOrEqual(blocks[index + 1]?.start ?? core.memory.buffer.byteLength);
    });
    for (const { start, bytes } of blocks) core.release(start, bytes);
  });

  test("rounds a request up to a power of two, at least 64", () => {
    for (const [bytes, rounded] of [
      [1, 64],
      [64, 64],
      [65, 128],
      [4096, 4096],
      [4097, 8192],
      [2 ** 30, 2 ** 30],
    ]) {
      expect(core.blockBytes(bytes)).toBe(rounded);
    }
  });

  test("leaves 64 bytes of memory behind the last block, for reads beyond its end", () => {
    for (let grown = 0; grown < 3;) {
      const before = core.memory.buffer.byteLength;
      core.allocate(16384);
      const after = core.memory.buffer.byteLength;
      expect(core.heapTop() + 64).toBeLessThanOrEqual(after);
      grown += Number(after > before);
    }
  });

  test("gives a released block to the next request of its size", () => {
    const first = core.allocate(1000);
    const top = core.heapTop();
    core.release(first, 1000);
    expect(core.allocate(600)).toBe(first);
    expect(core.allocate(300)).not.toBe(first);
    expect(core.heapTop()).toBe(top + 512);
  });

  test("makes the last block longer where it lies, and no other", () => {
    const before = core.allocate(20_000);
    const last = core.allocate(20_000);
    const live = core.heapLive();
    const top = core.heapTop();
    for (const [block, next] of [
      [0, 64],
      [before, 40_000],
      [last, 2 ** 31 + 1],
    ]) {
      expect(core.extend(block, 20_000, next)).toBe(0);
    }
    expect([core.heapLive(), core.heapTop()]).toEqual([live, top]);
    expect(core.extend(last, 20_000, 100_000)).toBe(1);
    expect([core.heapLive(), core.heapTop()]).toEqual([live + 131_072 - 32_768, last + 131_072]);
    expect(core.heapTop() + 64).toBeLessThanOrEqual(core.memory.buffer.byteLength);
    core.release(last, 100_000);
    expect(core.allocate(70_000)).toBe(last);
    core.release(before, 20_000);
    core.release(last, 70_000);
  });

  test("does nothing when a null block is released", () => {
    const live = core.heapLive();
    core.release(0, 4096);
    expect(core.heapLive()).toBe(live);
  });

  test("counts the bytes handed out, exactly, over 20,000 random requests", () => {
    const random = new Random(1);
    const before = core.heapLive();
    const held: { at: number; bytes: number; mark: number }[] = [];
    let live = before;
    for (let k = 0; k < 20_000; k++) {
      if (held.length > 0 && random.chance(0.5)) {
        const [{ at, bytes, mark }] = held.splice(random.below(held.length), 1);
        const { u8 } = views(core);
        expect(u8[at] === mark && u8[at + bytes - 1] === mark).toBe(true);
        core.release(at, bytes);
        live -= core.blockBytes(bytes);
      } else {
        const bytes = 1 + random.below(2 ** random.below(14));
        const at = core.allocate(bytes);
        const mark = k & 255;
        views(core).u8.fill(mark, at, at + bytes);
        held.push({ at, bytes, mark });
        live += core.blockBytes(bytes);
      }
    }
    expect(core.heapLive()).toBe(live);
    for (const { at, bytes } of held) core.release(at, bytes);
    expect(core.heapLive()).toBe(before);
  });

  test("takes reserved room without growing memory", () => {
    expect(core.reserve(3 * 2 ** 20)).toBeTruthy();
    const length = core.memory.buffer.byteLength;
    for (let k = 0; k < 3; k++) expect(core.allocate(2 ** 20)).not.toBe(0);
    expect(core.memory.buffer.byteLength).toBe(length);
  });
});

suite("out of memory", () => {
  test("is reported by 0 and changes nothing, and smaller requests are still met", async () => {
    const core = await loadCore("ground", "scalar", FEW_PAGES);
    core.initHeap();
    const first = core.allocate(2 ** 19);
    expect(first).not.toBe(0);
    const image = (): string => Buffer.from(core.memory.buffer.slice(HEAP_ADDRESS, WORLD_ADDRESS)).toString("hex");
    const heap = image();
    const length = core.memory.buffer.byteLength;
    expect(core.allocate(2 ** 20)).toBe(0);
    expect(core.reserve(2 ** 20)).toBeFalsy();
    expect(image()).toBe(heap);
    expect(core.memory.buffer.byteLength).toBe(length);
    expect(core.allocate(4096)).not.toBe(0);
    core.release(first, 2 ** 19);
    expect(core.allocate(2 ** 19)).toBe(first);
  });

  test("comes only after the last page is used up", async () => {
    const core = await loadCore("ground", "scalar", FEW_PAGES);
    core.initHeap();
    let last = 0;
    for (let at = core.allocate(64); at !== 0; at = core.allocate(64)) last = at;
    expect(last + 64 + 64).toBe(FEW_PAGES * PAGE);
    expect(core.heapTop() + 64).toBe(FEW_PAGES * PAGE);
  });

  test("is put off by cutting up larger released blocks, which are used completely", async () => {
    const core = await loadCore("ground", "scalar", FEW_PAGES);
    core.initHeap();
    const large = core.allocate(4096);
    while (core.allocate(64) !== 0) continue;
    const live = core.heapLive();
    core.release(large, 4096);
    const pieces = [1024, 64, 512, 64, 128, 256, 2048].map((bytes) => {
      const at = core.allocate(bytes) as number;
      expect(at).not.toBe(0);
      return { at, end: at + bytes };
    });
    expect(core.heapLive()).toBe(live);
    expect(core.allocate(64)).toBe(0);
    pieces.sort((a, b) => a.at - b.at);
    expect(pieces.map(({ end }) => end)).toEqual([...pieces.slice(1).map(({ at }) => at), large + 4096]);
    expect(pieces[0].at).toBe(large);
  });

  test.each([2 ** 31 + 1, 3e9, 2 ** 32 - 1])(
    "is also the answer to a request of %d bytes, larger than any block",
    async (bytes) => {
      const core = await loadCore("ground", "scalar", FEW_PAGES);
      core.initHeap();
      const top = core.heapTop();
      expect(core.allocate(bytes)).toBe(0);
      expect(core.heapTop()).toBe(top);
    },
  );
});
