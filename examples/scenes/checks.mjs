/**
 * The parts that proofs are made of: measures over the final poses, and what makes a measure pass.
 *
 * A proof also demands that the right things happen, not only that nothing goes wrong: an engine whose step does nothing fails every
 * proof, and so does an engine without gravity, without contacts or without motors (`tests/behaviour/proofs.test.ts`).
 *
 * @typedef {import("./scene.mjs").Final} Final
 *
 * @typedef {object} Check one sentence of a proof
 * @property {string} name
 * @property {number} value
 * @property {string} unit
 * @property {number} [atLeast] limit
 * @property {number} [atMost] limit
 * @property {number} [reference] what Box2D 3.2 (box2d3-wasm 5.2) reaches in the same scene
 * @property {boolean} always the limits hold after any number of steps, not only after the scene's own
 * @property {boolean} judged false: only shown, since the limits are for another number of steps
 * @property {boolean} pass
 */

import { POSE_STRIDE, startPoses } from "./scene.mjs";

/**
 * Judges a value. A value that is not finite fails, judged or not.
 * @param {{ name: string, value: number, unit?: string, atLeast?: number, atMost?: number, reference?: number, always?: boolean, judged?: boolean }} check
 * @returns {Check}
 */
export function check({ name, value, unit = "", atLeast, atMost, reference, always = false, judged = true }) {
  const within = (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost);
  const pass = Number.isFinite(value) && (!judged || within);
  return { name, value, unit, atLeast, atMost, reference, always, judged, pass };
}

/**
 * What a scene's proof says of a run. After a number of steps that the proof is not made for, only checks that always hold are judged.
 * @param {import("./scene.mjs").Scene} scene
 * @param {Final} final
 */
export function proofOf(scene, final) {
  const complete = final.steps === scene.steps;
  return scene.prove(final).map((each) => check({ ...each, judged: complete || each.always }));
}

/** @typedef {"holds" | "fails" | "not judged"} ProofVerdict not judged: nothing fails, but not all was judged */

/** @param {Check[]} checks @returns {ProofVerdict} */
export function verdictOf(checks) {
  if (checks.some(({ pass }) => !pass)) {
    return "fails";
  }
  return checks.every(({ judged }) => judged) ? "holds" : "not judged";
}

/** The mark of a check or of a whole proof. @type {Record<ProofVerdict, string>} */
export const MARKS = { holds: "✓", fails: "✗", "not judged": "–" };

/** A check as a person reads it: "top 98.77 m (≥ 98.7)". @param {Check} check */
export function formatCheck({ name, value, unit, atLeast, atMost, judged }) {
  const number = (/** @type {number} */ n) => String(Number(n.toPrecision(4)));
  const limits = [
    ...(atLeast === undefined ? [] : [`≥ ${number(atLeast)}`]),
    ...(atMost === undefined ? [] : [`≤ ${number(atMost)}`]),
  ];
  const measured = `${name} ${number(value)}${unit && ` ${unit}`}`;
  if (limits.length === 0) {
    return measured;
  }
  return `${measured} (${judged ? limits.join(", ") : "not judged at this number of steps"})`;
}

/** Bodies whose pose holds a number that is not finite. @param {Final} final */
export function countNonFinite({ poses }) {
  let count = 0;
  for (let at = 0; at < poses.length; at += POSE_STRIDE) {
    count += Number.isFinite(poses[at] + poses[at + 1] + poses[at + 2]) ? 0 : 1;
  }
  return count;
}

/** Distance from the start, over the dynamic bodies (m). @param {Final} final */
export function displacement({ description, poses }) {
  const start = startPoses(description);
  let sum = 0;
  let worst = 0;
  let count = 0;
  description.bodies.forEach((body, index) => {
    if (body.type !== "dynamic") {
      return;
    }
    const at = index * POSE_STRIDE;
    const moved = Math.hypot(poses[at] - start[at], poses[at + 1] - start[at + 1]);
    sum += moved;
    worst = Math.max(worst, moved);
    count += 1;
  });
  return { mean: sum / count, worst };
}

/** The largest y among the dynamic bodies (m). @param {Final} final */
export function highest({ description, poses }) {
  let top = -Infinity;
  description.bodies.forEach((body, index) => {
    const y = poses[index * POSE_STRIDE + 1];
    top = body.type === "dynamic" && !(y <= top) ? y : top;
  });
  return top;
}

/** The mean y of the dynamic bodies (m). @param {Final} final */
export function meanHeight({ description, poses }) {
  const heights = description.bodies.flatMap(({ type }, index) =>
    type === "dynamic" ? [poses[index * POSE_STRIDE + 1]] : [],
  );
  return heights.reduce((sum, y) => sum + y, 0) / heights.length;
}

/** A point of the world in the frame that a body had at the start. */
function toLocal(/** @type {import("./scene.mjs").BodyDef} */ body, /** @type {number} */ x, /** @type {number} */ y) {
  const cos = Math.cos(body.angle ?? 0);
  const sin = Math.sin(body.angle ?? 0);
  return [cos * (x - body.x) + sin * (y - body.y), cos * (y - body.y) - sin * (x - body.x)];
}

/** A point of a body's frame in the world, now. */
function toWorld(/** @type {Float64Array} */ poses, /** @type {number} */ body, /** @type {number[]} */ [x, y]) {
  const at = body * POSE_STRIDE;
  const cos = Math.cos(poses[at + 2]);
  const sin = Math.sin(poses[at + 2]);
  return [poses[at] + cos * x - sin * y, poses[at + 1] + sin * x + cos * y];
}

/** How far the two anchors of each revolute joint have come apart (m). @param {Final} final */
export function jointGaps({ description, poses }) {
  let sum = 0;
  let worst = 0;
  let count = 0;
  for (const joint of description.joints) {
    if (joint.type !== "revolute") {
      continue;
    }
    const { bodyA, bodyB, x, y } = joint;
    const [ax, ay] = toWorld(poses, bodyA, toLocal(description.bodies[bodyA], x, y));
    const [bx, by] = toWorld(poses, bodyB, toLocal(description.bodies[bodyB], x, y));
    const gap = Math.hypot(ax - bx, ay - by);
    sum += gap;
    worst = gap <= worst ? worst : gap;
    count += 1;
  }
  return { mean: sum / count, worst };
}

/**
 * Overlap of circles of one radius, over all pairs that overlap (m). A grid of cells one diameter wide finds the pairs.
 * @param {Final} final
 * @param {number} radius
 */
export function circleOverlaps({ description, poses }, radius) {
  const diameter = 2 * radius;
  const cells = new Map();
  const keyOf = (/** @type {number} */ column, /** @type {number} */ row) => column * 67108864 + row;
  let sum = 0;
  let worst = 0;
  let pairs = 0;
  description.bodies.forEach((body, index) => {
    if (body.type !== "dynamic") {
      return;
    }
    const x = poses[index * POSE_STRIDE];
    const y = poses[index * POSE_STRIDE + 1];
    const column = Math.floor(x / diameter);
    const row = Math.floor(y / diameter);
    for (let dx = -1; dx <= 1; dx += 1) {
      for (let dy = -1; dy <= 1; dy += 1) {
        for (const other of cells.get(keyOf(column + dx, row + dy)) ?? []) {
          const at = other * POSE_STRIDE;
          const overlap = diameter - Math.hypot(poses[at] - x, poses[at + 1] - y);
          if (overlap > 0) {
            sum += overlap;
            worst = Math.max(worst, overlap);
            pairs += 1;
          }
        }
      }
    }
    const cell = cells.get(keyOf(column, row));
    if (cell) {
      cell.push(index);
    } else {
      cells.set(keyOf(column, row), [index]);
    }
  });
  return { mean: pairs === 0 ? 0 : sum / pairs, worst, pairs };
}

/**
 * Dynamic bodies outside a disc.
 * @param {Final} final
 * @param {{ x: number, y: number, radius: number }} disc
 */
export function countOutsideDisc({ description, poses }, { x, y, radius }) {
  let count = 0;
  description.bodies.forEach((body, index) => {
    const at = index * POSE_STRIDE;
    const inside = Math.hypot(poses[at] - x, poses[at + 1] - y) <= radius;
    count += body.type === "dynamic" && !inside ? 1 : 0;
  });
  return count;
}

/**
 * Dynamic bodies outside an axis-aligned rectangle.
 * @param {Final} final
 * @param {{ minX?: number, minY?: number, maxX?: number, maxY?: number }} rectangle
 */
export function countOutsideRectangle(final, { minX = -Infinity, minY = -Infinity, maxX = Infinity, maxY = Infinity }) {
  const { description, poses } = final;
  let count = 0;
  description.bodies.forEach((body, index) => {
    const x = poses[index * POSE_STRIDE];
    const y = poses[index * POSE_STRIDE + 1];
    const inside = x >= minX && x <= maxX && y >= minY && y <= maxY;
    count += body.type === "dynamic" && !inside ? 1 : 0;
  });
  return count;
}

/**
 * Dynamic bodies outside a square that moves with a body.
 * @param {Final} final
 * @param {number} frame the body that carries the square; it is not counted
 * @param {number} half half the side (m)
 */
export function countOutsideSquare({ description, poses }, frame, half) {
  const at = frame * POSE_STRIDE;
  const cos = Math.cos(poses[at + 2]);
  const sin = Math.sin(poses[at + 2]);
  let count = 0;
  description.bodies.forEach((body, index) => {
    const dx = poses[index * POSE_STRIDE] - poses[at];
    const dy = poses[index * POSE_STRIDE + 1] - poses[at + 1];
    const inside = Math.abs(cos * dx + sin * dy) <= half && Math.abs(cos * dy - sin * dx) <= half;
    count += body.type === "dynamic" && index !== frame && !inside ? 1 : 0;
  });
  return count;
}
