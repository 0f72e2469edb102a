import { describe, expect, it } from "vitest";
import { box, circle, World } from "../../dist/index.js";
import { DT, run } from "../helpers/engine.js";

const still = { x: 0, y: 0 };

describe("contact events", () => {
  it("a ball that lands and takes off again begins and ends its contact exactly once", () => {
    const world = new World();
    const ground = world.createBody({ position: { x: 0, y: -1 }, shape: box(20, 2) });
    const ball = world.createBody({ type: "dynamic", position: { x: 0, y: 2 }, shape: circle(0.5), restitution: 0 });
    const told: string[] = [];
    const watch = (): void => {
      for (const touch of world.events.contactBegin) {
        told.push("begin");
        expect(new Set([touch.bodyA, touch.bodyB])).toEqual(new Set([ground, ball]));
        expect(new Set([touch.shapeA, touch.shapeB])).toEqual(new Set([ground.shapes[0], ball.shapes[0]]));
      }
      told.push(...world.events.contactEnd.map(() => "end"));
    };
    run(world, 2, watch);
    expect(told).toEqual(["begin"]);
    expect(ball.contacts.length).toBe(1);
    ball.linearVelocity = { x: 0, y: 10 };
    run(world, 0.5, watch);
    expect(told).toEqual(["begin", "end"]);
    expect(ball.contacts.length).toBe(0);
  });

  it("a body destroyed while touching another ends its contact once", () => {
    const world = new World();
    world.createBody({ position: { x: 0, y: -1 }, shape: box(20, 2) });
    const ball = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: circle(0.5) });
    run(world, 0.2);
    const id = ball.id;
    ball.destroy();
    const ends = [...world.events.contactEnd];
    world.step();
    ends.push(...world.events.contactEnd);
    expect(ends.filter((touch) => touch.bodyIdA === id || touch.bodyIdB === id).length).toBe(1);
  });

  it("a shape that asks for no events causes none", () => {
    const world = new World();
    world.createBody({ position: { x: 0, y: -1 }, shape: box(20, 2), events: false });
    world.createBody({ type: "dynamic", position: { x: 0, y: 2 }, shape: circle(0.5), events: false });
    let told = 0;
    run(world, 2, () => {
      told += world.events.contactBegin.length + world.events.hit.length;
    });
    expect(told).toBe(0);
  });
});

describe("sensors", () => {
  it.each(["static", "kinematic", "dynamic"] as const)(
    "a ball that passes a %s sensor causes one begin and one end, and is not disturbed",
    (type) => {
      const world = new World({ gravity: still });
      const gate = world.createBody({ type, shape: box(1, 4), sensor: true });
      const ball = world.createBody({
        type: "dynamic",
        position: { x: -3, y: 0 },
        linearVelocity: { x: 4, y: 0 },
        shape: circle(0.25),
      });
      const begins: number[] = [];
      const ends: number[] = [];
      run(world, 2, (time) => {
        for (const touch of world.events.sensorBegin) {
          expect(touch.bodyA).toBe(gate);
          expect(touch.bodyB).toBe(ball);
          begins.push(time);
        }
        ends.push(...world.events.sensorEnd.map(() => time));
        expect(world.events.contactBegin.length).toBe(0);
      });
      expect(begins.length).toBe(1);
      expect(ends.length).toBe(1);
      expect(Math.abs(begins[0]! - 2.25 / 4)).toBeLessThan(2.1 * DT);
      expect(Math.abs(ends[0]! - 3.75 / 4)).toBeLessThan(2.1 * DT);
      expect(ball.linearVelocity).toEqual({ x: 4, y: 0 });
    },
  );
});

describe("filters", () => {
  /** Do two overlapping boxes with these filters touch? */
  function touches(a: object, b: object): boolean {
    const world = new World({ gravity: still });
    world.createBody({ type: "dynamic", shape: box(1, 1), ...a });
    world.createBody({ type: "dynamic", position: { x: 0.5, y: 0 }, shape: box(1, 1), ...b });
    world.step();
    const touching = world.events.contactBegin.length > 0;
    world.dispose();
    return touching;
  }

  it("two shapes collide exactly when each one's mask has the other's category, for all combinations of two layers", () => {
    for (let all = 0; all < 256; all++) {
      const [categoryA, maskA, categoryB, maskB] = [all & 3, (all >> 2) & 3, (all >> 4) & 3, all >> 6] as const;
      const expected = (maskA & categoryB) !== 0 && (maskB & categoryA) !== 0;
      expect(
        touches({ category: categoryA, mask: maskA }, { category: categoryB, mask: maskB }),
        `${categoryA} ${maskA} ${categoryB} ${maskB}`,
      ).toBe(expected);
    }
  });

  it("each of the 32 layers is distinct", () => {
    for (let layer = 0; layer < 32; layer++) {
      const bit = (1 << layer) >>> 0;
      expect(touches({ category: bit, mask: bit }, { category: bit, mask: bit })).toBe(true);
      expect(touches({ category: bit, mask: ~bit }, { category: bit, mask: bit })).toBe(false);
    }
  });

  it("shapes of one positive group always collide, of one negative group never; otherwise category and mask decide", () => {
    const deaf = { mask: 0 };
    for (const [groupA, groupB, masked, expected] of [
      [1, 1, true, true],
      [-1, -1, false, false],
      [1, 2, false, true],
      [1, 2, true, false],
      [-1, -2, false, true],
      [1, -1, false, true],
      [0, 0, true, false],
      [0, 1, true, false],
    ] as const) {
      const bits = masked ? deaf : {};
      expect(touches({ group: groupA, ...bits }, { group: groupB, ...bits }), `${groupA} ${groupB} ${masked}`).toBe(
        expected,
      );
    }
  });

  it("a filter changed while two bodies touch lets a sleeping crate fall through the ground", () => {
    const world = new World();
    const ground = world.createBody({ position: { x: 0, y: -1 }, shape: box(20, 2) });
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: box(1, 1) });
    run(world, 2);
    expect(crate.awake).toBe(false);
    ground.shapes[0]!.mask = 0;
    run(world, 1);
    expect(crate.y).toBeLessThan(-1);
    expect(world.validate()).toBe(0);
  });
});

describe("queries", () => {
  it("see a body made, moved or destroyed since the last step as it is now", () => {
    const world = new World();
    const body = world.createBody({ type: "dynamic", position: { x: 5, y: 0 }, shape: box(1, 1) });
    const seen = (x: number): boolean => world.castRay({ x, y: 5 }, { x: 0, y: -10 })?.body === body;
    expect(seen(5)).toBe(true);
    body.position = { x: 50, y: 0 };
    expect(seen(5)).toBe(false);
    expect(seen(50)).toBe(true);
    body.destroy();
    expect(seen(50)).toBe(false);
  });
});
