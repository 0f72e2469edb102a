import { JointFlag, JointType } from "../../abi/layout";
import { SolverKind } from "../../abi/option_layout";
import { turnOver } from "../../world/joint_coordinates";
import { HOLDING_KINDS, Joint, Joints } from "../../world/joint";
import { world } from "../../world/world";
import { FASTEST } from "./joint_block";

// A rod or rope whose length is set anew in each step, as by a winch, has the speed of that change. Otherwise the relaxing
// pass, which leaves held bodies no speed, would stop the load four times a step, and the biased pass would have to bring all
// of it back to speed through whatever light hook lies between. A length that is set once is approached as any gap is closed,
// and leaves no speed: only a length that has changed in the same direction in two successive steps has a speed, the smaller of
// the two, each by the time of its own step. Of a joint, p2 and p3 are the length as of the last step and how fast it had
// changed in that; p4 and p5 the same of the lower limit.
//
// The same goes for an offset or angle of a motor joint that is set anew, as for a lift: otherwise bodies on it would slide
// off, and could not be thrown. Where it goes is known at the end of each step, as with `moveTo`, so it has the speed of this
// step, but at most twice that of the step before: a leap has none. Of such a joint angle2 and turns2 are the offset as of the
// last step, lowerImpulse and upperImpulse how fast it had changed in that (the joint has no limits), angle and turns the same
// of the angle.

/** Called when a length or limit of a distance joint, or an offset of a motor joint, is about to be set. */
export function beginWinding(j: Joint): void {
  if ((j.flags & JointFlag.Winds) != 0) {
    return;
  }
  j.flags |= JointFlag.Winds;
  if (j.type == JointType.Motor) {
    j.angle2 = j.p0;
    j.turns2 = j.p1;
    j.lowerImpulse = 0;
    j.upperImpulse = 0;
    j.angle = j.rest;
    j.turns = 0;
  } else {
    j.p2 = endOf(j);
    j.p3 = 0;
    j.p4 = j.lower;
    j.p5 = 0;
  }
}

/** The length of a rod, or the upper limit. */
function endOf(j: Joint): f32 {
  return (j.flags & JointFlag.Limit) != 0 ? j.upper : j.rest;
}

/** Speed of the length of a rod, or of the upper limit, in this step (unit: m/s). */
export function windingSpeed(j: Joint): f32 {
  return speedOf(j, rateOf(endOf(j), j.p2), j.p3);
}

/** The same of the lower limit. */
export function lowerWindingSpeed(j: Joint): f32 {
  return speedOf(j, rateOf(j.lower, j.p4), j.p5);
}

/** How fast a length changes that was `before` and is set to `now` in this step. */
function rateOf(now: f32, before: f32): f32 {
  return (now - before) / world.dt;
}

/** How fast the offset and the angle of a motor joint change in this step. */
function offsetRateX(j: Joint): f32 {
  return rateOf(j.p0, j.angle2);
}
function offsetRateY(j: Joint): f32 {
  return rateOf(j.p1, j.turns2);
}
function angleRate(j: Joint): f32 {
  return turnOver(j.rest - j.angle) / world.dt;
}

/** Share of the speed of a motor joint's offset that B is given; 0: B is driven at a velocity, or softly. */
export function offsetShare(j: Joint): f32 {
  const held = (j.flags & (JointFlag.Pose | JointFlag.Spring)) == JointFlag.Pose;
  if (!held || j.p2 != 0 || j.p3 != 0 || world.solver != SolverKind.Soft) {
    return 0;
  }
  const x = offsetRateX(j);
  const y = offsetRateY(j);
  const beforeX = j.lowerImpulse;
  const beforeY = j.upperImpulse;
  if (!(x * beforeX + y * beforeY > 0)) {
    return 0;
  }
  const before: f32 = sqrt<f32>(beforeX * beforeX + beforeY * beforeY);
  return min<f32>(min<f32>(2 * before, FASTEST * world.linearSlop) / sqrt<f32>(x * x + y * y), 1);
}

/** Velocity that the offset of a motor joint gives B in this step, in the frame of A (unit: m/s). `share`: from offsetShare. */
export function offsetSpeedX(j: Joint, share: f32): f32 {
  return share == 0 ? 0 : share * offsetRateX(j);
}
export function offsetSpeedY(j: Joint, share: f32): f32 {
  return share == 0 ? 0 : share * offsetRateY(j);
}

/** Speed of the angle of a motor joint in this step (unit: rad/s). */
export function angleSpeed(j: Joint): f32 {
  const held = (j.flags & (JointFlag.AngularPose | JointFlag.AngularSpring)) == JointFlag.AngularPose;
  const rate = angleRate(j);
  const before = j.turns;
  if (!held || j.motorSpeed != 0 || world.solver != SolverKind.Soft || !(rate * before > 0)) {
    return 0;
  }
  return copysign<f32>(min<f32>(abs<f32>(rate), 2 * abs<f32>(before)), rate);
}

/** `noteWinding` for a motor joint. */
export function noteOffsets(j: Joint): void {
  j.lowerImpulse = offsetRateX(j);
  j.upperImpulse = offsetRateY(j);
  j.turns = angleRate(j);
  j.angle2 = j.p0;
  j.turns2 = j.p1;
  j.angle = j.rest;
  if (j.lowerImpulse == 0 && j.upperImpulse == 0 && j.turns == 0) {
    j.flags &= ~JointFlag.Winds;
  }
}

/** Called once a step, after its speeds have been read. A joint that no longer changes stops winding. */
export function noteWinding(j: Joint): void {
  const end = endOf(j);
  j.p3 = rateOf(end, j.p2);
  j.p2 = end;
  j.p5 = rateOf(j.lower, j.p4);
  j.p4 = j.lower;
  if (j.p3 == 0 && j.p5 == 0) {
    j.flags &= ~JointFlag.Winds;
  }
}

/** Motors and springs have speeds of their own, and the other solvers no relaxing pass. */
function speedOf(j: Joint, rate: f32, before: f32): f32 {
  const holds = Joints.kind(j.type, j.flags) >= HOLDING_KINDS;
  if (!(rate * before > 0) || world.solver != SolverKind.Soft || !holds) {
    return 0;
  }
  return copysign<f32>(min<f32>(min<f32>(abs<f32>(rate), abs<f32>(before)), FASTEST * world.linearSlop), rate);
}
