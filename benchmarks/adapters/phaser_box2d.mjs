import { SUBSTEPS, TIME_STEP } from "../../examples/scenes/scene.mjs";
import { packageFile, supportsAll } from "./adapter.mjs";

const PACKAGE = "phaser-box2d";

/** The package's `main` names a file that the package lacks, so the built file is imported by its path. */
const MODULE = packageFile(PACKAGE, "dist/PhaserBox2D.min.js");

/** @implements {Simulation} @typedef {import("./adapter.mjs").Simulation} Simulation */
class PhaserSimulation {
  /**
   * @param {any} box2d the module
   * @param {import("./adapter.mjs").SimulationOptions} options
   */
  constructor(box2d, { gravity, sleeping = false }) {
    this.box2d = box2d;
    const worldDef = box2d.b2DefaultWorldDef();
    worldDef.gravity = new box2d.b2Vec2(gravity.x, gravity.y);
    worldDef.enableSleep = sleeping;
    this.world = box2d.b2CreateWorld(worldDef);
    this.bodies = [];
    this.starts = [];
    this.types = {
      static: box2d.b2BodyType.b2_staticBody,
      kinematic: box2d.b2BodyType.b2_kinematicBody,
      dynamic: box2d.b2BodyType.b2_dynamicBody,
    };
    this.queryFilter = box2d.b2DefaultQueryFilter();
  }

  createBody({ type, x, y, angle = 0, vx = 0, vy = 0, omega = 0, bullet = false, asleep = false }) {
    const { box2d } = this;
    const def = box2d.b2DefaultBodyDef();
    def.type = this.types[type];
    def.position = new box2d.b2Vec2(x, y);
    def.rotation = box2d.b2MakeRot(angle);
    def.linearVelocity = new box2d.b2Vec2(vx, vy);
    def.angularVelocity = omega;
    def.isBullet = bullet;
    def.isAwake = !asleep;
    this.starts.push({ x, y });
    return this.bodies.push(box2d.b2CreateBody(this.world, def)) - 1;
  }

  addShape(body, shape, { density = 1, friction = 0.6, restitution = 0, category = 1, mask = 0xffffffff } = {}) {
    const { box2d } = this;
    const def = shape.kind === "chain" ? box2d.b2DefaultChainDef() : box2d.b2DefaultShapeDef();
    def.density = density;
    def.friction = friction;
    def.restitution = restitution;
    def.filter.categoryBits = category;
    def.filter.maskBits = mask;
    this.addGeometry(this.bodies[body], shape, def);
  }

  addGeometry(id, shape, def) {
    const { box2d } = this;
    const vector = (/** @type {number} */ x, /** @type {number} */ y) => new box2d.b2Vec2(x, y);
    if (shape.kind === "box") {
      const { width, height, x = 0, y = 0, angle = 0 } = shape;
      box2d.b2CreatePolygonShape(id, def, box2d.b2MakeOffsetBox(width / 2, height / 2, vector(x, y), angle));
    } else if (shape.kind === "circle") {
      const circle = new box2d.b2Circle();
      circle.center = vector(0, 0);
      circle.radius = shape.radius;
      box2d.b2CreateCircleShape(id, def, circle);
    } else if (shape.kind === "capsule") {
      const capsule = new box2d.b2Capsule();
      capsule.center1 = vector(-shape.length / 2, 0);
      capsule.center2 = vector(shape.length / 2, 0);
      capsule.radius = shape.radius;
      box2d.b2CreateCapsuleShape(id, def, capsule);
    } else if (shape.kind === "chain") {
      def.points = shape.points.map(([x, y]) => vector(x, y));
      def.count = def.points.length;
      def.isLoop = shape.loop;
      box2d.b2CreateChain(id, def);
    } else {
      throw new Error(`phaser-box2d: no builder for ${shape.kind}`);
    }
  }

  /** @param {import("../../examples/scenes/scene.mjs").RevoluteDef} def */
  addRevolute({ bodyA, bodyB, x, y, motorSpeed, maxTorque = 0 }) {
    const { box2d, starts } = this;
    const def = box2d.b2DefaultRevoluteJointDef();
    def.bodyIdA = this.bodies[bodyA];
    def.bodyIdB = this.bodies[bodyB];
    def.localAnchorA = new box2d.b2Vec2(x - starts[bodyA].x, y - starts[bodyA].y);
    def.localAnchorB = new box2d.b2Vec2(x - starts[bodyB].x, y - starts[bodyB].y);
    def.enableMotor = motorSpeed !== undefined;
    def.motorSpeed = motorSpeed ?? 0;
    def.maxMotorTorque = maxTorque;
    box2d.b2CreateRevoluteJoint(this.world, def);
  }

  addDistance() {
    throw new Error("phaser-box2d: distance joints are not built here");
  }

  step() {
    this.box2d.b2World_Step(this.world, TIME_STEP, SUBSTEPS);
  }

  readAll(out) {
    const { box2d, bodies } = this;
    for (let index = 0, at = 0; index < bodies.length; index += 1, at += 4) {
      const { p, q } = box2d.b2Body_GetTransform(bodies[index]);
      out[at] = p.x;
      out[at + 1] = p.y;
      out[at + 2] = q.c;
      out[at + 3] = q.s;
    }
  }

  destroyBody(body) {
    this.box2d.b2DestroyBody(this.bodies[body]);
  }

  /** `b2World_CastRayClosest` of this version reads a filter that it never sets, so the closest hit is kept here. */
  castRay(x, y, dx, dy) {
    const { box2d } = this;
    let closest = -1;
    const keepClosest = (_shape, _point, _normal, /** @type {number} */ fraction) => (closest = fraction);
    const translation = new box2d.b2Vec2(dx, dy);
    box2d.b2World_CastRay(this.world, new box2d.b2Vec2(x, y), translation, this.queryFilter, keepClosest, null);
    return closest;
  }

  dispose() {
    this.box2d.b2DestroyWorld(this.world);
  }
}

/** Box2D 3.0 ported to JavaScript by hand. @type {import("./adapter.mjs").Adapter} */
export const phaserBox2d = {
  name: "phaser-box2d",
  title: "phaser-box2d",
  package: PACKAGE,
  rotation: "cosSin",
  files: () => [MODULE],
  unsupported: supportsAll,

  async load() {
    const box2d = await import(MODULE.href);
    box2d.b2CreateWorldArray();
    return { createSimulation: (options) => new PhaserSimulation(box2d, options) };
  },
};
