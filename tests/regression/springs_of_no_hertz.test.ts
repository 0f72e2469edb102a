// Symptom: docs/joints.md said that a spring of 0 Hz is none, but none makes a `distance` joint a rod and a `weld` rigid glue;
// with `{ hertz: 0 }` both let go.
// Cause: the sentence described joints whose spring acts beside the parts they hold.
// What must hold: a spring of 0 Hz does nothing. Beside a held part that is the same as none; in place of a rigid part, none is
// rigid and 0 Hz lets go.
import { describe, expect, it } from "vitest";
import { BUILDS, run, type Body } from "../helpers/engine.js";

const NONE = { hertz: 0 };

describe.each(BUILDS)("springs of 0 Hz (%s)", (_, { World, box }) => {
  /** Pose, after half a second, of a box joined to a body a metre to its left. */
  function fall(join: (world: InstanceType<typeof World>, bodyA: Body, bodyB: Body) => unknown): number[] {
    const world = new World();
    const bodyA = world.createBody({});
    const bodyB = world.createBody({
      type: "dynamic",
      position: { x: 1, y: 0 },
      angularVelocity: 1,
      shape: box(1, 0.5),
    });
    join(world, bodyA, bodyB);
    run(world, 0.5);
    const pose = [bodyB.x, bodyB.y, bodyB.angle];
    world.dispose();
    return pose;
  }
  const free = fall(() => undefined);

  it.each(["revolute", "prismatic", "wheel", "rotary"] as const)("act as none in a %s joint", (type) => {
    const made = (given: object | undefined) =>
      fall((world, bodyA, bodyB) => {
        const anchor = type === "rotary" ? {} : { anchor: { x: 0, y: 0 } };
        const axis = type === "prismatic" || type === "wheel" ? { axis: { x: 0, y: 1 } } : {};
        const joint = world.createJoint({ type, bodyA, bodyB, spring: { hertz: 3 }, ...anchor, ...axis } as never);
        Object.assign(joint, { spring: given });
      });
    expect(made(NONE)).toEqual(made(undefined));
    expect(made(NONE)).not.toEqual(made({ hertz: 3 }));
  });

  it.each([
    ["distance", {}],
    ["spring", {}],
    ["mouse", {}],
    ["motor", { linearOffset: { x: 1, y: 0 } }],
  ] as const)("let go of a body that a %s joint without a spring holds rigidly", (type, rest) => {
    const made = (given: object | undefined) =>
      fall((world, bodyA, bodyB) => {
        const joint = world.createJoint({ type, bodyA, bodyB, spring: { hertz: 3 }, ...rest } as never);
        Object.assign(joint, { spring: given });
      });
    expect(made(NONE)).toEqual(free);
    const [x, y] = made(undefined) as [number, number];
    const held = type === "distance" || type === "spring" ? Math.hypot(x, y) - 1 : Math.hypot(x - 1, y);
    expect(Math.abs(held)).toBeLessThan(0.01);
  });

  it("let go of one part of a weld and leave the other", () => {
    const weld = (springs: object) =>
      fall((world, bodyA, bodyB) =>
        world.createJoint({ type: "weld", bodyA, bodyB, anchor: { x: 0, y: 0 }, ...springs }),
      );
    const [x, y, angle] = weld({ angularSpring: NONE }) as [number, number, number];
    expect(Math.hypot(x, y)).toBeCloseTo(1, 2);
    expect(angle).toBeLessThan(-0.5);
    const [, down, turned] = weld({ spring: NONE }) as [number, number, number];
    expect(down).toBeCloseTo(free[1]!, 1);
    expect(turned).toBeCloseTo(0, 2);
    expect(weld({ spring: NONE, angularSpring: NONE })).toEqual(free);
    expect(
      Math.hypot(...(weld({}).map((number, k) => number - [1, 0, 0][k]!) as [number, number, number])),
    ).toBeLessThan(0.01);
  });
});
