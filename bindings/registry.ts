import { Latest } from "./latest.js";

/** Slot of a handle: its low 20 bits. */
export const SLOT_MASK = 0xfffff;

/** So many more objects than the last sweep left, or as many again, and slots are swept of what is dead. */
const SWEEP = 1024;

/**
 * The objects handed out for handles: the same object for the same id. An object outlives its owner here until the slot
 * has a new one, and a while beyond: `world.restore` may bring the owner back to life, with its `userData`.
 */
export class Registry<T extends { readonly alive: boolean }> {
  /** By slot: the object of the last id seen there. */
  private readonly current: (T | undefined)[] = [];
  /** By slot: that id. */
  private readonly ids: number[] = [];
  /** Objects in `current`. */
  private count = 0;
  /** At so many they are swept. */
  private full = SWEEP;
  /**
   * Objects that lost their slot to another or were swept from it: for a restore, so that it brings back the same ones. As many as
   * have a slot, for a full world's can all have been replaced.
   */
  private readonly past = new Latest<T>();

  constructor(private readonly make: (id: number) => T) {}

  /** The object of a living id. */
  get(id: number): T {
    const slot = id & SLOT_MASK;
    const known = this.current[slot];
    if (known !== undefined && this.ids[slot] === id) {
      return known;
    }
    const back = this.past.get(id);
    this.past.delete(id);
    return this.keep(back ?? this.make(id), id, known);
  }

  /** The object of an id that need not live any more, if one was handed out and is remembered. */
  recall(id: number): T | undefined {
    const slot = id & SLOT_MASK;
    const known = this.current[slot];
    return known !== undefined && this.ids[slot] === id ? known : this.past.get(id);
  }

  /** Puts an object in place of the one of the same id. */
  replace(id: number, object: T): void {
    this.current[id & SLOT_MASK] = object;
  }

  private keep(object: T, id: number, before: T | undefined): T {
    const slot = id & SLOT_MASK;
    if (before !== undefined) {
      this.past.remember(this.ids[slot]!, before, this.count);
    } else {
      if (this.count === this.full) {
        this.sweep();
      }
      this.count++;
    }
    while (this.current.length < slot) {
      this.current.push(undefined);
      this.ids.push(0);
    }
    this.current[slot] = object;
    this.ids[slot] = id;
    return object;
  }

  /**
   * Makes what is dead leave its slot. Most slots have a new owner soon; but one that was taken 1,023 times has none ever
   * again, and its last object, with its `userData`, would stay for good.
   */
  private sweep(): void {
    const most = this.count;
    this.count = 0;
    this.current.forEach((object, slot) => {
      if (object?.alive === true) {
        this.count++;
      } else if (object !== undefined) {
        this.current[slot] = undefined;
        this.past.remember(this.ids[slot]!, object, most);
      }
    });
    this.full = this.count + Math.max(SWEEP, this.count);
  }
}
