// Symptom: with joints of which no two can hold at once, on bodies of very different masses, the builds diverged after a few seconds:
// for seven of sixty seeds of such heaps within 400 steps.
// Cause: such joints throw each other's bodies to 1e15 m/s and beyond within a step, until numbers overflow. NaN then passed to other
// bodies differently: the builds skip different parts of the work that changes nothing.
// What must hold: whatever joints ask for, the builds agree in the hash at every step, with and without contacts.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";
import { hashes, jointed, type Scene } from "../helpers/scenes.js";

const heap =
  (mask: number): Scene =>
  (engine, world, seed) => {
    for (const body of jointed(engine, world, seed).bodies) {
      for (const shape of body.shapes) {
        shape.mask = mask;
      }
    }
    return () => undefined;
  };

describe("joints that cannot hold", () => {
  it.each([
    ["with contacts", 2, -1],
    ["with contacts", 49, -1],
    ["with contacts", 58, -1],
    ["without", 2, 0],
    ["without", 94, 0],
    ["without", 100, 0],
  ] as const)("act the same in every build, %s (seed %i)", (_name, seed, mask) => {
    const [first, ...others] = BUILDS.map(([, engine]) => hashes(engine, heap(mask), 300, seed));
    for (const other of others) {
      expect(other).toEqual(first);
    }
  });
});
