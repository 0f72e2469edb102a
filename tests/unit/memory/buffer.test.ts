import { beforeEach, expect, suite, test } from "vitest";
import { Arena, loadCore, views } from "../core";
import type { Core } from "../core";

let core: Core;
let buffer: number;

/** The fields of a buffer record. */
const read = (): { ptr: number; capacity: number; count: number } => {
  const { u32 } = views(core);
  return { ptr: u32[buffer / 4], capacity: u32[buffer / 4 + 1], count: u32[buffer / 4 + 2] };
};

async function fresh(maximumPages?: number): Promise<void> {
  core = await loadCore("ground", "scalar", maximumPages);
  buffer = new Arena(core, 1).take(16);
  core.initHeap();
}

suite("a growable buffer", () => {
  beforeEach(() => fresh());

  test("starts empty and takes its first block on demand", () => {
    expect(read()).toEqual({ ptr: 0, capacity: 0, count: 0 });
    expect(core.bufferEnsure(buffer, 1)).toBeTruthy();
    expect(read().capacity).toBe(256);
  });

  test.each([true, false])(
    "grows by doubling and keeps its contents: in its place if its block is the last (%s)",
    (last) => {
      core.bufferEnsure(buffer, 256);
      const old = read().ptr;
      if (!last) {
        core.allocate(64);
      }
      const live = core.heapLive();
      views(core).u8.set(
        Array.from({ length: 256 }, (_, k) => k),
        old,
      );
      expect(core.bufferEnsure(buffer, 257)).toBeTruthy();
      const { ptr, capacity } = read();
      expect(capacity).toBe(512);
      expect(ptr === old).toBe(last);
      expect([...views(core).u8.subarray(ptr, ptr + 256)]).toEqual(Array.from({ length: 256 }, (_, k) => k));
      expect(core.heapLive()).toBe(live - 256 + 512);
      expect(core.allocate(256) === old).toBe(!last); // the old block is given back
    },
  );

  test("does not move while its capacity lasts", () => {
    core.bufferEnsure(buffer, 1000);
    const before = read();
    core.bufferEnsure(buffer, 1024);
    core.bufferEnsureScratch(buffer, 3);
    expect(read()).toEqual(before);
  });

  test("grows straight to the requested size if it is a scratch buffer", () => {
    core.bufferEnsureScratch(buffer, 5000);
    expect(read().capacity).toBe(8192);
  });

  test("keeps the items pushed as a list, in order, as it grows", () => {
    for (let k = 0; k < 1000; k++) expect(core.listPush(buffer, k * k)).toBeTruthy();
    const { ptr, count } = read();
    expect(count).toBe(1000);
    expect([...views(core).u32.subarray(ptr / 4, ptr / 4 + 1000)]).toEqual(
      Array.from({ length: 1000 }, (_, k) => k * k),
    );
  });
});

suite("a buffer out of memory", () => {
  test.each(["bufferEnsure", "bufferEnsureScratch"])("is reported by %s, and keeps its contents", async (ensure) => {
    await fresh(20);
    core[ensure](buffer, 4096);
    const before = read();
    const live = core.heapLive();
    views(core).u8.fill(7, before.ptr, before.ptr + 4096);
    expect(core[ensure](buffer, 2 ** 24)).toBeFalsy();
    expect(read()).toEqual(before);
    expect(core.heapLive()).toBe(live);
    expect(
      views(core)
        .u8.subarray(before.ptr, before.ptr + 4096)
        .every((byte) => byte === 7),
    ).toBe(true);
  });
});

suite("a buffer larger than any block", () => {
  // Doubling past two gigabytes used to loop forever.
  test.each(["bufferEnsure", "bufferEnsureScratch"])("is refused by %s", async (ensure) => {
    await fresh();
    core[ensure](buffer, 4096);
    const before = read();
    expect(core[ensure](buffer, 0x80000001)).toBeFalsy();
    expect(read()).toEqual(before);
  });
});

suite("a column", () => {
  beforeEach(() => fresh());

  test.each([true, false])("keeps its elements as it grows: in its place if its block is the last (%s)", (last) => {
    expect(core.reserve(core.columnBytes(12, 64) + 64)).toBeTruthy();
    core.growColumn(buffer, 12, 0, 16);
    const first = views(core).u32[buffer / 4];
    for (let k = 0; k < 48; k++) views(core).u32[first / 4 + k] = k + 1;
    if (!last) {
      core.allocate(64);
    }
    core.growColumn(buffer, 12, 16, 64);
    const at = views(core).u32[buffer / 4] / 4;
    expect(at === first / 4).toBe(last);
    const words = [...views(core).u32.subarray(at, at + 48)];
    expect(words).toEqual(Array.from({ length: 48 }, (_, k) => k + 1));
  });

  test("may take the size of a whole block as it grows", () => {
    expect(core.columnBytes(12, 64)).toBe(1024);
    expect(core.columnBytes(16, 64)).toBe(1024);
    expect(core.columnBytes(1, 3)).toBe(64);
  });

  // Capacity, slots ever used, first free slot; each free slot names the next in word 1 of its record of three words.
  test.each([
    { what: "nothing is there yet: the least", family: [0, 0, 0], count: 1, room: 16 },
    { what: "what is left is enough", family: [16, 10, 0], count: 6, room: 16 },
    { what: "one more than is left", family: [16, 10, 0], count: 7, room: 32 },
    { what: "many more", family: [16, 10, 0], count: 119, room: 256 },
    { what: "two free slots make up for what is missing", family: [16, 14, 5], count: 4, room: 16 },
    { what: "and no more than that", family: [16, 14, 5], count: 5, room: 32 },
    { what: "more than are allowed", family: [16, 10, 0], count: 247, room: 0 },
    { what: "as many as are allowed", family: [16, 10, 0], count: 246, room: 256 },
  ])("has room for more slots: $what", ({ family, count, room }) => {
    const records = new Arena(core, 1).take(16 * 12);
    const { u32 } = views(core);
    u32.set([...family, 0], buffer / 4);
    u32[(records + 5 * 12) / 4 + 1] = 3;
    u32[(records + 3 * 12) / 4 + 1] = 0;
    expect(core.roomFor(buffer, count, records + 4, 12, 16, 256)).toBe(room);
  });
});
