import { expect, suite, test } from "vitest";
import { STAGE_COUNT } from "../../../assembly/abi/layout";
import { TARGETS, loadCore } from "../core";
import { BodyType, RawWorld } from "../raw_world";

const OUT_OF_RANGE = 5;

async function fallingBoxes(target: (typeof TARGETS)[number]): Promise<RawWorld> {
  const world = await RawWorld.make(target);
  world.box(BodyType.Static, 0, -1, 20, 1);
  for (let k = 0; k < 20; k++) world.box(BodyType.Dynamic, (k % 4) * 0.9, 1 + k * 0.7, 0.4, 0.3);
  return world;
}

suite.each(TARGETS)("a step (%s)", (target) => {
  test("gives the same state in one call and stage by stage", async () => {
    const whole = await fallingBoxes(target);
    const pieces = await fallingBoxes(target);
    for (let step = 0; step < 120; step++) {
      whole.step();
      pieces.core.stepBegin(1 / 60, 4);
      for (let stage = 0; stage < STAGE_COUNT; stage++) pieces.core.stepStage(stage);
      expect(pieces.core.stepEnd()).toBe(0);
    }
    expect(pieces.hash).toBe(whole.hash);
  });

  test("of no time moves nothing", async () => {
    const world = await fallingBoxes(target);
    world.step(40);
    const { hash } = world;
    expect(world.core.worldStep(0, 4)).toBe(0);
    expect(world.hash).toBe(hash);
  });

  test.each([
    [-1 / 60, 4],
    [NaN, 4],
    [Infinity, 4],
    [1 / 60, 0],
    [1 / 60, 65],
    [1 / 60, -1],
  ])("of %d s in %d sub-steps is refused", async (dt, substeps) => {
    const world = await fallingBoxes(target);
    const { hash } = world;
    expect(world.core.worldStep(dt, substeps)).toBe(OUT_OF_RANGE);
    expect(world.core.stepBegin(dt, substeps)).toBe(OUT_OF_RANGE);
    expect(world.hash).toBe(hash);
  });

  test("takes no memory once the world has warmed up", async () => {
    const world = await fallingBoxes(target);
    world.step(300);
    const bytes = world.core.memory.buffer.byteLength;
    const live = world.core.worldCounter(9);
    world.step(1000);
    expect(world.core.memory.buffer.byteLength).toBe(bytes);
    expect(world.core.worldCounter(9)).toBe(live);
  });
});

test("worlds of both builds have the same hash at every step", async () => {
  const [simd, scalar] = await Promise.all(TARGETS.map(fallingBoxes));
  for (let step = 0; step < 200; step++) {
    simd.step();
    scalar.step();
    expect(simd.hash).toBe(scalar.hash);
  }
});

test("a world refuses an impossible length unit", async () => {
  for (const unit of [0, -1, NaN, Infinity, 1e7, 1e-7]) {
    const core = await loadCore("world", "simd");
    expect(core.worldInit(unit)).toBe(OUT_OF_RANGE);
  }
});
