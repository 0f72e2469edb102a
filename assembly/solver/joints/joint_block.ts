import { JointFlag } from "../../abi/layout";
import { Joint } from "../../world/joint";
import { world } from "../../world/world";
import { Bodies } from "../../world/body";
import { OVERFLOW_COLOUR } from "../../world/buffers";
import { Block } from "../contact_block";
import { Softness, Spring } from "../softness";
import { SolverBodies } from "../solver_body";

/**
 * What joint blocks of every type begin with: byte offsets of fields, 16 bytes each, one lane a joint. A type's own fields
 * follow from `own` on. `active` says for each lane what beyond the plain constraint is on (JointFlag bits), so a block
 * asks once for all its lanes.
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
  // The spring, motor and limit that several types have; in a block none of whose lanes has any they are not written.
  /** As SpringField has them. */
  springPush = 288,
  springMassScale = 304,
  springImpulseScale = 320,
  springBefore = 336,
  /** That times the rate of stretch before loads, of a sub-step. */
  springBias = 352,
  rest = 368,
  motorSpeed = 384,
  /** Largest impulse of the motor in a sub-step; 0 without one. */
  maxMotor = 400,
  lower = 416,
  upper = 432,
  /** 1 where the limit is on. */
  limitOn = 448,
  /** 1 where the spring is on. */
  springOn = 464,
  springImpulse = 480,
  motorImpulse = 496,
  lowerImpulse = 512,
  upperImpulse = 528,
  own = 544,
}

/** What beyond the plain constraint is on. */
export function activeFlags(j: Joint): u32 {
  return j.flags & (JointFlag.Spring | JointFlag.Motor | JointFlag.Limit);
}

/** Writes what every joint has into lane `q` (the block's address plus 4 · lane); the type adds its own fields. */
export function prepareLane(j: Joint, q: usize): void {
  const a = j.bodyA;
  const b = j.bodyB;
  const massA = Bodies.mass(a);
  const massB = Bodies.mass(b);
  const poseA = Bodies.pose(a);
  const poseB = Bodies.pose(b);
  const bodyA = Bodies.at(a);
  const bodyB = Bodies.at(b);
  store<usize>(q, SolverBodies.of(a), JointRow.bodyA);
  store<usize>(q, SolverBodies.of(b), JointRow.bodyB);
  store<f32>(q, massA.invMass, JointRow.invMassA);
  store<f32>(q, massB.invMass, JointRow.invMassB);
  store<f32>(q, massA.invInertia, JointRow.invInertiaA);
  store<f32>(q, massB.invInertia, JointRow.invInertiaB);
  const ax: f32 = j.anchorAX - bodyA.localX;
  const ay: f32 = j.anchorAY - bodyA.localY;
  const bx: f32 = j.anchorBX - bodyB.localX;
  const by: f32 = j.anchorBY - bodyB.localY;
  store<f32>(q, poseA.c * ax - poseA.s * ay, JointRow.armAx);
  store<f32>(q, poseA.s * ax + poseA.c * ay, JointRow.armAy);
  store<f32>(q, poseB.c * bx - poseB.s * by, JointRow.armBx);
  store<f32>(q, poseB.s * bx + poseB.c * by, JointRow.armBy);
  store<f32>(q, massB.x - massA.x, JointRow.centerX);
  store<f32>(q, massB.y - massA.y, JointRow.centerY);
  // The world's softness is worked out once a step; a joint with its own is the exception.
  if (j.hertz > 0) {
    const hertz = boundHertz(j.hertz, 1);
    const zeta = boundDamping(j.dampingRatio);
    store<f32>(q, Softness.biasRate(hertz, zeta, world.h), JointRow.biasRate);
    store<f32>(q, Softness.massScale(hertz, zeta, world.h), JointRow.massScale);
    store<f32>(q, Softness.impulseScale(hertz, zeta, world.h), JointRow.impulseScale);
  } else {
    store<f32>(q, world.jointBiasRate, JointRow.biasRate);
    store<f32>(q, world.jointMassScale, JointRow.massScale);
    store<f32>(q, world.jointImpulseScale, JointRow.impulseScale);
  }
  store<u32>(q, activeFlags(j), JointRow.active);
  store<f32>(q, j.impulseX, JointRow.impulseX);
  store<f32>(q, j.impulseY, JointRow.impulseY);
}

/** Share of an axis that others must leave free, for single precision to tell it from none. */
export const LEAST_LEFT: f32 = 1.2e-4;

/** An impulse, or 0 for the wreck of an overflow. */
export function sound(impulse: f32): f32 {
  return abs<f32>(impulse) <= 1e30 ? impulse : 0;
}

/** Within what the step can resolve, a quarter of the sub-step rate or `times` that, and what squares can hold; 0 stays rigid. */
export function boundHertz(hertz: f32, times: f32): f32 {
  return hertz > 0 ? min<f32>(times * max<f32>(hertz, 1e-6), times * (0.25 * world.invH)) : 0;
}

export function boundDamping(ratio: f32): f32 {
  return min<f32>(ratio, 1e6);
}

/** The softness of joints that name none, for this step. */
export function prepareSoftness(): void {
  const hertz = boundHertz(world.jointHertz, 1);
  const zeta = boundDamping(world.jointDampingRatio);
  world.jointBiasRate = Softness.biasRate(hertz, zeta, world.h);
  world.jointMassScale = Softness.massScale(hertz, zeta, world.h);
  world.jointImpulseScale = Softness.impulseScale(hertz, zeta, world.h);
}

/** Writes spring, motor and limit of a joint, on or not, into lane `q`. */
export function prepareExtras(j: Joint, q: usize): void {
  const h = world.h;
  const flags = j.flags;
  const spring = (flags & JointFlag.Spring) != 0;
  const motor = (flags & JointFlag.Motor) != 0;
  const limit = (flags & JointFlag.Limit) != 0;
  // A spring's exponentials cost more than all else here.
  if (spring) {
    Spring.write(q + JointRow.springPush, j.springHertz, j.springDampingRatio, h);
  } else {
    store<f32>(q, 0, JointRow.springPush);
    store<f32>(q, 0, JointRow.springMassScale);
    store<f32>(q, 1, JointRow.springImpulseScale);
    store<f32>(q, 0, JointRow.springBefore);
  }
  store<f32>(q, 0, JointRow.springBias);
  store<f32>(q, j.rest, JointRow.rest);
  store<f32>(q, j.motorSpeed, JointRow.motorSpeed);
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

/** Impulses of lane `q` → the joint. `extras`: its block has spring, motor and limit rows. */
export function storeLane(j: Joint, q: usize, extras: bool): void {
  j.impulseX = sound(load<f32>(q, JointRow.impulseX));
  j.impulseY = sound(load<f32>(q, JointRow.impulseY));
  if (extras) {
    j.springImpulse = sound(load<f32>(q, JointRow.springImpulse));
    j.motorImpulse = sound(load<f32>(q, JointRow.motorImpulse));
    j.lowerImpulse = sound(load<f32>(q, JointRow.lowerImpulse));
    j.upperImpulse = sound(load<f32>(q, JointRow.upperImpulse));
  }
}

/** Has any lane of the block (or this lane) a spring? Its words say so where others have zero. @inline */
export function anySpring<T>(p: usize): bool {
  if (isVector<T>()) {
    return v128.any_true(load<v128>(p, JointRow.springOn));
  } else {
    return load<f32>(p, JointRow.springOn) != 0;
  }
}

export abstract class Lanes {
  /** Address of the lane of a joint, the `index`th of its colour and type, whose blocks of `size` bytes begin at `start`. */
  @inline static at(start: usize, colour: u32, index: u32, size: usize): usize {
    return colour == OVERFLOW_COLOUR
      ? start + <usize>index * size
      : start + ((<usize>index) >> 2) * size + (((<usize>index) & 3) << 2);
  }
}
