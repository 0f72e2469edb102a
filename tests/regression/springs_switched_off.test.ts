// Symptom: a `distance` or `spring` joint whose spring was given 0 Hz went on with its last force forever: a load on it did not
// fall, and a body it threw went faster and faster. One with a least `springForce` pushed with that though its spring was off,
// or though it had none, if another joint's spring was solved with it, as never happens in the scalar builds.
// Cause: the impulse of a spring that is off was still loaded, applied in each warm start, and kept; and its bounds were in
// force.
// What must hold: a part that is switched off does nothing from the next step on, and reports no force.
import { describe, expect, it } from "vitest";
import type { JointDef } from "../../dist/index.js";
import { BUILDS, DT, run, type Engine } from "../helpers/engine.js";

const SPRING = { hertz: 3, dampingRatio: 0.2 };
const OFF = { hertz: 0 };
const TYPES = ["distance", "spring"] as const;

describe.each(BUILDS)("a part of a joint that is switched off (%s)", (_backend, { World, box }: Engine) => {
  it.each(TYPES.flatMap((type) => [1, 4].map((substeps) => [type, substeps] as const)))(
    "lets a load fall freely: a %s joint whose spring is given 0 Hz, with %d sub-steps",
    (type, substeps) => {
      const world = new World({ substeps });
      const bodyA = world.createBody({});
      const bodyB = world.createBody({ type: "dynamic", shape: box(1, 1), position: { x: 0, y: -1 } });
      const joint = world.createJoint({ type, bodyA, bodyB, length: 1, spring: SPRING });
      run(world, 3);
      const { y: still } = bodyB.linearVelocity;
      joint.spring = OFF;
      run(world, 1, () => expect(Math.abs(joint.force.y)).toBe(0));
      expect(bodyB.linearVelocity.y).toBeCloseTo(still - 10, 2);
    },
  );

  it("has no least force: a spring that is off or missing, whatever is beside it", () => {
    for (const own of [{ spring: OFF }, { motor: { speed: 0, maxForce: 0 }, limit: { lower: 0, upper: 9 } }]) {
      const world = new World({ gravity: { x: 0, y: 0 } });
      const bodyA = world.createBody({});
      const [bodyB, other] = [1, 4].map((x) =>
        world.createBody({ type: "dynamic", shape: box(1, 1), position: { x, y: 0 } }),
      );
      const springForce = { lower: 5, upper: 10 };
      world.createJoint({ type: "distance", bodyA, bodyB: bodyB!, springForce, ...own });
      world.createJoint({ type: "distance", bodyA, bodyB: other!, length: 3, spring: SPRING });
      run(world, 1);
      expect(bodyB!.linearVelocity).toEqual({ x: 0, y: 0 });
    }
  });

  // Each `def` draws, drives or holds B somewhere; `off` then makes it do nothing.
  const [free, slack] = [undefined, { spring: OFF, motor: undefined, limit: undefined }];
  const slide = { motor: { speed: 3, maxForce: 1e3 }, spring: SPRING };
  const turn = { motor: { speed: 3, maxTorque: 1e3 }, spring: SPRING, limit: { lower: 1, upper: 2 }, targetAngle: 1 };
  const weak = { ...slack, motor: { speed: 3, maxTorque: 0 } };
  const springs = { spring: SPRING, angularSpring: SPRING };
  const bothOff = { spring: OFF, angularSpring: OFF };
  const offsets = { type: "motor", linearOffset: { x: 3, y: 0 }, angularOffset: 1 };
  const row = { type: "custom", jacobian: { linearB: { x: 1, y: 0 }, angularB: 1 }, error: -1 };
  const drives: [name: string, def: object, off: object][] = [
    ["distance", { type: "distance", ...slide, limit: { lower: 2, upper: 3 } }, slack],
    [
      "spring",
      { type: "spring", length: 2, spring: SPRING, limit: { lower: 1.2, upper: 3 } },
      { spring: OFF, limit: free },
    ],
    ["rope", { type: "rope", length: 0.5 }, { length: 1e5 }],
    ["prismatic", { type: "prismatic", ...slide, limit: { lower: 1, upper: 2 } }, slack],
    ["revolute", { type: "revolute", anchor: { x: 1, y: 0 }, ...turn }, slack],
    ["revolute, a motor without force", { type: "revolute", anchor: { x: 1, y: 0 }, ...turn }, weak],
    ["rotary", { type: "rotary", ...turn }, slack],
    ["rotary, a motor without force", { type: "rotary", ...turn }, weak],
    ["weld", { type: "weld", anchorA: { x: 2, y: 0 }, referenceAngle: 1, ...springs }, bothOff],
    [
      "wheel",
      { type: "wheel", axis: { x: 1, y: 0 }, ...turn, limit: { lower: 0.5, upper: 1 }, targetAngle: free },
      slack,
    ],
    ["motor", { ...offsets, maxForce: 10, maxTorque: 3 }, { maxForce: 0, maxTorque: 0 }],
    ["motor of springs", { ...offsets, ...springs }, bothOff],
    ["mouse", { type: "mouse", target: { x: 3, y: 1 }, anchorB: { x: 0.2, y: 0 } }, { spring: OFF }],
    ["mouse without force", { type: "mouse", target: { x: 3, y: 1 } }, { maxForce: 0 }],
    ["custom", { ...row, spring: SPRING }, { spring: OFF }],
    ["custom without force", row, { forceRange: { lower: 0, upper: 0 } }],
  ];
  it.each(drives)("no longer drives or holds a body (%s)", (_name, def, off) => {
    const world = new World({ gravity: { x: 0, y: 0 }, sleeping: false });
    const bodyA = world.createBody({});
    const bodyB = world.createBody({ type: "dynamic", shape: box(1, 1), position: { x: 1, y: 0 } });
    const given = Object.fromEntries(Object.entries(def).filter(([, value]) => value !== undefined));
    const joint = world.createJoint({ ...given, bodyA, bodyB } as JointDef);
    run(world, 3 * DT);
    Object.assign(joint, off);
    const { linearVelocity: v, angularVelocity: w } = bodyB;
    run(world, 1, () => {
      expect(Math.hypot(joint.force.x, joint.force.y)).toBeLessThan(1e-4);
      expect(Math.abs(joint.torque)).toBeLessThan(1e-4);
    });
    expect(Math.hypot(bodyB.linearVelocity.x - v.x, bodyB.linearVelocity.y - v.y)).toBeLessThan(1e-4);
    expect(Math.abs(bodyB.angularVelocity - w)).toBeLessThan(1e-4);
  });
});
