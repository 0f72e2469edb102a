import { beforeAll, describe, expect, it } from "vitest";
import { KIND_NAMES, Kind, Random, loadCore, pose, randomShape } from "./harness";
import { Pairs } from "./pairs";

const PAIRS = Number(process.env.PAIRS ?? 100_000);

let pairs: Pairs;

beforeAll(async () => {
  pairs = new Pairs(await loadCore());
});

describe("the manifold and the distance of two shapes agree with the widest gap between their projections", () => {
  for (let kindA = 0; kindA < KIND_NAMES.length; kindA++) {
    for (let kindB = 0; kindB < KIND_NAMES.length; kindB++) {
      if (kindA === Kind.HalfSpace && kindB === Kind.HalfSpace) continue;
      it(`${KIND_NAMES[kindA]} against ${KIND_NAMES[kindB]}`, () => pairs.run(kindA, kindB, PAIRS));
    }
  }
});

describe("the SIMD and the scalar build", () => {
  it("give the same bits for every pair of kinds", async () => {
    const other = new Pairs(await loadCore("simd"));
    const random = new Random(7);
    for (let i = 0; i < 20_000; i++) {
      const a = randomShape(random, pairs.slotA, random.below(KIND_NAMES.length), 1);
      const b = randomShape(random, pairs.slotB, random.below(KIND_NAMES.length), random.scale(0.1, 10));
      const poseA = pose(0, 0, random.between(-4, 4));
      const poseB = pairs.placeNear(random, a, poseA, b);
      pairs.write(a, b);
      other.write(a, b);
      const there = JSON.stringify([pairs.collide(poseA, poseB), pairs.distance()]);
      const here = JSON.stringify([other.collide(poseA, poseB), other.distance()]);
      if (there !== here) expect(there).toBe(here);
    }
  });
});
