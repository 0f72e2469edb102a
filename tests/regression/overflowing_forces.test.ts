// Symptom: with a force near the largest number on a welded body, the scalar builds went another way than the SIMD build.
// Cause: the velocity that a force adds was infinite to joints solved by rows. Their impulse became NaN, and stayed NaN times the
// immovable body's inverse mass of zero. That body handed it on to other lanes of the same block in the builds that solve lanes one
// after another.
// What must hold: whatever forces act on joints and contacts, the builds agree in the hash at every step, and numbers are finite.
import { describe, expect, it } from "vitest";
import { BUILDS, type Engine } from "../helpers/engine.js";

function history(engine: Engine, force: number, density: number): string[] {
  const world = new engine.World({ sleeping: false });
  const ground = world.createBody({ shape: engine.box(50, 2, { center: { x: 0, y: -1 } }) });
  const bodies = Array.from({ length: 4 }, (_, i) =>
    world.createBody({
      type: "dynamic",
      position: { x: 3 * i, y: 0.5 },
      shape: engine.box(1, 1),
      density: i % 2 === 0 ? 1e-3 : density,
    }),
  );
  for (const bodyB of bodies) {
    const { x } = bodyB;
    world.createJoint({ type: "revolute", bodyA: ground, bodyB, anchor: { x, y: 1.5 } });
    world.createJoint({ type: "distance", bodyA: ground, bodyB, anchorA: { x, y: 5 } });
    world.createJoint({ type: "weld", bodyA: bodyB, bodyB: ground, anchor: { x, y: 1 } });
  }
  const hashes: string[] = [];
  for (let step = 0; step < 40; step++) {
    if (step > 2 && step < 20) {
      bodies[0]!.applyImpulse({ x: 0, y: Math.max(-force, -1e38) });
      bodies[1]!.applyForce({ x: force, y: -force });
      bodies[2]!.applyForce({ x: -force, y: -force }, { x: bodies[2]!.x + 0.5, y: bodies[2]!.y });
    }
    world.step();
    hashes.push(world.hash());
    for (const { x, y, angle } of bodies) {
      expect(Number.isFinite(x + y + angle)).toBe(true);
    }
  }
  world.dispose();
  return hashes;
}

describe("forces beyond all measure", () => {
  it.each([1e12, 1e20, 1e30, 3e38])("of %d N have the same effect in every build", (force) => {
    for (const density of [1, 1e34]) {
      const [first, ...others] = BUILDS.map(([, engine]) => history(engine, force, density));
      for (const other of others) {
        expect(other).toEqual(first);
      }
    }
  });
});
