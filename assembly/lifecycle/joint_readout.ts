import { JointType } from "../abi/layout";
import { angleOf, slideOf, slideX, slideY, wayX, wayY, wholeAngle, pointX, pointY } from "../solver/joints/coordinates";
import { gearSum } from "../solver/joints/gear";
import { activeFlags } from "../solver/joints/joint_block";
import { Bodies } from "../world/body";
import { Joint, Joints } from "../world/joint";

// What a joint measures now, for those who ask.

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
      return gearSum(j, false) - j.rest;
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
      const whole = j.type == JointType.Rotary || j.type == JointType.Ratchet || activeFlags(j) != 0;
      return whole ? wholeAngle(changetype<usize>(j) + offsetof<Joint>("angle"), angle) : angle;
    }
  }
}

/** Velocity of the point of B at its anchor against A's there, along a direction. */
function rateAlong(j: Joint, ux: f32, uy: f32): f32 {
  const va = Bodies.velocity(j.bodyA);
  const vb = Bodies.velocity(j.bodyB);
  const ma = Bodies.mass(j.bodyA);
  const mb = Bodies.mass(j.bodyB);
  const bx = pointX(j.bodyB, j.anchorBX, j.anchorBY);
  const by = pointY(j.bodyB, j.anchorBX, j.anchorBY);
  const rx: f32 = vb.vx - vb.w * (by - mb.y) - (va.vx - va.w * (by - ma.y));
  const ry: f32 = vb.vy + vb.w * (bx - mb.x) - (va.vy + va.w * (bx - ma.x));
  return rx * ux + ry * uy;
}

/** Rate of change of the value; 0 for joints that measure an error. */
export function speedOf(j: Joint): f32 {
  switch (Joints.kernel(j.type)) {
    case JointType.Distance: {
      const x = wayX(j);
      const y = wayY(j);
      const far = length(x, y);
      return far < 1e-6 ? 0 : rateAlong(j, x / far, y / far);
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
      return Bodies.velocity(j.bodyB).w - Bodies.velocity(j.bodyA).w;
  }
}
