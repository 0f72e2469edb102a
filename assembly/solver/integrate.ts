import { BodyFlag, BodyType } from "../abi/layout";
import { X } from "../math/transpose";
import { V } from "../math/wide";
import { Buffer, List } from "../memory/buffer";
import { Bodies } from "../world/body";
import { MOVING_COLOURS, awakeBodies, bodyMotion, solverBodies } from "../world/buffers";
import { MAX_TURN } from "../world/settings";
import { world } from "../world/world";
import { CROWDED, SLENDER, SOLVER_BODY_BYTES, SolverBody } from "./solver_body";
import { SolverRows } from "./solver_rows";

// Semi-implicit Euler in sub-steps. A sub-step's change of velocity under forces is the same for all sub-steps of a step,
// so it is computed once a body:
//
//     v ← damp · v + dv,   dv = damp · h (gravity · scale + force / m),   damp = 1 / (1 + h · damping)
//
// Carry instead of warm starting: within a step the impulse arms of contacts are fixed, so all accumulated impulses together do
// to a body just what the last sub-step did to its velocity after integration. Later sub-steps therefore add that change again
// instead of walking all constraints; the result is exact to rounding. What the speed cap takes off is no impulse: it is also
// taken off the velocity that the change is measured from, and never off the change, which contacts take back in full where
// they push less: balls that landed on rough floors were left spinning backwards. Arms of joints turn with their bodies, and
// the carried impulse of a fast pendulum drives it: worlds with joints are warm-started in every sub-step instead.

/** A body's rows for the step: dv, damp, velocity after integration and before impulses, axis locks. */
export const MOTION_BYTES: usize = 64;
export const DV: usize = 0;
export const DAMP: usize = 16;
export const FREE: usize = 32;
export const LOCK: usize = 48;
/** Beside the locks: the number of the next body with a locked axis, or 0. The row behind the last body has the first number. */
const NEXT_LOCKED: usize = LOCK + 12;

/** A pass over the joints may leave this many times the speed cap, so that impulses can pass along a chain. */
const BEYOND: f32 = 16;

/** Awake bodies → solver bodies and their motion under forces. False: out of memory. */
export function prepareBodies(): bool {
  const n = awakeBodies.count;
  const padded = <usize>n + 4; // with the immovable body, and room for whole groups of four wherever they begin
  if (
    !Buffer.ensureScratch(solverBodies, padded * SOLVER_BODY_BYTES) ||
    !Buffer.ensureScratch(bodyMotion, padded * MOTION_BYTES)
  ) {
    return false;
  }
  const h = world.h;
  const gx: f32 = h * world.gravityX;
  const gy: f32 = h * world.gravityY;
  let own = <u32>Motion.isDriven();
  still(0);
  for (let k = <usize>n + 1; k < padded; k++) {
    still(k);
  }
  let p = solverBodies.ptr + SOLVER_BODY_BYTES;
  let q = bodyMotion.ptr + MOTION_BYTES;
  let locked: u32 = 0;
  world.solvedLocks = 0;
  for (let k: u32 = 0; k < n; k++) {
    const slot = List.get(awakeBodies, k);
    const v = Bodies.velocity(slot);
    const s = changetype<SolverBody>(p);
    const flags = Bodies.flags(slot);
    if (flags & BodyFlag.LockedAxes) {
      // Velocity along a lock, set or left by a blow or explosion, would mislead whatever looks at how bodies move.
      v.vx = flags & BodyFlag.LockX ? 0 : v.vx;
      v.vy = flags & BodyFlag.LockY ? 0 : v.vy;
    }
    s.vx = v.vx;
    s.vy = v.vy;
    s.w = v.w;
    s.slender = popcnt<u32>(Bodies.at(slot).contactColours & MOVING_COLOURS) <= 2 ? SLENDER : CROWDED;
    s.dx = 0;
    s.dy = 0;
    s.dc = 1;
    s.ds = 0;
    if ((flags & BodyFlag.TypeMask) == BodyType.Dynamic) {
      const body = Bodies.at(slot);
      const mass = Bodies.mass(slot);
      const scale = body.gravityScale;
      own |= <u32>(scale != 1);
      const linear: f32 = 1 / (1 + h * body.linearDamping);
      const angular: f32 = 1 / (1 + h * body.angularDamping);
      const invMass: f32 = h * mass.invMass;
      storeRow(
        q + LOCK,
        flags & BodyFlag.LockX ? 0 : 1,
        flags & BodyFlag.LockY ? 0 : 1,
        flags & BodyFlag.LockRotation ? 0 : 1,
      );
      if (flags & BodyFlag.LockedAxes) {
        store<u32>(q, locked, NEXT_LOCKED);
        locked = k + 1;
        world.solvedLocks += <u32>((body.contactColours | body.jointColours) != 0);
      }
      storeChange(
        q,
        linear * (gx * scale + invMass * body.forceX),
        linear * (gy * scale + invMass * body.forceY),
        angular * (h * mass.invInertia * body.torque),
      );
      storeRow(q + DAMP, linear, linear, angular);
      body.forceX = 0;
      body.forceY = 0;
      body.torque = 0;
    } else {
      storeRow(q + DV, 0, 0, 0);
      storeRow(q + DAMP, 1, 1, 1);
      storeRow(q + LOCK, 1, 1, 1);
    }
    p += SOLVER_BODY_BYTES;
    q += MOTION_BYTES;
  }
  world.ownPulls = own;
  store<u32>(q, locked, NEXT_LOCKED);
  return true;
}

/** Makes a solver body one that stays where it is: the immovable body, or the padding behind the last. */
export function still(number: usize): void {
  const s = changetype<SolverBody>(solverBodies.ptr + number * SOLVER_BODY_BYTES);
  memory.fill(changetype<usize>(s), 0, SOLVER_BODY_BYTES);
  s.dc = 1;
  s.slender = SLENDER;
  memory.fill(bodyMotion.ptr + number * MOTION_BYTES, 0, MOTION_BYTES);
}

/** @inline */
export function storeRow(p: usize, x: f32, y: f32, z: f32): void {
  store<f32>(p, x);
  store<f32>(p, y, 4);
  store<f32>(p, z, 8);
  store<f32>(p, 0, 12);
}

/** Stores how forces change a body's velocity in its rows at `q`: nothing along locked axes, where constraints would bear it. */
export function storeChange(q: usize, x: f32, y: f32, turn: f32): void {
  const row = q + LOCK;
  storeRow(q + DV, load<f32>(row) != 0 ? x : 0, load<f32>(row, 4) != 0 ? y : 0, load<f32>(row, 8) != 0 ? turn : 0);
}

/**
 * Takes the velocities of bodies `first` to `last` − 1 through a sub-step's forces. `carry`: also adds the impulses of the
 * sub-step before.
 */
export function integrateVelocities(first: usize, last: usize, carry: bool): void {
  let p = solverBodies.ptr + first * SOLVER_BODY_BYTES;
  let q = bodyMotion.ptr + first * MOTION_BYTES;
  const end = solverBodies.ptr + last * SOLVER_BODY_BYTES;
  const cap = world.maxSpeed;
  const capTurn: f32 = MAX_TURN * world.invH;
  // If both components are below this, the speed is below the cap in any direction.
  const each: f32 = 0.7071 * cap;
  if (ASC_FEATURE_SIMD) {
    const limit = f32x4.replace_lane(f32x4.replace_lane(f32x4.splat(each), 2, capTurn), 3, Infinity);
    for (; p < end; p += SOLVER_BODY_BYTES) {
      const v = v128.load(p);
      const free = v * v128.load(q, DAMP) + v128.load(q, DV);
      const push = carry ? v - v128.load(q, FREE) : f32x4.splat(0);
      const next = !carry ? free : free + push;
      v128.store(q, free, FREE);
      v128.store(p, next);
      // Written so that NaN counts as too fast.
      if (!v128.all_true<i32>(f32x4.le(f32x4.abs(next), limit))) {
        capVelocity(q + FREE, cap, capTurn);
        v128.store(p, v128.load(q, FREE) + push);
        capVelocity(p, BEYOND * cap, BEYOND * capTurn);
      }
      q += MOTION_BYTES;
    }
  } else {
    for (; p < end; p += SOLVER_BODY_BYTES) {
      const pushX: f32 = carry ? load<f32>(p) - load<f32>(q, FREE) : 0;
      const pushY: f32 = carry ? load<f32>(p, 4) - load<f32>(q, FREE + 4) : 0;
      const pushTurn: f32 = carry ? load<f32>(p, 8) - load<f32>(q, FREE + 8) : 0;
      let within = true;
      for (let k: usize = 0; k < 12; k += 4) {
        const free: f32 = load<f32>(p + k) * load<f32>(q + k, DAMP) + load<f32>(q + k, DV);
        const next = !carry ? free : free + (k == 0 ? pushX : k == 4 ? pushY : pushTurn);
        store<f32>(q + k, free, FREE);
        store<f32>(p + k, next);
        within = within && abs<f32>(next) <= (k == 8 ? capTurn : each);
      }
      if (!within) {
        capVelocity(q + FREE, cap, capTurn);
        store<f32>(p, load<f32>(q, FREE) + pushX);
        store<f32>(p, load<f32>(q, FREE + 4) + pushY, 4);
        store<f32>(p, load<f32>(q, FREE + 8) + pushTurn, 8);
        capVelocity(p, BEYOND * cap, BEYOND * capTurn);
      }
      q += MOTION_BYTES;
    }
  }
}

/**
 * Bounds velocities after a pass over the joints: joints that contradict each other, or whose masses are far apart, may throw a
 * body so far beyond the cap that numbers overflow within a step or two. NaN would spread to neighbours differently in the two
 * builds, which skip different parts of what changes nothing, and to all bodies through the immovable one.
 */
export function boundVelocities(): void {
  const cap: f32 = BEYOND * world.maxSpeed;
  const capTurn: f32 = BEYOND * MAX_TURN * world.invH;
  let p = solverBodies.ptr;
  const end = p + (<usize>awakeBodies.count + 1) * SOLVER_BODY_BYTES;
  if (ASC_FEATURE_SIMD) {
    // As integers, magnitudes keep their order, and NaN is above all of them.
    const limit = f32x4.replace_lane(f32x4.replace_lane(f32x4.splat(cap), 2, capTurn), 3, Infinity);
    // The last group may reach three records past the end: prepareBodies pads to whole groups with bodies at rest.
    for (; p < end; p += 4 * SOLVER_BODY_BYTES) {
      const most = i32x4.max_s(
        i32x4.max_s(f32x4.abs(v128.load(p)), f32x4.abs(v128.load(p, 32))),
        i32x4.max_s(f32x4.abs(v128.load(p, 64)), f32x4.abs(v128.load(p, 96))),
      );
      if (!v128.all_true<i32>(i32x4.le_s(most, limit))) {
        for (let q = p; q < p + 4 * SOLVER_BODY_BYTES; q += SOLVER_BODY_BYTES) {
          if (!v128.all_true<i32>(f32x4.le(f32x4.abs(v128.load(q)), limit))) {
            capVelocity(q, cap, capTurn);
          }
        }
      }
    }
  } else {
    for (; p < end; p += SOLVER_BODY_BYTES) {
      const v = changetype<SolverBody>(p);
      if (!(abs<f32>(v.vx) <= cap && abs<f32>(v.vy) <= cap && abs<f32>(v.w) <= capTurn)) {
        capVelocity(p, cap, capTurn);
      }
    }
  }
}

/**
 * Takes back what constraints pushed along locked axes; called before other constraints of the bodies are solved, and before
 * positions follow.
 */
export function applyLocks(): void {
  let q = bodyMotion.ptr + (<usize>awakeBodies.count + 1) * MOTION_BYTES;
  for (let k = load<u32>(q, NEXT_LOCKED); k != 0; k = load<u32>(q, NEXT_LOCKED)) {
    const p = solverBodies.ptr + <usize>k * SOLVER_BODY_BYTES;
    q = bodyMotion.ptr + <usize>k * MOTION_BYTES;
    store<f32>(p, load<f32>(q, LOCK) == 0 ? 0 : load<f32>(p));
    store<f32>(p, load<f32>(q, LOCK + 4) == 0 ? 0 : load<f32>(p, 4), 4);
  }
}

/** A column of a row of motion: along x, along y, or about the centre. */
export const enum Column {
  X = 0,
  Y = 1,
  Turn = 2,
}

export abstract class Motion {
  /**
   * The h in the quantity that free flight keeps, v² / 2 − a · x + a · v h / 2: the sub-step under semi-implicit Euler. The
   * other integrators keep energy differently: RK4 exactly (h = 0), explicit Euler with −h.
   */
  static lateness(): f32 {
    return world.h * (1 - <f32>world.integrator);
  }
  /** Address of a solver body's change of velocity by forces in a sub-step (x, y, turn); zeros for the immovable body. */
  @inline static row(body: usize): usize {
    return bodyMotion.ptr + ((body - solverBodies.ptr) << 1) + DV;
  }
  /** How forces accelerate a solver body along x or y (unit: m/s²). */
  static acceleration(body: usize, axis: Column): f64 {
    return <f64>load<f32>(Motion.row(body) + ((<usize>axis) << 2)) * <f64>world.invH;
  }
  /** Do bodies feel more than the world's gravity and forces that last one step (solver/drive.ts)? */
  static isDriven(): bool {
    return (world.fieldCount | world.integrator | world.drivenBodyCount) != 0;
  }
  /** The square of the world's gravity (unit: m²/s⁴). */
  static worldPull(): f32 {
    return world.gravityX * world.gravityX + world.gravityY * world.gravityY;
  }
  /**
   * The pull on two touching bodies, as the square of an acceleration (unit: m²/s⁴): of the world's gravity, or the larger of
   * their own.
   */
  static pull(a: usize, b: usize): f32 {
    if (world.ownPulls == 0) {
      return Motion.worldPull();
    }
    const ax = Motion.acceleration(a, Column.X);
    const ay = Motion.acceleration(a, Column.Y);
    const bx = Motion.acceleration(b, Column.X);
    const by = Motion.acceleration(b, Column.Y);
    return <f32>max<f64>(ax * ax + ay * ay, bx * bx + by * by);
  }
  /** A column of a side's bodies, for the block or lane at `p` (solver/solver_rows.ts), from the row `at` bytes behind `row`. */
  @inline private static column<T, S>(p: usize, column: Column, at: usize): T {
    const p0 = Motion.row(SolverRows.body0<S>(p)) + at;
    const p1 = isVector<T>() ? Motion.row(SolverRows.body1<S>(p)) + at : 0;
    const p2 = isVector<T>() ? Motion.row(SolverRows.body2<S>(p)) + at : 0;
    const p3 = isVector<T>() ? Motion.row(SolverRows.body3<S>(p)) + at : 0;
    if (column == Column.X) {
      return X.loadX<T>(p0, p1, p2, p3);
    }
    return column == Column.Y ? X.loadY<T>(p0, p1, p2, p3) : X.loadZ<T>(p0, p1, p2, p3);
  }
  /** Locks of the bodies along x or y: 0, or 1 where a body is free. */
  @inline static lock<T, S>(p: usize, column: Column): T {
    return Motion.column<T, S>(p, column, LOCK - DV);
  }
  /** How a sub-step's forces change the bodies' velocities along x or y; within the speed cap. */
  @inline static change<T, M, S>(p: usize, column: Column): T {
    return Motion.within<T, M>(Motion.column<T, S>(p, column, 0), world.maxSpeed);
  }
  /** The bodies' velocities before a sub-step's forces, damped; within the speed cap. */
  @inline static before<T, M, S>(p: usize, column: Column): T {
    const v = Motion.column<T, S>(p, column, FREE - DV) - Motion.column<T, S>(p, column, 0);
    return Motion.within<T, M>(v, column == Column.Turn ? MAX_TURN * world.invH : world.maxSpeed);
  }
  /** Keeps values finite, however large a force is. */
  @inline private static within<T, M>(v: T, most: f32): T {
    const bound = V.splat<T>(most);
    const bounded = V.max<T>(V.min<T>(v, bound), -bound);
    return V.keep<T, M>(V.le<T, M>(V.abs<T>(bounded), bound), bounded);
  }
}

/** Cuts a velocity to the speed cap, for the rare body that needs it. What overflowed becomes the cap; NaN becomes zero. */
export function capVelocity(p: usize, cap: f32, capTurn: f32): void {
  const v = changetype<SolverBody>(p);
  const huge: f32 = 1e18;
  const vx = finite(v.vx, huge);
  const vy = finite(v.vy, huge);
  const speed: f32 = sqrt<f32>(vx * vx + vy * vy);
  const scale: f32 = speed > cap ? cap / speed : 1;
  v.vx = vx * scale;
  v.vy = vy * scale;
  v.w = finite(v.w, capTurn);
}

function finite(x: f32, limit: f32): f32 {
  return x != x ? 0 : min<f32>(max<f32>(x, -limit), limit);
}

/** Moves the bodies `first` to `last` − 1 through a sub-step: d += h·v, and turns them by h·ω. */
export function integratePositions(first: usize, last: usize): void {
  const start = solverBodies.ptr + first * SOLVER_BODY_BYTES;
  const end = solverBodies.ptr + last * SOLVER_BODY_BYTES;
  if (ASC_FEATURE_SIMD) {
    // Four bodies at a time; those behind the last, which belong to another batch, stay where they are.
    const behind1 = v128.load(end, 16);
    const behind2 = v128.load(end, 48);
    const behind3 = v128.load(end, 80);
    integrate<v128>(start, end);
    v128.store(end, behind1, 16);
    v128.store(end, behind2, 48);
    v128.store(end, behind3, 80);
  } else {
    integrate<f32>(start, end);
  }
}

function integrate<T>(start: usize, end: usize): void {
  const h = V.splat<T>(world.h);
  const one = V.splat<T>(1);
  const twoFifths = V.splat<T>(0.4);
  const most = V.splat<T>(MAX_TURN);
  const fifteenth = V.splat<T>(1.0 / 15.0);
  let p = start;
  do {
    let vx: T;
    let vy: T;
    let w: T;
    let dx: T;
    let dy: T;
    let dc: T;
    let ds: T;
    if (isVector<T>()) {
      vx = X.x(v128.load(p), v128.load(p, 32), v128.load(p, 64), v128.load(p, 96));
      vy = X.y(v128.load(p), v128.load(p, 32), v128.load(p, 64), v128.load(p, 96));
      w = X.z(v128.load(p), v128.load(p, 32), v128.load(p, 64), v128.load(p, 96));
      dx = X.x(v128.load(p, 16), v128.load(p, 48), v128.load(p, 80), v128.load(p, 112));
      dy = X.y(v128.load(p, 16), v128.load(p, 48), v128.load(p, 80), v128.load(p, 112));
      dc = X.z(v128.load(p, 16), v128.load(p, 48), v128.load(p, 80), v128.load(p, 112));
      ds = X.w(v128.load(p, 16), v128.load(p, 48), v128.load(p, 80), v128.load(p, 112));
    } else {
      const b = changetype<SolverBody>(p);
      vx = b.vx as T;
      vy = b.vy as T;
      w = b.w as T;
      dx = b.dx as T;
      dy = b.dy as T;
      dc = b.dc as T;
      ds = b.ds as T;
    }
    // At most an eighth of a turn: within a sub-step constraints may push beyond the cap.
    const a = V.max<T>(V.min<T>(h * w, most), -most);
    const aa = a * a;
    // tan a ≈ (a − a³ / 15) / (1 − 2 a² / 5), its Padé approximant, to 1e-5 of a quarter turn; the length is normalised below.
    const c = one - aa * twoFifths;
    const s = a - a * aa * fifteenth;
    const c2 = dc * c - ds * s;
    const s2 = ds * c + dc * s;
    const inverse = one / V.sqrt<T>(c2 * c2 + s2 * s2);
    X.storeRows<T>(p + 16, p + 48, p + 80, p + 112, dx + h * vx, dy + h * vy, c2 * inverse, s2 * inverse);
    p += isVector<T>() ? 128 : 32;
  } while (p < end);
}
