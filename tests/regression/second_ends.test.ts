// Symptom: bodies of several boxes that fell on a floor, and boxes that fell across tiles or links, hopped by 3 to 6 cm on average
// without restitution, by half a metre at worst; one shape on one floor hops by 0 to 3.
// Cause: each end has its own contact there, and had none until it was 2 cm off. The second end comes down faster than the body fell: it
// was in the ground when it was seen, and what lies between had by then stopped the body without turning it.
// What must hold: such bodies hop as far as their hull does as one polygon on one floor.
import { describe, expect, it } from "vitest";
import { BUILDS, DT, type World } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

const SIZE = 0.5;
const FALLS = 120;
const GRAVITY = { x: 0, y: -10 };

type Point = [x: number, y: number];

/** A bar of `count` boxes of width 1 about its middle. */
function bar(count: number): { cells: Point[]; hull: Point[] } {
  const end = count / 2;
  return {
    cells: Array.from({ length: count }, (_, k) => [k + 0.5 - end, 0]),
    hull: [
      [-end, -0.5],
      [end, -0.5],
      [end, 0.5],
      [-end, 0.5],
    ],
  };
}

/** Middles of boxes of width 1, and the corners of their hull. */
const BODIES: Record<string, { cells: Point[]; hull: Point[] }> = {
  "one box": bar(1),
  "two halves of a bar": bar(2),
  "a row of four": bar(4),
  "an S": {
    cells: [
      [-1, 0],
      [0, 0],
      [0, 1],
      [1, 1],
    ],
    hull: [
      [-1.5, -0.5],
      [0.5, -0.5],
      [1.5, 0.5],
      [1.5, 1.5],
      [-0.5, 1.5],
      [-1.5, 0.5],
    ],
  },
};

/** How a body falls. */
interface Fall {
  angle: number;
  x: number;
  speed: number;
  turn: number;
  friction: number;
}

function* falls(): Generator<Fall> {
  const random = new Random(7);
  for (let n = 0; n < FALLS; n++) {
    yield {
      angle: random.between(0, 2 * Math.PI),
      x: random.between(0, 1),
      speed: random.between(0, 6),
      turn: random.between(-2, 2),
      friction: [0.2, 0.6, 1][n % 3]!,
    };
  }
}

describe.each(BUILDS)("a body that lands with its second end (%s)", (_, { World, box, chain, polygon, segment }) => {
  const grounds: Record<string, (world: World, friction: number) => void> = {
    "one floor": (world, friction) => {
      world.createBody({ shape: box(60, 2, { center: { x: 0, y: -1 } }), friction });
    },
    tiles: (world, friction) => {
      for (let x = -11.5; x < 12; x++) {
        world.createBody({ shape: box(1, 2, { center: { x, y: -1 } }), friction });
      }
    },
    "a chain": (world, friction) => {
      world.createBody({
        shape: chain(Array.from({ length: 36 }, (__, k) => ({ x: 0.7 * (18 - k), y: 0 }))),
        friction,
      });
    },
    "segments of several bodies": (world, friction) => {
      for (let x = -12; x < 12; x++) {
        world.createBody({ shape: segment({ x: x + 1, y: 0 }, { x, y: 0 }), friction });
      }
    },
  };
  /** How far the centre of boxes rises from its lowest place; given a hull, the hull's with the boxes' mass and inertia. */
  function hop(cells: readonly Point[], on: string, fall: Fall, hull?: readonly Point[]): number {
    const { friction } = fall;
    const world = new World({ gravity: GRAVITY, sleeping: false });
    grounds[on]!(world, friction);
    const body = world.createBody({
      type: "dynamic",
      position: { x: fall.x, y: 2.5 },
      angle: fall.angle,
      linearVelocity: { x: 0, y: -fall.speed },
      angularVelocity: fall.turn,
      shapes: cells.map(([x, y]) => box(SIZE, SIZE, { center: { x: x * SIZE, y: y * SIZE } })),
      friction,
    });
    if (hull) {
      const { mass, inertia } = body;
      for (const shape of [...body.shapes]) {
        shape.destroy();
      }
      body.addShape(polygon(hull.map(([x, y]) => ({ x: x * SIZE, y: y * SIZE }))), { friction });
      body.mass = mass;
      body.inertia = inertia;
    }
    let lowest = Infinity;
    let highest = 0;
    for (let step = 0; step < 120; step++) {
      world.step(DT);
      const { y } = body.centerOfMass;
      lowest = Math.min(lowest, y);
      highest = Math.max(highest, y - lowest);
    }
    world.dispose();
    return highest;
  }

  it.each(Object.keys(BODIES))("hops no more than its hull on one floor: %s", (name) => {
    const { cells, hull } = BODIES[name]!;
    const mean = (hopOf: (fall: Fall) => number): number =>
      [...falls()].reduce((sum, fall) => sum + hopOf(fall) / FALLS, 0);
    const hulls = mean((fall) => hop(cells, "one floor", fall, hull));
    for (const on of Object.keys(grounds)) {
      // where several contacts end a landing in one sub-step, its passes have not settled their impulses
      const most = hulls + (cells.length === 1 ? 0.006 : 0.0165);
      expect(
        mean((fall) => hop(cells, on, fall)),
        on,
      ).toBeLessThan(most);
    }
  });
});
