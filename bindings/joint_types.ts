import { JointFlag, JointType } from "../assembly/abi/layout.js";
import * as check from "./check.js";
import type { Vector } from "./definitions.js";
import { PhysicsError } from "./errors.js";
import type { JointKind, Limit, Motor, Spring } from "./joint_definitions.js";

// One row per type of joint. A new type needs a row here, a definition in joint_definitions.ts, the reading
// of its options in joint_create.ts, and a class in joint_kinds.ts.

/** Checks a number of a joint by the quantity that it measures. */
type Measure = (value: unknown, name: string, lengthUnit: number) => number;

export interface JointTraits {
  readonly name: JointKind;
  readonly type: JointType;
  /** Names of all options. */
  readonly keys: ReadonlySet<string>;
  /** The option that gives the rest length, angle or error, and its quantity. */
  readonly rest?: readonly [option: string, measure: Measure];
  /** The quantity that its limits have. */
  readonly limit?: Measure;
  /** Name of the option for the motor's largest force or torque. */
  readonly effort?: "maxForce" | "maxTorque";
  /** Default spring. */
  readonly spring?: Required<Spring>;
  /** Set if the bodies collide by default. */
  readonly collide?: true;
}

const REFERENCE = ["referenceAngle", check.angle] as const;
const LENGTH = ["length", readLength] as const;
const SOFT = { hertz: 2, dampingRatio: 0.7 };
const AXIS = ["axis", "axisA"];
const DRIVES = ["limit", "motor", "spring"];

/** Options of every joint. */
const BASE_KEYS = [
  "type",
  "bodyA",
  "bodyB",
  "anchor",
  "anchorA",
  "anchorB",
  "collide",
  "breakForce",
  "breakTorque",
  "softness",
  "userData",
];

interface Row extends Omit<JointTraits, "type" | "keys"> {
  /** Options beside `BASE_KEYS` and that of `rest`. */
  readonly keys: readonly string[];
}

/** In the order of `JointType`. */
const ROWS: readonly Row[] = [
  {
    name: "distance",
    keys: [...DRIVES, "springForce"],
    rest: LENGTH,
    limit: readLength,
    effort: "maxForce",
  },
  {
    name: "revolute",
    keys: [...DRIVES, "targetAngle"],
    rest: REFERENCE,
    limit: readAngle,
    effort: "maxTorque",
  },
  {
    name: "prismatic",
    keys: [...DRIVES, ...AXIS, "targetTranslation"],
    rest: REFERENCE,
    limit: check.coordinate,
    effort: "maxForce",
  },
  { name: "weld", keys: ["spring", "angularSpring"], rest: REFERENCE },
  {
    name: "wheel",
    keys: [...DRIVES, ...AXIS],
    limit: check.coordinate,
    effort: "maxTorque",
    spring: SOFT,
  },
  {
    name: "motor",
    keys: [
      "linearOffset",
      "linearVelocity",
      "angularVelocity",
      "maxForce",
      "maxTorque",
      "motor",
      "spring",
      "angularSpring",
    ],
    rest: ["angularOffset", check.angle],
    effort: "maxTorque",
  },
  {
    name: "mouse",
    keys: ["target", "maxForce", "spring"],
    spring: { hertz: 5, dampingRatio: 0.7 },
    collide: true,
  },
  { name: "gear", keys: ["jointA", "jointB", "ratio"] },
  { name: "pulley", keys: ["groundAnchorA", "groundAnchorB", "ratio"], rest: LENGTH },
  { name: "ratchet", keys: ["ratchet", "phase"], rest: REFERENCE },
  {
    name: "rotary",
    keys: [...DRIVES, "targetAngle"],
    rest: REFERENCE,
    limit: readAngle,
    effort: "maxTorque",
  },
  {
    name: "custom",
    keys: ["jacobian", "targetSpeed", "forceRange", "spring"],
    rest: ["error", readNumber],
  },
  { name: "rope", keys: ["maxLength", "limit"], rest: LENGTH, limit: readLength },
  {
    name: "spring",
    keys: ["limit", "spring", "springForce"],
    rest: LENGTH,
    limit: readLength,
    spring: SOFT,
  },
  { name: "filter", keys: [] },
];
/** In the order of `JointType`. */
const TRAITS: readonly JointTraits[] = ROWS.map(({ keys, ...row }, type) => ({
  ...row,
  type,
  keys: new Set([...BASE_KEYS, ...keys, ...(row.rest === undefined ? [] : [row.rest[0]])]),
}));
const NAMES = TRAITS.map(({ name }) => name);

/** Largest angle that counts whole turns (rad), oscillations per second, damping ratio, and motor speed (rad/s or lengths/s). */
const MAX_ANGLE = 1e5;
const MAX_HERTZ = 1e6;
const MAX_DAMPING_RATIO = 1e3;
const MAX_MOTOR_SPEED = 1e7;
/** Largest of the user's own numbers, and the force that stands for an unlimited one (N). */
const MAX_NUMBER = 1e10;
export const UNLIMITED = 1e30;

const LIMIT_KEYS = new Set(["lower", "upper"]);
const MOTOR_KEYS = new Set(["speed", "maxTorque", "maxForce"]);
const SPRING_KEYS = new Set(["hertz", "dampingRatio"]);
const JACOBIAN_KEYS = new Set(["linearA", "angularA", "linearB", "angularB"]);

export function jointTraits(type: JointType): JointTraits {
  return TRAITS[type]!;
}

export function traitsOf(type: unknown): JointTraits {
  return TRAITS[check.oneOf(type, "type", NAMES)]!;
}

/** An angle that counts whole turns. */
export function readAngle(value: unknown, name: string): number {
  return check.within(value, name, -MAX_ANGLE, MAX_ANGLE);
}

/** A length, of at least `least`. */
export function readLength(value: unknown, name: string, lengthUnit: number, least = 0): number {
  return check.within(value, name, least, check.MAX_COORDINATE * lengthUnit);
}

/** One of the user's own numbers. */
export function readNumber(value: unknown, name: string): number {
  return check.within(value, name, -MAX_NUMBER, MAX_NUMBER);
}

/** Refuses an option that a type of joint does not have. */
function goes(has: unknown, name: string, { name: type }: JointTraits): void {
  if (has === undefined || has === false) {
    throw new PhysicsError("unknown-option", `${name} does not apply to a ${type} joint; leave it out.`);
  }
}

function ordered(lower: number, upper: number, name: string): Limit {
  if (lower > upper) {
    throw new PhysicsError("out-of-range", `${name}.lower is ${lower}, above ${name}.upper (${upper}); swap them.`);
  }
  return { lower, upper };
}

export function readLimit(value: unknown, name: string, traits: JointTraits, lengthUnit: number): Limit {
  goes(traits.limit, name, traits);
  const limit = check.known(value, name, LIMIT_KEYS);
  const read = traits.limit!;
  return ordered(read(limit.lower, `${name}.lower`, lengthUnit), read(limit.upper, `${name}.upper`, lengthUnit), name);
}

/** A range of forces, in which ∞ is allowed. */
export function readForces(value: unknown, name: string): Limit {
  const { lower = -Infinity, upper = Infinity } = check.known(value, name, LIMIT_KEYS);
  return ordered(readForce(lower, `${name}.lower`, -UNLIMITED), readForce(upper, `${name}.upper`, -UNLIMITED), name);
}

/** A force or torque of at least `least`; ∞ is allowed. */
export function readForce(value: unknown, name: string, least = 0): number {
  if (value === Infinity || value === -Infinity) {
    value = value > 0 ? UNLIMITED : -UNLIMITED;
  }
  return check.within(value, name, least, UNLIMITED);
}

/** A force or torque beyond which a joint breaks; 0 and ∞ mean never. */
export function readBreaking(value: unknown, name: string): number {
  return value === Infinity ? 0 : check.positiveOrZero(value, name);
}

/** A stored force as the caller gave it. */
export function forceBack(force: number): number {
  return Math.abs(force) >= UNLIMITED * 0.99 ? Math.sign(force) * Infinity : force;
}

/** A speed in rad/s, or in m/s if `lengthUnit` is given. */
export function readSpeed(value: unknown, name: string, lengthUnit = 1): number {
  return check.within(value, name, -MAX_MOTOR_SPEED * lengthUnit, MAX_MOTOR_SPEED * lengthUnit);
}

export function readVelocity(value: unknown, name: string, lengthUnit: number): Vector {
  const { x, y } = check.vector(value, name);
  return { x: readSpeed(x, `${name}.x`, lengthUnit), y: readSpeed(y, `${name}.y`, lengthUnit) };
}

export function readMotor(
  value: unknown,
  name: string,
  traits: JointTraits,
  lengthUnit: number,
): { speed: number; most: number } {
  goes(traits.effort, name, traits);
  const effort = traits.effort!;
  const motor = check.known(value, name, MOTOR_KEYS) as unknown as Motor;
  const wrong = effort === "maxForce" ? "maxTorque" : "maxForce";
  if (motor[wrong] !== undefined) {
    throw new PhysicsError(
      "unknown-option",
      `${name}.${wrong} does not apply to a ${traits.name} joint; use ${name}.${effort}.`,
    );
  }
  return {
    speed: readSpeed(motor.speed, `${name}.speed`, effort === "maxForce" ? lengthUnit : 1),
    most: readForce(motor[effort], `${name}.${effort}`),
  };
}

export function readSpring(value: unknown, name: string, traits?: JointTraits): Required<Spring> {
  if (traits !== undefined) {
    goes(traits.keys.has(name), name, traits);
  }
  const spring = check.known(value, name, SPRING_KEYS);
  return {
    hertz: check.within(spring.hertz, `${name}.hertz`, 0, MAX_HERTZ),
    dampingRatio:
      spring.dampingRatio === undefined
        ? 1
        : check.within(spring.dampingRatio, `${name}.dampingRatio`, 0, MAX_DAMPING_RATIO),
  };
}

/** A direction, scaled to length 1. */
export function readAxis(value: unknown, name: string): Vector {
  const { x, y } = check.vector(value, name);
  const most = Math.max(Math.abs(x), Math.abs(y));
  if (most === 0) {
    throw new PhysicsError("out-of-range", `${name} is (0, 0); use a direction such as { x: 0, y: 1 }.`);
  }
  const length = Math.sqrt((x / most) ** 2 + (y / most) ** 2);
  return { x: x / most / length, y: y / most / length };
}

export function readRatio(value: unknown): number {
  const ratio = check.within(value, "ratio", -1e6, 1e6);
  if (Math.abs(ratio) < 1e-6) {
    throw new PhysicsError("out-of-range", `ratio is ${ratio}; it must be at least 1e-6 away from 0.`);
  }
  return ratio;
}

/** How many times the rope of a pulley is reeved: above 0, for a rope cannot push. */
export function readReeving(value: unknown): number {
  return check.within(value, "ratio", 1e-6, 1e6);
}

export function readTooth(value: unknown): number {
  const tooth = readAngle(value, "ratchet");
  if (Math.abs(tooth) < 1e-3) {
    throw new PhysicsError("out-of-range", `ratchet is ${tooth}; it must be at least 0.001 away from 0.`);
  }
  return tooth;
}

/** The six numbers of a Jacobian. */
export function readJacobian(value: unknown): number[] {
  const j = check.known(value, "jacobian", JACOBIAN_KEYS);
  const numbers: number[] = [];
  for (const side of ["A", "B"]) {
    const { [`linear${side}`]: linear = { x: 0, y: 0 }, [`angular${side}`]: angular = 0 } = j;
    const { x, y } = check.vector(linear, `jacobian.linear${side}`);
    numbers.push(
      readNumber(x, `jacobian.linear${side}.x`),
      readNumber(y, `jacobian.linear${side}.y`),
      readNumber(angular, `jacobian.angular${side}`),
    );
  }
  return numbers;
}

/** Flags that options set. */
export const JOINT_FLAG = {
  collide: JointFlag.Collide,
  limit: JointFlag.Limit,
  motor: JointFlag.Motor,
  spring: JointFlag.Spring,
  angularSpring: JointFlag.AngularSpring,
  pose: JointFlag.Pose,
  angularPose: JointFlag.AngularPose,
} as const;
