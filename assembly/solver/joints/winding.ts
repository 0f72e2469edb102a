import { JointFlag } from "../../abi/layout";
import { SolverKind } from "../../abi/option_layout";
import { HOLDING_KINDS, Joint, Joints } from "../../world/joint";
import { world } from "../../world/world";
import { FASTEST } from "./joint_block";

// A rod or rope whose length is set anew step by step, as of a winch, has that speed: the relaxing pass, which leaves what is held none, would
// stop the load four times a step, and the biased one had to bring all of it back to speed through whatever light hook lies between.
// What is set once is gone to as any gap is closed, and leaves no speed: only what has changed the same way in two steps on end has one, the
// smaller of the speeds of the two, each by the time of its own step. Of a joint p2 and p3 are the length as of the last step and how fast it
// had changed in that, p4 and p5 the same of the lower limit.

/** A length or limit of a distance joint is about to be set. */
export function beginWinding(j: Joint): void {
  if ((j.flags & JointFlag.Winds) == 0) {
    j.flags |= JointFlag.Winds;
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

/** How fast a length is that is set in this step to what it is `now`. */
function rateOf(now: f32, before: f32): f32 {
  return (now - before) / world.dt;
}

/** Once a step, when its speeds have been asked for. What does not change any more winds no longer. */
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
