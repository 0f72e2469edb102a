// Symptom: a crate of 6 cm at rest on a chain 4 km off asked castShape downwards for its ground and got null; so did small
// shapes cast straight into thin walls that they touched: a centimetre in size at a kilometre, a millimetre at a hundred metres.
// Cause: to choose among the normals of a corner, the shape was looked at sixteen tolerances ahead. By then it had crossed more
// than half of a thinner shape, so the normal of the far side was taken, along which it leaves.
// What must hold: a shape that is moved into one that it touches hits it at once, however thin both are, as long as they are
// thicker than the precision of f32 positions; and passes along and away as before.
import { describe, expect, it } from "vitest";
import { shapeCast } from "../../dist/geometry.js";
import { BUILDS } from "../helpers/engine.js";

/** Precision of f32 positions there, as docs/queries.md has it: 0.5 mm at (1000, 1000) (unit: m). */
const open = (x: number, y: number): number => 2.4e-7 * 2 * (Math.abs(x) + Math.abs(y));

describe.each(BUILDS)("thin shapes that touch, far off (%s)", (_, scree) => {
  const { World, box, chain, ellipse, segment, superellipse } = scree;

  it("see the ground that they rest on: small crates", () => {
    const blind: string[] = [];
    for (const [x, y, size] of [
      [2000, 2000, 0.06],
      [4000, 0, 0.06],
      [4000, 4000, 0.12],
    ] as const) {
      const world = new World();
      const flat = [50, 0, -50].map((x) => ({ x, y: 0 }));
      world.createBody({ position: { x, y }, shape: chain(flat, { oneSided: true }) });
      const shape = box(size, size);
      const crate = world.createBody({ type: "dynamic", position: { x: x + 3, y: y + size / 2 }, shape });
      for (let step = 0; step < 60; step++) {
        world.step();
        const ground = world.castShape(shape, crate, { x: 0, y: -0.5 }, { exclude: crate });
        if (ground === null || !(ground.normal.y > 0.99)) {
          blind.push(`${x}, ${y}, step ${step}: ${ground?.normal.y}`);
        }
      }
      world.dispose();
    }
    expect(blind).toEqual([]);
  });

  it.each([
    ["boxes", (h: number) => box(2 * h, 2 * h)],
    ["ellipses", (h: number) => ellipse(h, h)],
    ["superellipses", (h: number) => superellipse(h, h, 4)],
  ])("meet thin walls, and pass along them: %s", (__, small) => {
    const wrong: string[] = [];
    for (const at of [0, 128, 1024, 4096]) {
      for (const h of [1 / 1024, 1 / 128, 1 / 32, 1 / 8]) {
        if (2 * h < 4 * open(at, at)) {
          continue;
        }
        for (const [wall, middle] of [
          [segment({ x: 0, y: -5 }, { x: 0, y: 5 }), 0],
          [box(h / 2, 10), h / 4],
        ] as const) {
          const world = new World();
          world.createBody({ position: { x: at + middle, y: at }, shape: wall });
          for (const length of [0.25, 1, 10]) {
            for (const [x, y, hits] of [
              [1, 0, true],
              [0.5, 0.5, true],
              [0.5, -0.5, true],
              [0, 1, false],
              [-0.5, 0.5, false],
              [-1, 0, false],
            ] as const) {
              const [from, way] = [
                { x: at - h, y: at },
                { x: x * length, y: y * length },
              ];
              const told = [
                world.castShape(small(h), from, way),
                world.castShapeAll(small(h), from, way)[0] ?? null,
                shapeCast(
                  { shape: small(h), position: from },
                  { shape: wall, position: { x: at + middle, y: at } },
                  way,
                ),
              ];
              for (const hit of told) {
                if (hits ? hit?.fraction !== 0 || !(hit.normal.x < -0.99) : hit !== null) {
                  wrong.push(
                    `${wall.type} at ${at}, half size ${h}, way ${way.x}, ${way.y}: ${JSON.stringify(hit?.normal)}`,
                  );
                }
              }
            }
          }
          world.dispose();
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});
