// Symptom: `while (events.contactBegin.length) events.contactBegin.pop()` never ended.
// Cause: the number of decoded events was taken from the length of the list that was given out, so events taken out came again.
// What must hold: code that takes events out of the list finds it empty afterwards, and the events of calls are added to it.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("events that are taken out of their list (%s)", (_, { World, box }) => {
  it("do not come again", () => {
    const world = new World();
    world.createBody({ shape: box(9, 1) });
    const crates = [-3, 0, 3].map((x) =>
      world.createBody({ type: "dynamic", position: { x, y: 1 }, shape: box(1, 1), events: true }),
    );
    world.step();
    const begun = world.events.contactBegin as unknown[];
    expect(begun).toHaveLength(3);
    let taken = 0;
    for (; world.events.contactBegin.length > 0 && taken < 100; taken++) begun.pop();
    expect(taken).toBe(3);
    const ended = world.events.contactEnd as unknown[];
    for (const crate of crates) {
      crate.destroy();
      expect(world.events.contactEnd).toBe(ended);
      expect(ended).toHaveLength(1);
      ended.pop();
    }
    world.step();
    expect(world.events.contactEnd).toHaveLength(0);
  });
});
