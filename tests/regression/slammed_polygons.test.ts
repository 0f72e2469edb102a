// Symptom: a polygon that landed on one corner and slammed round sank by up to 0.3 m with the other, on any ground; boxes did so
// on polygons and half-spaces, and moved differently there than on boxes.
// Cause: a contact point farther away than contacts look ahead was left out, although turning about the nearer point may bring
// it down within the step. The lanes for boxes and capsules keep it.
// What must hold: no corner sinks further than a resting one may, and a box moves one way, however it and the ground are
// described.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";
import type { Body, Engine, World } from "../helpers/engine.js";

const WIDTH = 3;
const HEIGHT = 0.3;

function corners(width: number, height: number): { x: number; y: number }[] {
  return [-1, 1].flatMap((x) => [-1, 1].map((y) => ({ x: (x * width) / 2, y: (y * height) / 2 })));
}

function lowest(body: Body): number {
  const [c, s] = [Math.cos(body.angle), Math.sin(body.angle)];
  return Math.min(...corners(WIDTH, HEIGHT).map(({ x, y }) => body.y + s * x + c * y));
}

function grounds({ box, halfSpace, polygon }: Engine): ((world: World) => void)[] {
  return [
    (world) => void world.createBody({ position: { x: 0, y: -0.5 }, shape: box(60, 1) }),
    (world) => void world.createBody({ position: { x: 0, y: -0.5 }, shape: polygon(corners(60, 1)) }),
    (world) => void world.createBody({ shape: halfSpace({ x: 0, y: 1 }) }),
  ];
}

describe.each(BUILDS)("the %s build", (_name, engine) => {
  const shapes = [engine.box(WIDTH, HEIGHT), engine.polygon(corners(WIDTH, HEIGHT))];

  it.each([0.05, 0.15, 0.3])("holds both ends of a plank that lands tilted by %s", (angle) => {
    const ways = grounds(engine).flatMap((lay) =>
      shapes.map((shape) => {
        const world = new engine.World({ sleeping: false });
        lay(world);
        const linearVelocity = { x: 1, y: -9 };
        const plank = world.createBody({ type: "dynamic", position: { x: 0, y: 2 }, angle, linearVelocity, shape });
        let depth = 0;
        for (let step = 0; step < 60; step++) {
          world.step();
          depth = Math.max(depth, -lowest(plank));
        }
        expect(depth).toBeLessThan(0.01);
        return [plank.x, plank.y, plank.angle];
      }),
    );
    for (const way of ways) {
      way.forEach((value, k) => expect(value).toBeCloseTo(ways[0]![k]!, 3));
    }
  });
});
