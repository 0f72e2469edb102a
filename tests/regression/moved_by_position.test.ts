// Symptom: a sensor or platform that is moved by setting its position began and ended all its touches in each step.
// Cause: setting a position destroyed all contacts of the body, and the next step made them anew.
// What must hold: a touch that goes on neither begins nor ends; one that is over ends, also with a sleeping body.
import { describe, expect, it } from "vitest";
import { BUILDS, DT, type World } from "../helpers/engine.js";

const counts = (world: World): number[] => {
  const { sensorBegin, sensorEnd, contactBegin, contactEnd } = world.events;
  return [sensorBegin, sensorEnd, contactBegin, contactEnd].map(({ length }) => length);
};

describe.each(BUILDS)("a body moved by setting its position (%s)", (_, { World, box, circle }) => {
  const none = { x: 0, y: 0 };

  it("is entered once and left once, whatever its type", () => {
    for (const type of ["static", "kinematic", "dynamic"] as const) {
      const world = new World({ gravity: none });
      const zone = world.createBody({ type, shape: circle(2), sensor: true });
      world.createBody({ type: "dynamic", shape: box(1, 1) });
      const seen = [0, 0, 0, 0];
      for (let i = 0; i < 300; i++) {
        zone.position = { x: 0.02 * i, y: 0 };
        world.step(DT);
        counts(world).forEach((count, k) => (seen[k]! += count));
        expect(world.validate()).toBe(0);
        const inside = Math.abs(zone.x) < 2.4;
        if (inside) {
          expect(seen, `${type}, step ${i}`).toEqual([1, 0, 0, 0]);
        }
      }
      expect(seen, type).toEqual([1, 1, 0, 0]);
    }
  });

  it("leaves a body asleep in it, and reports so", () => {
    const world = new World({ gravity: none });
    const zone = world.createBody({ shape: circle(2), sensor: true });
    const sleeper = world.createBody({ type: "dynamic", shape: box(1, 1) });
    for (let i = 0; i < 60; i++) {
      world.step(DT);
    }
    expect(sleeper.awake).toBe(false);
    for (const x of [50, 0, 50]) {
      zone.position = { x, y: 0 };
      expect(world.validate()).toBe(0);
      world.step(DT);
      expect(counts(world), `at ${x}`).toEqual(x === 0 ? [1, 0, 0, 0] : [0, 1, 0, 0]);
      expect(world.validate()).toBe(0);
    }
  });

  it("keeps a stack on it standing", () => {
    const world = new World();
    const lift = world.createBody({ type: "kinematic", position: { x: 0, y: -0.5 }, shape: box(4, 1) });
    const stack = [0, 1, 2].map((i) =>
      world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 + i }, shape: box(1, 1) }),
    );
    let begun = 0;
    for (let i = 0; i < 240; i++) {
      lift.position = { x: 0, y: -0.5 + 0.005 * i };
      world.step(DT);
      begun += world.events.contactBegin.length;
      expect(world.events.contactEnd.length, `step ${i}`).toBe(0);
    }
    expect(begun).toBe(3);
    stack.forEach((body, i) => expect(Math.abs(body.y - lift.y - 1 - i)).toBeLessThan(0.08));
  });

  it("ends the touch it leaves and begins the new one once, moved twice between steps or not", () => {
    const world = new World({ gravity: none, sleeping: false });
    const posts = [0, 10, 20].map((x) => world.createBody({ position: { x, y: 0 }, shape: box(1, 1) }));
    const body = world.createBody({ type: "dynamic", position: { x: 0.9, y: 0 }, shape: box(1, 1) });
    const touched = (): unknown[] => body.contacts.map(({ bodyA, bodyB }) => (bodyA === body ? bodyB : bodyA));
    world.step(DT);
    expect(touched()).toEqual([posts[0]]);
    for (const places of [[10.9], [20.9], [5, 10.9], [0.9, 10.9], [20.9, 0.9], [0.9], [20.9, 5]]) {
      const from = posts.findIndex((post) => touched()[0] === post);
      for (const x of places) {
        body.setTransform({ x, y: 0 }, 0);
        body.linearVelocity = none;
        expect(world.validate()).toBe(0);
      }
      world.step(DT);
      expect(world.validate()).toBe(0);
      const to = posts.findIndex((post) => Math.abs(places.at(-1)! - post.x) < 1);
      const gone = from !== to && from >= 0 ? 1 : 0;
      expect(counts(world), `${places}`).toEqual([0, 0, from !== to && to >= 0 ? 1 : 0, gone]);
      expect(touched()).toEqual(to < 0 ? [] : [posts[to]]);
    }
  });
});
