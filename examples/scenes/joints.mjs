import { check, displacement, jointGaps } from "./checks.mjs";
import { thousands } from "./scene.mjs";

const GRID = { full: 100, half: 50 };
const RADIUS = 0.4;

/** Limits after the published number of steps, while the cloth still swings. It moves as far as its pins give way, which they do only under load. */
const LIMITS = {
  full: {
    mean: { atMost: 0.0215, reference: 0.021 },
    worst: { atMost: 0.425, reference: 0.42 },
    displacement: { atLeast: 0.4, reference: 4.3 },
  },
  half: {
    mean: { atMost: 0.0075, reference: 0.007 },
    worst: { atMost: 0.095, reference: 0.089 },
    displacement: { atLeast: 0.06, reference: 0.59 },
  },
};

/** Columns left and right of the middle one whose top circle is static. */
const HELD_EACH_SIDE = 3;

/** The circles do not collide with one another: their mask leaves out their own layer. */
const NO_CONTACTS = { category: 2, mask: ~2 >>> 0 };

/** A cloth of circles pinned to one another. @type {import("./scene.mjs").Scene} */
export const joints = {
  name: "joints",
  title: "Grid of joints",
  about(size) {
    const count = GRID[size];
    const [circles, pins] = [count * count, 2 * count * (count - 1)].map(thousands);
    return `${circles} circles in a cloth, each pinned to its upper and left neighbour, hung from seven: ${pins} joints.`;
  },
  steps: 500,
  gravity: { x: 0, y: -10 },

  bounds: (size) => {
    const count = GRID[size];
    return { minX: -0.1 * count, minY: -1.12 * count, maxX: 1.1 * count, maxY: 0.06 * count };
  },

  build(builder, size) {
    const count = GRID[size];
    const middle = count / 2;
    for (let column = 0; column < count; column += 1) {
      for (let row = 0; row < count; row += 1) {
        const held = row === 0 && Math.abs(column - middle) <= HELD_EACH_SIDE;
        const body = builder.createBody({ type: held ? "static" : "dynamic", x: column, y: -row });
        builder.addShape(body, { kind: "circle", radius: RADIUS }, NO_CONTACTS);
        if (row > 0) {
          builder.addRevolute({ bodyA: body - 1, bodyB: body, x: column, y: 0.5 - row });
        }
        if (column > 0) {
          builder.addRevolute({ bodyA: body - count, bodyB: body, x: column - 0.5, y: -row });
        }
      }
    }
  },

  prove(final) {
    const { mean, worst } = jointGaps(final);
    const limits = LIMITS[final.size];
    return [
      check({ name: "mean gap", value: mean, unit: "m", ...limits.mean }),
      check({ name: "worst gap", value: worst, unit: "m", ...limits.worst }),
      check({ name: "mean displacement", value: displacement(final).mean, unit: "m", ...limits.displacement }),
    ];
  },
};
