import { describe, expect, it } from "vitest";
import {
  box,
  capsule,
  circle,
  ellipse,
  polygon,
  superellipse,
  World,
  type ShapeDescriptor,
  type WorldOptions,
} from "../../dist/index.js";
import { Random } from "../helpers/numbers.js";

type Make = (u: number) => ShapeDescriptor;
const CORNERS = [
  [-0.5, -0.4],
  [0.6, -0.3],
  [0.3, 0.5],
  [-0.3, 0.6],
] as const;
const SHAPES: Record<string, Make> = {
  circle: (u) => circle(0.5 * u),
  box: (u) => box(u, 0.6 * u),
  capsule: (u) => capsule(0.8 * u, 0.3 * u),
  polygon: (u) => polygon(CORNERS.map(([x, y]) => ({ x: x * u, y: y * u }))),
  ellipse: (u) => ellipse(0.6 * u, 0.35 * u),
  superellipse: (u) => superellipse(0.5 * u, 0.4 * u, 5),
  "rounded box": (u) => box(0.6 * u, 0.6 * u, { radius: 0.15 * u }),
};

/** Poses, in metres, of a heap in a world whose metre has the length `u`. */
function heap(u: number, makes: readonly Make[], options: WorldOptions, seed = 7): number[] {
  const random = new Random(seed);
  const world = new World({ lengthUnit: u, ...options });
  world.createBody({ position: { x: 0, y: -u }, shape: box(60 * u, 2 * u), restitution: 0.4 });
  const bodies = Array.from({ length: 28 }, (_, i) =>
    world.createBody({
      type: "dynamic",
      position: { x: ((i % 7) * 1.3 - 4) * u, y: (1 + Math.floor(i / 7) * 1.4) * u },
      angle: random.between(0, 1),
      shape: makes[i % makes.length]!(u),
      density: 1 / u ** 2,
      linearVelocity: { x: random.between(-2, 2) * u, y: 0 },
      angularVelocity: random.between(-2, 2),
    }),
  );
  for (let step = 0; step < 240; step++) {
    world.step();
  }
  return bodies.flatMap(({ x, y, angle }) => [x / u, y / u, angle]);
}

describe("a world whose metre has a length of a power of two goes the very same way", () => {
  const cases = Object.entries(SHAPES).map(([name, make]) => [name, [make], {}] as const);
  const all = Object.values(SHAPES);
  it.each([
    ...cases,
    ["all", all, {}] as const,
    ["all, by impulses", all, { solver: "impulse" }] as const,
    ["all, by arcade", all, { solver: "arcade" }] as const,
  ])("with %s", (_name, makes, options) => {
    const metres = heap(1, makes, options);
    // All have fallen: they started between 1 and 5.2 m.
    expect(Math.max(...metres.filter((_, i) => i % 3 === 1))).toBeLessThan(4);
    expect(heap(64, makes, options)).toEqual(metres);
    expect(heap(1 / 64, makes, options)).toEqual(metres);
  });

  it("with capsules from twelve other starts: their ends are faces of no length in any unit", () => {
    for (let seed = 20; seed < 32; seed++) {
      expect(heap(1 / 64, [SHAPES.capsule!], {}, seed), `seed ${seed}`).toEqual(heap(1, [SHAPES.capsule!], {}, seed));
    }
  });
});
