// Worlds that see whether the core keeps to its blocks of memory, for whatever its compiled code reads and writes is looked at.
//
// The core is the built one but for its allocator, whose blocks lie apart (guarded_blocks.mjs), and for the calls before what touches
// memory (guarded_accesses.mjs). A block that was just taken, what lies behind one, and one that was given back are filled with ones,
// which are no numbers: if they counted, the hash would be another.
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

/** Null pointers lead below it (assembly/memory/fixed.ts). */
const FIRST_RECORD = 1024;
/** From here to the heap lie tables, which are read once there is a heap. */
const TABLES = 65536;
const HEAP_RECORD_BYTES = 256;

/** Blocks begin and end at multiples of 64. Of each such unit is noted how many of its bytes, from the first on, are asked for, or: */
const UNIT_SHIFT = 6;
const UNIT = 64;
/** No more than may be read: the rest of a block, and behind it as much as its allocator says. */
const BEHIND = 65;
const FREE = 66;
const MOST_BYTES = 2 ** 26;
/** A core that does so much wrong may not come to an end by itself. */
const MOST_TOLD = 1000;

/** Knows the blocks of a core, and what it did elsewhere. */
export class Guard {
  /** What was done that should not, and by whom; an address for each. */
  readonly faults = new Map<string, string>();
  core!: CoreExports;
  /** Is the world made? Its first blocks lie in fresh memory, of whose zeros slot 0 of everything is. */
  made = false;
  private units = new Uint8Array(MOST_BYTES >> UNIT_SHIFT);
  private start = MOST_BYTES;
  /** The heap ends here, `GAP` behind its last block; then the core puts aside what it likes. */
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
          this.mark(at, blockBytes(bytes), BEHIND); // a new block, taken for more
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

  /** So much of a block may be written. */
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
    // Nearly all is within whole units.
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
      // The first word of a free block leads to the next.
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

  /** Remembers which blocks are in use in an image. */
  keep(image: Uint8Array): void {
    this.kept.set(heapOf(image), { units: this.units.slice(0, this.top >> UNIT_SHIFT), top: this.top });
  }

  /** While a world becomes that of an image, what was there and what will be lie over each other: nothing is looked at. */
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

/** Bytes that a request takes. */
const blockBytes = (bytes: number): number => Math.max(UNIT, 2 ** Math.ceil(Math.log2(bytes)));

/** The record of the heap, which comes after the header: in an image that was packed too, whose checksum is another. */
const heapOf = (image: Uint8Array | undefined): string => String(image?.subarray(32, 32 + HEAP_RECORD_BYTES));

/** The compiled core: the same code as that of the build, with the names of functions beside it. */
export async function guardedCore(target: "simd" | "scalar"): Promise<WebAssembly.Module> {
  const options = { args: ["--debug"], transforms: [join(root, TRANSFORM)] };
  const file = await keptCore("guarded", target, [TRANSFORM], options);
  return new WebAssembly.Module(new Uint8Array(withWatchedAccesses(file, NEWS)));
}

/** The interface over a guarded core, and the guards of the worlds that were made. */
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
