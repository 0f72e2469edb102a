import { TIME_STEP } from "../../examples/scenes/scene.mjs";
import { packageFile } from "./adapter.mjs";

const PACKAGE = "planck";

/** Planck has no capsules: each is a polygon with as many corners as planck allows. */
const CAPSULE_CORNERS = 12;

/** Corners of a capsule along x, half of them around each end. */
function capsuleCorners(/** @type {number} */ length, /** @type {number} */ radius) {
  const perEnd = CAPSULE_CORNERS / 2;
  return Array.from({ length: CAPSULE_CORNERS }, (_, index) => {
    const side = index < perEnd ? 1 : -1;
    const angle = ((index % perEnd) / (perEnd - 1) - 0.5) * Math.PI;
    return { x: side * (length / 2 + radius * Math.cos(angle)), y: side * radius * Math.sin(angle) };
  });
}

/** @implements {Simulation} @typedef {import("./adapter.mjs").Simulation} Simulation */
class PlanckSimulation {
  /**
   * @param {any} planck the module
   * @param {import("./adapter.mjs").SimulationOptions} options
   */
  constructor(planck, { gravity, sleeping = false }) {
    this.planck = planck;
    this.world = new planck.World({ gravity, allowSleep: sleeping });
    this.bodies = [];
    this.from = planck.Vec2(0, 0);
    this.to = planck.Vec2(0, 0);
    this.fraction = -1;
    this.onHit = (_fixture, _point, _normal, /** @type {number} */ fraction) => (this.fraction = fraction);
  }

  createBody({ type, x, y, angle = 0, vx = 0, vy = 0, omega = 0, bullet = false, asleep = false }) {
    const body = this.world.createBody({
      type,
      position: { x, y },
      angle,
      linearVelocity: { x: vx, y: vy },
      angularVelocity: omega,
      bullet,
      awake: !asleep,
    });
    return this.bodies.push(body) - 1;
  }

  addShape(body, shape, { density = 1, friction = 0.6, restitution = 0, category = 1, mask = 0xffff } = {}) {
    const filter = { filterCategoryBits: category, filterMaskBits: mask & 0xffff };
    this.bodies[body].createFixture({ shape: this.shapeOf(shape), density, friction, restitution, ...filter });
  }

  shapeOf(shape) {
    const { planck } = this;
    if (shape.kind === "box") {
      const { width, height, x = 0, y = 0, angle = 0 } = shape;
      return new planck.BoxShape(width / 2, height / 2, { x, y }, angle);
    }
    if (shape.kind === "circle") {
      return new planck.CircleShape(shape.radius);
    }
    if (shape.kind === "capsule") {
      return new planck.PolygonShape(capsuleCorners(shape.length, shape.radius));
    }
    if (shape.kind === "chain") {
      return new planck.ChainShape(
        shape.points.map(([x, y]) => ({ x, y })),
        shape.loop,
      );
    }
    throw new Error(`planck: no builder for ${shape.kind}`);
  }

  /** @param {import("../../examples/scenes/scene.mjs").RevoluteDef} def */
  addRevolute({ bodyA, bodyB, x, y, motorSpeed, maxTorque = 0 }) {
    const options = { enableMotor: motorSpeed !== undefined, motorSpeed: motorSpeed ?? 0, maxMotorTorque: maxTorque };
    const anchor = { x, y };
    this.world.createJoint(new this.planck.RevoluteJoint(options, this.bodies[bodyA], this.bodies[bodyB], anchor));
  }

  addDistance() {
    throw new Error("planck: distance joints are not built here");
  }

  step() {
    this.world.step(TIME_STEP);
  }

  readAll(out) {
    const { bodies } = this;
    for (let index = 0, at = 0; index < bodies.length; index += 1, at += 4) {
      const { p, q } = bodies[index].getTransform();
      out[at] = p.x;
      out[at + 1] = p.y;
      out[at + 2] = q.c;
      out[at + 3] = q.s;
    }
  }

  destroyBody(body) {
    this.world.destroyBody(this.bodies[body]);
  }

  castRay(x, y, dx, dy) {
    this.from.set(x, y);
    this.to.set(x + dx, y + dy);
    this.fraction = -1;
    this.world.rayCast(this.from, this.to, this.onHit);
    return this.fraction;
  }

  dispose() {
    this.bodies = [];
  }
}

/** Box2D 2.4 in JavaScript, with its own defaults of 8 velocity and 3 position iterations. @type {import("./adapter.mjs").Adapter} */
export const planck = {
  name: "planck",
  title: "planck",
  package: PACKAGE,
  rotation: "cosSin",
  note: "Capsules are polygons of 12 corners, which planck does not have otherwise.",
  files: () => [packageFile(PACKAGE, "dist/planck.min.js")],
  unsupported: (scene, size) =>
    scene === "pyramids" && size === "full" ? "a step of 22,000 boxes in 400 islands takes it some 20 s" : null,

  async load() {
    const module = await import(PACKAGE);
    return { createSimulation: (options) => new PlanckSimulation(module, options) };
  },
};
