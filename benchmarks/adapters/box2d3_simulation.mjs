/** A Box2D 3 world of box2d3-wasm as a `Simulation`. Value objects are made once and reused, because each new one leaks. */

import { SUBSTEPS, TIME_STEP } from "../../examples/scenes/scene.mjs";

/** @implements {Simulation} @typedef {import("./adapter.mjs").Simulation} Simulation */
export class Box2dSimulation {
  /**
   * @param {any} box2d the module
   * @param {import("./adapter.mjs").SimulationOptions} options
   */
  constructor(box2d, { gravity, sleeping = false }) {
    this.box2d = box2d;
    const worldDef = box2d.b2DefaultWorldDef();
    worldDef.gravity.Set(gravity.x, gravity.y);
    worldDef.enableSleep = sleeping;
    this.world = box2d.b2CreateWorld(worldDef);
    worldDef.delete();
    this.bodies = [];
    this.starts = [];
    this.bodyDef = box2d.b2DefaultBodyDef();
    this.shapeDef = box2d.b2DefaultShapeDef();
    this.jointDef = box2d.b2DefaultRevoluteJointDef();
    this.types = {
      static: box2d.b2BodyType.b2_staticBody,
      kinematic: box2d.b2BodyType.b2_kinematicBody,
      dynamic: box2d.b2BodyType.b2_dynamicBody,
    };
    this.origin = new box2d.b2Vec2(0, 0);
    this.translation = new box2d.b2Vec2(0, 0);
    this.queryFilter = box2d.b2DefaultQueryFilter();
    this.polygons = new Map();
  }

  createBody({ type, x, y, angle = 0, vx = 0, vy = 0, omega = 0, bullet = false, asleep = false }) {
    const def = this.bodyDef;
    def.type = this.types[type];
    def.position.Set(x, y);
    def.rotation.SetAngle(angle);
    def.linearVelocity.Set(vx, vy);
    def.angularVelocity = omega;
    def.isBullet = bullet;
    def.isAwake = !asleep;
    this.starts.push({ x, y });
    return this.bodies.push(this.box2d.b2CreateBody(this.world, def)) - 1;
  }

  addShape(body, shape, { density = 1, friction = 0.6, restitution = 0, category = 1, mask = 0xffffffff } = {}) {
    const def = this.shapeDef;
    def.density = density;
    def.material.friction = friction;
    def.material.restitution = restitution;
    def.filter.categoryBits = category;
    def.filter.maskBits = mask;
    this.addGeometry(this.bodies[body], shape, def);
  }

  addGeometry(id, shape, def) {
    const { box2d } = this;
    if (shape.kind === "box") {
      box2d.b2CreatePolygonShape(id, def, this.boxOf(shape));
    } else if (shape.kind === "circle") {
      const circle = new box2d.b2Circle();
      circle.center.Set(0, 0);
      circle.radius = shape.radius;
      box2d.b2CreateCircleShape(id, def, circle);
      circle.delete();
    } else if (shape.kind === "capsule") {
      const capsule = new box2d.b2Capsule();
      capsule.center1.Set(-shape.length / 2, 0);
      capsule.center2.Set(shape.length / 2, 0);
      capsule.radius = shape.radius;
      box2d.b2CreateCapsuleShape(id, def, capsule);
      capsule.delete();
    } else if (shape.kind === "polygon") {
      const hull = box2d.b2ComputeHull(shape.points.map(([x, y]) => new box2d.b2Vec2(x, y)));
      box2d.b2CreatePolygonShape(id, def, box2d.b2MakePolygon(hull, 0));
    } else if (shape.kind === "chain") {
      this.addChain(id, shape, def.material);
    } else {
      throw new Error(`box2d3-wasm: no builder for ${shape.kind}`);
    }
  }

  /** Boxes of the same size and place share a polygon: making a polygon costs more than making the body. */
  boxOf({ width, height, x = 0, y = 0, angle = 0 }) {
    const key = `${width} ${height} ${x} ${y} ${angle}`;
    let polygon = this.polygons.get(key);
    if (!polygon) {
      const center = new this.box2d.b2Vec2(x, y);
      const rotation = this.box2d.b2MakeRot(angle);
      polygon = this.box2d.b2MakeOffsetBox(width / 2, height / 2, center, rotation);
      center.delete();
      rotation.delete();
      this.polygons.set(key, polygon);
    }
    return polygon;
  }

  addChain(id, { points, loop }, { friction, restitution }) {
    const { box2d } = this;
    const def = box2d.b2DefaultChainDef();
    def.SetPoints(points.map(([x, y]) => new box2d.b2Vec2(x, y)));
    def.isLoop = loop;
    const chain = box2d.b2CreateChain(id, def);
    // A material set on the definition (`SetMaterials`) does not reach the segments: they had no friction at all.
    for (const segment of box2d.b2Chain_GetSegments(chain, box2d.b2Chain_GetSegmentCount(chain))) {
      box2d.b2Shape_SetFriction(segment, friction);
      box2d.b2Shape_SetRestitution(segment, restitution);
    }
    def.delete();
  }

  /** @param {import("../../examples/scenes/scene.mjs").RevoluteDef} def */
  addRevolute({ bodyA, bodyB, x, y, motorSpeed, maxTorque = 0 }) {
    const def = this.jointDef;
    def.base.bodyIdA = this.bodies[bodyA];
    def.base.bodyIdB = this.bodies[bodyB];
    def.base.localFrameA.p.Set(x - this.starts[bodyA].x, y - this.starts[bodyA].y);
    def.base.localFrameB.p.Set(x - this.starts[bodyB].x, y - this.starts[bodyB].y);
    def.enableMotor = motorSpeed !== undefined;
    def.motorSpeed = motorSpeed ?? 0;
    def.maxMotorTorque = maxTorque;
    this.box2d.b2CreateRevoluteJoint(this.world, def);
  }

  addDistance() {
    throw new Error("box2d3-wasm: distance joints are not built here");
  }

  step() {
    this.box2d.b2World_Step(this.world, TIME_STEP, SUBSTEPS);
  }

  readAll(out) {
    const { box2d, bodies } = this;
    for (let index = 0, at = 0; index < bodies.length; index += 1, at += 4) {
      const position = box2d.b2Body_GetPosition(bodies[index]);
      const rotation = box2d.b2Body_GetRotation(bodies[index]);
      out[at] = position.x;
      out[at + 1] = position.y;
      out[at + 2] = rotation.c;
      out[at + 3] = rotation.s;
      position.delete();
      rotation.delete();
    }
  }

  destroyBody(body) {
    this.box2d.b2DestroyBody(this.bodies[body]);
  }

  castRay(x, y, dx, dy) {
    this.origin.Set(x, y);
    this.translation.Set(dx, dy);
    const result = this.box2d.b2World_CastRayClosest(this.world, this.origin, this.translation, this.queryFilter);
    const fraction = result.hit ? result.fraction : -1;
    result.delete();
    return fraction;
  }

  counters() {
    const counters = this.box2d.b2World_GetCounters(this.world);
    const { bodyCount: bodies, contactCount: contacts, jointCount: joints, byteCount: bytes } = counters;
    counters.delete();
    return { bodies, contacts, joints, bytes };
  }

  dispose() {
    this.box2d.b2DestroyWorld(this.world);
  }
}
