import { expect, suite, test } from "vitest";
import { BroadPhase, WorldField } from "../../../assembly/abi/option_layout";
import { times } from "../../helpers/engine";
import { Random } from "../../helpers/numbers";
import { TARGETS, views } from "../core";
import type { Target } from "../core";
import { MOVABLE, MOVED } from "../collision/pair_finders";
import { BodyType, RawWorld, slotOf } from "../raw_world";

/** Columns of the shapes as world_entry.ts numbers them. */
const FAT = 0;
const OLD = 1;
const MARKS = 2;
const END = 3;

/** Keys, in ascending order, of all pairs that overlap now but did not before, in which a shape moved and a shape is not static. */
function expectedKeys(world: RawWorld): bigint[] {
  const { core } = world;
  const { f32, u8 } = views(core);
  const [fat, old] = [FAT, OLD].map((which) => core.shapeColumn(which) / 4);
  const marks = core.shapeColumn(MARKS);
  const overlap = (at: number, a: number, b: number): boolean => {
    const p = at + 4 * a;
    const q = at + 4 * b;
    return f32[p] <= f32[q + 2] && f32[p + 1] <= f32[q + 3] && f32[q] <= f32[p + 2] && f32[q + 1] <= f32[p + 3];
  };
  const keys: bigint[] = [];
  const end = core.shapeColumn(END);
  for (let a = 1; a < end; a++) {
    for (let b = a + 1; b < end; b++) {
      const either = u8[marks + a] | u8[marks + b];
      if (either & MOVED && either & MOVABLE && overlap(fat, a, b) && !overlap(old, a, b)) {
        keys.push((BigInt(a) << 32n) | BigInt(b));
      }
    }
  }
  return keys;
}

function foundKeys(world: RawWorld): bigint[] {
  const at = world.core.newPairKeys() / 8;
  return [...views(world.core).u64.subarray(at, at + world.core.newPairCount())];
}

/** Runs shapes that move, rest, appear, disappear and jump, in a world with the given broad phase. Returns the pairs found. */
async function churn(target: Target, broadPhase: BroadPhase, seed: number, steps: number): Promise<number> {
  const world = await RawWorld.make(target, 0);
  expect(world.core.worldSetOption(WorldField.BroadPhase, broadPhase)).toBe(0);
  const random = new Random(seed);
  const { core } = world;
  const place = (): [number, number] => {
    const far = random.chance(0.03) ? 1e6 : 0;
    return [random.between(-12, 12) + far, random.between(-12, 12) - (random.chance(0.5) ? far : 0)];
  };
  const make = (): number => {
    const [x, y] = place();
    const type = random.pick([BodyType.Static, BodyType.Dynamic, BodyType.Dynamic, BodyType.Kinematic]);
    return random.chance(0.5)
      ? world.circle(type, x, y, random.between(0.1, 0.5))
      : world.box(type, x, y, random.between(0.1, 1.5), random.between(0.1, 0.5));
  };
  const bodies = Array.from({ length: 250 }, make);
  let pairs = 0;
  for (let step = 0; step < steps; step++) {
    world.stepWithPairs(() => {
      const expected = expectedKeys(world);
      expect(foundKeys(world)).toEqual(expected);
      pairs += expected.length;
    });
    expect(core.worldValidate()).toBe(0);
    bodies.forEach((id, index) => {
      if (random.chance(0.01)) {
        core.bodyDestroy(id);
        bodies[index] = make();
      } else if (random.chance(0.02)) {
        const [x, y] = place();
        core.bodySetTransform(id, x, y, random.between(-3, 3));
      } else if (random.chance(0.05)) {
        core.bodySetVelocity(id, random.between(-5, 5), random.between(-5, 5), 0);
      }
    });
  }
  return pairs;
}

suite.each(TARGETS)("the broad phase (%s)", (target) => {
  test.each([
    ["bvh", BroadPhase.Bvh],
    ["auto", BroadPhase.Auto],
    ["tree", BroadPhase.Tree],
    ["sweep", BroadPhase.Sweep],
    ["grid", BroadPhase.Grid],
  ])("%s finds the same pairs as all-pairs, in order, through churn", async (_name, broadPhase) => {
    expect(await churn(target, broadPhase, 1 + broadPhase, times(60, 1000))).toBeGreaterThan(500);
  });

  test("finds a thousand resting shapes in the resting tree when a ball falls on them", async () => {
    const world = await RawWorld.make(target);
    for (let k = 0; k < 1000; k++) world.box(BodyType.Static, (k % 50) * 2, Math.floor(k / 50) * -5, 0.9, 0.4);
    world.step(20);
    const ball = world.circle(BodyType.Dynamic, 30, 1, 0.4);
    let met: bigint[] = [];
    for (let step = 0; step < 60 && met.length === 0; step++) world.stepWithPairs(() => (met = foundKeys(world)));
    const shapes = met.map((key) => Number(key >> 32n) - 1);
    expect(met).toEqual(expect.arrayContaining([(16n << 32n) | BigInt(slotOf(ball))]));
    expect(shapes).toContain(15);
  });

  test("pairs a ball destroyed and made again in its slot with each resting shape once", async () => {
    const world = await RawWorld.make(target, 0);
    for (let k = 0; k < 100; k++) world.box(BodyType.Static, 0.01 * k, 0, 0.9, 0.4);
    world.step(20);
    const make = (): number => world.circle(BodyType.Dynamic, 0.5, 0, 0.3);
    for (let k = 0; k < 3; k++) world.core.bodyDestroy(make());
    make();
    world.stepWithPairs(() => {
      expect(foundKeys(world)).toHaveLength(100);
      expect(foundKeys(world)).toEqual(expectedKeys(world));
    });
    expect(world.core.worldValidate()).toBe(0);
  });
});
