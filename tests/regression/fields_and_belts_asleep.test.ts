// Symptom: a sleeping body stayed hanging in the air when the sensor that was the region of its fluid was moved or
// destroyed, and did not feel a field moved over it; a belt slower than the sleep threshold stopped carrying after half a
// second.
// Cause: a field woke the bodies it acts on only when a setter changed it or its region moved by a velocity; a body on a
// slow belt counted as at rest.
// What must hold: a field that changes wakes the sleeping bodies it acts on, and a body being carried does not fall asleep.
import { describe, expect, it } from "vitest";
import { box, World, type Body, type Shape } from "../../dist/index.js";
import { run } from "../helpers/engine.js";

/** A crate that floats asleep in the middle of a pool, which is a sensor of a kinematic body. */
function pool(): { pool: Body; region: Shape; crate: Body; world: World } {
  const world = new World();
  const basin = world.createBody({ type: "kinematic", position: { x: 0, y: -5 }, shape: box(20, 10), sensor: true });
  const region = basin.shapes[0]!;
  world.createField({ type: "fluid", region, density: 2, linearDrag: 4, angularDrag: 4 });
  const crate = world.createBody({ type: "dynamic", shape: box(1, 1) });
  run(world, 20);
  expect(crate.awake).toBe(false);
  expect(Math.abs(crate.y)).toBeLessThan(0.02);
  return { pool: basin, region, crate, world };
}

describe("a sleeping crate and a field whose region is a shape of a body", () => {
  const changes: Record<string, (scene: ReturnType<typeof pool>) => void> = {
    "is destroyed with its body": (scene) => void scene.pool.destroy(),
    "is destroyed": (scene) => void scene.region.destroy(),
    "is put elsewhere": (scene) => {
      scene.pool.position = { x: 0, y: -8 };
    },
    "gets another geometry": (scene) => scene.region.setGeometry(box(20, 4)),
  };
  it.each(Object.entries(changes))("the crate wakes and falls when the region %s", (_name, change) => {
    const scene = pool();
    change(scene);
    run(scene.world, 0.5);
    expect(scene.crate.y).toBeLessThan(-0.3);
  });

  it("the crate wakes when the region is put over it", () => {
    const world = new World();
    world.createBody({ position: { x: 0, y: -1 }, shape: box(50, 2) });
    const fan = world.createBody({ type: "kinematic", position: { x: 30, y: 0 }, shape: box(4, 4), sensor: true });
    world.createField({ type: "area", region: fan.shapes[0], acceleration: { x: 9, y: 0 } });
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: box(1, 1) });
    run(world, 3);
    expect(crate.awake).toBe(false);
    fan.setTransform({ x: 0, y: 0 }, 0.2);
    run(world, 0.5);
    expect(crate.x).toBeGreaterThan(0.2);
  });
});

describe("a belt slower than the sleep threshold", () => {
  it.each([0.04, -0.01])("keeps carrying at %d m/s, and lets crates sleep that a wall holds", (surfaceSpeed) => {
    const world = new World();
    world.createBody({ position: { x: 0, y: -1 }, shape: box(50, 2), surfaceSpeed });
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: box(1, 1) });
    const on = world.createBody({ type: "dynamic", position: { x: 0, y: 1.5 }, shape: box(1, 1) });
    run(world, 10);
    expect(crate.x).toBeCloseTo(10 * surfaceSpeed, 2);
    expect(on.x).toBeCloseTo(10 * surfaceSpeed, 2);
    expect(crate.whyAwake?.reason).toBe("moving");
    const side = Math.sign(surfaceSpeed);
    world.createBody({ position: { x: crate.x + side * 1.01, y: 1 }, shape: box(1, 2) });
    run(world, 5);
    expect([crate.awake, on.awake]).toEqual([false, false]);
  });
});
