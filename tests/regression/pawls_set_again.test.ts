// Symptom: an arm that a ratchet held fell tooth by tooth, and never came to rest, while a game set the ratchet's `phase` or `ratchet`
// to what they were in each frame.
// Cause: whatever was set of the two, the last tooth passed was found anew from the angle, which under a load is a little behind the
// tooth that bears it, so that this was the tooth before; and both bodies woke.
// What must hold: what is set to what it is changes nothing and wakes nobody; other teeth are passed from the angle on that there is.
import { describe, expect, it } from "vitest";
import type { RatchetJoint } from "../../dist/index.js";
import { BUILDS, run, type Body, type World } from "../helpers/engine.js";

describe.each(BUILDS)("pawls that are set to what they are (%s)", (_, { World, box }) => {
  /** An arm that is held by a tooth of a tenth of a radian, to the right of its pin. */
  function arm(): { world: World; bar: Body; pawl: RatchetJoint } {
    const world = new World();
    const ground = world.createBody({});
    const bar = world.createBody({ type: "dynamic", position: { x: 1, y: 0 }, shape: box(2, 0.2) });
    world.createJoint({ type: "revolute", bodyA: ground, bodyB: bar, anchor: { x: 0, y: 0 } });
    const pawl = world.createJoint({ type: "ratchet", bodyA: ground, bodyB: bar, ratchet: 0.1 });
    return { world, bar, pawl };
  }

  it.each(["phase", "ratchet", "referenceAngle"] as const)("hold an arm, and let it rest: %s", (name) => {
    const { world, bar, pawl } = arm();
    run(world, 10, () => {
      const now = pawl[name];
      pawl[name] = now;
    });
    expect(Math.abs(bar.angle)).toBeLessThan(1e-3);
    expect(bar.awake).toBe(false);
    world.dispose();
  });

  it("have other teeth when they are set to something else", () => {
    const { world, bar, pawl } = arm();
    run(world, 3);
    expect(bar.awake).toBe(false);
    pawl.phase = -0.05;
    expect(bar.awake).toBe(true);
    run(world, 3);
    expect(bar.angle).toBeGreaterThan(-0.052);
    expect(bar.angle).toBeLessThan(-0.05);
    pawl.ratchet = 0.2; // teeth at −0.05 and −0.25: the load has it a little behind the first
    run(world, 3);
    expect(bar.angle).toBeGreaterThan(-0.252);
    expect(bar.angle).toBeLessThan(-0.25);
    world.dispose();
  });
});
