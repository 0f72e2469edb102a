/**
 * 4 × 4 transposes in two rounds of interleaving. Rows r0–r3 become columns by
 *
 *     a = lo(r0, r2), b = lo(r1, r3), c = hi(r0, r2), d = hi(r1, r3)
 *     x = lo(a, b),   y = hi(a, b),   z = lo(c, d),   w = hi(c, d)
 *
 * and columns become rows again by `lo`, `hi` and the halves of 64 bits. V8 turns each into one unpack instruction.
 *
 * A kernel may ask for columns of the same rows one by one, each with its loads: as long as no branch or store comes between, Binaryen's
 * local CSE leaves exactly the instructions of a gather written out by hand. It needs the address of each load in a local: it does not
 * see two equal sums as one once the first is kept for the second. So each row's four addresses are four lines in a kernel: an offset
 * cannot be passed on, for `load` requires a literal, and four values cannot be named together here.
 */
export abstract class X {
  @inline static lo(a: v128, b: v128): v128 {
    return v128.shuffle<f32>(a, b, 0, 4, 1, 5);
  }
  @inline static hi(a: v128, b: v128): v128 {
    return v128.shuffle<f32>(a, b, 2, 6, 3, 7);
  }
  /** Low 64 bits of both. */
  @inline static low(a: v128, b: v128): v128 {
    return v128.shuffle<i64>(a, b, 0, 2);
  }
  /** High 64 bits of both. */
  @inline static high(a: v128, b: v128): v128 {
    return v128.shuffle<i64>(a, b, 1, 3);
  }

  /** Columns of four rows. */
  @inline static x(r0: v128, r1: v128, r2: v128, r3: v128): v128 {
    return X.lo(X.lo(r0, r2), X.lo(r1, r3));
  }
  @inline static y(r0: v128, r1: v128, r2: v128, r3: v128): v128 {
    return X.hi(X.lo(r0, r2), X.lo(r1, r3));
  }
  @inline static z(r0: v128, r1: v128, r2: v128, r3: v128): v128 {
    return X.lo(X.hi(r0, r2), X.hi(r1, r3));
  }
  @inline static w(r0: v128, r1: v128, r2: v128, r3: v128): v128 {
    return X.hi(X.hi(r0, r2), X.hi(r1, r3));
  }

  /** A column of the rows at four addresses (`T` v128), or a number of the one row at p0 (`T` f32). */
  @inline static loadX<T>(p0: usize, p1: usize, p2: usize, p3: usize): T {
    if (isVector<T>()) {
      return X.x(v128.load(p0), v128.load(p1), v128.load(p2), v128.load(p3));
    } else {
      return load<f32>(p0) as T;
    }
  }
  @inline static loadY<T>(p0: usize, p1: usize, p2: usize, p3: usize): T {
    if (isVector<T>()) {
      return X.y(v128.load(p0), v128.load(p1), v128.load(p2), v128.load(p3));
    } else {
      return load<f32>(p0, 4) as T;
    }
  }
  @inline static loadZ<T>(p0: usize, p1: usize, p2: usize, p3: usize): T {
    if (isVector<T>()) {
      return X.z(v128.load(p0), v128.load(p1), v128.load(p2), v128.load(p3));
    } else {
      return load<f32>(p0, 8) as T;
    }
  }
  @inline static loadW<T>(p0: usize, p1: usize, p2: usize, p3: usize): T {
    if (isVector<T>()) {
      return X.w(v128.load(p0), v128.load(p1), v128.load(p2), v128.load(p3));
    } else {
      return load<f32>(p0, 12) as T;
    }
  }

  /** Stores columns x y as rows of 8 bytes at four addresses (`T` v128), or one row (`T` f32, at p0). */
  @inline static storePairs<T>(p0: usize, p1: usize, p2: usize, p3: usize, x: T, y: T): void {
    if (isVector<T>()) {
      const low = X.lo(x, y);
      const high = X.hi(x, y);
      v128.store64_lane(p0, low, 0);
      v128.store64_lane(p1, low, 1);
      v128.store64_lane(p2, high, 0);
      v128.store64_lane(p3, high, 1);
    } else {
      store<f32>(p0, x as f32);
      store<f32>(p0, y as f32, 4);
    }
  }

  /** Stores columns x y z w as rows at four addresses (`T` v128), or one row (`T` f32, at p0). */
  @inline static storeRows<T>(p0: usize, p1: usize, p2: usize, p3: usize, x: T, y: T, z: T, w: T): void {
    if (isVector<T>()) {
      const xy = X.lo(x, y);
      const zw = X.lo(z, w);
      const xy2 = X.hi(x, y);
      const zw2 = X.hi(z, w);
      v128.store(p0, X.low(xy, zw));
      v128.store(p1, X.high(xy, zw));
      v128.store(p2, X.low(xy2, zw2));
      v128.store(p3, X.high(xy2, zw2));
    } else {
      store<f32>(p0, x as f32);
      store<f32>(p0, y as f32, 4);
      store<f32>(p0, z as f32, 8);
      store<f32>(p0, w as f32, 12);
    }
  }
}
