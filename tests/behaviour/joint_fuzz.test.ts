import { describe, expect, it } from "vitest";
import { BUILDS, DT, times, type Engine, type World } from "../helpers/engine.js";
import { JOINT_KINDS } from "../helpers/joint_kinds.js";
import { changeJoint } from "../helpers/random_joints.js";
import { jointed } from "../helpers/scenes.js";

type Joint = NonNullable<ReturnType<World["joint"]>>;

/** A heap of bodies with joints of every type; `act` does something to it before each step. */
function scene(engine: Engine, world: World, seed: number): { joints: Joint[]; act: (step: number) => void } {
  const { random, bodies, joints, add } = jointed(engine, world, seed);
  const act = (step: number): void => {
    const living = joints.filter((joint) => joint.alive);
    if (step % 5 === 0 && living.length > 0) {
      changeJoint(random, random.pick(living));
    }
    if (step % 23 === 0) {
      random.pick(living).destroy();
      add(step);
    }
    if (step === 150) {
      bodies[5]!.destroy();
    }
  };
  return { joints, act };
}

describe("joints of every type, with random options, changed and destroyed along the way", () => {
  it("keep all motion finite and bounded, and report finite forces and speeds", () => {
    for (let seed = 1; seed <= times(40, 4000); seed++) {
      const world = new BUILDS[0]![1].World();
      const { joints, act } = scene(BUILDS[0]![1], world, seed);
      for (let step = 0; step < 240; step++) {
        act(step);
        world.step(DT);
      }
      for (const slot of world.moved) {
        const [x, y] = world.state.transforms.subarray(4 * slot, 4 * slot + 2);
        expect([seed, Number.isFinite(x! + y!)]).toEqual([seed, true]);
        const [vx, vy, w] = world.state.velocities.subarray(4 * slot, 4 * slot + 3);
        expect([seed, Math.hypot(vx!, vy!) < 600, Number.isFinite(w!)]).toEqual([seed, true, true]);
      }
      for (const joint of joints) {
        // A destroyed joint has no numbers to check.
        const told = joint.alive ? [joint.force.x, joint.force.y, joint.torque, joint.speed] : [];
        expect([seed, joint.type, told.every(Number.isFinite)]).toEqual([seed, joint.type, true]);
      }
    }
  });

  it("have the same hash at every step in all builds, also after a restore", () => {
    for (let seed = 1; seed <= times(3, 100); seed++) {
      const worlds = BUILDS.map(([, engine]) => {
        const world = new engine.World();
        return { world, act: scene(engine, world, seed).act };
      });
      for (let step = 0; step < 240; step++) {
        const hashes = worlds.map(({ world, act }, i) => {
          act(step);
          if (step % 40 === 20 && i > 0) {
            // All builds but the first go back a step and take it again.
            const saved = world.snapshot();
            world.step(DT);
            world.restore(saved);
          }
          world.step(DT);
          return world.hash();
        });
        expect([seed, step, new Set(hashes).size]).toEqual([seed, step, 1]);
        // Joints that cannot all be satisfied drive each other up until a step overflows; after that builds may differ.
        if (worlds[0]!.world.joints.some(({ force }) => Math.hypot(force.x, force.y) > 1e8)) {
          break;
        }
      }
      worlds.forEach(({ world }) => world.dispose());
    }
  });

  it("go on from a snapshot as in the world it was taken from", () => {
    const [, engine] = BUILDS[0]!;
    const world = new engine.World();
    const { act } = scene(engine, world, 11);
    for (let step = 0; step < 100; step++) {
      act(step);
      world.step(DT);
    }
    const saved = world.snapshot();
    const copy = engine.World.fromSnapshot(saved);
    for (let step = 0; step < 200; step++) {
      world.step(DT);
      copy.step(DT);
      expect(copy.hash()).toBe(world.hash());
    }
  });
});

describe("sleep", () => {
  it.each(JOINT_KINDS.filter((kind) => kind !== "filter" && kind !== "custom"))(
    "two bodies with a %s joint sleep together, and waking one wakes the other",
    (type) => {
      const { World, box } = BUILDS[0]![1];
      const world = new World({ gravity: { x: 0, y: 0 } });
      const [a, b] = [0, 1.5].map((x) =>
        world.createBody({
          type: "dynamic",
          position: { x, y: 0 },
          shape: box(1, 1),
          linearDamping: 1,
          angularDamping: 1,
        }),
      );
      const joint = world.createJoint({
        type,
        bodyA: a!,
        bodyB: b!,
        ...(type === "pulley" ? { groundAnchorA: { x: 0, y: 5 }, groundAnchorB: { x: 1.5, y: 5 } } : {}),
      } as never) as Joint;
      for (let step = 0; step < 90; step++) {
        world.step(DT);
      }
      expect([a!.awake, b!.awake]).toEqual([false, false]);
      joint.breakForce = 1e6; // any setter wakes both
      expect([a!.awake, b!.awake]).toEqual([true, true]);
      for (let step = 0; step < 90; step++) {
        world.step(DT);
      }
      expect([a!.awake, b!.awake]).toEqual([false, false]);
      b!.applyImpulse({ x: 0.1, y: 0 });
      expect([a!.awake, b!.awake]).toEqual([true, true]);
    },
  );
});
