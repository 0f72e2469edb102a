// Worlds that check whether the core stays within its blocks of memory: every read and write of its compiled code is examined.
//
// The core is the built one except for its allocator, which leaves gaps between blocks (guarded_blocks.mjs), and for the calls before
// every memory access (guarded_accesses.mjs). Blocks just taken, the gap after a block, and blocks given back are filled with one bits,
// which are NaN as floats: if the core used them, the hash would change.
import { join } from "node:path";
import { expect } from "vitest";
import * as api from "../../bindings/api.js";
import type { CoreExports } from "../../bindings/core.js";
import type { WorldOptions } from "../../bindings/definitions.js";
import { jsCore } from "../../bindings/loader.js";
import { World as BareWorld } from "../../bindings/world.js";
import { keptCore } from "../unit/core.js";
import type { Engine } from "./engine.js";
import { withWatchedAccesses } from "./guarded_accesses.mjs";
import { GAP, NEWS } from "./guarded_blocks.mjs";

const root = join(import.meta.dirname, "../..");
const TRANSFORM = "tests/helpers/guarded_blocks.mjs";

/** Accesses through null pointers lie below this address (assembly/memory/fixed.ts). */
const FIRST_RECORD = 1024;
/** From here to the heap lie tables, which are read-only once there is a heap. */
const TABLES = 65536;
const HEAP_RECORD_BYTES = 256;

/** Blocks begin and end at multiples of 64. For each such unit we note how many of its bytes were requested, or `BEHIND` or `FREE`. */
const UNIT_SHIFT = 6;
const UNIT = 64;
/** May be read but not written: the rest of a block, and as many bytes after it as the allocator leaves. */
const BEHIND = 65;
const FREE = 66;
const MOST_BYTES = 2 ** 26;
/** A core with more faults than this might never stop by itself. */
const MOST_TOLD = 1000;

/** Tracks the blocks of a core, and what the core did outside them. */
export class Guard {
  /** Each kind of forbidden access, with the functions that made it, and one address as an example. */
  readonly faults = new Map<string, string>();
  core!: CoreExports;
  /** Has the world been made? Its first blocks are not filled: they lie in fresh memory, whose zeros are slot 0 of everything. */
  made = false;
  private units = new Uint8Array(MOST_BYTES >> UNIT_SHIFT);
  private start = MOST_BYTES;
  /** The heap ends here, `GAP` after its last block; beyond this point the core may keep whatever it likes. */
  top = 0;
  private slack = 0;
  private looking = true;
  private told = 0;
  private readonly kept = new Map<string, { units: Uint8Array; top: number }>();

  /** The core's import. */
  readonly watch = (at: number, offset: number, bytes: number, news: number): number => {
    switch (news) {
      case NEWS.read:
      case NEWS.wrote:
        this.look((at >>> 0) + offset, bytes >>> 0, news === NEWS.wrote);
        break;
      case NEWS.took:
        this.take(at, bytes, offset);
        break;
      case NEWS.fits:
        if (offset !== 0) {
          this.mark(at, blockBytes(bytes), BEHIND); // a new block, taken for a larger size
        }
        this.fit(at, bytes);
        break;
      default:
        this.mark(at, bytes, FREE);
        this.spoil(at, bytes);
    }
    return at;
  };

  private take(at: number, bytes: number, slack: number): void {
    const size = blockBytes(bytes);
    this.slack = Math.max(this.slack, slack);
    this.start = Math.min(this.start, at);
    this.top = Math.max(this.top, at + size + GAP);
    expect(this.top, "a heap that the guard has room for").toBeLessThanOrEqual(MOST_BYTES);
    this.mark(at, size + this.slack, BEHIND);
    this.fit(at, bytes);
    this.spoil(at, size + GAP);
  }

  /** Notes that the first `bytes` of a block may be written. */
  private fit(at: number, bytes: number): void {
    const end = (at + bytes) >> UNIT_SHIFT;
    this.units.fill(UNIT, at >> UNIT_SHIFT, end);
    const last = this.units[end]!;
    const rest = bytes % UNIT;
    if (rest > 0) {
      this.units[end] = last <= UNIT ? Math.max(last, rest) : rest;
    }
  }

  private look(from: number, bytes: number, writes: boolean): void {
    const { units } = this;
    const first = from >> UNIT_SHIFT;
    const last = (from + bytes - 1) >> UNIT_SHIFT;
    // Nearly all accesses are within one unit that was requested as a whole.
    if ((units[first] === UNIT && last === first) || !this.looking || bytes === 0 || from >= this.top) {
      return;
    }
    if (from < this.start) {
      if (from < FIRST_RECORD || (from >= TABLES && writes)) {
        this.fault(from < FIRST_RECORD ? "through null" : "in a table", from, bytes, writes);
      }
      return;
    }
    for (let unit = first; unit <= last; unit++) {
      const what = units[unit]!;
      const end = Math.min(from + bytes - (unit << UNIT_SHIFT), UNIT);
      const may = writes ? end <= what && what <= UNIT : what > 0 && what <= BEHIND;
      // The first word of a free block points to the next one.
      if (!may && !(what === FREE && from === first << UNIT_SHIFT && bytes === 4)) {
        const past = writes ? "past what was asked for" : "too far behind a block";
        this.fault(what === FREE ? "in a free block" : past, from, bytes, writes);
        return;
      }
    }
  }

  private fault(where: string, from: number, bytes: number, writes: boolean): void {
    if (++this.told > MOST_TOLD) {
      throw new Error(`without end: ${[...this.faults.keys()].join("; ")}`);
    }
    const { stack = "" } = new Error();
    const names = [...stack.matchAll(/at (?:assembly\/)?(\S+) \(wasm:/g)].map(([, name]) => name).slice(0, 4);
    const what = `${writes ? "wrote" : "read"} ${where}: ${names.join(" < ")}`;
    this.faults.set(what, this.faults.get(what) ?? `${bytes} bytes at ${from}`);
  }

  private mark(from: number, bytes: number, what: number): void {
    this.units.fill(what, from >> UNIT_SHIFT, (from + bytes) >> UNIT_SHIFT);
  }

  private spoil(from: number, bytes: number): void {
    const { buffer } = this.core.memory;
    if (this.made) {
      new Uint8Array(buffer, from, Math.min(bytes, buffer.byteLength - from)).fill(0xff);
    }
  }

  /** Remembers which blocks were in use when an image was taken. */
  keep(image: Uint8Array): void {
    this.kept.set(heapOf(image), { units: this.units.slice(0, this.top >> UNIT_SHIFT), top: this.top });
  }

  /** While a world is restored from an image, its old and new blocks overlap, so accesses are not checked. */
  restoring(image: Uint8Array, restore: () => void): void {
    const { units, top } = this;
    const then = this.kept.get(heapOf(image));
    this.units = new Uint8Array(units.length);
    this.units.set(then?.units ?? units);
    this.top = then?.top ?? top;
    this.looking = false;
    try {
      restore();
      expect(then, "the blocks of what is restored").toBeDefined();
    } catch (error) {
      this.units = units;
      this.top = top;
      throw error;
    } finally {
      this.looking = true;
    }
  }
}

/** Bytes of the block that serves a request. */
const blockBytes = (bytes: number): number => Math.max(UNIT, 2 ** Math.ceil(Math.log2(bytes)));

/** The heap's record, which follows the header. Unlike the checksum, it survives packing unchanged. */
const heapOf = (image: Uint8Array | undefined): string => String(image?.subarray(32, 32 + HEAP_RECORD_BYTES));

/** The compiled core: the code of the build, with function names. */
export async function guardedCore(target: "simd" | "scalar"): Promise<WebAssembly.Module> {
  const options = { args: ["--debug"], transforms: [join(root, TRANSFORM)] };
  const file = await keptCore("guarded", target, [TRANSFORM], options);
  return new WebAssembly.Module(new Uint8Array(withWatchedAccesses(file, NEWS)));
}

/** The interface over a guarded core, and the guards of the worlds made through it. */
export function guardedEngine(core: WebAssembly.Module): { engine: Engine; guards: Guard[] } {
  const guards: Guard[] = [];
  class World extends BareWorld {
    private readonly guard: Guard;
    constructor(options?: WorldOptions) {
      const guard = new Guard();
      const source = jsCore(() => {
        const { exports } = new WebAssembly.Instance(core, { guard: { watch: guard.watch } });
        return (guard.core = exports as unknown as CoreExports);
      });
      super(source, options);
      guard.made = true;
      this.guard = guard;
      guards.push(guard);
    }
    override snapshot(): ReturnType<BareWorld["snapshot"]> {
      const image = super.snapshot();
      this.guard.keep(image);
      return image;
    }
    override restore(image: Uint8Array): void {
      this.guard.restoring(image, () => super.restore(image));
    }
  }
  return { engine: { ...api, World } as unknown as Engine, guards };
}
