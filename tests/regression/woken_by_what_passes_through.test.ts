// Symptom: a ballast with `mask: 0`, or a sensor, that was added to a sleeping body, and a wall that only others meet, woke
// every body where they were put.
// Cause: the bodies that a shape wakes were found by boxes alone, not by filters.
// What must hold: a shape wakes what it may meet where it is put, and lets the rest sleep. A body that loses a shape to a filter
// wakes.
import { describe, expect, it } from "vitest";
import { BUILDS, run, type Body, type World } from "../helpers/engine.js";

describe.each(BUILDS)("a shape put beside sleeping bodies (%s)", (_, { World, box, circle }) => {
  const wide = box(9, 0.2);

  /** A crate at rest beside a body at rest, in space: the body touches nothing, and is given a shape in its sleep. */
  function scene(category = 1): { world: World; crate: Body; body: Body } {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: box(1, 1), category });
    const body = world.createBody({ type: "dynamic", position: { x: 3, y: 0.5 }, shape: box(1, 1) });
    run(world, 2);
    expect([crate.awake, body.awake]).toEqual([false, false]);
    return { world, crate, body };
  }

  it.each([
    ["a ballast", 1, { mask: 0 }, false],
    ["what has another mask", 2, { mask: 1 }, false],
    ["what has a group of its own", 1, { group: -1 }, true],
    ["a solid shape", 1, {}, true],
    ["a sensor", 1, { sensor: true }, true],
    ["a sensor of others", 2, { sensor: true, mask: 1 }, false],
  ] as const)("wakes what it may meet when added to a sleeping body: %s", (_name, category, material, wakes) => {
    const { world, crate, body } = scene(category);
    body.addShape(wide, material);
    expect(crate.awake).toBe(wakes);
    expect(world.validate()).toBe(0);
  });

  it("of a wall, made or moved, wakes only what it may meet", () => {
    for (const [mask, wakes] of [
      [1, true],
      [2, false],
    ] as const) {
      const { world, crate, body } = scene();
      const wall = world.createBody({ position: { x: 0, y: 30 }, shape: wide, mask });
      wall.y = 0.5;
      expect([crate.awake, body.awake]).toEqual([wakes, wakes]);
      run(world, 2);
      world.createBody({ position: { x: 0, y: 0.5 }, shape: circle(1), mask });
      expect(crate.awake).toBe(wakes);
      expect(world.validate()).toBe(0);
    }
  });

  it("wakes no sensor if it is one, and no body that its own ignores", () => {
    const { world, crate, body } = scene();
    const ghost = world.createBody({ type: "dynamic", gravityScale: 0, position: { x: 0, y: 5 } });
    ghost.addShape(circle(1), { sensor: true });
    run(world, 2);
    world.createBody({ position: { x: 0, y: 5 }, shape: circle(1), sensor: true });
    expect(ghost.awake).toBe(false);
    world.ignorePair(crate, body);
    run(world, 2);
    body.addShape(wide);
    expect(crate.awake).toBe(false);
  });

  it.each([
    ["a mask", (floor: Body) => void (floor.shapes[0]!.mask = 0)],
    ["a sensor", (floor: Body) => void (floor.shapes[0]!.sensor = true)],
    ["its end", (floor: Body) => void floor.destroy()],
  ])("wakes the crate on it as a floor that is lost to %s, before a step has seen it", (_name, lose) => {
    const world = new World();
    const floor = world.createBody({ position: { x: 0, y: -1 }, shape: box(40, 2) });
    const crate = world.createBody({ type: "dynamic", awake: false, position: { x: 0, y: 0.5 }, shape: box(1, 1) });
    lose(floor);
    expect(crate.awake).toBe(true);
  });
});
