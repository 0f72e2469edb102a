import { BodyFlag, JointFlag, JointType } from "../abi/layout";
import { Bodies, NONE } from "../world/body";
import { Joints } from "../world/joint";
import { gearOf } from "./gears";

// Bodies whose turn within a step is nothing to contacts and joints (docs/decisions/0021-rolling-circles.md).

/** Are all its shapes circles about its centre of mass, and its joints pinned there and such as ask for no angle? */
export function isRound(slot: u32): bool {
  const body = Bodies.at(slot);
  if (body.minExtent != body.maxExtent || body.maxExtent == 0) {
    return false;
  }
  for (let edge = body.jointHead; edge != NONE; edge = load<u32>(Joints.edge(edge))) {
    const j = Joints.at(edge >> 1);
    const atB = (edge & 1) != 0;
    const x: f32 = atB ? j.anchorBX : j.anchorAX;
    const y: f32 = atB ? j.anchorBY : j.anchorAY;
    if (j.type != JointType.Filter && (x != body.localX || y != body.localY || asksForAngle(edge >> 1, atB))) {
      return false;
    }
  }
  return true;
}

/** Does a joint look how one of its bodies, pinned at the centre of mass, is turned? */
function asksForAngle(slot: u32, atB: bool): bool {
  const j = Joints.at(slot);
  switch (Joints.kernel(j.type)) {
    case JointType.Distance:
    case JointType.Pulley:
      return false;
    case JointType.Revolute:
      return (j.flags & (JointFlag.Limit | JointFlag.Spring)) != 0 || gearOf(slot) != 0;
    case JointType.Wheel:
    case JointType.Mouse:
      return !atB; // A has the axis, or is the ground
    default:
      return true;
  }
}

/** Notes whether a body is round, whenever its shapes, its centre of mass or its joints are others. */
export function noteRound(slot: u32): void {
  const flags = Bodies.flags(slot) & ~BodyFlag.Round;
  Bodies.setFlags(slot, isRound(slot) ? flags | BodyFlag.Round : flags);
}

export function noteRoundOf(bodyA: u32, bodyB: u32): void {
  noteRound(bodyA);
  noteRound(bodyB);
}
