import { check, countNonFinite } from "./checks.mjs";
import { thousands } from "./scene.mjs";

const COLUMNS = { full: 120, half: 60 };
const ROWS = { full: 80, half: 40 };
const SCALE = { full: 1, half: 0.5 };
const BOX = 0.4;

/**
 * Where the ram is after the published number of steps (m); `reference`: box2d3-wasm. Runs scatter: of 16 starts 3 mm apart, in half
 * size, it gets to 78.9–83.3 m in box2d3-wasm, 81.5 on average, and to 81.0–85.0 m here, 83.8 on average; here with 8 to 32 sub-steps
 * to 82.7–85.5 m on average. In full size these ranges are 93.0–95.0, 92.7–93.9, and 93.4–94.6 m.
 */
const RAM_AT = {
  full: { atLeast: 91, atMost: 95, reference: 93 },
  half: { atLeast: 79, atMost: 87, reference: 80.2 },
};

/**
 * How far boxes get in the published number of steps, and a little more (m): here to 171 and ±47; in half size, where the ram is just
 * as fast, to 152 and ±41.
 */
const REACH = { full: { x: 176, y: 50 }, half: { x: 157, y: 44 } };

/** The ram's index. */
const RAM = 0;

/** A heavy ram into a wall of boxes, without gravity. @type {import("./scene.mjs").Scene} */
export const smash = {
  name: "smash",
  title: "Smash",
  about(size) {
    const side = 8 * SCALE[size];
    return `A ram of ${side} × ${side} m at 40 m/s into a wall of ${thousands(COLUMNS[size] * ROWS[size])} boxes, no gravity.`;
  },
  steps: 300,
  gravity: { x: 0, y: 0 },

  bounds: (size) => ({ minX: 0, minY: -REACH[size].y, maxX: REACH[size].x, maxY: REACH[size].y }),

  build(builder, size) {
    const scale = SCALE[size];
    const ram = builder.createBody({ type: "dynamic", x: -20 * scale, y: 0, vx: 40 });
    builder.addShape(ram, { kind: "box", width: 8 * scale, height: 8 * scale }, { density: 8 });
    for (let column = 0; column < COLUMNS[size]; column += 1) {
      for (let row = 0; row < ROWS[size]; row += 1) {
        const x = 30 * scale + column * BOX;
        const y = (row - ROWS[size] / 2) * BOX;
        const body = builder.createBody({ type: "dynamic", x, y });
        builder.addShape(body, { kind: "box", width: BOX, height: BOX });
      }
    }
  },

  prove(final) {
    return [
      check({ name: "ram at x", value: final.poses[RAM * 3], unit: "m", ...RAM_AT[final.size] }),
      check({ name: "lost bodies", value: countNonFinite(final), atMost: 0, reference: 0, always: true }),
    ];
  },
};
