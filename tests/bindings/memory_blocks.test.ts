// The core keeps to its blocks of memory. A read behind a block kills a world only if memory ends there, and a write there harms only
// the owner of the next block: worlds of any size can live with either for years.
//
// What must hold: whatever is asked of a world, the core writes only the bytes that it requested of blocks in use, and reads only those
// blocks and the few bytes that its allocator leaves behind the last; and the contents there, or of a block before it was taken, have no
// effect: after every step the world has the same hash as in the built core.
import { describe, expect, it } from "vitest";
import * as scree from "../../dist/index.js";
import { packSnapshot, unpackSnapshot } from "../../dist/replay.js";
import { LONG, times, type Body, type Engine, type World } from "../helpers/engine.js";
import { GAP } from "../helpers/guarded_blocks.mjs";
import { guardedCore, guardedEngine, type Guard } from "../helpers/guarded_core.js";
import { JOINT_KINDS } from "../helpers/joint_kinds.js";
import { Random } from "../helpers/numbers.js";
import { randomJoint } from "../helpers/random_joints.js";
import { begin, take } from "../helpers/random_programs.js";
import { SCENES } from "../helpers/scenes.js";

type Shape = ReturnType<Engine["box"]>;

const SOLVERS = ["soft", "impulse", "arcade"] as const;
const INTEGRATORS = ["semi-implicit", "rk4", "explicit"] as const;
const BROAD_PHASES = ["bvh", "tree", "sweep", "grid"] as const;
const SETTINGS = times(4, 12);
/** Numbers of corners that fill a hull's block, so that reading four at a time goes past its end. */
const FULL = [3, 7, 15, 31];

function regular(engine: Engine, corners: number, size: number, radius = 0): Shape {
  const points = Array.from({ length: corners }, (_, k) => {
    const angle = (2 * Math.PI * k) / corners;
    return { x: size * Math.cos(angle), y: size * Math.sin(angle) };
  });
  return engine.polygon(points, { radius }) as unknown as Shape;
}

/** Ground of every kind, on which bodies gather: each step adds some of every shape and a joint of the next type, and changes something. */
function crowd(engine: Engine, world: World, seed: number): (step: number) => void {
  const random = new Random(seed);
  const place = (): { x: number; y: number } => ({ x: random.between(-11, 11), y: random.between(0, 9) });
  const numbers = (length: number): Float32Array => Float32Array.from({ length }, () => random.between(-18, 18));
  const hills = Array.from({ length: 40 }, (_, k) => ({ x: k - 20, y: Math.abs(k - 20) / 5 - 3 + 0.2 * (k % 3) }));
  const tiles = engine.tileGrid({ columns: 12, rows: 2, tiles: (column, row) => (column + row) % 3 > 0 });
  const heights = engine.heightField(hills.map(({ y }) => y));
  world.settings.timeToSleep = 0.1;
  world.createBody({ position: { x: -6, y: -1 }, shapes: [tiles, heights] });
  const bodies: Body[] = [world.createBody({ shapes: [engine.chain(hills), engine.halfSpace({ x: 0.1, y: 1 })] })];
  const joints: ReturnType<typeof randomJoint>[] = [];
  let base: Uint8Array | undefined;
  let made = 0;

  const shape = (): Shape => {
    const size = random.between(0.2, 0.6);
    const radius = random.pick([0, 0.1]);
    const makers: (() => unknown)[] = [
      () => regular(engine, 3 + (made % 30), size),
      () => regular(engine, random.pick(FULL), size, radius),
      () => engine.box(size, random.between(0.2, 1), { radius }),
      () => engine.circle(size),
      () => engine.capsule(size, size / 2),
      () => engine.ellipse(size, size / 2),
      () => engine.superellipse(size, size / 2, random.between(1.5, 6)),
      () => engine.segment({ x: -size, y: 0 }, { x: size, y: 0.1 }),
    ];
    return makers[made++ % makers.length]!() as Shape;
  };
  const add = (): Body => {
    const body = world.createBody({
      type: random.pick(["dynamic", "dynamic", "dynamic", "dynamic", "kinematic", "static"]),
      position: place(),
      angle: random.between(-3, 3),
      linearVelocity: { x: random.pick([0, 0, 60]), y: random.between(-9, 2) },
      shapes: Array.from({ length: random.pick([1, 1, 3]) }, shape),
      restitution: random.pick([0, 0.8]),
      rollingResistance: random.pick([0, 0.1]),
      surfaceSpeed: random.pick([0, 0, 2]),
      material: random.below(3),
      sensor: random.chance(0.1),
      bullet: random.chance(0.1),
      events: true,
      locks: { rotation: random.chance(0.05) },
      ...(random.chance(0.05) ? { oneWay: { x: 0, y: 1 } } : {}),
    });
    bodies.push(body);
    return body;
  };
  const changes: (() => unknown)[] = [
    () => random.pick(bodies).setTransform(place(), 1),
    () => (random.pick(bodies).awake = false),
    () => (random.pick(bodies).type = random.pick(["dynamic", "kinematic", "static"])),
    () => random.pick(bodies).addShape(shape()),
    () => random.pick(bodies).shapes[0]?.setGeometry(shape()),
    () => random.pick(bodies).shapes[0]?.destroy(),
    () => world.ignorePair(bodies[0]!, bodies.at(-1)!),
    () => world.setMaterialPair(random.below(9), random.below(9), { friction: random.between(0, 1) }),
    () => world.explode({ position: place(), radius: 4, impulsePerLength: 1 }),
    () => world.createField({ type: "attractor", position: place(), strength: 2, falloff: 1 }),
    () => world.createField({ type: "fluid", region: regular(engine, 7, 4), position: place(), density: 1 }),
    () => bodies.splice(1 + random.below(bodies.length - 1), 1)[0]!.destroy(),
    () => joints.find(({ alive }) => alive)?.destroy(),
    () => world.applyImpulses([bodies.at(-1)!.id], numbers(2)),
  ];
  const ask = (step: number): void => {
    const probe = regular(engine, random.pick(FULL), 0.5);
    const [at, way] = [place(), { x: random.between(-20, 20), y: random.between(-20, 20) }];
    world.castRays(numbers(4 * (2 * step + 1)));
    world.overlapPoints(numbers(2 * (4 * step + 1)));
    world.overlapAABBs(Float32Array.of(-20, -5, 20, 20, 0, 0, 3, 3));
    world.overlapShape(probe, at);
    world.castShapeAll(probe, at, way);
    world.castShape(shape(), { ...at, angle: 1 }, way);
    world.castRayAll(at, way);
    world.closestPoint(at, 9);
  };
  return (step) => {
    for (let k = 0; k < 3; k++) {
      add();
    }
    const kind = JOINT_KINDS[step % JOINT_KINDS.length]!;
    const living = joints.filter(({ alive }) => alive);
    joints.push(randomJoint(world, random, kind, random.pick(bodies.slice(0, -1)), bodies.at(-1)!, living));
    changes[step % changes.length]!();
    ask(step);
    if (step % 20 === 5) {
      const positions = numbers(20).map(Math.abs);
      bodies.push(world.body(world.createBodies({ count: 10, type: "dynamic", shape: shape(), positions })[0]!)!);
    } else if (step % 10 === 9) {
      const image = world.snapshot();
      base ??= image;
      world.step();
      add().destroy();
      bodies.pop();
      world.step();
      // An unpacked snapshot is a copy, which is checked before it is trusted.
      world.restore(step % 20 === 9 ? image : unpackSnapshot(packSnapshot(image, base), base));
    }
  };
}

/** Steps a watched world and a world of the built core side by side. */
function compare(
  [engine, guards]: [Engine, Guard[]],
  options: object,
  steps: number,
  fill: (engine: Engine, world: World) => (step: number) => void,
): void {
  const worlds = [engine, scree].map((each) => new each.World(options));
  const befores = worlds.map((world, k) => fill([engine, scree][k]!, world));
  for (let step = 0; step < steps; step++) {
    const [watched, built] = worlds.map((world, k) => {
      befores[k]!(step);
      world.step();
      return world.hash();
    });
    expect(guards[0]!.faults, `step ${step}`).toEqual(new Map());
    expect(watched, `step ${step}`).toBe(built);
  }
  expect(worlds[0]!.validate()).toBe(0);
}

describe.each(LONG ? (["simd", "scalar"] as const) : (["simd"] as const))("the core (%s)", async (target) => {
  const core = await guardedCore(target);
  const watched = (): [Engine, Guard[]] => {
    const { engine, guards } = guardedEngine(core);
    return [engine, guards];
  };

  it("is caught when it reads farther behind a block than memory is sure to reach", () => {
    const [engine, guards] = watched();
    const world = new engine.World();
    const { core: exports, faults, top } = guards[0]!;
    world.step();
    expect(faults).toEqual(new Map());
    const end = top - GAP;
    exports.snapshotBegin(end - 32, 32 + 128, 32 + 128); // sums the 128 bytes from the last block's end on
    expect([...faults.keys()]).toEqual([expect.stringMatching(/^read too far behind a block: pipeline\/checksum\//)]);
    expect([...faults.values()]).toEqual([expect.stringMatching(` bytes at ${end + 64}$`)]);
  });

  it.each(Object.entries(SCENES))("keeps to its blocks in the scene %s", (_name, scene) => {
    compare(watched(), {}, times(60, 300), (engine, world) => scene(engine, world, 1));
  });

  it.each(Array.from({ length: SETTINGS }, (_, k) => [SOLVERS[k % 3]!, BROAD_PHASES[k % 4]!, INTEGRATORS[k % 3]!, k]))(
    "keeps to its blocks in a growing crowd (%s, %s, %s)",
    (solver, broadPhase, integrator, seed) => {
      compare(watched(), { solver, broadPhase, integrator }, times(40, 80), (engine, world) =>
        crowd(engine, world, seed as number),
      );
    },
  );

  it("keeps to its blocks in programs of random calls", () => {
    for (let seed = 1; seed <= times(40, 1000); seed++) {
      const [engine, guards] = watched();
      const random = new Random(seed);
      const runs = [engine, scree].map((each) => begin(seed, [each])[0]!);
      for (let k = 0; k < 40; k++) {
        const call = random.below(2 ** 31);
        const saves = random.chance(0.08);
        const [own, built] = runs.map((run) => {
          const { name, answer } = take(call, run, 0);
          if (saves) {
            run.saved.push(run.world.snapshot());
          }
          return `${name}: ${answer}, ${run.world.hash()}`;
        });
        expect(own, `program ${seed}, call ${k}`).toBe(built);
      }
      expect(guards[0]!.faults, `program ${seed}`).toEqual(new Map());
    }
  });
});
