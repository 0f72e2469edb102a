import { check, displacement, highest } from "./checks.mjs";
import { thousands } from "./scene.mjs";

const BASE = { full: 100, half: 50 };

/**
 * Loaded boxes give way a little in every engine of the comparison: if they move less than a tenth of the usual, no contact carries
 * a load. An engine with perfectly hard contacts could not be told from one that does nothing.
 */
const LIMITS = {
  full: { top: { atLeast: 98.7, reference: 98.77 }, displacement: { atLeast: 0.035, atMost: 0.4, reference: 0.35 } },
  half: { top: { atLeast: 49.25, reference: 49.32 }, displacement: { atLeast: 0.009, atMost: 0.1, reference: 0.088 } },
};

/**
 * Unit boxes stacked into a pyramid, row upon row, without gaps.
 * @param {import("./scene.mjs").SceneBuilder} builder
 * @param {{ base: number, centerX: number, baseY: number }} where `base` boxes in the lowest row
 */
export function buildPyramid(builder, { base, centerX, baseY }) {
  for (let row = 0; row < base; row += 1) {
    const count = base - row;
    for (let column = 0; column < count; column += 1) {
      const body = builder.createBody({ type: "dynamic", x: centerX + column - (count - 1) / 2, y: baseY + row + 0.5 });
      builder.addShape(body, { kind: "box", width: 1, height: 1 });
    }
  }
}

/** One large island: in full size 5,050 unit boxes on a base of 100. @type {import("./scene.mjs").Scene} */
export const pyramid = {
  name: "pyramid",
  title: "Pyramid",
  about(size) {
    const base = BASE[size];
    return `${thousands((base * (base + 1)) / 2)} unit boxes, one island: the weight of ${base} rows on the lowest.`;
  },
  steps: 500,
  gravity: { x: 0, y: -10 },

  bounds: (size) => ({ minX: -0.55 * BASE[size], minY: -2, maxX: 0.55 * BASE[size], maxY: 1.02 * BASE[size] }),

  build(builder, size) {
    const ground = builder.createBody({ type: "static", x: 0, y: -1 });
    builder.addShape(ground, { kind: "box", width: 2 * BASE[size], height: 2 });
    buildPyramid(builder, { base: BASE[size], centerX: 0, baseY: 0 });
  },

  prove(final) {
    const limits = LIMITS[final.size];
    const { mean } = displacement(final);
    return [
      check({ name: "top", value: highest(final), unit: "m", ...limits.top }),
      check({ name: "mean displacement", value: mean, unit: "m", ...limits.displacement }),
    ];
  },
};
