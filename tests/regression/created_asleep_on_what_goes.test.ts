// Symptom: bodies created asleep on a support floated when it was destroyed, though they woke when it was moved.
// Cause: only a contact that had been seen to touch woke the other body, and contacts of bodies that never were awake are not looked at.
// What must hold: a body that loses a support wakes, also when it was created asleep on it; bodies elsewhere sleep on.
import { describe, expect, it } from "vitest";
import { BUILDS, run, type Body } from "../helpers/engine.js";

describe.each(BUILDS)("bodies created asleep (%s)", (_, { World, box }) => {
  const made = (seconds = 1): { world: InstanceType<typeof World>; ids: number[] } => {
    const world = new World();
    world.createBody({ position: { x: 0, y: -1 }, shape: box(40, 2) });
    const positions = new Float32Array([0, 0.5, 0, 1.5, 0, 2.5, 9, 0.5]);
    const ids = world.createBodies({ count: 4, type: "dynamic", shape: box(1, 1), positions, awake: false });
    run(world, seconds);
    return { world, ids: [...ids] };
  };

  it("sleep until their support is destroyed, and then fall", () => {
    const { world, ids } = made();
    const [first, second, third, other] = ids.map((id) => world.body(id)!);
    expect([first, second, third, other].map((body) => body!.awake)).toEqual([false, false, false, false]);
    first!.destroy();
    run(world, 2);
    expect(second!.y).toBeCloseTo(0.5, 1);
    expect(third!.y).toBeCloseTo(1.5, 1);
    expect(other!.awake).toBe(false);
    expect(world.validate()).toBe(0);
  });

  it("fall when a shape of the ground is destroyed", () => {
    const { world, ids } = made();
    world.bodies[0]!.shapes[0]!.destroy();
    run(world, 1);
    for (const id of ids) {
      expect(world.body(id)!.y).toBeLessThan(-1);
    }
  });

  // Symptom: they floated where the ground went before the first step. Cause: no contacts led to them yet.
  it.each([
    ["it is destroyed", (ground: Body) => ground.destroy()],
    ["its shape is destroyed", (ground: Body) => ground.shapes[0]!.destroy()],
    ["it is moved", (ground: Body) => void (ground.y = -9)],
    ["its shape is moved", (ground: Body) => ground.shapes[0]!.setGeometry(box(1, 1, { center: { x: 50, y: 0 } }))],
  ])("fall when their ground goes before a step has seen them: %s", (_name, go) => {
    const { world, ids } = made(0);
    go(world.bodies[0]!);
    run(world, 1);
    for (const id of ids) {
      expect(world.body(id)!.y).toBeLessThan(-1);
    }
    expect(world.validate()).toBe(0);
  });

  it.each([
    ["filtered out", (crate: Body) => void (crate.shapes[0]!.mask = 0)],
    ["made a sensor", (crate: Body) => void (crate.shapes[0]!.sensor = true)],
    ["moved", (crate: Body) => void (crate.x = 30)],
  ])("fall when a crate below is %s before a step has seen them", (_name, go) => {
    const { world, ids } = made(0);
    go(world.body(ids[0]!)!);
    run(world, 2);
    expect(world.body(ids[1]!)!.y).toBeCloseTo(0.5, 1);
    expect(world.body(ids[3]!)!.awake).toBe(false);
    expect(world.validate()).toBe(0);
  });

  // Symptom: bodies created asleep stayed on a platform whose way was turned, on a belt that was started and on slippery slopes.
  // Cause: a changed material woke only bodies that had been seen to touch.
  it.each([
    ["its one-way direction turns", (ground: Body) => void (ground.shapes[0]!.oneWay = { x: 0, y: -1 })],
    ["it begins to run", (ground: Body) => void (ground.shapes[0]!.surfaceSpeed = 3)],
    ["it becomes another material", (ground: Body) => void (ground.shapes[0]!.material = 1)],
    ["the pair changes", (ground: Body) => ground.world.setMaterialPair(0, 0, { friction: 0.1 })],
  ])("wake when the ground changes: %s", (_name, change) => {
    const { world, ids } = made();
    change(world.bodies[0]!);
    run(world, 0.1);
    expect(ids.map((id) => world.body(id)!.awake)).toEqual([true, true, true, true]);
    expect(world.validate()).toBe(0);
  });
});
