// Symptom: a predicate that destroys bodies was still asked about their shapes, whose `shape.body` throws, and the answer held dead
// shapes; for `castRay`, from its second refusal on.
// Cause: what the core had found was read once, and never checked again.
// What must hold: a predicate is not asked about a shape it has destroyed, nor is that found, even if it is the one it is asked about.
import { describe, expect, it } from "vitest";
import { BUILDS, type Body, type World } from "../helpers/engine.js";

type Shape = Body["shapes"][number];

describe.each(BUILDS)("the %s build", (_name, { World, box, circle }) => {
  type Predicate = (shape: Shape) => boolean;
  const far = { x: 20, y: 0 };
  const near = { x: -3, y: 0 };
  const QUERIES: [string, (world: World, predicate: Predicate) => (Shape | undefined)[]][] = [
    ["castRay", (world, predicate) => [world.castRay(near, far, { predicate })?.shape]],
    ["castCircle", (world, predicate) => [world.castCircle(near, 0.2, far, { predicate })?.shape]],
    ["castShape", (world, predicate) => [world.castShape(box(1, 1), near, far, { predicate })?.shape]],
    ["closestPoint", (world, predicate) => [world.closestPoint(near, undefined, { predicate })?.shape]],
    ["castRayAll", (world, predicate) => world.castRayAll(near, far, { predicate }).map((hit) => hit.shape)],
    [
      "castShapeAll",
      (world, predicate) => world.castShapeAll(box(1, 1), near, far, { predicate }).map((hit) => hit.shape),
    ],
    ["overlapAABB", (world, predicate) => world.overlapAABB({ lower: { x: -3, y: -3 }, upper: far }, { predicate })],
    ["overlapShape", (world, predicate) => world.overlapShape(box(40, 1), { x: 0, y: 0 }, { predicate })],
  ];

  describe.each(QUERIES)("%s", (_query, ask) => {
    /** Four balls in a row; `choose` says which are destroyed at the k-th question, and whether the shape passes. */
    function answer(choose: (k: number, shape: Shape, shapes: Shape[]) => [Shape[], boolean]): (Shape | undefined)[] {
      const world = new World();
      const shapes = [0, 2, 4, 6].map(
        (x) => world.createBody({ position: { x, y: 0 }, shape: circle(0.5) }).shapes[0]!,
      );
      let asked = 0;
      const found = ask(world, (shape) => {
        expect(shape.alive).toBe(true);
        const [gone, passes] = choose(asked++, shape, shapes);
        gone.filter(({ alive }) => alive).forEach((other) => other.body.destroy());
        return passes;
      });
      return found.filter((shape) => shape !== undefined);
    }

    it("finds the shape that is left when the others are destroyed", () => {
      const found = answer((_k, shape, shapes) => [shapes.filter((other) => other !== shape), true]);
      expect(found.map((shape) => shape?.alive)).toEqual([true]);
    });

    it("finds the shape that is left when two are destroyed at the second question", () => {
      const found = answer((k, shape, shapes) => [
        k === 1 ? shapes.filter((other) => other !== shape).slice(0, 2) : [],
        k > 1,
      ]);
      expect(found.map((shape) => shape?.alive)).toEqual([true]);
    });

    it("finds nothing when each shape is destroyed as it is asked about", () => {
      expect(answer((_k, shape) => [[shape], true])).toEqual([]);
    });
  });
});
