// Symptom: `locks` were set on bodies that had touched something for some steps. From then on, until some touch began or ended,
// snapshots were refused elsewhere as damaged, and recordings could not be played. With 1,100 such boxes the memory's own records were
// overwritten; with 1,600 steps trapped, or never ended in the JavaScript build.
// Cause: the list of the blocks that a locked body is part of got room only if something was locked when batches were last made. Batches
// last while no touch begins or ends, so the list was written through address 0.
// What must hold: the list has room whenever something may be locked.
import { describe, expect, it } from "vitest";
import { packSnapshot, unpackSnapshot } from "../../dist/replay.js";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("the %s build", (_name, { World, box }) => {
  it.each([4, 1600])("locks %d boxes at rest, and their snapshot can be restored elsewhere", (count) => {
    const world = new World({ sleeping: false });
    world.createBody({ position: { x: 0, y: -0.5 }, shape: box(9000, 1) });
    const bodies = Array.from({ length: count }, (_, k) =>
      world.createBody({ type: "dynamic", position: { x: 2 * k - count, y: 0.5 }, shape: box(1, 1) }),
    );
    const step = (): void => {
      for (let k = 0; k < 5; k++) {
        world.step();
      }
    };
    step();
    const base = world.snapshot();
    for (const body of bodies) {
      body.locks = { x: true };
    }
    step();
    expect(world.validate()).toBe(0);
    const there = new World();
    there.restore(unpackSnapshot(packSnapshot(world.snapshot(), base), base));
    expect(there.hash()).toBe(world.hash());
    there.dispose();
    world.dispose();
  });
});
