// Symptom: a wall or trigger that was made over a sleeping body, became static there, or was given a mask or events, had no
// effect until the body was woken: no contact, no event, no push.
// Cause: contacts between resting bodies wait until one wakes, and only shapes added, moved or replaced woke the bodies they lie
// over.
// What must hold: whatever makes a static shape meet a sleeping body wakes it.
import { describe, expect, it } from "vitest";
import { BUILDS, run, type Body, type World } from "../helpers/engine.js";

/** Counts the touches and visits that begin within a second. */
function heard(world: World): { contacts: number; visits: number } {
  const heard = { contacts: 0, visits: 0 };
  run(world, 1, () => {
    heard.contacts += world.events.contactBegin.length;
    heard.visits += world.events.sensorBegin.length;
  });
  return heard;
}

describe.each(BUILDS)("a sleeping body wakes (%s)", (_name, { World, box, circle }) => {
  function scene(): { world: World; crate: Body } {
    const world = new World();
    world.createBody({ position: { x: 0, y: -0.5 }, shape: box(40, 1) });
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: box(1, 1) });
    run(world, 2);
    expect(crate.awake).toBe(false);
    return { world, crate };
  }
  const wall = { position: { x: 0.5, y: 0.5 }, shape: box(1, 1) };
  const trigger = { position: { x: 0, y: 0.5 }, shape: circle(2), sensor: true };
  const sleeping = ({ world, crate }: ReturnType<typeof scene>): void => {
    run(world, 2);
    crate.awake = false;
  };

  const walls: Record<string, (parts: ReturnType<typeof scene>) => unknown> = {
    "is made": ({ world }) => world.createBody(wall),
    "is made with others": ({ world }) =>
      world.createBodies({ count: 2, positions: [0.5, 0.5, 30, 9], shape: box(1, 1) }),
    "gets a mask": (parts) => {
      const [shape] = parts.world.createBody({ ...wall, mask: 0 }).shapes;
      sleeping(parts);
      shape!.mask = 0xffffffff;
    },
    "gets a category": (parts) => {
      const [shape] = parts.world.createBody({ ...wall, category: 0 }).shapes;
      sleeping(parts);
      shape!.category = 1;
    },
    "gets another group": (parts) => {
      parts.crate.shapes[0]!.group = -1;
      const [shape] = parts.world.createBody({ ...wall, group: -1 }).shapes;
      sleeping(parts);
      shape!.group = 0;
    },
    "is no sensor any more": (parts) => {
      const [shape] = parts.world.createBody({ ...wall, sensor: true }).shapes;
      sleeping(parts);
      shape!.sensor = false;
    },
  };
  it.each(Object.entries(walls))("and is pushed out when a static wall in it %s", (_way, put) => {
    const parts = scene();
    put(parts);
    expect(parts.crate.awake).toBe(true);
    expect(heard(parts.world).contacts).toBeGreaterThan(0);
    expect(Math.abs(parts.crate.x)).toBeGreaterThan(0.1);
    expect(parts.world.validate()).toBe(0);
  });

  const triggers: Record<string, (parts: ReturnType<typeof scene>) => unknown> = {
    "is made": ({ world }) => world.createBody(trigger),
    "is made, and is no sensor yet": ({ world }) => {
      world.createBody({ ...trigger, sensor: false, mask: 0 }).shapes[0]!.sensor = true;
      world.bodies.at(-1)!.shapes[0]!.mask = 0xffffffff;
    },
    "has its events switched on again": (parts) => {
      const [shape] = parts.world.createBody({ ...trigger, events: { sensor: false } }).shapes;
      sleeping(parts);
      shape!.events = { sensor: true };
    },
    "was kinematic": ({ world, crate }) => {
      const body = world.createBody({ ...trigger, type: "kinematic" });
      run(world, 2);
      crate.awake = false;
      body.type = "static";
    },
  };
  it.each(Object.entries(triggers))("and is reported when a static sensor over it %s", (_way, put) => {
    const parts = scene();
    put(parts);
    expect(heard(parts.world).visits).toBe(1);
  });

  it("not when a body is created asleep beside it", () => {
    const { world, crate } = scene();
    world.createBody({ type: "dynamic", position: { x: 1, y: 0.5 }, shape: box(1, 1), awake: false });
    world.createBody({ position: { x: 9, y: 0.5 }, shape: box(1, 1) });
    run(world, 1);
    expect(crate.awake).toBe(false);
  });
});
