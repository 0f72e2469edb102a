// Symptom: `null` was accepted for a joint's `referenceAngle`, `targetAngle`, `spring` or `length` and the like, and refused
// for all other options.
// Cause: an option left out was recognised by `??`, which takes null for undefined.
// What must hold: null is refused for every option of every type, and the world left as it was.
import { describe, expect, it } from "vitest";
import { World, box } from "../../dist/index.js";
import { JOINT_KINDS } from "../helpers/joint_kinds.js";

const OWN: Record<string, readonly string[]> = {
  distance: ["length", "limit", "motor", "spring", "springForce"],
  rope: ["length", "maxLength", "limit"],
  spring: ["length", "limit", "spring", "springForce"],
  revolute: ["referenceAngle", "limit", "motor", "spring", "targetAngle"],
  prismatic: ["axis", "axisA", "referenceAngle", "limit", "motor", "spring", "targetTranslation"],
  weld: ["referenceAngle", "spring", "angularSpring"],
  wheel: ["axis", "axisA", "limit", "motor", "spring"],
  motor: [
    ...["linearOffset", "angularOffset", "linearVelocity", "angularVelocity"],
    ...["maxForce", "maxTorque", "motor", "spring", "angularSpring"],
  ],
  mouse: ["target", "maxForce", "spring"],
  gear: ["jointA", "jointB", "ratio"],
  pulley: ["groundAnchorA", "groundAnchorB", "ratio", "length"],
  ratchet: ["ratchet", "phase", "referenceAngle"],
  rotary: ["referenceAngle", "limit", "motor", "spring", "targetAngle"],
  filter: [],
  custom: ["jacobian", "error", "targetSpeed", "forceRange", "spring"],
};
const COMMON = ["bodyA", "bodyB", "anchor", "anchorA", "anchorB", "collide", "breakForce", "breakTorque", "softness"];
const NEEDED: Record<string, object> = {
  pulley: { groundAnchorA: { x: 0, y: 5 }, groundAnchorB: { x: 2, y: 5 } },
  custom: { jacobian: {} },
};

describe.each(JOINT_KINDS)("a joint of type %s", (type) => {
  it.each([...OWN[type]!, ...COMMON])("is refused for a %s of null", (key) => {
    const world = new World();
    const [bodyA, bodyB] = [0, 2].map((x) =>
      world.createBody({ type: "dynamic", position: { x, y: 0 }, shape: box(1, 1) }),
    );
    const hash = world.hash();
    const def = { type, bodyA, bodyB, ...NEEDED[type], [key]: null };
    expect(() => world.createJoint(def as never)).toThrow(
      expect.objectContaining({ name: "PhysicsError", code: "bad-type", message: expect.stringContaining(key) }),
    );
    expect(world.hash()).toBe(hash);
  });
});

it("null is refused as a body of a gear, a part of a Jacobian or a length of a rope", () => {
  const world = new World();
  const [bodyA, bodyB] = [0, 2].map((x) =>
    world.createBody({ type: "dynamic", position: { x, y: 0 }, shape: box(1, 1) }),
  );
  const jointA = world.createJoint({ type: "revolute", bodyA: bodyA!, bodyB: bodyB! });
  const refused: [object, string][] = [
    [{ type: "gear", jointA, bodyA: null, bodyB: bodyA }, "bodyA is null"],
    [{ type: "custom", bodyA, bodyB, jacobian: { linearA: null } }, "jacobian.linearA is null"],
    [{ type: "custom", bodyA, bodyB, jacobian: { angularB: null } }, "jacobian"],
    [{ type: "rope", bodyA, bodyB, length: null, maxLength: 3 }, "length is null"],
  ];
  for (const [def, message] of refused) {
    expect(() => world.createJoint(def as never)).toThrow(
      expect.objectContaining({ code: "bad-type", message: expect.stringContaining(message) }),
    );
  }
});
