// Symptom: a crate put 5 cm into a lift that rises at 3.1 m/s or more stayed there forever; one put into a train at 5 m/s was braked and
// slid by 28 cm; two overlapping boxes in flight parted sideways, or not at all.
// Cause: the speed to which solving is held while overlap lasts was measured in the world, not relative to what the bodies move with
// (solver/recovery.ts).
// What must hold: bodies that overlap in something that moves part as they do at rest.
import { describe, expect, it } from "vitest";
import { BUILDS, run } from "../helpers/engine.js";
import type { Body, World } from "../helpers/engine.js";

const VELOCITIES = [
  { x: 0, y: 0 },
  { x: 0, y: 3.1 },
  { x: 0, y: 10 },
  { x: 0, y: -5 },
  { x: 5, y: 0 },
  { x: 3, y: 3 },
];

describe.each(BUILDS)("overlap (%s)", (_name, { World: Made, box }) => {
  describe.each(VELOCITIES)("at $x, $y m/s", (velocity) => {
    it.each([0.05, 0.2])("of %s m with a driven floor ends within a second, without sliding", (depth) => {
      const world: World = new Made({ sleeping: false });
      const ground = world.createBody({
        type: "kinematic",
        position: { x: 0, y: -0.5 },
        linearVelocity: velocity,
        shape: box(60, 1),
      });
      const crates: Body[] = [0.5 - depth, 1.5 - 2 * depth].map((y) =>
        world.createBody({ type: "dynamic", position: { x: 0, y }, linearVelocity: velocity, shape: box(1, 1) }),
      );
      run(world, 1);
      crates.forEach((crate, index) => {
        expect(Math.abs(crate.x - ground.x)).toBeLessThan(0.005);
        expect(Math.abs(crate.y - ground.y - 1 - index)).toBeLessThan(0.005);
        expect(Math.abs(crate.linearVelocity.x - velocity.x)).toBeLessThan(0.005);
      });
      world.dispose();
    });

    it("of two boxes in flight ends without sideways motion", () => {
      const world: World = new Made({ sleeping: false, gravity: { x: 0, y: 0 } });
      const a = world.createBody({ type: "dynamic", linearVelocity: velocity, shape: box(4, 1), density: 25 });
      const b = world.createBody({
        type: "dynamic",
        position: { x: 0, y: 0.8 },
        linearVelocity: velocity,
        shape: box(1, 1),
      });
      run(world, 1);
      expect(b.y - a.y).toBeGreaterThan(0.99);
      expect(Math.abs(b.x - a.x)).toBeLessThan(0.005);
      expect(Math.abs(b.linearVelocity.x - a.linearVelocity.x)).toBeLessThan(0.005);
      world.dispose();
    });
  });
});
