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
