// Symptom: after a restore an event reported that another joint broke: one of another type, from a future that was rolled back, with its
// `userData`.
// Cause: a joint that was gone was looked up by its id alone, and in another future the same id is that of another joint.
// What must hold: the event has the object of the joint that broke, or none if nobody has seen that object.
import { describe, expect, it } from "vitest";
import { World, box } from "../../dist/index.js";

/** A fixed hook and a load below it, too heavy for either joint that may hold it. */
function loaded() {
  const world = new World();
  const bodyA = world.createBody({});
  const bodyB = world.createBody({ type: "dynamic", position: { x: 0, y: -2 }, shape: box(1, 1), density: 10 });
  const ends = { bodyA, bodyB, breakForce: 10 };
  return {
    world,
    rope: () => world.createJoint({ type: "rope", ...ends, userData: "rope" }),
    pin: () => world.createJoint({ type: "revolute", ...ends, anchor: { x: 0, y: 0 }, userData: "pin" }),
  };
}

function broken(world: World) {
  world.step();
  expect(world.events.jointBreak.length).toBe(1);
  return world.events.jointBreak[0]!.joint;
}

describe("after a restore, a joint that breaks", () => {
  it("is reported as its own object, not as one that had its id in another future", () => {
    const { world, rope, pin } = loaded();
    const start = world.snapshot();
    const held = rope();
    const withRope = world.snapshot();
    world.restore(start);
    const other = pin();
    expect(other.id).toBe(held.id);
    const withPin = world.snapshot();
    world.restore(withRope);
    expect(broken(world)).toBe(held);
    world.restore(withPin);
    expect(broken(world)).toBe(other);
  });

  it("is reported without an object if that was never seen", () => {
    const here = loaded();
    const there = loaded();
    here.pin();
    there.rope();
    here.world.restore(there.world.snapshot());
    expect(broken(here.world)).toBe(undefined);
  });
});
