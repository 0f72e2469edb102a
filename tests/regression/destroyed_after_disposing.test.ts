// Symptom: after `world.dispose()` code that cleans up failed: `destroy()` of bodies, shapes, joints and fields threw "disposed", and so
//   did asking whether they are `alive`.
// Cause: both asked the core, of which nothing is left.
// What must hold: nothing of a disposed world is alive, and destroying it, even again, does nothing; every other call still throws.
import { expect, it } from "vitest";
import { Car } from "../../dist/helpers.js";
import { BUILDS } from "../helpers/engine.js";

it.each(BUILDS)("the parts of a disposed world are not alive, and may be destroyed (%s)", (_, { World, box }) => {
  const world = new World();
  const bytes = world.snapshot();
  world.restore(bytes);
  const base = world.createBody({});
  const body = world.createBody({ type: "dynamic", shape: box(1, 1) });
  const gone = world.createBody({});
  gone.destroy();
  const parts = [
    base,
    body,
    gone,
    body.shapes[0]!,
    world.createJoint({ type: "weld", bodyA: base, bodyB: body }),
    world.createField({ type: "attractor", strength: 1 }),
  ];
  world.dispose();
  for (const part of parts) {
    expect(part.alive).toBe(false);
    expect(part.destroy()).toBe(false);
    expect(part.destroy()).toBe(false);
  }
  const [, , , shape, joint, field] = parts as never as [
    0,
    0,
    0,
    { friction: number },
    { force: object },
    { mask: number },
  ];
  for (const call of [() => body.x, () => body.shapes, () => body.addShape(box(1, 1)), () => shape.friction]) {
    expect(call).toThrow(expect.objectContaining({ code: "disposed" }));
  }
  for (const call of [() => joint.force, () => field.mask, () => (field.mask = 1), () => body.interpolated()]) {
    expect(call).toThrow(expect.objectContaining({ code: "disposed" }));
  }
});

it("a car of a disposed world may be destroyed", () => {
  const world = new BUILDS[0]![1].World();
  const car = new Car(world, { position: { x: 0, y: 2 } });
  world.dispose();
  car.destroy();
  expect(car.chassis.alive).toBe(false);
});
