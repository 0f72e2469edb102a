// Symptom: after a restore, building a body shape by shape took time quadratic in their number; and a shape made when memory was
// out, or by an edit of terrain, had the `userData` of a shape that had had its id in another future.
// Cause: to forget old handles of new ids, all shapes of the body were listed, which needs memory; edits forgot none at all.
// What must hold: only the new shapes are asked for; without memory, and for edits, too.
import { describe, expect, it } from "vitest";
import { World as BareWorld } from "../../bindings/world.js";
import { World, circle, setTile, tileGrid } from "../../dist/index.js";
import { cappedCore, cappedWorld, regularPolygon } from "../helpers/capped_core.js";

const FUTURE = "of another future";
type Calls = Record<string, (...args: number[]) => number>;

/** Counts calls of the core from now on, and the shapes that it lists. */
function counted(world: World): () => number {
  const core = BareWorld.instanceOf(world as unknown as BareWorld).core as unknown as Calls;
  let count = 0;
  for (const [name, call] of Object.entries(core)) {
    core[name] = (...args: number[]) => {
      const result = call(...args);
      count += name === "bodyShapes" ? 1 + result : 1;
      return result;
    };
  }
  return () => count;
}

describe("after a restore", () => {
  it("an added shape is asked for once, however many the body has", () => {
    const world = cappedWorld(cappedCore("scalar", 100));
    const body = world.createBody({});
    world.restore(world.snapshot());
    const asked = counted(world);
    const costs = [0, 1, 2].map(() => {
      const before = asked();
      for (let k = 0; k < 100; k++) {
        body.addShape(circle(1));
      }
      return asked() - before;
    });
    expect(costs[0]).toBeGreaterThan(0);
    expect(costs).toEqual([costs[0], costs[0], costs[0]]);
  });

  it("a shape made when memory is out has no userData of another", () => {
    const world = cappedWorld(cappedCore("scalar", 10), { capacity: { shapes: 1000 } });
    const many = world.createBody({ type: "kinematic", shapes: Array.from({ length: 60 }, () => circle(1)) });
    const hog = world.createBody({ type: "kinematic" });
    const hogs = Array.from({ length: 800 }, () => hog.addShape(circle(1)));
    const saved = world.snapshot();
    const add = () => Array.from({ length: 10 }, () => many.addShape(circle(1)));
    const before = add();
    before.forEach((shape) => (shape.userData = FUTURE));
    world.restore(saved);
    for (const corners of [64, 31, 15, 3]) {
      const round = regularPolygon(corners);
      expect(() => {
        for (;;) {
          hogs.pop()!.setGeometry(round);
        }
      }).toThrow(expect.objectContaining({ code: "out-of-memory" }));
    }
    const after = add();
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after.map(({ userData }) => userData)).toEqual(after.map(() => undefined));
  });

  it("a part that an edit of terrain makes has no userData of another", () => {
    const world = new World();
    const grid = tileGrid({ columns: 9, rows: 1, tiles: () => true });
    const body = world.createBody({ shape: grid });
    const saved = world.snapshot();
    const part = () => {
      setTile(body, grid, 4, 0, false);
      return body.shapes[1]!;
    };
    const before = part();
    before.userData = FUTURE;
    world.restore(saved);
    expect(part()).toBe(before);
    expect(before.userData).toBeUndefined();
  });
});
