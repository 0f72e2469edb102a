// A body that fell on ground at 2 to 15 m/s was as deep in it as it came in a step, less the 2 cm that contacts look ahead:
// a box of 1 m by 15 cm at 10 m/s, and by more than 1 cm for ten steps. Only bodies that moved further than half their inner
// radius were swept.
import { describe, expect, it } from "vitest";
import { BUILDS, DT, run, type Engine } from "../helpers/engine.js";

const grounds = {
  "a box": (s: Engine) => s.box(40, 1, { center: { x: 0, y: -0.5 } }),
  "a half-space": (s: Engine) => s.halfSpace({ x: 0, y: 1 }),
  "a chain": (s: Engine) => s.chain([12, 4, -3, -12].map((x) => ({ x, y: 0 }))),
  "a height field": (s: Engine) => s.heightField(Array<number>(25).fill(0), { center: { x: -12, y: 0 } }),
  tiles: (s: Engine) => s.tileGrid({ columns: 24, rows: 1, tiles: () => true, center: { x: -12, y: -1 } }),
};
const movers = {
  box: (s: Engine) => s.box(1, 1),
  circle: (s: Engine) => s.circle(0.5),
  capsule: (s: Engine) => s.capsule(1, 0.5),
  ellipse: (s: Engine) => s.ellipse(0.8, 0.5),
  trapeze: (s: Engine) => s.polygon([-1, 1, 0.5, -0.5].map((x, i) => ({ x, y: i < 2 ? -0.5 : 0.5 }))),
};

describe.each(BUILDS)("a falling body (%s)", (_, scree) => {
  for (const [ground, floor] of Object.entries(grounds)) {
    it.each(Object.entries(movers))(`does not sink into ${ground}: a %s`, (_name, shape) => {
      for (const speed of [2, 5, 10, 14, 20]) {
        for (const part of [0, 0.25, 0.5, 0.75]) {
          const world = new scree.World();
          world.createBody({ shape: floor(scree) });
          const start = { position: { x: 0.3, y: 0.8 + part * speed * DT }, linearVelocity: { x: 2, y: -speed } };
          const body = world.createBody({ type: "dynamic", ...start, fixedRotation: true, shape: shape(scree) });
          run(world, 0.5, () => expect(0.5 - body.y).toBeLessThan(0.01));
          world.dispose();
        }
      }
    });
  }
});

it("a falling body does not sink into a sleeping one, which wakes", () => {
  const { World, box } = BUILDS[0]![1];
  for (const speed of [2, 5, 10, 14, 20, 40]) {
    for (const part of [0, 0.25, 0.5, 0.75]) {
      const world = new World();
      world.createBody({ shape: box(40, 1, { center: { x: 0, y: -0.5 } }) });
      const lower = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: box(1, 1) });
      run(world, 2);
      expect(lower.awake).toBe(false);
      const start = { position: { x: 0, y: 1.8 + part * speed * DT }, linearVelocity: { x: 0, y: -speed } };
      const upper = world.createBody({ type: "dynamic", ...start, shape: box(1, 1) });
      let woke = false;
      run(world, 0.5, () => {
        woke ||= lower.awake;
        expect(1 - (upper.y - lower.y)).toBeLessThan(0.03);
      });
      expect(woke).toBe(true);
      world.dispose();
    }
  }
});

it("a body that a joint holds is swept only if it moves further than half its inner radius", () => {
  const { World, box, circle } = BUILDS[0]![1];
  const world = new World({ gravity: { x: 0, y: 0 } });
  world.createBody({ shape: box(40, 1, { center: { x: 0, y: -0.5 } }) });
  const [bodyA, bodyB] = [-2, 2].map((x) => {
    const start = { position: { x, y: 0.55 }, linearVelocity: { x: 0, y: -6.3 } };
    return world.createBody({ type: "dynamic", ...start, shape: circle(0.5) });
  });
  world.createJoint({ type: "distance", bodyA: bodyA!, bodyB: bodyB! });
  world.step();
  expect(bodyA!.y).toBeLessThan(0.48);
  world.dispose();
});
