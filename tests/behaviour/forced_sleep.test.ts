// `body.awake = false`: the body's island falls asleep, all of it and nothing else, and wakes as one.
import { expect, it } from "vitest";
import { box, World } from "../../dist/index.js";
import type { Body } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

/** The dynamic bodies connected to `first` by contacts and joints, in the order of their slots. */
function islandOf(first: Body, world: World): Body[] {
  const found = new Set([first]);
  for (const body of found) {
    const joined = world.joints.map((joint) => [joint.bodyA, joint.bodyB]);
    const touched = body.contacts.map((touch) => [touch.bodyA, touch.bodyB]);
    for (const pair of [...joined, ...touched]) {
      const other = pair[0] === body ? pair[1] : pair[1] === body ? pair[0] : undefined;
      if (other?.type === "dynamic") found.add(other);
    }
  }
  return [...found].sort((a, b) => a.slot - b.slot);
}

it("`awake = false` sends an island to sleep as a whole, and no other, whatever the order", () => {
  const random = new Random(11);
  for (let round = 0; round < 20; round++) {
    const world = new World();
    world.createBody({ position: { x: 0, y: -0.5 }, shape: box(400, 1) });
    world.createBody({ type: "kinematic", position: { x: 150, y: 0.5 }, shape: box(1, 1) });
    const bodies: Body[] = [];
    for (let k = 0; k < 40; k++) {
      const position = { x: random.below(30) * 0.75, y: 0.5 + (k % 3) };
      bodies.push(world.createBody({ type: "dynamic", position, shape: box(0.6, 1) }));
    }
    for (let k = 0; k < 6; k++) {
      const [bodyA, bodyB] = [bodies[k]!, bodies[20 + k * 2]!];
      world.createJoint({ type: "distance", bodyA, bodyB, spring: { hertz: 1, dampingRatio: 1 } });
    }
    for (let step = 0; step < 20; step++) world.step();
    let left = [...bodies];
    while (left.length > 0) {
      const body = random.pick(left);
      const island = islandOf(body, world);
      body.awake = false;
      left = left.filter((other) => !island.includes(other));
      expect(bodies.filter((other) => other.awake)).toEqual(left);
      expect(world.validate()).toBe(0);
      if (random.chance(0.3)) {
        random.pick(island).wake();
        expect(bodies.filter((other) => other.awake)).toEqual([...left, ...island].sort((a, b) => a.slot - b.slot));
        expect(world.validate()).toBe(0);
        body.awake = false;
      }
    }
    const hash = world.hash();
    world.step();
    expect(world.hash()).toBe(hash);
    bodies[0]!.destroy();
    for (let step = 0; step < 60; step++) world.step();
    expect(world.validate()).toBe(0);
  }
});
