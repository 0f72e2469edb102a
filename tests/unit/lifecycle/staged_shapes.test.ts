// Shapes created together are checked as a whole: if one definition is refused, nothing of those before it remains.
import { expect, suite, test } from "vitest";
import { Code, Counter, ShapeDef, Staged } from "../../../assembly/abi/layout";
import { TARGETS, views } from "../core";
import { BodyType, RawWorld, ShapeKind } from "../raw_world";

const HEXAGON = [1, 0, 0.5, 0.87, -0.5, 0.87, -1, 0, -0.5, -0.87, 0.5, -0.87];

interface Definition {
  kind: ShapeKind;
  radius?: number;
  points?: number[];
}

/** Writes definitions one after the other. Returns the number of words. */
function stage(f32: Float32Array, list: readonly Definition[]): number {
  const u32 = new Uint32Array(f32.buffer, f32.byteOffset, f32.length);
  let at = 0;
  for (const { kind, radius = 0, points = [] } of list) {
    const words = ShapeDef.Points + points.length;
    u32.fill(0, at, at + Staged.Def + words);
    u32.set([kind, words], at);
    at += Staged.Def;
    f32.set([1, 0.6, 0.6], at + ShapeDef.Density);
    u32.set([1, 0xffffffff], at + ShapeDef.Category);
    f32[at + ShapeDef.Radius] = radius;
    u32[at + ShapeDef.PointCount] = points.length / 2;
    f32.set(points, at + ShapeDef.Points);
    at += words;
  }
  return at;
}

const GOOD: Definition[] = [
  { kind: ShapeKind.Polygon, points: HEXAGON },
  { kind: ShapeKind.Circle, radius: 0.5 },
  { kind: ShapeKind.Polygon, points: HEXAGON.map((x) => 2 * x) },
];
const LINE: Definition = { kind: ShapeKind.Polygon, points: [0, 0, 1, 0, 2, 0] };

suite.each(TARGETS)("staged shapes (%s)", (target) => {
  /** Stages shapes in the mailbox or the bulk buffer, and creates them on an existing body or with a new one. */
  async function attempt(list: readonly Definition[], inBulk: boolean, withBody: boolean) {
    const world = await RawWorld.make(target);
    const { core } = world;
    const body = world.body(BodyType.Dynamic, 0, 0);
    if (inBulk) {
      core.bulkBuffer(4096);
    }
    const before = [world.hash, core.worldCounter(Counter.Shapes), core.worldCounter(Counter.LiveBytes)];
    world.writeBody(BodyType.Dynamic, 3, 0);
    const { f32, u32 } = views(core);
    const mailbox = core.mailbox() / 4;
    const at = inBulk ? core.bulkBuffer(4096) / 4 : mailbox + Staged.First;
    stage(f32.subarray(at, at + 1024), list);
    u32[mailbox + Staged.Count] = list.length;
    u32[mailbox + Staged.InBulk] = inBulk ? 1 : 0;
    const result = withBody ? core.bodyCreate() : core.shapesCreate(body, 0);
    const after = [world.hash, core.worldCounter(Counter.Shapes), core.worldCounter(Counter.LiveBytes)];
    return { world, result, before, after, refused: u32[mailbox + Staged.Refused] };
  }

  test.each([
    ["the mailbox", false, "a new body", true],
    ["the mailbox", false, "a body", false],
    ["the bulk buffer", true, "a new body", true],
    ["the bulk buffer", true, "a body", false],
  ] as const)("in %s (bulk: %s) are created on %s (new: %s)", async (_where, inBulk, _on, withBody) => {
    const { world, result, before } = await attempt(GOOD, inBulk, withBody);
    expect(result).toBeGreaterThan(0);
    expect(world.core.worldCounter(Counter.Shapes)).toBe(Number(before[1]) + 3);
    world.step(10);
    expect(world.core.worldValidate()).toBe(0);
  });

  test.each([0, 1, 2, 3])(
    "of which number %d is refused leave nothing behind, not even the memory of hulls",
    async (bad) => {
      const list = [...GOOD.slice(0, bad), LINE, ...GOOD.slice(bad)];
      for (const inBulk of [false, true]) {
        for (const withBody of [false, true]) {
          const { result, before, after, refused } = await attempt(list, inBulk, withBody);
          expect(result).toBe(-Code.BadShape);
          expect(refused).toBe(bad);
          expect(after).toEqual(before);
        }
      }
    },
  );

  test("are refused if their length leads out of the mailbox", async () => {
    const { world } = await attempt([], false, true);
    const { u32 } = views(world.core);
    const mailbox = world.core.mailbox() / 4;
    world.writeBody(BodyType.Dynamic, 0, 0);
    world.writeShape(ShapeKind.Circle, { radius: 1 });
    u32[mailbox + Staged.First + Staged.Words] = 0x3fffffff;
    expect(world.core.bodyCreate()).toBe(-Code.OutOfRange);
  });
});
