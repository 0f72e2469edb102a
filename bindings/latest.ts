/** The smallest number of entries kept; callers may ask for more. */
const LEAST = 8192;

/**
 * Entries are dropped this many at a time. Finding the first entry of a map means passing over all those deleted before
 * it, which one by one costs microseconds; and a kept iterator makes V8 retain everything that the map ever held.
 */
const BATCH = 1024;

/** The latest entries, by key, of things that are gone: objects of a registry, snapshots that were written. */
export class Latest<T> extends Map<number, T> {
  /** Stores `value` under `key`. Of all entries it keeps the latest `most`, but at least `LEAST`, and up to a batch more. */
  remember(key: number, value: T, most = LEAST): void {
    this.delete(key);
    this.set(key, value);
    let surplus = this.size - Math.max(LEAST, most);
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
