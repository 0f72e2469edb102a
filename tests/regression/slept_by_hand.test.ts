// A body put to sleep between two steps keeps the points of its contacts as they were before it last moved. Woken in the
// midst of a step, by what strikes it, it was solved with them; and a world unpacked from a small snapshot, which has no
// points before its first step, went on to other hashes.
import { expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";
import { packSnapshot, unpackSnapshot } from "../../dist/replay.js";

it.each(BUILDS)(
  "what sleeps by hand and is struck awake goes on alike in a world of a packed snapshot (%s)",
  (_, { World, box, circle }) => {
    const world = new World();
    world.createBody({ position: { x: 0, y: -1 }, shape: box(20, 2) });
    const pile = [0.5, 1.4, 2.3].map((y, k) =>
      world.createBody({ type: "dynamic", position: { x: 0.3 * k, y }, angle: 0.1 * k, shape: box(1, 0.9) }),
    );
    const base = world.snapshot();
    for (let step = 0; step < 20; step++) {
      world.step();
    }
    const small = packSnapshot(world.snapshot(), base);
    const go = (of: typeof world) => {
      for (const { id } of pile) {
        of.body(id)!.awake = false;
      }
      const above = of.body(pile[2]!.id)!;
      of.createBody({
        type: "dynamic",
        position: { x: above.x, y: above.y + 1.2 },
        linearVelocity: { x: 0, y: -9 },
        shape: circle(0.4),
      });
      return Array.from({ length: 60 }, () => (of.step(), of.hash()));
    };
    const hashes = go(world);
    expect(pile[0]!.awake).toBe(true);
    expect(go(World.fromSnapshot(unpackSnapshot(small, base)))).toEqual(hashes);
  },
);
