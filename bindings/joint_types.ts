import { JointDef as Word, JointType } from "../assembly/abi/layout.js";
import type { Body } from "./body.js";
import * as check from "./check.js";
import type { JointDef, JointKind, Limit, Motor, Spring, Vector } from "./definitions.js";
import { PhysicsError } from "./errors.js";
import type { Instance } from "./instance.js";

// One row a joint type: a new type is a row here, a definition in definitions.ts and a class in joint.ts.

/** JointFlag of the core. */
export const JOINT_FLAG = { collide: 2, limit: 4, motor: 8, spring: 16 } as const;

export interface JointTraits {
  readonly name: JointKind;
  readonly type: JointType;
  /** Name of the motor's largest effort. */
  readonly effort: "maxForce" | "maxTorque";
  /** May the limited value be negative? Angles may, lengths may not. */
  readonly signed: boolean;
  /** Option that gives the rest length or reference angle. */
  readonly rest: string;
  /** Its value when it is not given, from the local anchors. */
  readonly restNow: (a: Body, b: Body, anchorA: Vector, anchorB: Vector) => number;
}

const BASE_KEYS = [
  "type",
  "bodyA",
  "bodyB",
  "anchor",
  "anchorA",
  "anchorB",
  "limit",
  "motor",
  "spring",
  "collide",
  "breakForce",
  "breakTorque",
  "softness",
] as const;

const TRAITS: readonly JointTraits[] = [
  {
    name: "distance",
    type: JointType.Distance,
    effort: "maxForce",
    signed: false,
    rest: "length",
    restNow: (a, b, anchorA, anchorB) => {
      const p = a.toWorld(anchorA);
      const q = b.toWorld(anchorB);
      return Math.sqrt((q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y));
    },
  },
  {
    name: "revolute",
    type: JointType.Revolute,
    effort: "maxTorque",
    signed: true,
    rest: "referenceAngle",
    restNow: (a, b) => {
      const angle = b.angle - a.angle;
      return angle > Math.PI ? angle - 2 * Math.PI : angle < -Math.PI ? angle + 2 * Math.PI : angle;
    },
  },
];
const NAMES = TRAITS.map(({ name }) => name);
/** Names of the contract that this version does not have yet. */
const LATER = ["prismatic", "weld", "wheel", "motor", "mouse", "rope", "spring", "gear", "pulley", "ratchet", "filter"];

/** Largest angle of a limit or reference (rad), oscillations a second, damping ratio, and motor speed (rad/s or lengths/s). */
const MAX_ANGLE = 1e5;
const MAX_HERTZ = 1e6;
const MAX_DAMPING_RATIO = 1e3;
const MAX_MOTOR_SPEED = 1e7;

const LIMIT_KEYS = new Set(["lower", "upper"]);
const MOTOR_KEYS = new Set(["speed", "maxTorque", "maxForce"]);
const SPRING_KEYS = new Set(["hertz", "dampingRatio"]);

export function jointTraits(type: JointType): JointTraits {
  return TRAITS.find((traits) => traits.type === type)!;
}

/** An angle or a length of a joint: what its limits and its rest are. */
export function readMeasure(value: unknown, name: string, traits: JointTraits, lengthUnit: number): number {
  return traits.signed
    ? check.within(value, name, -MAX_ANGLE, MAX_ANGLE)
    : check.within(value, name, 0, check.MAX_COORDINATE * lengthUnit);
}

export function readLimit(value: unknown, name: string, traits: JointTraits, lengthUnit: number): Limit {
  const limit = check.known(value, name, LIMIT_KEYS);
  const lower = readMeasure(limit.lower, `${name}.lower`, traits, lengthUnit);
  const upper = readMeasure(limit.upper, `${name}.upper`, traits, lengthUnit);
  if (lower > upper) {
    throw new PhysicsError("out-of-range", `${name}.lower is ${lower}, above ${name}.upper (${upper}); swap them.`);
  }
  return { lower, upper };
}

export function readMotor(
  value: unknown,
  name: string,
  traits: JointTraits,
  lengthUnit: number,
): { speed: number; most: number } {
  const motor = check.known(value, name, MOTOR_KEYS) as unknown as Motor;
  const wrong = traits.effort === "maxForce" ? "maxTorque" : "maxForce";
  if (motor[wrong] !== undefined) {
    throw new PhysicsError(
      "unknown-option",
      `${name}.${wrong} does not go with a ${traits.name} joint; give ${name}.${traits.effort}.`,
    );
  }
  const fastest = MAX_MOTOR_SPEED * (traits.signed ? 1 : lengthUnit);
  return {
    speed: check.within(motor.speed, `${name}.speed`, -fastest, fastest),
    most: check.positiveOrZero(motor[traits.effort], `${name}.${traits.effort}`),
  };
}

export function readSpring(value: unknown, name: string): Required<Spring> {
  const spring = check.known(value, name, SPRING_KEYS);
  return {
    hertz: check.within(spring.hertz, `${name}.hertz`, 0, MAX_HERTZ),
    dampingRatio:
      spring.dampingRatio === undefined
        ? 1
        : check.within(spring.dampingRatio, `${name}.dampingRatio`, 0, MAX_DAMPING_RATIO),
  };
}

function traitsOf(type: unknown): JointTraits {
  const traits = TRAITS.find(({ name }) => name === type);
  if (traits === undefined) {
    if (typeof type === "string" && LATER.includes(type)) {
      const list = NAMES.map((name) => `"${name}"`).join(", ");
      throw new PhysicsError("not-available", `type is "${type}", which this version does not have; it has ${list}.`);
    }
    check.oneOf(type, "type", NAMES, "bad-type");
  }
  return traits!;
}

/** Checks a definition, writes it to the mailbox and makes the joint. Returns its id. */
export function createJoint(to: Instance, definition: JointDef): number {
  const fields = check.fields(definition, "def", "a definition with type, bodyA, bodyB, …");
  const traits = traitsOf(fields.type);
  const def = check.known(fields, "def", new Set([...BASE_KEYS, traits.rest])) as unknown as JointDef;
  const bodyA = to.ownBody(def.bodyA, "bodyA");
  const bodyB = to.ownBody(def.bodyB, "bodyB");
  if (bodyA.id === bodyB.id) {
    throw new PhysicsError("same-body", "bodyA and bodyB are the same body; join two different ones.");
  }
  const { anchorA, anchorB } = anchors(to, def, bodyA, bodyB);
  const limit = def.limit === undefined ? undefined : readLimit(def.limit, "limit", traits, to.lengthUnit);
  const motor = def.motor === undefined ? undefined : readMotor(def.motor, "motor", traits, to.lengthUnit);
  const spring = def.spring === undefined ? undefined : readSpring(def.spring, "spring");
  const softness = def.softness === undefined ? undefined : readSpring(def.softness, "softness");
  const collide = def.collide !== undefined && check.boolean(def.collide, "collide");
  const breakForce = def.breakForce === undefined ? 0 : check.positiveOrZero(def.breakForce, "breakForce");
  const breakTorque = def.breakTorque === undefined ? 0 : check.positiveOrZero(def.breakTorque, "breakTorque");
  const given = fields[traits.rest];
  const rest =
    given === undefined
      ? Math.fround(traits.restNow(bodyA, bodyB, anchorA, anchorB))
      : readMeasure(given, traits.rest, traits, to.lengthUnit);

  to.refresh();
  const { f32, u32 } = to;
  f32[Word.AnchorAX] = anchorA.x;
  f32[Word.AnchorAY] = anchorA.y;
  f32[Word.AnchorBX] = anchorB.x;
  f32[Word.AnchorBY] = anchorB.y;
  u32[Word.Flags] =
    (collide ? JOINT_FLAG.collide : 0) |
    (limit === undefined ? 0 : JOINT_FLAG.limit) |
    (motor === undefined ? 0 : JOINT_FLAG.motor) |
    (spring === undefined ? 0 : JOINT_FLAG.spring);
  f32[Word.Lower] = limit === undefined ? 0 : limit.lower;
  f32[Word.Upper] = limit === undefined ? 0 : limit.upper;
  f32[Word.MotorSpeed] = motor === undefined ? 0 : motor.speed;
  f32[Word.MaxMotor] = motor === undefined ? 0 : motor.most;
  f32[Word.Hertz] = spring === undefined ? 0 : spring.hertz;
  f32[Word.DampingRatio] = spring === undefined ? 0 : spring.dampingRatio;
  f32[Word.Rest] = rest;
  f32[Word.ConstraintHertz] = softness === undefined ? 0 : softness.hertz;
  f32[Word.ConstraintDampingRatio] = softness === undefined ? 0 : softness.dampingRatio;
  f32[Word.BreakForce] = breakForce;
  f32[Word.BreakTorque] = breakTorque;
  return to.created(to.core.jointCreate(traits.type, bodyA.id, bodyB.id), "createJoint");
}

/** Both anchors in their bodies' frames. */
function anchors(to: Instance, def: JointDef, bodyA: Body, bodyB: Body): { anchorA: Vector; anchorB: Vector } {
  if (def.anchor !== undefined) {
    if (def.anchorA !== undefined || def.anchorB !== undefined) {
      throw new PhysicsError("bad-type", "anchor and anchorA or anchorB are both given; give one or the other.");
    }
    const point = check.position(def.anchor, "anchor", to.lengthUnit);
    return { anchorA: rounded(bodyA.toLocal(point)), anchorB: rounded(bodyB.toLocal(point)) };
  }
  return {
    anchorA: def.anchorA === undefined ? { x: 0, y: 0 } : check.position(def.anchorA, "anchorA", to.lengthUnit),
    anchorB: def.anchorB === undefined ? { x: 0, y: 0 } : check.position(def.anchorB, "anchorB", to.lengthUnit),
  };
}

function rounded({ x, y }: Vector): Vector {
  return { x: Math.fround(x), y: Math.fround(y) };
}
