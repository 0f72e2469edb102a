import { wakeBody } from "../contact_graph/sleep";
import { whyAwake } from "../contact_graph/why_awake";
import { applyMass, createBody, destroyBody, forceSleep, setTransform, setType, updateMass } from "../lifecycle/bodies";
import { setDrive } from "../lifecycle/drives";
import { checkShape, createShape, hullCode } from "../lifecycle/shapes";
import { enterShapes } from "../broad_phase/refit";
import { List } from "../memory/buffer";
import { MAILBOX_ADDRESS } from "../memory/fixed";
import { atan2, cos, sin } from "../math/trig";
import { Bodies, BodyDrive, NONE } from "../world/body";
import { bulk, queryResults } from "../world/buffers";
import { Shapes } from "../world/shape";
import { world } from "../world/world";
import { bodySetVelocity, settable, turnable } from "./body_motion";
import { allFinite, isFiniteF32 } from "./check";
import { BodyDef, BodyField, BodyFlag, BodyType, Code } from "./layout";

// The door for bodies: checks the handle and every number, then calls. NaN for a getter means the handle is stale; no
// state is ever NaN.

const DEF: usize = MAILBOX_ADDRESS;

abstract class In {
  @inline static f(field: u32): f32 {
    return load<f32>(DEF + ((<usize>field) << 2));
  }
  @inline static u(field: u32): u32 {
    return load<u32>(DEF + ((<usize>field) << 2));
  }
}

function checkBodyDef(): i32 {
  if (In.u(BodyDef.Type) > <u32>BodyType.Dynamic) {
    return Code.BadType;
  }
  if (!allFinite(DEF + (BodyDef.X << 2), BodyDef.SleepThreshold)) {
    return Code.NonFinite;
  }
  if (In.f(BodyDef.LinearDamping) < 0 || In.f(BodyDef.AngularDamping) < 0) {
    return Code.OutOfRange;
  }
  return Code.Ok;
}

/** A body from the definition in the mailbox, at a pose; the caller has checked and reserved. */
function makeBody(x: f32, y: f32, angle: f32, vx: f32, vy: f32, w: f32): u32 {
  const type = In.u(BodyDef.Type);
  const slot = createBody(type, x, y, <f64>angle, In.u(BodyDef.Flags));
  const body = Bodies.at(slot);
  body.linearDamping = In.f(BodyDef.LinearDamping);
  body.angularDamping = In.f(BodyDef.AngularDamping);
  body.gravityScale = In.f(BodyDef.GravityScale);
  body.sleepThreshold = In.f(BodyDef.SleepThreshold);
  if (type != BodyType.Static) {
    const v = Bodies.velocity(slot);
    v.vx = settable(vx);
    v.vy = settable(vy);
    v.w = turnable(slot, w);
  }
  if ((In.u(BodyDef.Flags) & BodyFlag.Awake) == 0) {
    forceSleep(slot, false); // shapes are still to come: they do not wake it (createShape)
  }
  return slot;
}

export function bodyCreate(): i32 {
  const code = checkBodyDef();
  if (code != Code.Ok) {
    return -code;
  }
  if (!Bodies.reserve(1)) {
    return -Code.OutOfMemory;
  }
  const slot = makeBody(
    In.f(BodyDef.X),
    In.f(BodyDef.Y),
    In.f(BodyDef.Angle),
    In.f(BodyDef.VelocityX),
    In.f(BodyDef.VelocityY),
    In.f(BodyDef.AngularVelocity),
  );
  return <i32>Bodies.id(slot);
}

/**
 * A body with one shape: the body's definition at the start of the mailbox, the shape's behind it (BULK_KIND, BULK_SHAPE).
 * One call in place of four, for what most bodies are.
 */
export function bodyCreateShaped(): i32 {
  let code = checkBodyDef();
  if (code == Code.Ok) {
    code = checkShape(load<u32>(BULK_KIND), BULK_SHAPE);
    if (code == Code.BadShape) {
      store<i32>(MAILBOX_ADDRESS, hullCode());
    }
  }
  if (code != Code.Ok) {
    return -code;
  }
  if (!Bodies.reserve(1) || !Shapes.reserve(1)) {
    return -Code.OutOfMemory;
  }
  const slot = makeShapedBody(
    In.f(BodyDef.X),
    In.f(BodyDef.Y),
    In.f(BodyDef.Angle),
    In.f(BodyDef.VelocityX),
    In.f(BodyDef.VelocityY),
    In.f(BodyDef.AngularVelocity),
  );
  return slot < 0 ? slot : <i32>Bodies.id(slot);
}

/** The slot of a body from the definitions in the mailbox, or minus a code and nothing made; the caller has reserved. */
function makeShapedBody(x: f32, y: f32, angle: f32, vx: f32, vy: f32, w: f32): i32 {
  const slot = makeBody(x, y, angle, vx, vy, w);
  const shape = createShape(slot, load<u32>(BULK_KIND), BULK_SHAPE, false);
  if (shape < 0) {
    destroyBody(slot);
    return shape;
  }
  updateMass(slot);
  enterShapes(slot);
  return slot;
}

/** Words of the mailbox where a creation with one shape finds it. */
const BULK_KIND: usize = MAILBOX_ADDRESS + (31 << 2);
const BULK_SHAPE: usize = MAILBOX_ADDRESS + (32 << 2);
/** x, y, angle, vx, vy, ω */
const BULK_WORDS: u32 = 6;

/** `count` bodies with one shape each, all or none; ids are written over the start of the bulk buffer. */
export function bodiesCreate(count: u32): i32 {
  if (count == 0) {
    return Code.Ok;
  }
  if (<u64>count * BULK_WORDS * 4 > <u64>bulk.capacity) {
    return -Code.OutOfRange;
  }
  const kind = load<u32>(BULK_KIND);
  let code = checkBodyDef();
  if (code == Code.Ok) {
    code = checkShape(kind, BULK_SHAPE);
  }
  if (code == Code.Ok && !allFinite(bulk.ptr, count * BULK_WORDS)) {
    code = Code.NonFinite;
  }
  if (code != Code.Ok) {
    return -code;
  }
  if (!Bodies.reserve(count) || !Shapes.reserve(count)) {
    return -Code.OutOfMemory;
  }
  let p = bulk.ptr;
  for (let k: u32 = 0; k < count; k++) {
    const slot = makeShapedBody(
      load<f32>(p),
      load<f32>(p, 4),
      load<f32>(p, 8),
      load<f32>(p, 12),
      load<f32>(p, 16),
      load<f32>(p, 20),
    );
    if (slot < 0) {
      undoBodies(k);
      return slot;
    }
    store<u32>(bulk.ptr + ((<usize>k) << 2), Bodies.id(slot)); // behind what is still to be read
    p += BULK_WORDS << 2;
  }
  return Code.Ok;
}

function undoBodies(count: u32): void {
  for (let k = count; k > 0; k--) {
    destroyBody(Bodies.find(load<u32>(bulk.ptr + ((<usize>(k - 1)) << 2))));
  }
}

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
      return atan2(<f64>pose.s, <f64>pose.c);
    case BodyField.VelocityX:
      return <f64>v.vx;
    case BodyField.VelocityY:
      return <f64>v.vy;
    case BodyField.AngularVelocity:
      return <f64>v.w;
    case BodyField.Mass:
      return <f64>body.mass;
    case BodyField.Inertia:
      return <f64>body.inertia;
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
      setTransform(slot, pose.x, pose.y, <f32>cos(value), <f32>sin(value));
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
    case BodyField.LinearDamping:
    case BodyField.AngularDamping:
      if (x < 0) {
        return Code.OutOfRange;
      }
      if (field == BodyField.LinearDamping) {
        body.linearDamping = x;
      } else {
        body.angularDamping = x;
      }
      return Code.Ok;
    case BodyField.GravityScale:
      body.gravityScale = x;
      wakeBody(slot);
      return Code.Ok;
    case BodyField.SleepThreshold:
      body.sleepThreshold = x;
      return Code.Ok;
    case BodyField.Type:
      if (x != 0 && x != 1 && x != 2) {
        return Code.BadType;
      }
      setType(slot, <u32>x);
      return Code.Ok;
    case BodyField.Awake:
      if (x != 0) {
        wakeBody(slot);
        body.sleepTime = 0;
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
      setFlag(slot, BodyFlag.CanSleep, x != 0);
      if (x == 0) {
        wakeBody(slot);
        body.sleepTime = 0;
      }
      return Code.Ok;
    case BodyField.FixedRotation:
      setFlag(slot, BodyFlag.LockRotation, x != 0);
      v.w = turnable(slot, v.w);
      applyMass(slot);
      wakeBody(slot);
      return Code.Ok;
    case BodyField.LockX:
    case BodyField.LockY: {
      const before = (Bodies.flags(slot) & (BodyFlag.LockX | BodyFlag.LockY)) != 0;
      setFlag(slot, field == BodyField.LockX ? BodyFlag.LockX : BodyFlag.LockY, x != 0);
      const after = (Bodies.flags(slot) & (BodyFlag.LockX | BodyFlag.LockY)) != 0;
      world.lockedBodyCount += <u32>after - <u32>before;
      wakeBody(slot);
      return Code.Ok;
    }
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

function setFlag(slot: u32, flag: u32, on: bool): void {
  const flags = Bodies.flags(slot);
  Bodies.setFlags(slot, on ? flags | flag : flags & ~flag);
}

function setMass(slot: u32, field: i32, x: f32): i32 {
  const body = Bodies.at(slot);
  if (x < 0 || !Bodies.isDynamic(slot) || (field == BodyField.Mass && x == 0)) {
    return Code.OutOfRange;
  }
  if (field == BodyField.Mass) {
    body.inertia = body.mass > 0 ? body.inertia * (x / body.mass) : body.inertia;
    body.mass = x;
  } else {
    body.inertia = x;
  }
  body.ownMass = 1;
  applyMass(slot);
  wakeBody(slot);
  return Code.Ok;
}

/** Ids of the body's shapes, in the result buffer. Count, or minus a Code. */
export function bodyShapes(id: u32): i32 {
  const slot = Bodies.find(id);
  if (slot == 0) {
    return -Code.StaleBody;
  }
  queryResults.count = 0;
  for (let shape = Bodies.at(slot).shapeHead; shape != NONE; shape = Shapes.at(shape).next) {
    if (!List.push(queryResults, Shapes.id(shape))) {
      return -Code.OutOfMemory;
    }
  }
  return <i32>queryResults.count;
}

/**
 * Why the body is awake: `AwakeReason`, 0 if it sleeps. In the mailbox: the body of its island that says so, the kinematic
 * one that moves it, contact or joint between them (1 a joint), bodies of the island; speed, threshold, rest (f32).
 */
export function bodyWhyAwake(id: u32): i32 {
  const slot = Bodies.find(id);
  return slot == 0 ? -Code.StaleBody : <i32>whyAwake(slot);
}
