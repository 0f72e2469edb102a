/** The engine's goals, as ratios of its mean step times to the anchor's unless a line says otherwise. */

/** Scree with SIMD against box2d3-wasm deluxe. */
export const SCENE_GOALS = {
  pyramid: 0.36,
  pyramids: 0.34,
  tumbler: 0.32,
  joints: 0.32,
  smash: 0.27,
  spinner: 0.32,
  pile: 0.27,
};

/** The geometric mean of the seven. */
export const MEAN_GOAL = 0.31;

/** Box2D's newest C sources compiled with SIMD, against the same anchor: the hardest peer, which is in no package. */
export const HARDEST_PEER = {
  pyramid: 0.55,
  pyramids: 0.53,
  tumbler: 0.79,
  joints: 1.04,
  smash: 0.76,
  spinner: 0.86,
  pile: 0.79,
};

/** How many times faster than each peer Scree is to be, on the geometric mean. */
export const FASTER_THAN = { "rapier-simd": 4.5, planck: 90, matter: 24 };

/** The scalar build against box2d3-wasm compat, geometric mean. */
export const SCALAR_GOAL = 0.5;

/** The slowest hundredth of the steps against the median. */
export const P99_GOAL = 2;

/** First step of the pyramid (ms). */
export const FIRST_STEP_GOAL = 30;

/** Cost per body at 100,000 circles against 10,000. */
export const GROWTH_GOAL = 1.5;

/** A world with 100,000 sleeping bodies and 100 awake against the 100 alone. */
export const ASLEEP_GOAL = 1.2;

/**
 * What box2d3-wasm deluxe took on the machine that the goals in milliseconds were set on. Each time scales the goal of its cost: a
 * machine that is half as fast is held to twice the time. Snapshots, which that package does not have, are scaled by the mean factor.
 */
export const COST_ANCHORS = { load: 37, createEach: 53, readAll: 12.6, destroy: 2.4, rays: 29.6 };
export const COST_ANCHOR_OF = { createBulk: "createEach", raysBulk: "rays" };

/** Goals for the costs besides stepping (ms; KB for the size). */
export const COST_GOALS = {
  load: 8,
  createEach: 8,
  createBulk: 3,
  readAll: 0.02,
  destroy: 1.2,
  raysBulk: 5,
  snapshot: 0.5,
  snapshotKept: 0.5,
  restore: 0.5,
  gzip: 64,
};
