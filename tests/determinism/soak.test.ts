// A world in which bodies come and go forever takes no more memory than in its first minute.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { box, capsule, circle, ellipse, polygon, World } from "../../dist/index.js";
import { times, type Body } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

/** Bodies alive at any one time, besides the ground. */
const LIVING = 60;
/** After this many steps nothing may grow: 60 simulated seconds. */
const WARM = 3600;
/** After this many steps the bindings hold as many objects of destroyed owners, kept for a restore, as they ever will. */
const REMEMBERED = 40_000;
const STEPS = times(200_000, 5_184_000);
const MEGABYTE = 2 ** 20;
/**
 * What the core may use beyond its first minute (bytes a birth): a slot that was taken 1,023 times retires, so that
 * no handle comes back to life, and wastes the room of a body and a shape, twice over because columns double.
 */
const RETIRED = 1200 / 1023;
const NOTHING_BUT_GROUND = { bodies: 1, shapes: 1, contacts: 0, joints: 0 };

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Bytes of living JavaScript objects. */
function heapUsed(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/** Bytes that the core uses when all bodies but the ground are gone. They are removed in a copy, so that the world itself goes on. */
function emptied(world: InstanceType<typeof World>): number {
  const copy = World.fromSnapshot(world.snapshot());
  for (const body of copy.bodies) {
    if (body.type === "dynamic") {
      body.destroy();
    }
  }
  expect(copy.counters).toMatchObject(NOTHING_BUT_GROUND);
  const { liveBytes } = copy.counters;
  copy.dispose();
  return liveBytes;
}

/**
 * How far memory may have grown by a step: by the megabyte in which it grows, in case more bodies touch at one time than in the first
 * minute, and by what retired slots take once they have used up the spare room.
 */
function grown(step: number): number {
  const used = 2 * RETIRED * step;
  return used < MEGABYTE / 2 ? MEGABYTE : MEGABYTE + 2 * used;
}

const corners = [
  { x: 0, y: 0 },
  { x: 0.7, y: 0 },
  { x: 0, y: 0.7 },
];
const SHAPES = [circle(0.3), box(0.5, 0.5), polygon(corners), capsule(0.4, 0.2), ellipse(0.4, 0.2)];

it("with two bodies made and two destroyed a step memory is constant after 60 s, and the counts return to the start", () => {
  const random = new Random(1);
  const world = new World();
  const ground = world.createBody({ position: { x: 0, y: -1 }, shape: box(60, 2) });
  expect(world.counters).toMatchObject(NOTHING_BUT_GROUND);
  const living: Body[] = [];
  const warm = { bytes: 0, empty: 0, heap: 0 };
  for (let step = 1; step <= STEPS; step++) {
    for (let k = 0; k < 2; k++) {
      const body = world.createBody({
        type: "dynamic",
        position: { x: random.between(-10, 10), y: random.between(1, 6) },
        shape: random.pick(SHAPES),
        sensor: random.chance(0.1),
        userData: { step },
      });
      if (random.chance(0.2)) {
        const bodyA = random.pick([ground, ...living]);
        world.createJoint({ type: random.pick(["revolute", "distance", "weld"] as const), bodyA, bodyB: body });
      }
      living.push(body);
      if (living.length > LIVING) {
        living.shift()!.destroy();
      }
    }
    world.step();
    if (step === REMEMBERED) {
      warm.heap = heapUsed();
    }
    const { bytes } = world.counters;
    if (step === WARM) {
      // A snapshot takes room in its world, which stays allocated from now on.
      warm.empty = emptied(world);
      warm.bytes = world.counters.bytes;
    } else if (step > WARM && bytes > warm.bytes + grown(step)) {
      expect.fail(`${bytes} bytes after step ${step}, ${warm.bytes} after the first minute`);
    } else if (step % WARM === 0) {
      expect(emptied(world), `bytes in use after step ${step}`).toBeLessThan(warm.empty + 2 * RETIRED * step);
    }
  }
  // The host's own memory varies by less than this; a single word kept for every body made would be more.
  expect(heapUsed() - warm.heap).toBeLessThan(MEGABYTE);
  for (const body of living) {
    body.destroy();
  }
  expect(world.counters).toMatchObject(NOTHING_BUT_GROUND);
  expect(world.validate()).toBe(0);
}, 3_600_000);
