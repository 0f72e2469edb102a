import { Angle } from "../math/wide_angle";
import { Bodies } from "./body";
import { Joint } from "./joint";

// What joints measure. A pose knows its angle only within one turn; joints that need more follow theirs from step to step.

const PI: f32 = 3.14159274;
/** A whole turn (unit: rad). */
export const WHOLE_TURN: f64 = 6.283185307179586;
const TURN: f32 = <f32>WHOLE_TURN;

/** Angle of B relative to A less the reference, from −π to π (unit: rad). */
export function angleOf(j: Joint): f32 {
  const a = Bodies.pose(j.bodyA);
  const b = Bodies.pose(j.bodyB);
  const s: f32 = a.c * b.s - a.s * b.c;
  const c: f32 = a.c * b.c + a.s * b.s;
  return turnOver(Angle.of<f32, bool>(s, c) - j.rest);
}

/** An angle without its whole turns, from −π to π. */
export function turnOver(angle: f32): f32 {
  if (abs<f32>(angle) > 3 * PI) {
    angle -= TURN * nearest<f32>(angle / TURN); // the reference is whole turns away
  }
  return angle > PI ? angle - TURN : angle < -PI ? angle + TURN : angle;
}

/** The angle with its whole turns. `at`: address of the last angle and turns, which are not changed. */
export function wholeAngle(at: usize, now: f32): f32 {
  return now + TURN * turnsNow(at, now);
}

/** The angle with its whole turns, which are stored. */
export function followAngle(at: usize, now: f32): f32 {
  return now + TURN * followTurns(at, now);
}

/** Whole turns since the start, which are stored with the angle. */
export function followTurns(at: usize, now: f32): f32 {
  const turns = turnsNow(at, now);
  store<f32>(at, now);
  store<f32>(at, turns, 4);
  return turns;
}

/** Whole turns since the start, as in `wholeAngle`. */
export function turnsNow(at: usize, now: f32): f32 {
  const change: f32 = now - load<f32>(at);
  return load<f32>(at, 4) + (change < -PI ? <f32>1 : change > PI ? <f32>-1 : <f32>0);
}

/** The relative angle of a joint with its whole turns, which are stored. */
export function jointAngle(j: Joint): f32 {
  return followAngle(changetype<usize>(j) + offsetof<Joint>("angle"), angleOf(j));
}

/** World position of a point of a body, one coordinate (unit: m). */
export function pointX(body: u32, x: f32, y: f32): f32 {
  const p = Bodies.pose(body);
  return p.x + (p.c * x - p.s * y);
}
export function pointY(body: u32, x: f32, y: f32): f32 {
  const p = Bodies.pose(body);
  return p.y + (p.s * x + p.c * y);
}

/** From anchor A to anchor B, one coordinate. */
export function wayX(j: Joint): f32 {
  return pointX(j.bodyB, j.anchorBX, j.anchorBY) - pointX(j.bodyA, j.anchorAX, j.anchorAY);
}
export function wayY(j: Joint): f32 {
  return pointY(j.bodyB, j.anchorBX, j.anchorBY) - pointY(j.bodyA, j.anchorAX, j.anchorAY);
}

/** The axis of a sliding joint in the world, one coordinate. */
export function slideX(j: Joint): f32 {
  const a = Bodies.pose(j.bodyA);
  return a.c * j.p0 - a.s * j.p1;
}
export function slideY(j: Joint): f32 {
  const a = Bodies.pose(j.bodyA);
  return a.s * j.p0 + a.c * j.p1;
}

/** How far B has slid along the axis (unit: m). */
export function slideOf(j: Joint): f32 {
  return wayX(j) * slideX(j) + wayY(j) * slideY(j);
}

/** Velocity along a direction of B at its anchor relative to A at the same point. */
export function rateAlong(j: Joint, ux: f32, uy: f32): f32 {
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

/** Angular velocity of B relative to A. */
export function turnRate(j: Joint): f32 {
  return Bodies.velocity(j.bodyB).w - Bodies.velocity(j.bodyA).w;
}
