// node benchmarks/joint_gaps.mjs [--only word]
// How far the anchors of pins part, after ten seconds and at most in the eleventh, and what a step takes: the benchmark's cloth
// and rows like those of tests/behaviour/joint_scenes.test.ts, in Scree alone, under several settings; and trees of pins, one and
// twenty of each.
import * as scree from "../dist/index.js";
import { joints } from "../examples/scenes/joints.mjs";
import { ScreeBuilder } from "../examples/scenes/scree_builder.mjs";
import { readOptions, runMain } from "../examples/shared/command_line.mjs";

const RATE = 60;
const { World, box, circle } = scree;

/** A row of `count` planks of a metre from the origin on; held at its far end, or with a ball there. */
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

/** As many as said of what hangs from a point, 100 m apart. */
function hung(count, fill) {
  return (world) => {
    for (let i = 0; i < count; i += 1) {
      fill(world, { x: 100 * i, y: 0 });
    }
    return world.joints;
  };
}

/** Makes bodies that do not collide, each hung by a pin at its `anchor` on the one before. */
function hanger(world, origin) {
  const at = ({ x, y }) => ({ x: origin.x + x, y: origin.y + y });
  const root = world.createBody({});
  const hang = (before, position, shape, anchor, density = 1) => {
    const body = world.createBody({ type: "dynamic", position: at(position), shape, density, group: -1 });
    world.createJoint({ type: "revolute", bodyA: before ?? root, bodyB: body, anchor: at(anchor) });
    return body;
  };
  return { root, hang, at };
}

/** Ten links, a beam of 8 m on their end, and from both ends of it five links and a ball of 671 times a link. */
function chandelier(world, origin) {
  const { hang } = hanger(world, origin);
  const links = (from, count, x, y) => {
    let last = from;
    for (let i = 0; i < count; i += 1) {
      last = hang(last, { x, y: y - i - 0.5 }, box(0.25, 1), { x, y: y - i });
    }
    return last;
  };
  const beam = hang(links(undefined, 10, 0, 0), { x: 0, y: -10 }, box(8, 0.25), { x: 0, y: -10 });
  for (const x of [-4, 4]) {
    hang(links(beam, 5, x, -10), { x, y: -17.31 }, circle(2.31), { x, y: -15 }, 10);
  }
}

/** A bridge of thirty planks, a lantern under each. */
function lanterns(world, origin) {
  const { root, hang, at } = hanger(world, origin);
  let last;
  for (let x = 0; x < 30; x += 1) {
    last = hang(last, { x: x + 0.5, y: 0 }, box(1, 0.25), { x, y: 0 });
    hang(last, { x: x + 0.5, y: -0.6 }, box(0.4, 0.4), { x: x + 0.5, y: -0.125 }, 5);
  }
  world.createJoint({ type: "revolute", bodyA: last, bodyB: root, anchor: at({ x: 30, y: 0 }) });
}

/** A doll hung by its head, with boots of 400 times a shin. */
function doll(world, origin) {
  const { hang } = hanger(world, origin);
  const head = hang(undefined, { x: 0, y: 0 }, circle(0.15), { x: 0, y: 0.15 });
  const torso = hang(head, { x: 0, y: -0.55 }, box(0.35, 0.7), { x: 0, y: -0.18 });
  for (const side of [-1, 1]) {
    const [arm, leg] = [0.2 * side, 0.1 * side];
    const upper = hang(torso, { x: arm, y: -0.5 }, box(0.1, 0.4), { x: arm, y: -0.3 });
    hang(upper, { x: arm, y: -0.9 }, box(0.08, 0.4), { x: arm, y: -0.7 });
    const thigh = hang(torso, { x: leg, y: -1.15 }, box(0.14, 0.5), { x: leg, y: -0.9 });
    const shin = hang(thigh, { x: leg, y: -1.65 }, box(0.1, 0.5), { x: leg, y: -1.4 });
    hang(shin, { x: leg, y: -2.9 }, box(1, 2), { x: leg, y: -1.9 }, 10);
  }
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
  ]),
];

function gaps(pins) {
  const all = pins.map(({ bodyA, bodyB, anchorA, anchorB }) => {
    const p = bodyA.toWorld(anchorA);
    const q = bodyB.toWorld(anchorB);
    return Math.hypot(p.x - q.x, p.y - q.y);
  });
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
