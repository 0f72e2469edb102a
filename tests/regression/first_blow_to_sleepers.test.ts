// Symptom: the first blow to a crate made asleep took up to 91 % of the momentum away, and a row of six such crates stopped
// the ball that struck it; a crate that had fallen asleep by itself was struck like an awake one.
// Cause: a body placed asleep counted as just placed until it woke, so the depth of the striker in it after the step in
// which they met was taken for that of bodies put into each other, whose speeds are held back.
// What must hold: a sleeping body is struck like any other, however it came to sleep. Sleeping bodies that overlap part
// gently when they wake.
import { describe, expect, it } from "vitest";
import { BUILDS, run, type Body, type World } from "../helpers/engine.js";
import { momentumOf } from "../helpers/mechanics.js";

describe.each(BUILDS)("a body made asleep (%s)", (_, { World, box, circle }) => {
  const crate = { type: "dynamic", shape: box(1, 1), friction: 0 } as const;
  const asleep = { ...crate, awake: false } as const;
  const rough = { ...asleep, friction: 0.6 } as const;
  const sill = { x: 0, y: 0.5 };

  function smooth(): World {
    const world = new World();
    world.createBody({ position: { x: 0, y: -1 }, shape: box(400, 2), friction: 0 });
    return world;
  }

  const ways: readonly (readonly [how: string, lay: (world: World) => Body])[] = [
    ["made so", (world) => world.createBody({ ...asleep, position: sill })],
    ["made so by many", (world) => world.body(world.createBodies({ ...asleep, count: 1, positions: [0, 0.5] })[0]!)!],
    [
      "sent to sleep at once",
      (world) => Object.assign(world.createBody({ ...crate, position: sill }), { awake: false }),
    ],
    [
      "put there and sent to sleep",
      (world) => {
        const body = world.createBody({ ...crate, position: { x: 5, y: 0.5 } });
        world.step();
        return Object.assign(body, { position: sill, awake: false });
      },
    ],
    [
      "given a shape in its sleep",
      (world) => {
        const body = world.createBody({ ...crate, position: sill });
        run(world, 1.5);
        body.addShape(circle(0.1), { density: 0 });
        return Object.assign(body, { awake: false });
      },
    ],
    [
      "given one long after it was made",
      (world) => {
        const body = world.createBody({ ...asleep, position: sill });
        run(world, 0.2);
        body.addShape(circle(0.1), { density: 0 });
        return body;
      },
    ],
    [
      "dynamic for the first time",
      (world) => {
        const body = world.createBody({ ...crate, type: "static", position: sill });
        return Object.assign(body, { type: "dynamic", awake: false });
      },
    ],
  ];

  it.each(ways)("keeps the momentum of the first blow: %s", (_how, lay) => {
    for (let k = 0; k < 10; k++) {
      let world = smooth();
      let body = lay(world);
      run(world, 1.5);
      if (k % 2 === 1) {
        const { id } = body;
        world = World.fromSnapshot(world.snapshot());
        body = world.body(id)!;
      }
      expect(body.awake).toBe(false);
      const truck = world.createBody({
        ...crate,
        position: { x: -3 - 0.0517 * k, y: 0.49 },
        shape: box(1, 0.98),
        density: 3,
        linearVelocity: { x: 10, y: 0 },
      });
      run(world, 1);
      expect(momentumOf([truck, body]).x).toBeCloseTo(29.4, 1);
      expect(body.linearVelocity.x).toBeCloseTo(29.4 / 3.94, 1);
      expect(world.validate()).toBe(0);
    }
  });

  it.each([0.07, 0.12, 0.2])("in a row with gaps of %d m hands on all the momentum", (gap) => {
    const world = smooth();
    const row = Array.from({ length: 6 }, (_none, k) =>
      world.createBody({ ...asleep, position: { x: k * (1 + gap), y: 0.5 } }),
    );
    run(world, 1.5);
    const ball = world.createBody({
      ...crate,
      position: { x: -3, y: 0.5 },
      shape: circle(0.5),
      density: 10,
      linearVelocity: { x: 12, y: 0 },
    });
    const before = momentumOf([ball]).x;
    run(world, 2);
    expect(momentumOf([ball, ...row]).x / before).toBeCloseTo(1, 3);
  });

  /** The greatest speed within some seconds (m/s). */
  function fastest(world: World, bodies: readonly Body[], seconds: number): number {
    let most = 0;
    run(world, seconds, () => {
      most = Math.max(most, ...bodies.map(({ linearVelocity: v }) => Math.hypot(v.x, v.y)));
    });
    return most;
  }

  /** A pyramid of boxes of a metre that overlap by a quarter. */
  function pyramid(world: World, each: (position: { x: number; y: number }) => Body): Body[] {
    world.createBody({ position: { x: 0, y: -1 }, shape: box(100, 2) });
    const bodies: Body[] = [];
    for (let row = 0; row < 6; row++) {
      for (let k = row; k < 6; k++) {
        bodies.push(each({ x: 0.75 * (k - 0.5 * (row + 5)), y: 0.75 * (row + 0.5) }));
      }
    }
    return bodies;
  }

  const heaps: readonly (readonly [how: string, lay: (world: World) => Body[]])[] = [
    ["made so", (world) => pyramid(world, (position) => world.createBody({ ...rough, position }))],
    [
      "made so one after the other",
      (world) =>
        pyramid(world, (position) => {
          run(world, 0.05);
          return world.createBody({ ...rough, position });
        }),
    ],
    [
      "made elsewhere, put there and sent to sleep",
      (world) => {
        let k = 0;
        const bodies = pyramid(world, (position) => {
          const body = world.createBody({ ...rough, position: { x: 20 + 3 * k++, y: 9 } });
          world.step();
          return Object.assign(body, { position });
        });
        bodies.forEach((body) => (body.awake = false));
        return bodies;
      },
    ],
  ];

  it.each(heaps)("parts gently from others that it overlaps: %s", (_how, lay) => {
    for (const restored of [false, true]) {
      for (const wake of ["by hand", "by a pebble"]) {
        let world = new World();
        let bodies = lay(world);
        run(world, 0.5);
        if (restored) {
          const ids = bodies.map(({ id }) => id);
          world = World.fromSnapshot(world.snapshot());
          bodies = ids.map((id) => world.body(id)!);
        }
        expect(bodies.some((body) => body.awake)).toBe(false);
        if (wake === "by hand") {
          bodies.forEach((body) => body.wake());
        } else {
          const position = { x: 0, y: bodies[20]!.y + 0.62 };
          world.createBody({ type: "dynamic", position, shape: circle(0.1), density: 0.01 });
        }
        expect(fastest(world, bodies, 3)).toBeLessThan(1.02 * world.settings.contactPushSpeed);
        expect(bodies.every((body) => !body.awake || Math.abs(body.x) < 10)).toBe(true);
        expect(world.validate()).toBe(0);
      }
    }
  });

  it.each(["older", "newer"])("parts gently from one that fell asleep, whichever wakes: the %s", (which) => {
    const world = smooth();
    const older = world.createBody({ ...crate, position: sill });
    run(world, 1.5);
    expect(older.awake).toBe(false);
    const newer = [1, 2, 3].map((k) => world.createBody({ ...asleep, position: { x: 0.3 * k, y: 0.5 } }));
    run(world, 0.5);
    expect([older, ...newer].some((body) => body.awake)).toBe(false);
    (which === "older" ? older : newer[2]!).wake();
    expect(fastest(world, [older, ...newer], 3)).toBeLessThan(1.02 * world.settings.contactPushSpeed);
    expect(newer[2]!.x - older.x).toBeGreaterThan(2.9);
  });
});
