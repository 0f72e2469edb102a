// Symptom: a body created with `awake: false, sleep: false` hung in the air forever, and `body.sleep = false` did not change that.
// Cause: whether a body may sleep at all was not checked where it was made asleep.
// What must hold: a body that may not sleep is created awake, as in Box2D. Put to sleep by hand it sleeps.
import { describe, expect, it } from "vitest";
import { BUILDS, run } from "../helpers/engine.js";

describe.each(BUILDS)("a body created asleep that may not sleep (%s)", (_, { World, circle }) => {
  const def = { type: "dynamic", awake: false, sleep: false } as const;

  it("is awake and falls", () => {
    const world = new World();
    const body = world.createBody({ ...def, linearVelocity: { x: 1, y: 0 }, shape: circle(1) });
    const bare = world.createBody(def);
    bare.addShape(circle(1, { center: { x: 5, y: 0 } }));
    const [id] = world.createBodies({ ...def, count: 1, positions: new Float32Array([10, 0]), shape: circle(1) });
    const lift = world.createBody({ ...def, type: "kinematic", linearVelocity: { x: 0, y: 1 } });
    const all = [body, bare, world.body(id!)!];
    expect(all.map((each) => each.awake)).toEqual([true, true, true]);
    run(world, 1);
    for (const each of all) {
      expect(each.y).toBeLessThan(-4);
    }
    expect([body.x, lift.y].map((way) => Math.round(100 * way))).toEqual([100, 100]);
  });

  it("sleeps when it is put to sleep by hand, until it is woken", () => {
    const world = new World();
    const body = world.createBody({ ...def, shape: circle(1) });
    body.awake = false;
    run(world, 1);
    expect([body.awake, body.y]).toEqual([false, 0]);
    body.wake();
    run(world, 3);
    expect(body.awake).toBe(true);
  });
});
