// Symptom: a body asleep on joints, or afloat asleep in a fluid, stayed as it was when a heavy shape was added to one side. A
// body asleep by itself, as all are where nothing falls, was given a shape that stood in a wall or in a zone, and nothing was
// reported.
// Cause: an added shape woke only a body with contacts; later, only one with contacts, joints or fields.
// What must hold: whatever holds a body up carries its new mass; an added shape meets what is there; a body that is created
// asleep can be given its shapes one by one.
import { describe, expect, it } from "vitest";
import { BUILDS, run } from "../helpers/engine.js";

describe.each(BUILDS)("a shape added to a sleeping body (%s)", (_, { World, box, circle }) => {
  const added = circle(0.3, { center: { x: 0.4, y: 0 } });

  it("turns a pendulum", () => {
    const world = new World();
    const bodyA = world.createBody({});
    const bodyB = world.createBody({ type: "dynamic", position: { x: 0, y: -2 }, shape: box(1, 1), angularDamping: 2 });
    world.createJoint({ type: "revolute", bodyA, bodyB, anchor: { x: 0, y: 0 } });
    run(world, 2);
    expect(bodyB.awake).toBe(false);
    bodyB.addShape(added, { density: 10 });
    run(world, 2);
    expect(bodyB.x).toBeLessThan(-0.1);
  });

  it("sinks a raft", () => {
    const world = new World();
    world.createField({ type: "fluid", region: box(10, 10), density: 1, linearDrag: 5, angularDrag: 5 });
    const raft = world.createBody({ type: "dynamic", position: { x: 0, y: 5 }, shape: box(2, 1), density: 0.5 });
    run(world, 10);
    expect(raft.awake).toBe(false);
    raft.addShape(added, { density: 20, sensor: true });
    run(world, 2);
    expect(raft.y).toBeLessThan(2);
  });

  it.each(["dynamic", "kinematic"] as const)("begins its touches where it stands, on a %s body", (type) => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    world.createBody({ position: { x: 2, y: 0 }, shape: box(1, 4) });
    world.createBody({ position: { x: -2, y: 0 }, shape: box(1, 4), sensor: true });
    const body = world.createBody({ type, shape: circle(0.3) });
    run(world, 1);
    expect(body.awake).toBe(false);
    body.addShape(circle(1.9), { density: 1 });
    const begun = { contactBegin: 0, sensorBegin: 0 };
    run(world, 1, () => {
      begun.contactBegin += world.events.contactBegin.length;
      begun.sensorBegin += world.events.sensorBegin.length;
    });
    expect(begun).toEqual({ contactBegin: type === "dynamic" ? 1 : 0, sensorBegin: 1 });
    expect(body.x < -0.35).toBe(type === "dynamic");
  });

  it("leaves a body asleep that was created so", () => {
    const world = new World();
    const body = world.createBody({ type: "dynamic", awake: false });
    body.addShape(box(1, 1));
    body.addShape(added);
    run(world, 1);
    expect([body.awake, body.y]).toEqual([false, 0]);
  });
});
