import { expect, suite, test } from "vitest";
import { Random } from "../../helpers/numbers";
import { TARGETS, views } from "../core";
import { BodyFlag, BodyType, RawWorld, slotOf } from "../raw_world";

const OVERFLOW = 31;

/** Slots of the dynamic bodies in all contacts of a colour. */
function dynamicSides(world: RawWorld, colour: number): number[] {
  const { core } = world;
  const flags = views(core).u32.subarray(core.columnPointer(2) / 4);
  const slots: number[] = [];
  for (const two of [0, 1]) {
    for (let k = 0; k < core.colourCount(colour, two); k++) {
      for (const side of [0, 1]) {
        const slot = core.colourBody(colour, two, k, side);
        if ((flags[slot] & BodyFlag.TypeMask) === BodyType.Dynamic) slots.push(slot);
      }
    }
  }
  return slots;
}

suite.each(TARGETS)("graph colours (%s)", (target) => {
  test("never give one colour to two contacts of a moving body, in a pile that churns", async () => {
    const world = await RawWorld.make(target);
    const random = new Random(11);
    world.box(BodyType.Static, 0, -1, 40, 1);
    const bodies: number[] = [];
    let contacts = 0;
    for (let step = 0; step < 150; step++) {
      if (step < 100) {
        for (let k = 0; k < 3; k++) {
          const x = random.between(-4, 4);
          const make = random.chance(0.5)
            ? world.circle(BodyType.Dynamic, x, 8, random.between(0.2, 0.5))
            : world.box(BodyType.Dynamic, x, 8, random.between(0.2, 0.6), random.between(0.2, 0.4));
          bodies.push(make);
        }
      }
      if (random.chance(0.3) && bodies.length > 0) {
        world.core.bodyDestroy(bodies.splice(random.below(bodies.length), 1)[0]);
      }
      world.step();
      expect(world.core.worldValidate()).toBe(0);
      for (let colour = 0; colour < OVERFLOW; colour++) {
        const slots = dynamicSides(world, colour);
        expect(new Set(slots).size).toBe(slots.length);
        contacts += slots.length;
      }
    }
    expect(contacts).toBeGreaterThan(10_000);
  });

  test("leave all contacts of a body solved that touches more neighbours than there are colours", async () => {
    const world = await RawWorld.make(target, 0);
    world.circle(BodyType.Dynamic, 0, 0, 4);
    const around = 60;
    for (let k = 0; k < around; k++) {
      const angle = (k / around) * 2 * Math.PI;
      world.circle(BodyType.Dynamic, 4.195 * Math.cos(angle), 4.195 * Math.sin(angle), 0.2);
    }
    world.step(2);
    let coloured = 0;
    for (let colour = 0; colour < OVERFLOW; colour++) coloured += world.core.colourCount(colour, 0);
    const overflow = world.core.colourCount(OVERFLOW, 0);
    expect(coloured + overflow).toBeGreaterThanOrEqual(around);
    expect(overflow).toBeGreaterThanOrEqual(around - 28);
    world.step(60);
    expect(world.core.worldValidate()).toBe(0);
  });
});

suite.each(TARGETS)("sleep (%s)", (target) => {
  const isAwake = (world: RawWorld, id: number): boolean =>
    (views(world.core).u32[world.core.columnPointer(2) / 4 + slotOf(id)] & BodyFlag.Awake) !== 0;

  async function twoStacks(): Promise<{ world: RawWorld; left: number[]; right: number[] }> {
    const world = await RawWorld.make(target);
    world.box(BodyType.Static, 0, -1, 20, 1);
    const stack = (x: number): number[] => [0.5, 1.5, 2.5].map((y) => world.box(BodyType.Dynamic, x, y, 0.5, 0.5));
    return { world, left: stack(-5), right: stack(5) };
  }

  test("takes stacks at rest, with their contacts, out of the solver", async () => {
    const { world, left, right } = await twoStacks();
    world.step(120);
    for (const id of [...left, ...right]) expect(isAwake(world, id)).toBe(false);
    for (let colour = 0; colour <= OVERFLOW; colour++) expect(world.core.colourCount(colour, 1)).toBe(0);
    expect(world.core.worldValidate()).toBe(0);
  });

  test("ends for an island, and no other, when one of its bodies is woken", async () => {
    const { world, left, right } = await twoStacks();
    world.step(120);
    world.core.bodyApplyImpulse(left[0], 0.1, 0, 0, 0, 1);
    world.core.bodySetVelocity(left[0], 0.1, 0, 0);
    for (const id of left) expect(isAwake(world, id)).toBe(true);
    for (const id of right) expect(isAwake(world, id)).toBe(false);
    expect(world.core.worldValidate()).toBe(0);
  });

  test("ends for the neighbours of a sleeping body when that is destroyed, and the world stays valid", async () => {
    const { world, left } = await twoStacks();
    world.step(120);
    world.core.bodyDestroy(left[1]);
    expect(isAwake(world, left[2])).toBe(true);
    expect(world.core.worldValidate()).toBe(0);
    world.step(120);
    expect(world.core.worldValidate()).toBe(0);
    expect(isAwake(world, left[2])).toBe(false);
    expect(world.core.bodyGet(left[2], 1)).toBeLessThan(1.6);
  });

  test("starts and ends for a hanging chain as one island", async () => {
    const world = await RawWorld.make(target);
    let before = world.box(BodyType.Static, 0, 10, 0.1, 0.1);
    const links: number[] = [];
    for (let k = 0; k < 6; k++) {
      const link = world.box(BodyType.Dynamic, 0, 9.5 - k, 0.1, 0.4);
      world.revolute(before, link, 0, k === 0 ? 0 : -0.5, 0, 0.5);
      links.push(link);
      before = link;
    }
    world.step(300);
    for (const id of links) expect(isAwake(world, id)).toBe(false);
    world.core.bodySetVelocity(links[5], 1, 0, 0);
    for (const id of links) expect(isAwake(world, id)).toBe(true);
    expect(world.core.worldValidate()).toBe(0);
  });
});
