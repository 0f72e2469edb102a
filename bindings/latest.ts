/** So much is kept at least: who remembers more says how much. */
const LEAST = 8192;

/**
 * So much is let go of at a time, for what comes first in a map is found by passing over all that was deleted before it: one by
 * one that costs microseconds, and an iterator that is kept keeps everything in V8 that the map ever had.
 */
const BATCH = 1024;

/** What is remembered of what is gone, by key: the latest only. Of a registry's objects, of snapshots that were written. */
export class Latest<T> extends Map<number, T> {
  /** Keeps `value` by `key`, and of all that is kept the latest `most`, or `LEAST`, and at most a batch more. */
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
