// Symptom: continuous collision moved bodies along axes on which they are locked. Bodies that a kinematic one met went along
// with it, by metres, however they were locked; bodies that cannot turn, all of the arcade solver among them, were turned by
// kinematic bars, by up to 0.4 rad and for good; fast bodies and bullets left their line by up to half a metre where they
// came aslant on ground or on each other.
// Cause: where a body is stopped, taken along, or kept out of a surface it slides on, its locks were not asked for.
// What must hold: along a locked axis a body ends where it began, to the last bit. On the free ones it is stopped as before,
// and passes through nothing that can hold it; a body that comes along a locked axis passes it.
import { describe, expect, it } from "vitest";
import { BUILDS, run, times } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

const SOLVERS = ["soft", "impulse", "arcade"] as const;
const NO_GRAVITY = { gravity: { x: 0, y: 0 } };

describe.each(BUILDS)("the %s build", (_name, { World, box, capsule, circle, ellipse }) => {
  it.each([{ x: true, y: true, rotation: true }, { x: true, y: true }, { x: true, rotation: true }, { x: true }])(
    "a kinematic body passes a locked one on its way: %o",
    (locks) => {
      for (const speed of [0.5, 2, 10]) {
        const ends = [true, false].map((continuous) => {
          const world = new World({ ...NO_GRAVITY, continuous });
          const body = world.createBody({ type: "dynamic", shape: box(1, 0.6), locks });
          const linearVelocity = { x: speed, y: 0 };
          world.createBody({ type: "kinematic", position: { x: -3, y: 0 }, linearVelocity, shape: circle(0.6) });
          run(world, 6 / speed, () => {
            expect(body.x).toBe(0);
            if (locks.y) {
              expect(body.y).toBe(0);
            }
          });
          return [body.y, body.angle, body.linearVelocity.y];
        });
        expect(ends[0]).toEqual(ends[1]);
      }
    },
  );

  it("a lift passes a body locked on y, and a ball that comes aslant pushes one along x alone", () => {
    const world = new World();
    const carriage = world.createBody({ type: "dynamic", shape: box(1, 0.5), locks: { y: true } });
    const lift = { position: { x: 0, y: -2 }, linearVelocity: { x: 0, y: 1 }, shape: box(3, 0.3) };
    world.createBody({ type: "kinematic", ...lift });
    const other = world.createBody({
      type: "dynamic",
      position: { x: 20, y: 0 },
      shape: box(1, 0.5),
      locks: { y: true, rotation: true },
    });
    const ball = { position: { x: 17.3, y: -3 }, linearVelocity: { x: 3, y: 3 }, shape: circle(0.5) };
    world.createBody({ type: "kinematic", ...ball });
    run(world, 4, () => {
      expect([carriage.y, other.y, other.angle]).toEqual([0, 0, 0]);
    });
  });

  it.each(SOLVERS)("a turning bar turns no body that cannot turn, and none falls through it: %s", (solver) => {
    for (const angularVelocity of [1, 6, 15]) {
      for (const shape of [box(0.6, 0.9), box(0.1, 0.9)]) {
        for (let k = 0; k < 8; k++) {
          const world = new World({ solver });
          const bar = { position: { x: 0, y: 1 }, angularVelocity, shape: box(4, 0.2) };
          const paddle = world.createBody({ type: "kinematic", ...bar });
          const body = world.createBody({
            type: "dynamic",
            position: { x: 0.15 * k - 0.6, y: 2.5 },
            linearVelocity: { x: 0, y: -3 },
            shape,
            fixedRotation: solver !== "arcade", // there nothing turns
          });
          let side = 0;
          run(world, 1.5, () => {
            expect(body.angle).toBe(0);
            const at = paddle.toLocal(body.position);
            if (Math.abs(at.x) < 1.9 && Math.abs(at.y) > 0.02) {
              expect(side * at.y).toBeGreaterThanOrEqual(0);
              side = Math.sign(at.y);
            } else if (Math.abs(at.x) >= 1.9) {
              side = 0;
            }
          });
          world.dispose();
        }
      }
    }
  });

  it.each(["static", "kinematic"] as const)(
    "a fast body stays on its line, and on its side of slanted %s plates",
    (type) => {
      const random = new Random(type === "static" ? 1 : 2);
      for (let k = 0; k < times(150, 2000); k++) {
        const y = random.between(-0.1, 0.1);
        const turns = random.chance(0.5);
        const world = new World(NO_GRAVITY);
        const plate = world.createBody({ type, angle: random.between(-1.35, 1.35), shape: box(0.1, 8) });
        const body = world.createBody({
          type: "dynamic",
          position: { x: -3, y },
          linearVelocity: { x: random.pick([8, 20, 60, 150, 380]), y: 0 },
          angularVelocity: turns ? random.between(-8, 8) : 0,
          locks: { y: true, rotation: !turns },
          bullet: random.chance(0.5),
          shape: random.pick([circle(0.1), box(0.3, 0.2), capsule(0.2, 0.06), ellipse(0.15, 0.05)]),
        });
        const line = body.y;
        run(world, 0.7, () => {
          expect(body.y).toBe(line);
          expect(plate.toLocal(body.position).x).toBeLessThan(0.05);
        });
        world.dispose();
      }
    },
  );

  it("bullets on rails stay there, whatever moves in their way", () => {
    let crossed = 0;
    for (let k = 0; k < 100; k++) {
      const world = new World(NO_GRAVITY);
      const bullet = world.createBody({
        type: "dynamic",
        bullet: true,
        position: { x: -3, y: 0 },
        linearVelocity: { x: 60 + 2 * k, y: 0 },
        locks: { y: true, rotation: true },
        shape: circle(0.1),
      });
      const target = world.createBody({
        type: "dynamic",
        position: { x: 0.1 * (k % 7), y: -0.3 + 0.006 * k },
        linearVelocity: { x: 0, y: (k % 9) - 4 },
        shape: box(0.3, 2),
      });
      let side = -1;
      run(world, 1, () => {
        expect([bullet.y, bullet.angle]).toEqual([0, 0]);
        const at = target.toLocal(bullet.position);
        if (Math.abs(at.y) > 0.9 || Math.abs(at.x) > 0.3) {
          side = at.x;
        } else {
          crossed += Number(side * at.x < -1e-3);
        }
      });
      world.dispose();
    }
    expect(crossed).toBe(0);
  });

  it("a body locked to a vertical line lands on a plate that moves across, and is lifted by a wedge", () => {
    for (const slope of [0, 0.3, 0.7]) {
      for (const vx of [0, 2, 8]) {
        for (const speed of [3, 30]) {
          const world = new World();
          const start = { position: { x: 0, y: 3 }, linearVelocity: { x: 0, y: -speed } };
          const locks = { x: true, rotation: true };
          const body = world.createBody({ type: "dynamic", ...start, locks, shape: box(0.4, 0.3) });
          const wedge = { position: { x: -vx / 2, y: 0 }, angle: -slope, linearVelocity: { x: vx, y: 0 } };
          const plate = world.createBody({ type: "kinematic", ...wedge, shape: box(24, 0.1) });
          run(world, 1, () => {
            expect(body.x).toBe(0);
            expect(plate.toLocal(body.position).y).toBeGreaterThan(0.05);
          });
          world.dispose();
        }
      }
    }
  });
});
