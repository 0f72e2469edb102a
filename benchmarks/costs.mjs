/** The costs besides stepping: loading, creating, reading, destroying, rays, snapshots. */

import { makeRandom } from "../examples/scenes/random.mjs";
import { describe, populate } from "../examples/scenes/scene.mjs";
import { pyramid } from "../examples/scenes/pyramid.mjs";
import { RAY_STRIDE, READ_STRIDE } from "./adapters/adapter.mjs";

const BODIES = 10_000;
const BODIES_PER_ROW = 100;
const BODY_SPACING = 2;

const RAYS = 10_000;
const RAY_LENGTH = 50;
const OBSTACLES = 5_000;

/** Side of the square the obstacles and the rays lie in (m). */
const FIELD = 500;

/** Each cost is measured this many times and the smallest counts, so that the compiler's warm-up does not. */
const CYCLES = 5;

const GRAVITY = { x: 0, y: -10 };
const UNIT_BOX = /** @type {const} */ ({ kind: "box", width: 1, height: 1 });

/**
 * @typedef {object} Costs smallest of some cycles (ms); null where the engine has no such call
 * @property {number} load import, initialise and make a first world, in a fresh process
 * @property {number} createEach 10,000 boxes, with one or two calls each
 * @property {number | null} createBulk the same in one call
 * @property {number} readAll poses of 10,000 bodies copied out
 * @property {number} destroy 10,000 bodies one by one
 * @property {number} rays 10,000 rays one by one
 * @property {number | null} raysBulk the same in one call
 * @property {number} rayHits rays that hit: equal in engines that agree
 * @property {number | null} snapshot of the pyramid of 5,051 bodies
 * @property {number | null} freshCopy the same bytes copied into fresh memory: the least that a fresh snapshot can take
 * @property {number | null} snapshotKept a snapshot into the bytes of an earlier one
 * @property {number | null} restore
 * @property {number | null} snapshotBytes
 * @property {boolean | null} restoreExact the state after the restore has the same hash, where the engine has one
 */

/** @typedef {import("./adapters/adapter.mjs").Engine} Engine @typedef {import("./adapters/adapter.mjs").Simulation} Simulation */

/** The time of a call (ms). */
function time(/** @type {() => void} */ call) {
  const start = performance.now();
  call();
  return performance.now() - start;
}

/** The smallest time of several calls (ms). */
function bestTime(/** @type {() => void} */ call) {
  return Math.min(...Array.from({ length: CYCLES }, () => time(call)));
}

/**
 * @param {import("./adapters/adapter.mjs").Adapter} adapter
 * @returns {Promise<Costs>}
 */
export async function measureCosts(adapter) {
  const start = performance.now();
  const engine = await adapter.load();
  const first = engine.createSimulation({ gravity: GRAVITY });
  const load = performance.now() - start;
  first.dispose();
  return { load, ...measureBodies(engine), ...measureRays(engine), ...measureSnapshot(engine) };
}

/** x, y of bodies in a grid, apart from one another. */
function gridPositions() {
  const positions = new Float32Array(BODIES * 2);
  for (let index = 0; index < BODIES; index += 1) {
    positions[2 * index] = (index % BODIES_PER_ROW) * BODY_SPACING;
    positions[2 * index + 1] = Math.floor(index / BODIES_PER_ROW) * BODY_SPACING;
  }
  return positions;
}

function createEach(/** @type {any} */ simulation, /** @type {Float32Array} */ positions) {
  for (let at = 0; at < positions.length; at += 2) {
    if (simulation.createBox) {
      simulation.createBox(positions[at], positions[at + 1], 1, 1);
    } else {
      const body = simulation.createBody({ type: "dynamic", x: positions[at], y: positions[at + 1] });
      simulation.addShape(body, UNIT_BOX);
    }
  }
}

function measureBodies(/** @type {Engine} */ engine) {
  const positions = gridPositions();
  const out = new Float32Array(BODIES * READ_STRIDE);
  const best = { createEach: Infinity, readAll: Infinity, destroy: Infinity };
  let createBulk = Infinity;
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const simulation = /** @type {any} */ (engine.createSimulation({ gravity: GRAVITY, capacity: BODIES }));
    best.createEach = Math.min(
      best.createEach,
      time(() => createEach(simulation, positions)),
    );
    simulation.step();
    best.readAll = Math.min(
      best.readAll,
      bestTime(() => (simulation.copyView ? simulation.copyView(out) : simulation.readAll(out))),
    );
    best.destroy = Math.min(
      best.destroy,
      time(() => {
        for (let body = 0; body < BODIES; body += 1) {
          simulation.destroyBody(body);
        }
      }),
    );
    simulation.dispose();
  }
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const simulation = engine.createSimulation({ gravity: GRAVITY, capacity: BODIES });
    if (simulation.createBoxes) {
      createBulk = Math.min(
        createBulk,
        time(() => simulation.createBoxes?.(BODIES, 1, 1, positions)),
      );
    }
    simulation.dispose();
  }
  return { ...best, createBulk: Number.isFinite(createBulk) ? createBulk : null };
}

/** A field of static boxes and the rays through it. */
function makeField(/** @type {Engine} */ engine) {
  const random = makeRandom(3);
  const simulation = engine.createSimulation({ gravity: GRAVITY, capacity: OBSTACLES });
  for (let index = 0; index < OBSTACLES; index += 1) {
    const place = { x: random() * FIELD, y: random() * FIELD, angle: random() * Math.PI };
    simulation.addShape(simulation.createBody({ type: "static", ...place }), UNIT_BOX);
  }
  simulation.step();
  const rays = new Float32Array(RAYS * RAY_STRIDE);
  for (let at = 0; at < rays.length; at += RAY_STRIDE) {
    const angle = random() * 2 * Math.PI;
    rays.set([random() * FIELD, random() * FIELD, RAY_LENGTH * Math.cos(angle), RAY_LENGTH * Math.sin(angle)], at);
  }
  return { simulation, rays };
}

function measureRays(/** @type {Engine} */ engine) {
  const { simulation, rays } = makeField(engine);
  const fractions = new Float32Array(RAYS);
  const rayTime = bestTime(() => {
    for (let ray = 0, at = 0; ray < RAYS; ray += 1, at += RAY_STRIDE) {
      fractions[ray] = simulation.castRay(rays[at], rays[at + 1], rays[at + 2], rays[at + 3]);
    }
  });
  const rayHits = fractions.filter((fraction) => fraction >= 0).length;
  const raysBulk = simulation.castRays ? bestTime(() => simulation.castRays?.(rays, fractions)) : null;
  simulation.dispose();
  return { rays: rayTime, raysBulk, rayHits };
}

function measureSnapshot(/** @type {Engine} */ engine) {
  const simulation = engine.createSimulation({ gravity: GRAVITY });
  if (!simulation.snapshot || !simulation.restore) {
    simulation.dispose();
    const none = { snapshot: null, freshCopy: null, snapshotKept: null, restore: null };
    return { ...none, snapshotBytes: null, restoreExact: null };
  }
  populate(simulation, describe(pyramid, "full"));
  for (let step = 0; step < 10; step += 1) {
    simulation.step();
  }
  let bytes = simulation.snapshot();
  const snapshot = bestTime(() => (bytes = /** @type {any} */ (simulation).snapshot()));
  const freshCopy = bestTime(() => new Uint8Array(bytes.length).set(bytes));
  const kept = simulation.snapshotInto ? bestTime(() => simulation.snapshotInto?.(bytes)) : null;
  const before = simulation.hash?.();
  simulation.step();
  const restore = bestTime(() => simulation.restore?.(bytes));
  const restoreExact = before === undefined ? null : simulation.hash?.() === before;
  simulation.dispose();
  return { snapshot, freshCopy, snapshotKept: kept, restore, snapshotBytes: bytes.byteLength, restoreExact };
}
