// Boxes that move, rest, go and come, for the tests of the pair finders, and the oracle, which looks at every pair.
import type { Random } from "../../helpers/numbers";
import { loadCore, views } from "../core";
import type { Core, Target } from "../core";

export const Method = { Tree: 2, Sweep: 3, Grid: 4 } as const;
export const MOVED = 1;
export const RESTING = 2;
export const MOVABLE = 16;

/** A box: four f32. */
export type Box = [x0: number, y0: number, x1: number, y1: number];
export const EMPTY: Box = [Infinity, Infinity, -Infinity, -Infinity];
export const overlap = (a: ArrayLike<number>, b: ArrayLike<number>): boolean =>
  a[0] <= b[2] && a[1] <= b[3] && b[0] <= a[2] && b[1] <= a[3];

export class Boxes {
  /** These change when the active items change, and when an item is added to the resting ones. */
  private activeVersion = 1;
  private restVersion = 1;
  private readonly active = new Set<number>();
  private readonly resting = new Set<number>();
  private readonly moved = new Set<number>();

  private constructor(
    readonly core: Core,
    readonly end: number,
  ) {}

  /** Room for items 1 … count, none of which is there yet. */
  static async make(target: Target, count: number): Promise<Boxes> {
    const core = await loadCore("pairs", target);
    core.begin(count + 1);
    return new Boxes(core, count + 1);
  }

  box(item: number, column = 0): Float32Array {
    return views(this.core)
      .f32.subarray(this.core.column(column) / 4 + 4 * item)
      .subarray(0, 4);
  }
  private mark(item: number, bits: number, on: boolean): void {
    const { u8 } = views(this.core);
    const at = this.core.column(2) + item;
    u8[at] = on ? u8[at] | bits : u8[at] & ~bits;
  }

  /** Adds a new item, or one that was removed. */
  add(item: number, box: Box, isStatic = false): void {
    this.mark(item, MOVABLE, !isStatic);
    this.active.add(item);
    this.activeVersion++;
    this.box(item, 1).set(EMPTY);
    this.move(item, box);
  }
  move(item: number, box: Box): void {
    this.box(item).set(box);
    this.mark(item, MOVED, true);
    this.mark(item, RESTING, false);
    this.moved.add(item);
    if (this.resting.delete(item)) {
      this.active.add(item);
      this.activeVersion++;
    }
  }
  remove(item: number): void {
    this.box(item).set(EMPTY);
    this.mark(item, 255, false);
    this.active.delete(item);
    this.activeVersion++;
    this.resting.delete(item);
    this.moved.delete(item);
    this.core.removeFromTree(item);
  }
  has(item: number): boolean {
    return this.active.has(item) || this.resting.has(item);
  }

  /** Puts a share of the items that have not moved to rest. */
  rest(random: Random, share: number): void {
    for (const item of [...this.active]) {
      if (this.moved.has(item) || !random.chance(share)) continue;
      this.active.delete(item);
      this.resting.add(item);
      this.mark(item, RESTING, true);
      this.activeVersion++;
      this.restVersion++;
    }
  }

  /** Makes this step's boxes the old ones. */
  settle(): void {
    for (const item of this.moved) {
      this.box(item, 1).set(this.box(item));
      this.mark(item, MOVED, false);
    }
    this.moved.clear();
  }

  /** The new pairs found by a method, sorted; a pair found twice is listed twice. */
  find(method: number): bigint[] {
    const { core } = this;
    [this.active, this.resting, this.moved].forEach((list, which) => {
      core.clearList(which);
      for (const item of list) core.push(which, item);
      if (which < 2) core.push(which, 0); // an empty place in the list
    });
    const count = core.find(method, this.activeVersion, this.restVersion);
    if (count < 0) throw new Error("out of memory");
    const at = core.keys() / 8;
    return [...views(core).u64.subarray(at, at + count)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  }

  /** The new pairs, by looking at every pair. */
  expected(): bigint[] {
    const items = [...this.active, ...this.resting].sort((a, b) => a - b);
    const now = new Map(items.map((item) => [item, this.box(item)]));
    const old = new Map(items.map((item) => [item, this.box(item, 1)]));
    const marks = views(this.core).u8.subarray(this.core.column(2));
    const keys: bigint[] = [];
    items.forEach((a, k) => {
      for (const b of items.slice(k + 1)) {
        const either = marks[a] | marks[b];
        if (!(either & MOVED) || !(either & MOVABLE)) continue;
        if (overlap(now.get(a)!, now.get(b)!) && !overlap(old.get(a)!, old.get(b)!))
          keys.push((BigInt(a) << 32n) | BigInt(b));
      }
    });
    return keys;
  }
}
