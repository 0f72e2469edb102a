// Symptom: after `world.events = []`, or with a field of that name in a subclass, `step` threw a bare TypeError, and `restore` when
// the state was replaced already.
// Cause: what the library itself goes by was what a program could write to.
// What must hold: what a world is made of cannot be replaced, and a subclass that tries fails at once.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

const PARTS = ["events", "state", "settings", "profile", "backend"];

function write(object: object, name: string, value: unknown): void {
  (object as Record<string, unknown>)[name] = value;
}

describe.each(BUILDS)("what is written to (%s)", (_, engine) => {
  it("a part of a world is refused, and the world goes on", () => {
    for (const part of PARTS) {
      const world = new engine.World();
      const body = world.createBody({ type: "dynamic", shape: engine.box(1, 1) });
      const saved = world.snapshot();
      for (const value of [[], "menu", null]) {
        expect(() => write(world, part, value)).toThrow(TypeError);
        expect(() => Object.defineProperty(world, part, { value })).toThrow(TypeError);
      }
      world.step();
      const moved = world.hash();
      world.restore(saved);
      world.step();
      expect([world.hash() === moved, world.interpolate().length > 0, body.destroy()]).toEqual([true, true, true]);
    }
  });
});

describe.each(BUILDS)("what programs do with worlds and objects (%s)", (_, { World, box }) => {
  it("a subclass with a field of a name that is taken fails when it is made", () => {
    for (const part of PARTS) {
      const name = part as "score";
      const Game = class extends World {
        [name] = [];
      };
      expect(() => new Game()).toThrow(TypeError);
    }
  });

  it("other subclasses, and frozen worlds, are worlds", () => {
    class Game extends World {
      score = 0;
      override paused = true;
      override profiling = true;
    }
    const game = new Game();
    const body = game.createBody({ type: "dynamic", shape: box(1, 1) });
    expect(game.advance(1)).toBe(0);
    const copy = Object.freeze(Game.fromSnapshot(game.snapshot()));
    for (const world of [game, copy]) {
      world.step();
      world.settings.sleepThreshold = 0.1;
    }
    expect([copy.hash(), copy.score, copy.state.slots, copy.profile.total > 0]).toEqual([
      game.hash(),
      0,
      game.state.slots,
      true,
    ]);
    expect(Object.keys(copy)).toEqual(expect.arrayContaining(PARTS));
    expect(body.alive).toBe(true);
  });
});
