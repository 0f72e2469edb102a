// Symptom: a jump that fell short of the top of a one-way floor of several shapes was caught at their seams, and a character told to
// drop through one hung there; one wide platform lets both fall.
// Cause: each shape was judged alone: a body that is passing one meets the end of the next from above, with its round foot.
// What must hold: shapes that continue one another are passed as one, and landed on as one.
import { describe, expect, it } from "vitest";
import type { ShapeDescriptor, World as SimdWorld } from "../../dist/index.js";
import { Character } from "../../dist/helpers.js";
import { BUILDS, DT, run, type Engine } from "../helpers/engine.js";

const oneWay = { x: 0, y: 1 };

/** One-way floors whose top is at y = 3.1. */
function floorsOf({ box, chain, heightField }: Engine): Record<string, (world: SimdWorld) => void> {
  return {
    "a wide box": (world) => {
      world.createBody({ position: { x: 0, y: 3 }, shape: box(20, 0.2), oneWay });
    },
    "a row of boxes": (world) => {
      for (let x = -9.5; x < 10; x++) {
        world.createBody({ position: { x, y: 3 }, shape: box(1, 0.2), oneWay });
      }
    },
    "a chain": (world) => {
      const points = Array.from({ length: 21 }, (_unused, k) => ({ x: 10 - k, y: 0 }));
      world.createBody({ position: { x: 0, y: 3.1 }, shape: chain(points), oneWay });
    },
    "a height field": (world) => {
      const shape = heightField(Array<number>(21).fill(0), { spacing: 1 });
      world.createBody({ position: { x: -10, y: 3.1 }, shape, oneWay });
    },
  };
}

describe.each(BUILDS)("jumps at one-way floors (%s)", (_, engine) => {
  const { World, box, capsule, circle } = engine;
  const heroes: Record<string, [shape: ShapeDescriptor, foot: number]> = {
    "a ball": [circle(0.4), 0.4],
    "a capsule": [capsule(1, 0.3, { angle: Math.PI / 2 }), 0.8],
    "a box": [box(0.6, 1.2), 0.6],
  };

  it.each(Object.entries(floorsOf(engine)))("that fall short of %s fall back, others land", (_name, floor) => {
    for (const [name, [shape, foot]] of Object.entries(heroes)) {
      for (const over of [-0.3, -0.1, -0.05, -0.02, 0.1]) {
        for (const side of [0, 2, -4]) {
          for (let part = 0; part < 10; part++) {
            const world = new World();
            floor(world);
            const linearVelocity = { x: side, y: Math.sqrt(20 * (3.1 + over + foot)) };
            const position = { x: part / 10, y: 0 };
            const hero = world.createBody({
              type: "dynamic",
              position,
              linearVelocity,
              shape,
              fixedRotation: true,
              friction: 0,
            });
            run(world, 2);
            expect(hero.y > 2, `${name} ${over} m over, at ${side} m/s from ${position.x}`).toBe(over > 0);
            world.dispose();
          }
        }
      }
    }
  });
});

describe.each(Object.entries(floorsOf(BUILDS[0]![1])))("a character and %s", (_name, floor) => {
  const { World, box } = BUILDS[0]![1];
  /** A character, and a step in which it walks at `side`, and jumps or falls. */
  function stage(x: number, y: number): { hero: Character; step: (side: number, jump?: number) => void } {
    const world = new World();
    world.createBody({ position: { x: 0, y: -1 }, shape: box(80, 2) });
    floor(world);
    const hero = new Character(world, { position: { x, y } });
    let fall = 0;
    const step = (side: number, jump = 0): void => {
      fall = hero.grounded ? jump : fall - 10 * DT;
      hero.move({ x: side, y: fall }, DT);
      world.step(DT);
    };
    return { hero, step };
  }

  it("falls back where its jump falls short, and lands where it does not", () => {
    for (const over of [-0.3, -0.1, -0.05, 0.1]) {
      for (const side of [0, 2, -4]) {
        for (let part = 0; part < 10; part++) {
          const { hero, step } = stage(part / 10, 0.81);
          step(0);
          step(0);
          const height = 3.09 + over;
          step(side, (-DT / 2 + Math.sqrt((DT * DT) / 4 + height / 5)) * 10);
          for (let k = 0; k < 120; k++) {
            step(side);
          }
          expect(hero.position.y > 2, `${over} m over, at ${side} m/s from ${part / 10}`).toBe(over > 0);
        }
      }
    }
  });

  it("drops through it", () => {
    for (let part = 0; part < 25; part++) {
      const { hero, step } = stage(part / 25, 3.92);
      for (let k = 0; k < 20; k++) {
        step(0);
      }
      expect(hero.drop()).toBe(true);
      for (let k = 0; k < 120; k++) {
        step(0);
      }
      expect(hero.position.y, `from ${part / 25}`).toBeLessThan(1);
    }
  });
});
