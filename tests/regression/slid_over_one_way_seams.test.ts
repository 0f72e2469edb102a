// Symptom: flat-bottomed bodies fell through one-way floors of more than one shape, and through one-way bridges flush with solid
// ground, as soon as they slid over a seam, or landed beside one while moving.
// Cause: at a seam the next shape is met sideways first, where no one-way shape holds. It then counted as passed until the body
// was clear above it, and a body that lies on a floor never is: it has sunk in by a hair, or, under a load, by more.
// What must hold: a row of one-way shapes carries bodies as one shape does, whoever owns the shapes; a body that turns back
// below the top falls out again.
import { describe, expect, it } from "vitest";
import type { ShapeDescriptor, World as SimdWorld } from "../../dist/index.js";
import { BUILDS, run } from "../helpers/engine.js";

const oneWay = { x: 0, y: 1 };

describe.each(BUILDS)("one-way floors of several shapes (%s)", (_, { World, box, chain, heightField, polygon }) => {
  type Floor = (world: SimdWorld, unit?: number, surfaceSpeed?: number) => void;
  /** From x = −20 to 20 units, its top at y = 0. */
  const floors: Record<string, Floor> = {
    "boxes of as many bodies": (world, unit = 1, surfaceSpeed = 0) => {
      for (let x = -19.5; x < 20; x++) {
        const position = { x: x * unit, y: -0.1 * unit };
        world.createBody({ position, shape: box(unit, 0.2 * unit), oneWay, surfaceSpeed });
      }
    },
    "boxes of one body": (world, unit = 1, surfaceSpeed = 0) => {
      const shapes = Array.from({ length: 40 }, (_unused, k) => ({
        shape: box(unit, 0.2 * unit, { center: { x: (k - 19.5) * unit, y: -0.1 * unit } }),
      }));
      world.createBody({ shapes, oneWay, surfaceSpeed });
    },
    "a chain": (world, unit = 1, surfaceSpeed = 0) => {
      const points = Array.from({ length: 41 }, (_unused, k) => ({ x: (20 - k) * unit, y: 0 }));
      world.createBody({ shape: chain(points), oneWay, surfaceSpeed });
    },
    "a height field": (world, unit = 1, surfaceSpeed = 0) => {
      const shape = heightField(Array<number>(41).fill(0), { spacing: unit });
      world.createBody({ position: { x: -20 * unit, y: 0 }, shape, oneWay, surfaceSpeed });
    },
    "a bridge between solid banks": (world, unit = 1, surfaceSpeed = 0) => {
      for (const x of [-11.5, 11.5]) {
        world.createBody({ position: { x: x * unit, y: -unit }, shape: box(17 * unit, 2 * unit), surfaceSpeed });
      }
      world.createBody({ position: { x: 0, y: -0.1 * unit }, shape: box(6 * unit, 0.2 * unit), oneWay, surfaceSpeed });
    },
  };
  const movers: Record<string, [shape: (unit: number) => ShapeDescriptor, height: number]> = {
    "a crate": [(unit) => box(unit, unit), 0.5],
    "a rounded box": [(unit) => box(0.5 * unit, unit, { radius: 0.05 * unit }), 0.55],
    "a triangle": [
      (unit) =>
        polygon([
          { x: -0.5 * unit, y: -0.5 * unit },
          { x: 0.5 * unit, y: -0.5 * unit },
          { x: 0, y: 0.7 * unit },
        ]),
      0.5,
    ],
  };
  const cases = Object.entries(floors).flatMap(([name, floor]) =>
    Object.entries(movers).map(([mover, [shape, height]]) => ({ name, mover, floor, shape, height })),
  );

  it.each(cases)("$mover slides and lands on $name", ({ floor, shape, height }) => {
    for (const unit of [1, 50]) {
      for (const fixedRotation of [true, false]) {
        for (const [speed, drop] of [
          [0.5, 0],
          [-4, 0],
          [10, 0],
          [4, 0.5],
          [-10, 1],
        ] as const) {
          const world = new World({ lengthUnit: unit });
          floor(world, unit);
          const body = world.createBody({
            type: "dynamic",
            position: { x: (speed > 0 ? -4.7 : 4.7) * unit, y: (height + drop) * unit },
            linearVelocity: { x: speed * unit, y: 0 },
            shape: shape(unit),
            fixedRotation,
            friction: fixedRotation ? 0 : 0.1,
          });
          run(world, Math.min(12 / Math.abs(speed), 5), () =>
            expect(body.y / unit, `${speed}, ${drop}, ${fixedRotation}, unit ${unit}`).toBeGreaterThan(0),
          );
          world.dispose();
        }
      }
    }
  });

  it.each(Object.entries(floors))("crates under a load ride along a belt, over %s", (_name, floor) => {
    for (const [load, surfaceSpeed] of [
      [1, 2],
      [30, -2],
      [200, 2],
    ] as const) {
      for (let part = 0; part < 8; part++) {
        const world = new World();
        floor(world, 1, surfaceSpeed);
        const crates = [0.25, 0.75].map((y) =>
          world.createBody({
            type: "dynamic",
            position: { x: part / 8, y },
            shape: box(0.5, 0.5),
            density: y > 0.5 ? load : 1,
          }),
        );
        run(world, 3, () => expect(crates[0]!.y, `load ${load}, ${part}`).toBeGreaterThan(0.2));
        expect(Math.abs(crates[0]!.x)).toBeGreaterThan(3);
        world.dispose();
      }
    }
  });
});

describe.each(BUILDS)("a one-way platform (%s)", (_, { World, box }) => {
  it("that moves, in any direction, hands a crate over to the next", () => {
    for (const angle of [0, 0.4, Math.PI / 2, -2.5]) {
      const up = { x: -Math.sin(angle), y: Math.cos(angle) };
      for (const rise of [-2, -0.3, 0, 0.3, 2]) {
        const world = new World({ gravity: { x: -10 * up.x, y: -10 * up.y } });
        const linearVelocity = { x: rise * up.x, y: rise * up.y };
        const planks = [-5, 5].map((along) =>
          world.createBody({
            type: "kinematic",
            position: { x: along * up.y - 0.1 * up.x, y: -along * up.x - 0.1 * up.y },
            angle,
            linearVelocity,
            shape: box(10, 0.2),
            oneWay,
          }),
        );
        const crate = world.createBody({
          type: "dynamic",
          position: { x: -2 * up.y + 0.5 * up.x, y: 2 * up.x + 0.5 * up.y },
          angle,
          linearVelocity: { x: linearVelocity.x + 3 * up.y, y: linearVelocity.y - 3 * up.x },
          shape: box(1, 1),
          friction: 0,
        });
        run(world, 1.5, () => {
          const over = (crate.x - planks[0]!.x) * up.x + (crate.y - planks[0]!.y) * up.y;
          expect(over, `${angle} rad, ${rise} m/s`).toBeGreaterThan(0.58);
        });
        world.dispose();
      }
    }
  });

  it("lets a body out that turns back inside, however near its top, and a slow one through", () => {
    for (const short of [0.006, 0.01, 0.03]) {
      for (let part = 0; part < 10; part++) {
        const world = new World();
        world.createBody({ position: { x: 0, y: 3 }, shape: box(20, 0.2), oneWay });
        const body = world.createBody({
          type: "dynamic",
          position: { x: 0, y: 0.5 + part * 0.013 },
          shape: box(0.6, 1.2),
          fixedRotation: true,
        });
        body.linearVelocity = { x: 0, y: Math.sqrt(20 * (3.1 - short + 0.6 - body.y)) };
        run(world, 2.5);
        expect(body.y, `${short} m short`).toBeLessThan(0);
        world.dispose();
      }
    }
    for (const speed of [0.1, 0.3]) {
      const world = new World({ gravity: { x: 0, y: 0 } });
      world.createBody({ shape: box(20, 0.2), oneWay });
      const linearVelocity = { x: 0, y: speed };
      const body = world.createBody({ type: "dynamic", position: { x: 0, y: 0.55 }, linearVelocity, shape: box(1, 1) });
      run(world, 0.1 / speed, () => expect(body.linearVelocity.y).toBe(Math.fround(speed)));
      world.dispose();
    }
  });
});
