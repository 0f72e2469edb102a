import { Joint, JointFlag } from "../../world/joint";
import { world } from "../../world/world";
import { Bodies } from "../../world/body";
import { Softness } from "../softness";
import { SolverBodies } from "../solver_body";

/**
 * What joint blocks of every type begin with: byte offsets of fields, 16 bytes each, one lane a joint. A type's own fields
 * follow from `own` on. `active` says for each lane what beyond the plain constraint is on (JointFlag bits), so a block
 * asks once for all its lanes.
 */
export const enum JointRow {
  bodyA = 0,
  bodyB = 16,
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
  // The spring, motor and limit that several types have
  springBiasRate = 256,
  springMassScale = 272,
  springImpulseScale = 288,
  rest = 304,
  motorSpeed = 320,
  /** Largest impulse of the motor in a sub-step; 0 without one. */
  maxMotor = 336,
  lower = 352,
  upper = 368,
  /** 1 where the limit is on. */
  limitOn = 384,
  /** 1 where the spring is on. */
  springOn = 400,
  impulseX = 416,
  impulseY = 432,
  springImpulse = 448,
  motorImpulse = 464,
  lowerImpulse = 480,
  upperImpulse = 496,
  own = 512,
}

/** Writes lane `q` (the block's address plus 4 · lane) from a joint; the type adds its own fields. */
export function prepareLane(j: Joint, q: usize): void {
  const a = j.bodyA;
  const b = j.bodyB;
  const massA = Bodies.mass(a);
  const massB = Bodies.mass(b);
  const poseA = Bodies.pose(a);
  const poseB = Bodies.pose(b);
  const bodyA = Bodies.at(a);
  const bodyB = Bodies.at(b);
  const h = world.h;
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
  const own = j.hertz > 0;
  // Stiffer than a quarter of the sub-step rate is beyond what the step can resolve.
  const hertz: f32 = min<f32>(own ? j.hertz : world.jointHertz, 0.25 * world.invH);
  const zeta: f32 = own ? j.dampingRatio : world.jointDampingRatio;
  store<f32>(q, Softness.biasRate(hertz, zeta, h), JointRow.biasRate);
  store<f32>(q, Softness.massScale(hertz, zeta, h), JointRow.massScale);
  store<f32>(q, Softness.impulseScale(hertz, zeta, h), JointRow.impulseScale);
  const flags = j.flags;
  const spring = (flags & JointFlag.Spring) != 0;
  store<u32>(q, flags & (JointFlag.Spring | JointFlag.Motor | JointFlag.Limit), JointRow.active);
  store<f32>(q, Softness.biasRate(j.springHertz, j.springDampingRatio, h), JointRow.springBiasRate);
  store<f32>(q, Softness.massScale(j.springHertz, j.springDampingRatio, h), JointRow.springMassScale);
  store<f32>(q, Softness.impulseScale(j.springHertz, j.springDampingRatio, h), JointRow.springImpulseScale);
  store<f32>(q, j.rest, JointRow.rest);
  store<f32>(q, j.motorSpeed, JointRow.motorSpeed);
  store<f32>(q, flags & JointFlag.Motor ? h * j.maxMotor : 0, JointRow.maxMotor);
  store<f32>(q, j.lower, JointRow.lower);
  store<f32>(q, j.upper, JointRow.upper);
  store<f32>(q, flags & JointFlag.Limit ? 1 : 0, JointRow.limitOn);
  store<f32>(q, spring ? 1 : 0, JointRow.springOn);
  store<f32>(q, j.impulseX, JointRow.impulseX);
  store<f32>(q, j.impulseY, JointRow.impulseY);
  store<f32>(q, spring ? j.springImpulse : 0, JointRow.springImpulse);
  store<f32>(q, flags & JointFlag.Motor ? j.motorImpulse : 0, JointRow.motorImpulse);
  store<f32>(q, flags & JointFlag.Limit ? j.lowerImpulse : 0, JointRow.lowerImpulse);
  store<f32>(q, flags & JointFlag.Limit ? j.upperImpulse : 0, JointRow.upperImpulse);
}

/** Impulses of lane `q` → the joint. */
export function storeLane(j: Joint, q: usize): void {
  j.impulseX = load<f32>(q, JointRow.impulseX);
  j.impulseY = load<f32>(q, JointRow.impulseY);
  j.springImpulse = load<f32>(q, JointRow.springImpulse);
  j.motorImpulse = load<f32>(q, JointRow.motorImpulse);
  j.lowerImpulse = load<f32>(q, JointRow.lowerImpulse);
  j.upperImpulse = load<f32>(q, JointRow.upperImpulse);
}
