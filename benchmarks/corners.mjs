// node benchmarks/corners.mjs
// How high boxes without restitution hop when they fall on a corner from 1.8 m, starting at 2 m/s, in Scree, in box2d3-wasm and by
// rigid-body mechanics: the mean and the worst of 14 angles from 0.1 to 1.4 rad. Exact boxes hop too: the spin that is left after the
// impact lifts the corner that landed, if it carries that corner up faster than the box falls.
import { readPoses } from "./adapters/adapter.mjs";
import { box2d3Deluxe } from "./adapters/box2d3_deluxe.mjs";
import { scree } from "./adapters/scree.mjs";
import { plasticImpact } from "./impact.mjs";

const ANGLES = Array.from({ length: 14 }, (_, index) => 0.1 * (index + 1));
/** A box nearer to the floor than this has landed (m). */
const LANDED = 0.002;
const STEPS = 90;
const GRAVITY = 10;
const HEIGHT = 1.8;
const SPEED = 2;

/** @typedef {{ width: number, height: number, friction: number }} Body */

/** How high the lowest corner rises once the box has landed. @param {import("./adapters/adapter.mjs").Engine} engine */
function hop(engine, /** @type {Body} */ { width, height, friction }, /** @type {number} */ angle) {
  const simulation = engine.createSimulation({ gravity: { x: 0, y: -GRAVITY } });
  const floor = simulation.createBody({ type: "static", x: 0, y: -1 });
  simulation.addShape(floor, { kind: "box", width: 40, height: 2 }, { friction });
  const body = simulation.createBody({ type: "dynamic", x: 0, y: HEIGHT, angle, vy: -SPEED });
  simulation.addShape(body, { kind: "box", width, height }, { friction });
  let landed = false;
  let highest = 0;
  for (let step = 0; step < STEPS; step += 1) {
    simulation.step();
    const [, , , , y = 0, turn = 0] = readPoses(simulation, "cosSin", 2);
    const gap = y - (Math.abs(Math.cos(turn)) * height + Math.abs(Math.sin(turn)) * width) / 2;
    landed ||= gap < LANDED;
    highest = landed ? Math.max(highest, gap) : 0;
  }
  simulation.dispose();
  return highest;
}

/** The same for an exact rigid box of unit mass, with a plastic impact by Coulomb's law, until its next corner lands. */
function exactHop(/** @type {Body} */ { width, height, friction }, /** @type {number} */ angle) {
  const dt = 1e-5;
  const inertia = (width * width + height * height) / 12;
  let [y, turn, vx, vy, spin] = [HEIGHT, angle, 0, -SPEED, 0];
  let highest = 0;
  for (let landed = false; ;) {
    vy -= GRAVITY * dt;
    y += vy * dt;
    turn += spin * dt;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const corners = [-1, 1].flatMap((i) => [-1, 1].map((j) => [(i * width) / 2, (j * height) / 2]));
    const arms = corners.map(([a = 0, b = 0]) => ({ x: a * cos - b * sin, y: a * sin + b * cos }));
    const [arm = { x: 0, y: 0 }, next = arm] = arms.sort((one, other) => one.y - other.y);
    const gap = y + arm.y;
    if (landed && y + next.y <= 0) {
      return highest;
    }
    highest = landed ? Math.max(highest, gap) : 0;
    const normal = vy + spin * arm.x;
    if (gap > 0 || normal >= 0) {
      continue;
    }
    landed = true;
    y -= gap;
    const { push, rub } = plasticImpact(arm, inertia, friction, normal, vx - spin * arm.y);
    vx += rub;
    vy += push;
    spin += (arm.x * push - arm.y * rub) / inertia;
  }
}

/** @param {(body: Body, angle: number) => number} hopOf */
function hops(hopOf, /** @type {Body} */ body) {
  const all = ANGLES.map((angle) => 1e3 * hopOf(body, angle));
  const mean = all.reduce((sum, one) => sum + one, 0) / all.length;
  return `mean ${mean.toFixed(1)}, worst ${Math.max(...all).toFixed(1)} mm`;
}

const engines = await Promise.all([scree.load(), box2d3Deluxe.load()]);
for (const [width, height] of /** @type {const} */ ([
  [2, 0.2],
  [1, 1],
  [1, 0.4],
])) {
  for (const friction of [0.3, 0.6, 2]) {
    const body = { width, height, friction };
    const [ours, theirs] = engines.map((engine) => hops((box, angle) => hop(engine, box, angle), body));
    console.log(
      `${width} × ${height} m, friction ${friction}: ${ours}; box2d3-wasm ${theirs}; exact ${hops(exactHop, body)}`,
    );
  }
}
