// Each rule of pipeline/validate.ts is broken at least once, and the validator says which.
import { expect, suite, test } from "vitest";
import { views } from "../core";
import { BodyFlag, BodyType, RawWorld, slotOf } from "../raw_world";

/** Fields as world_entry.ts numbers them. */
const Field = {
  contactColours: 0,
  contactCount: 1,
  shapeCount: 2,
  shapeBody: 3,
  treeIndex: 4,
  bodyA: 5,
  kernelIndex: 6,
  colour: 7,
  colourIndex: 8,
  previous: 9,
} as const;
const NONE = 0xffffffff;

/** Two boxes stacked on the ground, and a sleeping box apart from them. */
async function scene(): Promise<{
  world: RawWorld;
  lower: number;
  apart: number;
  pair: readonly [number, number];
  contact: number;
}> {
  const world = await RawWorld.make("simd");
  world.box(BodyType.Static, 0, -1, 20, 1);
  const apart = world.box(BodyType.Dynamic, 8, 0.5, 0.5, 0.5);
  world.step(60);
  const lower = world.box(BodyType.Dynamic, 0, 0.5, 0.5, 0.5);
  const upper = world.box(BodyType.Dynamic, 0, 1.5, 0.5, 0.5);
  world.step(10);
  expect(world.core.worldValidate()).toBe(0);
  const { u32 } = views(world.core);
  // The contact of the two boxes: the first whose body A is the lower one.
  let contact = 1;
  while (u32[(world.core.contactRecord(contact) + world.core.fieldOffset(Field.bodyA)) / 4] !== slotOf(lower))
    contact++;
  return { world, lower: slotOf(lower), apart: slotOf(apart), pair: [apart, upper] as const, contact };
}

type Scene = Awaited<ReturnType<typeof scene>>;

function setWord(world: RawWorld, record: number, field: number, value: number): void {
  views(world.core).u32[(record + world.core.fieldOffset(field)) / 4] = value;
}

const BREAKS: readonly [number, string, (scene: Scene) => void][] = [
  [1, "an awake body's solver index leads elsewhere", ({ world, lower }) => world.core.setSolverIndex(lower, 7)],
  [1, "a static body is in the awake list", ({ world, lower }) => world.core.setBodyFlags(lower, 256 | BodyFlag.Awake)],
  [2, "a sleeping body has a solver index", ({ world, apart }) => world.core.setSolverIndex(apart, 1)],
  [
    3,
    "a coordinate is no number",
    ({ world, lower }) => (views(world.core).f32[world.core.columnPointer(0) / 4 + 4 * lower] = NaN),
  ],
  [
    3,
    "a velocity is infinite",
    ({ world, lower }) => (views(world.core).f32[world.core.columnPointer(1) / 4 + 4 * lower] = Infinity),
  ],
  [
    3,
    "a rotation is none",
    ({ world, lower }) => (views(world.core).f32[world.core.columnPointer(0) / 4 + 4 * lower + 2] = 2),
  ],
  [
    4,
    "a shape names another body",
    ({ world, lower }) => setWord(world, world.core.shapeRecord(lower), Field.shapeBody, 1),
  ],
  [
    4,
    "a shape is not where it says in its tree",
    ({ world, lower }) => setWord(world, world.core.shapeRecord(lower), Field.treeIndex, 2),
  ],
  [
    4,
    "the first shape of a body does not lead to the last",
    ({ world, lower }) => setWord(world, world.core.shapeRecord(lower), Field.previous, 1),
  ],
  [
    4,
    "a body counts one shape too many",
    ({ world, lower }) => setWord(world, world.core.bodyRecord(lower), Field.shapeCount, 2),
  ],
  [5, "there is a body more than are counted", ({ world }) => world.core.addToBodyCount(-1)],
  [
    6,
    "a contact names another body",
    ({ world, contact }) => setWord(world, world.core.contactRecord(contact), Field.bodyA, 1),
  ],
  [
    6,
    "a body counts one contact too many",
    ({ world, lower }) => setWord(world, world.core.bodyRecord(lower), Field.contactCount, 9),
  ],
  [
    7,
    "a contact of awake bodies is in no kernel's list",
    ({ world, contact }) => setWord(world, world.core.contactRecord(contact), Field.kernelIndex, NONE),
  ],
  [
    7,
    "a contact is not where it says in its kernel's list",
    ({ world, contact }) => setWord(world, world.core.contactRecord(contact), Field.kernelIndex, 0),
  ],
  [
    8,
    "a touching contact has no colour",
    ({ world, contact }) => setWord(world, world.core.contactRecord(contact), Field.colour, NONE),
  ],
  [
    9,
    "a contact lives though its boxes are apart",
    ({ world, lower }) => (views(world.core).f32[world.core.shapeColumn(0) / 4 + 4 * lower + 1] += 100),
  ],
  [
    10,
    "a contact is not where it says in its colour's list",
    ({ world, contact }) => setWord(world, world.core.contactRecord(contact), Field.colourIndex, 5),
  ],
  [
    11,
    "a body's mask lacks the colour of its contact",
    ({ world, lower }) => setWord(world, world.core.bodyRecord(lower), Field.contactColours, 0),
  ],
  [
    12,
    "a joint of an awake body has no colour",
    ({ world, pair }) => world.core.loseJointColour(slotOf(world.revolute(...pair, 0, 0, 0, 0))),
  ],
  [14, "a buffer counts more than it has room for", ({ world }) => world.core.setLockedCount(1e6)],
];

suite("the validator", () => {
  test.each(BREAKS)("returns %d if %s", async (number, _, breakIt) => {
    const state = await scene();
    breakIt(state);
    expect(state.world.core.worldValidate()).toBe(number);
  });
});
