import { TIME_STEP } from "../../examples/scenes/scene.mjs";
import { packageFile, supportsAll } from "./adapter.mjs";

const PACKAGE = "matter-js";

/** Pixels per metre, because Matter's tolerances are in pixels. */
const PIXELS = 50;

/** Matter steps in milliseconds and keeps velocities per 1/60 s. */
const STEP_MILLISECONDS = 1000 * TIME_STEP;

/** Thickness of a chain's segments, which are boxes along its outer side (m). */
const SEGMENT_THICKNESS = 1;

/** Number of sides of a capsule's rounded end. */
const CAPSULE_END_SIDES = 6;

/** @implements {Simulation} @typedef {import("./adapter.mjs").Simulation} Simulation */
class MatterSimulation {
  /**
   * @param {any} matter the module
   * @param {import("./adapter.mjs").SimulationOptions} options
   */
  constructor(matter, { gravity, sleeping = false }) {
    this.matter = matter;
    this.engine = matter.Engine.create({ enableSleeping: sleeping });
    // Matter's gravity is an acceleration in pixels per squared millisecond: scale × direction.
    this.engine.gravity = { x: gravity.x, y: gravity.y, scale: PIXELS / 1e6 };
    /** A body's definition waits here until its shapes are known: Matter makes both at once. */
    this.defs = [];
    this.bodies = [];
    this.drives = [];
  }

  createBody(def) {
    this.bodies.push(null);
    return this.defs.push({ ...def, parts: [], material: {} }) - 1;
  }

  addShape(body, shape, material = {}) {
    const def = this.defs[body];
    def.parts.push(...this.partsOf(shape, def, material));
    def.material = material;
  }

  partsOf(shape, { x, y }, { density = 1, friction = 0.6, restitution = 0, category = 1, mask = 0xffffffff }) {
    const { Bodies } = this.matter;
    const options = {
      density: density / (PIXELS * PIXELS),
      friction,
      restitution,
      frictionAir: 0,
      collisionFilter: { category, mask, group: 0 },
    };
    const px = x * PIXELS;
    const py = y * PIXELS;
    if (shape.kind === "box") {
      const { width, height, x: dx = 0, y: dy = 0, angle = 0 } = shape;
      const place = [px + dx * PIXELS, py + dy * PIXELS];
      return [Bodies.rectangle(...place, width * PIXELS, height * PIXELS, { ...options, angle })];
    }
    if (shape.kind === "circle") {
      return [Bodies.circle(px, py, shape.radius * PIXELS, options)];
    }
    if (shape.kind === "capsule") {
      const chamfer = { radius: shape.radius * PIXELS, quality: CAPSULE_END_SIDES };
      const size = [(shape.length + 2 * shape.radius) * PIXELS, 2 * shape.radius * PIXELS];
      return [Bodies.rectangle(px, py, ...size, { ...options, chamfer })];
    }
    if (shape.kind === "chain") {
      return this.chainParts(shape, options);
    }
    throw new Error(`matter-js: no builder for ${shape.kind}`);
  }

  /** A box to the left of each segment, the side that a chain keeps bodies out of. */
  chainParts({ points, loop }, options) {
    const count = loop ? points.length : points.length - 1;
    return Array.from({ length: count }, (_, index) => {
      const [ax, ay] = points[index];
      const [bx, by] = points[(index + 1) % points.length];
      const length = Math.hypot(bx - ax, by - ay);
      const out = SEGMENT_THICKNESS / 2 / length;
      const x = (ax + bx) / 2 - (by - ay) * out;
      const y = (ay + by) / 2 + (bx - ax) * out;
      const box = { ...options, angle: Math.atan2(by - ay, bx - ax) };
      const size = [length * PIXELS, SEGMENT_THICKNESS * PIXELS];
      return this.matter.Bodies.rectangle(x * PIXELS, y * PIXELS, ...size, box);
    });
  }

  /** @param {import("../../examples/scenes/scene.mjs").RevoluteDef} def */
  addRevolute({ bodyA, bodyB, x, y, motorSpeed }) {
    const a = this.bodyOf(bodyA);
    const b = this.bodyOf(bodyB);
    const local = (/** @type {number} */ body) => ({
      x: (x - this.defs[body].x) * PIXELS,
      y: (y - this.defs[body].y) * PIXELS,
    });
    const anchorA = a ? { bodyA: a, pointA: local(bodyA) } : { pointA: { x: x * PIXELS, y: y * PIXELS } };
    const pin = this.matter.Constraint.create({ ...anchorA, bodyB: b, pointB: local(bodyB), length: 0 });
    this.matter.Composite.add(this.engine.world, pin);
    if (motorSpeed !== undefined) {
      this.drives.push({ body: b, perStep: motorSpeed * TIME_STEP });
      if (a) {
        const group = this.matter.Body.nextGroup(true);
        for (const part of [...a.parts, ...b.parts]) {
          part.collisionFilter.group = group;
        }
      }
    }
  }

  addDistance() {
    throw new Error("matter-js: distance joints are not built here");
  }

  /** The body, made on first use; null for a body without shapes, which Matter has no use for. */
  bodyOf(/** @type {number} */ index) {
    const def = this.defs[index];
    if (this.bodies[index] || def.parts.length === 0) {
      return this.bodies[index];
    }
    const { Body, Composite, Sleeping } = this.matter;
    const body = def.parts.length === 1 ? def.parts[0] : Body.create({ parts: def.parts });
    if (def.parts.length > 1) {
      body.frictionAir = 0;
      body.friction = def.material.friction ?? 0.6;
      body.restitution = def.material.restitution ?? 0;
    }
    if (def.type === "static") {
      Body.setStatic(body, true);
    } else {
      Body.setAngle(body, def.angle ?? 0);
      const toStep = PIXELS * TIME_STEP;
      Body.setVelocity(body, { x: (def.vx ?? 0) * toStep, y: (def.vy ?? 0) * toStep });
      Body.setAngularVelocity(body, (def.omega ?? 0) * TIME_STEP);
    }
    Composite.add(this.engine.world, body);
    if (def.asleep) {
      Sleeping.set(body, true);
    }
    this.bodies[index] = body;
    return body;
  }

  /** Makes the bodies that no joint has asked for. Costs nothing once they are made. */
  finish() {
    while ((this.finished ?? 0) < this.defs.length) {
      this.bodyOf(this.finished ?? 0);
      this.finished = (this.finished ?? 0) + 1;
    }
  }

  /** Matter has no motors: the driven body is given its speed before each step. */
  step() {
    this.finish();
    for (const { body, perStep } of this.drives) {
      this.matter.Body.setAngularVelocity(body, perStep);
    }
    this.matter.Engine.update(this.engine, STEP_MILLISECONDS);
  }

  readAll(out) {
    this.finish();
    const { bodies, defs } = this;
    for (let index = 0, at = 0; index < bodies.length; index += 1, at += 4) {
      const body = bodies[index];
      if (body === null || body.isStatic) {
        out[at] = defs[index].x;
        out[at + 1] = defs[index].y;
        out[at + 2] = defs[index].angle ?? 0;
      } else {
        out[at] = body.position.x / PIXELS;
        out[at + 1] = body.position.y / PIXELS;
        out[at + 2] = body.angle;
      }
      out[at + 3] = 0;
    }
  }

  destroyBody(body) {
    this.matter.Composite.remove(this.engine.world, this.bodyOf(body));
  }

  /** Matter tells which bodies a ray meets, but not where: any hit is reported as fraction 0. */
  castRay(x, y, dx, dy) {
    this.finish();
    const start = { x: x * PIXELS, y: y * PIXELS };
    const end = { x: (x + dx) * PIXELS, y: (y + dy) * PIXELS };
    return this.matter.Query.ray(this.engine.world.bodies, start, end).length > 0 ? 0 : -1;
  }

  dispose() {
    this.matter.Composite.clear(this.engine.world, false);
  }
}

/** The most widely used engine on the web, in JavaScript. @type {import("./adapter.mjs").Adapter} */
export const matter = {
  name: "matter",
  title: "matter-js",
  package: PACKAGE,
  rotation: "angle",
  note: "50 pixels a metre; motors set the speed before each step; circles and capsules are polygons; the ring is made of boxes; rays say whether, not where.",
  files: () => [packageFile(PACKAGE, "build/matter.min.js")],
  unsupported: supportsAll,

  async load() {
    const { default: module } = await import(PACKAGE);
    return { createSimulation: (options) => new MatterSimulation(module, options) };
  },
};
