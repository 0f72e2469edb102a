// Symptom: a mass once set by hand stayed, whatever became of the shapes; there was no way back to theirs.
// Cause: only a new body had no mass of its own.
// What must hold: `resetMass` gives a body the mass, centre and inertia of its shapes, as if none had been set, and recordings and
// restored worlds do the same.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";
import { Recorder, replay } from "../../dist/replay.js";

describe.each(BUILDS)("a mass set by hand (%s)", (_, { World, box, circle }) => {
  const made = (world: InstanceType<typeof World>) =>
    world.createBody({
      type: "dynamic",
      shapes: [box(2, 1), { shape: circle(0.5, { center: { x: 1, y: 0.5 } }), density: 3 }],
    });

  it("is taken back by resetMass, and the shapes count again", () => {
    const world = new World();
    const body = made(world);
    const [mass, inertia, center] = [body.mass, body.inertia, body.centerOfMass];
    body.mass = 50;
    body.inertia = 1;
    body.resetMass();
    expect([body.mass, body.inertia, body.centerOfMass]).toEqual([mass, inertia, center]);
    body.shapes[1]!.density = 0;
    expect(body.mass).toBeCloseTo(2, 6);
    body.applyImpulse({ x: 2, y: 0 }, body.centerOfMass);
    expect(body.linearVelocity.x).toBeCloseTo(1, 6);
  });

  it("leaves no trace once reset, and the reset is recorded", () => {
    const [touched, plain] = [new World(), new World()];
    const recorder = new Recorder(touched as never);
    const body = made(touched);
    made(plain);
    body.mass = 50;
    body.resetMass();
    for (const world of [touched, plain]) {
      for (let step = 0; step < 30; step++) {
        world.step();
      }
    }
    expect(touched.hash()).toBe(plain.hash());
    expect(replay(World as never, recorder.stop())).toMatchObject({ steps: 30, differs: undefined });
  });

  it("wakes its body when reset, which static and destroyed bodies refuse", () => {
    const world = new World();
    const body = made(world);
    body.mass = 50;
    body.awake = false;
    body.resetMass();
    expect(body.awake).toBe(true);
    const ground = world.createBody({ shape: box(1, 1) });
    expect(() => ground.resetMass()).toThrow(expect.objectContaining({ name: "PhysicsError", code: "bad-type" }));
    body.destroy();
    expect(() => body.resetMass()).toThrow(expect.objectContaining({ name: "PhysicsError", code: "stale-body" }));
  });
});
