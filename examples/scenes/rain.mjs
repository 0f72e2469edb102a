import { check, countOutsideRectangle, meanHeight } from "./checks.mjs";
import { makeRandom } from "./random.mjs";

const COUNT = 420;
const PER_ROW = 21;
const HALF_WIDTH = 14;

/** The bowl's inside, from the right rim down and up to the left one. */
const BOWL = Array.from({ length: 25 }, (_, index) => {
  const t = index / 12 - 1;
  return [HALF_WIDTH * t, 9 * t * t];
}).reverse();

/** A shape of about 0.8 m. @returns {import("./scene.mjs").Shape} */
function pickShape(/** @type {number} */ index, /** @type {() => number} */ random) {
  const size = 0.3 + 0.15 * random();
  const corners = 3 + (index % 6);
  if (index % 4 === 0) {
    return { kind: "circle", radius: size };
  }
  if (index % 4 === 1) {
    return { kind: "capsule", length: 1.4 * size, radius: 0.6 * size };
  }
  if (index % 4 === 2) {
    return { kind: "box", width: 2 * size, height: 1.4 * size };
  }
  const points = Array.from({ length: corners }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / corners;
    return [1.2 * size * Math.cos(angle), 1.2 * size * Math.sin(angle)];
  });
  return { kind: "polygon", points };
}

/** @type {import("./scene.mjs").Scene} */
export const rain = {
  name: "rain",
  title: "Rain of shapes",
  about: () => "Circles, capsules, boxes and polygons of three to eight corners fall into a bowl.",
  steps: 600,
  gravity: { x: 0, y: -10 },

  bounds: () => ({ minX: -16, minY: -2, maxX: 16, maxY: 22 }),

  build(builder) {
    const random = makeRandom(7);
    const bowl = builder.createBody({ type: "static", x: 0, y: 0 });
    builder.addShape(bowl, { kind: "chain", points: BOWL, loop: false });
    for (const side of [-1, 1]) {
      const x = side * (HALF_WIDTH + 0.5);
      builder.addShape(bowl, { kind: "box", width: 1, height: 40, x, y: 20 });
    }
    for (let index = 0; index < COUNT; index += 1) {
      const column = index % PER_ROW;
      const row = Math.floor(index / PER_ROW);
      const x = (column - (PER_ROW - 1) / 2) * 1.2 + 0.2 * (random() - 0.5);
      const body = builder.createBody({ type: "dynamic", x, y: 10.5 + row * 1.2, angle: 6 * random() });
      builder.addShape(body, pickShape(index, random), { friction: 0.4, restitution: 0.1 });
    }
  },

  prove(final) {
    const inside = { minX: -HALF_WIDTH, maxX: HALF_WIDTH, minY: 0 };
    return [
      check({ name: "escaped", value: countOutsideRectangle(final, inside), atMost: 0, always: true }),
      check({ name: "mean height", value: meanHeight(final), unit: "m", atMost: 8 }),
    ];
  },
};
