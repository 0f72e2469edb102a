import { wakeBody } from "../contact_graph/sleep";
import { createJoint, destroyJoint, jointTorque } from "../lifecycle/joints";
import { MAILBOX_ADDRESS } from "../memory/fixed";
import { Angle } from "../math/wide_angle";
import { Bodies } from "../world/body";
import { Joint, JointFlag, Joints } from "../world/joint";
import { world } from "../world/world";
import { allFinite, isFiniteF32 } from "./check";
import { Code, JointDef, JointField, JointType } from "./layout";

// The door for joints.

/** An anchor farther out than this is no part of a body (unit: m). */
const MAX_ANCHOR: f32 = 1e7;
const LAST_TYPE: u32 = JointType.Revolute;

/** A joint from the definition in the mailbox. Its id, or minus a Code. */
export function jointCreate(type: u32, bodyIdA: u32, bodyIdB: u32): i32 {
  if (type > LAST_TYPE) {
    return -Code.BadType;
  }
  const a = Bodies.find(bodyIdA);
  const b = Bodies.find(bodyIdB);
  if (a == 0 || b == 0) {
    return -Code.StaleBody;
  }
  if (a == b) {
    return -Code.SameBody;
  }
  const def = MAILBOX_ADDRESS;
  if (
    !allFinite(def, JointDef.Flags) ||
    !allFinite(def + (JointDef.Lower << 2), JointDef.BreakTorque + 1 - JointDef.Lower)
  ) {
    return -Code.NonFinite;
  }
  for (let k: usize = 0; k < 4; k++) {
    if (abs<f32>(load<f32>(def + (k << 2))) > MAX_ANCHOR) {
      return -Code.OutOfRange;
    }
  }
  if (load<f32>(def, JointDef.Lower << 2) > load<f32>(def, JointDef.Upper << 2)) {
    return -Code.OutOfRange;
  }
  if (
    load<f32>(def, JointDef.MaxMotor << 2) < 0 ||
    load<f32>(def, JointDef.Hertz << 2) < 0 ||
    load<f32>(def, JointDef.DampingRatio << 2) < 0 ||
    load<f32>(def, JointDef.ConstraintHertz << 2) < 0 ||
    load<f32>(def, JointDef.ConstraintDampingRatio << 2) < 0
  ) {
    return -Code.OutOfRange;
  }
  if (!Joints.reserve(1)) {
    return -Code.OutOfMemory;
  }
  return <i32>Joints.id(createJoint(type, a, b, def));
}

export function jointDestroy(id: u32): i32 {
  const slot = Joints.find(id);
  if (slot == 0) {
    return Code.StaleJoint;
  }
  destroyJoint(slot);
  return Code.Ok;
}

export function jointFind(id: u32): u32 {
  return Joints.find(id);
}

/** World position of an anchor, one coordinate. */
function anchorX(body: u32, x: f32, y: f32): f32 {
  const p = Bodies.pose(body);
  return p.x + (p.c * x - p.s * y);
}
function anchorY(body: u32, x: f32, y: f32): f32 {
  const p = Bodies.pose(body);
  return p.y + (p.s * x + p.c * y);
}

/** Distance of the anchors, or angle of B against A less the reference. */
function valueOf(j: Joint): f32 {
  if (j.type == JointType.Distance) {
    const dx: f32 = anchorX(j.bodyB, j.anchorBX, j.anchorBY) - anchorX(j.bodyA, j.anchorAX, j.anchorAY);
    const dy: f32 = anchorY(j.bodyB, j.anchorBX, j.anchorBY) - anchorY(j.bodyA, j.anchorAX, j.anchorAY);
    return sqrt<f32>(dx * dx + dy * dy);
  }
  const a = Bodies.pose(j.bodyA);
  const b = Bodies.pose(j.bodyB);
  const angle: f32 = Angle.of<f32, bool>(a.c * b.s - a.s * b.c, a.c * b.c + a.s * b.s) - j.rest;
  return angle > 3.14159274 ? angle - 6.28318548 : angle < -3.14159274 ? angle + 6.28318548 : angle;
}

/** Rate of change of the value. */
function speedOf(j: Joint): f32 {
  const va = Bodies.velocity(j.bodyA);
  const vb = Bodies.velocity(j.bodyB);
  if (j.type != JointType.Distance) {
    return vb.w - va.w;
  }
  const ma = Bodies.mass(j.bodyA);
  const mb = Bodies.mass(j.bodyB);
  const ax = anchorX(j.bodyA, j.anchorAX, j.anchorAY);
  const ay = anchorY(j.bodyA, j.anchorAX, j.anchorAY);
  const bx = anchorX(j.bodyB, j.anchorBX, j.anchorBY);
  const by = anchorY(j.bodyB, j.anchorBX, j.anchorBY);
  const length = valueOf(j);
  if (length < 1e-6) {
    return 0;
  }
  const rx: f32 = vb.vx - vb.w * (by - mb.y) - (va.vx - va.w * (ay - ma.y));
  const ry: f32 = vb.vy + vb.w * (bx - mb.x) - (va.vy + va.w * (ax - ma.x));
  return (rx * (bx - ax) + ry * (by - ay)) / length;
}

/** Force on B of the last step, one coordinate. */
function forceOf(j: Joint, y: bool): f32 {
  if (j.type != JointType.Distance) {
    return (y ? j.impulseY : j.impulseX) * world.invH;
  }
  const length = valueOf(j);
  if (length < 1e-6) {
    return 0;
  }
  const along: f32 = (j.impulseX + j.springImpulse + j.motorImpulse + j.lowerImpulse - j.upperImpulse) * world.invH;
  const d: f32 = y
    ? anchorY(j.bodyB, j.anchorBX, j.anchorBY) - anchorY(j.bodyA, j.anchorAX, j.anchorAY)
    : anchorX(j.bodyB, j.anchorBX, j.anchorBY) - anchorX(j.bodyA, j.anchorAX, j.anchorAY);
  return (along * d) / length;
}

export function jointGet(id: u32, field: i32): f64 {
  const slot = Joints.find(id);
  if (slot == 0) {
    return NaN;
  }
  const j = Joints.at(slot);
  switch (field) {
    case JointField.Type:
      return <f64>j.type;
    case JointField.BodyA:
      return <f64>Bodies.id(j.bodyA);
    case JointField.BodyB:
      return <f64>Bodies.id(j.bodyB);
    case JointField.Flags:
      return <f64>j.flags;
    case JointField.Lower:
      return <f64>j.lower;
    case JointField.Upper:
      return <f64>j.upper;
    case JointField.MotorSpeed:
      return <f64>j.motorSpeed;
    case JointField.MaxMotor:
      return <f64>j.maxMotor;
    case JointField.Hertz:
      return <f64>j.springHertz;
    case JointField.DampingRatio:
      return <f64>j.springDampingRatio;
    case JointField.Rest:
      return <f64>j.rest;
    case JointField.ConstraintHertz:
      return <f64>j.hertz;
    case JointField.ConstraintDampingRatio:
      return <f64>j.dampingRatio;
    case JointField.BreakForce:
      return <f64>j.breakForce;
    case JointField.BreakTorque:
      return <f64>j.breakTorque;
    case JointField.AnchorAX:
      return <f64>j.anchorAX;
    case JointField.AnchorAY:
      return <f64>j.anchorAY;
    case JointField.AnchorBX:
      return <f64>j.anchorBX;
    case JointField.AnchorBY:
      return <f64>j.anchorBY;
    case JointField.ForceX:
      return <f64>forceOf(j, false);
    case JointField.ForceY:
      return <f64>forceOf(j, true);
    case JointField.Torque:
      return <f64>jointTorque(j);
    case JointField.Value:
      return <f64>valueOf(j);
    case JointField.Speed:
      return <f64>speedOf(j);
    case JointField.MotorEffort:
      return <f64>(j.motorImpulse * world.invH);
    default:
      return 0;
  }
}

export function jointSet(id: u32, field: i32, value: f64): i32 {
  const slot = Joints.find(id);
  if (slot == 0) {
    return Code.StaleJoint;
  }
  const x = <f32>value;
  if (!isFiniteF32(x)) {
    return Code.NonFinite;
  }
  if (field >= JointField.AnchorAX && field <= JointField.AnchorBY && abs<f32>(x) > MAX_ANCHOR) {
    return Code.OutOfRange;
  }
  const j = Joints.at(slot);
  const breakable = j.breakForce > 0 || j.breakTorque > 0;
  switch (field) {
    case JointField.Flags: {
      const settable: u32 = JointFlag.Limit | JointFlag.Motor | JointFlag.Spring;
      j.flags = (j.flags & ~settable) | ((<u32>clamp(x)) & settable);
      break;
    }
    case JointField.Lower:
      j.lower = x;
      break;
    case JointField.Upper:
      j.upper = x;
      break;
    case JointField.MotorSpeed:
      j.motorSpeed = x;
      break;
    case JointField.Rest:
      j.rest = x;
      break;
    case JointField.AnchorAX:
      j.anchorAX = x;
      break;
    case JointField.AnchorAY:
      j.anchorAY = x;
      break;
    case JointField.AnchorBX:
      j.anchorBX = x;
      break;
    case JointField.AnchorBY:
      j.anchorBY = x;
      break;
    default: {
      const p = positiveField(j, field);
      if (p == 0) {
        return Code.BadType;
      }
      if (x < 0) {
        return Code.OutOfRange;
      }
      store<f32>(p, x);
      break;
    }
  }
  const nowBreakable = j.breakForce > 0 || j.breakTorque > 0;
  world.breakableJointCount += <u32>nowBreakable - <u32>breakable;
  wakeBody(j.bodyA);
  wakeBody(j.bodyB);
  return Code.Ok;
}

function clamp(x: f32): f32 {
  return min<f32>(max<f32>(x, 0), 255);
}

/** Address of a field that may not be negative, 0 for others. */
function positiveField(j: Joint, field: i32): usize {
  const p = changetype<usize>(j);
  switch (field) {
    case JointField.MaxMotor:
      return p + offsetof<Joint>("maxMotor");
    case JointField.Hertz:
      return p + offsetof<Joint>("springHertz");
    case JointField.DampingRatio:
      return p + offsetof<Joint>("springDampingRatio");
    case JointField.ConstraintHertz:
      return p + offsetof<Joint>("hertz");
    case JointField.ConstraintDampingRatio:
      return p + offsetof<Joint>("dampingRatio");
    case JointField.BreakForce:
      return p + offsetof<Joint>("breakForce");
    case JointField.BreakTorque:
      return p + offsetof<Joint>("breakTorque");
    default:
      return 0;
  }
}
