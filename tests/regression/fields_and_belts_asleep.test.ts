// Symptom: a body asleep hung in the air when the sensor was moved or destroyed that was the region of the fluid it floated in,
// and did not feel a field that was put over it; a belt slower than the sleep threshold carried nothing for longer than half
// a second.
// Cause: only fields changed by a setter, or whose region moved by a velocity, woke what they act on; what a belt carried
// counted as at rest.
// What must hold: what acts on a sleeping body and changes wakes it, and what is carried does not fall asleep.
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

describe("what sleeps in a field whose region is a shape of a body", () => {
  const changes: Record<string, (scene: ReturnType<typeof pool>) => void> = {
    "is destroyed with its body": (scene) => void scene.pool.destroy(),
    "is destroyed": (scene) => void scene.region.destroy(),
    "is put elsewhere": (scene) => {
      scene.pool.position = { x: 0, y: -8 };
    },
    "gets another geometry": (scene) => scene.region.setGeometry(box(20, 4)),
  };
  it.each(Object.entries(changes))("wakes and falls when the region %s", (_name, change) => {
    const scene = pool();
    change(scene);
    run(scene.world, 0.5);
    expect(scene.crate.y).toBeLessThan(-0.3);
  });

  it("wakes when the region is put over it", () => {
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
  it.each([0.04, -0.01])("carries at %d m/s all the time, and lets sleep what a wall holds", (surfaceSpeed) => {
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
