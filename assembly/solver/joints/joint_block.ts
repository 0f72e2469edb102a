import { JointFlag, JointType } from "../../abi/layout";
import { V } from "../../math/wide";
import { ACTIVE, Joint } from "../../world/joint";
import { world } from "../../world/world";
import { X } from "../../math/transpose";
import { Bodies, Body } from "../../world/body";
import { OVERFLOW_COLOUR } from "../../world/buffers";
import { Block } from "../contact_block";
import { Softness, Spring } from "../softness";
import { SolverBodies } from "../solver_body";

/**
 * What joint blocks of every type begin with: byte offsets of fields, 16 bytes each, one lane a joint. A type's own fields
 * follow from `own` on. `active` tells for each lane what is on beyond the plain constraint (JointFlag bits), so that one test
 * does for a block.
 */
export const enum JointRow {
  // Where solver/solver_rows.ts looks for them.
  bodyA = Block.bodyA,
  bodyB = Block.bodyB,
  invMassA = 32,
  invMassB = 48,
  invInertiaA = 64,
  invInertiaB = 80,
  /** Anchors from the centres of mass, at the start of the step, in world axes. */
  armAx = 96,
  armAy = 112,
  armBx = 128,
  armBy = 144,
  /** Centre of B less centre of A at the start of the step. */
  centerX = 160,
  centerY = 176,
  biasRate = 192,
  massScale = 208,
  impulseScale = 224,
  active = 240,
  impulseX = 256,
  impulseY = 272,
  /** The `Fate` (load.ts) of a rod or pin that may be part of a row or linkage. */
  fate = 288,
  // Spring, motor and limit, which several types have. Not written in blocks no lane of which has any; where no pin has any,
  // blocks of pins end here.
  /** Laid out as SpringField. */
  springPush = 304,
  springMassScale = 320,
  springImpulseScale = 336,
  springBefore = 352,
  /** `springBefore` times the rate of stretch before a sub-step's loads. */
  springBias = 368,
  rest = 384,
  motorSpeed = 400,
  /** Largest impulse of the motor in a sub-step; 0 without one. */
  maxMotor = 416,
  lower = 432,
  upper = 448,
  /** 1 where the limit is on. */
  limitOn = 464,
  /** 1 where the spring is on. */
  springOn = 480,
  springImpulse = 496,
  motorImpulse = 512,
  lowerImpulse = 528,
  upperImpulse = 544,
  /** Of a motor at its limit: the rate at which it closes the way to the limit, and where the limit is. */
  motorRate = 560,
  motorEnd = 576,
  own = 592,
}

/** Addresses of what a lane reads of one side's body. `side`: offset of the body in the joint's record. */
abstract class Side {
  @inline static slot(j: usize, side: usize): u32 {
    return load<u32>(j + side);
  }
  /** The row that ends with the centre of mass in the body's frame. */
  @inline static centre(j: usize, side: usize): usize {
    return changetype<usize>(Bodies.at(Side.slot(j, side))) + (offsetof<Body>("localX") - 8);
  }
  @inline static pose(j: usize, side: usize): usize {
    return changetype<usize>(Bodies.pose(Side.slot(j, side)));
  }
  @inline static mass(j: usize, side: usize): usize {
    return changetype<usize>(Bodies.mass(Side.slot(j, side)));
  }
}

const SIDE_A: usize = offsetof<Joint>("bodyA");
const SIDE_B: usize = offsetof<Joint>("bodyB");
const ANCHORS: usize = offsetof<Joint>("anchorAX");

const IMPULSES: usize = offsetof<Joint>("impulseX");
if (offsetof<Joint>("flags") != 4 || offsetof<Joint>("impulseY") != IMPULSES + 4) {
  ERROR("columns of joints are read by their places in a row");
}

/**
 * Writes what every joint has into the block at `p` (`T` v128, four joints), or into the lane at `p` (`T` f32, the joint at
 * j0). Joint 0 is a dummy: it has no bodies and no mass.
 */
export function prepareLanes<T>(p: usize, j0: usize, j1: usize, j2: usize, j3: usize, type: u32): void {
  prepareBodies(p, j0);
  if (isVector<T>()) {
    prepareBodies(p + 4, j1);
    prepareBodies(p + 8, j2);
    prepareBodies(p + 12, j3);
  }
  // The world's softness is computed once a step; joints with their own, and types with their own bound, are exceptions.
  let soft: bool = stiffest(type) < PLAIN;
  if (isVector<T>()) {
    const flags = X.loadY<v128>(j0, j1, j2, j3);
    store<v128>(p, v128.and(flags, i32x4.splat(ACTIVE)), JointRow.active);
    soft = soft || v128.any_true(v128.and(flags, i32x4.splat(JointFlag.Soft)));
  } else {
    const flags = changetype<Joint>(j0).flags;
    store<u32>(p, flags & ACTIVE, JointRow.active);
    soft = soft || (flags & JointFlag.Soft) != 0;
  }
  store<T>(p, V.splat<T>(world.jointBiasRate), JointRow.biasRate);
  store<T>(p, V.splat<T>(world.jointMassScale), JointRow.massScale);
  store<T>(p, V.splat<T>(world.jointImpulseScale), JointRow.impulseScale);
  if (soft) {
    soften(p, changetype<Joint>(j0));
    if (isVector<T>()) {
      soften(p + 4, changetype<Joint>(j1));
      soften(p + 8, changetype<Joint>(j2));
      soften(p + 12, changetype<Joint>(j3));
    }
  }
  const i0 = j0 + IMPULSES;
  const i1 = j1 + IMPULSES;
  const i2 = j2 + IMPULSES;
  const i3 = j3 + IMPULSES;
  const impulseX = X.loadX<T>(i0, i1, i2, i3);
  const impulseY = X.loadY<T>(i0, i1, i2, i3);
  store<T>(p, impulseX, JointRow.impulseX);
  store<T>(p, impulseY, JointRow.impulseY);
  const m0 = Side.mass(j0, SIDE_A);
  const m1 = Side.mass(j1, SIDE_A);
  const m2 = Side.mass(j2, SIDE_A);
  const m3 = Side.mass(j3, SIDE_A);
  const n0 = Side.mass(j0, SIDE_B);
  const n1 = Side.mass(j1, SIDE_B);
  const n2 = Side.mass(j2, SIDE_B);
  const n3 = Side.mass(j3, SIDE_B);
  const x = X.loadX<T>(n0, n1, n2, n3) - X.loadX<T>(m0, m1, m2, m3);
  const y = X.loadY<T>(n0, n1, n2, n3) - X.loadY<T>(m0, m1, m2, m3);
  const imA = X.loadZ<T>(m0, m1, m2, m3);
  const iiA = X.loadW<T>(m0, m1, m2, m3);
  const imB = X.loadZ<T>(n0, n1, n2, n3);
  const iiB = X.loadW<T>(n0, n1, n2, n3);
  store<T>(p, x, JointRow.centerX);
  store<T>(p, y, JointRow.centerY);
  store<T>(p, imA, JointRow.invMassA);
  store<T>(p, iiA, JointRow.invInertiaA);
  store<T>(p, imB, JointRow.invMassB);
  store<T>(p, iiB, JointRow.invInertiaB);
  const k0 = j0 + ANCHORS;
  const k1 = j1 + ANCHORS;
  const k2 = j2 + ANCHORS;
  const k3 = j3 + ANCHORS;
  const ax = X.loadX<T>(k0, k1, k2, k3);
  const ay = X.loadY<T>(k0, k1, k2, k3);
  const bx = X.loadZ<T>(k0, k1, k2, k3);
  const by = X.loadW<T>(k0, k1, k2, k3);
  prepareArms<T>(p, j0, j1, j2, j3, ax, ay, SIDE_A);
  prepareArms<T>(p + (JointRow.armBx - JointRow.armAx), j0, j1, j2, j3, bx, by, SIDE_B);
}

/** Writes the arms of one side, whose anchors in the body's frame are (x, y). `p`: where the arms of A would be. @inline */
function prepareArms<T>(p: usize, j0: usize, j1: usize, j2: usize, j3: usize, x: T, y: T, side: usize): void {
  const l0 = Side.centre(j0, side);
  const l1 = Side.centre(j1, side);
  const l2 = Side.centre(j2, side);
  const l3 = Side.centre(j3, side);
  const lx = x - X.loadZ<T>(l0, l1, l2, l3);
  const ly = y - X.loadW<T>(l0, l1, l2, l3);
  const q0 = Side.pose(j0, side);
  const q1 = Side.pose(j1, side);
  const q2 = Side.pose(j2, side);
  const q3 = Side.pose(j3, side);
  const c = X.loadZ<T>(q0, q1, q2, q3);
  const s = X.loadW<T>(q0, q1, q2, q3);
  store<T>(p, c * lx - s * ly, JointRow.armAx);
  store<T>(p, s * lx + c * ly, JointRow.armAy);
}

/**
 * Upper bounds of hertz × sub-step. Of pins, which leave turning free, and most other joints; of welds, as stiff as two passes
 * a sub-step can hold (docs/decisions/0034-forth-and-back.md); and of joints that couple two coordinates by a ratio, which
 * swing ever wider with a motor behind them if they are as stiff as others (docs/decisions/0039-machines.md).
 */
const PLAIN: f32 = 0.25;
const WELDED: f32 = 0.2083333;
const COUPLED: f32 = 0.1666667;

/** @inline */
function stiffest(type: u32): f32 {
  const couples = type == JointType.Gear || type == JointType.Pulley || type == JointType.Custom;
  return type == JointType.Weld ? WELDED : couples ? COUPLED : PLAIN;
}

/** Writes the bodies of a joint into lane `q`. */
function prepareBodies(q: usize, joint: usize): void {
  const j = changetype<Joint>(joint);
  const a = SolverBodies.of(j.bodyA);
  const b = SolverBodies.of(j.bodyB);
  store<usize>(q, a, JointRow.bodyA);
  store<usize>(q, b, JointRow.bodyB);
  if (world.contactCount != 0) {
    SolverBodies.joined(a, b);
  }
}

/** Writes the softness of a joint into lane `q`, if the joint has its own, or its type has a bound of its own. */
function soften(q: usize, j: Joint): void {
  const soft = (j.flags & JointFlag.Soft) != 0;
  const bound = stiffest(j.type);
  if (soft || bound < PLAIN) {
    const asked = boundHertz(soft ? j.hertz : world.jointHertz, 1);
    const hertz = min<f32>(asked, bound * world.invH);
    const zeta = boundDamping(soft ? j.dampingRatio : world.jointDampingRatio);
    store<f32>(q, Softness.biasRate(hertz, zeta, world.h), JointRow.biasRate);
    store<f32>(q, Softness.massScale(hertz, zeta, world.h), JointRow.massScale);
    store<f32>(q, Softness.impulseScale(hertz, zeta, world.h), JointRow.impulseScale);
  }
}

/** Share of an axis that others must leave free: single precision cannot tell less from nothing. */
export const LEAST_LEFT: f32 = 1.2e-4;

/** Impulses, or 0 where an overflow has spoilt them. @inline */
export function soundLanes<T, M>(impulses: T): T {
  return V.keep<T, M>(V.le<T, M>(V.abs<T>(impulses), V.splat<T>(1e30)), impulses);
}

/** The same for a single impulse. */
export function sound(impulse: f32): f32 {
  return soundLanes<f32, bool>(impulse);
}

/** `times` the frequency, at most `times` a quarter of the sub-step rate, and not so low that squares vanish; 0 stays rigid. */
export function boundHertz(hertz: f32, times: f32): f32 {
  return hertz > 0 ? min<f32>(times * max<f32>(hertz, 1e-6), times * (PLAIN * world.invH)) : 0;
}

export function boundDamping(ratio: f32): f32 {
  return min<f32>(ratio, 1e6);
}

/** Upper bound, in slops a second, of how fast bodies beyond a limit come back, and gaps of a row together or of a motor joint close. */
export const FASTEST: f32 = 8000;

/** The softness of joints that name none, for this step. */
export function prepareSoftness(): void {
  const hertz = boundHertz(world.jointHertz, 1);
  const zeta = boundDamping(world.jointDampingRatio);
  world.jointBiasRate = Softness.biasRate(hertz, zeta, world.h);
  world.jointMassScale = Softness.massScale(hertz, zeta, world.h);
  world.jointImpulseScale = Softness.impulseScale(hertz, zeta, world.h);
}

/** Way left to the limit that a motor drives to. @inline */
function motorWay(j: Joint, at: f32): f32 {
  return j.motorSpeed > 0 ? j.upper - at : at - j.lower;
}

/**
 * The rate at which a motor closes the way to the limit that it drives to, `at` being the coordinate of the joint in lane `q`.
 * 0: it drives at its speed, for it is not there yet, or too weak to close the way as fast as a rigid joint would: the relaxing
 * pass would take back what it gave. At the limit it holds that place: a limit is soft, and of two that push against each other
 * the stronger has its way. It is then as soft as the limit: when it closed the way by a speed, that was kept as an impulse,
 * and threw arms of two balls that motors held at their limits. `inverse`: the inverse mass (or inertia) along the coordinate.
 */
export function motorRateAt(j: Joint, q: usize, at: f32, inverse: f32): f32 {
  if ((j.flags & JointFlag.Limit) == 0) {
    return 0;
  }
  const left = motorWay(j, at);
  const most = abs<f32>(j.motorSpeed);
  const rate = load<f32>(q, JointRow.biasRate);
  if (left >= most * world.dt || rate * rate * left > 0.5 * inverse * j.maxMotor) {
    return 0;
  }
  return -left > most * world.dt ? most / -left : 1 / world.dt;
}

/** The speed of a motor that is not at its limit: at most what brings it there in this step. */
export function motorSpeedAt(j: Joint, at: f32): f32 {
  const speed = j.motorSpeed;
  return (j.flags & JointFlag.Limit) == 0
    ? speed
    : copysign<f32>(min<f32>(abs<f32>(speed), max<f32>(motorWay(j, at), 0) / world.dt), speed);
}

/** The limit that a motor drives to. */
export function motorEndOf(j: Joint): f32 {
  return j.motorSpeed > 0 ? j.upper : j.lower;
}

/** Writes spring, motor and limit of a joint, whether on or off, into lane `q`. `at`: its coordinate; `inverse`: as for motorRateAt. */
export function prepareExtras(j: Joint, q: usize, at: f32, inverse: f32): void {
  const h = world.h;
  const flags = j.flags;
  // A spring of 0 Hz is no spring at all, not a rigid one.
  const spring = (flags & JointFlag.Spring) != 0 && j.springHertz > 0;
  const motor = (flags & JointFlag.Motor) != 0;
  const limit = (flags & JointFlag.Limit) != 0;
  if (spring) {
    Spring.write(q + JointRow.springPush, j.springHertz, j.springDampingRatio, h);
  } else {
    store<f32>(q, 0, JointRow.springPush);
    store<f32>(q, 0, JointRow.springMassScale);
    store<f32>(q, 1, JointRow.springImpulseScale);
    store<f32>(q, 0, JointRow.springBefore);
  }
  store<f32>(q, 0, JointRow.springBias);
  const rate: f32 = motor ? motorRateAt(j, q, at, inverse) : 0;
  store<f32>(q, motor && rate == 0 ? motorSpeedAt(j, at) : 0, JointRow.motorSpeed);
  store<f32>(q, rate, JointRow.motorRate);
  store<f32>(q, motorEndOf(j), JointRow.motorEnd);
  store<f32>(q, motor ? h * j.maxMotor : 0, JointRow.maxMotor);
  store<f32>(q, j.lower, JointRow.lower);
  store<f32>(q, j.upper, JointRow.upper);
  store<f32>(q, limit ? 1 : 0, JointRow.limitOn);
  store<f32>(q, spring ? 1 : 0, JointRow.springOn);
  store<f32>(q, spring ? j.springImpulse : 0, JointRow.springImpulse);
  store<f32>(q, motor ? j.motorImpulse : 0, JointRow.motorImpulse);
  store<f32>(q, limit ? j.lowerImpulse : 0, JointRow.lowerImpulse);
  store<f32>(q, limit ? j.upperImpulse : 0, JointRow.upperImpulse);
}

/**
 * Sums over the sub-steps so far of what a block's joints pushed B (unit: N·s and N·m·s): along x and y, and the torque (of a
 * gear, along its coordinate). Each warm start adds the result of the sub-step before. Each relaxing pass, bodies having moved,
 * adds how pushes up to then differ from the same impulses along the new axes. Sums lie behind the blocks of a run: inside
 * blocks, which all passes read, they cost the grid of 20,000 pins 7 % of its step.
 */
export const enum Sum {
  x = 0,
  y = 16,
  turn = 32,
  bytes = 48,
}

/** @inline */
export function addToSum<T>(sum: usize, impulse: T): void {
  store<T>(sum, load<T>(sum) + impulse);
}

/** Impulses of lane `q` → the joint. */
export function storeLane(j: Joint, q: usize): void {
  j.impulseX = sound(load<f32>(q, JointRow.impulseX));
  j.impulseY = sound(load<f32>(q, JointRow.impulseY));
  storeExtras(j, q);
}

/** Impulses of the spring, motor and limit of lane `q` → the joint. */
export function storeExtras(j: Joint, q: usize): void {
  j.springImpulse = sound(load<f32>(q, JointRow.springImpulse));
  j.motorImpulse = sound(load<f32>(q, JointRow.motorImpulse));
  j.lowerImpulse = sound(load<f32>(q, JointRow.lowerImpulse));
  j.upperImpulse = sound(load<f32>(q, JointRow.upperImpulse));
}

/** Force of a joint on B, averaged over the step. `x`, `y`: impulse of the last sub-step (unit: N·s); `sums`: those before. */
export function tellForce(j: Joint, sums: usize, x: f32, y: f32): void {
  j.forceX = meanOf(load<f32>(sums, Sum.x) + x);
  j.forceY = meanOf(load<f32>(sums, Sum.y) + y);
}

/** A force averaged over the step, from the impulses of all its sub-steps. */
export function meanOf(impulses: f32): f32 {
  return sound(impulses / world.dt);
}

/** Does any lane of the block (or this lane) have one of these flags on? @inline */
export function anyActive<T>(p: usize, flags: u32): bool {
  if (isVector<T>()) {
    return v128.any_true(v128.and(load<v128>(p, JointRow.active), i32x4.splat(flags)));
  } else {
    return (load<u32>(p, JointRow.active) & flags) != 0;
  }
}

/** Does any lane of the block (or this lane) have a spring? @inline */
export function anySpring<T>(p: usize): bool {
  return V.anyAt<T>(p + JointRow.springOn);
}

export abstract class Lanes {
  /** Address of the lane of the `index`th joint of a colour and type, whose blocks of `size` bytes begin at `start`. */
  @inline static at(start: usize, colour: u32, index: u32, size: usize): usize {
    return colour == OVERFLOW_COLOUR
      ? start + <usize>index * size
      : start + ((<usize>index) >> 2) * size + (((<usize>index) & 3) << 2);
  }
}
