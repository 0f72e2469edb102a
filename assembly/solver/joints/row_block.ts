import { JointFlag, JointType } from "../../abi/layout";
import { V } from "../../math/wide";
import { Joint } from "../../world/joint";
import { world } from "../../world/world";
import { Spring } from "../softness";
import { slideX, slideY } from "../../world/joint_coordinates";
import { JointRow, motorEndOf, motorRateAt, motorSpeedAt } from "./joint_block";

// Joints solved by rows: every type but revolute and distance joints, the commonest, and gears. A type says along which axes it
// acts, by their Jacobians J = [jA, aA, jB, aB] and errors C, and what acts along each axis; one kernel solves them all:
//
//     Ċ = jA · vA + aA ωA + jB · vB + aB ωB,   K = mA⁻¹ |jA|² + IA⁻¹ aA² + mB⁻¹ |jB|² + IB⁻¹ aB²
//     λ ← clamp(λ − K⁻¹ (scale (Ċ − speed) + before (Ċ before loads − speed) + rate C) − leak λ, low, high)
//
// Its coefficients alone make a row a rigid constraint (soft as the world's joints are; Catto, "Soft Constraints", GDC 2011), a
// spring, a motor, or one side of a limit. An open limit allows the speed that would just close it in this sub-step. In the
// relaxing pass springs rest, and other rows go on without bias. Two rows of a point, x and y, are solved as one 2 × 2 system,
// and their impulse is limited as a vector.
//
// The plan of a type lists its rows in order (`planOf`). A row along x and one along y form a 2 × 2 system, and come last.

/** Fields of a block behind those of every joint: motion since the step began, arms, words of the type's own. */
export const enum Place {
  movedAx = 288,
  movedAy = 304,
  cosA = 320,
  sinA = 336,
  movedBx = 352,
  movedBy = 368,
  cosB = 384,
  sinB = 400,
  /** Arms now, and the way from anchor A to anchor B. */
  rAx = 416,
  rAy = 432,
  rBx = 448,
  rBy = 464,
  dx = 480,
  dy = 496,
  /** Words of the type. */
  own0 = 512,
  own1 = 528,
  own2 = 544,
  own3 = 560,
  /** The `Fate` (load.ts) of a weld, or of a slider that may be part of a linkage. */
  fate = own3,
  own4 = 576,
  /** Angle of B against A less the reference at the start of the step. */
  angle = 592,
  /** Not 0 where a row is a spring. */
  springs = 608,
  rows = 624,
}

/** A row: the axis (in the row that begins it), then what acts along it. */
export const enum Row {
  jAx = 0,
  jAy = 16,
  aA = 32,
  jBx = 48,
  jBy = 64,
  aB = 80,
  C = 96,
  k = 112,
  mass = 128,
  /** From here on laid out as SpringField; only springs have `before`. */
  rate = 144,
  scale = 160,
  leak = 176,
  before = 192,
  /** `before` times (Ċ − speed) before a sub-step's loads. */
  bias = 208,
  /** 0: the row rests in the relaxing pass. */
  relax = 224,
  speed = 240,
  target = 256,
  /** 1, or −1 for a row that acts the other way round. */
  side = 272,
  /** 1: one-sided; OPEN: a one-sided spring. */
  limit = 288,
  low = 304,
  /** In a 2 × 2 system the largest length of the impulse. */
  high = 320,
  impulse = 336,
  bytes = 352,
}

/** Offsets, from the first, of the rows along the axis of a joint that slides or turns freely (`freeRows`). */
export const enum Free {
  motor = Row.bytes,
  lower = 2 * Row.bytes,
  upper = 3 * Row.bytes,
  bytes = 4 * Row.bytes,
}

const ROWS: usize = Place.rows;
const ROW_BYTES: usize = Row.bytes;
export const UNLIMITED: f32 = 1e30;
/** Multiplies the way that an open one-sided spring may go in a sub-step: it pushes nothing until it is met. */
export const OPEN: f32 = 1e12;

/** What a row is: the number of the joint's word, from `impulseX` on, that keeps the row's impulse. */
const enum Acts {
  X = 0,
  Y = 1,
  Spring = 2,
  Motor = 3,
  Lower = 4,
  Upper = 5,
}
/** Flag: the row begins a new axis. */
export const NEW_AXIS: u32 = 8;
const X: u32 = NEW_AXIS | Acts.X;
const Y: u32 = NEW_AXIS | Acts.Y;
/** The rest of a plan when its 2 × 2 system is next. */
export const PAIR: u32 = X | (Y << 4);
/** The rest of a plan when the second row of that system is next. */
export const SECOND: u32 = Y;

/** A plan: up to six rows, four bits each from the lowest. */
function plan(a: u32, b: u32 = 0, c: u32 = 0, d: u32 = 0, e: u32 = 0, f: u32 = 0): u32 {
  return a | (b << 4) | (c << 8) | (d << 12) | (e << 16) | (f << 20);
}

export function planOf(type: u32): u32 {
  switch (type) {
    case JointType.Prismatic:
      return plan(NEW_AXIS | Acts.Spring, Acts.Motor, Acts.Lower, Acts.Upper, X, Y);
    case JointType.Weld:
      return plan(NEW_AXIS | Acts.Spring, X, Y);
    case JointType.Wheel:
      return plan(NEW_AXIS | Acts.Motor, NEW_AXIS | Acts.Spring, NEW_AXIS | Acts.Lower, Acts.Upper, X);
    case JointType.Motor:
      return plan(NEW_AXIS | Acts.Motor, X, Y);
    case JointType.Mouse:
      return plan(X, Y);
    case JointType.Rotary:
      return plan(NEW_AXIS | Acts.Spring, Acts.Motor, Acts.Lower, Acts.Upper);
    case JointType.Custom:
      return plan(X);
    default:
      // pulley, ratchet
      return plan(NEW_AXIS | Acts.Lower);
  }
}

/** The rows of a type's plan up to the last whose push on B changes its direction as bodies move. */
export function turningOf(type: u32): u32 {
  const plan = planOf(type);
  switch (type) {
    case JointType.Weld:
    case JointType.Motor:
      return plan & 15;
    case JointType.Prismatic:
    case JointType.Wheel:
    case JointType.Pulley:
      return plan;
    default:
      return 0;
  }
}

export function rowBytes(type: u32): usize {
  return ROWS + <usize>((35 - clz<u32>(planOf(type))) >> 2) * ROW_BYTES;
}

// ── Preparing: coefficients of the rows of one joint, lane `q` ──

/** Called before the rows of the joint in lane `q` are written: so far none is a spring. */
export function prepareRows(q: usize): void {
  store<f32>(q, 0, Place.springs);
}

function writeRow(
  q: usize,
  rate: f32,
  scale: f32,
  leak: f32,
  relax: f32,
  speed: f32,
  target: f32,
  side: f32,
  limit: f32,
  low: f32,
  high: f32,
  impulse: f32,
): void {
  store<f32>(q, rate, Row.rate);
  store<f32>(q, scale, Row.scale);
  store<f32>(q, leak, Row.leak);
  store<f32>(q, 0, Row.before);
  store<f32>(q, 0, Row.bias);
  store<f32>(q, relax, Row.relax);
  store<f32>(q, speed, Row.speed);
  store<f32>(q, target, Row.target);
  store<f32>(q, side, Row.side);
  store<f32>(q, limit, Row.limit);
  store<f32>(q, low, Row.low);
  store<f32>(q, high, Row.high);
  store<f32>(q, low == 0 && high == 0 ? 0 : impulse, Row.impulse);
}

/** Does a row act in any lane? Rows that are off must bear nothing. @inline */
export function isOn<T, M>(row: usize): bool {
  const zero = V.splat<T>(0);
  return V.any<M>(V.gt<T, M>(V.max<T>(load<T>(row, Row.high), zero - load<T>(row, Row.low)), zero));
}

/** Holds C at 0, or one-sided at or above 0, with no more than this force. `row`: offset from the lane. */
export function rigidRow(q: usize, row: usize, force: f32, limit: bool, impulse: f32): void {
  const scale = load<f32>(q, JointRow.massScale);
  const most: f32 = force * world.h;
  writeRow(
    q + row,
    load<f32>(q, JointRow.biasRate) * scale,
    scale,
    load<f32>(q, JointRow.impulseScale),
    1,
    0,
    0,
    1,
    limit ? 1 : 0,
    limit ? 0 : -most,
    most,
    impulse,
  );
}

/** A row has run out of force if it bore this share of its largest force. */
const SPENT: f32 = 0.99;

/**
 * Takes an error out with a force too small for a rigid row. That would creep, as the relaxing pass takes back the speed it
 * gave. This row rests in that pass, and brakes in time: it closes an error e at √(a e / 2), half of what its acceleration a
 * could just stop. Near the end it is as stiff as joints are (`rate`). It keeps the impulse that closed an error: when it was
 * also used with force to spare, four bodies one on another were driven to 400 m/s.
 */
function driveRow(q: usize, row: usize, rate: f32, force: f32, impulse: f32): void {
  const most: f32 = force * world.h;
  writeRow(q + row, rate, 1, 0, 0, 0, 0, 1, 0, -most, most, impulse);
}

export function springRow(
  q: usize,
  row: usize,
  on: bool,
  hertz: f32,
  zeta: f32,
  target: f32,
  force: f32,
  impulse: f32,
): void {
  const most: f32 = on ? force * world.h : 0;
  writeRow(q + row, 0, 0, 1, 0, 0, target, 1, 0, -most, most, impulse);
  if (on) {
    Spring.write(q + row + Row.rate, hertz, zeta, world.h);
    store<f32>(q, 1, Place.springs);
  }
}

/** Is this force too small to hold a rigid row? Arguments as those of holdRow. */
export function lacksForce(q: usize, force: f32, error: f32, invMass: f32, bore: f32): bool {
  const rate = load<f32>(q, JointRow.biasRate);
  return rate * rate * error > force * invMass * 0.5 || bore >= SPENT * (force * world.h);
}

/**
 * Holds C at 0 by a spring, rigidly, or as well as a limited force (or torque) can. The last, if the force bore nearly all it
 * may in the last sub-step (`bore`, unit: N·s), or the size of the error is too large to close it as fast as a rigid row would
 * and brake in time. `invMass`: the inverse mass (or inertia) along the row.
 */
export function holdRow(
  q: usize,
  row: usize,
  spring: bool,
  hertz: f32,
  zeta: f32,
  force: f32,
  impulse: f32,
  error: f32 = 0,
  invMass: f32 = 0,
  bore: f32 = 0,
): void {
  if (spring) {
    springRow(q, row, true, hertz, zeta, 0, force, impulse);
    return;
  }
  if (lacksForce(q, force, error, invMass, bore)) {
    const rate = load<f32>(q, JointRow.biasRate);
    const fit: f32 = sqrt<f32>((force * invMass * 0.5) / max<f32>(error, 1e-30));
    driveRow(q, row, min<f32>(rate, fit), force, impulse);
  } else {
    rigidRow(q, row, force, false, impulse);
  }
}

/** Holds the two rows of a point together: they share one error, so that the path is straight. */
export function holdPoint(j: Joint, q: usize, row: usize, force: f32, error: f32 = 0): void {
  const spring = (j.flags & JointFlag.Spring) != 0;
  const invMass: f32 = load<f32>(q, JointRow.invMassA) + load<f32>(q, JointRow.invMassB);
  const x = j.impulseX;
  const y = j.impulseY;
  const bore: f32 = sqrt<f32>(x * x + y * y);
  holdRow(q, row, spring, j.springHertz, j.springDampingRatio, force, x, error, invMass, bore);
  holdRow(q, row + Row.bytes, spring, j.springHertz, j.springDampingRatio, force, y, error, invMass, bore);
}

export function motorRow(q: usize, row: usize, on: bool, speed: f32, force: f32, impulse: f32): void {
  const most: f32 = on ? force * world.h : 0;
  writeRow(q + row, 0, 1, 0, 1, speed, 0, 1, 0, -most, most, impulse);
}

export function limitRow(q: usize, row: usize, on: bool, side: f32, target: f32, impulse: f32): void {
  rigidRow(q, row, on ? UNLIMITED : 0, true, impulse);
  store<f32>(q + row, side, Row.side);
  store<f32>(q + row, target, Row.target);
}

/** Row `row` holds the lower limit, the next one the upper limit. */
export function limitRows(j: Joint, q: usize, row: usize): void {
  const on = (j.flags & JointFlag.Limit) != 0;
  limitRow(q, row, on, 1, j.lower, j.lowerImpulse);
  limitRow(q, row + Row.bytes, on, -1, j.upper, j.upperImpulse);
}

/** Writes a spring, a motor and limits along one axis. `at`: the joint's coordinate on it; `inverse`: as for motorRateAt. */
export function freeRows(j: Joint, q: usize, row: usize, at: f32, inverse: f32): void {
  const f = j.flags;
  const spring = (f & JointFlag.Spring) != 0;
  springRow(q, row, spring, j.springHertz, j.springDampingRatio, j.p4, UNLIMITED, j.springImpulse);
  const motor = row + Free.motor;
  const on = (f & JointFlag.Motor) != 0;
  const rate: f32 = on ? motorRateAt(j, q, at, inverse) : 0;
  if (rate == 0) {
    motorRow(q, motor, on, on ? motorSpeedAt(j, at) : 0, j.maxMotor, j.motorImpulse);
  } else {
    rigidRow(q, motor, j.maxMotor, false, j.motorImpulse);
    store<f32>(q + motor, rate * load<f32>(q, JointRow.massScale), Row.rate);
    store<f32>(q + motor, motorEndOf(j), Row.target);
  }
  limitRows(j, q, row + Free.lower);
}

/** Writes the axis of a sliding joint, in the world at the start of the step, into the type's words. */
export function prepareAxis(j: Joint, q: usize): void {
  store<f32>(q, slideX(j), Place.own0);
  store<f32>(q, slideY(j), Place.own1);
}
