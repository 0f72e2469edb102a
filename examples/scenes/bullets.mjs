import { check, countOutsideRectangle, displacement } from "./checks.mjs";

const HALF_WIDTH = 10;
const HALF_HEIGHT = 5;
const WALL = 0.05;
const COUNT = 36;

/** Small shapes, in turn. @type {import("./scene.mjs").Shape[]} */
const SHAPES = [
  { kind: "circle", radius: 0.08 },
  { kind: "box", width: 0.16, height: 0.16 },
  { kind: "capsule", length: 0.2, radius: 0.05 },
];

/** @type {import("./scene.mjs").Scene} */
export const bullets = {
  name: "bullets",
  title: "Bullets and thin walls",
  about: () =>
    "Small bodies at 40 to 390 m/s in a room with walls of 5 cm: a step takes them metres far, and none gets out.",
  steps: 300,
  gravity: { x: 0, y: 0 },

  bounds: () => ({ minX: -HALF_WIDTH - 1, minY: -HALF_HEIGHT - 1, maxX: HALF_WIDTH + 1, maxY: HALF_HEIGHT + 1 }),

  build(builder) {
    const room = builder.createBody({ type: "static", x: 0, y: 0 });
    const elastic = { friction: 0, restitution: 1 };
    for (const side of [-1, 1]) {
      const upright = { width: WALL, height: 2 * HALF_HEIGHT, x: side * HALF_WIDTH, y: 0 };
      const level = { width: 2 * HALF_WIDTH, height: WALL, x: 0, y: side * HALF_HEIGHT };
      builder.addShape(room, { kind: "box", ...upright }, elastic);
      builder.addShape(room, { kind: "box", ...level }, elastic);
    }
    for (let index = 0; index < COUNT; index += 1) {
      const speed = 40 + 10 * index;
      const angle = index * 2.399963;
      const x = ((index % 9) - 4) * 1.8;
      const y = (Math.floor(index / 9) - 1.5) * 2;
      const velocity = { vx: speed * Math.cos(angle), vy: speed * Math.sin(angle) };
      const body = builder.createBody({ type: "dynamic", x, y, angle, ...velocity });
      builder.addShape(body, SHAPES[index % SHAPES.length], { ...elastic, category: 2, mask: 1 });
    }
  },

  prove(final) {
    const room = { minX: -HALF_WIDTH, minY: -HALF_HEIGHT, maxX: HALF_WIDTH, maxY: HALF_HEIGHT };
    return [
      check({ name: "escaped", value: countOutsideRectangle(final, room), atMost: 0, always: true }),
      // Bodies scattered anywhere in the room are on average 7 m from where they began.
      check({ name: "mean displacement", value: displacement(final).mean, unit: "m", atLeast: 4 }),
    ];
  },
};
