/**
 * What it costs to make and destroy, at first and when tens of thousands have come and gone:
 * `npm run build && node benchmarks/micro/lifetimes.mjs`.
 */

import { World, box } from "../../dist/index.js";

const SERIES = 8;
const EACH = 10_000;
const LIVING = 100;

/** One made and one destroyed, of all that a world holds of that kind: a function that does so. */
const KINDS = {
  body() {
    const world = new World();
    const living = Array.from({ length: LIVING }, () => world.createBody({}));
    const shape = box(1, 1);
    return () => {
      living.push(world.createBody({ type: "dynamic", shape, userData: {} }));
      living.shift()?.destroy();
    };
  },
  shape() {
    const body = new World().createBody({});
    const shape = box(1, 1);
    return () => body.addShape(shape).destroy();
  },
  joint() {
    const world = new World();
    const bodyA = world.createBody({});
    const bodyB = world.createBody({ type: "dynamic", shape: box(1, 1) });
    return () => world.createJoint({ type: "revolute", bodyA, bodyB }).destroy();
  },
  field() {
    const world = new World();
    return () => world.createField({ type: "attractor", position: { x: 0, y: 0 }, strength: 1 }).destroy();
  },
};

console.log(`µs to make and destroy one, by series of ${EACH}`);
for (const [name, start] of Object.entries(KINDS)) {
  const once = start();
  const times = [];
  for (let series = 0; series < SERIES; series += 1) {
    const begin = performance.now();
    for (let k = 0; k < EACH; k += 1) {
      once();
    }
    times.push((1000 * (performance.now() - begin)) / EACH);
  }
  console.log(name.padEnd(6), times.map((time) => time.toFixed(2).padStart(6)).join(""));
}
