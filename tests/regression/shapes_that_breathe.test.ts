// Symptom: a body whose size was set anew in each step (a balloon, a button, a redrawn model) ended and began all its touches in
// each, and bodies that lay on it shook: 28 begins a step among forty balls, ten of which were set to the size they had, at 0.23
// m/s.
// Cause: `setGeometry` ended the contacts of the shape, and so lost the impulses that the next step begins with. The first fix
// held back a body struck while its size was set, as if it had been put there, and reported no end of touch of a sensor asleep.
// What must hold: a touch that goes on neither ends nor begins if the new geometry is of the same kind; a touch that ends is
// reported, and stacks stand on sinking ground: an impulse kept across the gap toppled them at 2 m/s.
import { describe, expect, it } from "vitest";
import { BUILDS, run, type Body, type Engine, type World } from "../helpers/engine.js";

type Sized = (engine: Engine, half: number) => Parameters<Body["addShape"]>[0];

const KINDS: readonly [string, Sized][] = [
  ["circles", ({ circle }, half) => circle(half)],
  ["boxes", ({ box }, half) => box(2 * half, 2 * half)],
  ["capsules", ({ capsule }, half) => capsule(half, 0.6 * half)],
  ["rounded boxes", ({ box }, half) => box(1.6 * half, 1.6 * half, { radius: 0.2 * half })],
  [
    "polygons",
    ({ polygon }, half) =>
      polygon([
        { x: -half, y: -half },
        { x: half, y: -half },
        { x: 0.6 * half, y: half },
        { x: -0.6 * half, y: half },
      ]),
  ],
];

/** Forty bodies in a pit, at rest. */
function pit(engine: Engine, sized: Sized): { world: World; bodies: Body[] } {
  const { World, box } = engine;
  const world = new World();
  world.createBody({ position: { x: 0, y: -1 }, shape: box(40, 2) });
  for (const x of [-2.1, 2.1]) world.createBody({ position: { x, y: 4 }, shape: box(0.2, 8) });
  const bodies = Array.from({ length: 40 }, (_, i) =>
    world.createBody({
      type: "dynamic",
      position: { x: -1.5 + (i % 5) * 0.7 + 0.05 * (i % 2), y: 0.4 + 0.8 * Math.floor(i / 5) },
      shape: sized(engine, 0.3),
    }),
  );
  run(world, 8);
  return { world, bodies };
}

const speeds = (bodies: Body[]): number[] => bodies.map(({ linearVelocity: { x, y } }) => Math.hypot(x, y));

describe.each(BUILDS)("the %s build", (_, engine) => {
  it.each(KINDS)("keeps %s at rest when their size is set to what it is", (_name, sized) => {
    const { world, bodies } = pit(engine, sized);
    let told = 0;
    let fastest = 0;
    run(world, 4, () => {
      told += world.events.contactBegin.length + world.events.contactEnd.length;
      fastest = Math.max(fastest, ...speeds(bodies));
      for (const body of bodies.slice(0, 10)) body.shapes[0]!.setGeometry(sized(engine, 0.3));
    });
    expect(told).toBeLessThanOrEqual(2);
    expect(fastest).toBeLessThan(0.02);
  });

  it.each(KINDS)("keeps a heap at rest in which %s breathe by a thirtieth", (_name, sized) => {
    const { world, bodies } = pit(engine, sized);
    let told = 0;
    let sum = 0;
    run(world, 8, (_time, step) => {
      told += world.events.contactBegin.length;
      sum += speeds(bodies).reduce((one, other) => one + other) / bodies.length;
      const half = 0.3 + 0.01 * Math.sin(step / 60);
      for (const body of bodies.slice(0, 10)) body.shapes[0]!.setGeometry(sized(engine, half));
    });
    expect(told / 480).toBeLessThan(0.5); // 15 to 26 before
    expect(sum / 480).toBeLessThan(0.06);
  });

  it("ends the touch of a ball that shrinks away, and begins one when it grows back", () => {
    const { World, circle, box } = engine;
    const world = new World({ gravity: { x: 0, y: 0 } });
    const wall = world.createBody({ shape: box(1, 1) });
    const ball = world.createBody({ type: "dynamic", position: { x: 1, y: 0 }, shape: circle(0.5) });
    const sides = (list: typeof world.events.contactEnd): (Body | undefined)[] =>
      list.flatMap(({ bodyA, bodyB }) => [bodyA, bodyB]);
    world.step();
    expect(sides(world.events.contactBegin)).toEqual(expect.arrayContaining([wall, ball]));
    ball.shapes[0]!.setGeometry(circle(0.3));
    world.step();
    expect(sides(world.events.contactEnd)).toEqual(expect.arrayContaining([wall, ball]));
    expect(ball.contacts).toHaveLength(0);
    ball.shapes[0]!.setGeometry(circle(0.5));
    world.step();
    expect(world.events.contactBegin).toHaveLength(1);
    ball.shapes[0]!.setGeometry(box(1, 1)); // another kind: found anew
    world.step();
    expect(world.events.contactEnd).toHaveLength(1);
    expect(world.events.contactBegin).toHaveLength(1);
  });

  it("lets a hero that crouches inside a one-way platform go on through it", () => {
    const { World, box } = engine;
    const world = new World();
    world.createBody({ shape: box(10, 0.2), oneWay: { x: 0, y: 1 } });
    const hero = world.createBody({
      type: "dynamic",
      position: { x: 0, y: -1.5 },
      linearVelocity: { x: 0, y: 9 },
      fixedRotation: true,
      shape: box(0.6, 1.6),
    });
    let top = 0;
    run(world, 2, (_time, step) => {
      hero.shapes[0]!.setGeometry(box(0.6, step % 2 === 0 ? 1.6 : 1.5));
      top = Math.max(top, hero.y);
    });
    expect(top).toBeGreaterThan(2);
    expect(hero.y).toBeGreaterThan(0.7);
  });

  it.each(["bvh", "tree", "sweep", "grid"] as const)(
    "makes one contact for a breathing ball with broad phase %s",
    (broadPhase) => {
      const { World, box, circle } = engine;
      const world = new World({ broadPhase });
      world.createBody({ position: { x: 0, y: -1 }, shape: box(20, 2) });
      const ball = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: circle(0.5) });
      run(world, 1, (_time, step) => {
        expect(ball.contacts).toHaveLength(1);
        ball.shapes[0]!.setGeometry(circle(0.5 + 0.001 * (step % 7)));
      });
    },
  );

  it.each(["a box", "a height field"])("keeps stacks of three standing while %s sinks under them", (ground) => {
    const { World, box, heightField, setHeights } = engine;
    const world = new World();
    const field = heightField(Array<number>(41).fill(0), { spacing: 0.5 });
    const land =
      ground === "a box"
        ? world.createBody({ position: { x: 0, y: -5 }, shape: box(20, 10) })
        : world.createBody({ position: { x: -10, y: 0 }, shape: field });
    const crates = Array.from({ length: 30 }, (_, i) =>
      world.createBody({
        type: "dynamic",
        position: { x: -8 + (i % 10) * 1.6, y: 0.3 + 0.6 * Math.floor(i / 10) },
        shape: box(0.5, 0.5),
      }),
    );
    run(world, 3);
    const before = crates.map(({ x }) => x);
    run(world, 6, (time) => {
      const y = -0.2 * time;
      if (ground === "a box") land.shapes[0]!.setGeometry(box(20, 10 + 2 * y));
      else setHeights(land, field, 0, Array<number>(41).fill(y));
    });
    crates.forEach(({ x, y }, i) => {
      expect(Math.abs(x - before[i]!)).toBeLessThan(0.3);
      expect(y).toBeCloseTo(-1.2 + 0.25 + 0.5 * Math.floor(i / 10), 1);
    });
  });

  it("passes on the momentum of a sledge that strikes a hero that breathes", () => {
    const { World, box, capsule } = engine;
    const speed = (sizes: boolean): number => {
      const world = new World();
      world.createBody({ position: { x: 0, y: -1 }, shape: box(400, 2), friction: 0 });
      const hero = world.createBody({
        type: "dynamic",
        position: { x: 0, y: 0.9 },
        fixedRotation: true,
        shape: capsule(1, 0.4, { angle: Math.PI / 2 }),
      });
      const sledge = world.createBody({
        type: "dynamic",
        position: { x: -3, y: 0.75 },
        linearVelocity: { x: 25, y: 0 },
        shape: box(2, 1.5),
        density: 4,
        friction: 0,
      });
      run(world, 1, (_time, step) => {
        const half = 0.4 * (1 + 0.01 * Math.sin(step / 6));
        if (sizes) hero.shapes[0]!.setGeometry(capsule(1, half, { angle: Math.PI / 2 }));
      });
      return sledge.linearVelocity.x;
    };
    expect(speed(true)).toBeCloseTo(speed(false), 0);
  });

  it("ends the touch of a sensor that shrinks away from a sleeping body", () => {
    const { World, box } = engine;
    const world = new World();
    world.createBody({ position: { x: 0, y: -1 }, shape: box(20, 2) });
    const zone = world.createBody({ position: { x: 1, y: 0.5 }, shape: box(2, 1), sensor: true });
    const guest = world.createBody({ type: "dynamic", position: { x: 0, y: 0.25 }, shape: box(0.5, 0.5) });
    let inside = 0;
    const count = (): void => {
      inside += world.events.sensorBegin.length - world.events.sensorEnd.length;
    };
    run(world, 3, count);
    expect(guest.awake).toBe(false);
    expect(inside).toBe(1);
    zone.shapes[0]!.setGeometry(box(1, 1));
    run(world, 0.1, count);
    expect(inside).toBe(0);
    zone.shapes[0]!.setGeometry(box(3, 1));
    run(world, 0.1, count);
    expect(inside).toBe(1);
  });

  it("drops a crate when the one below shrinks and is put to sleep at once", () => {
    const { World, box } = engine;
    const world = new World();
    world.createBody({ position: { x: 0, y: -1 }, shape: box(20, 2) });
    const below = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: box(1, 1) });
    const above = world.createBody({ type: "dynamic", position: { x: 0, y: 1.5 }, shape: box(1, 1) });
    run(world, 0.2);
    below.shapes[0]!.setGeometry(box(1, 0.4));
    below.awake = false;
    run(world, 2);
    expect(above.y).toBeLessThan(1.3);
  });

  it("wakes a crate that sleeps on ground that shrinks", () => {
    const { World, box } = engine;
    const world = new World();
    const ground = world.createBody({ position: { x: 0, y: -1 }, shape: box(20, 2) });
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: box(1, 1) });
    run(world, 3);
    expect(crate.awake).toBe(false);
    ground.shapes[0]!.setGeometry(box(20, 1));
    expect(crate.awake).toBe(true);
    run(world, 3);
    expect(crate.y).toBeCloseTo(0, 2);
  });
});
