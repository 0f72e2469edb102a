// Symptom: in a world of `lengthUnit` 50, `joint.anchorA = { x: 3, y: 2e7 }`, a point where bodies may be there, was refused, and left
// the anchor at (3, 0); `createJoint` refused it in a sentence that named nothing. In one of 1e5 so were targets, offsets and velocities.
// Cause: the core's limits of anchors and other numbers were those of a world in metres, where the bindings' limits go with the
// world's unit; and of two numbers the first was set before the core checked the second.
// What must hold: a point that may be a coordinate in a world may be one of its joints'. A refused one is named, and changes nothing.
import { describe, expect, it } from "vitest";
import { BUILDS, type Body, type Engine, type World } from "../helpers/engine.js";
import { JOINT_KINDS, type JointKind } from "../helpers/joint_kinds.js";

type Point = { x: number; y: number };
type Definition = Parameters<World["createJoint"]>[0];

/** Vectors that are points or velocities, besides both anchors. */
const OWN: Partial<Record<JointKind, readonly string[]>> = {
  motor: ["linearOffset", "linearVelocity"],
  mouse: ["target"],
  pulley: ["groundAnchorA", "groundAnchorB"],
};
const NEEDED: Partial<Record<JointKind, object>> = {
  pulley: { groundAnchorA: { x: 0, y: 0 }, groundAnchorB: { x: 0, y: 0 } },
  custom: { jacobian: { linearB: { x: 0, y: 1 } } },
};
const UNITS = [1e-5, 1e-3, 0.1, 1, 50, 1e5];

describe.each(BUILDS)("points of joints (%s)", (_name, { World, circle }: Engine) => {
  function scene(lengthUnit: number): { world: World; bodyA: Body; bodyB: Body } {
    const world = new World({ lengthUnit });
    const bodyA = world.createBody({});
    const bodyB = world.createBody({ type: "dynamic", shape: circle(Math.max(lengthUnit, 1e-5)) });
    return { world, bodyA, bodyB };
  }
  const definition = (type: JointKind, rest: object): Definition =>
    ({ type, ...NEEDED[type], ...rest }) as unknown as Definition;
  const rounded = ({ x, y }: Point): Point => ({ x: Math.fround(x), y: Math.fround(y) });

  it.each(JOINT_KINDS)("%s: may be as far as coordinates, and farther ones change nothing", (kind) => {
    for (const unit of UNITS) {
      const { world, bodyA, bodyB } = scene(unit);
      const far = 1e7 * world.lengthUnit; // the unit as the world keeps it, in 32 bits
      for (const name of ["anchorA", "anchorB", ...(OWN[kind] ?? [])]) {
        for (const point of [
          { x: 0.3 * unit, y: far },
          { x: -far, y: -far },
        ]) {
          const made = world.createJoint(definition(kind, { bodyA, bodyB, [name]: point }));
          expect(made[name as "anchorA"], `${name}, ${unit}`).toEqual(rounded(point));
          made.destroy();
        }
        const joint = world.createJoint(definition(kind, { bodyA, bodyB }));
        joint[name as "anchorA"] = { x: far, y: -0.4 * far };
        expect(joint[name as "anchorA"], `${name}, ${unit}`).toEqual(rounded({ x: far, y: -0.4 * far }));
        const before = world.snapshot();
        for (const point of [
          { x: 0, y: 1.001 * far },
          { x: -1.001 * far, y: 0 },
          { x: 0, y: 1e30 },
        ]) {
          const refused = expect.objectContaining({
            code: "out-of-range",
            message: expect.stringMatching(new RegExp(`^${name}\\.[xy] is `)) as string,
          }) as Error;
          expect(() => (joint[name as "anchorA"] = point), `${name}, ${unit}`).toThrow(refused);
          expect(() => world.createJoint(definition(kind, { bodyA, bodyB, [name]: point }))).toThrow(refused);
          expect(Buffer.compare(world.snapshot(), before), `${name}, ${unit}`).toBe(0);
        }
        joint.destroy();
      }
      world.dispose();
    }
  });

  it("have the same limit as target translations", () => {
    for (const unit of UNITS) {
      const { world, bodyA, bodyB } = scene(unit);
      const far = 1e7 * world.lengthUnit;
      const joint = world.createJoint({ type: "prismatic", bodyA, bodyB, targetTranslation: far });
      joint.targetTranslation = -far;
      expect(joint.targetTranslation).toBe(Math.fround(-far));
      expect(() => (joint.targetTranslation = 1.001 * far)).toThrow(/^targetTranslation is /);
      world.dispose();
    }
  });

  it("that are too far from a body, though not from the origin, are refused by name", () => {
    const { world, bodyA, bodyB } = scene(50);
    bodyB.position = { x: -4e8, y: 0 };
    const point = { x: 4e8, y: 0 };
    expect(() => world.createJoint({ type: "weld", bodyA, bodyB, anchor: point })).toThrow(
      /^anchor \(in the frame of bodyB\)\.x is 800000000; it must be a number from /,
    );
    expect(() => world.createJoint({ type: "weld", bodyA: bodyB, bodyB: bodyA, anchor: point })).toThrow(
      /^anchor \(in the frame of bodyA\)\.x is /,
    );
    expect(() => world.createJoint({ type: "mouse", bodyA, bodyB, target: point })).toThrow(
      /^target \(in the frame of bodyB\)\.x is /,
    );
    expect(world.joints.length).toBe(0);
    world.createJoint({ type: "weld", bodyA, bodyB, anchor: { x: 1e8, y: 0 } });
    expect(world.joints[0]!.anchorB).toEqual({ x: 5e8, y: 0 });
    world.dispose();
  });
});
