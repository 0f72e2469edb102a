// node benchmarks/joint_gaps.mjs [--only word]
// How far the anchors of pins part, after ten seconds and at most in the eleventh, and what a step takes: the benchmark's cloth
// and rows like those of tests/behaviour/joint_scenes.test.ts, in Scree alone, under several settings; and trees and rings,
// one and twenty of each.
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

/** Pins bars to each other where they end. Returns how to make one, how to hang something at a point, and how to hold one. */
function bars(world, origin) {
  const at = (x, y) => ({ x: origin.x + x, y: origin.y + y });
  const ground = world.createBody({});
  const ends = new Map();
  const make = (x, y, shape, density, angle = 0) =>
    world.createBody({ type: "dynamic", position: at(x, y), shape, density, angle, group: -1 });
  const pin = (bodyA, bodyB, x, y) => world.createJoint({ type: "revolute", bodyA, bodyB, anchor: at(x, y) });
  const bar = (x, y, u, v) => {
    const body = make((x + u) / 2, (y + v) / 2, box(Math.hypot(u - x, v - y), 0.15), 1, Math.atan2(v - y, u - x));
    for (const [a, b] of [
      [x, y],
      [u, v],
    ]) {
      const first = ends.get(`${a},${b}`);
      if (first) {
        pin(first, body, a, b);
      } else {
        ends.set(`${a},${b}`, body);
      }
    }
    return body;
  };
  const hold = (x, y, body = ground) => pin(body, ends.get(`${x},${y}`), x, y);
  return { bar, hold, pin, make };
}

/** Five stages under 48 times the mass of a bar. */
function scissorLift(world, origin) {
  const { bar, hold, pin, make } = bars(world, origin);
  for (let y = 0; y < 5; y += 1) {
    pin(bar(0, y, 4, y + 1), bar(4, y, 0, y + 1), 2, y + 0.5);
  }
  const deck = make(2, 5.25, box(4, 0.5), 15);
  for (const x of [0, 4]) {
    hold(x, 0);
    hold(x, 5, deck);
  }
}

/** Eight metres under 100 bars. */
function truss(world, origin) {
  const { bar, hold, make } = bars(world, origin);
  for (let x = 0; x < 8; x += 1) {
    bar(x, 0, x + 1, 0);
    bar(x, 0, x + 0.5, 1);
    bar(x + 0.5, 1, x + 1, 0);
    if (x < 7) {
      bar(x + 0.5, 1, x + 1.5, 1);
    }
  }
  hold(0, 0);
  hold(8, 0);
  hold(4, 0, make(4, -1, box(1, 1), 15));
}

/** Twelve columns of three boxes of a metre that stand out from the ground, each welded to those beside it. */
function wall(world, origin) {
  const boxes = [];
  const ground = world.createBody({});
  const weld = (bodyA, bodyB, x, y) =>
    world.createJoint({ type: "weld", bodyA, bodyB, anchor: { x: origin.x + x, y: origin.y + y } });
  for (let k = 0; k < 36; k += 1) {
    const [x, y] = [Math.floor(k / 3), k % 3];
    const position = { x: origin.x + x, y: origin.y + y };
    boxes.push(world.createBody({ type: "dynamic", position, shape: box(1, 1), group: -1 }));
    weld(x > 0 ? boxes[k - 3] : ground, boxes[k], x - 0.5, y);
    if (y > 0) {
      weld(boxes[k - 1], boxes[k], x, y - 0.5);
    }
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
    [`ring, scissor lift, ${count}`, hung(count, scissorLift), {}],
    [`ring, truss, ${count}`, hung(count, truss), {}],
    [`ring, wall of welds, ${count}`, hung(count, wall), {}],
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
