/**
 * What a scene is: a few numbers, a function that builds it through a `SceneBuilder`, and its proof of a right answer.
 *
 * A scene depends on no engine. The demo, the benchmarks, the tests and the testbed hand it a builder of their own: one that
 * fills a world of Scree, one that fills a world of a peer, or the `Recorder` below, which only writes down what the
 * scene asks for. Units are metres, kilograms, seconds and radians; y is up.
 *
 * @typedef {"full" | "half"} Size full: the published size. half: half of it along each axis, with a quarter of the bodies, which are
 *   as large as in full size; scenes that have only one size ignore it
 *
 * @typedef {object} BodyDef
 * @property {"static" | "kinematic" | "dynamic"} type
 * @property {number} x position of the body's origin (m)
 * @property {number} y
 * @property {number} [angle] default 0 (rad)
 * @property {number} [vx] linear velocity, default 0 (m/s)
 * @property {number} [vy]
 * @property {number} [omega] angular velocity, default 0 (rad/s)
 * @property {boolean} [bullet] continuous collision against moving bodies too, default false
 * @property {boolean} [asleep] created asleep, default false
 *
 * @typedef {object} Material
 * @property {number} [density] default 1 (kg/m²)
 * @property {number} [friction] default 0.6
 * @property {number} [restitution] left out: the surface has none of its own, and its partner's counts
 * @property {number} [category] layer bits this shape is in, default 1
 * @property {number} [mask] layer bits this shape collides with, default all
 *
 * @typedef {{ kind: "box", width: number, height: number, x?: number, y?: number, angle?: number, radius?: number }} BoxShape full
 *   sizes (m); the `radius` of the corners is added around the box, default 0
 * @typedef {{ kind: "circle", radius: number }} CircleShape
 * @typedef {{ kind: "capsule", length: number, radius: number }} CapsuleShape along local x, `length` between the centres
 * @typedef {{ kind: "polygon", points: number[][] }} PolygonShape convex, anticlockwise
 * @typedef {{ kind: "segment", ax: number, ay: number, bx: number, by: number }} SegmentShape
 * @typedef {{ kind: "chain", points: number[][], loop: boolean }} ChainShape bodies stay on the right of the line, walked in order
 * @typedef {BoxShape | CircleShape | CapsuleShape | PolygonShape | SegmentShape | ChainShape} Shape
 *
 * @typedef {object} RevoluteDef a pin; the two bodies do not collide with each other
 * @property {number} bodyA index given by `createBody`
 * @property {number} bodyB
 * @property {number} x anchor in the world (m)
 * @property {number} y
 * @property {number} [motorSpeed] of B against A (rad/s); left out: no motor
 * @property {number} [maxTorque] of the motor (N·m)
 *
 * @typedef {object} DistanceDef a massless rod; the two bodies do not collide with each other
 * @property {number} bodyA
 * @property {number} bodyB
 * @property {number} ax anchor on A in the world (m)
 * @property {number} ay
 * @property {number} bx anchor on B in the world (m)
 * @property {number} by
 *
 * @typedef {object} SceneBuilder what a scene needs from an engine
 * @property {(def: BodyDef) => number} createBody returns the body's index: 0, 1, 2 … in order of creation
 * @property {(body: number, shape: Shape, material?: Material) => void} addShape
 * @property {(def: RevoluteDef) => void} addRevolute
 * @property {(def: DistanceDef) => void} addDistance
 *
 * @typedef {BodyDef & { shapes: { shape: Shape, material: Material }[] }} RecordedBody
 * @typedef {({ type: "revolute" } & RevoluteDef) | ({ type: "distance" } & DistanceDef)} RecordedJoint
 *
 * @typedef {object} Description a scene written down as plain data
 * @property {RecordedBody[]} bodies
 * @property {RecordedJoint[]} joints
 *
 * @typedef {object} Final what a proof judges
 * @property {Description} description
 * @property {Float64Array} poses x, y, angle for each body in order of creation
 * @property {Size} size
 * @property {number} steps taken
 *
 * @typedef {import("./checks.mjs").Check} Check
 *
 * @typedef {object} Scene
 * @property {string} name as given on the command line
 * @property {string} title
 * @property {(size: Size) => string} about one sentence
 * @property {number} steps the published number of steps of 1/60 s
 * @property {{ x: number, y: number }} gravity (m/s²)
 * @property {(size: Size) => { minX: number, minY: number, maxX: number, maxY: number }} bounds what a picture shows (m)
 * @property {(builder: SceneBuilder, size: Size) => void} build
 * @property {(final: Final) => Check[]} prove asked through `proofOf` of checks.mjs
 */

/** The fixed time step of every scene (s). */
export const TIME_STEP = 1 / 60;

/** Sub-steps of engines that have them. */
export const SUBSTEPS = 4;

/** Numbers a pose takes in `Final.poses`: x, y, angle. */
export const POSE_STRIDE = 3;

/** A count as it is written in a sentence: 10,000. */
export function thousands(/** @type {number} */ count) {
  return count.toLocaleString("en");
}

/** A builder that writes down what a scene asks for. @implements {SceneBuilder} */
export class Recorder {
  /** @type {Description} */
  description = { bodies: [], joints: [] };

  /** @param {BodyDef} def */
  createBody(def) {
    return this.description.bodies.push({ ...def, shapes: [] }) - 1;
  }

  /** @param {number} body @param {Shape} shape @param {Material} [material] */
  addShape(body, shape, material = {}) {
    this.description.bodies[body].shapes.push({ shape, material });
  }

  /** @param {RevoluteDef} def */
  addRevolute(def) {
    this.description.joints.push({ type: "revolute", ...def });
  }

  /** @param {DistanceDef} def */
  addDistance(def) {
    this.description.joints.push({ type: "distance", ...def });
  }
}

/**
 * The scene as plain data.
 * @param {Scene} scene
 * @param {Size} [size]
 * @returns {Description}
 */
export function describe(scene, size = "full") {
  const recorder = new Recorder();
  scene.build(recorder, size);
  return recorder.description;
}

/**
 * Builds a recorded description, body by body in the recorded order.
 * @param {SceneBuilder} builder
 * @param {Description} description
 */
export function populate(builder, description) {
  for (const { shapes, ...def } of description.bodies) {
    const body = builder.createBody(def);
    for (const { shape, material } of shapes) {
      builder.addShape(body, shape, material);
    }
  }
  for (const { type, ...def } of description.joints) {
    if (type === "revolute") {
      builder.addRevolute(/** @type {RevoluteDef} */ (def));
    } else {
      builder.addDistance(/** @type {DistanceDef} */ (def));
    }
  }
}

/**
 * The poses a description starts from, in the form of `Final.poses`.
 * @param {Description} description
 */
export function startPoses(description) {
  const poses = new Float64Array(description.bodies.length * POSE_STRIDE);
  description.bodies.forEach((body, index) => poses.set([body.x, body.y, body.angle ?? 0], index * POSE_STRIDE));
  return poses;
}
