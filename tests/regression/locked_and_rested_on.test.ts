// Symptom: a crate on a box that is locked along x crept off it while something was pressed against the box along its lock,
// by 0.2 to 6 m in 30 s.
// Cause: velocity along a locked axis was taken back after a pass over all contacts, and dragged the friction that came
// later in the pass.
// What must hold: it is taken back before other contacts see it; a body that rests on such a box rests.
import { describe, expect, it } from "vitest";
import { BUILDS, run } from "../helpers/engine.js";

describe.each(BUILDS)("a crate on a body with a locked axis: %s", (_, { World, box }) => {
  for (const substeps of [2, 4]) {
    it.each([
      [0, 1],
      [200, 1],
      [200, 4],
      [2000, 4],
    ])(`stays there, with ${substeps} sub-steps; force of %d N, density %d`, (force, density) => {
      const world = new World({ sleeping: false, substeps });
      const belt = force === 0;
      const ground = { position: { x: 0, y: -1 }, shape: box(100, 2), friction: belt ? 0.6 : 0 };
      world.createBody({ ...ground, surfaceSpeed: belt ? 2 : 0 });
      world.createBody({
        type: "dynamic",
        position: { x: 0, y: 0.5 },
        shape: box(1, 1),
        locks: { x: true, rotation: true },
      });
      const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 1.5 }, shape: box(1, 1), density });
      if (!belt) {
        const pusher = world.createBody({ type: "dynamic", position: { x: -1, y: 0.5 }, shape: box(1, 0.9) });
        pusher.force = { x: force, y: 0 };
      }
      run(world, 1);
      const { x } = crate.position;
      run(world, 9);
      expect(Math.abs(crate.position.x - x)).toBeLessThan(2e-4);
      world.dispose();
    });
  }
});
