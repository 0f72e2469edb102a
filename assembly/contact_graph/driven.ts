import { JointFlag, JointType } from "../abi/layout";
import { Bodies } from "../world/body";
import { Joint, Joints } from "../world/joint";
import { rateAlong, slideX, slideY, turnRate, wayX, wayY } from "../world/joint_coordinates";
import { leastWay } from "../world/settings";

// A body that a motor moves as asked is not at rest, however slow that is. A motor that makes no headway lets it rest: the body
// is against a wall, a limit or something too heavy.

/** Does a joint ask for a speed at all? Nearly none does, and the others need no closer look. @inline */
export function asksForSpeed(j: Joint): bool {
  return j.motorSpeed != 0 || (j.type == JointType.Motor && (j.p2 != 0 || j.p3 != 0));
}

/** Do the bodies of a joint reach at least half of the speed that it asks for? */
export function isDriven(j: Joint): bool {
  const type = Joints.kernel(j.type);
  if (type == JointType.Motor) {
    return isPushed(j) || getsOn(turnRate(j), j.motorSpeed);
  }
  if (type == JointType.Custom) {
    return getsOn(rateOfRow(j), j.motorSpeed);
  }
  if ((j.flags & JointFlag.Motor) == 0) {
    return false;
  }
  switch (type) {
    case JointType.Distance: {
      const x = wayX(j);
      const y = wayY(j);
      const far: f32 = sqrt<f32>(x * x + y * y);
      return far >= leastWay() && getsOn(rateAlong(j, x / far, y / far), j.motorSpeed);
    }
    case JointType.Prismatic:
      return getsOn(rateAlong(j, slideX(j), slideY(j)), j.motorSpeed);
    default:
      return getsOn(turnRate(j), j.motorSpeed);
  }
}

function getsOn(rate: f32, wanted: f32): bool {
  const half: f32 = 0.5 * wanted;
  return wanted > 0 ? rate >= half : wanted < 0 && rate <= half;
}

/** The same for the velocity of a motor joint, which is a vector in A's frame. */
function isPushed(j: Joint): bool {
  const wanted: f32 = sqrt<f32>(j.p2 * j.p2 + j.p3 * j.p3);
  if (!(wanted > 0)) {
    return false;
  }
  const a = Bodies.pose(j.bodyA);
  const ux: f32 = j.p2 / wanted;
  const uy: f32 = j.p3 / wanted;
  return getsOn(rateAlong(j, a.c * ux - a.s * uy, a.s * ux + a.c * uy), wanted);
}

/** Ċ of a custom row. */
function rateOfRow(j: Joint): f32 {
  const a = Bodies.velocity(j.bodyA);
  const b = Bodies.velocity(j.bodyB);
  return j.p0 * a.vx + j.p1 * a.vy + j.p2 * a.w + (j.p3 * b.vx + j.p4 * b.vy + j.p5 * b.w);
}
