import { isTyped, show } from "./check.js";
import { PhysicsError } from "./errors.js";
import type { Instance } from "./instance.js";

/** x, y, cosine, sine. */
const WORDS = 4;

/** Poses before and after the last step, kept from the first time that poses in between are asked for. */
export class Interpolation {
  private before = new Float32Array(0);
  private after = new Float32Array(0);
  private used = 0;
  private asked = false;

  constructor(private readonly of: Instance) {}

  /** Before a step: keeps the present poses as the earlier ones. */
  beforeStep(): void {
    if (this.asked) {
      const now = this.poses();
      if (now.length > this.before.length) {
        this.before = new Float32Array(2 * now.length);
        this.after = new Float32Array(2 * now.length);
      }
      this.before.set(now);
    }
  }

  afterStep(): void {
    if (this.asked) {
      const now = this.poses();
      this.used = Math.min(now.length, this.before.length);
      this.after.set(now.length > this.used ? now.subarray(0, this.used) : now);
    }
  }

  /** The body of a slot was destroyed. A body that takes the slot before the next step has no earlier pose. */
  forget(slot: number): void {
    this.after.fill(Number.NaN, slot * WORDS, (slot + 1) * WORDS);
  }

  /** The world is no longer as the last step left it. */
  afterRestore(): void {
    this.used = 0;
  }

  /** Writes the poses of all slots at `alpha` of the last step to `out`, or to a new array. */
  all(alpha: number, out: Float32Array | undefined): Float32Array {
    this.asked = true;
    const now = this.poses();
    if (out !== undefined && !(isTyped(out, "Float32Array") && out.length >= now.length)) {
      throw new PhysicsError(
        "out-of-range",
        `out is ${isTyped(out, "Float32Array") ? `${out.length} numbers long` : show(out)}; it must be a Float32Array of at least ${now.length}.`,
      );
    }
    const to = out ?? new Float32Array(now.length);
    for (let at = 0; at < now.length; at += WORDS) {
      this.blend(now, at, alpha, to, at);
    }
    return to;
  }

  /** Writes the pose of one slot to the first four numbers of `to`. */
  one(slot: number, alpha: number, to: Float32Array): void {
    this.asked = true;
    this.blend(this.poses(), slot * WORDS, alpha, to, 0);
  }

  private blend(now: Float32Array, at: number, alpha: number, to: Float32Array, place: number): void {
    const { before, after } = this;
    const x = now[at]!;
    const y = now[at + 1]!;
    const c = now[at + 2]!;
    const s = now[at + 3]!;
    to[place] = x;
    to[place + 1] = y;
    to[place + 2] = c;
    to[place + 3] = s;
    // A body that was created, moved by a setter or restored since the step is drawn where it is.
    if (at >= this.used || x !== after[at] || y !== after[at + 1] || c !== after[at + 2] || s !== after[at + 3]) {
      return;
    }
    const rest = 1 - alpha;
    const turnC = rest * before[at + 2]! + alpha * c;
    const turnS = rest * before[at + 3]! + alpha * s;
    const length = Math.sqrt(turnC * turnC + turnS * turnS);
    to[place] = rest * before[at]! + alpha * x;
    to[place + 1] = rest * before[at + 1]! + alpha * y;
    if (length > 1e-6) {
      to[place + 2] = turnC / length;
      to[place + 3] = turnS / length;
    }
  }

  private poses(): Float32Array {
    return this.of.world.state.transforms;
  }
}
