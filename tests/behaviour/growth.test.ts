// How the cost of a call grows with the size of the world. Times are compared with times of the same process, each the least of several
// rounds; the bounds lie between what was measured and what they guard against, far from both. Since the machine may be busy, a test
// may try again: a cost that grows too fast does so every time.
import { describe, expect, it } from "vitest";
import { World, box, circle } from "../../dist/index.js";

const AGAIN = { retry: 3 };

type Body = ReturnType<World["createBody"]>;
const none = { x: 0, y: 0 };

/** The least time (ms) that `run` took, each time on a newly made object. */
function least<T>(make: () => T, run: (made: T) => void, rounds = 5): number {
  let best = Infinity;
  for (let round = 0; round < rounds; round++) {
    const made = make();
    const start = performance.now();
    run(made);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** Places on a square lattice. */
function lattice(count: number, spacing: number): Float32Array {
  const side = Math.ceil(Math.sqrt(count));
  return Float32Array.from({ length: 2 * count }, (_, k) =>
    k % 2 === 0 ? ((k / 2) % side) * spacing : Math.floor((k - 1) / 2 / side) * spacing,
  );
}

describe("distant fields", AGAIN, () => {
  it("cost less than half of what fields cost whose regions hold the bodies", () => {
    const make = (y: number): World => {
      const world = new World({ gravity: none });
      const side = 100;
      world.createBodies({ count: 1000, type: "dynamic", shape: box(1, 1), positions: lattice(1000, 1.5) });
      for (let k = 0; k < 40; k++) {
        const region = box(4 * side, 4 * side);
        world.createField({ type: "area", region, angle: 0.1, position: { x: 0, y }, force: { x: 1e-3, y: 0 } });
      }
      world.step();
      return world;
    };
    const far = make(-2000);
    const near = make(0);
    const step = (world: World): void => world.step();
    // 12 % with a circle tested first; it was 80 % when each region was placed for each body.
    expect(least(() => far, step, 20)).toBeLessThan(0.5 * least(() => near, step, 20));
  });
});

describe("bodies joined to one body", AGAIN, () => {
  it("begin to touch it at a cost proportional to their number", () => {
    const make = (count: number): World => {
      const world = new World({ gravity: none });
      const ground = world.createBody({ shape: box(2 * count, 1) });
      for (let k = 0; k < count; k++) {
        const position = { x: (k - count / 2) * 1.1, y: 1 };
        const body = world.createBody({ type: "dynamic", position, shape: circle(0.5) });
        const slide = { anchor: position, axis: { x: 0, y: 1 }, collide: true } as const;
        world.createJoint({ type: "prismatic", bodyA: ground, bodyB: body, ...slide });
      }
      return world;
    };
    const step = (world: World): void => world.step();
    // 8 times as many take 7 to 10 times as long; it was 30 when each touch looked through all joints of the ground.
    expect(least(() => make(8000), step, 3)).toBeLessThan(20 * least(() => make(1000), step));
  });
});

describe("ground of many shapes", AGAIN, () => {
  const part = (k: number) => box(1, 1, { center: { x: k % 100, y: Math.floor(k / 100) } });
  const built = (count: number): Body => {
    const body = new World().createBody({});
    for (let k = 0; k < count; k++) body.addShape(part(k));
    return body;
  };

  // 8 times as many take 8 to 12 times as long; it was about 60 when each call looked through all of them.
  it("is built and taken down shape by shape at a cost proportional to their number", () => {
    const time = (count: number): number =>
      least(
        () => undefined,
        () => {
          const body = built(count);
          for (const shape of body.shapes.reverse()) shape.destroy();
        },
      );
    time(1000);
    expect(time(8000)).toBeLessThan(25 * time(1000));
  });

  it("has the filters and outlines of all shapes set at a cost proportional to their number", () => {
    const change = (body: Body): void => {
      for (const shape of body.shapes) {
        shape.mask = 7;
        shape.setGeometry(circle(0.5));
      }
    };
    least(() => built(1000), change);
    expect(least(() => built(8000), change, 3)).toBeLessThan(25 * least(() => built(1000), change));
  });
});

describe("islands", AGAIN, () => {
  it("are put to sleep one by one at a cost proportional to their number", () => {
    const make = (count: number): Body[] => {
      const world = new World({ gravity: none });
      for (let k = 0; k < count; k++) {
        const position = { x: Math.floor(k / 2) * 3 + (k % 2), y: 0 };
        world.createBody({ type: "dynamic", position, shape: box(1, 1) });
      }
      world.step();
      world.step();
      return world.bodies;
    };
    const sleep = (bodies: Body[]): void => {
      for (const body of bodies) body.awake = false;
    };
    least(() => make(1000), sleep);
    // 8 times as many take 8 to 12 times as long; it was 60 when each island was searched for among all awake ones.
    expect(least(() => make(8000), sleep, 3)).toBeLessThan(25 * least(() => make(1000), sleep));
  });
});
