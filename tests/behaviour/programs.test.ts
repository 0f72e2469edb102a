// Random programs over the whole public interface, on all builds side by side.
import { describe, expect, it } from "vitest";
import { BUILDS, LONG } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";
import type { Run } from "../helpers/random_arguments.js";
import { begin, take, type Outcome } from "../helpers/random_programs.js";

const ENGINES = BUILDS.map(([, engine]) => engine);
const PROGRAMS = Number(process.env.SCREE_PROGRAMS ?? (LONG ? 4000 : 120));
const FIRST = Number(process.env.SCREE_FIRST_PROGRAM ?? 1);
const CALLS = 40;
/** Calls that allocate room for their numbers before they check them: that room, with its old content, is part of a snapshot. */
const ROOM = ["createBodies", "bulk motion", "query"];

function checkFinite({ world }: Run, what: string): void {
  for (const view of [world.state.transforms, world.state.velocities]) {
    expect(
      view.findIndex((value) => value - value !== 0),
      what,
    ).toBe(-1);
  }
}

/** Runs one program and passes each outcome to `tell`. */
function play(seed: number, tell: (outcome: Outcome) => void): void {
  const random = new Random(seed);
  const oddness = random.pick([0, 0.01, 0.05, 0.2]);
  const runs = begin(seed, ENGINES);
  const [first] = runs as [Run];
  let hash = first.world.hash();
  let before = runs.map(({ world }) => world.snapshot());
  for (let k = 0; k < CALLS; k++) {
    const call = random.below(2 ** 31);
    const outcomes = runs.map((run) => take(call, run, oddness));
    const { name, refused } = outcomes[0]!;
    const what = `program ${seed}, call ${k}: ${name}`;
    tell(outcomes[0]!);
    runs.forEach(({ world, meddled }, i) => {
      expect(outcomes[i]!.answer, `${what} (${world.backend})`).toBe(outcomes[0]!.answer);
      expect(world.faulted, what).toBe(false);
      if (refused && !meddled) {
        expect(world.hash(), `${what} was refused (${world.backend}): ${outcomes[0]!.answer}`).toBe(hash);
        if (!ROOM.includes(name)) {
          expect(Buffer.compare(world.snapshot(), before[i]!), `${what} was refused: ${outcomes[0]!.answer}`).toBe(0);
        }
      }
      expect(world.validate(), `${what} (${world.backend})`).toBe(0);
      checkFinite(runs[i]!, what);
    });
    hash = first.world.hash();
    before = runs.map(({ world }) => world.snapshot());
    for (const { world } of runs) {
      expect(world.hash(), `${what} (${world.backend})`).toBe(hash);
    }
    if (random.chance(0.08)) {
      first.saved.push(random.pick(runs).world.snapshot());
    }
  }
  for (const { world } of runs) {
    world.dispose();
  }
}

describe("programs of random calls", () => {
  it("do the same on every build, and where refused give a sentence and leave the world as it was", () => {
    const told = new Map<string, { done: number; refused: number }>();
    const sentences = new Set<string>();
    for (let seed = FIRST; seed < FIRST + PROGRAMS; seed++) {
      play(seed, ({ name, answer, refused }) => {
        const count = told.get(name) ?? { done: 0, refused: 0 };
        count[refused ? "refused" : "done"]++;
        told.set(name, count);
        if (refused) {
          expect(answer, name).toMatch(/^[a-z-]+: \S.*[;:,] .+\.$/s);
          sentences.add(`${name} | ${answer.replace(/-?\d[\d.e+-]*/g, "#")}`);
        }
      });
    }
    if (process.env.SCREE_SENTENCES === "1") {
      console.log([...sentences].sort().join("\n"));
      console.log(told);
    }
    for (const [name, { done }] of told) {
      expect(done, `${name} is never accepted`).toBeGreaterThan(0);
    }
    expect(told.size).toBeGreaterThan(30);
  });
});
