// Every wrong call is refused with a typed error that names the argument; the world stays as it was and goes on.
import { describe, expect, it } from "vitest";
import { BUILDS, type Engine } from "../helpers/engine.js";
import { BODIES, GROUND, MOTION, SHAPES } from "./misuse_objects.js";
import { FORCES, MATERIALS } from "./misuse_forces.js";
import { scene, type Misuse } from "./misuse_scene.js";
import { QUERIES } from "./misuse_queries.js";
import { BULK, JOINTS, WORLDS } from "./misuse_world.js";

const GROUPS: [string, Misuse[]][] = [
  ["bodies", BODIES],
  ["shapes", SHAPES],
  ["ground", GROUND],
  ["materials", MATERIALS],
  ["forces and solvers", FORCES],
  ["motion", MOTION],
  ["joints", JOINTS],
  ["worlds", WORLDS],
  ["queries", QUERIES],
  ["bulk", BULK],
];

for (const [build, engine] of BUILDS) {
  describe.each(GROUPS)(`misuse of %s (${build})`, (_, misuses) => {
    const reference = scene(engine).world;
    for (let step = 0; step < 60; step++) {
      reference.step();
    }
    const undisturbed = reference.hash();

    it.each(misuses)("%s is refused: %s, naming %s", (_, code, names, call) => {
      const s = scene(engine);
      const before = s.world.hash();
      let error: unknown;
      try {
        call(s);
      } catch (caught) {
        error = caught;
      }
      expect(error).toBeInstanceOf(engine.PhysicsError);
      expect(error).toBeInstanceOf(Error);
      const { name, code: found, message } = error as InstanceType<Engine["PhysicsError"]>;
      expect([name, found]).toEqual(["PhysicsError", code]);
      expect(message).toContain(names);
      expect(message).toMatch(/^\S.*[;:] .+\.$/s);
      expect(s.world.hash()).toBe(before);
      expect(s.world.validate()).toBe(0);
      for (let step = 0; step < 60; step++) {
        s.world.step();
      }
      expect(s.world.hash()).toBe(undisturbed);
      expect(s.world.faulted).toBe(false);
    });
  });

  it(`destroying twice is harmless (${build})`, () => {
    const { world, crate, joint } = scene(engine);
    const shape = crate.shapes[0]!;
    expect([joint.destroy(), joint.destroy()]).toEqual([true, false]);
    expect([shape.destroy(), shape.destroy()]).toEqual([true, false]);
    expect([crate.destroy(), crate.destroy()]).toEqual([true, false]);
    expect([crate.alive, shape.alive, joint.alive]).toEqual([false, false, false]);
    world.step();
    expect(world.validate()).toBe(0);
  });
}
