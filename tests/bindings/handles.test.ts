// What a program without types may do to the objects it was handed.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";
import { scene } from "./misuse_scene.js";

describe.each(BUILDS)("objects (%s)", (_, engine) => {
  it.each(["player", 7n, Symbol("id"), {}, undefined, 1])(
    "live on whatever their ids are overwritten with: %o",
    (id) => {
      const { world, crate, ball, joint } = scene(engine);
      const field = world.createField({ type: "attractor", strength: 1 });
      const shape = crate.shapes[0]!;
      const was = crate.id;
      for (const object of [crate, shape, joint, field]) {
        Object.assign(object, { id });
        expect(object.alive).toBe(true);
      }
      expect([crate.mass, crate.slot, shape.friction, joint.alive, field.strength]).toEqual([
        expect.closeTo(1, 6),
        was & 0xfffff,
        expect.closeTo(0.6, 6),
        true,
        1,
      ]);
      const before = world.hash();
      for (const call of [
        () => world.createJoint({ type: "weld", bodyA: crate, bodyB: ball }),
        () => world.castRay({ x: 0, y: 0 }, { x: 1, y: 0 }, { exclude: crate }),
        () => world.ignorePair(ball, crate),
        () => world.createField({ type: "area", region: shape }),
        () => world.createJoint({ type: "gear", jointA: joint as never, bodyA: ball, bodyB: ball }),
      ]) {
        expect(call).toThrow(engine.PhysicsError);
      }
      expect(world.hash()).toBe(before);
      crate.addShape(engine.circle(0.5));
      world.step();
      expect(world.validate()).toBe(0);
      expect([crate.destroy(), crate.alive, world.faulted]).toEqual([true, false, false]);
    },
  );

  it("are not filled where they cannot be: poses in between", () => {
    const { world, crate } = scene(engine);
    for (const out of [null, 1, "pose", true]) {
      expect(() => crate.interpolated(out as never)).toThrow(engine.PhysicsError);
      expect(() => crate.interpolated(out as never)).toThrow(/^out is .*; give/);
    }
    world.step();
  });

  it("are shown with the n of a big integer", () => {
    const { world } = scene(engine);
    expect(() => world.step(1n as never)).toThrow("dt is 1n; give a number.");
  });
});
