/** Slot of a handle: its low 20 bits. */
export const SLOT_MASK = 0xfffff;

/**
 * So many objects of destroyed owners are remembered at least, so that a restore brings back the same ones; as many as there
 * are in their slots, if those are more: a full world's can all have been replaced.
 */
const MEMORY = 8192;

/**
 * So many are let go of at a time, for what comes first in a map is found by passing over all that was deleted before it: one by
 * one that costs microseconds, and an iterator that is kept keeps everything in V8 that the map ever had.
 */
const BATCH = 1024;

/** What is remembered, by key: the latest only. */
export class Latest<T> extends Map<number, T> {
  /** Keeps `object` by `key`, and of all that is kept the latest `most`, or `MEMORY`, and some more. */
  remember(key: number, object: T, most = 0): void {
    this.delete(key);
    this.set(key, object);
    let surplus = this.size - Math.max(MEMORY, most);
    if (surplus > BATCH) {
      for (const oldest of this.keys()) {
        this.delete(oldest);
        if (--surplus === 0) {
          break;
        }
      }
    }
  }
}

/**
 * The objects handed out for handles: the same object for the same id. An object outlives its owner here until the slot
 * has a new one, and a while beyond: `world.restore` may bring the owner back to life, with its `userData`.
 */
export class Registry<T extends { readonly id: number; readonly alive: boolean }> {
  /** By slot: the object of the last id seen there. */
  private readonly current: (T | undefined)[] = [];
  /** Objects in `current`. */
  private count = 0;
  /** At so many they are swept. */
  private full = BATCH;
  /** Objects that lost their slot to another or were swept from it, oldest first. */
  private readonly past = new Latest<T>();

  constructor(private readonly make: (id: number) => T) {}

  /** The object of a living id. */
  get(id: number): T {
    const slot = id & SLOT_MASK;
    const known = this.current[slot];
    if (known !== undefined && known.id === id) {
      return known;
    }
    const back = this.past.get(id);
    this.past.delete(id);
    return this.keep(back ?? this.make(id), slot, known);
  }

  /** The object of an id that need not live any more, if one was handed out and is remembered. */
  recall(id: number): T | undefined {
    const known = this.current[id & SLOT_MASK];
    return known !== undefined && known.id === id ? known : this.past.get(id);
  }

  /** Puts an object in place of the one of the same id. */
  replace(object: T): void {
    this.current[object.id & SLOT_MASK] = object;
  }

  private keep(object: T, slot: number, before: T | undefined): T {
    if (before !== undefined) {
      this.past.remember(before.id, before, this.count);
    } else if (++this.count > this.full) {
      this.sweep();
    }
    while (this.current.length < slot) {
      this.current.push(undefined);
    }
    this.current[slot] = object;
    return object;
  }

  /**
   * Makes what is dead leave its slot. Most slots have a new owner soon; but one that was taken 1,023 times has none ever
   * again, and its last object, with its `userData`, would stay for good.
   */
  private sweep(): void {
    const most = this.count;
    this.count = 1; // the one that is about to be put into its slot
    this.current.forEach((object, slot) => {
      if (object?.alive === true) {
        this.count++;
      } else if (object !== undefined) {
        this.current[slot] = undefined;
        this.past.remember(object.id, object, most);
      }
    });
    this.full = Math.max(this.count + BATCH, 2 * this.count);
  }
}
