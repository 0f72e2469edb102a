/**
 * Scree and box2d3-wasm with what everyday scenes need beyond a `SceneBuilder` (examples/scenes/scene.mjs): joints of other types,
 * sensors, events, groups. These further properties of a shape have the names that Scree gives them.
 *
 * @typedef {import("../../examples/scenes/scene.mjs").Material & {
 *   group?: number, sensor?: boolean, events?: { contact?: boolean, sensor?: boolean } }} Details
 *
 * @typedef {object} JointDef
 * @property {"pin" | "rod" | "spring" | "weld" | "wheel"} kind rods and springs join the bodies' centres, the others join at (x, y)
 * @property {number} bodyA
 * @property {number} bodyB
 * @property {number} [x] in the world (m)
 * @property {number} [y]
 * @property {{ lower: number, upper: number }} [limit] of a pin (rad)
 * @property {number} [hertz] of a spring or of a wheel's suspension, which is vertical
 * @property {number} [damping] its damping ratio
 * @property {{ speed: number, maxTorque: number }} [motor] of a wheel
 */

import { box2d3Deluxe } from "../adapters/box2d3_deluxe.mjs";
import { Box2dSimulation } from "../adapters/box2d3_simulation.mjs";
import { ScreeSimulation } from "../adapters/scree_simulation.mjs";

export class ScreeWorld extends ScreeSimulation {
  /** @param {JointDef} def */
  addJoint({ kind, bodyA, bodyB, x, y, limit, hertz, damping, motor }) {
    const bodies = { bodyA: this.bodies[bodyA], bodyB: this.bodies[bodyB] };
    const anchor = { x, y };
    const spring = { hertz, dampingRatio: damping };
    const types = {
      pin: { type: "revolute", anchor, ...(limit ? { limit } : {}) },
      rod: { type: "distance" },
      spring: { type: "spring", spring },
      weld: { type: "weld", anchor },
      wheel: { type: "wheel", anchor, axis: { x: 0, y: 1 }, spring, motor },
    };
    this.world.createJoint({ ...bodies, ...types[kind] });
  }
}

export class Box2dWorld extends Box2dSimulation {
  createBody(def) {
    const body = super.createBody(def);
    this.starts[body].angle = def.angle ?? 0;
    return body;
  }

  /** @param {number} body @param {import("../../examples/scenes/scene.mjs").Shape} shape @param {Details} details */
  addShape(body, shape, { group = 0, sensor = false, events = {}, ...material } = {}) {
    const def = this.shapeDef;
    def.filter.groupIndex = group;
    def.isSensor = sensor;
    def.enableSensorEvents = events.sensor ?? false;
    def.enableContactEvents = events.contact ?? false;
    super.addShape(body, shape, material);
  }

  /** Adds rounded boxes, centred on the body's origin, to the kinds of shapes that the other scenes have. */
  addGeometry(id, shape, def) {
    if (shape.kind === "box" && shape.radius > 0) {
      const { box2d } = this;
      const rounded = box2d.b2MakeRoundedBox(shape.width / 2, shape.height / 2, shape.radius);
      box2d.b2CreatePolygonShape(id, def, rounded);
    } else {
      super.addGeometry(id, shape, def);
    }
  }

  /** Puts the frames of a joint's definition at a point of the world, or at the bodies' centres if there is none. */
  frames(def, bodyA, bodyB, x, y) {
    for (const [id, frame] of [
      [bodyA, def.base.localFrameA],
      [bodyB, def.base.localFrameB],
    ]) {
      const start = this.starts[id];
      const [c, s] = [Math.cos(start.angle), Math.sin(start.angle)];
      const [dx, dy] = x === undefined ? [0, 0] : [x - start.x, y - start.y];
      frame.p.Set(c * dx + s * dy, c * dy - s * dx);
    }
    def.base.bodyIdA = this.bodies[bodyA];
    def.base.bodyIdB = this.bodies[bodyB];
    return def;
  }

  /** @param {JointDef} joint */
  addJoint({ kind, bodyA, bodyB, x, y, limit, hertz, damping, motor }) {
    const { box2d, world } = this;
    if (kind === "pin") {
      const def = this.frames(box2d.b2DefaultRevoluteJointDef(), bodyA, bodyB, x, y);
      def.enableLimit = limit !== undefined;
      def.lowerAngle = limit?.lower ?? 0;
      def.upperAngle = limit?.upper ?? 0;
      box2d.b2CreateRevoluteJoint(world, def);
    } else if (kind === "weld") {
      box2d.b2CreateWeldJoint(world, this.frames(box2d.b2DefaultWeldJointDef(), bodyA, bodyB, x, y));
    } else if (kind === "wheel") {
      const def = this.frames(box2d.b2DefaultWheelJointDef(), bodyA, bodyB, x, y);
      def.base.localFrameA.q.SetAngle(Math.PI / 2); // the wheel's axis is the x axis of the frame
      def.enableSpring = true;
      def.hertz = hertz;
      def.dampingRatio = damping;
      def.enableMotor = true;
      def.motorSpeed = motor.speed;
      def.maxMotorTorque = motor.maxTorque;
      box2d.b2CreateWheelJoint(world, def);
    } else {
      const def = this.frames(box2d.b2DefaultDistanceJointDef(), bodyA, bodyB);
      const [a, b] = [this.starts[bodyA], this.starts[bodyB]];
      def.length = Math.hypot(a.x - b.x, a.y - b.y);
      def.enableSpring = kind === "spring";
      def.hertz = hertz ?? 0;
      def.dampingRatio = damping ?? 0;
      box2d.b2CreateDistanceJoint(world, def);
    }
  }
}

/** @returns {Promise<(options: import("../adapters/adapter.mjs").SimulationOptions) => Box2dWorld>} */
export async function loadBox2d() {
  const { createSimulation } = await box2d3Deluxe.load();
  const first = createSimulation({ gravity: { x: 0, y: 0 } });
  const { box2d } = first;
  first.dispose();
  return (options) => new Box2dWorld(box2d, options);
}
