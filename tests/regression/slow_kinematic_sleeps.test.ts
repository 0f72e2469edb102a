// Symptom: a lift slower than 0.05 m/s stopped after half a second and forgot its velocity, and a small kinematic hub that
// turned a long arm stopped it dead, however fast the end of the arm was.
// Cause: a kinematic body was at rest when its own points were slower than the sleep threshold, and a sleeping body has no
// velocity.
// What must hold: a kinematic body moves by its velocity as long as it has one, and the bodies it moves stay awake. One that has
// none falls asleep, and `awake = false` stops any.
import { describe, expect, it } from "vitest";
import { BUILDS, run } from "../helpers/engine.js";

describe.each(BUILDS)("a kinematic body that moves (%s)", (_name, { World, box, circle }) => {
  it.each([0.06, 0.04, 0.001])("goes on at %d m/s, with the box it carries", (v) => {
    const world = new World();
    const lift = world.createBody({ type: "kinematic", shape: box(4, 1), linearVelocity: { x: 0, y: v } });
    const rider = world.createBody({ type: "dynamic", position: { x: 0, y: 1 }, shape: box(1, 1) });
    run(world, 10);
    expect([lift.awake, rider.awake]).toEqual([true, true]);
    expect(lift.y).toBeCloseTo(10 * v, 3);
    expect(rider.y).toBeCloseTo(1 + 10 * v, 2);
    expect(lift.linearVelocity.y).toBeCloseTo(v, 6);
    expect(lift.whyAwake).toMatchObject({ reason: "moving", body: lift });
    lift.linearVelocity = { x: 0, y: 0 };
    run(world, 2);
    expect([lift.awake, rider.awake]).toEqual([false, false]);
  });

  it.each([undefined, 0.04, 0.3])("of radius %s turns an arm that is welded to it", (radius) => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const shape = radius === undefined ? undefined : circle(radius);
    const hub = world.createBody({ type: "kinematic", angularVelocity: 1, shape });
    const arm = world.createBody({ type: "dynamic", shape: box(4, 0.2, { center: { x: 2, y: 0 } }) });
    world.createJoint({ type: "weld", bodyA: hub, bodyB: arm });
    run(world, 3);
    expect([hub.awake, arm.awake]).toEqual([true, true]);
    expect(hub.angle).toBeCloseTo(3, 3);
    expect(arm.angle).toBeCloseTo(3, 1);
  });

  it("turns without a shape and without a load", () => {
    const world = new World();
    const pivot = world.createBody({ type: "kinematic", angularVelocity: 1 });
    run(world, 3);
    expect(pivot.angle).toBeCloseTo(3, 3);
  });

  it("stops when it is put to sleep by hand", () => {
    const world = new World();
    const lift = world.createBody({ type: "kinematic", shape: box(4, 1), linearVelocity: { x: 0, y: 0.04 } });
    run(world, 1);
    lift.awake = false;
    const { y } = lift;
    run(world, 1);
    expect([lift.y, lift.linearVelocity.y]).toEqual([y, 0]);
  });

  it("falls asleep where `moveTo` brings it and leaves it", () => {
    const world = new World();
    const places = Array.from({ length: 50 }, (_, k) => ({ x: 9 * k, y: 0.37 * k - 7.3, angle: 0.11 * k }));
    const hands = places.map(({ x }) =>
      world.createBody({ type: "kinematic", position: { x, y: 0 }, shape: box(2, 1) }),
    );
    run(world, 1, () => hands.forEach((hand, k) => hand.moveTo(places[k]!, places[k]!.angle, 1 / 60)));
    run(world, 2);
    hands.forEach((hand, k) => {
      expect(hand.y).toBeCloseTo(places[k]!.y, 5);
      expect(hand.awake).toBe(false);
    });
  });
});
