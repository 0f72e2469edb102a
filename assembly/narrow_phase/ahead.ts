import { V } from "../math/wide";
import { world } from "../world/world";

// The impulses of a step act with the arms of the contact points, and where a body rolls, its arm changes as it turns. Torque that is
// late adds energy: with the arms of the step's beginning, a rocking body gains 5 to 14 % a swing (docs/decisions/0019-arms-ahead.md).
// Semi-implicit Euler keeps the energy when each sub-step has the force of its beginning, so arms that hold for all of them should be
// those at the mean of these times: (n − 1) / 2 sub-steps after the step began.
//
// Ellipses are collided as they will be turned then (general.ts). A circle is moved along the tangent instead, and collided with what it
// meets there: the next link of a chain, a corner, a place farther round another circle. Its normal is that of the later pose, its gap
// that of the beginning along that normal. With the normal of the beginning, a body that rolls in a bowl swings higher each time, and one
// that circles a planet slows down. The narrow phase tells how the arms change meanwhile, as distances along the tangent.

/** Bodies are turned ahead by no more than this (rad). */
export const MOST_TURN: f32 = 0.25;

/** A circle may be in a corner's way by this share of the radii before that counts as a blow. */
const GRAZE: f32 = 0.004;

/** From the beginning of a step to the mean of the beginnings of its sub-steps (unit: s). */
export function middle(): f32 {
  return 0.5 * (world.dt - world.h);
}

/**
 * How far a circle (A) may roll either way (unit: m): to the end of the face of B, or as far as turns the normal by `MOST_TURN`.
 * `distance`: from its centre to the core of B; `approach` and `speed`: of its centre along the normal and the tangent. A circle that
 * strikes goes on with other velocities, and has no room. But the next link in a bend is no strike, if this may be one (`links`, from
 * `mayBeLink`): were that met as it is now, and the last link later, nothing would be met in between. Seen from ahead, any other convex
 * shape would go by unmet.
 * @inline
 */
export function roomToRoll<T, M>(toEnd: T, distance: T, approach: T, speed: T, links: M): T {
  const most = V.splat<T>(MOST_TURN);
  const bend = V.keep<T, M>(links, most * V.abs<T>(speed));
  const strikes = V.gt<T, M>(approach, V.splat<T>(world.restitutionThreshold) + bend);
  return V.drop<T, M>(strikes, V.max<T>(toEnd, most * distance));
}

/**
 * May what the circle meets be the next link, onto which it rolls? A face may. A corner or a round end may if the circle, going straight
 * on, misses or hardly touches it, or is in it by more than a graze already: deep in one link of a bend, it is in the next as well.
 * `reach`: the sum of both radii; the others as above.
 * @inline
 */
export function mayBeLink<T, M>(toEnd: T, distance: T, reach: T, approach: T, speed: T): M {
  const deepest = V.min<T>(V.splat<T>(world.linearSlop), V.splat<T>(GRAZE) * reach);
  const missed = distance * V.abs<T>(speed);
  const graze = reach - deepest;
  const goesBy = V.le<T, M>(graze * V.sqrt<T>(approach * approach + speed * speed), missed);
  return V.or<M>(V.gt<T, M>(toEnd, V.splat<T>(0)), V.or<M>(V.gt<T, M>(graze, distance), goesBy));
}

/**
 * How far the contact point travels along a circle that turns about its body's centre of mass. `spin`: the angular velocity of the body
 * that has the normal, less that of the circle; `arm`: how far the circle's centre is from the centre of mass along the normal.
 * @inline
 */
export function wayOnCircle<T, M>(room: T, ahead: T, spin: T, arm: T): T {
  const most = V.splat<T>(MOST_TURN);
  const turn = V.max<T>(V.min<T>(ahead * spin, most), -most);
  return V.keep<T, M>(V.gt<T, M>(room, V.splat<T>(0)), turn * arm);
}

/**
 * The present gap along the later normal. `back`: the later gap less what the motion closed of it, which holds for a face, as that is
 * straight. Behind a corner it would be a depth that is not there: no deeper than `now`, the gap along the present normal.
 * @inline
 */
export function gapAhead<T, M>(onFace: M, back: T, now: T): T {
  return V.select<T, M>(onFace, back, V.max<T>(back, V.min<T>(now, V.splat<T>(0))));
}

/** How far the circle travels along the tangent at that speed. @inline */
export function wayAlong<T>(room: T, ahead: T, speed: T): T {
  return V.max<T>(V.min<T>(ahead * speed, room), -room);
}
