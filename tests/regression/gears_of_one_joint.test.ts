// Symptom: a gear of a joint with itself was made, and held the joint where it was unless its ratio was −1.
// Cause: only the bodies were checked, and each side had another of the joint's two.
// What must hold: it is refused as a joint of a body with itself is, and nothing is changed.
import { expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

it.each(BUILDS)("a gear of a joint with itself is refused (%s)", (_, { World, PhysicsError, box }) => {
  const world = new World();
  const frame = world.createBody({});
  const [bodyB, other] = [0, 3].map((x) =>
    world.createBody({ type: "dynamic", position: { x, y: 0 }, shape: box(1, 1) }),
  );
  const jointA = world.createJoint({ type: "revolute", bodyA: frame, bodyB: bodyB!, anchor: { x: 0, y: 0 } });
  const jointB = world.createJoint({ type: "revolute", bodyA: frame, bodyB: other!, anchor: { x: 3, y: 0 } });
  const before = world.hash();
  for (const ratio of [1, -1, 0.5]) {
    for (const bodies of [{}, { bodyA: frame, bodyB: bodyB! }, { bodyA: bodyB!, bodyB: frame }]) {
      const call = () => world.createJoint({ type: "gear", jointA, jointB: jointA, ratio, ...bodies });
      expect(call).toThrow(PhysicsError);
      expect(call).toThrow(
        expect.objectContaining({ code: "same-body", message: expect.stringMatching(/jointA and jointB/) as string }),
      );
    }
  }
  expect(world.hash()).toBe(before);
  expect(world.createJoint({ type: "gear", jointA, jointB }).alive).toBe(true);
});
