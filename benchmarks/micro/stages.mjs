/**
 * What a stage costs per item, in nanoseconds: per pair of shapes for the manifold kernels, per contact or joint for the
 * solver, per moving body for the broad phase, per ray for the queries, in the three builds side by side.
 *
 *   node benchmarks/micro/stages.mjs [--steps 60] [--rounds 5] [--only solver]
 *
 * `--only`: measurements with this in their name. A figure is the stage's time over the number of items: the median of the
 * steps in a round, and of those the smallest of all rounds.
 */

import { readCount, readOptions, runMain } from "../../examples/shared/command_line.mjs";
import { makeRandom } from "../../examples/scenes/random.mjs";
import { markdownTable } from "../../examples/shared/table.mjs";
import { median } from "../statistics.mjs";

const BUILDS = ["index", "scalar", "js"];
const PAIRS = 4096;
const PER_ROW = 64;
const PITCH = 4;
const RAYS = 10_000;

/** @typedef {any} Scree the bindings of a build @typedef {any} World */

/** Makes each kind of shape, about one metre across. @type {Record<string, (scree: Scree) => any>} */
const SHAPES = {
  circle: ({ circle }) => circle(0.5),
  box: ({ box }) => box(1, 1),
  "rounded box": ({ box }) => box(0.8, 0.8, { radius: 0.1 }),
  capsule: ({ capsule }) => capsule(0.6, 0.25),
  polygon: ({ polygon }) => polygon(corners(6)),
  ellipse: ({ ellipse }) => ellipse(0.6, 0.4),
  superellipse: ({ superellipse }) => superellipse(0.5, 0.4, 4),
};

const KINDS = [
  ["circle", "circle"],
  ["circle", "box"],
  ["box", "box"],
  ["capsule", "capsule"],
  ["capsule", "box"],
  ["rounded box", "rounded box"],
  ["polygon", "box"],
  ["polygon", "polygon"],
  ["polygon", "circle"],
  ["ellipse", "box"],
  ["ellipse", "ellipse"],
  ["superellipse", "box"],
  ["superellipse", "superellipse"],
];

function corners(/** @type {number} */ count, off = () => 0) {
  return Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * (index + off())) / count;
    return { x: 0.5 * Math.cos(angle), y: 0.5 * Math.sin(angle) };
  });
}

/** Pairs of bodies that overlap a little at all angles, far from the next pair, at rest without gravity. */
function pairs(/** @type {Scree} */ scree, /** @type {World} */ world, /** @type {string[]} */ kinds) {
  const random = makeRandom(5);
  for (let index = 0; index < PAIRS; index += 1) {
    const x = (index % PER_ROW) * PITCH;
    const y = Math.floor(index / PER_ROW) * PITCH;
    const towards = random() * 2 * Math.PI;
    const apart = 0.8;
    kinds.forEach((kind, side) => {
      const position = { x: x + side * apart * Math.cos(towards), y: y + side * apart * Math.sin(towards) };
      world.createBody({ type: "dynamic", position, angle: random() * 2 * Math.PI, shape: SHAPES[kind](scree) });
    });
  }
}

/** A heap of shapes about a metre across that falls and comes to rest, so that the kernels' input keeps changing. */
function heap(
  /** @type {Scree} */ scree,
  /** @type {World} */ world,
  /** @type {(scree: Scree, random: () => number) => any} */ shapeOf,
) {
  const random = makeRandom(9);
  world.gravity = { x: 0, y: -10 };
  world.createBody({ shape: scree.halfSpace({ x: 0, y: 1 }) });
  for (let index = 0; index < PAIRS / 2; index += 1) {
    const position = { x: (index % PER_ROW) * 1.1 + 0.1 * random(), y: 1 + Math.floor(index / PER_ROW) * 1.1 };
    const shape = shapeOf(scree, random);
    world.createBody({ type: "dynamic", position, angle: 6 * random(), shape });
  }
}

/** Makes polygons of `least` to `most` corners. */
function polygonOf(/** @type {number} */ least, /** @type {number} */ most) {
  return (/** @type {Scree} */ { polygon }, /** @type {() => number} */ random) =>
    polygon(corners(least + Math.floor(random() * (most + 1 - least)), () => 0.3 * random()));
}

/** What heaps are made of. @type {[string, (scree: Scree, random: () => number) => any][]} */
const HEAPS = [
  ["polygons of 3 to 8 corners", polygonOf(3, 8)],
  ["polygons of 32 corners", polygonOf(32, 32)],
  ["ellipses", SHAPES.ellipse],
  ["superellipses", SHAPES.superellipse],
];

function circles(/** @type {Scree} */ scree, /** @type {World} */ world) {
  const random = makeRandom(7);
  const positions = Float32Array.from({ length: 2 * PAIRS }, () => random() * PER_ROW * 2);
  const velocities = Float32Array.from({ length: 2 * PAIRS }, () => 4 * (random() - 0.5));
  world.createBodies({ count: PAIRS, type: "dynamic", shape: scree.circle(0.2), positions, velocities, mask: 0 });
}

/**
 * Joints between two bodies a metre apart, without the bodies; anchored midway, or at the centres if they have a length.
 * @type {Record<string, any>}
 */
const JOINTS = {
  pin: { type: "revolute" },
  "pin with a limit": { type: "revolute", limit: { lower: -0.5, upper: 0.5 } },
  rod: { type: "distance", length: 1 },
  spring: { type: "spring", length: 1, spring: { hertz: 5, dampingRatio: 0.2 } },
  weld: { type: "weld" },
  slider: { type: "prismatic", axis: { x: 0, y: 1 } },
  "slider with a limit and a motor": {
    type: "prismatic",
    axis: { x: 0, y: 1 },
    limit: { lower: -1, upper: 1 },
    motor: { speed: 1, maxForce: 1 },
  },
  wheel: { type: "wheel", axis: { x: 0, y: 1 }, spring: { hertz: 5, dampingRatio: 0.7 } },
  motor: { type: "motor", maxForce: 1, maxTorque: 1 },
};

/** Bodies joined in pairs; pins join whole rows, like chains. */
function jointed(/** @type {Scree} */ scree, /** @type {World} */ world, /** @type {string} */ kind) {
  const shape = scree.circle(0.2);
  const random = makeRandom(11);
  const bodies = Array.from({ length: PAIRS }, (_, index) => {
    const position = { x: index % PER_ROW, y: Math.floor(index / PER_ROW) };
    const linearVelocity = { x: random() - 0.5, y: random() - 0.5 };
    return world.createBody({ type: "dynamic", position, linearVelocity, shape, mask: 0 });
  });
  const every = kind === "pin" ? 1 : 2;
  for (let index = 1; index < PAIRS; index += every) {
    if (index % PER_ROW !== 0) {
      const anchor = { x: (index % PER_ROW) - 0.5, y: Math.floor(index / PER_ROW) };
      const at = "length" in JOINTS[kind] ? {} : { anchor };
      world.createJoint({ ...JOINTS[kind], ...at, bodyA: bodies[index - 1], bodyB: bodies[index] });
    }
  }
}

/**
 * The measurements: each builds a world, names a stage, and counts the items that the stage worked on.
 * @typedef {{ name: string, stage: string, build: (scree: Scree, world: World) => void, count: (world: World) => number }} Measurement
 * @type {Measurement[]}
 */
const MEASUREMENTS = [
  ...KINDS.map((kinds) => ({
    name: `manifold ${kinds.join(" – ")}`,
    stage: "collide",
    build: (/** @type {Scree} */ scree, /** @type {World} */ world) => pairs(scree, world, kinds),
    count: (/** @type {World} */ world) => world.counters.contacts,
  })),
  ...HEAPS.map(([name, shapeOf]) => ({
    name: `manifold in a heap of ${name}`,
    stage: "collide",
    build: (/** @type {Scree} */ scree, /** @type {World} */ world) => heap(scree, world, shapeOf),
    count: (/** @type {World} */ world) => world.counters.contacts,
  })),
  {
    name: "solver, a contact (box – box)",
    stage: "solve",
    build: (scree, world) => pairs(scree, world, ["box", "box"]),
    count: (world) => world.counters.touching,
  },
  ...Object.keys(JOINTS).map((kind) => ({
    name: `solver, a ${kind}`,
    stage: "solve",
    build: (/** @type {Scree} */ scree, /** @type {World} */ world) => jointed(scree, world, kind),
    count: (/** @type {World} */ world) => world.counters.joints,
  })),
  { name: "pairs, a moving circle", stage: "pairs", build: circles, count: (world) => world.counters.awake },
  { name: "refit, a moving circle", stage: "refit", build: circles, count: (world) => world.counters.awake },
];

/** @returns {number} nanoseconds for one */
function measureStage(/** @type {Scree} */ scree, /** @type {Measurement} */ measurement, /** @type {number} */ steps) {
  const world = new scree.World({ gravity: { x: 0, y: 0 }, sleeping: false, profiling: true });
  measurement.build(scree, world);
  const times = [];
  for (let step = 0; step < steps; step += 1) {
    world.step();
    if (step > steps / 4) {
      times.push((world.profile[measurement.stage] * 1e6) / measurement.count(world));
    }
  }
  world.dispose();
  return median(times);
}

/** A thousand moving bodies made one by one. @returns {number} nanoseconds for one */
function measureMaking(/** @type {Scree} */ scree, /** @type {string} */ kind) {
  const world = new scree.World();
  const shape = SHAPES[kind](scree);
  const times = Array.from({ length: 1000 }, (_, index) => {
    const start = performance.now();
    world.createBody({ type: "dynamic", position: { x: 2 * index, y: 0 }, shape });
    return (performance.now() - start) * 1e6;
  });
  world.dispose();
  return median(times);
}

/** Rays among static shapes, in bulk. @returns {number} nanoseconds for one */
function measureRays(/** @type {Scree} */ scree, /** @type {number} */ steps, /** @type {string} */ kind) {
  const random = makeRandom(3);
  const world = new scree.World();
  for (let index = 0; index < 5000; index += 1) {
    const position = { x: random() * 500, y: random() * 500 };
    world.createBody({ position, angle: random() * 3, shape: SHAPES[kind](scree) });
  }
  const rays = new Float32Array(4 * RAYS);
  for (let at = 0; at < rays.length; at += 4) {
    const angle = random() * 2 * Math.PI;
    rays.set([random() * 500, random() * 500, 50 * Math.cos(angle), 50 * Math.sin(angle)], at);
  }
  const out = new Float32Array(8 * RAYS);
  const times = Array.from({ length: steps }, () => {
    const start = performance.now();
    world.castRays(rays, out);
    return ((performance.now() - start) * 1e6) / RAYS;
  });
  world.dispose();
  return median(times);
}

async function main() {
  const values = readOptions(process.argv.slice(2), {
    steps: { type: "string" },
    rounds: { type: "string" },
    only: { type: "string" },
  });
  const steps = readCount("--steps", values.steps) ?? 60;
  const rounds = readCount("--rounds", values.rounds) ?? 5;
  const builds = await Promise.all(BUILDS.map((name) => import(`../../dist/${name}.js`)));
  const kinds = [
    ...MEASUREMENTS.map((one) => ({ name: one.name, run: (scree) => measureStage(scree, one, steps) })),
    ...["box", "superellipse"].map((kind) => ({
      name: `a ray of 50 m among 5,000 of ${kind}, in bulk`,
      run: (scree) => measureRays(scree, Math.ceil(steps / 4), kind),
    })),
    ...["box", "superellipse"].map((kind) => ({
      name: `a body of ${kind} made`,
      run: (scree) => measureMaking(scree, kind),
    })),
  ];
  const chosen = kinds.filter(({ name }) => name.includes(values.only ?? ""));
  const rows = chosen.map(({ name, run }) => {
    const best = builds.map(() => Infinity);
    for (let round = 0; round < rounds; round += 1) {
      builds.forEach((scree, index) => (best[index] = Math.min(best[index], run(scree))));
    }
    return [name, ...best.map((value) => value.toFixed(value < 100 ? 1 : 0))];
  });
  const right = ["simd", "scalar", "js"].map((title) => ({ title, align: /** @type {const} */ ("right") }));
  console.log(markdownTable([{ title: "ns for one" }, ...right], rows));
  return 0;
}

await runMain(main);
