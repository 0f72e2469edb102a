import { describe, expect, it } from "vitest";
import { Recorder, recordingFromBytes, recordingToBytes, replay, type Recording } from "../../dist/replay.js";
import { BUILDS, times, type Body, type Engine } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

const [[, simd]] = BUILDS as [(typeof BUILDS)[number]];

/** A run in which bodies and joints are made, pushed, changed, queried and destroyed. */
function record({ World, box, chain, circle, polygon }: Engine, steps: number): Recording {
  const world = new World();
  world.createBody({ position: { x: 0, y: -1 }, shape: box(60, 2) });
  const recorder = new Recorder(world as never);
  const random = new Random(9);
  const bodies: Body[] = [];
  const triangle = polygon([
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 0, y: 1 },
  ]);
  let saved = world.snapshot();
  for (let step = 0; step < steps; step++) {
    if (random.chance(0.4)) {
      const position = { x: random.between(-10, 10), y: random.between(2, 8) };
      const shape = random.pick([box(0.8, 0.6), circle(0.4), triangle]);
      bodies.push(
        world.createBody({ type: "dynamic", position, angle: random.between(-2, 2), shape, restitution: 0.2 }),
      );
    }
    if (bodies.length > 40) {
      bodies.splice(random.below(bodies.length), 1)[0]!.destroy();
    }
    if (random.chance(0.1) && bodies.length > 4) {
      const [bodyA, bodyB] = [random.below(bodies.length), random.below(bodies.length)].map((i) => bodies[i]!);
      if (bodyA !== bodyB) {
        const joint = world.createJoint({ type: "revolute", bodyA: bodyA!, bodyB: bodyB!, anchor: bodyA!.position });
        if (random.chance(0.5)) {
          joint.destroy();
        }
      }
    }
    if (random.chance(0.2) && bodies.length > 0) {
      random.pick(bodies).applyImpulse({ x: random.between(-2, 2), y: random.between(0, 4) });
      random.pick(bodies).shapes[0]!.friction = random.between(0, 1);
    }
    if (step === 20) {
      // A chain with more links than the mailbox holds.
      const points = Array.from({ length: 600 }, (_, i) => ({ x: i / 10 - 30, y: 0.2 * Math.cos(i / 5) }));
      world.createBody({ position: { x: 0, y: 0.3 }, shape: chain(points) }).addShape(chain(points.slice(0, 500)));
    }
    if (step % 97 === 50) {
      const positions = Float32Array.from({ length: 10 }, () => random.between(-9, 9) + 10);
      const ids = world.createBodies({ count: 5, type: "dynamic", positions, shape: circle(0.2) });
      bodies.push(...Array.from(ids, (id) => world.body(id)!));
    }
    if (step % 500 === 100) {
      saved = world.snapshot();
    } else if (step % 500 === 110) {
      world.restore(saved); // rolls back, so that the bodies of that time are alive again
      bodies.splice(0, bodies.length, ...world.bodies.slice(1));
    }
    world.castRay({ x: -12, y: 1 }, { x: 24, y: 0 });
    world.castRays(Float32Array.of(0, 5, 0, -10, 1, 5, 0, -10));
    world.overlapAABB({ x: -2, y: 0 }, { x: 2, y: 2 });
    world.step();
  }
  return recorder.stop();
}

describe("a recorded run", () => {
  const steps = times(1200, 10_000);
  const recording = record(simd, steps);

  it.each(BUILDS)("replays to the same hash at every step (%s)", (name, { World }) => {
    const short = name === "js" ? { ...recording, calls: recording.calls } : recording;
    const { differs, steps: replayed, world } = replay(World as never, short);
    expect(differs).toBeUndefined();
    expect(replayed).toBe(steps);
    expect(world.validate()).toBe(0);
  });

  it("names the step after which a planted difference shows", () => {
    for (const planted of [1, 137, 800]) {
      const found = replay(simd.World as never, recording, {
        watch: (step, world) => {
          if (step === planted) {
            world.bodies[1]?.applyImpulse({ x: 1e-4, y: 0 });
          }
        },
      });
      expect(found.differs).toBe(planted);
      expect(found.steps).toBe(planted);
      expect(found.expected).not.toBe(found.found);
      expect(found.world.hash()).toBe(found.found);
    }
  });

  it("can be written to bytes and read back, and damage to the bytes is noticed", () => {
    const bytes = recordingToBytes(recording);
    expect(recordingFromBytes(bytes)).toEqual(recording);
    const pool = Buffer.alloc(bytes.length + 13);
    pool.set(bytes, 13);
    expect(recordingFromBytes(pool.subarray(13))).toEqual(recording);
    const random = new Random(3);
    const flipped = Array.from({ length: 60 }, (_, k) => {
      const copy = bytes.slice();
      copy[k < 32 ? k : random.below(copy.length)]! ^= 1 << random.below(8);
      return copy;
    });
    for (const bad of [bytes.slice(0, 100), bytes.slice(1), new Uint8Array(0), ...flipped]) {
      expect(() => recordingFromBytes(bad)).toThrow(expect.objectContaining({ code: "bad-snapshot" }));
    }
  });

  it("includes the steps of a profiled world, and restores from copied bytes", () => {
    const { World, circle } = simd;
    const world = new World();
    world.profiling = true;
    const recorder = new Recorder(world as never);
    world.createBody({ type: "dynamic", shape: circle(1) });
    const early = world.snapshot().slice();
    world.step();
    world.step();
    world.restore(early);
    world.step();
    const stopped = recorder.stop();
    expect(stopped.steps).toBe(3);
    expect(replay(World as never, stopped)).toMatchObject({ steps: 3, differs: undefined });
  });

  it.each([false, true])(
    "shows a watcher what the run showed: events, interpolated poses, length units (profiled: %s)",
    (profiling) => {
      const { World, box, circle } = simd;
      const world = new World();
      world.profiling = profiling;
      const seen: unknown[] = [];
      const look = (of: typeof world): void => {
        const ends = of.events.contactEnd.map(({ shapeIdA, shapeIdB }) => [shapeIdA, shapeIdB]);
        seen.push([ends, of.events.sleep.length, [...of.interpolate(undefined, 0.25)], of.lengthUnit]);
      };
      const recorder = new Recorder(world as never);
      world.interpolate();
      for (let step = 1; step <= 12; step++) {
        if (step === 9) {
          world.bodies[0]!.destroy();
          world.restore(new World({ lengthUnit: 2 }).snapshot());
        }
        if (step % 8 === 1) {
          world.createBody({ shape: box(40, 1) });
        }
        if (step % 4 === 1) {
          world.createBody({ type: "dynamic", position: { x: step, y: 1 }, shape: circle(0.5) });
        }
        if (step % 4 === 3) {
          world.bodies.at(-1)!.destroy(); // so its contact ends before the step
        }
        world.step();
        look(world);
      }
      const run = seen.splice(0);
      expect(JSON.stringify(run)).toContain("[[[");
      replay(World as never, recorder.stop(), { watch: (_step, again) => look(again as never) });
      expect(seen.slice(1)).toEqual(run.slice(1)); // poses are kept from the first request on
    },
  );

  it("has the same hashes as without a recorder, and ends when stopped", () => {
    const { World, circle } = simd;
    const [plain, recorded] = [new World(), new World()];
    const recorder = new Recorder(recorded as never);
    for (const world of [plain, recorded]) {
      const ball = world.createBody({ type: "dynamic", shape: circle(1) });
      world.step();
      ball.linearVelocity = { x: 1, y: 2 };
      world.step();
    }
    expect(recorded.hash()).toBe(plain.hash());
    const stopped = recorder.stop();
    recorded.step();
    expect(stopped.steps).toBe(2);
    expect(recorder.recording.steps).toBe(2);
    expect(() => new Recorder(7 as never)).toThrow(expect.objectContaining({ code: "bad-type" }));
  });
});
