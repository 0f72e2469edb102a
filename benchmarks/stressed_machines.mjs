// Machines whose parts press on one another for ever (docs/decisions/0031-two-points.md): how many of 400 spin themselves up in free
// space, and how many never come to rest on the ground; and how many heaps of ragdolls keep a joint open.
//   npm run build && node benchmarks/stressed_machines.mjs

import { World, box, capsule, circle } from "../dist/index.js";
import { buildRagdoll } from "../examples/builders/index.mjs";
import { makeRandom } from "../examples/scenes/random.mjs";

const MACHINES = 400;
const HEAPS = 60;
const DT = 1 / 60;

/** Two to six bodies `spacing` apart, each pinned or welded to an earlier one, midway between the two. */
function machine(world, seed, spacing) {
  const random = makeRandom(7919 * seed);
  const bodies = [];
  for (let count = 2 + Math.floor(5 * random()); count > 0; count -= 1) {
    const size = 0.4 + 1.2 * random();
    const shapes = [box(size, 0.4 + 0.8 * random()), circle(size / 2), capsule(size, 0.2)];
    const position = { x: spacing * bodies.length, y: 2 + 0.6 * random() };
    const angle = 6 * random();
    const bodyB = world.createBody({ type: "dynamic", position, angle, shape: shapes[Math.floor(3 * random())] });
    if (bodies.length > 0) {
      const bodyA = bodies[Math.floor(bodies.length * random())];
      const anchor = { x: (bodyA.x + bodyB.x) / 2, y: (bodyA.y + bodyB.y) / 2 };
      const type = random() < 1 / 3 ? "weld" : "revolute";
      const limited = type === "revolute" && random() < 0.5;
      world.createJoint({ type, bodyA, bodyB, anchor, ...(limited && { limit: { lower: -0.3, upper: 0.3 } }) });
    }
    bodies.push(bodyB);
  }
  return { bodies, random };
}

function sum(bodies, of) {
  return bodies.reduce((total, body) => total + of(body), 0);
}

/** Angular momentum of all bodies about their common centre of mass (kg m²/s). */
function spinOf(bodies) {
  const mass = sum(bodies, (b) => b.mass);
  const x = sum(bodies, (b) => b.mass * b.x) / mass;
  const y = sum(bodies, (b) => b.mass * b.y) / mass;
  return sum(bodies, (b) => {
    const v = b.linearVelocity;
    return b.mass * ((b.x - x) * v.y - (b.y - y) * v.x) + b.inertia * b.angularVelocity;
  });
}

function energyOf(bodies) {
  return sum(bodies, (b) => {
    const { x, y } = b.linearVelocity;
    return 0.5 * b.mass * (x * x + y * y) + 0.5 * b.inertia * b.angularVelocity ** 2 + 10 * b.mass * b.y;
  });
}

function steps(world, count) {
  for (let step = 0; step < count; step += 1) world.step(DT);
}

/** Has a machine's angular momentum grown by over a tenth 20 s after it was set turning at 1 rad/s? */
function spinsUp(seed) {
  const world = new World({ gravity: { x: 0, y: 0 }, sleeping: false });
  const { bodies } = machine(world, seed, 0.7);
  steps(world, 300);
  for (const body of bodies) {
    body.linearVelocity = { x: -body.y, y: body.x };
    body.angularVelocity = 1;
  }
  const before = Math.abs(spinOf(bodies));
  steps(world, 1200);
  const after = Math.abs(spinOf(bodies));
  world.dispose();
  return after > 1.1 * before;
}

/** Do a machine's energies differ by more than 2 % from the 30th second to the 60th? */
function isRestless(seed, spacing) {
  const world = new World({ gravity: { x: 0, y: -10 }, sleeping: false });
  world.createBody({ position: { x: 0, y: -1 }, shape: box(6000, 2) });
  const { bodies, random } = machine(world, seed, spacing);
  for (const body of bodies) {
    body.linearVelocity = { x: 6 * random() - 3, y: 4 * random() };
    body.angularVelocity = 4 * random() - 2;
  }
  steps(world, 1200);
  const energies = [3, 4, 5, 6].map(() => {
    steps(world, 600);
    return energyOf(bodies);
  });
  world.dispose();
  return Math.max(...energies) > 1.02 * Math.min(...energies);
}

/** The worst gap of a joint after 15 s in a heap of 32 ragdolls (m). */
function worstOfHeap(start) {
  const world = new World();
  world.createBody({ position: { x: 0, y: -1 }, shape: box(40, 2) });
  for (const x of [-8, 8]) world.createBody({ position: { x, y: 20 }, shape: box(1, 44) });
  for (let doll = 0; doll < 32; doll += 1) {
    const position = { x: -5 + 3.3 * (doll % 4) + 0.003 * start, y: 2 + 3 * Math.floor(doll / 4) };
    buildRagdoll({ capsule }, world, { position, group: -1 - doll });
  }
  steps(world, 900);
  const worst = Math.max(
    ...world.joints.map((j) => {
      const a = j.bodyA.toWorld(j.anchorA);
      const b = j.bodyB.toWorld(j.anchorB);
      return Math.hypot(a.x - b.x, a.y - b.y);
    }),
  );
  world.dispose();
  return worst;
}

function count(most, of) {
  let found = 0;
  for (let k = 1; k <= most; k += 1) found += of(k) ? 1 : 0;
  return found;
}

console.log(`spin up in free space: ${count(MACHINES, spinsUp)} of ${MACHINES}`);
for (const spacing of [0.7, 0.4]) {
  const restless = count(MACHINES, (seed) => isRestless(seed, spacing));
  console.log(`restless on the ground, ${spacing} m apart: ${restless} of ${MACHINES}`);
}
const gaps = Array.from({ length: HEAPS }, (_, start) => worstOfHeap(start));
for (const open of [0.1, 0.15]) {
  console.log(`heaps with a joint open by ${open} m: ${gaps.filter((gap) => gap > open).length} of ${HEAPS}`);
}
