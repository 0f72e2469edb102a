/** Slot of a handle: its low 20 bits. */
export const SLOT_MASK = 0xfffff;

/**
 * So many objects of destroyed owners are remembered at least, so that a restore brings back the same ones; as many as there
 * are slots, if those are more: a full world's can all have been replaced.
 */
const MEMORY = 8192;

/** Keeps `object` by `key`, and of all that is kept the latest `most`, or `MEMORY`. */
export function remember<T>(map: Map<number, T>, key: number, object: T, most = 0): void {
  map.set(key, object);
  if (map.size > Math.max(MEMORY, most)) {
    for (const oldest of map.keys()) {
      map.delete(oldest);
      break;
    }
  }
}

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

  /** Puts an object in place of the one of the same id. */
  replace(object: T): void {
    this.current[object.id & SLOT_MASK] = object;
  }

  private keep(object: T, slot: number, before: T | undefined): T {
    if (before !== undefined) {
      remember(this.past, before.id, before, this.current.length);
    }
    while (this.current.length < slot) {
      this.current.push(undefined);
    }
    this.current[slot] = object;
    return object;
  }
}
