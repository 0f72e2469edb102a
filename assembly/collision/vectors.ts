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
  /** The x of four pairs, of which `a` has the first two. In the SIMD core only, like the next two. */
  @inline static fourX(a: v128, b: v128): v128 {
    return v128.shuffle<f32>(a, b, 0, 2, 4, 6);
  }
  @inline static fourY(a: v128, b: v128): v128 {
    return v128.shuffle<f32>(a, b, 1, 3, 5, 7);
  }
  /** Two pairs from `p` on, turned: `cosine` has the cosine in all lanes, `sine` the sine, with its sign flipped in even ones. */
  @inline static turnTwo(p: usize, cosine: v128, sine: v128): v128 {
    const two = v128.load(p);
    return f32x4.add(f32x4.mul(two, cosine), f32x4.mul(v128.shuffle<f32>(two, two, 1, 0, 3, 2), sine));
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
