/**
 * What snapshots cost compared with a plain copy of as many bytes, and the size and time of packed ones:
 * `npm run build && node benchmarks/micro/snapshots.mjs`.
 */

import { World, box, circle } from "../../dist/index.js";
import { packSnapshot, unpackSnapshot } from "../../dist/replay.js";

const ROUNDS = 300;
const GAP = 8;

/** A pyramid of unit boxes, `base` of them in the lowest row, that stays awake. */
function pyramid(/** @type {number} */ base) {
  const world = new World({ gravity: { x: 0, y: -10 }, sleeping: false });
  world.createBody({ position: { x: 0, y: -1 }, shape: box(4 * base, 2) });
  for (let row = 0; row < base; row += 1) {
    for (let k = 0; k < base - row; k += 1) {
      const position = { x: k - (base - row - 1) / 2, y: row + 0.5 };
      world.createBody({ type: "dynamic", position, shape: box(1, 1) });
    }
  }
  return world;
}

/** Balls and boxes thrown about, as in a game without gravity. */
function loose(/** @type {number} */ count) {
  const world = new World({ gravity: { x: 0, y: 0 } });
  for (let k = 0; k < count; k += 1) {
    world.createBody({
      type: "dynamic",
      position: { x: 3 * (k % 32), y: 3 * Math.floor(k / 32) },
      linearVelocity: { x: Math.sin(k) * 3, y: Math.cos(k * 1.7) * 3 },
      angularVelocity: Math.sin(2 * k),
      shape: k % 2 ? box(1, 0.8) : circle(0.5),
    });
  }
  return world;
}

function advance(/** @type {World} */ world, /** @type {number} */ steps) {
  for (let step = 0; step < steps; step += 1) {
    world.step();
  }
}

function time(/** @type {() => void} */ call) {
  const start = performance.now();
  call();
  return performance.now() - start;
}

/** The time at a share of all times, sorted from the fastest. */
function quantile(/** @type {number[]} */ times, /** @type {number} */ share) {
  return times.toSorted((a, b) => a - b)[Math.floor(share * (times.length - 1))] ?? Number.NaN;
}

function costs() {
  const world = pyramid(100);
  advance(world, 10);
  let saved = world.snapshot();
  const { length } = saved;
  const kept = new Uint8Array(length);
  const plain = new Uint8Array(length);
  const memory = new Uint8Array(new WebAssembly.Memory({ initial: 1 + (length >> 16) }).buffer, 0, length);
  const calls = {
    "copy out of Wasm memory": () => plain.set(memory),
    "snapshot into a kept array": () => (saved = world.snapshot(kept)),
    "copy into Wasm memory": () => memory.set(plain),
    restore: () => world.restore(saved),
    "fresh array and copy": () => new Uint8Array(length).set(memory),
    "fresh snapshot": () => world.snapshot(),
  };
  const names = /** @type {(keyof typeof calls)[]} */ (Object.keys(calls));
  const times = new Map(names.map((name) => [name, /** @type {number[]} */ ([])]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of names) {
      times.get(name)?.push(time(calls[name]));
    }
  }
  console.log(`pyramid of ${world.counters.bodies} bodies, ${length} bytes (ms: fastest, a tenth, median)`);
  for (const [name, all] of times) {
    console.log(`${name.padEnd(28)} ${[0, 0.1, 0.5].map((share) => quantile(all, share).toFixed(3)).join("  ")}`);
  }
}

function sizes() {
  console.log(`packed, ${GAP} steps after the base (bytes a body, ms to pack, ms to unpack)`);
  for (const [name, world, settled] of /** @type {const} */ ([
    ["800 loose bodies", loose(800), 60],
    ["pyramid of base 40, one step old", pyramid(40), 1],
    ["pyramid of base 40, a second old", pyramid(40), 60],
    ["pyramid of base 100, ten steps old", pyramid(100), 10],
    ["pyramid of base 100, a second old", pyramid(100), 60],
  ])) {
    advance(world, settled);
    const base = world.snapshot();
    advance(world, GAP);
    const snapshot = world.snapshot();
    const packed = packSnapshot(snapshot, base);
    const pack = quantile(
      Array.from({ length: 9 }, () => time(() => packSnapshot(snapshot, base))),
      0,
    );
    const unpack = quantile(
      Array.from({ length: 9 }, () => time(() => unpackSnapshot(packed, base))),
      0,
    );
    const size = packed.length / world.counters.awake;
    console.log(`${name.padEnd(36)} ${size.toFixed(1)}  ${pack.toFixed(1)}  ${unpack.toFixed(1)}`);
  }
}

costs();
sizes();
