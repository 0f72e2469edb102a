import { X } from "../math/transpose";
import { Block } from "./contact_block";
import { SolverBody } from "./solver_body";

/** Which of the two bodies of a contact or joint. */
export type SideA = i32;
export type SideB = f32;

/** Offset of a solver body's second row. */
const MOTION: usize = offsetof<SolverBody>("dx");

/**
 * Velocity and motion of one side's bodies, for the block of four contacts or joints at `p` (`T` v128) or for the single lane
 * at `p` (`T` f32). A kernel reads all it wants before it branches or stores, so that each body is loaded once
 * (math/transpose.ts).
 */
export abstract class SolverRows {
  @inline static vx<T, S>(p: usize): T {
    if (isVector<T>()) {
      return X.x(
        v128.load(SolverRows.body0<S>(p)),
        v128.load(SolverRows.body1<S>(p)),
        v128.load(SolverRows.body2<S>(p)),
        v128.load(SolverRows.body3<S>(p)),
      );
    } else {
      return changetype<SolverBody>(SolverRows.body0<S>(p)).vx as T;
    }
  }
  @inline static vy<T, S>(p: usize): T {
    if (isVector<T>()) {
      return X.y(
        v128.load(SolverRows.body0<S>(p)),
        v128.load(SolverRows.body1<S>(p)),
        v128.load(SolverRows.body2<S>(p)),
        v128.load(SolverRows.body3<S>(p)),
      );
    } else {
      return changetype<SolverBody>(SolverRows.body0<S>(p)).vy as T;
    }
  }
  @inline static w<T, S>(p: usize): T {
    if (isVector<T>()) {
      return X.z(
        v128.load(SolverRows.body0<S>(p)),
        v128.load(SolverRows.body1<S>(p)),
        v128.load(SolverRows.body2<S>(p)),
        v128.load(SolverRows.body3<S>(p)),
      );
    } else {
      return changetype<SolverBody>(SolverRows.body0<S>(p)).w as T;
    }
  }
  @inline static dx<T, S>(p: usize): T {
    if (isVector<T>()) {
      return X.x(
        v128.load(SolverRows.body0<S>(p), MOTION),
        v128.load(SolverRows.body1<S>(p), MOTION),
        v128.load(SolverRows.body2<S>(p), MOTION),
        v128.load(SolverRows.body3<S>(p), MOTION),
      );
    } else {
      return changetype<SolverBody>(SolverRows.body0<S>(p)).dx as T;
    }
  }
  @inline static dy<T, S>(p: usize): T {
    if (isVector<T>()) {
      return X.y(
        v128.load(SolverRows.body0<S>(p), MOTION),
        v128.load(SolverRows.body1<S>(p), MOTION),
        v128.load(SolverRows.body2<S>(p), MOTION),
        v128.load(SolverRows.body3<S>(p), MOTION),
      );
    } else {
      return changetype<SolverBody>(SolverRows.body0<S>(p)).dy as T;
    }
  }
  @inline static dc<T, S>(p: usize): T {
    if (isVector<T>()) {
      return X.z(
        v128.load(SolverRows.body0<S>(p), MOTION),
        v128.load(SolverRows.body1<S>(p), MOTION),
        v128.load(SolverRows.body2<S>(p), MOTION),
        v128.load(SolverRows.body3<S>(p), MOTION),
      );
    } else {
      return changetype<SolverBody>(SolverRows.body0<S>(p)).dc as T;
    }
  }
  @inline static ds<T, S>(p: usize): T {
    if (isVector<T>()) {
      return X.w(
        v128.load(SolverRows.body0<S>(p), MOTION),
        v128.load(SolverRows.body1<S>(p), MOTION),
        v128.load(SolverRows.body2<S>(p), MOTION),
        v128.load(SolverRows.body3<S>(p), MOTION),
      );
    } else {
      return changetype<SolverBody>(SolverRows.body0<S>(p)).ds as T;
    }
  }

  /** Addresses of the bodies. */
  @inline static body0<S>(p: usize): usize {
    return load<u32>(p, isInteger<S>() ? Block.bodyA : Block.bodyB);
  }
  @inline static body1<S>(p: usize): usize {
    return load<u32>(p, isInteger<S>() ? Block.bodyA + 4 : Block.bodyB + 4);
  }
  @inline static body2<S>(p: usize): usize {
    return load<u32>(p, isInteger<S>() ? Block.bodyA + 8 : Block.bodyB + 8);
  }
  @inline static body3<S>(p: usize): usize {
    return load<u32>(p, isInteger<S>() ? Block.bodyA + 12 : Block.bodyB + 12);
  }

  /** Adds the changes by an impulse (px, py) and its moment about the centre, and stores the velocities. */
  @inline static push<T>(at: usize, vx: T, vy: T, w: T, im: T, ii: T, px: T, py: T, moment: T): void {
    SolverRows.store<T>(at, vx + im * px, vy + im * py, w + ii * moment);
  }

  /** Stores the velocities. Bodies without mass get back the values they had. */
  @inline static store<T>(at: usize, vx: T, vy: T, w: T): void {
    if (isVector<T>()) {
      const zero = f32x4.splat(0);
      X.storeRows<v128>(load<u32>(at), load<u32>(at, 4), load<u32>(at, 8), load<u32>(at, 12), vx, vy, w, zero);
    } else {
      const body = changetype<SolverBody>(load<usize>(at));
      body.vx = vx as f32;
      body.vy = vy as f32;
      body.w = w as f32;
    }
  }
}
