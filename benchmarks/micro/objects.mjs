/**
 * What the objects around the core cost: making and destroying them, at first and after tens of thousands have come and gone;
 * drawing; casting a ray at a shape without a world; reading events:
 * `npm run build && node benchmarks/micro/objects.mjs`.
 */

import { draw } from "../../dist/debug-draw.js";
import { rayCast } from "../../dist/geometry.js";
import { World, box, circle } from "../../dist/index.js";

const SERIES = 8;
const EACH = 10_000;
const LIVING = 100;

/** By name: each sets a case up and returns the call to be repeated. */
const CALLS = {
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
  draw() {
    const world = new World();
    world.createBody({ shape: box(1, 1) });
    const nothing = () => {};
    const painter = { polygon: nothing, circle: nothing, segment: nothing, point: nothing };
    return () => draw(world, painter);
  },
  rayCast() {
    const shape = box(1, 1);
    return () => rayCast(shape, { x: -3, y: 0 }, { x: 6, y: 0.1 });
  },
};

console.log(`µs to make and destroy one, to draw one, to cast a ray, by series of ${EACH}`);
for (const [name, start] of Object.entries(CALLS)) {
  const once = start();
  const times = [];
  for (let series = 0; series < SERIES; series += 1) {
    const begin = performance.now();
    for (let k = 0; k < EACH; k += 1) {
      once();
    }
    times.push((1000 * (performance.now() - begin)) / EACH);
  }
  console.log(name.padEnd(8), times.map((time) => time.toFixed(2).padStart(6)).join(""));
}

/** Balls that bounce about in a box for ever, all with hit and contact events. */
function gas() {
  const world = new World({ gravity: { x: 0, y: 0 }, sleeping: false });
  for (const side of [-1, 1]) {
    world.createBody({ position: { x: 0, y: 21 * side }, shape: box(44, 2) });
    world.createBody({ position: { x: 21 * side, y: 0 }, shape: box(2, 44) });
  }
  for (let k = 0; k < 1600; k += 1) {
    world.createBody({
      type: "dynamic",
      position: { x: (k % 40) - 19.5, y: Math.floor(k / 40) - 19.5 },
      linearVelocity: { x: 20 * Math.sin(k), y: 20 * Math.cos(k * k) },
      shape: circle(0.2),
      restitution: 1,
      friction: 0,
      events: { hit: true, contact: true },
    });
  }
  return world;
}

const world = gas();
console.log("µs to read an event, by series of 60 steps");
for (const kind of /** @type {const} */ (["contactBegin", "contactEnd", "hit"])) {
  const times = [];
  for (let series = 0; series < SERIES; series += 1) {
    let [time, count] = [0, 0];
    for (let step = 0; step < 60; step += 1) {
      world.step();
      const begin = performance.now();
      count += world.events[kind].length;
      time += performance.now() - begin;
    }
    times.push((1000 * time) / count);
  }
  console.log(kind.padEnd(12), times.map((time) => time.toFixed(2).padStart(6)).join(""));
}
