// Memory runs out in the middle of steps, at whichever allocation comes next: the world stays consistent all the same, and
// goes on as soon as there is room.
import { expect, it } from "vitest";
import { box, circle, ellipse } from "../../dist/index.js";
import { cappedCore, cappedWorld } from "../helpers/capped_core.js";
import { times, type Body } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

const PAGES = [4, 5, 6, 7];
/** Within this many steps an emptied world must have sorted its trees anew. */
const RECOVERY = 10;

it.each(["simd", "scalar"] as const)(
  "a step that runs out of memory leaves the world consistent (%s)",
  (build) => {
    const cores = PAGES.map((pages) => cappedCore(build, pages));
    let ran = 0;
    let out = 0;
    const outOfMemory = (call: () => void): boolean => {
      try {
        call();
        return false;
      } catch (error) {
        expect(error).toMatchObject({ name: "PhysicsError", code: "out-of-memory" });
        return true;
      }
    };
    for (let seed = 1; seed <= times(150, 5000); seed++) {
      const random = new Random(seed);
      const world = cappedWorld(random.pick(cores), { substeps: 1 });
      const bodies: Body[] = [];
      const crowd = random.pick([0.5, 3, 40]);
      const still = random.pick([0.1, 0.5, 0.95]);
      let left = 8;
      for (let step = 0; step < 60 && left > 0; step++) {
        for (let k = random.pick([3, 10, 60]); k > 0; k--) {
          const position = { x: random.between(-crowd, crowd), y: random.between(-crowd, crowd) };
          const type = random.chance(still) ? "static" : "dynamic";
          const shape = random.pick([box(1, 1), circle(0.5), ellipse(0.6, 0.3)]);
          outOfMemory(() => bodies.push(world.createBody({ type, position, shape })));
        }
        for (let k = random.below(3); k > 0 && bodies.length > 1; k--) {
          const body = bodies.splice(random.below(bodies.length), 1)[0]!;
          body.destroy();
        }
        random.pick(bodies).awake = random.chance(0.5);
        ran++;
        if (outOfMemory(() => world.step())) {
          out++;
          left--;
        }
        expect(world.validate(), `seed ${seed}, step ${step}`).toBe(0);
      }
      for (const body of world.bodies) {
        body.destroy();
      }
      for (let step = 0; step < RECOVERY; step++) {
        outOfMemory(() => world.step());
      }
      const ball = world.createBody({ type: "dynamic", position: { x: 0, y: 100 }, shape: circle(1) });
      world.step();
      expect(ball.y, `seed ${seed}`).toBeLessThan(100);
      expect(world.validate(), `seed ${seed}, emptied`).toBe(0);
      world.dispose();
    }
    expect(out).toBeGreaterThan(ran / 100);
  },
  600_000,
);

// Batches are kept from step to step while no list changes, and with them what they rely on: contacts of a plate under more bodies than
// there are colours are spread out in the space for sorting.
it.each(["simd", "scalar"] as const)("a loaded plate steps on after a step without memory (%s)", (build) => {
  for (const pages of [40, 56, 72, 88, 104]) {
    const world = cappedWorld(cappedCore(build, pages), { sleeping: false });
    world.createBody({ position: { x: 0, y: -10 }, shape: box(400, 1) });
    world.createBody({ type: "dynamic", position: { x: 0, y: -9 }, shape: box(300, 1) });
    for (let k = 0; k < 280; k++) {
      world.createBody({ type: "dynamic", position: { x: k - 140, y: -8.1 }, shape: box(0.8, 0.8) });
    }
    for (let step = 0; step < 120; step++) {
      world.step();
    }
    const full = expect.objectContaining({ code: "out-of-memory" });
    const tried = (call: () => void) => {
      try {
        call();
      } catch (error) {
        expect(error).toEqual(full);
      }
    };
    // a crowd in one place, each of whose bodies meets each
    tried(() => {
      for (let k = 0; k < 3000; k++) {
        world.createBody({ type: "dynamic", position: { x: 1000, y: 1000 }, gravityScale: 0, shape: box(1, 1) });
      }
    });
    expect(() => world.step()).toThrow(full);
    for (let step = 0; step < 19; step++) {
      tried(() => world.step());
      expect(world.validate(), `${pages} pages, step ${step}`).toBe(0);
    }
    world.dispose();
  }
});
