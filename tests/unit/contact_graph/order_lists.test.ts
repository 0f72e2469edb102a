import { expect, suite, test } from "vitest";
import { Random } from "../../helpers/numbers";
import { TARGETS } from "../core";
import { BodyType, RawWorld } from "../raw_world";

const KERNELS = 7;
const COLOURS = 31;
const BODIES = 20_000;
const COLUMNS = 400;
/** Lists are sorted by the first step and by every sixteenth after it. */
const PERIOD = 16;

/** Slots of the contacts of each list. */
function listsOf({ core }: RawWorld): number[][] {
  const lists: number[][] = [];
  for (let kernel = 0; kernel < KERNELS; kernel++) {
    lists.push(Array.from({ length: core.kernelCount(kernel) }, (_, k) => core.kernelContact(kernel, k)));
  }
  for (let colour = 0; colour < COLOURS; colour++) {
    for (const two of [0, 1]) {
      const length = core.colourCount(colour, two);
      lists.push(Array.from({ length }, (_, k) => core.colourContact(colour, two, k)));
    }
  }
  return lists;
}

/** How many contacts directly follow a contact with a higher slot. */
const disorder = (world: RawWorld): number =>
  listsOf(world).reduce((sum, list) => sum + list.filter((slot, k) => k > 0 && list[k - 1]! > slot).length, 0);

suite.each(TARGETS)("lists of contacts (%s)", (target) => {
  test("of a large heap that churns are regularly brought back into the order of memory", async () => {
    const world = await RawWorld.make(target);
    const random = new Random(5);
    world.box(BodyType.Static, 0, -1, 210, 1);
    for (const x of [-202, 202]) world.box(BodyType.Static, x, 30, 1, 40);
    const bodies = Array.from({ length: BODIES }, (_, k) => {
      const x = -199.5 + (k % COLUMNS) + random.between(-0.1, 0.1);
      const y = 0.5 + Math.floor(k / COLUMNS);
      return k % 2 === 0 ? world.circle(BodyType.Dynamic, x, y, 0.5) : world.box(BodyType.Dynamic, x, y, 0.48, 0.48);
    });
    const before: number[] = [];
    const after: number[] = [];
    for (let step = 0; step <= 2 * PERIOD; step++) {
      for (let k = 0; k < 20; k++) world.core.bodyDestroy(bodies.splice(random.below(bodies.length), 1)[0]!);
      const found = disorder(world);
      world.step();
      if (step > 0 && step % PERIOD === 0) {
        before.push(found);
        after.push(disorder(world));
        expect(world.core.worldValidate()).toBe(0);
      }
    }
    expect(world.core.kernelCount(0)).toBeGreaterThan(500);
    expect(listsOf(world).slice(0, KERNELS).flat().length).toBeGreaterThan(32_768);
    // Contacts that the step itself added or moved may be out of order.
    after.forEach((left, k) => expect(left).toBeLessThan(0.2 * before[k]!));
  });
});
