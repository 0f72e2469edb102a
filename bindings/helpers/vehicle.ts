import type { Body } from "../body.js";
import * as check from "../check.js";
import type { BodyDef, Vector } from "../definitions.js";
import { box, circle, direction } from "../geometry.js";
import type { Spring } from "../joint_definitions.js";
import type { WheelJoint } from "../joint_kinds.js";
import { readSpring } from "../joint_types.js";
import type { World } from "../world.js";
import { needsDynamic, needsWorld } from "./needs.js";
import { upAgainst } from "./planes.js";

/** Options of a vehicle seen from above. The defaults scale with `lengthUnit`. */
export interface TopDownVehicleOptions {
  /**
   * Distance between the axles (m), default 1.9 times the body's radius of gyration √(inertia / mass): 2.4 for a
   * box of 4 by 1.8. The body's origin lies midway between them, and the vehicle faces along the body's x axis.
   */
  wheelBase?: number | undefined;
  /** Largest force of the engine (N), default 10 times the mass. */
  drive?: number | undefined;
  /** Largest force of the brakes (N), default 15 times the mass. */
  brake?: number | undefined;
  /** Largest sideways force of an axle (N), default 8 times the mass: beyond that the axle slides. */
  grip?: number | undefined;
  /** Largest angle by which the front wheels turn (rad), default 0.6. */
  maxSteer?: number | undefined;
  /** Drag of air and rolling: force per speed (N·s/m), default 0.4 times the mass. */
  drag?: number | undefined;
}

/** What the driver does. */
export interface Driving {
  /** From −1 (backwards) to 1. */
  throttle?: number | undefined;
  /** From −1 (right) to 1 (left, where y points up). */
  steer?: number | undefined;
  /** From 0 to 1. */
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
  /** The body that is driven. */
  readonly body: Body;
  readonly #of: Required<TopDownVehicleOptions>;

  /** Throws a PhysicsError for anything but a dynamic body, or wrong options. */
  constructor(body: Body, options: TopDownVehicleOptions = {}) {
    needsDynamic(body);
    const given = check.known(options, "options", VEHICLE) as TopDownVehicleOptions;
    const { mass, inertia } = body;
    const unit = body.world.lengthUnit;
    const read = (key: keyof TopDownVehicleOptions, usual: number): number =>
      given[key] === undefined ? usual : check.positiveOrZero(given[key], `options.${key}`);
    this.body = body;
    this.#of = {
      wheelBase: read("wheelBase", 1.9 * Math.sqrt(inertia / mass)),
      drive: read("drive", 10 * mass * unit),
      brake: read("brake", 15 * mass * unit),
      grip: read("grip", 8 * mass * unit),
      maxSteer: read("maxSteer", 0.6),
      drag: read("drag", 0.4 * mass),
    };
  }

  /** Speed in the direction that the vehicle faces (m/s). */
  get speed(): number {
    const { transforms } = this.body.world.state;
    const at = 4 * this.body.slot;
    const v = this.body.linearVelocity;
    return v.x * transforms[at + 2]! + v.y * transforms[at + 3]! + 0;
  }

  /**
   * Applies the forces for the next step, which must take `dt` seconds. Wakes the body: do not call it for a parked one that is to sleep.
   */
  drive(driving: Driving, dt: number): void {
    const { throttle = 0, steer = 0, brake = 0 } = check.known(driving, "driving", DRIVING) as Driving;
    const seconds = check.positive(dt, "dt");
    const t = check.within(throttle, "driving.throttle", -1, 1);
    const pedal = check.within(brake, "driving.brake", 0, 1);
    const angle = check.within(steer, "driving.steer", -1, 1) * this.#of.maxSteer;
    const { body } = this;
    needsDynamic(body);
    const { mass, inertia, force, gravity = body.world.gravity } = body;
    const { transforms } = body.world.state;
    const at = 4 * body.slot;
    const c = transforms[at + 2]!;
    const s = transforms[at + 3]!;
    const { x: vx, y: vy } = body.linearVelocity;
    const center = body.centerOfMass;
    body.wake();
    const lasting = {
      x: mass * body.gravityScale * gravity.x + force.x,
      y: mass * body.gravityScale * gravity.y + force.y,
    };
    // Change of velocity per force over the step, and of angular velocity per torque.
    const share = seconds / mass;
    const turning = inertia > 0 && !body.fixedRotation ? seconds / inertia : 0;
    // The sum of what is applied here, and the velocity that results from it and from lasting forces.
    const sum = { x: 0, y: 0, torque: 0 };
    const end = {
      x: vx + share * lasting.x,
      y: vy + share * lasting.y,
      turn: body.angularVelocity + turning * body.torque,
    };
    const push = (x: number, y: number, torque: number): void => {
      sum.x += x;
      sum.y += y;
      sum.torque += torque;
      end.x += share * x;
      end.y += share * y;
      end.turn += turning * torque;
    };
    const drag = Math.min(this.#of.drag, 1 / share); // takes at most the speed that there is
    push(-drag * vx, -drag * vy, 0);
    const wheels: Rub[] = [];
    for (const front of [true, false]) {
      // cos and sin of the steering angle from the tangent of its half: the same in every host.
      const half = front ? (angle / 2) * (1 + (angle * angle) / 12) : 0;
      const turnC = (1 - half * half) / (1 + half * half);
      const turnS = (2 * half) / (1 + half * half);
      const x = c * turnC - s * turnS;
      const y = s * turnC + c * turnS;
      const reach = (front ? 0.5 : -0.5) * this.#of.wheelBase;
      const rx = transforms[at]! + c * reach - center.x;
      const ry = transforms[at + 1]! + s * reach - center.y;
      const drive = (this.#of.drive * t) / 2;
      push(drive * x, drive * y, drive * (rx * y - ry * x));
      for (const [ux, uy, carried, limit] of [
        [x, y, drive, (this.#of.brake * pedal) / 2],
        [-y, x, 0, this.#of.grip],
      ] as const) {
        // Each begins with its half of the lasting forces, so that a vehicle at rest stays at rest from the first pass on.
        const lever = rx * uy - ry * ux;
        const held = limited(-carried - (lasting.x * ux + lasting.y * uy) / 2, limit);
        push(held * ux, held * uy, held * lever);
        wheels.push({ x: ux, y: uy, lever, limit, held });
      }
    }
    // Each in turn stops the speed that the others have left, as far as its limit allows: no pass adds energy, whatever the levers. Four
    // passes leave an error of at most 1e-4 where the axles are 1.9 radii of gyration apart, eight leave 2e-4 where it is twice that.
    for (let pass = 0; pass < 8; pass++) {
      for (const rub of wheels) {
        const speed = end.x * rub.x + end.y * rub.y + end.turn * rub.lever;
        const held = limited(rub.held - speed / (share + turning * rub.lever * rub.lever), rub.limit);
        const more = held - rub.held;
        rub.held = held;
        push(more * rub.x, more * rub.y, more * rub.lever);
      }
    }
    body.applyForce(sum);
    body.applyTorque(sum.torque);
  }
}

/** A direction in which an axle may rub: the direction, its lever about the centre of mass, the largest force, and the force so far. */
interface Rub {
  readonly x: number;
  readonly y: number;
  readonly lever: number;
  readonly limit: number;
  held: number;
}

function limited(x: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, x));
}

/** Options of a car seen from the side. The defaults scale with `lengthUnit`. */
export interface CarOptions {
  /** Position of the middle of the chassis (m). */
  position: Readonly<Vector>;
  /** Width of the chassis (m), default 3. */
  width?: number | undefined;
  /** Height of the chassis without the wheels (m), default 0.6. */
  height?: number | undefined;
  /** Radius of the wheels (m), default 0.45. */
  wheelRadius?: number | undefined;
  /** Largest torque of the motor on each wheel (N·m), default 60. */
  torque?: number | undefined;
  /** Friction of the wheels, default 1.2. */
  friction?: number | undefined;
  /** Suspension of the wheels, default 4 Hz and damping ratio 0.7. */
  suspension?: Spring | undefined;
}

const CAR = new Set(["position", "width", "height", "wheelRadius", "torque", "friction", "suspension"]);

/** The state of a `Car`: plain data, to be kept with a snapshot of the world. Its parts are given by their `id`. */
export interface CarState {
  /** Id of the body that the wheels carry. */
  chassis: number;
  /** Ids of the rear and front wheel. */
  wheels: readonly [number, number];
  /** Ids of the joints of the rear and front wheel. */
  axles: readonly [number, number];
  /** Largest torque of the motor on each wheel (N·m). */
  torque: number;
  /** Sign of the wheels' angular velocity that drives to the right: 1 or −1. */
  sense: number;
}

const CAR_STATE = new Set(["chassis", "wheels", "axles", "torque", "sense"]);

/**
 * A car seen from the side: a chassis on two driven wheels with a suspension. Up is against the gravity
 * that the world has when the car is made (+y without any).
 */
export class Car {
  /** @internal */
  static readonly name: string = "Car";
  /** The body that the wheels carry. */
  readonly chassis: Body;
  /** The rear and the front wheel. */
  readonly wheels: readonly [Body, Body];
  /** Joints of the rear and front wheel, for suspension and motor. */
  readonly axles: readonly [WheelJoint, WheelJoint];
  readonly #torque: number;
  /** Sign of the wheels' angular velocity that drives to the right: clockwise (−1) where y points up. */
  readonly #sense: number;

  /**
   * Builds a car. Given the `state` of a car that came into this world with a snapshot, takes that car over
   * and builds nothing. Throws a PhysicsError for wrong options, and if the world has no such car.
   */
  constructor(world: World, options: CarOptions | CarState) {
    needsWorld(world);
    if (Object(options) === options && "chassis" in options) {
      const taken = takeOver(world, check.known(options, "state", CAR_STATE));
      this.chassis = taken.chassis;
      this.wheels = taken.wheels;
      this.axles = taken.axles;
      this.#torque = taken.torque;
      this.#sense = taken.sense;
      return;
    }
    const given = check.known(options, "options", CAR) as unknown as CarOptions;
    const unit = world.lengthUnit;
    // Everything is checked before the first body is made.
    const size = (value: number | undefined, key: string, usual: number): number => {
      const name = `options.${key}`;
      return value === undefined ? usual * unit : check.positive(check.coordinate(value, name, unit), name);
    };
    const { x, y } = check.position(given.position, "options.position", unit);
    // Masses are areas here, and a torque is mass times acceleration times length.
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
    const made: Body[] = [];
    const make = (def: BodyDef): Body => {
      const one = world.createBody({ type: "dynamic", ...def });
      made.push(one);
      return one;
    };
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
    try {
      this.chassis = make({ position: { x, y }, angle, shape: body });
      this.wheels = [
        make({ position: places[-1], shape: tyre, friction }),
        make({ position: places[1], shape: tyre, friction }),
      ];
      this.axles = [axle(-1, this.wheels[0]), axle(1, this.wheels[1])];
    } catch (error) {
      made.forEach((one) => one.destroy()); // without memory for all of the car, none of it is left
      throw error;
    }
  }

  /** What is needed to go on driving the car in a world restored from a snapshot, even in another page: `new Car(world, state)`. */
  get state(): CarState {
    const [rear, front] = this.wheels;
    const [rearAxle, frontAxle] = this.axles;
    return {
      chassis: this.chassis.id,
      wheels: [rear.id, front.id],
      axles: [rearAxle.id, frontAxle.id],
      torque: this.#torque,
      sense: this.#sense,
    };
  }

  /** Turns the wheels at a speed (rad/s, positive drives to the right), or lets them roll if it is undefined. */
  drive(speed: number | undefined): void {
    for (const axle of this.axles) {
      axle.motor =
        speed === undefined
          ? undefined
          : { speed: this.#sense * check.number(speed, "speed"), maxTorque: this.#torque };
    }
  }

  /** Destroys the car with all its parts. */
  destroy(): void {
    for (const part of [...this.wheels, this.chassis]) {
      part.destroy();
    }
  }
}

/** Finds the parts that a state names, and checks that they make a car. */
function takeOver(world: World, given: Record<string, unknown>) {
  const list = (key: string): unknown[] => {
    const ids = given[key];
    return Array.isArray(ids) && ids.length === 2
      ? ids
      : check.refuse("bad-type", `state.${key}`, ids, "an array of two ids");
  };
  const whole = (id: unknown, name: string): number => check.whole(id, name, 1, 0x7fffffff);
  const body = (id: unknown, name: string): Body =>
    world.body(whole(id, name)) ?? check.refuse("stale-body", name, id, "the id of a body of this world");
  const chassis = body(given.chassis, "state.chassis");
  const wheels = list("wheels").map((id, k) => body(id, `state.wheels[${k}]`)) as [Body, Body];
  const axles = list("axles").map((id, k) => {
    const name = `state.axles[${k}]`;
    const axle =
      world.joint(whole(id, name)) ?? check.refuse("stale-joint", name, id, "the id of a joint of this world");
    return axle.type === "wheel" && axle.bodyA === chassis && axle.bodyB === wheels[k]
      ? axle
      : check.refuse("bad-type", name, id, "the id of the wheel joint between the chassis and that wheel");
  }) as [WheelJoint, WheelJoint];
  const torque = check.positiveOrZero(given.torque, "state.torque");
  const sense = check.number(given.sense, "state.sense");
  if (Math.abs(sense) !== 1) {
    check.refuse("out-of-range", "state.sense", sense, "1 or −1");
  }
  return { chassis, wheels, axles, torque, sense };
}
