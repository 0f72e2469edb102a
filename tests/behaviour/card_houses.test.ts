// Houses of cards stand or fall by the luck of rounding (benchmarks/card_houses.mjs has thirty, and Box2D's); most are to stand.
import { expect, it } from "vitest";
import { Recorder } from "../../examples/scenes/scene.mjs";
import { ScreeBuilder } from "../../examples/scenes/scree_builder.mjs";
import { cardHouse } from "../../examples/scenes/stability.mjs";
import { BUILDS, run } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

const [, scree] = BUILDS[0]!;
const HOUSES = 10;
const OFF = 1e-4;

const recorder = new Recorder();
cardHouse.build(recorder);
const [ground, ...cards] = recorder.description.bodies;

it.each([
  ["as built", 1],
  ["mirrored", -1],
])("most houses of cards 0.1 mm off stand, %s", (_way, side) => {
  let standing = 0;
  for (let seed = 1; seed <= HOUSES; seed++) {
    const random = new Random(seed);
    const world = new scree.World({ sleeping: false });
    const builder = new ScreeBuilder(scree, world);
    const house = cards.map((card) => ({
      ...card,
      x: side * (card.x + random.between(-OFF, OFF)),
      y: card.y + random.between(-OFF, OFF),
      angle: side * card.angle,
    }));
    for (const { shapes, ...body } of [ground!, ...house]) {
      const index = builder.createBody(body);
      for (const { shape, material } of shapes) {
        builder.addShape(index, shape, material);
      }
    }
    run(world, 8);
    const bodies = builder.bodies.slice(1);
    standing += Number(
      house.every(({ x, y }, i) => Math.hypot(bodies[i]!.x - x, bodies[i]!.y - y) < cardHouse.fallen!),
    );
    world.dispose();
  }
  expect(standing).toBeGreaterThan(HOUSES / 2);
});
