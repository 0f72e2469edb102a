import { check, displacement } from "./checks.mjs";
import { buildPyramid } from "./pyramid.mjs";
import { thousands } from "./scene.mjs";

const COUNT = { full: 20, half: 10 };
const BASE = 10;
const PITCH = 11;
const PLATE_THICKNESS = 0.5;

/** Many medium-sized islands: in full size 20 × 20 pyramids of base 10 on 20 plates. @type {import("./scene.mjs").Scene} */
export const pyramids = {
  name: "pyramids",
  title: "Field of pyramids",
  about(size) {
    const count = COUNT[size];
    const boxes = thousands((count * count * BASE * (BASE + 1)) / 2);
    return `${count} ground plates with ${count} pyramids of base ${BASE} on each: ${boxes} boxes in ${count * count} islands.`;
  },
  steps: 200,
  gravity: { x: 0, y: -10 },

  bounds: (size) => {
    const extent = COUNT[size] * PITCH;
    return { minX: -extent / 2 - 1, minY: -1, maxX: extent / 2 + 1, maxY: extent };
  },

  build(builder, size) {
    const count = COUNT[size];
    for (let row = 0; row < count; row += 1) {
      const plate = builder.createBody({ type: "static", x: 0, y: row * PITCH - PLATE_THICKNESS / 2 });
      builder.addShape(plate, { kind: "box", width: count * PITCH, height: PLATE_THICKNESS });
    }
    for (let row = 0; row < count; row += 1) {
      for (let column = 0; column < count; column += 1) {
        buildPyramid(builder, { base: BASE, centerX: (column - (count - 1) / 2) * PITCH, baseY: row * PITCH });
      }
    }
  },

  prove(final) {
    const { mean, worst } = displacement(final);
    return [
      // At least a tenth of what is usual, as in `pyramid`.
      check({ name: "mean displacement", value: mean, unit: "m", atLeast: 0.0004, atMost: 0.0045, reference: 0.004 }),
      check({ name: "worst displacement", value: worst, unit: "m", atMost: 0.02 }),
    ];
  },
};
