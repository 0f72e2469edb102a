import { Body } from "../body.js";
import * as check from "../check.js";
import type { Vector } from "../definitions.js";
import { PhysicsError } from "../errors.js";
import { box, circle, direction } from "../geometry.js";
import type { Spring } from "../joint_definitions.js";
import type { WheelJoint } from "../joint_kinds.js";
import { readSpring } from "../joint_types.js";
import { World } from "../world.js";
import { upAgainst } from "./planes.js";

/** How a vehicle seen from above drives. Where `lengthUnit` is not 1 the defaults follow it. */
export interface TopDownVehicleOptions {
  /** Between the axles (m), default 2.4; the body's origin lies in the middle, and it looks along its x axis. */
  wheelBase?: number | undefined;
  /** Largest force of the engine (N), default 10 times the mass. */
  drive?: number | undefined;
  /** Largest force of the brakes (N), default 15 times the mass. */
  brake?: number | undefined;
  /** Largest sideways force of an axle (N), default 8 times the mass: beyond it the axle slides. */
  grip?: number | undefined;
  /** Furthest that the front wheels turn (rad), default 0.6. */
  maxSteer?: number | undefined;
  /** Air and rolling, force per speed (N·s/m), default 0.4 times the mass. */
  drag?: number | undefined;
}

/** What the driver does. */
export interface Driving {
  /** −1 (backwards) to 1. */
  throttle?: number | undefined;
  /** −1 (right) to 1 (left, where y points up). */
  steer?: number | undefined;
  /** 0 to 1. */
  brake?: number | undefined;
}

const VEHICLE = new Set(["wheelBase", "drive", "brake", "grip", "maxSteer", "drag"]);
const DRIVING = new Set(["throttle", "steer", "brake"]);

/**
 * A vehicle seen from above, for worlds without gravity: two axles that roll along their wheels and grip across them, the
 * front one steered (a bicycle model with limited grip). Call `drive` before each step.
 */
export class TopDownVehicle {
  /** @internal */
  static readonly name: string = "TopDownVehicle";
  /** What is driven. */
  readonly body: Body;
  readonly #of: Required<TopDownVehicleOptions>;

  /** Throws a PhysicsError for anything but a dynamic body, or wrong options. */
  constructor(body: Body, options: TopDownVehicleOptions = {}) {
    if (Body.instanceOf(body) === undefined || body.type !== "dynamic") {
      throw new PhysicsError("bad-type", `body is ${check.show(body)}; give a dynamic body.`);
    }
    const given = check.known(options, "options", VEHICLE) as TopDownVehicleOptions;
    const { mass } = body;
    const unit = body.world.lengthUnit;
    const read = (key: keyof TopDownVehicleOptions, usual: number): number =>
      given[key] === undefined ? usual : check.positiveOrZero(given[key], `options.${key}`);
    this.body = body;
    this.#of = {
      wheelBase: read("wheelBase", 2.4 * unit),
      drive: read("drive", 10 * mass * unit),
      brake: read("brake", 15 * mass * unit),
      grip: read("grip", 8 * mass * unit),
      maxSteer: read("maxSteer", 0.6),
      drag: read("drag", 0.4 * mass),
    };
  }

  /** Speed along the way it looks (m/s). */
  get speed(): number {
    const { transforms } = this.body.world.state;
    const at = 4 * this.body.slot;
    const v = this.body.linearVelocity;
    return v.x * transforms[at + 2]! + v.y * transforms[at + 3]! + 0;
  }

  /** Forces for the next step, which is to take `dt` seconds. Wakes the body: one that is to sleep, parked, is not driven. */
  drive(driving: Driving, dt: number): void {
    const { throttle = 0, steer = 0, brake = 0 } = check.known(driving, "driving", DRIVING) as Driving;
    const seconds = check.positive(dt, "dt");
    const t = check.within(throttle, "driving.throttle", -1, 1);
    const pedal = check.within(brake, "driving.brake", 0, 1);
    const angle = check.within(steer, "driving.steer", -1, 1) * this.#of.maxSteer;
    const { body } = this;
    const { mass, inertia } = body;
    const { transforms } = body.world.state;
    const at = 4 * body.slot;
    const c = transforms[at + 2]!;
    const s = transforms[at + 3]!;
    const v = body.linearVelocity;
    const w = body.angularVelocity;
    const center = body.centerOfMass;
    body.wake();
    const drag = Math.min(this.#of.drag, mass / seconds); // takes at most the speed there is
    body.applyForce({ x: -drag * v.x, y: -drag * v.y });
    // What each axle bears of that and of lasting forces, beside the speed.
    const { force, gravity = body.world.gravity } = body;
    const weight = mass * body.gravityScale;
    const load = {
      x: (weight * gravity.x + force.x - drag * v.x) / 2,
      y: (weight * gravity.y + force.y - drag * v.y) / 2,
    };
    for (const front of [true, false]) {
      // cos and sin of the steered angle by its half's tangent: exact in every host.
      const half = front ? (angle / 2) * (1 + (angle * angle) / 12) : 0;
      const turnC = (1 - half * half) / (1 + half * half);
      const turnS = (2 * half) / (1 + half * half);
      const along = { x: c * turnC - s * turnS, y: s * turnC + c * turnS };
      const across = { x: -along.y, y: along.x };
      const reach = (front ? 0.5 : -0.5) * this.#of.wheelBase;
      const point = { x: transforms[at]! + c * reach, y: transforms[at + 1]! + s * reach };
      const r = { x: point.x - center.x, y: point.y - center.y };
      const at2 = { x: v.x - w * r.y, y: v.y + w * r.x };
      const slip = at2.x * across.x + at2.y * across.y;
      const roll = at2.x * along.x + at2.y * along.y;
      // The axle's share of the body as felt across the wheels: half of one that cannot turn.
      const lever = r.x * across.y - r.y * across.x;
      const turning = inertia > 0 ? (lever * lever) / inertia : 1 / mass;
      const felt = 1 / (1 / mass + turning) / 1.2;
      const drive = (this.#of.drive * t) / 2;
      const carried = drive + load.x * along.x + load.y * along.y;
      const aside = load.x * across.x + load.y * across.y;
      const side = limited((-slip * felt) / seconds - aside, this.#of.grip);
      const stop = limited((-roll * mass) / 2 / seconds - carried, (this.#of.brake * pedal) / 2);
      const push = drive + stop;
      body.applyForce({ x: across.x * side + along.x * push, y: across.y * side + along.y * push }, point);
    }
  }
}

function limited(x: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, x));
}

/** A car seen from the side. Where `lengthUnit` is not 1 the defaults follow it. */
export interface CarOptions {
  /** Of the middle of the chassis (m). */
  position: Readonly<Vector>;
  /** Of the chassis (m), default 3 by 0.6. */
  width?: number | undefined;
  /** Of the chassis, without wheels (m). */
  height?: number | undefined;
  /** Of the wheels (m), default 0.45. */
  wheelRadius?: number | undefined;
  /** Largest torque of the motor on each wheel (N·m), default 60. */
  torque?: number | undefined;
  /** Of the wheels, default 1.2. */
  friction?: number | undefined;
  /** Of the wheels, default 4 Hz, damping ratio 0.7. */
  suspension?: Spring | undefined;
}

const CAR = new Set(["position", "width", "height", "wheelRadius", "torque", "friction", "suspension"]);

/**
 * A car seen from the side: a chassis on two driven wheels with a suspension. Up is against the gravity that the world has
 * when it is made (+y without any).
 */
export class Car {
  /** @internal */
  static readonly name: string = "Car";
  /** The body that the wheels carry. */
  readonly chassis: Body;
  /** Rear and front. */
  readonly wheels: readonly [Body, Body];
  /** Their joints, for suspension and motor. */
  readonly axles: readonly [WheelJoint, WheelJoint];
  readonly #torque: number;
  /** Sense of the wheels that drives to the right: clockwise (−1) where y points up. */
  readonly #sense: number;

  /** Throws a PhysicsError for wrong options. */
  constructor(world: World, options: CarOptions) {
    if (!(world instanceof World)) {
      throw new PhysicsError("bad-type", `world is ${check.show(world)}; give a World.`);
    }
    const given = check.known(options, "options", CAR) as unknown as CarOptions;
    const unit = world.lengthUnit;
    // All is checked before the first body is made.
    const size = (value: number | undefined, key: string, usual: number): number => {
      const name = `options.${key}`;
      return value === undefined ? usual * unit : check.positive(check.coordinate(value, name, unit), name);
    };
    const { x, y } = check.position(given.position, "options.position", unit);
    // Masses are areas here, and a torque mass times acceleration times length.
    const { torque = 60 * unit ** 4, friction = 1.2, suspension = { hertz: 4, dampingRatio: 0.7 } } = given;
    const width = size(given.width, "width", 3);
    const height = size(given.height, "height", 0.6);
    const wheelRadius = size(given.wheelRadius, "wheelRadius", 0.45);
    check.positiveOrZero(friction, "options.friction");
    this.#torque = check.positiveOrZero(torque, "options.torque");
    const spring = readSpring(suspension, "options.suspension");
    const body = box(width, height);
    const tyre = circle(wheelRadius);
    const up = upAgainst(world.gravity);
    const sense = up.y < 0 ? 1 : -1;
    const right = { x: -sense * up.y, y: 0 + sense * up.x };
    const place = (side: number): Vector => {
      const [along, below] = [0.33 * width * side, 0.5 * height + 0.3 * wheelRadius];
      const at = { x: x + along * right.x - below * up.x, y: y + along * right.y - below * up.y };
      return check.position(at, "options.position", unit);
    };
    const places = { [-1]: place(-1), [1]: place(1) };
    this.#sense = sense;
    const angle = right.y === 0 ? 0 : direction(right.x, right.y);
    this.chassis = world.createBody({ type: "dynamic", position: { x, y }, angle, shape: body });
    const wheel = (side: -1 | 1): Body =>
      world.createBody({ type: "dynamic", position: places[side], shape: tyre, friction });
    this.wheels = [wheel(-1), wheel(1)];
    const axle = (side: -1 | 1, bodyB: Body): WheelJoint =>
      world.createJoint({
        type: "wheel",
        bodyA: this.chassis,
        bodyB,
        anchor: places[side],
        axis: up,
        spring,
        limit: { lower: -0.4 * wheelRadius, upper: 0.4 * wheelRadius },
        motor: { speed: 0, maxTorque: torque },
      });
    this.axles = [axle(-1, this.wheels[0]), axle(1, this.wheels[1])];
  }

  /** Turns the wheels so fast (rad/s, positive to the right), or lets them roll if undefined. */
  drive(speed: number | undefined): void {
    for (const axle of this.axles) {
      axle.motor =
        speed === undefined
          ? undefined
          : { speed: this.#sense * check.number(speed, "speed"), maxTorque: this.#torque };
    }
  }

  /** Destroys all of it. */
  destroy(): void {
    for (const part of [...this.wheels, this.chassis]) {
      part.destroy();
    }
  }
}
