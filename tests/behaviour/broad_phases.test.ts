// Whichever broad phase finds the pairs, the world is the same at every step.
import { describe, expect, it } from "vitest";
import { BENCHMARK_SCENES } from "../../examples/scenes/index.mjs";
import { ScreeBuilder } from "../../examples/scenes/scree_builder.mjs";
import { BUILDS, times } from "../helpers/engine.js";
import type { Engine, World } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";
import { SCENES } from "../helpers/scenes.js";

const BROAD_PHASES = ["bvh", "auto", "tree", "sweep", "grid"] as const;
type BroadPhase = (typeof BROAD_PHASES)[number];
const simd = BUILDS[0][1];

/** The hash after each step, and how many new pairs the step found. */
function follow(world: World, steps: number, before: (step: number) => void = () => undefined): string[] {
  return Array.from({ length: steps }, (_, step) => {
    before(step);
    world.step();
    return `${world.hash()} ${world.counters.newPairs}`;
  });
}

/** Runs every broad phase in a world filled by `fill`; all runs must be equal. */
function compare(fill: (world: World) => ((step: number) => void) | void, steps: number, engine: Engine = simd): void {
  let wanted: string[] = [];
  for (const broadPhase of BROAD_PHASES) {
    const world = new engine.World({ broadPhase });
    const before = fill(world);
    const seen = follow(world, steps, before ?? undefined);
    expect(world.validate()).toBe(0);
    world.dispose();
    wanted = wanted.length > 0 ? wanted : seen;
    expect(new Set(seen).size, `different states with ${broadPhase}`).toBeGreaterThan(20);
    expect(
      seen.findIndex((state, step) => state !== wanted[step]),
      `first step at which ${broadPhase} differs`,
    ).toBe(-1);
  }
}

describe("bvh, auto, tree, sweep and grid", () => {
  it.each(BENCHMARK_SCENES.map((scene) => [scene.name, scene] as const))(
    "give the scene %s, half size, the same hash at every step",
    (_name, scene) => {
      compare(
        (world) => {
          world.gravity = scene.gravity;
          scene.build(new ScreeBuilder(simd, world), "half");
        },
        times(50, scene.steps),
      );
    },
  );

  it.each(Object.keys(SCENES))("agree on the scene %s in every build", (name) => {
    for (const [, engine] of BUILDS) {
      compare((world) => SCENES[name]!(engine, world, 3), times(150, 1000), engine);
    }
  });

  it("agree as bodies are made, moved, refiltered, changed in type, put to sleep and destroyed", () => {
    compare(
      (world) => {
        const random = new Random(11);
        world.createBody({ shape: simd.halfSpace({ x: 0.1, y: 1 }) });
        world.createBody({ position: { x: 0, y: -3 }, shape: simd.box(200, 1) });
        return () => {
          for (let k = 0; k < 6; k++) {
            const size = 10 ** random.between(-1.3, 0.7);
            world.createBody({
              type: random.pick(["static", "kinematic", "dynamic", "dynamic"] as const),
              position: { x: random.between(-40, 40), y: random.between(0, 30) },
              linearVelocity: { x: random.between(-5, 5), y: random.between(-5, 5) },
              shape: random.chance(0.5) ? simd.circle(size) : simd.box(size, 2 * size),
              sensor: random.chance(0.2),
              category: 1 << random.below(3),
              mask: random.chance(0.8) ? 0xffffffff : 1 << random.below(3),
              awake: random.chance(0.8),
            });
          }
          const { bodies } = world;
          for (let k = 0; k < 5; k++) {
            const body = bodies[2 + random.below(bodies.length - 2)];
            if (!body?.alive) continue;
            const what = random.below(7);
            if (what === 0) body.destroy();
            if (what === 1) body.position = { x: random.between(-40, 40), y: random.between(0, 30) };
            if (what === 2) body.type = random.pick(["static", "kinematic", "dynamic"] as const);
            if (what === 3) body.awake = !body.awake;
            if (what === 4) body.addShape(simd.box(1, 1), { density: 1 });
            if (what === 5) for (const shape of body.shapes) shape.mask = random.chance(0.5) ? 0xffffffff : 2;
            if (what === 6) body.position = { x: 3e6 * random.between(-1, 1), y: 0 };
          }
        };
      },
      times(150, 1500),
    );
  });

  it("go on identically from a snapshot taken with any of them", () => {
    const fill = SCENES.naps!;
    const step = (world: World, before: (step: number) => void, from: number, to: number): string[] => {
      const seen: string[] = [];
      for (let k = from; k < to; k++) {
        before(k);
        world.step();
        seen.push(world.hash());
      }
      return seen;
    };
    let wanted: string[] | undefined;
    for (const from of BROAD_PHASES) {
      const source = new simd.World({ broadPhase: from });
      step(source, fill(simd, source, 1), 0, 110);
      const saved = source.snapshot();
      const again = new simd.World({ broadPhase: from });
      step(again, fill(simd, again, 1), 0, 110);
      expect(Buffer.compare(again.snapshot(), saved)).toBe(0);
      for (const to of BROAD_PHASES) {
        const target = new simd.World({ broadPhase: to });
        const other = fill(simd, target, 1);
        step(target, other, 0, 40); // gives the target a history of its own
        target.restore(saved);
        // The next ball falls at step 130; both worlds get it from the same function.
        const seen = step(target, other, 110, 220);
        wanted ??= seen;
        expect(seen, `${from} to ${to}`).toEqual(wanted);
        expect(target.validate()).toBe(0);
      }
      source.restore(saved);
      expect(step(source, fillAgain(source), 110, 220)).toEqual(wanted);
    }

    /** What `naps` does before a step, without building its scene. */
    function fillAgain(world: World): (step: number) => void {
      return (k) => {
        if (k % 70 === 60) {
          world.createBody({
            type: "dynamic",
            position: { x: ((k / 70) | 0) - 3, y: 6 },
            shape: simd.circle(0.4),
            density: 3,
          });
        }
      };
    }
  });

  it.each(BROAD_PHASES)("%s takes no more memory for a body that falls forever, nor for thousands of steps", (name) => {
    const world = new simd.World({ broadPhase: name as BroadPhase, sleeping: false });
    world.createBody({ shape: simd.box(100, 1) });
    for (let k = 0; k < 30; k++) {
      const x = 2 * k - 30;
      world.createBody({ type: "dynamic", position: { x, y: 3 }, shape: simd.box(1, 1), restitution: 0.9 });
    }
    const falling = world.createBody({ type: "dynamic", position: { x: 80, y: 0 }, shape: simd.circle(0.5) });
    for (let step = 0; step < 300; step++) world.step();
    const { bytes, liveBytes } = world.counters;
    for (let step = 0; step < 4000; step++) world.step();
    expect(falling.y).toBeLessThan(-10_000);
    expect(world.counters).toMatchObject({ bytes, liveBytes });
  });
});
