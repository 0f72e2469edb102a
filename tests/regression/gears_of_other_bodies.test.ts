// Symptom: a gear with a body that is not of its joint was refused with "createJoint does not go with this type; use another
// type."
// Cause: the core was the first to notice, and does not say which argument is wrong.
// What must hold: the refusal names the argument and says what to give.
import { describe, expect, it } from "vitest";
import { World, box, type JointDef } from "../../dist/index.js";

describe("a gear with a body that is not of its joint", () => {
  it.each([
    ["bodyA", "jointA"],
    ["bodyB", "jointB"],
  ])("is refused with the name of %s", (body, joint) => {
    const world = new World();
    const ground = world.createBody({});
    const [one, two, other] = [0, 3, 6].map((x) =>
      world.createBody({ type: "dynamic", shape: box(1, 1), position: { x, y: 0 } }),
    );
    const pin = (bodyB: typeof ground) => world.createJoint({ type: "revolute", bodyA: ground, bodyB });
    const def = { type: "gear", jointA: pin(one!), jointB: pin(two!) };
    expect(() => world.createJoint({ ...def, [body]: other } as JointDef)).toThrowError(
      expect.objectContaining({
        code: "bad-type",
        message: `${body} is not a body of ${joint}; use one of its two, or leave it out.`,
      }),
    );
    expect(world.joints.length).toBe(2);
    expect(world.createJoint({ ...def, [body]: ground } as JointDef).alive).toBe(true);
  });
});
