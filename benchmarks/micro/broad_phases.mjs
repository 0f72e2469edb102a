// The time that each broad phase takes to find the pairs, in ms per step:
//   node benchmarks/micro/broad_phases.mjs [--rounds 5] [--steps 120] [--only spinner,mixed] [--package dist/index.js]
// after `npm run build`. Times the first stage of a step. Of each step the least time over the rounds counts: every round takes
// the same steps, so any excess is due to the machine, not to the work. Steps before `SETTLED` (creation) are not counted.
// Broad phases take turns. The worlds must end with the same hash.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

import { BENCHMARK_SCENES } from "../../examples/scenes/index.mjs";
import { makeRandom } from "../../examples/scenes/random.mjs";
import { ScreeBuilder } from "../../examples/scenes/scree_builder.mjs";

// Processor time instead of clock time: the machine may have other work.
performance.now = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const BROAD_PHASES = ["bvh", "tree", "sweep", "grid", "auto"];
/** Steps until the trees are sorted and sleeping shapes are in the resting one. */
const SETTLED = 20;

/** @typedef {{ name: string, about: string, gravity: { x: number, y: number }, sleeping?: boolean, build: (scree: any, world: any) => void }} Case */

/** Many similar bodies that never collide: their mask is empty, so a step does little but find pairs of bounding boxes. */
function crowd(
  /** @type {any} */ scree,
  /** @type {any} */ world,
  /** @type {{ count: number, at: (k: number) => [number, number], speed: (k: number) => [number, number], shape?: (k: number) => any, awake?: boolean }} */
  { count, at, speed, shape = () => scree.box(1, 1), awake = true },
) {
  for (let k = 0; k < count; k += 1) {
    const [x, y] = at(k);
    const [vx, vy] = speed(k);
    const position = { x, y };
    const linearVelocity = { x: vx, y: vy };
    world.createBody({ type: "dynamic", position, linearVelocity, shape: shape(k), mask: 0, awake });
  }
}

/** @returns {Case[]} */
function cases() {
  /** @type {Case[]} */
  const list = BENCHMARK_SCENES.map((scene) => ({
    name: scene.name,
    about: scene.about("full"),
    gravity: scene.gravity,
    build: (scree, world) => scene.build(new ScreeBuilder(scree, world), "full"),
  }));
  const gravity = { x: 0, y: 0 };
  const random = () => {
    const next = makeRandom(1);
    return (/** @type {number} */ from, /** @type {number} */ to) => from + (to - from) * next();
  };
  list.push(
    {
      name: "gas",
      about: "10,000 boxes of 1 m in 150 × 150 m, 3–18 m/s",
      gravity,
      build(scree, world) {
        const r = random();
        crowd(scree, world, { count: 10_000, at: () => [r(0, 150), r(0, 150)], speed: () => [r(-12, 12), r(-12, 12)] });
      },
    },
    {
      name: "mixed",
      about: "10,000 circles of radius 0.1–5 m, all sizes as frequent, in 600 × 600 m",
      gravity,
      build(scree, world) {
        const r = random();
        const shape = () => scree.circle(0.1 * 50 ** r(0, 1));
        crowd(scree, world, {
          count: 10_000,
          at: () => [r(0, 600), r(0, 600)],
          speed: () => [r(-12, 12), r(-12, 12)],
          shape,
        });
      },
    },
    {
      name: "clustered",
      about: "ten crowds of 1,000 in 45 × 45 m, kilometres apart, and twenty strays",
      gravity,
      build(scree, world) {
        const r = random();
        const homes = Array.from({ length: 10 }, () => [r(-1e4, 1e4), r(-1e4, 1e4)]);
        const at = (/** @type {number} */ k) => {
          const [x, y] = k % 500 === 0 ? [r(-1e6, 1e6), r(-1e6, 1e6)] : homes[k % 10];
          return /** @type {[number, number]} */ ([x + r(0, 45), y + r(0, 45)]);
        };
        crowd(scree, world, { count: 10_000, at, speed: () => [r(-12, 12), r(-12, 12)] });
      },
    },
    {
      name: "road",
      about: "10,000 boxes on a road of 10 km × 8 m, up to 30 m/s along it",
      gravity,
      build(scree, world) {
        const r = random();
        crowd(scree, world, { count: 10_000, at: () => [r(0, 1e4), r(0, 8)], speed: () => [r(-30, 30), 0] });
      },
    },
    {
      name: "small",
      about: "100 boxes in 15 × 15 m",
      gravity,
      build(scree, world) {
        const r = random();
        crowd(scree, world, { count: 100, at: () => [r(0, 15), r(0, 15)], speed: () => [r(-12, 12), r(-12, 12)] });
      },
    },
    {
      name: "still",
      about: "20,000 boxes awake at rest, 50 that fly among them",
      gravity,
      sleeping: false,
      build(scree, world) {
        const r = random();
        crowd(scree, world, {
          count: 20_000,
          at: (k) => [(k % 200) * 1.1, Math.floor(k / 200) * 1.1],
          speed: () => [0, 0],
        });
        crowd(scree, world, { count: 50, at: () => [r(0, 220), r(0, 110)], speed: () => [r(-12, 12), r(-12, 12)] });
      },
    },
    {
      name: "at rest",
      about: "100,000 boxes asleep, 500 that fly among them",
      gravity,
      build(scree, world) {
        const r = random();
        const at = (/** @type {number} */ k) =>
          /** @type {[number, number]} */ ([(k % 400) * 1.1, Math.floor(k / 400) * 1.1]);
        crowd(scree, world, { count: 100_000, at, speed: () => [0, 0], awake: false });
        crowd(scree, world, { count: 500, at: () => [r(0, 440), r(0, 275)], speed: () => [r(-12, 12), r(-12, 12)] });
      },
    },
  );
  return list;
}

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    steps: { type: "string", default: "120" },
    only: { type: "string" },
    package: { type: "string", default: "dist/index.js" },
  },
});
const [rounds, steps] = [Number(values.rounds), Number(values.steps)];
const scree = await import(pathToFileURL(resolve(values.package)).href);
const names = values.only?.split(",");

console.log(`| scene | ${BROAD_PHASES.join(" | ")} |`);
console.log(`| --- |${" ---: |".repeat(BROAD_PHASES.length)}`);
for (const { name, gravity, sleeping = true, build } of cases()) {
  if (names !== undefined && !names.includes(name)) continue;
  const least = BROAD_PHASES.map(() => new Float64Array(steps).fill(Infinity));
  const hashes = new Set();
  for (let round = 0; round < rounds; round += 1) {
    BROAD_PHASES.forEach((broadPhase, which) => {
      const world = new scree.World({ gravity, sleeping, broadPhase, profiling: true });
      build(scree, world);
      for (let step = 0; step < steps; step += 1) {
        world.step();
        least[which][step] = Math.min(least[which][step], world.profile.pairs);
      }
      hashes.add(world.hash());
      world.dispose();
    });
  }
  const means = least.map((list) => list.subarray(SETTLED).reduce((sum, ms) => sum + ms, 0) / (steps - SETTLED));
  const best = Math.min(...means);
  const cells = means.map((ms) => (ms <= best * 1.02 ? `**${ms.toFixed(3)}**` : ms.toFixed(3)));
  console.log(`| ${name} | ${cells.join(" | ")} |${hashes.size === 1 ? "" : " the hashes differ!"}`);
}
