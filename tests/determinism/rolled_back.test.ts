// Random programs over the whole interface, in a world that goes straight on and in one that tries other futures in between and is
// restored after each: from its own snapshot, from a packed one, or from a snapshot of the other world, which then is of another
// build. What must hold: after every call both have the same hash.
import { expect, it } from "vitest";
import { packSnapshot, unpackSnapshot } from "../../dist/replay.js";
import { BUILDS, LONG } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";
import { begin, take } from "../helpers/random_programs.js";

const PROGRAMS = LONG ? 3000 : 120;
const CALLS = 50;
const MOST_TRIED = 6;

it.each(["its own snapshot", "a packed one", "one of another build"])(
  "a world restored from %s goes the same way",
  (by) => {
    const foreign = by === "one of another build";
    const engines = [BUILDS[0]![1], BUILDS[foreign ? 2 : 0]![1]];
    for (let seed = 1; seed <= PROGRAMS; seed++) {
      const random = new Random(seed);
      const [straight, rolled] = begin(seed, engines) as [ReturnType<typeof begin>[0], ReturnType<typeof begin>[0]];
      for (const { world } of [straight, rolled]) {
        world.advance = (elapsed) => (world.step(elapsed), 0); // the time that `advance` accumulates is not restored
      }
      const base = rolled.world.snapshot();
      for (let k = 0; k < CALLS; k++) {
        if (random.chance(0.4)) {
          const known = [rolled.bodies, rolled.shapes, rolled.joints, rolled.fields, rolled.ids] as unknown[][];
          const counts = known.map((list) => list.length);
          const now = (foreign ? straight : rolled).world.snapshot();
          for (let tried = random.below(MOST_TRIED); tried > 0; tried--) {
            take(random.below(2 ** 31), rolled, 0);
          }
          rolled.world.restore(by === "a packed one" ? unpackSnapshot(packSnapshot(now, base), base) : now);
          known.forEach((list, i) => (list.length = counts[i]!));
        }
        const call = random.below(2 ** 31);
        const { name } = take(call, straight, 0);
        take(call, rolled, 0);
        expect(rolled.world.hash(), `program ${seed}, call ${k}: ${name}`).toBe(straight.world.hash());
        expect(rolled.world.validate()).toBe(0);
        if (random.chance(0.08)) {
          straight.saved.push(straight.world.snapshot()); // for both runs, which share the list
        }
      }
      straight.world.dispose();
      rolled.world.dispose();
    }
  },
);
