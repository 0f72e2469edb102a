// Live views stay right after any growth of the memory, wherever it happens.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("world.state (%s)", (_, { World, circle, box }) => {
  it("is indexed by slot, and right after the memory has grown", () => {
    const world = new World();
    const first = world.createBody({ type: "dynamic", position: { x: 7, y: 8 }, angle: 1, shape: circle(1) });
    const before = world.state.transforms;
    const { bytes } = world.counters;
    const shape = circle(0.5);
    let last = first;
    for (let i = 0; world.counters.bytes < 8 * bytes; i++) {
      last = world.createBody({
        type: "dynamic",
        position: { x: i, y: -i },
        linearVelocity: { x: 0.5, y: i },
        angularVelocity: 2,
        shape,
      });
    }
    const { transforms, velocities, flags, slots } = world.state;
    expect(transforms === before).toBe(false);
    expect(transforms.length).toBe(4 * slots);
    expect(velocities.length).toBe(4 * slots);
    expect(flags.length).toBe(slots);
    expect([...transforms.subarray(4 * first.slot, 4 * first.slot + 4)]).toEqual(
      [7, 8, Math.cos(1), Math.sin(1)].map((x) => Math.fround(x)),
    );
    const { x, y } = last.position;
    expect([...transforms.subarray(4 * last.slot, 4 * last.slot + 2)]).toEqual([x, y]);
    expect([...velocities.subarray(4 * last.slot, 4 * last.slot + 3)]).toEqual([0.5, -y, 2]);
    expect(flags[last.slot]! & 3).toBe(2);
    expect(world.state.transforms).toBe(transforms);
    expect(last.x).toBe(x);
  });

  it("follows every step, while `moved` lists the slots that moved", () => {
    const world = new World();
    world.createBody({ position: { x: 0, y: -1 }, shape: box(100, 2) });
    const bodies = Array.from({ length: 50 }, (_, i) =>
      world.createBody({ type: "dynamic", position: { x: 1.9 * i - 46, y: 2 }, shape: box(1, 1) }),
    );
    for (let step = 0; step < 100; step++) {
      const before = world.state.transforms.slice();
      world.step();
      const { transforms } = world.state;
      const moved = new Set(world.moved);
      for (const body of bodies) {
        expect(transforms[4 * body.slot]).toBe(body.x);
        expect(transforms[4 * body.slot + 1]).toBe(body.y);
        const at = 4 * body.slot;
        expect(moved.has(body.slot)).toBe([0, 1, 2, 3].some((k) => transforms[at + k] !== before[at + k]));
      }
    }
    for (let step = 0; step < 200; step++) {
      world.step();
    }
    expect(world.moved.length).toBe(0);
    expect(world.counters.awake).toBe(0);
  });

  it("has room for a given capacity from the start, so that nothing grows later", () => {
    const world = new World({ capacity: { bodies: 500, shapes: 500, contacts: 2000, joints: 10 } });
    const { bytes } = world.counters;
    const shape = box(1, 1);
    for (let i = 0; i < 500; i++) {
      world.createBody({ type: "dynamic", position: { x: i * 2, y: 0 }, shape });
    }
    expect(world.counters.bytes).toBe(bytes);
    expect(new World({ capacity: 100 }).counters.bodies).toBe(0);
  });
});
