import { BodyField, JointDef as Word, JointParam } from "../assembly/abi/layout.js";
import type { Body } from "./body.js";
import * as check from "./check.js";
import { BODY_TYPES } from "./create.js";
import type { Vector } from "./definitions.js";
import { PhysicsError, stale } from "./errors.js";
import type { Instance } from "./instance.js";
import { Joint } from "./joint.js";
import type { JointDef, JointKind } from "./joint_definitions.js";
import type { JointClasses } from "./joint_kinds.js";
import {
  JOINT_FLAG,
  UNLIMITED,
  jointTraits,
  readAngle,
  readAxis,
  readBreaking,
  readForce,
  readForces,
  readJacobian,
  readLength,
  readLimit,
  readMotor,
  readNumber,
  readRatio,
  readReeving,
  readSpeed,
  readSpring,
  readTooth,
  readVelocity,
  traitsOf,
  type JointTraits,
} from "./joint_types.js";

/** A joint of any type, as a union discriminated by `type`. */
export type AnyJoint = JointClasses[JointKind];

// From a joint's definition to the core's mailbox. Everything is checked, here and by the core, before anything is made.

const WORDS: number = Word.LinkB + 1;
const EXTRA: number = Word.Param + JointParam.Extra;
const NOTHING: readonly number[] = Array.from({ length: WORDS }, () => 0);

/** A definition being read: its numbers by word, as doubles. */
interface Draft {
  readonly to: Instance;
  readonly fields: Record<string, unknown>;
  readonly traits: JointTraits;
  readonly bodyA: Body;
  readonly bodyB: Body;
  readonly anchorA: Vector;
  readonly anchorB: Vector;
  readonly words: number[];
  flags: number;
}

/** Writes two numbers to a word and the next one. */
function put(words: number[], word: number, first: number, second: number): void {
  words[word] = first;
  words[word + 1] = second;
}

/** An option or its default. Not `??`: null does not count as leaving an option out. */
function or(value: unknown, usual: unknown): unknown {
  return value === undefined ? usual : value;
}

/** The error for two options that mean the same. */
function bothGiven(names: string): PhysicsError {
  return new PhysicsError("bad-type", `${names} are both set; use one or the other.`);
}

/** Checks a definition, writes it to the mailbox and makes the joint. */
export function createJoint(to: Instance, definition: JointDef): Joint {
  const given = check.fields(definition, "def", "an object with type, bodyA, bodyB, …");
  const traits = traitsOf(given.type);
  const fields = check.known(given, "def", traits.keys);
  // Not a typed array: one of that size is allocated outside the JavaScript heap, which costs as much as all the rest.
  const words = NOTHING.slice();
  const sideA = geared(to, fields.jointA, "jointA", words, Word.LinkA, fields.bodyB);
  const bodyA = to.ownBody(or(fields.bodyA, sideA), "bodyA");
  ofLink(fields.jointA, bodyA, "A");
  const sideB = geared(to, fields.jointB, "jointB", words, Word.LinkB, bodyA);
  const bodyB = to.ownBody(or(fields.bodyB, sideB), "bodyB");
  ofLink(fields.jointB, bodyB, "B");
  if (bodyA.handle === bodyB.handle) {
    throw new PhysicsError("same-body", "bodyA and bodyB are the same body; join two different bodies.");
  }
  if (words[Word.LinkA] !== 0 && words[Word.LinkA] === words[Word.LinkB]) {
    throw new PhysicsError("same-body", "jointA and jointB are the same joint; use two different joints.");
  }
  const { anchorA, anchorB } = anchors(to, fields, bodyA, bodyB);
  const draft: Draft = { to, fields, traits, bodyA, bodyB, anchorA, anchorB, words, flags: 0 };
  readCommon(draft);
  readOwn(draft);
  const { userData } = fields;

  to.refresh();
  const { f32, u32 } = to;
  for (let k = 0; k < WORDS; k++) {
    f32[k] = words[k]!;
  }
  u32[Word.Flags] = draft.flags;
  u32[Word.LinkA] = words[Word.LinkA]!;
  u32[Word.LinkB] = words[Word.LinkB]!;
  const joint = to.jointObject(to.created(to.core.jointCreate(traits.type, bodyA.handle, bodyB.handle), "createJoint"));
  joint.userData = userData;
  return joint;
}

/**
 * Checks a joint that a gear couples, if one is given, and writes its id to a word. Returns the body with which the gear sleeps
 * and wakes: of the joint's two bodies the one that moves, or the second if both do; never `other`, which the gear already has.
 */
function geared(
  to: Instance,
  value: unknown,
  name: string,
  words: number[],
  word: number,
  other: unknown,
): Body | undefined {
  if (value === undefined) {
    return undefined;
  }
  const joint = value as Joint;
  const id = Joint.handleOf(value);
  if (id !== 0 && joint.world !== to.world) {
    throw new PhysicsError("wrong-world", `${name} belongs to another world; use a joint of this world.`);
  }
  if ((to.findJoint(id) ?? to.recallJoint(id)) !== value) {
    check.refuse("bad-type", name, value, "a joint of this world");
  }
  if (!joint.alive) {
    throw stale("joint", name);
  }
  const { name: type } = jointTraits(joint.kind);
  if (!["revolute", "rotary", "prismatic"].includes(type)) {
    throw new PhysicsError("bad-type", `${name} is a ${type} joint; use a revolute, rotary or prismatic one.`);
  }
  words[word] = id;
  const { bodyA, bodyB } = joint;
  const first = BODY_TYPES.indexOf(bodyA.type) > BODY_TYPES.indexOf(bodyB.type);
  return bodyB === other || (first && bodyA !== other) ? bodyA : bodyB;
}

/** Checks that a body of a gear is one of its joint's bodies. */
function ofLink(link: unknown, body: Body, side: "A" | "B"): void {
  const joint = link as Joint | undefined;
  if (joint !== undefined && joint.bodyA !== body && joint.bodyB !== body) {
    throw new PhysicsError(
      "bad-type",
      `body${side} is not a body of joint${side}; use one of its two, or leave it out.`,
    );
  }
}

/** Reads the options of all types of joints, or of several. */
function readCommon(draft: Draft): void {
  const { to, fields, traits, words, anchorA, anchorB } = draft;
  const unit = to.lengthUnit;
  put(words, Word.AnchorAX, anchorA.x, anchorA.y);
  put(words, Word.AnchorBX, anchorB.x, anchorB.y);
  if (fields.collide === undefined ? traits.collide === true : check.boolean(fields.collide, "collide")) {
    draft.flags |= JOINT_FLAG.collide;
  }
  if (fields.limit !== undefined) {
    const limit = readLimit(fields.limit, "limit", traits, unit);
    put(words, Word.Lower, limit.lower, limit.upper);
    draft.flags |= JOINT_FLAG.limit;
  }
  if (fields.motor !== undefined) {
    const motor = readMotor(fields.motor, "motor", traits, unit);
    put(words, Word.MotorSpeed, motor.speed, motor.most);
    draft.flags |= JOINT_FLAG.motor;
  }
  setSpring(draft, "spring", traits.spring, Word.Hertz);
  setSpring(draft, "angularSpring", undefined, Word.Param + JointParam.AngularHertz);
  if (fields.softness !== undefined) {
    const { hertz, dampingRatio } = readSpring(fields.softness, "softness");
    put(words, Word.ConstraintHertz, hertz, dampingRatio);
  }
  words[Word.BreakForce] = readBreaking(or(fields.breakForce, 0), "breakForce");
  words[Word.BreakTorque] = readBreaking(or(fields.breakTorque, 0), "breakTorque");
  if (traits.rest !== undefined) {
    const [name, read] = traits.rest;
    const [given, another] = [name, "maxLength"].flatMap((key) =>
      fields[key] === undefined ? [] : [read(fields[key], key, unit)],
    );
    if (another !== undefined) {
      throw bothGiven(`${name} and maxLength`);
    }
    words[Word.Rest] = given ?? restNow(draft);
  }
}

function setSpring(
  draft: Draft,
  name: "spring" | "angularSpring",
  fallback: JointTraits["spring"],
  word: number,
): void {
  const value = or(draft.fields[name], fallback);
  if (value !== undefined) {
    const { hertz, dampingRatio } = readSpring(value, name);
    put(draft.words, word, hertz, dampingRatio);
    draft.flags |= JOINT_FLAG[name];
  }
}

/** The present distance or angle as rest length or reference angle, in 32 bits. */
function restNow({ traits, bodyA, bodyB, anchorA, anchorB }: Draft): number {
  const [, read] = traits.rest!;
  if (read === readLength) {
    return Math.fround(distance(bodyA.toWorld(anchorA), bodyB.toWorld(anchorB)));
  }
  if (read === readNumber) {
    return 0;
  }
  const angle = bodyB.angle - bodyA.angle;
  return Math.fround(angle > Math.PI ? angle - 2 * Math.PI : angle < -Math.PI ? angle + 2 * Math.PI : angle);
}

function distance(p: Vector, q: Vector): number {
  return Math.sqrt((q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y));
}

/** Reads the options that only one type has, or a few. */
function readOwn(draft: Draft): void {
  const { to, fields, traits, bodyA, bodyB, anchorA, anchorB, words } = draft;
  const unit = to.lengthUnit;
  switch (traits.name) {
    case "distance":
    case "spring": {
      const { lower, upper } = readForces(or(fields.springForce, {}), "springForce");
      put(words, Word.Param, lower, upper);
      break;
    }
    case "rope":
      if (fields.limit === undefined) {
        draft.flags |= JOINT_FLAG.limit;
        words[Word.Upper] = words[Word.Rest]!;
      } else if (fields.length !== undefined || fields.maxLength !== undefined) {
        throw bothGiven("limit and length");
      }
      break;
    case "revolute":
    case "rotary":
      words[EXTRA] = readAngle(or(fields.targetAngle, 0), "targetAngle");
      break;
    case "prismatic":
    case "wheel": {
      const { x, y } = axis(to, fields, bodyA, traits.name === "wheel" ? { x: 0, y: 1 } : { x: 1, y: 0 });
      put(words, Word.Param, x, y);
      words[EXTRA] = check.coordinate(or(fields.targetTranslation, 0), "targetTranslation", unit);
      break;
    }
    case "motor":
      readMotorJoint(draft);
      break;
    case "mouse": {
      const target =
        fields.target === undefined ? bodyB.toWorld(anchorB) : check.position(fields.target, "target", unit);
      put(words, Word.Param, target.x, target.y);
      if (fields.target !== undefined && fields.anchorB === undefined && fields.anchor === undefined) {
        const { x, y } = onBody(to, bodyB, target, "target", "B");
        put(words, Word.AnchorBX, x, y);
      }
      words[EXTRA] = readForce(or(fields.maxForce, Infinity), "maxForce");
      break;
    }
    case "gear":
      words[EXTRA] = readRatio(or(fields.ratio, 1));
      break;
    case "pulley": {
      const a = check.position(fields.groundAnchorA, "groundAnchorA", unit);
      const b = check.position(fields.groundAnchorB, "groundAnchorB", unit);
      const ratio = readReeving(or(fields.ratio, 1));
      put(words, Word.Param, a.x, a.y);
      put(words, Word.Param + JointParam.X2, b.x, b.y);
      words[EXTRA] = ratio;
      if (fields.length === undefined) {
        words[Word.Rest] = distance(a, bodyA.toWorld(anchorA)) + ratio * distance(b, bodyB.toWorld(anchorB));
      }
      break;
    }
    case "ratchet":
      words[Word.Param] = readAngle(or(fields.phase, 0), "phase");
      words[Word.Param + 1] = readTooth(or(fields.ratchet, Math.PI / 8));
      break;
    case "custom": {
      const { lower, upper } = readForces(or(fields.forceRange, {}), "forceRange");
      readJacobian(fields.jacobian).forEach((number, k) => (words[Word.Param + k] = number));
      put(words, Word.Lower, lower, upper);
      words[Word.MotorSpeed] =
        fields.targetSpeed === undefined ? 0 : readSpeed(fields.targetSpeed, "targetSpeed", unit);
      draft.flags |= fields.error === undefined ? 0 : JOINT_FLAG.pose;
      break;
    }
    default:
      break;
  }
}

function readMotorJoint(draft: Draft): void {
  const { to, fields, words } = draft;
  const unit = to.lengthUnit;
  if (fields.linearOffset !== undefined) {
    const { x, y } = check.position(fields.linearOffset, "linearOffset", unit);
    put(words, Word.Param, x, y);
    draft.flags |= JOINT_FLAG.pose;
  }
  if (fields.linearVelocity !== undefined) {
    const { x, y } = readVelocity(fields.linearVelocity, "linearVelocity", unit);
    put(words, Word.Param + JointParam.X2, x, y);
  }
  if (fields.angularOffset !== undefined) {
    draft.flags |= JOINT_FLAG.angularPose;
  }
  if (fields.angularVelocity !== undefined) {
    words[Word.MotorSpeed] = readSpeed(fields.angularVelocity, "angularVelocity");
  }
  const linear = fields.linearOffset ?? fields.linearVelocity;
  const angular = fields.angularOffset ?? fields.angularVelocity;
  words[EXTRA] = readForce(or(fields.maxForce, linear === undefined ? 0 : UNLIMITED), "maxForce");
  if (fields.motor === undefined || fields.maxTorque !== undefined) {
    words[Word.MaxMotor] = readForce(or(fields.maxTorque, angular === undefined ? 0 : UNLIMITED), "maxTorque");
  }
}

/** The axis in the frame of A. */
function axis(to: Instance, fields: Record<string, unknown>, bodyA: Body, fallback: Vector): Vector {
  if (fields.axisA !== undefined) {
    if (fields.axis !== undefined) {
      throw bothGiven("axis and axisA");
    }
    return readAxis(fields.axisA, "axisA");
  }
  const { x, y } = readAxis(or(fields.axis, fallback), "axis");
  const c = to.core.bodyGet(bodyA.handle, BodyField.Cosine);
  const s = to.core.bodyGet(bodyA.handle, BodyField.Sine);
  return { x: c * x + s * y, y: c * y - s * x };
}

/** Both anchors, each in its body's frame. */
function anchors(
  to: Instance,
  fields: Record<string, unknown>,
  bodyA: Body,
  bodyB: Body,
): { anchorA: Vector; anchorB: Vector } {
  if (fields.anchor !== undefined) {
    if (fields.anchorA !== undefined || fields.anchorB !== undefined) {
      throw bothGiven("anchor and anchorA (or anchorB)");
    }
    const point = check.position(fields.anchor, "anchor", to.lengthUnit);
    return { anchorA: onBody(to, bodyA, point, "anchor", "A"), anchorB: onBody(to, bodyB, point, "anchor", "B") };
  }
  const local = (name: string): Vector =>
    fields[name] === undefined ? { x: 0, y: 0 } : check.position(fields[name], name, to.lengthUnit);
  return { anchorA: local("anchorA"), anchorB: local("anchorB") };
}

/** A point of the world in a body's frame. It is checked again: it may be too far from the body, though not from the world's origin. */
function onBody(to: Instance, body: Body, point: Vector, name: string, side: "A" | "B"): Vector {
  return check.position(body.toLocal(point), `${name} (in the frame of body${side})`, to.lengthUnit);
}
