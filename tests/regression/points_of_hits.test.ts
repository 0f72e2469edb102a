// Symptom: the point of a hit lay off the surfaces, by as much as the ball that hit moved on in the step: metres, with the solver
// "arcade".
// Cause: points are kept relative to A's centre of mass, and were reported from where that was after the step.
// What must hold: the point of a hit lies on the surface of the body that did not move.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("the point of a hit (%s)", (_, { World, box, circle, polygon }) => {
  const corners = [-0.3, 0.3].flatMap((x) => [-0.3, 0.3].map((y) => ({ x, y })));
  // The mover is A where it is a circle, B where it is a polygon.
  const movers = { circle: circle(0.3), polygon: polygon(corners) };
  const cases = (["soft", "impulse", "arcade"] as const).flatMap((solver) =>
    (["circle", "polygon"] as const).flatMap((mover) =>
      [0.5, 1].map((restitution) => ({ solver, mover, restitution })),
    ),
  );

  it.each(cases)("is on the wall: $solver, $mover, $restitution", ({ solver, mover, restitution }) => {
    for (const [speed, y] of [
      [10, 0],
      [30, 3],
      [100, -2],
    ] as const) {
      const world = new World({ solver, gravity: { x: 0, y: 0 }, events: { hit: true } });
      world.createBody({ position: { x: 20, y: 0 }, shape: box(1, 20) });
      world.createBody({
        type: "dynamic",
        position: { x: 0, y },
        linearVelocity: { x: speed, y: 0 },
        shape: movers[mover],
        restitution,
      });
      const points = [];
      for (let step = 0; step < 150; step++) {
        world.step();
        points.push(...world.events.hit.map(({ point }) => point));
      }
      expect(points.length).toBeGreaterThan(0);
      for (const point of points) {
        expect(Math.abs(point.x - 19.5)).toBeLessThan(0.03);
        expect(Math.abs(point.y - y)).toBeLessThan(0.31);
      }
    }
  });
});
