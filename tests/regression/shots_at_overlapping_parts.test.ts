// Symptom: a body that flew fast at ground of parts that overlap or lie side by side was put up to 2 m beside its path, and flew
// on past a body that `castCircle` says it hits: at circles of 0.5 and 0.3 m about one centre 214 of 861 balls of 10 cm at 250
// m/s; of 1,000 balls shot at a row of bricks at 60 m/s, 288 were put more than 2 cm aside.
// Cause: a part hidden by another was taken for a seam of ground on which the body slides, though it came from the air, and the
// end of its path was bent out of that part. A ball that rolled along a floor at 30 to 120 m/s, too, left such circles up to
// twice as fast as the outer one alone: it was kept out of the inner one, which it knew of only because it was by then deep in
// the outer one.
// What must hold: a shot goes straight until it is stopped, and touches the body that it meets.
import { describe, expect, it } from "vitest";
import type { ShapeDescriptor } from "../../dist/index.js";
import { BUILDS, DT } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

const RADIUS = 0.1;

describe.each(BUILDS)("a shot (%s)", (build, { World, box, capsule, circle }) => {
  const targets: Record<string, ShapeDescriptor[]> = {
    "circles about one centre": [circle(0.5), circle(0.3)],
    "two crossed boxes": [box(1, 0.3), box(1, 0.3, { angle: 1.2 })],
    "a box in a box": [box(1, 1), box(0.5, 0.5)],
    "a capsule and a rounded box": [capsule(1, 0.2), box(0.4, 0.4, { radius: 0.1 })],
    "bricks in a row": [-2, -1, 0, 1, 2].map((k) => box(0.3, 0.6, { center: { x: 0, y: 0.6 * k } })),
  };

  it.each(
    Object.entries(targets).flatMap(([name, shapes]) =>
      [30, 60, 150, 300].map((speed) => [name, speed, shapes] as const),
    ),
  )("at %s goes straight until it hits, at %i m/s", (_name, speed, shapes) => {
    const random = new Random(speed);
    for (let k = 0; k < (build === "simd" ? 60 : 12); k++) {
      const world = new World({ gravity: { x: 0, y: 0 } });
      const target = world.createBody({ shapes: shapes.map((shape) => ({ shape })), angle: random.between(-0.4, 0.4) });
      const from = { x: -12 + random.between(-2, 2), y: random.between(-0.55, 0.55) };
      const velocity = { x: speed, y: 0 };
      const hit = world.castCircle(from, RADIUS, { x: 30, y: 0 });
      const ball = world.createBody({
        type: "dynamic",
        bullet: k % 2 === 0,
        position: from,
        linearVelocity: velocity,
        shape: circle(RADIUS),
        restitution: 1,
        friction: 0,
      });
      let touched = false;
      for (let step = 0; step < 60 && !touched; step++) {
        world.step(DT);
        touched = world.events.contactBegin.some(({ bodyA, bodyB }) => bodyA === target || bodyB === target);
        if (ball.linearVelocity.x === speed) {
          expect(Math.abs(ball.y - from.y), `shot ${k} in step ${step}`).toBeLessThan(0.02);
        }
      }
      const deep = hit !== null && Math.abs(hit.normal.x) > 0.2; // no graze
      if (deep) {
        expect(touched, `shot ${k}`).toBe(true);
      }
      world.dispose();
    }
  });

  it("along a floor at concentric circles leaves as from the outer one alone", () => {
    const random = new Random(1);
    for (let k = 0; k < 20; k++) {
      const speed = random.between(15, 120);
      const x = 11 + random.between(-1, 1);
      const velocities = [[circle(0.5)], [circle(0.5), circle(0.3)]].map((shapes) => {
        const world = new World({ gravity: { x: 0, y: -10 } });
        world.createBody({ position: { x: 0, y: -1 }, shape: box(60, 2), friction: 0 });
        for (const shape of shapes) {
          world.createBody({ position: { x, y: 0 }, shape, friction: 0 });
        }
        const ball = world.createBody({
          type: "dynamic",
          position: { x: 0, y: RADIUS },
          linearVelocity: { x: speed, y: 0 },
          shape: circle(RADIUS),
          friction: 0,
        });
        for (let step = 0; step < 60 && ball.linearVelocity.y < 1; step++) {
          world.step(DT);
        }
        for (let step = 0; step < 4; step++) {
          world.step(DT);
        }
        const velocity = ball.linearVelocity;
        world.dispose();
        return velocity;
      });
      const [outer, both] = velocities as [(typeof velocities)[number], (typeof velocities)[number]];
      expect(outer.y, `ball ${k} at ${speed} m/s`).toBeGreaterThan(1);
      expect(Math.hypot(both.x - outer.x, both.y - outer.y) / speed, `ball ${k} at ${speed} m/s`).toBeLessThan(0.01);
    }
  });
});
