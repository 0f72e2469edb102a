import { JointType } from "../abi/layout";
import { gearError } from "../solver/joints/gear";
import { Joint, Joints } from "../world/joint";
import {
  angleOf,
  pointX,
  pointY,
  rateAlong,
  slideOf,
  slideX,
  slideY,
  turnRate,
  turnsNow,
  wayX,
  wayY,
  wholeAngle,
} from "../world/joint_coordinates";
import { leastWay } from "../world/settings";

// Reads what a joint measures now.

function length(x: f32, y: f32): f32 {
  return sqrt<f32>(x * x + y * y);
}

/** Distance of the anchors, translation, angle, length of rope, or error (abi/layout.ts: JointField.Value). */
export function valueOf(j: Joint): f32 {
  switch (Joints.kernel(j.type)) {
    case JointType.Distance:
      return length(wayX(j), wayY(j));
    case JointType.Prismatic:
    case JointType.Wheel:
      return slideOf(j);
    case JointType.Mouse:
      return length(pointX(j.bodyB, j.anchorBX, j.anchorBY) - j.p0, pointY(j.bodyB, j.anchorBX, j.anchorBY) - j.p1);
    case JointType.Gear:
      return gearError(j, false);
    case JointType.Pulley: {
      const ax: f32 = pointX(j.bodyA, j.anchorAX, j.anchorAY) - j.p0;
      const ay: f32 = pointY(j.bodyA, j.anchorAX, j.anchorAY) - j.p1;
      const bx: f32 = pointX(j.bodyB, j.anchorBX, j.anchorBY) - j.p2;
      const by: f32 = pointY(j.bodyB, j.anchorBX, j.anchorBY) - j.p3;
      return length(ax, ay) + j.p4 * length(bx, by);
    }
    case JointType.Custom:
      return j.rest;
    default: {
      const angle = angleOf(j);
      return counts(j) ? wholeAngle(changetype<usize>(j) + offsetof<Joint>("angle"), angle) : angle;
    }
  }
}

/** Does a joint with an angle count the whole turns of that? */
function counts(j: Joint): bool {
  return j.type == JointType.Rotary || j.type == JointType.Ratchet || Joints.active(j) != 0;
}

/** Whole turns of a joint's angle; 0 if it does not count them. */
export function turnsOf(j: Joint): f32 {
  return counts(j) ? turnsNow(changetype<usize>(j) + offsetof<Joint>("angle"), angleOf(j)) : 0;
}

/** Rate of change of the value; 0 for joints that measure an error. */
export function speedOf(j: Joint): f32 {
  switch (Joints.kernel(j.type)) {
    case JointType.Distance: {
      const x = wayX(j);
      const y = wayY(j);
      const far = length(x, y);
      return far < leastWay() ? 0 : rateAlong(j, x / far, y / far);
    }
    case JointType.Prismatic:
    case JointType.Wheel:
      return rateAlong(j, slideX(j), slideY(j));
    case JointType.Mouse:
    case JointType.Gear:
    case JointType.Pulley:
    case JointType.Custom:
    case JointType.Filter:
      return 0;
    default:
      return turnRate(j);
  }
}
