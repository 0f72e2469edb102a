/**
 * Scenes that have to stand, and scenes that have to recover. Body 0 is the ground or the walls, the others are dynamic.
 * benchmarks/stability.mjs runs them in several engines; tests/behaviour/ holds Scree to tighter limits.
 *
 * @typedef {import("./scene.mjs").SceneBuilder} SceneBuilder
 *
 * @typedef {object} StabilityScene
 * @property {string} name
 * @property {string} about one sentence
 * @property {number} seconds simulated
 * @property {{ x: number, y: number }} [gravity] default 10 m/s² downwards
 * @property {number} fallen a body that has moved this far has fallen (m); Infinity: bodies are meant to move
 * @property {(builder: SceneBuilder) => void} build
 */

import { makeRandom } from "./random.mjs";

/** Static ground, its top at y = 0. */
function ground(/** @type {SceneBuilder} */ builder, friction = 0.6, width = 400) {
  const body = builder.createBody({ type: "static", x: 0, y: -1 });
  builder.addShape(body, { kind: "box", width, height: 2 }, { friction });
}

/**
 * @param {SceneBuilder} builder
 * @param {{ x: number, y: number, width?: number, height?: number, angle?: number, density?: number, friction?: number }} box
 */
function addBox(builder, { x, y, width = 1, height = 1, angle = 0, density = 1, friction = 0.6 }) {
  const body = builder.createBody({ type: "dynamic", x, y, angle });
  builder.addShape(body, { kind: "box", width, height }, { density, friction });
  return body;
}

/** A stack of unit boxes, each `offset` to one side of the one below, left and right in turn (m). @returns {StabilityScene} */
export function stack(/** @type {number} */ count, offset = 0.01, seconds = 60) {
  return {
    name: offset === 0 ? `stack ${count}, exactly aligned` : `stack ${count}`,
    about: `${count} unit boxes, ${offset === 0 ? "exactly aligned" : "alternately 1 cm off"}, friction 0.3.`,
    seconds,
    fallen: 0.5,
    build(builder) {
      ground(builder, 0.3);
      for (let i = 0; i < count; i += 1) {
        addBox(builder, { x: i % 2 === 0 ? 0 : offset, y: 0.5 + i, friction: 0.3 });
      }
    },
  };
}

/** @returns {StabilityScene} */
export function pyramid(/** @type {number} */ base, seconds = 60) {
  return {
    name: `pyramid ${base}`,
    about: `A pyramid of unit boxes on a base of ${base}.`,
    seconds,
    fallen: 2,
    build(builder) {
      ground(builder);
      for (let row = 0; row < base; row += 1) {
        for (let i = 0; i < base - row; i += 1) {
          addBox(builder, { x: i - (base - row - 1) / 2, y: 0.5 + row });
        }
      }
    },
  };
}

/** @returns {StabilityScene} */
export function heavyTop(/** @type {number} */ ratio) {
  return {
    name: `${ratio}:1 on a pyramid`,
    about: `A block of ${ratio} times a stone's mass tops a pyramid of base 10.`,
    seconds: 20,
    fallen: 1,
    build(builder) {
      ground(builder);
      for (let row = 0; row < 10; row += 1) {
        for (let i = 0; i < 10 - row; i += 1) {
          const density = row === 9 ? ratio : 1;
          addBox(builder, { x: 2 * (i - (10 - row) / 2), y: 1 + 2 * row, width: 2, height: 2, density });
        }
      }
    },
  };
}

/** @returns {StabilityScene} */
export function heavyBlock(/** @type {number} */ ratio) {
  return {
    name: `${ratio}:1 on two feet`,
    about: `A block of 10 × 10 m on two feet of one ${ratio}-th of its mass.`,
    seconds: 20,
    fallen: 0.5,
    build(builder) {
      ground(builder);
      addBox(builder, { x: -4.5, y: 0.5 });
      addBox(builder, { x: 4.5, y: 0.5 });
      addBox(builder, { x: 0, y: 6, width: 10, height: 10, density: ratio / 100 });
    },
  };
}

/** @returns {StabilityScene} */
export function heavyCrate(/** @type {number} */ ratio, count = 1) {
  return {
    name: `${ratio}:1 on ${count === 1 ? "a crate" : `${count} crates`}`,
    about: `A unit box of ${ratio} times a crate's mass on ${count} of them.`,
    seconds: 20,
    fallen: 0.5,
    build(builder) {
      ground(builder);
      for (let i = 0; i < count; i += 1) {
        addBox(builder, { x: 0, y: 0.5 + i });
      }
      addBox(builder, { x: 0.005, y: 0.5 + count, density: ratio });
    },
  };
}

/** @returns {StabilityScene} */
export function overlap(/** @type {number} */ base, share = 0.25) {
  return {
    name: `overlap ${100 * share} %, base ${base}`,
    about: `A pyramid on a base of ${base} whose boxes start ${100 * share} % inside each other.`,
    seconds: 10,
    fallen: Infinity,
    build(builder) {
      ground(builder);
      for (let row = 0; row < base; row += 1) {
        for (let i = row; i < base; i += 1) {
          addBox(builder, { x: (1 - share) * (i - row / 2 - base / 2), y: 0.5 + (1 - share) * row });
        }
      }
    },
  };
}

/** For each body of a pyramid, in order of creation, the number of its row from the ground up. */
export function rowsOf(/** @type {number} */ base) {
  return Array.from({ length: base }, (_, row) => Array(base - row).fill(row)).flat();
}

/** Half of the intrados and of the extrados of an arch, from its foot to its keystone (m). */
const INNER = [
  [16, 0],
  [14.938, 5.1336],
  [13.7987, 10.2493],
  [12.5625, 15.3411],
  [11.2004, 20.3986],
  [9.6652, 25.4037],
  [7.8718, 30.3179],
  [5.6352, 35.0382],
  [2.4059, 39.0955],
];
const OUTER = [
  [24, 0],
  [22.3362, 6.023],
  [20.5494, 12.0096],
  [18.6085, 17.947],
  [16.4677, 23.8137],
  [14.0533, 29.5708],
  [11.2355, 35.1378],
  [7.7526, 40.3045],
  [3.0169, 44.2889],
];

/** @type {StabilityScene} */
export const arch = {
  name: "arch",
  about: "Seventeen wedges that stand by friction and pressure alone, four beams on the keystone.",
  seconds: 60,
  fallen: 1,
  build(builder) {
    ground(builder);
    const stone = (/** @type {number[][]} */ corners, /** @type {number} */ side) => {
      const points = corners.map(([x, y]) => [(side * x) / 4, y / 4]);
      const body = builder.createBody({ type: "dynamic", x: 0, y: 0 });
      builder.addShape(body, { kind: "polygon", points: side > 0 ? points : points.reverse() });
    };
    for (const side of [1, -1]) {
      for (let i = 0; i < 8; i += 1) {
        stone([INNER[i], OUTER[i], OUTER[i + 1], INNER[i + 1]], side);
      }
    }
    const [ix, iy] = INNER[8];
    const [ox, oy] = OUTER[8];
    stone(
      [
        [ix, iy],
        [ox, oy],
        [-ox, oy],
        [-ix, iy],
      ],
      1,
    );
    for (let i = 0; i < 4; i += 1) {
      addBox(builder, { x: 0, y: oy / 4 + 0.5 + i, width: 4 });
    }
  },
};

/** Places of the cards of five storeys, from the ground up. */
function* cardPlaces() {
  const lean = (25 * Math.PI) / 180;
  for (let pairs = 5; pairs > 0; pairs -= 1) {
    const storey = 5 - pairs;
    const y = 0.18 + 0.37 * storey;
    for (let i = 0; i < pairs; i += 1) {
      const x = 0.175 * storey + 0.35 * i;
      if (i < pairs - 1) {
        yield { x: x + 0.25, y: y + 0.185, angle: Math.PI / 2 };
      }
      yield { x, y, angle: -lean };
      yield { x: x + 0.175, y, angle: lean };
    }
  }
}

/** @type {StabilityScene} */
export const cardHouse = {
  name: "card house 5",
  about: "Five storeys of cards of 2 mm × 40 cm, leaning at 25°, friction 0.7.",
  seconds: 60,
  fallen: 0.1,
  build(builder) {
    buildCards(builder, [...cardPlaces()]);
  },
};

/** @param {SceneBuilder} builder @param {{ x: number, y: number, angle: number }[]} places */
function buildCards(builder, places) {
  ground(builder, 0.7, 80);
  for (const place of places) {
    addBox(builder, { ...place, width: 0.002, height: 0.4, friction: 0.7 });
  }
}

export const CARD_HOUSE_WAYS = /** @type {const} */ (["as built", "mirrored", "from the other end"]);

/**
 * The house of cards with each card up to 0.1 mm out of place: whether a single house stands is a matter of rounding.
 * @param {number} seed
 * @param {(typeof CARD_HOUSE_WAYS)[number]} way mirrored, or its cards made in the opposite order
 * @returns {StabilityScene}
 */
export function jitteredCardHouse(seed, way) {
  return {
    ...cardHouse,
    name: `card house 5, ${way}, jitter ${seed}`,
    seconds: 8,
    build(builder) {
      const random = makeRandom(seed);
      const off = () => 1e-4 * (2 * random() - 1);
      const side = way === "mirrored" ? -1 : 1;
      const places = Array.from(cardPlaces(), ({ x, y, angle }) => ({
        x: side * (x + off()),
        y: y + off(),
        angle: side * angle,
      }));
      buildCards(builder, way === "from the other end" ? places.reverse() : places);
    },
  };
}

/** @type {StabilityScene} */
export const confined = {
  name: "confined 25²",
  about: "625 circles of 1 m fill a closed box without gravity, pressed 2 % into each other.",
  seconds: 20,
  fallen: 0.5,
  gravity: { x: 0, y: 0 },
  build(builder) {
    const walls = builder.createBody({ type: "static", x: 0, y: 0 });
    for (const [x, y, width, height] of [
      [0, -13, 28, 1],
      [0, 13, 28, 1],
      [-13, 0, 1, 28],
      [13, 0, 1, 28],
    ]) {
      builder.addShape(walls, { kind: "box", x, y, width, height });
    }
    for (let i = 0; i < 625; i += 1) {
      const body = builder.createBody({ type: "dynamic", x: (i % 25) - 12, y: Math.floor(i / 25) - 12 });
      builder.addShape(body, { kind: "circle", radius: 0.51 });
    }
  },
};

/** @type {StabilityScene} */
export const dominoes = {
  name: "domino 15",
  about: "Fifteen dominoes stand undisturbed.",
  seconds: 60,
  fallen: 0.05,
  build(builder) {
    ground(builder);
    for (let i = 0; i < 15; i += 1) {
      addBox(builder, { x: i, y: 1, width: 0.25, height: 2 });
    }
  },
};

/** @type {StabilityScene[]} */
export const STABILITY_SCENES = [
  stack(10),
  stack(15),
  stack(20),
  stack(30),
  stack(20, 0),
  stack(30, 0),
  pyramid(40),
  pyramid(100, 20),
  ...[100, 200, 300, 400].map((ratio) => heavyTop(ratio)),
  ...[100, 200, 300, 400].map((ratio) => heavyBlock(ratio)),
  heavyCrate(100),
  heavyCrate(400),
  heavyCrate(100, 3),
  ...[4, 6, 10, 20].map((base) => overlap(base)),
  overlap(10, 0.5),
  arch,
  cardHouse,
  dominoes,
  confined,
];
