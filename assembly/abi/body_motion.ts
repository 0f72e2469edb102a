import { keepAwake, wakeNeighbours } from "../contact_graph/sleep";
import { setTransform, turnTo } from "../lifecycle/bodies";
import { atan2, cos, sin } from "../math/trig";
import { Bodies } from "../world/body";
import { world } from "../world/world";
import { isFiniteF32, settable, turnable } from "./check";
import { BodyType, Code } from "./layout";

// The door for calls that move a body: teleports, velocities, forces and impulses.

export function bodySetTransform(id: u32, x: f32, y: f32, angle: f32): i32 {
  const slot = Bodies.find(id);
  if (slot == 0) {
    return Code.StaleBody;
  }
  if (!isFiniteF32(x) || !isFiniteF32(y) || !isFiniteF32(angle)) {
    return Code.NonFinite;
  }
  turnTo(slot, x, y, <f64>angle);
  return Code.Ok;
}

/** Teleports a body; its angle stays. */
export function bodySetPosition(id: u32, x: f32, y: f32): i32 {
  const slot = Bodies.find(id);
  if (slot == 0) {
    return Code.StaleBody;
  }
  if (!isFiniteF32(x) || !isFiniteF32(y)) {
    return Code.NonFinite;
  }
  const pose = Bodies.pose(slot);
  setTransform(slot, x, y, pose.c, pose.s);
  return Code.Ok;
}

export function bodySetVelocity(id: u32, vx: f32, vy: f32, w: f32): i32 {
  const slot = Bodies.find(id);
  if (slot == 0) {
    return Code.StaleBody;
  }
  if (!isFiniteF32(vx) || !isFiniteF32(vy) || !isFiniteF32(w)) {
    return Code.NonFinite;
  }
  if (Bodies.type(slot) == BodyType.Static) {
    return Code.Ok;
  }
  const v = Bodies.velocity(slot);
  // + 0 turns −0 into 0: a kinematic body's velocity must come out of the solver with the bits it went in with.
  vx = settable(vx);
  vy = settable(vy);
  w = turnable(slot, w);
  // A resting body has tiny velocities: a host that sets them again in each frame must not keep it awake. A kinematic one is kept awake.
  if (Bodies.isDynamic(slot) && v.vx == vx && v.vy == vy && v.w == w) {
    return Code.Ok;
  }
  if (vx != 0 || vy != 0 || w != 0) {
    if (!stillsRest(slot, vx, vy, w)) {
      keepAwake(slot);
    }
    if (Bodies.type(slot) == BodyType.Kinematic) {
      wakeNeighbours(slot);
    }
  } else if (!Bodies.isAwake(slot)) {
    return Code.Ok;
  }
  v.vx = vx;
  v.vy = vy;
  v.w = w;
  return Code.Ok;
}

/**
 * Does a velocity only slow an awake body, and by so little that the body may fall asleep although it is set anew in each step? Not if
 * the amount, taken in each step, would get from 0 to the threshold within the time to sleep: a body held up by hand stays awake, slow as
 * it falls in a short step (the bound at 1/60 s is 1.7 mm/s; boxes that lie have 5 nm/s).
 */
function stillsRest(slot: u32, vx: f32, vy: f32, w: f32): bool {
  const v = Bodies.velocity(slot);
  const body = Bodies.at(slot);
  const threshold = body.sleepThreshold >= 0 ? body.sleepThreshold : world.sleepThreshold;
  const dx: f32 = v.vx - vx;
  const dy: f32 = v.vy - vy;
  const taken: f32 = sqrt<f32>(dx * dx + dy * dy) + abs<f32>(v.w - w) * body.maxExtent;
  return (
    Bodies.isAwake(slot) &&
    abs<f32>(vx) <= abs<f32>(v.vx) &&
    abs<f32>(vy) <= abs<f32>(v.vy) &&
    abs<f32>(w) <= abs<f32>(v.w) &&
    taken * world.timeToSleep <= threshold * world.dt
  );
}

/** A pose in single precision resolves no smaller angle (unit: rad). */
const LEAST_TURN: f32 = 2.5e-7;

/** Sets velocities that bring the body's origin to a place, and the body to an angle if `turns`, within `dt` seconds. */
export function bodyMoveTo(id: u32, x: f32, y: f32, angle: f32, turns: i32, dt: f32): i32 {
  const slot = Bodies.find(id);
  if (slot == 0) {
    return Code.StaleBody;
  }
  if (!isFiniteF32(x) || !isFiniteF32(y) || !isFiniteF32(angle) || !isFiniteF32(dt)) {
    return Code.NonFinite;
  }
  if (!(dt > 0)) {
    return Code.OutOfRange;
  }
  const pose = Bodies.pose(slot);
  const c: f32 = turns ? <f32>cos(<f64>angle) : pose.c;
  const s: f32 = turns ? <f32>sin(<f64>angle) : pose.s;
  const turn = <f32>atan2(<f64>(pose.c * s - pose.s * c), <f64>(pose.c * c + pose.s * s));
  // Velocities are those of the centre of mass, which moves with the origin and turns about it.
  const body = Bodies.at(slot);
  const mass = Bodies.mass(slot);
  const cx: f32 = x + (c * body.localX - s * body.localY);
  const cy: f32 = y + (s * body.localX + c * body.localY);
  // Once the angle is reached, the rounding error that is left would go on turning the body until the next call.
  const w: f32 = abs<f32>(turn) < LEAST_TURN ? 0 : bounded(turn / dt);
  return bodySetVelocity(id, bounded((cx - mass.x) / dt), bounded((cy - mass.y) / dt), w);
}

/** May this push act on the body: is it not 0, is the body dynamic, and is it awake or may it be woken? Wakes it if asked. */
function mayPush(slot: u32, wake: i32, some: bool): bool {
  if (!some || !Bodies.isDynamic(slot)) {
    return false;
  }
  if (wake == 0) {
    return Bodies.isAwake(slot);
  }
  keepAwake(slot);
  return true;
}

export function bodyApplyForce(id: u32, fx: f32, fy: f32, px: f32, py: f32, atPoint: i32, wake: i32): i32 {
  const slot = Bodies.find(id);
  if (slot == 0) {
    return Code.StaleBody;
  }
  if (!isFiniteF32(fx) || !isFiniteF32(fy) || (atPoint && !(isFiniteF32(px) && isFiniteF32(py)))) {
    return Code.NonFinite;
  }
  if (mayPush(slot, wake, fx != 0 || fy != 0)) {
    const body = Bodies.at(slot);
    const m = Bodies.mass(slot);
    body.forceX += fx;
    body.forceY += fy;
    if (atPoint) {
      body.torque += (px - m.x) * fy - (py - m.y) * fx;
    }
  }
  return Code.Ok;
}

export function bodyApplyTorque(id: u32, torque: f32, wake: i32): i32 {
  const slot = Bodies.find(id);
  if (slot == 0) {
    return Code.StaleBody;
  }
  if (!isFiniteF32(torque)) {
    return Code.NonFinite;
  }
  if (mayPush(slot, wake, torque != 0)) {
    Bodies.at(slot).torque += torque;
  }
  return Code.Ok;
}

export function bodyApplyImpulse(id: u32, jx: f32, jy: f32, px: f32, py: f32, atPoint: i32, wake: i32): i32 {
  const slot = Bodies.find(id);
  if (slot == 0) {
    return Code.StaleBody;
  }
  if (!isFiniteF32(jx) || !isFiniteF32(jy) || (atPoint && !(isFiniteF32(px) && isFiniteF32(py)))) {
    return Code.NonFinite;
  }
  if (mayPush(slot, wake, jx != 0 || jy != 0)) {
    const v = Bodies.velocity(slot);
    const m = Bodies.mass(slot);
    v.vx = bounded(v.vx + m.invMass * jx);
    v.vy = bounded(v.vy + m.invMass * jy);
    if (atPoint) {
      v.w = bounded(v.w + m.invInertia * ((px - m.x) * jy - (py - m.y) * jx));
    }
  }
  return Code.Ok;
}

export function bodyApplyAngularImpulse(id: u32, impulse: f32, wake: i32): i32 {
  const slot = Bodies.find(id);
  if (slot == 0) {
    return Code.StaleBody;
  }
  if (!isFiniteF32(impulse)) {
    return Code.NonFinite;
  }
  if (mayPush(slot, wake, impulse != 0)) {
    const v = Bodies.velocity(slot);
    v.w = bounded(v.w + Bodies.mass(slot).invInertia * impulse);
  }
  return Code.Ok;
}

/** Bounds a sum so that it stays a number; the step caps speeds far below this. */
function bounded(x: f32): f32 {
  return x != x ? 0 : min<f32>(max<f32>(x, -1e18), 1e18);
}
