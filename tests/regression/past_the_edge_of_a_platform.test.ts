// A body that flew past the edge of a one-way platform, or against it, was stopped there for the rest of a step and passed in the next:
// the sweep only asked in which direction the body moves. Contacts count where they are met within 60° of the platform's direction.
import { expect, it } from "vitest";
import { BUILDS, DT, run } from "../helpers/engine.js";

it.each(BUILDS)("a body that meets the edge of a one-way platform goes on (%s)", (_, { World, box, circle }) => {
  for (const shape of [circle(0.3), box(0.5, 0.5)]) {
    for (const speed of [6, 12, 25]) {
      for (let part = 0; part < 8; part++) {
        const world = new World({ gravity: { x: 0, y: 0 } });
        world.createBody({ shape: box(6, 2), oneWay: { x: 0, y: 1 } });
        const start = { position: { x: 4 + (part * speed) / 480, y: 0.3 }, linearVelocity: { x: -speed, y: -1 } };
        const body = world.createBody({ type: "dynamic", ...start, shape });
        let due = start.position.x;
        run(world, 0.5, () => {
          due -= speed * DT;
          expect(body.x).toBeCloseTo(due, 3);
        });
        world.dispose();
      }
    }
  }
});

it("a bullet that meets the edge of a moving one-way platform goes on", () => {
  const { World, box, circle } = BUILDS[0]![1];
  for (const speed of [12, 25, 60]) {
    for (let part = 0; part < 8; part++) {
      const world = new World({ gravity: { x: 0, y: 0 } });
      const linearVelocity = { x: 0.5, y: -0.5 };
      world.createBody({ type: "kinematic", linearVelocity, shape: box(6, 2), oneWay: { x: 0, y: 1 } });
      const start = { position: { x: 4 + (part * speed) / 480, y: 0.3 }, linearVelocity: { x: -speed, y: -1 } };
      const body = world.createBody({ type: "dynamic", bullet: true, ...start, shape: circle(0.3) });
      let due = start.position.x;
      run(world, 0.5, () => {
        due -= speed * DT;
        expect(body.x).toBeCloseTo(due, 3);
      });
      world.dispose();
    }
  }
});

it("a ball that falls on a one-way platform lands", () => {
  const { World, box, circle } = BUILDS[0]![1];
  const world = new World();
  world.createBody({ shape: box(6, 2), oneWay: { x: 0, y: 1 } });
  const ball = world.createBody({
    type: "dynamic",
    position: { x: 0, y: 4 },
    linearVelocity: { x: 0, y: -12 },
    shape: circle(0.3),
  });
  run(world, 1, () => expect(ball.y).toBeGreaterThan(1.28));
});
