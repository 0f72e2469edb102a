// Symptom: how far a character pushes depended on the frame rate: three stacked crates, pushed with 60 N at 1.5 m/s for 4 s, went 3.0 m
// at 30 Hz, 3.9 at 60, 4.5 at 240; a crate before one of 20 times its mass did not move at 60 Hz and went 4.7 m at 240.
// Cause: the character pushed with what brings a body to its speed within a step; what friction takes in a step was always missing.
// What must hold: a pushed body goes as fast as the character walks, if the push suffices, at any frame rate, and no faster.
import { describe, expect, it } from "vitest";
import { Character } from "../../dist/helpers.js";
import { BUILDS } from "../helpers/engine.js";

interface Crate {
  x: number;
  y: number;
  density: number;
}

describe.each(BUILDS)("a load that a character pushes (%s)", (_name, { World, box }) => {
  function pushed(
    rate: number,
    crates: readonly Crate[],
    friction: number,
    push: number,
  ): { gone: number; fastest: number } {
    const world = new World();
    world.createBody({ position: { x: 0, y: -1 }, shape: box(60, 2), friction });
    const bodies = crates.map(({ x, y, density }) =>
      world.createBody({ type: "dynamic", position: { x, y }, shape: box(1, 1), density, friction }),
    );
    const hero = new Character(world, { position: { x: 0, y: 0.81 }, push });
    let fastest = 0;
    for (let step = 0; step < 4 * rate; step++) {
      hero.move({ x: 1.5, y: hero.grounded ? 0 : -1 }, 1 / rate);
      world.step(1 / rate);
      fastest = Math.max(fastest, ...bodies.map((body) => body.linearVelocity.x));
    }
    const gone = bodies[0]!.x - crates[0]!.x;
    world.dispose();
    return { gone, fastest };
  }

  const crate = (x: number, y: number, density = 1): Crate => ({ x, y, density });
  it.each([
    ["a crate", [crate(2, 0.5)], 0.6, 1000, 4.6],
    ["three on each other", [crate(2, 0.5), crate(2, 1.5), crate(2, 2.5)], 0.4, 60, 3.6],
    ["three in a row", [crate(2, 0.5), crate(3, 0.5), crate(4, 0.5)], 0.4, 100, 4.3],
    ["a light one before a heavy one", [crate(2, 0.5), crate(3, 0.5, 20)], 0.4, 1000, 3.5],
  ])("goes as far at any frame rate: %s", (_, crates, friction, push, least) => {
    const runs = [30, 60, 120, 240].map((rate) => pushed(rate, crates, friction, push));
    for (const { gone, fastest } of runs) {
      expect(gone).toBeGreaterThan(least);
      expect(gone).toBeLessThan(4.9); // where it would be, had it gone at 1.5 m/s from the moment it was met
      expect(fastest).toBeLessThan(1.75);
    }
  });

  it("does not move where the push is less than friction", () => {
    for (const rate of [30, 60, 240]) {
      expect(pushed(rate, [crate(2, 0.5, 20)], 0.6, 100).gone).toBeLessThan(0.01); // friction holds 120 N
    }
  });
});
