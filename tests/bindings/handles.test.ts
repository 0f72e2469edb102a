// What a program without types may do to the objects it was handed.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";
import { scene } from "./misuse_scene.js";

describe.each(BUILDS)("objects (%s)", (_, engine) => {
  it("refuse to write an interpolated pose into anything but an object", () => {
    const { world, crate } = scene(engine);
    for (const out of [null, 1, "pose", true]) {
      expect(() => crate.interpolated(out as never)).toThrow(engine.PhysicsError);
      expect(() => crate.interpolated(out as never)).toThrow(/^out is .*; it must be/);
    }
    world.step();
  });

  it("are refused through a proxy, such as that of a framework that watches state, and the world goes on", () => {
    const { world, crate, ground } = scene(engine);
    const watched = <T extends object>(object: T): T => new Proxy(object, {});
    expect(() => watched(world).step()).toThrow(TypeError);
    expect(() => watched(crate).x).toThrow(TypeError);
    expect(() => world.createJoint({ type: "weld", bodyA: watched(crate), bodyB: ground })).toThrow(
      "bodyA is an object; it must be a body of this world.",
    );
    world.step();
    expect(world.createJoint({ type: "weld", bodyA: crate, bodyB: ground }).alive).toBe(true);
  });

  it("show a wrong big integer with its n", () => {
    const { world } = scene(engine);
    expect(() => world.step(1n as never)).toThrow("dt is 1n; it must be a number.");
  });
});
