// Many heaps in one world are solved a few at a time (assembly/solver/batches.ts). What must hold: no heap is affected by the others,
// and all builds and restored worlds go the same way.
import { describe, expect, it } from "vitest";
import { BUILDS, DT, type Body, type Engine, type World } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

/** This many have enough contacts to be solved in batches. */
const PYRAMIDS = 90;
const HEAPS = 20;
const SIZE = 64;
const APART = 30;
const STEPS = 120;

/** A plate with a turning paddle, and bodies that fall on it; every heap has the same kinds of shapes and materials. */
function heap({ box, capsule, circle, polygon }: Engine, world: World, k: number): Body[] {
  const random = new Random(k + 1);
  const x = k * APART;
  world.createBody({ position: { x, y: -1 }, shapes: [box(20, 1), box(1, 6, { center: { x: -9, y: 3 } })] });
  world.createBody({ type: "kinematic", position: { x, y: 2.5 }, angularVelocity: 2, shape: box(3, 0.4) });
  const shapes = [
    box(0.9, 0.7),
    circle(0.45),
    capsule(0.5, 0.3),
    polygon([
      { x: -0.5, y: -0.4 },
      { x: 0.5, y: -0.4 },
      { x: 0, y: 0.5 },
    ]),
  ];
  return Array.from({ length: SIZE }, (_, i) =>
    world.createBody({
      type: "dynamic",
      position: { x: x - 5 + 1.5 * (i % 8) + random.between(-0.1, 0.1), y: 5 + 1.4 * Math.floor(i / 8) },
      angle: random.between(-3, 3),
      shape: shapes[i % 4]!,
      restitution: i % 9 === 0 ? 0.4 : 0,
      rollingResistance: i % 5 === 0 ? 0.1 : 0,
    }),
  );
}

/** A pyramid of boxes that are pressed down at first and then jump, though never so far apart that a contact dies. */
function pyramid({ box }: Engine, world: World, k: number): Body[] {
  const random = new Random(k + 1);
  world.createBody({ position: { x: k * APART, y: -1 }, shape: box(20, 2) });
  const made: Body[] = [];
  for (let row = 0; row < 10; row++) {
    for (let i = row; i < 10; i++) {
      made.push(
        world.createBody({
          type: "dynamic",
          position: { x: k * APART + i - row / 2, y: 0.5 + row },
          linearVelocity: { x: 0, y: random.between(-1, 0) },
          shape: box(1, 1),
          friction: random.between(0.4, 0.9),
          rollingResistance: random.between(0, 0.1),
          restitution: i === 3 ? 0.3 : 0,
        }),
      );
    }
  }
  return made;
}

const motion = ({ x, y, angle, linearVelocity, angularVelocity }: Body): unknown[] => [
  x,
  y,
  angle,
  linearVelocity,
  angularVelocity,
];

/**
 * Heaps, and stacks so tall that they are solved in more passes; meanwhile bodies come, go and leave their heap. Until the
 * last steps no bodies are joined or pressed into each other, or everything would be solved at once.
 */
function churn(engine: Engine): [World, (step: number) => void] {
  const { World, box, circle } = engine;
  const world = new World({ sleeping: false });
  Array.from({ length: PYRAMIDS }, (_, k) => pyramid(engine, world, k));
  const bodies = Array.from({ length: HEAPS }, (_, k) => heap(engine, world, PYRAMIDS + k));
  for (let k = 0; k < 12; k++) {
    world.createBody({ position: { x: -20 - 5 * k, y: -1 }, shape: box(3, 2) });
    for (let i = 0; i < 16; i++) {
      world.createBody({ type: "dynamic", position: { x: -20 - 5 * k, y: 0.5 + i }, shape: box(1, 1) });
    }
  }
  const meanwhile = (step: number): void => {
    const [first, second, third] = bodies[(7 * step) % HEAPS]!;
    if (step % 10 === 3) {
      world.body(second!.id)?.setTransform({ x: ((step * 3) % HEAPS) * APART, y: 20 }, 1);
    } else if (step % 10 === 6) {
      world.body(third!.id)?.destroy();
      world.createBody({ type: "dynamic", position: { x: APART, y: 25 + step }, shape: circle(0.5) });
    } else if (step === 90) {
      world.createJoint({ type: "distance", bodyA: first!, bodyB: bodies[3]![5]! }).destroy();
      world.createJoint({ type: "weld", bodyA: bodies[5]![4]!, bodyB: bodies[5]![5]! });
    }
  };
  return [world, meanwhile];
}

describe.each(BUILDS)("heaps in one world (%s)", (_, engine) => {
  it("move as each heap does alone", () => {
    const world = new engine.World({ sleeping: false });
    const together = Array.from({ length: PYRAMIDS }, (_v, k) => pyramid(engine, world, k));
    for (let step = 0; step < STEPS; step++) {
      world.step(DT);
    }
    expect(world.counters.touching).toBeGreaterThan(12_288);
    together.forEach((bodies, k) => {
      const alone = new engine.World({ sleeping: false });
      const same = pyramid(engine, alone, k);
      for (let step = 0; step < STEPS; step++) {
        alone.step(DT);
      }
      expect(bodies.map(motion), `pyramid ${k}`).toEqual(same.map(motion));
      alone.dispose();
    });
  });

  it("move as each heap does alone while other bodies come and go, fall asleep and wake", () => {
    const world = new engine.World();
    const { circle } = engine;
    const floater = (x: number): Body =>
      world.createBody({ type: "dynamic", position: { x, y: 50 }, gravityScale: 0, shape: circle(0.5), sleep: true });
    const first = floater(-30);
    const together = Array.from({ length: PYRAMIDS }, (_v, k) => pyramid(engine, world, k));
    const last = floater(-40);
    const alone = new engine.World();
    const same = pyramid(engine, alone, PYRAMIDS - 1);
    for (const body of [...together.flat(), ...same]) {
      body.sleep = false;
    }
    let thrown: Body | undefined;
    for (let step = 0; step < STEPS; step++) {
      if (step === 40) {
        first.destroy();
      } else if (step === 60) {
        thrown = world.createBody({ type: "dynamic", position: { x: -50, y: 50 }, shape: circle(0.5) });
      } else if (step === 100) {
        expect(last.awake).toBe(false);
        last.linearVelocity = { x: 0, y: 6 };
      }
      world.step(DT);
      alone.step(DT);
      expect(together[PYRAMIDS - 1]!.map(motion), `step ${step}`).toEqual(same.map(motion));
    }
    const time = (STEPS - 60) * DT;
    expect(thrown!.y).toBeCloseTo(50 - 5 * time * time, 0);
    expect(last.y).toBeCloseTo(50 + 6 * (STEPS - 100) * DT, 3);
  });

  it("go on identically in a world restored at any time", () => {
    const [world, meanwhile] = churn(engine);
    const [other, too] = churn(engine);
    for (let step = 0; step < STEPS; step++) {
      meanwhile(step);
      world.step(DT);
      too(step);
      other.step(DT);
      if (step % 7 === 2) {
        other.restore(world.snapshot());
      }
      expect(other.hash(), `step ${step}`).toBe(world.hash());
    }
    expect(world.validate()).toBe(0);
  });
});

it("heaps in one world go the same way in every build", () => {
  const worlds = BUILDS.map(([, engine]) => churn(engine));
  for (let step = 0; step < STEPS; step++) {
    const hashes = worlds.map(([world, meanwhile]) => {
      meanwhile(step);
      world.step(DT);
      return world.hash();
    });
    expect(new Set(hashes).size, `step ${step}`).toBe(1);
  }
});

it("a stack of twenty beside many heaps stands", () => {
  const [, engine] = BUILDS[0]!;
  const world = new engine.World({ sleeping: false });
  Array.from({ length: PYRAMIDS }, (_v, k) => pyramid(engine, world, k));
  world.createBody({ position: { x: -50, y: -1 }, shape: engine.box(20, 2) });
  const stack = Array.from({ length: 20 }, (_v, i) =>
    world.createBody({ type: "dynamic", position: { x: -50, y: 0.5 + i }, shape: engine.box(1, 1) }),
  );
  for (let step = 0; step < 900; step++) {
    world.step(DT);
  }
  stack.forEach((body, i) => expect(Math.hypot(body.x + 50, body.y - 0.5 - i), `box ${i}`).toBeLessThan(0.1));
});
