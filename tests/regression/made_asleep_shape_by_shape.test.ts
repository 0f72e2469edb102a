// Symptom: of ten stacked crates that were created asleep and then given their shapes, nine were awake at once, and a sensor of one let
// another fall; with `shapes` in the definition none was. In a world with a field, a second shape also woke its own body.
// Cause: a shape added to a sleeping body wakes what lies around it, and did so even where the body was created asleep and has never
// moved.
// What must hold: shapes given one by one and together have the same effect. A shape added to a body that fell asleep wakes its
// neighbours.
import { describe, expect, it } from "vitest";
import { BUILDS, run, type Body, type World } from "../helpers/engine.js";

describe.each(BUILDS)("bodies made asleep shape by shape (%s)", (_, { World, box, circle }) => {
  const core = box(1, 1);
  const knob = circle(0.25, { center: { x: 0.5, y: 0 } });
  const halo = circle(1.5);

  /** Stacks of crates of three shapes each, one a sensor, made together or one by one. */
  function stacked(
    oneByOne: boolean,
    type: "dynamic" | "kinematic",
    make: () => World,
  ): { world: World; bodies: Body[] } {
    const world = make();
    world.createBody({ shape: box(50, 1) });
    const bodies = Array.from({ length: 10 }, (_none, k) => {
      const def = { type, awake: false, position: { x: 0, y: 1 + k } };
      if (!oneByOne) {
        return world.createBody({ ...def, shapes: [core, knob, { shape: halo, sensor: true }] });
      }
      const body = world.createBody(def);
      body.addShape(core);
      body.addShape(knob);
      body.addShape(halo, { sensor: true });
      return body;
    });
    return { world, bodies };
  }

  it.each([
    ["dynamic", "an empty world", () => new World()],
    ["kinematic", "an empty world", () => new World()],
    [
      "dynamic",
      "a fluid",
      () => {
        const world = new World();
        world.createField({ type: "fluid", region: box(100, 100), density: 0.5 });
        return world;
      },
    ],
  ] as const)("sleep on (%s, in %s), and equal bodies made whole to the bit", (type, _where, make) => {
    const one = stacked(true, type, make);
    const all = stacked(false, type, make);
    for (const { world, bodies } of [one, all]) {
      expect(bodies.filter((body) => body.awake)).toEqual([]);
      run(world, 0.5);
      expect(bodies.filter((body) => body.awake)).toEqual([]);
      expect(world.validate()).toBe(0);
    }
    expect(one.world.hash()).toBe(all.world.hash());
    for (const { world, bodies } of [one, all]) {
      bodies[9]!.linearVelocity = { x: 0, y: -1 };
      run(world, 0.5);
      expect(bodies.every((body) => body.awake)).toBe(type === "dynamic");
    }
    expect(one.world.hash()).toBe(all.world.hash());
  });

  it("sleep on with steps in between, after a restore, and if sent to sleep right after creation", () => {
    const world = new World();
    const below = world.createBody({ type: "dynamic", awake: false, shape: core });
    const body = world.createBody({ type: "dynamic", awake: false, position: { x: 0, y: 1 } });
    body.addShape(core);
    run(world, 0.5);
    body.addShape(knob);
    world.restore(world.snapshot());
    body.addShape(halo, { sensor: true });
    const third = world.createBody({ type: "dynamic", position: { x: 0, y: 2 } });
    third.awake = false;
    third.addShape(core);
    expect([below.awake, body.awake, third.awake]).toEqual([false, false, false]);
    run(world, 0.5);
    expect([below.y, body.y, third.y]).toEqual([0, 1, 2]);
    expect(world.validate()).toBe(0);
  });

  it.each(["made so", "moved once"])(
    "differ from one that fell asleep, where an added shape wakes a neighbour that was %s",
    (how) => {
      const world = new World({ gravity: { x: 0, y: 0 } });
      const body = world.createBody({ type: "dynamic", shape: core });
      const beside = world.createBody({
        type: "dynamic",
        position: { x: 3, y: 0 },
        awake: how !== "made so",
        shape: core,
      });
      run(world, 2);
      expect([body.awake, beside.awake]).toEqual([false, false]);
      body.addShape(box(3, 0.5, { center: { x: -2, y: 0 } }));
      expect(beside.awake).toBe(false);
      body.addShape(box(3, 0.5, { center: { x: 2, y: 0 } }));
      world.step();
      expect(beside.awake).toBe(true);
      expect(beside.contacts).toHaveLength(1);
    },
  );

  it.each([
    ["woken and put to sleep again", (body: Body, world: World) => (body.wake(), world.step(), (body.awake = false))],
    ["static for a while", (body: Body) => ((body.type = "static"), (body.type = "dynamic"), (body.awake = false))],
  ])("wake their neighbours like any others after they were %s", (_how, change) => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const body = world.createBody({ type: "dynamic", awake: false, shape: core });
    const beside = world.createBody({ type: "dynamic", position: { x: 3, y: 0 }, awake: false, shape: core });
    change(body, world);
    expect([body.awake, beside.awake]).toEqual([false, false]);
    body.addShape(box(3, 0.5, { center: { x: 2, y: 0 } }));
    expect(beside.awake).toBe(true);
  });
});
