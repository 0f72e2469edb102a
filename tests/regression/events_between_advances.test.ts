// Symptom: code that destroyed a body and read events in the callback of `advance` never heard that its touches had ended (0 of 1), nor
//   did code that read none in a frame without a step (0 of 2).
// Cause: `advance` clears the events before its steps, and each step of a callback clears them again; events caused by calls were
//   kept over one clearing.
// What must hold: events that nobody has read are reported with the next step's, however often events are cleared before.
import { describe, expect, it } from "vitest";
import type { Body } from "../../dist/index.js";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("an event caused by a call between two advances (%s)", (_, { World, box }) => {
  function resting() {
    const world = new World();
    world.createBody({ shape: box(40, 1) });
    const crates = [0, 3, 6].map((x) =>
      world.createBody({ type: "dynamic", position: { x, y: 1 }, shape: box(1, 1), sleep: x > 0 }),
    );
    for (let step = 0; step < 60; step++) {
      world.step();
    }
    return { world, crates };
  }

  it("is reported in the callback's first step, once", () => {
    const { world, crates } = resting();
    const [crate] = crates;
    crate!.destroy();
    const ended: number[][] = [];
    const step = (): void => {
      world.step();
      ended.push(world.events.contactEnd.map(({ bodyIdB }) => bodyIdB));
    };
    world.advance(2 / 60, step);
    world.advance(1 / 60, step);
    expect(ended).toEqual([[crate!.id], [], []]);
  });

  it("is reported after frames without a step, in order, unless it was read there", () => {
    const { world, crates } = resting();
    const ended = (): number[] => world.events.contactEnd.map(({ bodyIdB }) => bodyIdB);
    const [first, second, third] = crates as [Body, Body, Body];
    first.destroy();
    world.advance(1 / 300);
    second.destroy();
    world.advance(1 / 300);
    world.advance(1 / 60);
    expect(ended()).toEqual([first.id, second.id]);

    third.destroy();
    world.advance(1 / 600);
    expect(ended()).toEqual([third.id]);
    world.advance(1 / 60);
    expect(ended()).toEqual([]);
  });
});
