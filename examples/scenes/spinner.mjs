import { check, countOutsideDisc, meanHeight } from "./checks.mjs";
import { thousands } from "./scene.mjs";

const SCALE = { full: 1, half: 0.5 };
const BODIES = { full: 6076, half: 1519 };
const RING_SEGMENTS = { full: 360, half: 180 };
const RING_RADIUS = 40;
const RING_Y = 32;
const PADDLE_Y = 12;
const SPACING = 0.5;
/** The index of the first body that is neither ring nor paddle. */
const FIRST = 2;
const SLIPPERY = { friction: 0.1 };

/** The three shapes in turn. @type {import("./scene.mjs").Shape[]} */
const SHAPES = [
  { kind: "capsule", length: 0.5, radius: 0.25 },
  { kind: "circle", radius: 0.35 },
  { kind: "box", width: 0.7, height: 0.7 },
];

/**
 * Bodies that the paddle flings come down again. Their mean height in full size is 18 to 20 m if the paddle stands still, else 32 to 35.
 * The share of bodies below its axis depends on the size: 0.25 to 0.30 in full size, 0.17 to 0.20 without gravity; 0.17 to 0.23 in half
 * size, 0.10 to 0.12 without (box2d3-wasm, Rapier, phaser-box2d and Scree, starts up to 2 cm apart).
 */
const STIRRED = 26;
const BELOW = { full: { atLeast: 0.22, reference: 0.3 }, half: { atLeast: 0.14, reference: 0.21 } };

/** Points of the ring, clockwise: bodies stay on the right of a chain, here inside. */
function ringPoints(/** @type {import("./scene.mjs").Size} */ size) {
  const count = RING_SEGMENTS[size];
  const radius = RING_RADIUS * SCALE[size];
  return Array.from({ length: count }, (_, index) => {
    const angle = (-2 * Math.PI * index) / count;
    return [radius * Math.cos(angle), radius * Math.sin(angle) + RING_Y * SCALE[size]];
  });
}

/** A paddle stirring mixed shapes in a ring. @type {import("./scene.mjs").Scene} */
export const spinner = {
  name: "spinner",
  title: "Spinner",
  about(size) {
    const [bodies, segments] = [thousands(BODIES[size]), RING_SEGMENTS[size]];
    return `${bodies} capsules, circles and boxes in a ring of ${segments} segments, stirred by a paddle at 5 rad/s.`;
  },
  steps: 500,
  gravity: { x: 0, y: -10 },

  bounds: (size) => {
    const reach = 1.03 * RING_RADIUS * SCALE[size];
    const centerY = RING_Y * SCALE[size];
    return { minX: -reach, minY: centerY - reach, maxX: reach, maxY: centerY + reach };
  },

  build(builder, size) {
    const scale = SCALE[size];
    const ring = builder.createBody({ type: "static", x: 0, y: 0 });
    builder.addShape(ring, { kind: "chain", points: ringPoints(size), loop: true }, SLIPPERY);

    const paddle = builder.createBody({ type: "dynamic", x: 0, y: PADDLE_Y * scale });
    builder.addShape(paddle, { kind: "box", width: 1.2, height: 40 * scale + 0.4 }, SLIPPERY);
    builder.addRevolute({ bodyA: ring, bodyB: paddle, x: 0, y: PADDLE_Y * scale, motorSpeed: 5, maxTorque: 1e10 });

    const perRow = Math.round((46 * scale) / SPACING);
    const material = { density: 0.25, friction: 0.1, restitution: 0.1 };
    for (let index = 0; index < BODIES[size]; index += 1) {
      const x = -23 * scale + (index % perRow) * SPACING;
      const y = 2 * scale + Math.floor(index / perRow) * SPACING;
      const body = builder.createBody({ type: "dynamic", x, y });
      builder.addShape(body, SHAPES[index % SHAPES.length], material);
    }
  },

  prove(final) {
    const scale = SCALE[final.size];
    const escaped = countOutsideDisc(final, { x: 0, y: RING_Y * scale, radius: RING_RADIUS * scale });
    const heights = final.poses.filter((_, at) => at % 3 === 1).slice(FIRST);
    const below = heights.filter((y) => y < PADDLE_Y * scale).length / heights.length;
    return [
      check({ name: "escaped", value: escaped, atMost: 0, reference: 0, always: true }),
      check({ name: "mean height", value: meanHeight(final), unit: "m", atLeast: STIRRED * scale }),
      check({ name: "share below the paddle's axis", value: below, ...BELOW[final.size] }),
    ];
  },
};
