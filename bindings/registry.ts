/** Slot of a handle: its low 20 bits. */
export const SLOT_MASK = 0xfffff;

/** How many objects of destroyed owners are remembered, so that a restore brings back the same ones. */
const MEMORY = 8192;

/**
 * The objects handed out for handles: the same object for the same id. An object outlives its owner here until the slot
 * has a new one, and a while beyond: `world.restore` may bring the owner back to life, with its `userData`.
 */
export class Registry<T extends { readonly id: number }> {
  /** By slot: the object of the last id seen there. */
  private readonly current: (T | undefined)[] = [];
  /** Objects that lost their slot to another, oldest first. */
  private readonly past = new Map<number, T>();

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

  private keep(object: T, slot: number, before: T | undefined): T {
    if (before !== undefined) {
      this.past.set(before.id, before);
      if (this.past.size > MEMORY) {
        for (const oldest of this.past.keys()) {
          this.past.delete(oldest);
          break;
        }
      }
    }
    while (this.current.length < slot) {
      this.current.push(undefined);
    }
    this.current[slot] = object;
    return object;
  }
}
