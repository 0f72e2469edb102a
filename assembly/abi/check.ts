import { Bodies } from "../world/body";
import { BodyFlag } from "./layout";

/** Is every one of `count` f32 at `p` a finite number? */
export function allFinite(p: usize, count: u32): bool {
  let sum: f32 = 0;
  for (let k: usize = 0; k < <usize>count; k++) {
    const v = load<f32>(p + (k << 2));
    sum += v - v; // 0 for a number, NaN for what is none
  }
  return sum == 0;
}

export function isFiniteF32(x: f32): bool {
  return x - x == 0;
}

/** A velocity limited to what may be set: far beyond the cap of the step, but small enough to be squared. Turns −0 into 0. */
export function settable(v: f32): f32 {
  return min<f32>(max<f32>(v, -1e9), 1e9) + 0;
}

/** The same for an angular velocity: 0 for a body that cannot turn. */
export function turnable(slot: u32, w: f32): f32 {
  return (Bodies.locks(slot) & BodyFlag.LockRotation) != 0 ? 0 : settable(w);
}
