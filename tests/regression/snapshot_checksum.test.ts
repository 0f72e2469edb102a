// Symptom: a snapshot with two flipped signs was taken for a good one.
// Cause: the checksum multiplied each word into its lane. A flipped top bit stays a top bit under multiplication by an odd
// number, so a second flip, a whole number of 64 bytes on, undid it.
// What must hold: two flipped top bits are noticed wherever they are, however far apart.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";
import { SCENES, stage } from "../helpers/scenes.js";

describe.each(BUILDS)("the checksum of the %s build", (_name, engine) => {
  it("notices the flipped top bits of two words of one lane", () => {
    const { world } = stage(engine, SCENES.boxes!);
    world.step();
    const good = world.snapshot();
    const before = world.hash();
    const bytes = good.slice();
    let accepted = 0;
    for (const distance of [64, 128, 256, 4096]) {
      for (let at = 67; at + distance < bytes.length; at += 4 * 211) {
        bytes[at]! ^= 0x80;
        bytes[at + distance]! ^= 0x80;
        try {
          world.restore(bytes);
          accepted++;
        } catch (error) {
          expect(error).toMatchObject({ code: "bad-snapshot" });
        }
        bytes[at] = good[at]!;
        bytes[at + distance] = good[at + distance]!;
      }
    }
    expect(accepted).toBe(0);
    expect(world.hash()).toBe(before);
    world.restore(bytes);
    expect(world.hash()).toBe(before);
  });
});
