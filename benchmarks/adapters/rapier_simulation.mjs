/** A Rapier world as a `Simulation`; the same calls serve 0.19 and 0.21. */

import { TIME_STEP } from "../../examples/scenes/scene.mjs";

/** A motor in Rapier is a damper; this one is strong enough to hold its speed against anything in the scenes. */
const MOTOR_DAMPING = 1e8;

/** @implements {Simulation} @typedef {import("./adapter.mjs").Simulation} Simulation */
export class RapierSimulation {
  /**
   * @param {any} rapier the module
   * @param {import("./adapter.mjs").SimulationOptions} options
   */
  constructor(rapier, { gravity, sleeping = false }) {
    this.rapier = rapier;
    this.sleeping = sleeping;
    this.world = new rapier.World(gravity);
    this.world.timestep = TIME_STEP;
    this.bodies = [];
    this.starts = [];
    this.position = { x: 0, y: 0 };
    this.ray = new rapier.Ray({ x: 0, y: 0 }, { x: 0, y: 0 });
  }

  createBody({ type, x, y, angle = 0, vx = 0, vy = 0, omega = 0, bullet = false, asleep = false }) {
    const { RigidBodyDesc } = this.rapier;
    const desc =
      type === "static"
        ? RigidBodyDesc.fixed()
        : type === "dynamic"
          ? RigidBodyDesc.dynamic()
          : RigidBodyDesc.kinematicVelocityBased();
    desc.setTranslation(x, y).setRotation(angle).setLinvel(vx, vy).setAngvel(omega);
    desc.setCanSleep(this.sleeping).setCcdEnabled(bullet);
    desc.sleeping = asleep;
    this.starts.push({ x, y });
    return this.bodies.push(this.world.createRigidBody(desc)) - 1;
  }

  addShape(body, shape, { density = 1, friction = 0.6, restitution = 0, category = 1, mask = 0xffff } = {}) {
    const desc = this.colliderOf(shape);
    desc.setDensity(density).setFriction(friction).setRestitution(restitution);
    desc.setCollisionGroups((((category & 0xffff) << 16) | (mask & 0xffff)) >>> 0);
    this.world.createCollider(desc, this.bodies[body]);
  }

  colliderOf(shape) {
    const { ColliderDesc } = this.rapier;
    if (shape.kind === "box") {
      const desc = ColliderDesc.cuboid(shape.width / 2, shape.height / 2);
      return desc.setTranslation(shape.x ?? 0, shape.y ?? 0).setRotation(shape.angle ?? 0);
    }
    if (shape.kind === "circle") {
      return ColliderDesc.ball(shape.radius);
    }
    if (shape.kind === "capsule") {
      return ColliderDesc.capsule(shape.length / 2, shape.radius).setRotation(Math.PI / 2);
    }
    if (shape.kind === "chain") {
      const points = shape.loop ? [...shape.points, shape.points[0]] : shape.points;
      return ColliderDesc.polyline(new Float32Array(points.flat()));
    }
    throw new Error(`rapier: no builder for ${shape.kind}`);
  }

  /** @param {import("../../examples/scenes/scene.mjs").RevoluteDef} def */
  addRevolute({ bodyA, bodyB, x, y, motorSpeed }) {
    const anchor = (/** @type {number} */ body) => ({ x: x - this.starts[body].x, y: y - this.starts[body].y });
    const data = this.rapier.JointData.revolute(anchor(bodyA), anchor(bodyB));
    const joint = this.world.createImpulseJoint(data, this.bodies[bodyA], this.bodies[bodyB], false);
    joint.setContactsEnabled(false);
    if (motorSpeed !== undefined) {
      joint.configureMotorVelocity(motorSpeed, MOTOR_DAMPING);
    }
  }

  addDistance() {
    throw new Error("rapier: distance joints are not built here");
  }

  step() {
    this.world.step();
  }

  readAll(out) {
    const { bodies, position } = this;
    for (let index = 0, at = 0; index < bodies.length; index += 1, at += 4) {
      const { x, y } = bodies[index].translation(position);
      out[at] = x;
      out[at + 1] = y;
      out[at + 2] = bodies[index].rotation();
      out[at + 3] = 0;
    }
  }

  destroyBody(body) {
    this.world.removeRigidBody(this.bodies[body]);
  }

  castRay(x, y, dx, dy) {
    const { ray } = this;
    ray.origin.x = x;
    ray.origin.y = y;
    ray.dir.x = dx;
    ray.dir.y = dy;
    return this.world.castRay(ray, 1, true)?.timeOfImpact ?? -1;
  }

  snapshot() {
    return this.world.takeSnapshot();
  }

  /** Rapier restores into a new world; the bodies are looked up again by handle. */
  restore(bytes) {
    const handles = this.bodies.map((body) => body.handle);
    const old = this.world;
    this.world = this.rapier.World.restoreSnapshot(bytes);
    this.bodies = handles.map((handle) => this.world.getRigidBody(handle));
    old.free();
  }

  dispose() {
    this.world.free();
  }
}

/**
 * Rapier's `init` prints a warning about its own glue code in 0.19; the report has no use for it.
 * @param {any} rapier
 */
export async function initQuietly(rapier) {
  const warn = console.warn;
  console.warn = () => {};
  try {
    await rapier.init();
  } finally {
    console.warn = warn;
  }
}
