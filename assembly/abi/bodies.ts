import { keepAwake } from "../contact_graph/sleep";
import { whyAwake } from "../contact_graph/why_awake";
import {
  angleOf,
  applyMass,
  destroyBody,
  forceSleep,
  setTransform,
  setType,
  turnTo,
  updateMass,
} from "../lifecycle/bodies";
import { setDrive } from "../lifecycle/drives";
import { List } from "../memory/buffer";
import { Bodies, BodyDrive, NONE } from "../world/body";
import { queryResults } from "../world/buffers";
import { Shapes } from "../world/shape";
import { world } from "../world/world";
import { bodySetVelocity } from "./body_motion";
import { isFiniteF32, turnable } from "./check";
import { BodyField, BodyFlag, Code, ShapeKind } from "./layout";

// The door for bodies: checks the handle and every number, then calls. A getter returns NaN for a stale handle; no state is
// ever NaN.

export function bodyDestroy(id: u32): i32 {
  const slot = Bodies.find(id);
  if (slot == 0) {
    return Code.StaleBody;
  }
  destroyBody(slot);
  return Code.Ok;
}

/** Slot of a handle, 0 if it is stale. */
export function bodyFind(id: u32): u32 {
  return Bodies.find(id);
}

/** Handle of a slot, 0 if none lives there. */
export function bodyAt(slot: u32): u32 {
  return slot > 0 && slot < world.bodyEnd && (Bodies.flags(slot) & BodyFlag.Alive) != 0 ? Bodies.id(slot) : 0;
}

export function bodyEnd(): u32 {
  return world.bodyEnd;
}

export function bodyGet(id: u32, field: i32): f64 {
  const slot = Bodies.find(id);
  if (slot == 0) {
    return NaN;
  }
  const pose = Bodies.pose(slot);
  const v = Bodies.velocity(slot);
  const body = Bodies.at(slot);
  const flags = Bodies.flags(slot);
  switch (field) {
    case BodyField.X:
      return <f64>pose.x;
    case BodyField.Y:
      return <f64>pose.y;
    case BodyField.Angle:
      return angleOf(slot);
    case BodyField.VelocityX:
      return <f64>v.vx;
    case BodyField.VelocityY:
      return <f64>v.vy;
    case BodyField.AngularVelocity:
      return <f64>v.w;
    case BodyField.Mass:
      return Bodies.isDynamic(slot) ? <f64>body.mass : 0; // a mass set by hand is kept for when the body is dynamic again
    case BodyField.Inertia:
      return Bodies.isDynamic(slot) ? <f64>body.inertia : 0;
    case BodyField.LinearDamping:
      return <f64>body.linearDamping;
    case BodyField.AngularDamping:
      return <f64>body.angularDamping;
    case BodyField.GravityScale:
      return <f64>body.gravityScale;
    case BodyField.SleepThreshold:
      return <f64>(body.sleepThreshold >= 0 ? body.sleepThreshold : world.sleepThreshold);
    case BodyField.Type:
      return <f64>(flags & BodyFlag.TypeMask);
    case BodyField.Flags:
      return <f64>flags;
    case BodyField.Bullet:
      return <f64>(<u32>((flags & BodyFlag.Bullet) != 0));
    case BodyField.Continuous:
      return <f64>(<u32>((flags & BodyFlag.Continuous) != 0));
    case BodyField.FixedRotation:
      return <f64>(<u32>((flags & BodyFlag.LockRotation) != 0));
    case BodyField.CanSleep:
      return <f64>(<u32>((flags & BodyFlag.CanSleep) != 0));
    case BodyField.Awake:
      return <f64>(<u32>((flags & BodyFlag.Awake) != 0));
    case BodyField.CenterX:
      return <f64>Bodies.mass(slot).x;
    case BodyField.CenterY:
      return <f64>Bodies.mass(slot).y;
    case BodyField.LocalCenterX:
      return <f64>body.localX;
    case BodyField.LocalCenterY:
      return <f64>body.localY;
    case BodyField.ShapeCount:
      return <f64>body.shapeCount;
    case BodyField.FirstShape:
      return body.shapeHead == NONE ? 0 : <f64>Shapes.id(body.shapeHead);
    case BodyField.OwnMass:
      return <f64>body.ownMass;
    case BodyField.ContactCount:
      return <f64>body.contactCount;
    case BodyField.JointCount:
      return <f64>body.jointCount;
    case BodyField.ForceX:
      return <f64>body.forceX;
    case BodyField.ForceY:
      return <f64>body.forceY;
    case BodyField.Torque:
      return <f64>body.torque;
    case BodyField.LockX:
      return <f64>(<u32>((flags & BodyFlag.LockX) != 0));
    case BodyField.LockY:
      return <f64>(<u32>((flags & BodyFlag.LockY) != 0));
    case BodyField.Cosine:
      return <f64>pose.c;
    case BodyField.Sine:
      return <f64>pose.s;
    case BodyField.SteadyForceX:
      return <f64>body.steadyForceX;
    case BodyField.SteadyForceY:
      return <f64>body.steadyForceY;
    case BodyField.SteadyTorque:
      return <f64>body.steadyTorque;
    case BodyField.GravityX:
      return <f64>(body.drives & BodyDrive.Gravity ? body.gravityX : world.gravityX);
    case BodyField.GravityY:
      return <f64>(body.drives & BodyDrive.Gravity ? body.gravityY : world.gravityY);
    case BodyField.OwnGravity:
      return <f64>(<u32>((body.drives & BodyDrive.Gravity) != 0));
    default:
      return 0;
  }
}

export function bodySet(id: u32, field: i32, value: f64): i32 {
  const slot = Bodies.find(id);
  if (slot == 0) {
    return Code.StaleBody;
  }
  const x = <f32>value;
  if (!isFiniteF32(x)) {
    return Code.NonFinite;
  }
  const pose = Bodies.pose(slot);
  const v = Bodies.velocity(slot);
  const body = Bodies.at(slot);
  switch (field) {
    case BodyField.X:
      setTransform(slot, x, pose.y, pose.c, pose.s);
      return Code.Ok;
    case BodyField.Y:
      setTransform(slot, pose.x, x, pose.c, pose.s);
      return Code.Ok;
    case BodyField.Angle:
      turnTo(slot, pose.x, pose.y, value);
      return Code.Ok;
    case BodyField.VelocityX:
      return bodySetVelocity(id, x, v.vy, v.w);
    case BodyField.VelocityY:
      return bodySetVelocity(id, v.vx, x, v.w);
    case BodyField.AngularVelocity:
      return bodySetVelocity(id, v.vx, v.vy, x);
    case BodyField.Mass:
    case BodyField.Inertia:
      return setMass(slot, field, x);
    case BodyField.OwnMass:
      if (x != 0 || !Bodies.isDynamic(slot)) {
        return Code.OutOfRange;
      }
      resetMass(slot);
      return Code.Ok;
    case BodyField.LinearDamping:
    case BodyField.AngularDamping:
      if (x < 0) {
        return Code.OutOfRange;
      }
      // A body that damping alone held up, slow enough to sleep, must fall once the damping goes.
      if (field == BodyField.LinearDamping && body.linearDamping != x) {
        body.linearDamping = x;
        keepAwake(slot);
      } else if (field == BodyField.AngularDamping && body.angularDamping != x) {
        body.angularDamping = x;
        keepAwake(slot);
      }
      return Code.Ok;
    case BodyField.GravityScale:
      if (body.gravityScale != x) {
        body.gravityScale = x;
        keepAwake(slot);
      }
      return Code.Ok;
    case BodyField.SleepThreshold:
      body.sleepThreshold = x;
      return Code.Ok;
    case BodyField.Type:
      if (x != 0 && x != 1 && x != 2) {
        return Code.BadType;
      }
      if (x != 0 && hasHalfSpace(slot)) {
        return Code.BadShape;
      }
      return setType(slot, <u32>x);
    case BodyField.Awake:
      if (x != 0) {
        keepAwake(slot);
      } else {
        forceSleep(slot, true);
      }
      return Code.Ok;
    case BodyField.Bullet:
      setFlag(slot, BodyFlag.Bullet, x != 0);
      return Code.Ok;
    case BodyField.Continuous:
      setFlag(slot, BodyFlag.Continuous, x != 0);
      return Code.Ok;
    case BodyField.CanSleep:
      if (setFlag(slot, BodyFlag.CanSleep, x != 0) && x == 0) {
        keepAwake(slot);
      }
      return Code.Ok;
    case BodyField.FixedRotation:
      if (setFlag(slot, BodyFlag.LockRotation, x != 0)) {
        v.w = turnable(slot, v.w);
        applyMass(slot);
        keepAwake(slot);
      }
      return Code.Ok;
    case BodyField.LockX:
    case BodyField.LockY:
      if (setFlag(slot, field == BodyField.LockX ? BodyFlag.LockX : BodyFlag.LockY, x != 0)) {
        applyMass(slot);
        keepAwake(slot);
      }
      return Code.Ok;
    case BodyField.SteadyForceX:
    case BodyField.SteadyForceY:
    case BodyField.SteadyTorque:
    case BodyField.GravityX:
    case BodyField.GravityY:
    case BodyField.OwnGravity:
      setDrive(slot, field, x);
      return Code.Ok;
    default:
      return Code.BadType;
  }
}

/** Has a body a half-space? Only static ones may: it has no end, and so no mass and no extent. */
function hasHalfSpace(slot: u32): bool {
  for (let shape = Bodies.at(slot).shapeHead; shape != NONE; shape = Shapes.at(shape).next) {
    if (Shapes.geometry(shape).kind == ShapeKind.HalfSpace) {
      return true;
    }
  }
  return false;
}

/** Sets or clears a flag. True if that changes it. */
function setFlag(slot: u32, flag: u32, on: bool): bool {
  const flags = Bodies.flags(slot);
  Bodies.setFlags(slot, on ? flags | flag : flags & ~flag);
  return ((flags & flag) != 0) != on;
}

function setMass(slot: u32, field: i32, x: f32): i32 {
  const body = Bodies.at(slot);
  if (x < 0 || !Bodies.isDynamic(slot) || (field == BodyField.Mass && x == 0)) {
    return Code.OutOfRange;
  }
  body.ownMass = 1;
  if (x == (field == BodyField.Mass ? body.mass : body.inertia)) {
    return Code.Ok; // the body's own from now on, but the same: nothing wakes
  }
  if (field == BodyField.Mass) {
    body.inertia = body.mass > 0 ? body.inertia * (x / body.mass) : body.inertia;
    body.mass = x;
  } else {
    body.inertia = x;
  }
  applyMass(slot);
  keepAwake(slot);
  return Code.Ok;
}

/** Restores mass and inertia from the shapes; the body wakes if that changes them. */
function resetMass(slot: u32): void {
  const body = Bodies.at(slot);
  if (body.ownMass == 0) {
    return;
  }
  const mass = body.mass;
  const inertia = body.inertia;
  body.ownMass = 0;
  updateMass(slot);
  if (body.mass != mass || body.inertia != inertia) {
    keepAwake(slot);
  }
}

/** Puts the ids of the body's shapes, at most `most`, into the result buffer. Count, or minus a Code. */
export function bodyShapes(id: u32, most: u32): i32 {
  const slot = Bodies.find(id);
  if (slot == 0) {
    return -Code.StaleBody;
  }
  queryResults.count = 0;
  let shape = Bodies.at(slot).shapeHead;
  for (let k: u32 = 0; k < most && shape != NONE; k++) {
    if (!List.push(queryResults, Shapes.id(shape))) {
      return -Code.OutOfMemory;
    }
    shape = Shapes.at(shape).next;
  }
  return <i32>queryResults.count;
}

/**
 * Why the body is awake: `AwakeReason`, 0 if it sleeps. In the mailbox: the body of its island that is the reason, the kinematic
 * body that moves that one, 1 if by a joint and 0 if by a contact, number of bodies in the island; speed, threshold, rest (f32);
 * the joint whose motor moves it.
 */
export function bodyWhyAwake(id: u32): i32 {
  const slot = Bodies.find(id);
  return slot == 0 ? -Code.StaleBody : <i32>whyAwake(slot);
}
