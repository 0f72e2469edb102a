import { check, jointGaps, countOutsideRectangle } from "./checks.mjs";

const PLANKS = 30;
const LOADS = 12;
const ABYSS = -12;

/** @type {import("./scene.mjs").Scene} */
export const bridge = {
  name: "bridge",
  title: "Bridge",
  about: () => "Thirty planks pinned end to end between two banks carry boxes and balls.",
  steps: 480,
  gravity: { x: 0, y: -10 },

  bounds: () => ({ minX: -20, minY: -9, maxX: 20, maxY: 8 }),

  build(builder) {
    const half = PLANKS / 2;
    const banks = builder.createBody({ type: "static", x: 0, y: 0 });
    for (const side of [-1, 1]) {
      builder.addShape(banks, { kind: "box", width: 10, height: 10, x: side * (half + 5), y: -5 });
    }
    let previous = banks;
    for (let index = 0; index < PLANKS; index += 1) {
      const x = index + 0.5 - half;
      const plank = builder.createBody({ type: "dynamic", x, y: -0.125 });
      builder.addShape(plank, { kind: "box", width: 1, height: 0.25 }, { density: 20 });
      builder.addRevolute({ bodyA: previous, bodyB: plank, x: x - 0.5, y: -0.125 });
      previous = plank;
    }
    builder.addRevolute({ bodyA: previous, bodyB: banks, x: half, y: -0.125 });
    for (let index = 0; index < LOADS; index += 1) {
      const load = builder.createBody({ type: "dynamic", x: (index - (LOADS - 1) / 2) * 1.3, y: 2 + (index % 3) });
      const shape = index % 2 === 0 ? { width: 0.9, height: 0.9 } : { radius: 0.45 };
      builder.addShape(load, /** @type {any} */ ({ kind: index % 2 === 0 ? "box" : "circle", ...shape }), {
        density: 2,
      });
    }
  },

  prove(final) {
    const { mean, worst } = jointGaps(final);
    const planks = final.poses.filter((_, at) => at % 3 === 1).slice(1, 1 + PLANKS);
    return [
      check({ name: "sag under the load", value: -Math.min(...planks), unit: "m", atLeast: 0.5, reference: 2 }),
      check({ name: "mean gap", value: mean, unit: "m", atMost: 0.02 }),
      check({ name: "worst gap", value: worst, unit: "m", atMost: 0.08 }),
      check({ name: "fallen through", value: countOutsideRectangle(final, { minY: ABYSS }), atMost: 0, always: true }),
    ];
  },
};
