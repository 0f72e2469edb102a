import { describe, expect, it } from "vitest";
import { box, capsule, chain, circle, ellipse, World } from "../../dist/index.js";
import { DT } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

// Symptom: a body impaled on a corner of a chain came out on the other side, at the latest when something fell on it.
// Cause: of the two links, which push it against each other, one was left out as an internal edge. Its depth was then not looked at,
// so the body was not swept and its centre could cross the chain.
describe("a body impaled on a corner of a chain", () => {
  const SHAPES = {
    ellipse: (a: number, b: number) => ellipse(a, b),
    capsule: (a: number, b: number) => capsule(2 * (a - b) + 0.01, b),
    box: (a: number, b: number) => box(2 * a, 2 * b),
  };
  it.each(Object.keys(SHAPES) as (keyof typeof SHAPES)[])("stays on its side: %s", (name) => {
    const points = Array.from({ length: 21 }, (_, i) => ({ x: i - 10, y: 0.02 * (i - 10) ** 2 }));
    const random = new Random(8797);
    for (let k = 0; k < 100; k++) {
      const world = new World();
      world.createBody({ shape: chain(points) });
      const a = random.between(0.15, 0.35);
      const body = world.createBody({
        type: "dynamic",
        position: { x: random.between(2.99, 3.01), y: random.between(0.19, 0.21) },
        angle: random.between(1.3, 1.9),
        shape: SHAPES[name](a, a * random.between(0.4, 0.8)),
        linearVelocity: { x: random.between(-1, 1), y: random.between(-2, 0) },
        angularVelocity: random.between(-10, 10),
      });
      world.createBody({
        type: "dynamic",
        position: { x: random.between(2.8, 3.2), y: 3 },
        shape: circle(0.23),
      });
      for (let step = 0; step < 300; step++) {
        world.step(DT);
      }
      expect(body.y, `case ${k}`).toBeGreaterThan(-0.5);
      world.dispose();
    }
  });
});
