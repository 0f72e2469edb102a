import { refuse } from "./check.js";

/** A rest that rounding alone keeps from being a whole step still counts as one. */
const ROUNDING = 1e-9;

/** Turns the host's uneven frames into whole steps of one length, so that a run does not depend on the frame rate. */
export class Clock {
  private rest = 0;
  /** Fraction of a step that is left. */
  alpha = 0;

  constructor(
    private readonly timeStep: number,
    private readonly maxSteps: number,
  ) {}

  /**
   * Adds `elapsed` seconds and calls `step` once for every whole step accumulated, at most `maxSteps` times: a host
   * that cannot keep up loses time instead of falling further behind. Returns the fraction of a step that is left, from
   * 0 to below 1. While `paused`, time stands still. `begin` is called first, once the arguments have been checked.
   */
  advance(elapsed: unknown, begin: () => void, step: () => void, paused: () => boolean): number {
    if (typeof elapsed !== "number") {
      refuse("bad-type", "elapsed", elapsed, "a number of seconds");
    }
    if (elapsed - elapsed !== 0) {
      refuse("not-finite", "elapsed", elapsed, "a number of seconds");
    }
    if (elapsed < 0) {
      refuse("out-of-range", "elapsed", elapsed, "0 or more");
    }
    if (typeof step !== "function") {
      refuse("bad-type", "step", step, "a function that calls world.step()");
    }
    begin();
    if (paused()) {
      return this.alpha;
    }
    const { timeStep, maxSteps } = this;
    const whole = timeStep * (1 - ROUNDING);
    this.rest += elapsed;
    let steps = 0;
    while (this.rest >= whole && steps < maxSteps && !paused()) {
      this.rest = Math.max(this.rest - timeStep, 0);
      steps++;
      step();
    }
    if (this.rest >= whole) {
      const left = this.rest % timeStep;
      this.rest = left < whole ? left : 0; // a rest that only rounding keeps from a whole step is lost too
    }
    return (this.alpha = Math.min(this.rest / timeStep, 1 - Number.EPSILON));
  }
}

/** Looks for the host's clock only when asked: Node creates it on first access, which takes half a millisecond. */
export function now(): number {
  const { performance } = globalThis;
  return performance === undefined ? Date.now() : performance.now();
}
