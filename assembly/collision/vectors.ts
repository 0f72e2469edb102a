// Vectors as they lie in memory: pairs of numbers behind one another. This file owns their layout; the rest of the folder
// goes through it.

/** Pairs of f32: vertices and normals of hulls, points that a host writes. */
export abstract class Vec2 {
  /** Address of pair i. */
  @inline static at(base: usize, i: i32): usize {
    return base + ((<usize>i) << 3);
  }
  @inline static x(p: usize): f32 {
    return load<f32>(p);
  }
  @inline static y(p: usize): f32 {
    return load<f32>(p, 4);
  }
  @inline static set(p: usize, x: f32, y: f32): void {
    store<f32>(p, x);
    store<f32>(p, y, 4);
  }
}

/** Bytes from one f32 pair to the next. */
export const VEC2_BYTES: usize = 8;

/** Pairs of f64: working copies. */
export abstract class Vec2d {
  /** Address of pair i. */
  @inline static at(base: usize, i: i32): usize {
    return base + ((<usize>i) << 4);
  }
  @inline static x(p: usize): f64 {
    return load<f64>(p);
  }
  @inline static y(p: usize): f64 {
    return load<f64>(p, 8);
  }
  @inline static set(p: usize, x: f64, y: f64): void {
    store<f64>(p, x);
    store<f64>(p, y, 8);
  }
}

/** Bytes from one f64 pair to the next. */
export const VEC2D_BYTES: usize = 16;
