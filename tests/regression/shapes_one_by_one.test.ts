// Symptom: 1,000 rounded ellipses added one by one to a dynamic body took 14 s, where given together they took 0.03 s.
// Cause: each addition weighed all shapes of the body anew, and fitted the boxes of all.
// What must hold: adding shapes one by one takes no more than some times as long, and gives the same bits.
import { describe, expect, it } from "vitest";
import { box, circle, ellipse, polygon, World, type Body, type ShapeDescriptor } from "../../dist/index.js";
import { times } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

function shapeOf(random: Random): ShapeDescriptor {
  const center = { x: random.between(-9, 9), y: random.between(-9, 9) };
  return random.pick([
    () => box(0.3, 0.7, { center, angle: random.between(-3, 3) }),
    () => circle(random.between(0.1, 2), { center }),
    () => ellipse(0.5, 0.2, { center, radius: 0.1 }),
    () => polygon([center, { x: center.x + 1, y: center.y }, { x: center.x, y: center.y + 2 }]),
  ])();
}

const weight = ({ mass, inertia, centerOfMass }: Body): unknown => [mass, inertia, centerOfMass];

/** How long it takes to give a body the shapes, one by one and together (ms). */
function timesOf(shapes: ShapeDescriptor[]): [number, number] {
  const world = new World();
  const start = performance.now();
  const body = world.createBody({ type: "dynamic" });
  shapes.forEach((shape) => body.addShape(shape));
  const between = performance.now();
  const other = world.createBody({ type: "dynamic", shapes });
  const end = performance.now();
  expect(weight(body)).toEqual(weight(other));
  return [between - start, end - between];
}

describe("shapes added one by one", () => {
  it("take about as long as given together", { retry: 3 }, () => {
    const shapes = Array.from({ length: 300 }, (_, k) =>
      ellipse(0.5, 0.2, { center: { x: k % 20, y: k / 20 }, radius: 0.1 }),
    );
    timesOf(shapes);
    const [alone, together] = timesOf(shapes);
    expect(alone / together).toBeLessThan(10);
  });

  it("weigh the same bits as given together, whatever else happened in between", () => {
    const scratch = new World();
    for (let seed = 1; seed <= times(200, 5000); seed++) {
      const random = new Random(seed);
      const world = new World();
      const saved: [Uint8Array, Body[], ShapeDescriptor[][], number[][]][] = [];
      const bodies = Array.from({ length: 2 }, () => world.createBody({ type: "dynamic" }));
      const lists: ShapeDescriptor[][] = bodies.map(() => []);
      const densities: number[][] = bodies.map(() => []);
      for (let turn = 0; turn < 30; turn++) {
        const k = random.below(2);
        const body = bodies[k]!;
        const { shapes } = body;
        const act = random.below(12);
        if (act === 0 && shapes.length > 0) {
          const at = random.below(shapes.length);
          shapes[at]!.destroy();
          lists[k]!.splice(at, 1);
          densities[k]!.splice(at, 1);
        } else if (act === 1 && shapes.length > 0) {
          const at = random.below(shapes.length);
          shapes[at]!.density = densities[k]![at] = random.between(0, 5);
        } else if (act === 2) {
          body.type = "kinematic";
          body.type = "dynamic";
        } else if (act === 3) {
          body.destroy();
          bodies[k] = world.createBody({ type: "dynamic" });
          lists[k] = [];
          densities[k] = [];
        } else if (act === 4) {
          saved.push([
            world.snapshot(),
            [...bodies],
            lists.map((list) => [...list]),
            densities.map((list) => [...list]),
          ]);
        } else if (act === 5 && saved.length > 0) {
          const [bytes, ...before] = random.pick(saved);
          world.restore(bytes);
          before[0].forEach((old, j) => (bodies[j] = world.body(old.id)!));
          before[1].forEach((list, j) => (lists[j] = [...list]));
          before[2].forEach((list, j) => (densities[j] = [...list]));
        } else {
          const shape = shapeOf(random);
          const density = random.between(0, 5);
          body.addShape(shape, { density });
          lists[k]!.push(shape);
          densities[k]!.push(density);
        }
        bodies.forEach((made, j) => {
          const twin = scratch.createBody({
            type: "dynamic",
            shapes: lists[j]!.map((shape, i) => ({ shape, density: densities[j]![i]! })),
          });
          expect(weight(made), `seed ${seed}, turn ${turn}`).toEqual(weight(twin));
          twin.destroy();
        });
      }
      expect(world.validate()).toBe(0);
      world.dispose();
    }
  });

  it("are found where they lie", () => {
    const world = new World();
    const body = world.createBody({ type: "dynamic", position: { x: 5, y: 6 }, angle: 1 });
    const places = Array.from({ length: 50 }, (_, k) => ({ x: (k * k) % 37, y: (7 * k) % 23 }));
    places.forEach((center) => body.addShape(circle(0.3, { center })));
    for (const place of places) {
      const hit = world.closestPoint(body.toWorld(place));
      expect(hit?.body).toBe(body);
      expect(hit?.distance).toBeLessThan(1e-4);
    }
  });
});
