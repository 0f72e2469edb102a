/** How the cost grows with the number of bodies, and what sleeping bodies cost. */

import { buildPile } from "../examples/scenes/pile.mjs";
import { takeSteps } from "./measure.mjs";

/** Rows of circles in every pile: small worlds are as deep as large ones, so that the work per body is the same. */
const ROWS = 40;

/** Numbers of circles. */
export const GROWTH_COUNTS = [1_000, 3_000, 10_000, 30_000, 100_000];

/** Those of the quick run. */
export const QUICK_GROWTH_COUNTS = [1_000, 3_000, 10_000];

/** Two seconds: the rows meet and settle. */
const GROWTH_STEPS = 120;

const ASLEEP = 100_000;
const AWAKE = 100;
/** The hundred awake circles fall and settle, but are not yet asleep at the end. */
const ASLEEP_STEPS = 90;
const ASLEEP_SPACING = 3;
const ASLEEP_PER_ROW = 400;
/** Steps of the hundred alone before the run: else the code is recompiled amid its 90 steps of a tenth of a millisecond. */
const WARM_UP_STEPS = 600;

const GRAVITY = { x: 0, y: -10 };

/**
 * @typedef {object} GrowthRun
 * @property {number} count circles
 * @property {number[]} times of the steps (ms)
 */

/**
 * A pile of circles, `count` of them.
 * @param {import("./adapters/adapter.mjs").Adapter} adapter
 * @param {{ count: number, limit: number }} options limit in ms
 * @returns {Promise<GrowthRun>}
 */
export async function measureGrowth(adapter, { count, limit }) {
  const engine = await adapter.load();
  const simulation = engine.createSimulation({ gravity: GRAVITY, capacity: count + 1 });
  buildPile(simulation, { columns: count / ROWS, rows: ROWS });
  const times = takeSteps(simulation, { steps: GROWTH_STEPS, limit });
  simulation.dispose();
  return { count, times };
}

/**
 * A pile of 100 awake circles, alone or in a world of 100,000 sleeping ones.
 * @param {import("./adapters/adapter.mjs").Adapter} adapter
 * @param {{ asleep: boolean, limit: number }} options limit in ms
 * @returns {Promise<GrowthRun>}
 */
export async function measureAsleep(adapter, { asleep, limit }) {
  const engine = await adapter.load();
  const warmUp = engine.createSimulation({ gravity: GRAVITY, sleeping: true });
  buildPile(warmUp, { columns: 10, rows: AWAKE / 10 });
  takeSteps(warmUp, { steps: WARM_UP_STEPS, limit });
  warmUp.dispose();
  const count = asleep ? ASLEEP : 0;
  const simulation = engine.createSimulation({ gravity: GRAVITY, sleeping: true, capacity: count + AWAKE + 1 });
  buildPile(simulation, { columns: 10, rows: AWAKE / 10 });
  for (let index = 0; index < count; index += 1) {
    const x = 100 + (index % ASLEEP_PER_ROW) * ASLEEP_SPACING;
    const y = Math.floor(index / ASLEEP_PER_ROW) * ASLEEP_SPACING;
    const body = simulation.createBody({ type: "dynamic", x, y, asleep: true });
    simulation.addShape(body, { kind: "circle", radius: 0.5 });
  }
  const times = takeSteps(simulation, { steps: ASLEEP_STEPS, limit });
  simulation.dispose();
  return { count, times };
}
