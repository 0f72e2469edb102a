// A world whose memory may not grow: every creator refuses with a code and changes nothing, and a step reports it and goes on.
import { expect, suite, test } from "vitest";
import { Code, Counter } from "../../../assembly/abi/layout";
import { Random } from "../../helpers/numbers";
import { TARGETS } from "../core";
import { BodyType, RawWorld, ShapeKind } from "../raw_world";

suite.each(TARGETS)("out of memory (%s)", (target) => {
  test.each([8, 16, 40])(
    "refuses creators with the world unchanged, and the world steps on (%d pages)",
    async (pages) => {
      const world = await RawWorld.make(target, -10, pages);
      const { core } = world;
      const ground = world.body(BodyType.Static, 0, -1);
      world.shape(ground, ShapeKind.Box, { hx: 50, hy: 1 });
      const random = new Random(pages);
      const bodies = [ground];
      const refused = { body: 0, shape: 0, joint: 0, steps: 0 };
      const attempt = (make: () => number, kind: keyof typeof refused): number => {
        const { hash } = world;
        const before = core.worldCounter(Counter.Bodies);
        const result = make();
        if (result > 0) return result;
        expect(result).toBe(-Code.OutOfMemory);
        expect(world.hash).toBe(hash);
        expect(core.worldCounter(Counter.Bodies)).toBe(before);
        refused[kind]++;
        return 0;
      };
      for (let k = 0; k < 3000 && refused.body + refused.shape + refused.joint < 60; k++) {
        const body = attempt(() => {
          world.writeBody(BodyType.Dynamic, random.between(-4, 4), random.between(0, 6));
          return core.bodyCreate();
        }, "body");
        if (body !== 0) bodies.push(body);
        attempt(() => {
          if (random.chance(0.5)) {
            world.writePolygon(Array.from({ length: 24 }, () => random.between(-0.4, 0.4)));
            return core.shapesCreate(random.pick(bodies), 0);
          }
          world.writeShape(ShapeKind.Circle, { radius: 0.3 });
          return core.shapesCreate(random.pick(bodies), 0);
        }, "shape");
        if (random.chance(0.3) && bodies.length > 2) {
          const [a, b] = [random.pick(bodies), random.pick(bodies)];
          if (a !== b) {
            attempt(() => {
              world.writeJoint(0, 0, 0, 0);
              return core.jointCreate(1, a, b);
            }, "joint");
          }
        }
        if (k % 20 === 0) {
          const code = core.worldStep(1 / 60, 2);
          expect([Code.Ok, Code.OutOfMemory]).toContain(code);
          if (code !== Code.Ok) refused.steps++;
        }
      }
      expect(refused.body + refused.shape + refused.joint + refused.steps).toBeGreaterThan(0);
      // With fewer bodies there is room again.
      for (const body of bodies.slice(4)) expect(core.bodyDestroy(body)).toBe(Code.Ok);
      for (let k = 0; k < 60; k++) core.worldStep(1 / 60, 4);
      expect(core.worldStep(1 / 60, 4)).toBe(Code.Ok);
      expect(core.worldValidate()).toBe(0);
    },
  );

  test("refuses a large bulk buffer and large reservations, with the world unchanged", async () => {
    const world = await RawWorld.make(target, -10, 8);
    const { core } = world;
    world.box(BodyType.Static, 0, -1, 50, 1);
    const { hash } = world;
    expect(core.bulkBuffer(2 ** 20)).toBe(0);
    expect(core.worldReserve(50_000, 0, 0, 0)).toBe(Code.OutOfMemory);
    expect(core.worldReserve(0, 50_000, 0, 0)).toBe(Code.OutOfMemory);
    expect(core.worldReserve(0, 0, 50_000, 0)).toBe(Code.OutOfMemory);
    expect(core.worldReserve(0, 0, 0, 50_000)).toBe(Code.OutOfMemory);
    expect(world.hash).toBe(hash);
    expect(core.worldStep(1 / 60, 4)).toBe(Code.Ok);
    expect(core.worldValidate()).toBe(0);
  });
});
