// How deep ellipses sink into the ground when they land on one end and slam down with the other (docs/decisions/0028-landings.md):
// the deepest of 40 starts for each.
//   npm run build && node benchmarks/slamming.mjs

import { World, box, ellipse, superellipse } from "../dist/index.js";

const STARTS = 40;
const STEPS = 240;

/** Half the height of a superellipse of half-axes a and b, turned by an angle: the dual of the norm that defines its outline. */
function heightOf(a, b, exponent, angle) {
  const dual = exponent / (exponent - 1);
  const across = (a * Math.abs(Math.sin(angle))) ** dual + (b * Math.abs(Math.cos(angle))) ** dual;
  return across ** (1 / dual);
}

function deepest(a, b, exponent, start, height) {
  const world = new World();
  world.createBody({ position: { x: 0, y: -5 }, shape: box(200, 10) });
  const body = world.createBody({
    type: "dynamic",
    position: { x: 0, y: height + a },
    angle: ((start + 0.5) / STARTS) * Math.PI,
    angularVelocity: ((start % 5) - 2) * 2,
    shape: exponent === 2 ? ellipse(a, b) : superellipse(a, b, exponent),
  });
  let depth = 0;
  for (let step = 0; step < STEPS; step += 1) {
    world.step(1 / 60);
    depth = Math.max(depth, heightOf(a, b, exponent, body.angle) - body.y);
  }
  world.dispose();
  return depth;
}

for (const [a, b, exponent] of [
  [1, 0.25, 2],
  [1, 0.1, 2],
  [0.3, 0.1, 2],
  [1, 0.2, 4],
]) {
  for (const height of [1, 5, 10]) {
    const depths = Array.from({ length: STARTS }, (_, start) => deepest(a, b, exponent, start, height));
    console.log(`${a} × ${b}, exponent ${exponent}, from ${height} m: ${Math.max(...depths).toFixed(3)} m`);
  }
}
