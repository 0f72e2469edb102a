/**
 * The vocabulary of the kernels: one source for four lanes and for one.
 *
 * `T` is the number type, `v128` (four f32 lanes) or `f32`; `M` is the matching mask type, `v128` or `bool`.
 * Records that kernels stream are blocks of four lanes in every build: field k of a block is 16 bytes at 16·k.
 * A `v128` kernel takes a block at a time; an `f32` kernel takes its lanes one after the other, at byte
 * offsets 0, 4, 8 and 12, and `V.next` steps over both. So all builds share one memory layout, and since the lanes of
 * a block touch disjoint bodies, both orders give the same bits.
 *
 * `max` and `min` are the wasm `pmax`/`pmin`: write the variable first and the limit second.
 */
export abstract class V {
  @inline static splat<T>(x: f32): T {
    if (isVector<T>()) {
      return f32x4.splat(x);
    } else {
      return x as T;
    }
  }

  @inline static max<T>(a: T, b: T): T {
    if (isVector<T>()) {
      return f32x4.pmax(a, b);
    } else {
      return select<T>(b, a, a < b);
    }
  }

  @inline static min<T>(a: T, b: T): T {
    if (isVector<T>()) {
      return f32x4.pmin(a, b);
    } else {
      return select<T>(b, a, b < a);
    }
  }

  @inline static abs<T>(a: T): T {
    if (isVector<T>()) {
      return f32x4.abs(a);
    } else {
      return abs<T>(a);
    }
  }

  @inline static sqrt<T>(a: T): T {
    if (isVector<T>()) {
      return f32x4.sqrt(a);
    } else {
      return sqrt<T>(a);
    }
  }

  @inline static gt<T, M>(a: T, b: T): M {
    if (isVector<T>()) {
      return f32x4.gt(a, b);
    } else {
      return (a > b) as M;
    }
  }

  @inline static le<T, M>(a: T, b: T): M {
    if (isVector<T>()) {
      return f32x4.le(a, b);
    } else {
      return (a <= b) as M;
    }
  }

  @inline static eq<T, M>(a: T, b: T): M {
    if (isVector<T>()) {
      return f32x4.eq(a, b);
    } else {
      return (a == b) as M;
    }
  }

  @inline static and<M>(a: M, b: M): M {
    if (isVector<M>()) {
      return v128.and(a, b);
    } else {
      return (a & b) as M;
    }
  }

  @inline static or<M>(a: M, b: M): M {
    if (isVector<M>()) {
      return v128.or(a, b);
    } else {
      return (a | b) as M;
    }
  }

  /** Does any lane of a mask hold? */
  @inline static any<M>(m: M): bool {
    if (isVector<M>()) {
      return v128.any_true(m);
    } else {
      return (m as i32) != 0;
    }
  }

  /** Do all lanes of a mask hold? */
  @inline static all<M>(m: M): bool {
    if (isVector<M>()) {
      return v128.all_true<i32>(m);
    } else {
      return (m as i32) != 0;
    }
  }

  /** Is any word of the lanes at an address not 0? */
  @inline static anyAt<T>(p: usize): bool {
    if (isVector<T>()) {
      return v128.any_true(load<v128>(p));
    } else {
      return load<u32>(p) != 0;
    }
  }

  /** a and not b */
  @inline static andNot<M>(a: M, b: M): M {
    if (isVector<M>()) {
      return v128.andnot(a, b);
    } else {
      return (a & !b) as M;
    }
  }

  /** Mask select: x where m, else y. */
  @inline static selectMask<M>(m: M, x: M, y: M): M {
    if (isVector<M>()) {
      return v128.bitselect(x, y, m);
    } else {
      return select<M>(x, y, m);
    }
  }

  /** x where m, else y. Three instructions; prefer `keep`, `flipSign`, `min` and `max` where they do. */
  @inline static select<T, M>(m: M, x: T, y: T): T {
    if (isVector<T>()) {
      return v128.bitselect(x, y, m);
    } else {
      return select<T>(x, y, m);
    }
  }

  /** x where m, else +0 */
  @inline static keep<T, M>(m: M, x: T): T {
    if (isVector<T>()) {
      return v128.and(x, m);
    } else {
      return select<T>(x, 0, m);
    }
  }

  /** +0 where m, else x */
  @inline static drop<T, M>(m: M, x: T): T {
    if (isVector<T>()) {
      return v128.andnot(x, m);
    } else {
      return select<T>(0, x, m);
    }
  }

  /** Where the sign of g is minus (−0 counts, in all machines), for `flip`. */
  @inline static minus<T, M>(g: T): M {
    if (isVector<T>()) {
      return v128.and(g, i32x4.splat(0x80000000));
    } else if (isDefined(JAVASCRIPT)) {
      // In JavaScript a number's bits are read through memory, so only those of a zero are read.
      return (g < 0 || (g == 0 && reinterpret<i32>(g) < 0)) as M;
    } else {
      return (reinterpret<i32>(g) < 0) as M;
    }
  }

  /** x with its sign flipped where `minus` of another number says so */
  @inline static flip<T, M>(x: T, m: M): T {
    if (isVector<T>()) {
      return v128.xor(x, m);
    } else {
      return (m ? -x : x) as T;
    }
  }

  /** x with its sign flipped where g is negative (−0 counts as negative, in all machines) */
  @inline static flipSign<T>(x: T, g: T): T {
    if (isVector<T>()) {
      return v128.xor(x, v128.and(g, i32x4.splat(0x80000000)));
    } else if (isDefined(JAVASCRIPT)) {
      return V.flip<T, bool>(x, V.minus<T, bool>(g));
    } else {
      return reinterpret<f32>(reinterpret<u32>(x) ^ (reinterpret<u32>(g) & 0x80000000)) as T;
    }
  }

  /** Address of the next block (`v128`) or of the next lane (`f32`), for blocks of `bytes`, 16-aligned. */
  @inline static next<T>(p: usize, bytes: usize): usize {
    if (isVector<T>()) {
      return p + bytes;
    } else {
      const q = p + 4;
      return q & 15 ? q : q + (bytes - 16);
    }
  }

  /** 1 / a where a is above 0, else 0: a row without freedom has no mass. Determinants of heavy bodies get as small as 1e-36. */
  @inline static inverse<T, M>(a: T): T {
    return V.keep<T, M>(V.gt<T, M>(a, V.splat<T>(0)), V.splat<T>(1) / V.max<T>(a, V.splat<T>(1e-37)));
  }
}
