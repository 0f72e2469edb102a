import { Latest } from "./latest.js";

/** Slot of a handle: its low 20 bits. */
export const SLOT_MASK = 0xfffff;

/** Slots are swept of dead objects once there are this many more than the last sweep left, or twice as many if that is more. */
const SWEEP = 1024;

/**
 * The objects handed out for handles: the same id always gives the same object. An object outlives its owner here until
 * the slot has a new owner, and a while longer: `world.restore` may bring the owner back to life, with its `userData`.
 */
export class Registry<T extends { readonly alive: boolean }> {
  /** The object of the last id seen in each slot. */
  private readonly current: (T | undefined)[] = [];
  /** That id, by slot. */
  private readonly ids: number[] = [];
  /** Objects in `current`. */
  private count = 0;
  /** Number of objects at which they are swept. */
  private full = SWEEP;
  /** What `losses` was at the last sweep. */
  private swept = 0;
  /**
   * Objects that lost their slot to another or were swept, so that a restore brings back the same ones. As
   * many are kept as have a slot, because all those of a full world may have been replaced.
   */
  private readonly past = new Latest<T>();

  /** `losses` counts how often owners may have ceased to exist: as long as it stays the same, no object is dead. */
  constructor(
    private readonly make: (id: number) => T,
    private readonly losses: () => number,
  ) {}

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

  /** The object of an id that need not be alive any more, if one was handed out and is remembered. */
  recall(id: number): T | undefined {
    const slot = id & SLOT_MASK;
    const known = this.current[slot];
    return known !== undefined && this.ids[slot] === id ? known : this.past.get(id);
  }

  /** Replaces the object of an id by another. */
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
   * Removes dead objects from their slots. Most slots soon get a new owner, but one that was used 1,023
   * times never does, and would keep its last object, with its `userData`, for good.
   */
  private sweep(): void {
    const losses = this.losses();
    if (losses !== this.swept) {
      this.swept = losses;
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
    }
    this.full = this.count + Math.max(SWEEP, this.count);
  }
}
