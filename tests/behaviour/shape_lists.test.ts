// Bodies of many shapes: the list of a body's shapes, and what is computed from it as they come and go one by one.
import { describe, expect, it } from "vitest";
import { box, circle, World } from "../../dist/index.js";
import { run, type Body } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

type Shape = ReturnType<Body["addShape"]>;
const KINDS = ["static", "kinematic", "dynamic"] as const;
const part = (k: number) => box(0.3, 0.2, { center: { x: (k % 7) * 0.3 - 1, y: Math.floor(k / 7) * 0.3 } });

/** The body made by `build` in a rain of fast balls; returns the world's hash. */
function rain(build: (world: World) => void): string {
  const world = new World({ gravity: { x: 0, y: -10 } });
  build(world);
  for (let k = 0; k < 40; k++) {
    const position = { x: (k % 8) * 0.5 - 2, y: 4 + Math.floor(k / 8) };
    const motion = { linearVelocity: { x: k - 20, y: -90 }, bullet: k % 2 === 0 };
    world.createBody({ type: "dynamic", position, shape: circle(0.1), ...motion });
  }
  run(world, 1.5);
  expect(world.validate()).toBe(0);
  return world.hash();
}

describe.each(KINDS)("a %s body of many shapes", (type) => {
  it("built shape by shape does what one built at once does", () => {
    const shapes = Array.from({ length: 25 }, (_, k) => part(k));
    const angularVelocity = type === "static" ? 0 : 3;
    let atOnce: Body | undefined;
    let oneByOne: Body | undefined;
    const expected = rain((world) => (atOnce = world.createBody({ type, angularVelocity, shapes })));
    const found = rain((world) => {
      oneByOne = world.createBody({ type, angularVelocity });
      for (const shape of shapes) oneByOne.addShape(shape);
    });
    expect([oneByOne!.mass, oneByOne!.inertia]).toEqual([atOnce!.mass, atOnce!.inertia]);
    if (type !== "dynamic") {
      expect(found).toBe(expected); // each added part of a dynamic body moves the centre of mass, about which the body turns
    }
  });

  it("keeps their order and its mass right as they come and go", () => {
    const random = new Random(7);
    const world = new World();
    const body = world.createBody({ type });
    let list: Shape[] = [];
    for (let turn = 0; turn < 400; turn++) {
      if (list.length > 0 && random.chance(0.45)) {
        const gone = random.pick(list);
        gone.destroy();
        list = list.filter((shape) => shape !== gone);
      } else {
        list.push(body.addShape(part(turn % 49)));
      }
      expect(body.shapes).toEqual(list);
      expect(world.validate()).toBe(0);
    }
    const saved = world.snapshot();
    world.restore(saved);
    expect(body.shapes).toEqual(list);
    if (type === "dynamic") {
      expect(body.mass).toBeCloseTo(list.length * 0.06, 5);
    }
    for (const shape of list) shape.destroy();
    expect(body.shapes).toEqual([]);
    expect(world.validate()).toBe(0);
  });
});

describe("the filter of one shape of many", () => {
  it("ends the contacts of that shape, and leaves the rest", () => {
    const world = new World({ events: true });
    const ground = world.createBody({
      shapes: Array.from({ length: 10 }, (_, k) => box(1, 1, { center: { x: 2 * k, y: 0 } })),
    });
    const boxes = ground.shapes.map((_, k) =>
      world.createBody({ type: "dynamic", position: { x: 2 * k, y: 1 }, shape: box(1, 1) }),
    );
    run(world, 2);
    ground.shapes[3]!.mask = 0;
    world.step();
    expect(world.events.contactEnd.map(({ bodyA, bodyB }) => bodyB!.id + bodyA!.id)).toEqual([
      boxes[3]!.id + ground.id,
    ]);
    expect(boxes.filter((body) => body.awake)).toEqual([boxes[3]]);
    run(world, 1);
    expect(boxes.filter((body) => body.y < 0.9)).toEqual([boxes[3]]);
    ground.shapes[3]!.mask = 0xffffffff;
    boxes[3]!.setTransform({ x: 6, y: 1.2 }, 0);
    boxes[3]!.linearVelocity = { x: 0, y: 0 };
    run(world, 2);
    expect(boxes[3]!.y).toBeCloseTo(1, 2);
    expect(world.validate()).toBe(0);
  });
});
