// node benchmarks/joint_gaps.mjs [--only word]
// How far joints come apart, after ten seconds and at most during the eleventh, and what a step takes, in Scree alone: the
// benchmark's cloth, under several settings, rows like those of tests/behaviour/joint_scenes.test.ts, and trees, rings, machines and
// rods, one and twenty of each.
import * as scree from "../dist/index.js";
import { joints } from "../examples/scenes/joints.mjs";
import {
  arm,
  chandelier,
  crankAndPiston,
  digger,
  doll,
  gapOf,
  lanterns,
  rodTruss,
  rope,
  scissorLift,
  truss,
  wall,
} from "../examples/scenes/linkages.mjs";
import { ScreeBuilder } from "../examples/scenes/scree_builder.mjs";
import { readOptions, runMain } from "../examples/shared/command_line.mjs";

const RATE = 60;
const { World, box, circle } = scree;

/** A row of `count` planks of 1 m from the origin on; its far end may be held or carry a ball. Returns the pins. */
function row(world, count, { held = false, radius = 0, thickness = 0.25 } = {}) {
  const ground = world.createBody({});
  const pins = [];
  let before = ground;
  const pin = (body, x, y = 0) => {
    pins.push(world.createJoint({ type: "revolute", bodyA: before, bodyB: body, anchor: { x, y } }));
    before = body;
  };
  for (let i = 0; i < count; i += 1) {
    pin(world.createBody({ type: "dynamic", position: { x: i + 0.5, y: 0 }, shape: box(1, thickness) }), i);
  }
  if (held) {
    pin(ground, count);
  } else if (radius > 0) {
    const position = { x: count + radius, y: 0 };
    pin(world.createBody({ type: "dynamic", position, shape: circle(radius), density: 10 }), count);
  }
  return pins;
}

/** `count` copies of a linkage, 100 m apart. */
function hung(count, fill) {
  return (world) => Array.from({ length: count }, (_, i) => fill(scree, world, { x: 100 * i, y: 0 }).joints).flat();
}

/** The scene `joints` of the benchmark. */
function grid(world) {
  joints.build(new ScreeBuilder(scree, world), "full");
  return world.joints;
}

const CASES = [
  ["grid 100 x 100", grid, {}],
  ["grid 100 x 100", grid, { jointDampingRatio: 20 }],
  ["grid 100 x 100", grid, { jointDampingRatio: 100 }],
  ["grid 100 x 100", grid, { substeps: 8, jointHertz: 120, jointDampingRatio: 20 }],
  ["grid 100 x 100", grid, { substeps: 16, jointHertz: 240, jointDampingRatio: 20 }],
  ["grid 100 x 100", grid, { substeps: 24, jointHertz: 360, jointDampingRatio: 20 }],
  ["grid 100 x 100", grid, { substeps: 32, jointHertz: 480, jointDampingRatio: 20 }],
  ["bridge of 160", (world) => row(world, 160, { held: true }), {}],
  ["bridge of 30", (world) => row(world, 30, { held: true }), {}],
  ["chain of 20", (world) => row(world, 20), {}],
  ["chain of 40", (world) => row(world, 40), {}],
  ["chain of 20, ball 671 : 1", (world) => row(world, 20, { radius: 2.31 }), {}],
  ["chain of 40, ball 7,854 : 1", (world) => row(world, 40, { radius: 5, thickness: 0.1 }), {}],
  ...[1, 20].flatMap((count) => [
    [`tree, chandelier, ${count}`, hung(count, chandelier), {}],
    [`tree, bridge with lanterns, ${count}`, hung(count, lanterns), {}],
    [`tree, doll with boots, ${count}`, hung(count, doll), {}],
    [`ring, scissor lift, ${count}`, hung(count, scissorLift), {}],
    [`ring, truss, ${count}`, hung(count, truss), {}],
    [`ring, wall of welds, ${count}`, hung(count, wall), {}],
    ...["motor", "limit", "slider"].map((kind) => [
      `machine, arm, ${kind}, ${count}`,
      hung(count, (engine, world, origin) => arm(engine, world, origin, kind)),
      {},
    ]),
    [`machine, crank and piston, ${count}`, hung(count, crankAndPiston), {}],
    [`machine, digger, ${count}`, hung(count, digger), {}],
    [`rods, rope, ${count}`, hung(count, rope), {}],
    ...[1000, 8000].map((times) => [
      `rods, rope of 40, ${times} : 1, ${count}`,
      hung(count, (engine, world, origin) => rope(engine, world, origin, { count: 40, pitch: 0.25, times })),
      {},
    ]),
    [`rods, truss, ${count}`, hung(count, rodTruss), {}],
  ]),
];

function gaps(joints) {
  const all = joints.map(gapOf);
  return { worst: Math.max(...all), mean: all.reduce((sum, one) => sum + one, 0) / all.length };
}

async function main() {
  const { only = "" } = readOptions(process.argv.slice(2), { only: { type: "string" } });
  for (const [name, fill, settings] of CASES.filter(([name]) => name.includes(only))) {
    const world = new World({ sleeping: false, ...settings });
    const pins = fill(world);
    const times = [];
    let most = 0;
    let at;
    for (let step = 1; step <= 11 * RATE; step += 1) {
      const start = performance.now();
      world.step();
      times.push(performance.now() - start);
      if (step === 10 * RATE) {
        at = gaps(pins);
      } else if (step > 10 * RATE && step % 5 === 0) {
        most = Math.max(most, gaps(pins).worst);
      }
    }
    times.sort((a, b) => a - b);
    const cells = [at.worst, at.mean, most].map((gap) => `${(100 * gap).toFixed(3)} %`);
    console.log(
      [name, JSON.stringify(settings), ...cells, `${times[Math.floor(times.length / 4)].toFixed(2)} ms`].join(" | "),
    );
    world.dispose();
  }
  return 0;
}

await runMain(main);
