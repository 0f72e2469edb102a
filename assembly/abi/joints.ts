import { colourJoint, uncolourJoint } from "../contact_graph/colouring";
import { keepAwake } from "../contact_graph/sleep";
import { speedOf, turnsOf, valueOf } from "../lifecycle/joint_readout";
import {
  SETTABLE_FLAGS,
  countJoint,
  createJoint,
  destroyJoint,
  noteSoftness,
  setCollide,
  settleGears,
  settleJoint,
} from "../lifecycle/joints";
import { noRoom } from "../lifecycle/worlds";
import { MAILBOX_ADDRESS } from "../memory/fixed";
import { angleOf, jointAngle } from "../world/joint_coordinates";
import { toothAt } from "../solver/joints/ratchet";
import { beginWinding } from "../solver/joints/winding";
import { Bodies, NONE } from "../world/body";
import { Joint, Joints } from "../world/joint";
import { world } from "../world/world";
import { allFinite, isFiniteF32 } from "./check";
import { Code, JOINT_PARAM_COUNT, JointDef, JointField, JointFlag, JointParam, JointType } from "./layout";

// The door for joints.

/** Largest coordinate of an anchor, as of any position that can be given (unit: the world's length). */
const MAX_COORDINATE: f32 = 1e7;
/** Largest force: one beyond this could not be told from an unlimited one (unit: N). */
const MAX_FORCE: f32 = 1e30;
/** Turns are counted in f32, which can count one by one up to here, and no further. */
const MAX_TURNS: f32 = 16777216;
/** Other numbers beyond this could overflow in a step; lengths and velocities may be as large as coordinates. */
const MAX_PARAM: f32 = 1e10;

/** Numbers that can be set are in the same order in the record, the definition and the fields. */
const FIRST_NUMBER: usize = offsetof<Joint>("anchorAX");
if (
  offsetof<Joint>("breakTorque") != FIRST_NUMBER + (JointDef.BreakTorque << 2) ||
  offsetof<Joint>("maxMotor") != FIRST_NUMBER + (JointDef.MaxMotor << 2) ||
  JointField.MaxMotor != JointField.AnchorAX + JointDef.MaxMotor ||
  JointField.BreakTorque != JointField.AnchorAX + JointDef.BreakTorque
) {
  ERROR("a joint has its numbers in another order than its definition or its fields");
}

/** Makes a joint from the definition in the mailbox. Its id, or minus a Code. */
export function jointCreate(type: u32, bodyIdA: u32, bodyIdB: u32): i32 {
  if (type > <u32>JointType.Filter) {
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
  if (!allFinite(def, JointDef.Flags) || !allFinite(def + (JointDef.Param << 2), JOINT_PARAM_COUNT)) {
    return -Code.NonFinite;
  }
  for (let k: usize = 0; k < 4; k++) {
    if (abs<f32>(load<f32>(def + (k << 2))) > farthest()) {
      return -Code.OutOfRange;
    }
  }
  if (load<f32>(def, JointDef.Lower << 2) > load<f32>(def, JointDef.Upper << 2)) {
    return -Code.OutOfRange;
  }
  for (let k: usize = JointDef.MaxMotor; k <= <usize>JointDef.BreakTorque; k++) {
    if (load<f32>(def + (k << 2)) < 0) {
      return -Code.OutOfRange;
    }
  }
  for (let k = 0; k < JOINT_PARAM_COUNT; k++) {
    if (!paramFits(type, k, load<f32>(def + ((<usize>(JointDef.Param + k)) << 2)))) {
      return -Code.OutOfRange;
    }
  }
  if (type == JointType.Gear) {
    const code = checkLink(load<u32>(def, JointDef.LinkA << 2), a) || checkLink(load<u32>(def, JointDef.LinkB << 2), b);
    if (code != 0) {
      return -code;
    }
    const link = load<u32>(def, JointDef.LinkA << 2);
    if (link != 0 && link == load<u32>(def, JointDef.LinkB << 2)) {
      return -Code.SameBody;
    }
  }
  if (!Joints.reserve(1)) {
    return -noRoom(0, 0, 1);
  }
  return <i32>Joints.id(createJoint(type, a, b, def));
}

/** The largest coordinate (unit: m). Must accept what the bindings accept: the first number of a pair is already set by then. */
function farthest(): f32 {
  return MAX_COORDINATE * world.lengthUnit;
}

/** Is parameter `k` a length or a velocity, rather than a direction, angle, ratio or the user's own number? */
function isLength(type: u32, k: i32): bool {
  const slides = type == JointType.Prismatic || type == JointType.Wheel;
  const points = type == JointType.Motor || type == JointType.Mouse || type == JointType.Pulley;
  return k == JointParam.Extra ? slides : points && k < JointParam.Extra;
}

/** May this number be parameter `k` of a joint? */
function paramFits(type: u32, k: i32, x: f32): bool {
  const size = abs<f32>(x);
  if (k >= JointParam.AngularHertz) {
    return type == JointType.Custom || (x >= 0 && size <= MAX_PARAM);
  }
  if (k < 2 && Joints.kernel(type) == JointType.Distance) {
    return size <= MAX_FORCE;
  }
  return k == JointParam.Extra && (type == JointType.Mouse || type == JointType.Motor)
    ? x >= 0 && size <= MAX_FORCE
    : size <= (isLength(type, k) ? max<f32>(MAX_PARAM, farthest()) : MAX_PARAM);
}

/** Checks the link of a gear: id 0 (none), or a joint that can be geared and has the body. Ok, or why not. */
function checkLink(id: u32, body: u32): i32 {
  if (id == 0) {
    return Code.Ok;
  }
  const slot = Joints.find(id);
  if (slot == 0) {
    return Code.StaleJoint;
  }
  const j = Joints.at(slot);
  const turns = j.type == JointType.Revolute || j.type == JointType.Rotary || j.type == JointType.Prismatic;
  return turns && (j.bodyA == body || j.bodyB == body) ? Code.Ok : Code.BadType;
}

export function jointDestroy(id: u32): i32 {
  const slot = Joints.find(id);
  if (slot == 0) {
    return Code.StaleJoint;
  }
  destroyJoint(slot);
  return Code.Ok;
}

/** Id of the first living joint from a slot on, or 0. */
export function jointAt(slot: u32): u32 {
  for (; slot < world.jointEnd; slot++) {
    if ((Joints.at(slot).flags & JointFlag.Alive) != 0) {
      return Joints.id(slot);
    }
  }
  return 0;
}

export function jointFind(id: u32): u32 {
  return Joints.find(id);
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
    case JointField.ForceX:
      return <f64>j.forceX;
    case JointField.ForceY:
      return <f64>j.forceY;
    case JointField.Torque:
      return <f64>j.torque;
    case JointField.Value:
      return <f64>valueOf(j);
    case JointField.Speed:
      return <f64>speedOf(j);
    case JointField.MotorEffort:
      return <f64>(j.motorImpulse * world.invH);
    case JointField.LinkA:
      return j.linkA == 0 ? 0 : <f64>Joints.id(j.linkA);
    case JointField.LinkB:
      return j.linkB == 0 ? 0 : <f64>Joints.id(j.linkB);
    case JointField.Turns:
      return <f64>turnsOf(j);
    default: {
      const p = numberAddress(j, field);
      return p != 0 ? <f64>load<f32>(p) : 0;
    }
  }
}

function isParam(field: i32): bool {
  return field >= JointField.Param && field < JointField.Param + JOINT_PARAM_COUNT;
}

/** Address of a number that can be set, 0 for other fields. */
function numberAddress(j: Joint, field: i32): usize {
  if (isParam(field)) {
    return changetype<usize>(j) + offsetof<Joint>("p0") + ((<usize>(field - JointField.Param)) << 2);
  }
  return field >= JointField.AnchorAX && field <= JointField.BreakTorque
    ? changetype<usize>(j) + FIRST_NUMBER + ((<usize>(field - JointField.AnchorAX)) << 2)
    : 0;
}

/** Called when spring, motor and limit of a pin are all off: the solver leaves them out, and they exert nothing from now on. */
function restDrives(j: Joint): void {
  j.springImpulse = 0;
  j.motorImpulse = 0;
  j.lowerImpulse = 0;
  j.upperImpulse = 0;
  j.torque = 0;
}

/** Sets a field of a joint. Setting the value that it has changes nothing and wakes nothing. */
export function jointSet(id: u32, field: i32, value: f64): i32 {
  const slot = Joints.find(id);
  if (slot == 0) {
    return Code.StaleJoint;
  }
  const x = <f32>value;
  if (!isFiniteF32(x)) {
    return Code.NonFinite;
  }
  if (field >= JointField.AnchorAX && field <= JointField.AnchorBY && abs<f32>(x) > farthest()) {
    return Code.OutOfRange;
  }
  const j = Joints.at(slot);
  countJoint(j, -1);
  const code =
    field == JointField.Turns
      ? setTurns(j, x)
      : field == JointField.Flags
        ? setFlags(slot, <u32>min<f64>(max<f64>(value, 0), 65535))
        : setNumber(slot, field, x);
  countJoint(j, 1);
  return code;
}

/** Sets the flags of a joint. Hosts may pass back what they read: bits that cannot be set are ignored. */
function setFlags(slot: u32, flags: u32): i32 {
  const j = Joints.at(slot);
  const before = j.flags;
  const idle = Joints.active(j) == 0;
  const settable = SETTABLE_FLAGS & ~JointFlag.Collide;
  const otherKind = j.colour != NONE && Joints.kind(j.type, flags) != Joints.kind(j.type, before);
  if (otherKind) {
    uncolourJoint(slot);
  }
  j.flags = (j.flags & ~settable) | (flags & settable);
  if (otherKind) {
    colourJoint(slot);
  }
  setCollide(slot, (flags & JointFlag.Collide) != 0);
  if (j.flags == before) {
    return Code.Ok;
  }
  const mayChange = Joints.kernel(j.type) <= <u32>JointType.Revolute;
  if (mayChange && ((j.flags ^ before) & (JointFlag.Limit | JointFlag.Spring)) != 0) {
    world.linkagesKnown = 0; // a row of pins is a linkage once it has a limit; a distance joint is in none while it has a spring
  }
  if (idle && j.type == JointType.Revolute) {
    settleJoint(j); // its turns are counted from now on
  }
  if (Joints.active(j) == 0 && j.type == JointType.Revolute) {
    restDrives(j);
  }
  keepAwake(j.bodyA);
  keepAwake(j.bodyB);
  return Code.Ok;
}

/** Sets how many whole turns the angle counts from here on. */
function setTurns(j: Joint, turns: f32): i32 {
  if (j.type != JointType.Revolute && j.type != JointType.Rotary) {
    return Code.BadType;
  }
  if (!(abs<f32>(turns) <= MAX_TURNS) || turns != nearest<f32>(turns)) {
    return Code.OutOfRange;
  }
  if (turnsOf(j) != turns) {
    j.angle = angleOf(j);
    j.turns = turns;
    keepAwake(j.bodyA);
    keepAwake(j.bodyB);
  }
  return Code.Ok;
}

/**
 * Sets another reference. An angle that is followed goes on from what it was, and gears hold the sum that results
 * with the new reference.
 */
function setRest(slot: u32, x: f32): void {
  const j = Joints.at(slot);
  const follows = j.type == JointType.Revolute || j.type == JointType.Rotary || j.type == JointType.Ratchet;
  if (follows) {
    jointAngle(j); // it may have passed half a turn in the last step
  }
  j.rest = x;
  if (follows) {
    jointAngle(j);
    settleGears(slot);
  }
}

/** Does the translation of a slider depend on this number, of its anchors or its axis? */
function isSlide(j: Joint, field: i32): bool {
  const axis = isParam(field) && field < JointField.Param + JointParam.X2;
  return j.type == JointType.Prismatic && (axis || field <= JointField.AnchorBY);
}

/** Does a joint follow this number if it is set anew in each step: a length or its limits, or where a motor joint holds its body? */
function isWound(j: Joint, field: i32): bool {
  if (j.type == JointType.Motor) {
    return field == JointField.Rest || field == JointField.Param || field == JointField.Param + JointParam.Y;
  }
  return field >= JointField.Rest && field <= JointField.Upper && Joints.kernel(j.type) == JointType.Distance;
}

function setNumber(slot: u32, field: i32, x: f32): i32 {
  const j = Joints.at(slot);
  const p = numberAddress(j, field);
  if (p == 0) {
    return Code.BadType;
  }
  const param = isParam(field);
  if (param ? !paramFits(j.type, field - JointField.Param, x) : field >= JointField.MaxMotor && x < 0) {
    return Code.OutOfRange;
  }
  if (load<f32>(p) == x) {
    return Code.Ok;
  }
  if (isWound(j, field)) {
    beginWinding(j);
  }
  if (field == JointField.Rest) {
    setRest(slot, x);
  } else {
    store<f32>(p, x);
    if (isSlide(j, field)) {
      settleGears(slot);
    }
  }
  noteSoftness(j);
  if (j.type == JointType.Ratchet && (param || field == JointField.Rest)) {
    jointAngle(j);
    j.p2 = toothAt(j); // the last tooth passed is another one now, in the present turn
  } else if (param && j.type == JointType.Gear) {
    settleJoint(j);
  }
  keepAwake(j.bodyA);
  keepAwake(j.bodyB);
  return Code.Ok;
}
