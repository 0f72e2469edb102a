// Symptom: `breakForce: Infinity` was refused (`not-finite`), though `maxForce: Infinity` means no bound.
// Cause: the bounds at which a joint breaks were read as any other number.
// What must hold: ∞ means never, set or in a definition, and reads back as 0, as if nothing were given.
import { describe, expect, it } from "vitest";
import { BUILDS, run } from "../helpers/engine.js";

describe.each(BUILDS)("a joint with an infinite breaking force: %s", (_, { World, box }) => {
  const hung = (options: object) => {
    const world = new World();
    const ground = world.createBody({});
    const load = world.createBody({ type: "dynamic", position: { x: 0, y: -2 }, shape: box(1, 1) });
    return { world, rod: world.createJoint({ type: "distance", bodyA: ground, bodyB: load, ...options }) };
  };

  it("never breaks", () => {
    const { world, rod } = hung({ breakForce: Infinity, breakTorque: Infinity });
    expect([rod.breakForce, rod.breakTorque]).toEqual([0, 0]);
    run(world, 0.5);
    expect(rod.alive).toBe(true);
    const other = hung({});
    run(other.world, 0.5);
    expect(world.hash()).toBe(other.world.hash());
  });

  it("no longer breaks once it is given that force", () => {
    const { world, rod } = hung({ breakForce: 5, breakTorque: 5 });
    rod.breakForce = Infinity;
    rod.breakTorque = Infinity;
    run(world, 0.5);
    expect(rod.alive).toBe(true);
    rod.breakForce = 5;
    run(world, 0.5);
    expect(rod.alive).toBe(false);
  });

  it("refuses a value that is no force", () => {
    const { rod } = hung({});
    for (const wrong of [-Infinity, NaN, -1]) {
      expect(() => (rod.breakForce = wrong)).toThrow("breakForce");
      expect(() => hung({ breakTorque: wrong })).toThrow("breakTorque");
    }
  });
});
