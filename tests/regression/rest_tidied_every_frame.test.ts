// Symptom: a hero without input whose game sets `linearVelocity = { x: 0, y: hero.linearVelocity.y }` in each frame never fell asleep,
// nor did what it touched; likewise boxes with `linearVelocity = { x: 0, y: 0 }`, `angularVelocity = 0`, `v.x *= 0.9`, or pushes of 0.
// Cause: a body at rest has some nm/s left. Only a velocity equal in all three numbers counted as no change; one that took some of that
// away and left the rest restarted the time to sleep. Pushes of 0 woke.
// What must hold: a body so tidied in each frame falls asleep, and sleeps on. One that is pushed, made faster, or held up by hand does
// not.
import { describe, expect, it } from "vitest";
import { BUILDS, run, type Body, type World } from "../helpers/engine.js";

type Tidy = (body: Body, world: World) => void;

const WAYS: Record<string, Tidy> = {
  "linearVelocity = { x: 0, y: v.y }": (body) => (body.linearVelocity = { x: 0, y: body.linearVelocity.y }),
  "linearVelocity = { x: v.x / 2, y: v.y }": (body) => {
    const { x, y } = body.linearVelocity;
    body.linearVelocity = { x: x / 2, y };
  },
  "linearVelocity = { x: 0, y: 0 }": (body) => (body.linearVelocity = { x: 0, y: 0 }),
  "angularVelocity = 0": (body) => (body.angularVelocity = 0),
  "angularVelocity *= 0.9": (body) => (body.angularVelocity *= 0.9),
  setVelocities: ({ id, angularVelocity }, world) => world.setVelocities([id], [0, 0, angularVelocity]),
  "applyForce of 0": (body) => body.applyForce({ x: 0, y: 0 }),
  "applyForce of 0 at a point": (body) => body.applyForce({ x: 0, y: 0 }, { x: 3, y: 4 }),
  "applyTorque of 0": (body) => body.applyTorque(0),
  "applyImpulse of 0": (body) => body.applyImpulse({ x: 0, y: -0 }, { x: 3, y: 4 }),
  "applyAngularImpulse of 0": (body) => body.applyAngularImpulse(0),
  "applyForces of 0": ({ id }, world) => world.applyForces([id], [0, 0, 0]),
  "applyImpulses of 0": ({ id }, world) => world.applyImpulses([id], [0, 0, 0]),
};

const PLACES = {
  alone: { slope: 0, crates: 0 },
  "on a slope": { slope: 0.3, crates: 0 },
  "beside a column": { slope: 0, crates: 4 },
};

describe.each(BUILDS)("a body tidied in every frame (%s)", (_name, engine) => {
  const { World, box, capsule } = engine;

  function scene(place: keyof typeof PLACES, free: boolean): { world: World; hero: Body } {
    const { slope, crates } = PLACES[place];
    const world = new World();
    world.createBody({ angle: slope, shape: box(200, 2) });
    const hero = world.createBody({
      type: "dynamic",
      position: { x: 0, y: 1 / Math.cos(slope) + 0.85 + slope * 0.4 },
      angle: free ? slope : 0,
      fixedRotation: !free,
      shape: free ? box(0.8, 1.6) : capsule(0.8, 0.4, { angle: Math.PI / 2 }),
      friction: 1,
    });
    for (let k = 0; k < crates; k++) {
      world.createBody({ type: "dynamic", position: { x: 0.9 + 0.005 * k, y: 1.5 + k }, shape: box(1, 1) });
    }
    return { world, hero };
  }

  it.each(Object.keys(WAYS))("falls asleep, with all it touches, and sleeps on: %s", (way) => {
    for (const place of Object.keys(PLACES) as (keyof typeof PLACES)[]) {
      for (const free of [true, false]) {
        const { world, hero } = scene(place, free);
        run(world, 6, () => WAYS[way]!(hero, world));
        for (let step = 0; step < 60; step++) {
          WAYS[way]!(hero, world);
          world.step();
          expect([world.counters.awake, world.events.sleep.length], `${place}, ${free}`).toEqual([0, 0]);
        }
        world.dispose();
      }
    }
  });

  it.each([
    ["a velocity", (body: Body) => (body.linearVelocity = { x: 1e-3, y: 0 })],
    ["a spin", (body: Body) => (body.angularVelocity = 1e-3)],
    ["a force", (body: Body) => body.applyForce({ x: 1e-3, y: 0 })],
    ["a torque", (body: Body) => body.applyTorque(-1e-3)],
    ["an impulse", (body: Body) => body.applyImpulse({ x: 0, y: 1e-3 })],
    ["an angular impulse", (body: Body) => body.applyAngularImpulse(1e-3)],
  ])("is woken by %s, and kept awake by one in each frame", (_, push: (body: Body) => void) => {
    const { world, hero } = scene("beside a column", true);
    run(world, 6);
    expect(world.counters.awake).toBe(0);
    push(hero);
    expect(world.counters.awake).toBe(5);
    run(world, 3, () => {
      push(hero);
      expect(world.counters.awake).toBe(5);
    });
    world.dispose();
  });

  it("if held up by hand in short steps, falls when it is let go", () => {
    const world = new World();
    const hero = world.createBody({ type: "dynamic", angularVelocity: 0.01, shape: box(1, 1) });
    for (let step = 0; step < 480; step++) {
      hero.linearVelocity = { x: 0, y: 0 };
      world.step(1 / 240);
    }
    expect(hero.awake).toBe(true);
    const { y } = hero;
    run(world, 1);
    expect(hero.y).toBeLessThan(y - 4);
    world.dispose();
  });
});
