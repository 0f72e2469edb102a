// Whether a house of cards stands depends on the luck of rounding (benchmarks/card_houses.mjs has thirty, and Box2D's); most must stand.
import { expect, it } from "vitest";
import { jitteredCardHouse } from "../../examples/scenes/stability.mjs";
import { run } from "../helpers/engine.js";
import { farthest, places, standing } from "../helpers/standing.js";

const HOUSES = 10;

it.each(["as built", "mirrored"] as const)("most houses of cards that are 0.1 mm off stand, %s", (way) => {
  let stand = 0;
  for (let seed = 1; seed <= HOUSES; seed++) {
    const house = jitteredCardHouse(seed, way);
    const { world, bodies } = standing(house);
    const from = places(bodies);
    run(world, house.seconds);
    stand += Number(farthest(bodies, from) < house.fallen);
    world.dispose();
  }
  expect(stand).toBeGreaterThan(HOUSES / 2);
});
