/**
 * Things made of bodies and joints, to be copied into a game: a chain, a bridge, a ragdoll, a soft body. Each takes the
 * library (any entry: `import * as scree from "scree"`) and a world, and returns the bodies and joints it made.
 *
 * @typedef {typeof import("../../dist/index.js")} Scree
 * @typedef {import("../../dist/index.js").World} World
 * @typedef {import("../../dist/index.js").Body} Body
 * @typedef {import("../../dist/index.js").Joint} Joint
 * @typedef {import("../../dist/index.js").Vector} Vector
 * @typedef {{ bodies: Body[], joints: Joint[] }} Built
 */

/**
 * Links from one point to another, pinned to each other and, where given, to the bodies at its ends.
 * @param {Scree} scree
 * @param {World} world
 * @param {{ from: Vector, to: Vector, links?: number, thickness?: number, density?: number, start?: Body, end?: Body }} options
 * @returns {Built}
 */
export function buildChain({ capsule }, world, { from, to, links = 12, thickness = 0.2, density = 5, start, end }) {
  const pitch = { x: (to.x - from.x) / links, y: (to.y - from.y) / links };
  const length = Math.sqrt(pitch.x * pitch.x + pitch.y * pitch.y);
  const angle = Math.atan2(pitch.y, pitch.x);
  const shape = capsule(Math.max(length - thickness, 0.01), thickness / 2);
  const bodies = Array.from({ length: links }, (_, i) =>
    world.createBody({
      type: "dynamic",
      position: { x: from.x + (i + 0.5) * pitch.x, y: from.y + (i + 0.5) * pitch.y },
      angle,
      shape,
      density,
      angularDamping: 0.5,
    }),
  );
  const held = [start, ...bodies, end];
  /** @type {Joint[]} */
  const joints = [];
  for (let i = 0; i <= links; i += 1) {
    const [bodyA, bodyB] = [held[i], held[i + 1]];
    if (bodyA && bodyB) {
      const anchor = { x: from.x + i * pitch.x, y: from.y + i * pitch.y };
      joints.push(world.createJoint({ type: "revolute", bodyA, bodyB, anchor }));
    }
  }
  return { bodies, joints };
}

/**
 * A bridge of planks between two points, pinned to `start` and `end`. If one is left out, the bridge is pinned to the world there: to
 * `post`, a body without a shape.
 * @param {Scree} scree
 * @param {World} world
 * @param {{ from: Vector, to: Vector, planks?: number, thickness?: number, density?: number, start?: Body, end?: Body }} options
 * @returns {Built & { post: Body | undefined }}
 */
export function buildBridge({ box }, world, { from, to, planks = 16, thickness = 0.2, density = 10, start, end }) {
  const pitch = { x: (to.x - from.x) / planks, y: (to.y - from.y) / planks };
  const length = Math.sqrt(pitch.x * pitch.x + pitch.y * pitch.y);
  const angle = Math.atan2(pitch.y, pitch.x);
  const post = start && end ? undefined : world.createBody({});
  const bodies = Array.from({ length: planks }, (_, i) =>
    world.createBody({
      type: "dynamic",
      position: { x: from.x + (i + 0.5) * pitch.x, y: from.y + (i + 0.5) * pitch.y },
      angle,
      shape: box(length, thickness),
      density,
    }),
  );
  const held = [start ?? post, ...bodies, end ?? post];
  const joints = Array.from({ length: planks + 1 }, (_, i) =>
    world.createJoint({
      type: "revolute",
      bodyA: /** @type {Body} */ (held[i]),
      bodyB: /** @type {Body} */ (held[i + 1]),
      anchor: { x: from.x + i * pitch.x, y: from.y + i * pitch.y },
    }),
  );
  return { bodies, joints, post };
}

/** Parts of a ragdoll of height 1: name, centre, half length, radius; angles are upright. */
export const RAGDOLL_PARTS = /** @type {const} */ ([
  ["head", 0, 0.93, 0.02, 0.065],
  ["chest", 0, 0.74, 0.06, 0.075],
  ["hips", 0, 0.56, 0.03, 0.075],
  ["upperArmLeft", -0.06, 0.71, 0.06, 0.03],
  ["lowerArmLeft", -0.06, 0.54, 0.06, 0.026],
  ["upperArmRight", 0.06, 0.71, 0.06, 0.03],
  ["lowerArmRight", 0.06, 0.54, 0.06, 0.026],
  ["upperLegLeft", -0.025, 0.4, 0.08, 0.045],
  ["lowerLegLeft", -0.025, 0.16, 0.09, 0.035],
  ["upperLegRight", 0.025, 0.4, 0.08, 0.045],
  ["lowerLegRight", 0.025, 0.16, 0.09, 0.035],
]);

/** Joints of that ragdoll: two parts, x and y of the anchor, range (rad). */
export const RAGDOLL_HINGES = /** @type {const} */ ([
  ["chest", "head", 0, 0.86, -0.5, 0.5],
  ["hips", "chest", 0, 0.63, -0.35, 0.5],
  ["chest", "upperArmLeft", -0.06, 0.79, -1, 2.8],
  ["upperArmLeft", "lowerArmLeft", -0.06, 0.62, 0, 2.4],
  ["chest", "upperArmRight", 0.06, 0.79, -1, 2.8],
  ["upperArmRight", "lowerArmRight", 0.06, 0.62, 0, 2.4],
  ["hips", "upperLegLeft", -0.025, 0.5, -0.5, 1.6],
  ["upperLegLeft", "lowerLegLeft", -0.025, 0.28, -2.2, 0],
  ["hips", "upperLegRight", 0.025, 0.5, -0.5, 1.6],
  ["upperLegRight", "lowerLegRight", 0.025, 0.28, -2.2, 0],
]);

/**
 * A limp figure that looks towards +x. `group`, a negative number, keeps its parts from colliding with each other; ragdolls
 * that may touch need different groups.
 * @param {Scree} scree
 * @param {World} world
 * @param {{ position: Vector, height?: number, group?: number, density?: number, stiffness?: number }} options position of
 *   its feet; stiffness (Hz) of its joints, default 2
 * @returns {Built & { parts: Record<string, Body> }}
 */
export function buildRagdoll({ capsule }, world, { position, height = 1.8, group = -1, density = 20, stiffness = 2 }) {
  /** @type {Record<string, Body>} */
  const parts = {};
  for (const [name, x, y, half, radius] of RAGDOLL_PARTS) {
    parts[name] = world.createBody({
      type: "dynamic",
      position: { x: position.x + x * height, y: position.y + y * height },
      angle: Math.PI / 2,
      shape: capsule(2 * half * height, radius * height),
      density,
      group,
      rollingResistance: 0.1,
    });
  }
  const joints = RAGDOLL_HINGES.map(([a, b, x, y, lower, upper]) =>
    world.createJoint({
      type: "revolute",
      bodyA: /** @type {Body} */ (parts[a]),
      bodyB: /** @type {Body} */ (parts[b]),
      anchor: { x: position.x + x * height, y: position.y + y * height },
      limit: { lower, upper },
      spring: { hertz: stiffness, dampingRatio: 0.7 },
    }),
  );
  return { bodies: Object.values(parts), joints, parts };
}

/**
 * A soft ring: balls on a circle, held by springs to their neighbours, to those after them, and across.
 * @param {Scree} scree
 * @param {World} world
 * @param {{ position: Vector, radius?: number, count?: number, hertz?: number, density?: number }} options
 * @returns {Built}
 */
export function buildSoftBody({ circle }, world, { position, radius = 1, count = 16, hertz = 6, density = 2 }) {
  const at = (/** @type {number} */ i) => ({
    x: position.x + radius * Math.cos((2 * Math.PI * i) / count),
    y: position.y + radius * Math.sin((2 * Math.PI * i) / count),
  });
  const ball = circle((0.9 * Math.PI * radius) / count);
  const bodies = Array.from({ length: count }, (_, i) =>
    world.createBody({ type: "dynamic", position: at(i), shape: ball, density, fixedRotation: true }),
  );
  /** @type {Joint[]} */
  const joints = [];
  const tie = (/** @type {number} */ i, /** @type {number} */ j, /** @type {number} */ stiffness) => {
    const [bodyA, bodyB] = [bodies[i % count], bodies[j % count]];
    if (bodyA && bodyB) {
      joints.push(
        world.createJoint({
          type: "distance",
          bodyA,
          bodyB,
          spring: { hertz: stiffness, dampingRatio: 0.3 },
          collide: true,
        }),
      );
    }
  };
  for (let i = 0; i < count; i += 1) {
    tie(i, i + 1, 3 * hertz);
    tie(i, i + 2, 2 * hertz);
    if (i < count / 2) {
      tie(i, i + Math.floor(count / 2), hertz);
    }
  }
  return { bodies, joints };
}
