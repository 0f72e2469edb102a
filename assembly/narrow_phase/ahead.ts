import { V } from "../math/wide";
import { world } from "../world/world";

// Impulses of a step have the arms that the contact points give them, and where something rolls, that arm changes with the turn.
// Torque that is late drives: with the arms of the step's beginning what rocks gains energy, 5 to 14 % a swing
// (docs/decisions/0019-arms-ahead.md). Semi-implicit Euler keeps the energy when each sub-step has the force of its beginning, so
// arms that hold for all of them should be those of the mean of these times: (n − 1) / 2 sub-steps after the step began.
//
// Ellipses are collided as they will be turned then (general.ts). Where a circle touches a face, all that changes is where along
// the face it does, and how its own arm is turned: the narrow phase tells both as ways along the tangent, and the gap stays that of
// the beginning. At a corner the point stays.

/** Bodies are turned ahead by no more than this (rad). */
export const MOST_TURN: f32 = 0.25;

/** From the beginning of a step to the mean of the beginnings of its sub-steps (unit: s). */
export function middle(): f32 {
  return 0.5 * (world.dt - world.h);
}

/**
 * How far a circle (A) may roll either way on a face of B until the face ends (unit: m); `approach`: the speed at which its centre
 * comes, for what strikes goes on by other velocities, and has no room.
 * @inline
 */
export function roomToRoll<T, M>(toEnd: T, approach: T): T {
  return V.drop<T, M>(V.gt<T, M>(approach, V.splat<T>(world.restitutionThreshold)), toEnd);
}

/**
 * How far the point goes along the circle. `spin`: B's angular velocity less A's; `arm`: how far from A's centre of mass the
 * circle's centre is along the normal.
 * @inline
 */
export function wayOnCircle<T, M>(room: T, ahead: T, spin: T, arm: T): T {
  const most = V.splat<T>(MOST_TURN);
  const turn = V.max<T>(V.min<T>(ahead * spin, most), -most);
  return V.keep<T, M>(V.gt<T, M>(room, V.splat<T>(0)), turn * arm);
}

/** How far the point goes along the face. `speed`: that of the circle's centre along the tangent. @inline */
export function wayOnFace<T>(room: T, ahead: T, speed: T): T {
  return V.max<T>(V.min<T>(ahead * speed, room), -room);
}
