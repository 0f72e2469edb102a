// Symptom: at 240 steps a second one landing reported two hits, the first with 7 % of the impulse.
// Cause: a body that reaches a surface in the last sub-step only closes the gap there; the next step, which stopped it,
// reported another.
// What must hold: one landing is one hit, with the speed and the impulse of all of it.
import { expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

const { World, box, circle } = BUILDS[0]![1];

it.each([1, 2, 4, 8])("a landing reports one hit with all of its impulse, with %i sub-steps", (substeps) => {
  for (const rate of [60, 120, 240, 480]) {
    for (const shape of [circle(0.5), box(1, 1)]) {
      for (let k = 0; k < 40; k++) {
        const world = new World({ substeps, gravity: { x: 0, y: 0 }, events: { hit: true } });
        world.createBody({ shape: box(20, 2, { center: { x: 0, y: -1 } }) });
        const speed = 1.3 + 0.2 * k;
        const start = { position: { x: 0, y: 0.53 + 0.0037 * k }, linearVelocity: { x: 0, y: -speed } };
        const body = world.createBody({ type: "dynamic", ...start, shape });
        const hits = [];
        for (let step = 0; step < rate / 4; step++) {
          world.step(1 / rate);
          hits.push(...world.events.hit.map((hit) => [hit.speed / speed, hit.impulse / (body.mass * speed)]));
        }
        expect(hits.length).toBe(1);
        expect(hits[0]![0]).toBeCloseTo(1, 3);
        expect(Math.abs(hits[0]![1]! - 1)).toBeLessThan(0.15);
        world.dispose();
      }
    }
  }
});

it("a blow on a body put to sleep in the midst of another blow is reported", () => {
  let goesOn = 0;
  for (let k = 0; k < 200; k++) {
    const world = new World({ gravity: { x: 0, y: 0 }, events: { hit: true } });
    world.createBody({ shape: box(20, 2, { center: { x: 0, y: -1 } }) });
    const start = { position: { x: 0, y: 0.53 + 0.0037 * k }, linearVelocity: { x: 0, y: -3 } };
    const body = world.createBody({ type: "dynamic", ...start, shape: circle(0.5) });
    while (world.events.hit.length === 0) {
      world.step(1 / 240);
    }
    goesOn += Number(body.linearVelocity.y < -1);
    body.awake = false;
    body.linearVelocity = { x: 0, y: -5 };
    world.step(1 / 240);
    expect(world.events.hit.length).toBe(1);
    world.dispose();
  }
  expect(goesOn).toBeGreaterThan(5);
});
