import { describe, expect, it } from "vitest";
import * as engine from "../../dist/index.js";
import { times } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";
import { SCENES, stage } from "../helpers/scenes.js";

/** Two snapshots of different moments, and a world that must stay as it is when it refuses damaged ones. */
function snapshots(): { world: InstanceType<typeof engine.World>; first: Uint8Array; second: Uint8Array } {
  const { world } = stage(engine, SCENES.joints!);
  for (let step = 0; step < 40; step++) {
    world.step();
  }
  const first = world.snapshot();
  for (let step = 0; step < 40; step++) {
    world.step();
  }
  return { world, first, second: world.snapshot() };
}

/** Tries to restore bytes that are no snapshot; was this refused? */
function refused(world: InstanceType<typeof engine.World>, bytes: Uint8Array): boolean {
  try {
    world.restore(bytes);
  } catch (error) {
    expect(error).toMatchObject({ name: "PhysicsError", code: "bad-snapshot" });
    return true;
  }
  return false;
}

describe("a damaged snapshot", () => {
  const damage: Record<string, (random: Random, first: Uint8Array, second: Uint8Array) => Uint8Array> = {
    "with one flipped bit": (random, first) => {
      const bytes = first.slice();
      bytes[random.below(bytes.length)]! ^= 1 << random.below(8);
      return bytes;
    },
    "with two flipped bits": (random, first) => {
      const bytes = first.slice();
      const at = random.below(bytes.length);
      bytes[at]! ^= 1 << random.below(8);
      bytes[(at + 1 + random.below(bytes.length - 1)) % bytes.length]! ^= 1 << random.below(8);
      return bytes;
    },
    "with the signs of two numbers flipped that lie a whole number of 64 bytes apart": (random, first) => {
      const bytes = first.slice();
      const at = 4 * random.below(bytes.length / 4 - 64) + 3;
      bytes[at]! ^= 0x80;
      bytes[at + 64 * (1 + random.below(3))]! ^= 0x80;
      return bytes;
    },
    "with a random byte": (random, first) => {
      const bytes = first.slice();
      bytes[random.below(bytes.length)]! += 1 + random.below(255);
      return bytes;
    },
    "that is cut": (random, first) => first.slice(0, random.below(first.length)),
    "that is too long": (random, first) => {
      const bytes = new Uint8Array(first.length + 1 + random.below(100));
      bytes.set(first);
      return bytes;
    },
    "with two words exchanged": (random, first) => {
      const bytes = first.slice();
      const words = new Uint32Array(bytes.buffer, 0, bytes.length >> 2);
      for (;;) {
        const a = random.below(words.length);
        const b = random.below(words.length);
        if (words[a] !== words[b]) {
          [words[a], words[b]] = [words[b]!, words[a]!];
          return bytes;
        }
      }
    },
    "whose end is another's": (random, first, second) => {
      const length = Math.min(first.length, second.length);
      for (;;) {
        const bytes = first.slice();
        const at = random.below(length);
        bytes.set(second.subarray(at, length), at);
        if (Buffer.compare(bytes, first) !== 0 && Buffer.compare(bytes, second) !== 0) {
          return bytes;
        }
      }
    },
    "that is noise": (random) => Uint8Array.from({ length: random.below(4000) }, () => random.below(256)),
  };

  const kinds = Object.entries(damage);
  /** Trials of each kind: 20,000 in all, a million in the long form. */
  const TRIALS = Math.ceil(times(20_000, 1_000_000) / kinds.length);

  it.each(kinds)("%s is refused, and the world is as it was", (_name, spoil) => {
    const { world, first, second } = snapshots();
    const random = new Random(21);
    const before = world.hash();
    const accepted: number[] = [];
    for (let trial = 0; trial < TRIALS; trial++) {
      if (!refused(world, spoil(random, first, second))) {
        accepted.push(trial);
        world.restore(second);
      }
    }
    expect(accepted.length).toBe(0);
    expect(world.hash()).toBe(before);
    world.step();
    expect(world.validate()).toBe(0);
  });
});
