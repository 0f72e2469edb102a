// Symptom: a sleeping body that became static reported that it woke, although it was not awake. When it then became dynamic or kinematic
// it was awake, but no event said so: it reported twice in a row that it fell asleep.
// Cause: it was woken with its island before its type was set; a body that had been static joined the awake ones without an event.
// What must hold: a body's sleep events agree with its `awake`, whatever its type becomes. Bodies that slept with it wake, with events.
import { describe, expect, it } from "vitest";
import { BUILDS, DT } from "../helpers/engine.js";

describe.each(BUILDS)("a body that becomes static in its sleep (%s)", (_, { World, box }) => {
  it.each(["dynamic", "kinematic"] as const)("has no event, and the bodies on it wake: a %s one", (type) => {
    const world = new World();
    world.createBody({ position: { x: 0, y: -1 }, shape: box(20, 2) });
    const below = world.createBody({ type, position: { x: 0, y: 0.5 }, shape: box(1, 1) });
    const above = world.createBody({ type: "dynamic", position: { x: 0, y: 1.5 }, shape: box(1, 1) });
    const beside = world.createBody({ type: "dynamic", position: { x: 0.2, y: 2.5 }, shape: box(1, 1) });
    const known = new Map([below, above, beside].map((body) => [body.id, body.awake]));
    const listen = (): void => {
      for (const { bodyId, asleep } of world.events.sleep) {
        known.set(bodyId, !asleep);
      }
    };
    for (let step = 0; step < 120; step++) {
      world.step(DT);
      listen();
    }
    expect([...known.values()]).toEqual([false, false, false]);
    below.type = "static";
    listen();
    expect(world.validate()).toBe(0);
    expect([below.awake, above.awake, beside.awake]).toEqual([false, true, true]);
    expect([...known.values()]).toEqual([false, true, true]);
    for (let step = 0; step < 120; step++) {
      world.step(DT);
      listen();
    }
    expect(world.validate()).toBe(0);
    expect([...known.values()]).toEqual([false, false, false]);
    expect(above.y).toBeCloseTo(1.5, 2);
  });

  it("still holds the load that hangs on it by a joint, and the load wakes", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const hook = world.createBody({ type: "dynamic", shape: box(1, 1) });
    const load = world.createBody({ type: "dynamic", position: { x: 0, y: -2 }, shape: box(1, 1) });
    world.createJoint({ type: "revolute", bodyA: hook, bodyB: load, anchor: { x: 0, y: -1 } });
    hook.awake = false;
    world.step(DT);
    hook.type = "static";
    const told = world.events.sleep.filter(({ asleep }) => !asleep).map(({ body }) => body);
    expect(told).toEqual([load]);
    load.linearVelocity = { x: 1, y: 0 };
    for (let step = 0; step < 60; step++) {
      world.step(DT);
    }
    expect(Math.hypot(load.x, load.y + 1)).toBeCloseTo(1, 2);
    expect(world.validate()).toBe(0);
  });

  it("reports each change of `awake` that its later types bring", () => {
    const types = ["static", "kinematic", "dynamic"] as const;
    for (const asleep of [true, false]) {
      for (const way of types.flatMap((a) => types.flatMap((b) => types.map((c) => [a, b, c] as const)))) {
        const world = new World();
        world.createBody({ position: { x: 0, y: -1 }, shape: box(20, 2) });
        const body = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: box(1, 1) });
        let known = true;
        const hear = (): void => {
          for (const { bodyId, asleep } of world.events.sleep) {
            expect([bodyId, asleep]).toEqual([body.id, known]); // each change once
            known = !asleep;
          }
          expect(known).toBe(body.awake);
        };
        for (const type of way) {
          for (let step = 0; step < (asleep ? 60 : 2); step++) {
            world.step(DT);
            hear();
          }
          body.type = type;
          hear();
        }
        world.step(DT);
        hear();
        world.dispose();
      }
    }
  });
});
