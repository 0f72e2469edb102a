import { beforeAll, describe, it } from "vitest";
import { KIND_NAMES, Kind, loadCore } from "./harness";
import { Pairs } from "./pairs";

const PAIRS = Number(process.env.PAIRS ?? 100_000);

let pairs: Pairs;

beforeAll(async () => {
  pairs = new Pairs(await loadCore());
});

describe("the manifold and the distance of two shapes agree with the widest gap between their shadows", () => {
  for (let kindA = 0; kindA < 7; kindA++) {
    for (let kindB = 0; kindB < 7; kindB++) {
      if (kindA === Kind.HalfSpace && kindB === Kind.HalfSpace) continue;
      it(`${KIND_NAMES[kindA]} against ${KIND_NAMES[kindB]}`, () => pairs.run(kindA, kindB, PAIRS));
    }
  }
});
