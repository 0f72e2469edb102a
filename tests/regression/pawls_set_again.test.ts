// Symptom: an arm held by a ratchet fell tooth by tooth, and never came to rest, while a game set the ratchet's `phase` or `ratchet` to
// its present value in each frame.
// Cause: whenever one of the two was set, the last tooth passed was found anew from the angle. Under a load the angle is a little behind
// the tooth that carries it, so the tooth before was found; and both bodies woke.
// What must hold: setting a value to what it is changes nothing and wakes nobody; other teeth are passed from the present angle on.
import { describe, expect, it } from "vitest";
import type { RatchetJoint } from "../../dist/index.js";
import { BUILDS, run, type Body, type World } from "../helpers/engine.js";

describe.each(BUILDS)("pawls that are set again (%s)", (_, { World, box }) => {
  /** An arm to the right of its pin, held by teeth of a tenth of a radian. */
  function arm(): { world: World; bar: Body; pawl: RatchetJoint } {
    const world = new World();
    const ground = world.createBody({});
    const bar = world.createBody({ type: "dynamic", position: { x: 1, y: 0 }, shape: box(2, 0.2) });
    world.createJoint({ type: "revolute", bodyA: ground, bodyB: bar, anchor: { x: 0, y: 0 } });
    const pawl = world.createJoint({ type: "ratchet", bodyA: ground, bodyB: bar, ratchet: 0.1 });
    return { world, bar, pawl };
  }

  it.each(["phase", "ratchet", "referenceAngle"] as const)("hold an arm and let it rest at the same %s", (name) => {
    const { world, bar, pawl } = arm();
    run(world, 10, () => {
      const now = pawl[name];
      pawl[name] = now;
    });
    expect(Math.abs(bar.angle)).toBeLessThan(1e-3);
    expect(bar.awake).toBe(false);
    world.dispose();
  });

  it("have other teeth if the value changes", () => {
    const { world, bar, pawl } = arm();
    run(world, 3);
    expect(bar.awake).toBe(false);
    pawl.phase = -0.05;
    expect(bar.awake).toBe(true);
    run(world, 3);
    expect(bar.angle).toBeGreaterThan(-0.052);
    expect(bar.angle).toBeLessThan(-0.05);
    pawl.ratchet = 0.2; // teeth at −0.05 and −0.25: the load keeps the bar a little behind the first
    run(world, 3);
    expect(bar.angle).toBeGreaterThan(-0.252);
    expect(bar.angle).toBeLessThan(-0.25);
    world.dispose();
  });
});
