/** Fills a world of Scree with a scene. */

/** @typedef {import("./scene.mjs").SceneBuilder} SceneBuilder @typedef {import("./scene.mjs").Shape} Shape */

/** @implements {SceneBuilder} */
export class ScreeBuilder {
  /**
   * @param {any} scree the module: `scree`, `scree/scalar` or `scree/js`
   * @param {any} world a world of that module
   */
  constructor(scree, world) {
    this.scree = scree;
    this.world = world;
    /** @type {any[]} in order of creation */
    this.bodies = [];
  }

  /** @param {import("./scene.mjs").BodyDef} def */
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

  /** @param {number} body @param {Shape} shape @param {import("./scene.mjs").Material} [material] */
  addShape(body, shape, material = {}) {
    this.bodies[body].addShape(makeShape(this.scree, shape), material);
  }

  /** @param {import("./scene.mjs").RevoluteDef} def */
  addRevolute({ bodyA, bodyB, x, y, motorSpeed, maxTorque }) {
    this.world.createJoint({
      type: "revolute",
      bodyA: this.bodies[bodyA],
      bodyB: this.bodies[bodyB],
      anchor: { x, y },
      collide: false,
      ...(motorSpeed === undefined ? {} : { motor: { speed: motorSpeed, maxTorque } }),
    });
  }

  /** @param {import("./scene.mjs").DistanceDef} def */
  addDistance({ bodyA, bodyB, ax, ay, bx, by }) {
    const a = this.bodies[bodyA];
    const b = this.bodies[bodyB];
    this.world.createJoint({
      type: "distance",
      bodyA: a,
      bodyB: b,
      anchorA: toLocal(a, ax, ay),
      anchorB: toLocal(b, bx, by),
      collide: false,
    });
  }
}

/** A point of the world in a body's frame. */
function toLocal(/** @type {any} */ body, /** @type {number} */ x, /** @type {number} */ y) {
  const cos = Math.cos(body.angle);
  const sin = Math.sin(body.angle);
  const dx = x - body.x;
  const dy = y - body.y;
  return { x: cos * dx + sin * dy, y: cos * dy - sin * dx };
}

/** @param {any} scree @param {Shape} shape */
function makeShape(scree, shape) {
  const points = (/** @type {number[][]} */ list) => list.map(([x, y]) => ({ x, y }));
  switch (shape.kind) {
    case "box": {
      const { width, height, x = 0, y = 0, angle = 0, radius = 0 } = shape;
      return scree.box(width, height, { center: { x, y }, angle, radius });
    }
    case "circle":
      return scree.circle(shape.radius);
    case "capsule":
      return scree.capsule(shape.length, shape.radius);
    case "polygon":
      return scree.polygon(points(shape.points));
    case "segment":
      return scree.segment({ x: shape.ax, y: shape.ay }, { x: shape.bx, y: shape.by });
    case "chain":
      return scree.chain(points(shape.points), { loop: shape.loop });
  }
}
