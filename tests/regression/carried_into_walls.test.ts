// Symptom: a body that touches a static wall and was struck by a kinematic one was carried through the wall within one step, up to all of
// the other's way: a puck at the border ended with its centre behind the wall's face in 31 of 41 blows of a mallet that stopped short of
// it, and was lost behind thin walls. Box2D and `continuous: false` kept it.
// Cause: bodies that touch at the beginning have no time of impact, so the wall held no more than the puck's centre, and then the mallet
// took it along anew. Behind thin walls the mallet was also taken for a seam of the wall: each was looked at where it ends.
// What must hold: a body that is taken along ends no deeper in standing bodies than it began, or than the slop; it overlaps moving bodies
// instead.
import { describe, expect, it } from "vitest";
import { BUILDS, run } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

const NO_GRAVITY = { gravity: { x: 0, y: 0 } };
const SLOP = 0.005;

describe.each(BUILDS)("the %s build", (_name, { World, box, capsule, chain, circle }) => {
  it.each([0.05, 0.2, 1])("a blow does not drive a puck into the wall that it touches, %d m thick", (thickness) => {
    for (const rate of [30, 60, 144]) {
      for (const shape of [circle(0.08), box(0.16, 0.16), capsule(0.1, 0.08, { angle: Math.PI / 2 })]) {
        for (let offset = -0.19; offset < 0.195; offset += 0.0095) {
          const world = new World(NO_GRAVITY);
          world.createBody({ position: { x: 2 + thickness / 2, y: 0 }, shape: box(thickness, 6) });
          const puck = world.createBody({ type: "dynamic", position: { x: 1.92, y: offset }, shape });
          const mallet = world.createBody({ type: "kinematic", position: { x: 1.67, y: 0 }, shape: circle(0.12) });
          mallet.linearVelocity = { x: 0.2 * rate, y: 0 };
          world.step(1 / rate);
          const turned = Math.cos(puck.angle) ** 2 > 0.999 ? 0 : 0.04; // a box may stand on its corner then
          expect(puck.x).toBeLessThan(1.92 + SLOP + 1e-3 + turned);
          mallet.linearVelocity = { x: 0, y: 0 };
          run(world, 0.5, () => expect(puck.x).toBeLessThan(2), 1 / rate);
          world.dispose();
        }
      }
    }
  });

  it("a blow along a wall does not drive a puck into the corner", () => {
    for (const from of [1.6, 1.7]) {
      const world = new World(NO_GRAVITY);
      world.createBody({ position: { x: 2.025, y: 0 }, shape: box(0.05, 6) });
      world.createBody({ position: { x: 0, y: -1.025 }, shape: box(6, 0.05) });
      const puck = world.createBody({ type: "dynamic", position: { x: 1.92, y: -0.92 }, shape: circle(0.08) });
      const mallet = world.createBody({ type: "kinematic", position: { x: from, y: -0.88 }, shape: circle(0.12) });
      mallet.linearVelocity = { x: (1.88 - from) * 30, y: 0 };
      world.step(1 / 30);
      expect([puck.x < 1.926, puck.y > -0.926]).toEqual([true, true]);
      world.dispose();
    }
  });

  it("air hockey loses no puck", () => {
    for (const [rate, speed] of [
      [30, 5],
      [60, 15],
    ] as const) {
      for (let seed = 1; seed <= 5; seed++) {
        const random = new Random(seed);
        const world = new World(NO_GRAVITY);
        const surface = { restitution: 0.9, friction: 0.1 };
        for (const side of [-1, 1]) {
          world.createBody({ ...surface, position: { x: 0, y: side * 1.025 }, shape: box(4.1, 0.05) });
          world.createBody({ ...surface, position: { x: side * 2.025, y: 0 }, shape: box(0.05, 2) });
        }
        const puck = world.createBody({
          ...surface,
          type: "dynamic",
          position: { x: 0.5, y: 0 },
          linearDamping: 0.2,
          shape: circle(0.08),
        });
        const mallet = world.createBody({
          ...surface,
          type: "kinematic",
          position: { x: -1, y: 0 },
          shape: circle(0.12),
        });
        let target = mallet.position;
        const hunt = (_: number, step: number): void => {
          expect([Math.abs(puck.x) < 2, Math.abs(puck.y) < 1]).toEqual([true, true]);
          if (step % (rate / 15) === 0) {
            const x = puck.x + random.between(-0.2, 0.2);
            const y = puck.y + random.between(-0.2, 0.2);
            target = { x: Math.max(-1.82, Math.min(1.82, x)), y: Math.max(-0.82, Math.min(0.82, y)) };
          }
          const x = target.x - mallet.x;
          const y = target.y - mallet.y;
          const part = Math.min(1, speed / rate / Math.hypot(x, y, 1e-9));
          mallet.moveTo({ x: mallet.x + x * part, y: mallet.y + y * part }, 0, 1 / rate);
        };
        run(world, 10, hunt, 1 / rate);
        world.dispose();
      }
    }
  });

  // Where moving bodies were looked at again after a wall had kept out what they carried, 13 of 160 such rooms lost a body.
  it("rooms in which bars and balls are driven about lose no more than one body of 160", () => {
    const corner = (k: number) => [-3 + k, -3] as const;
    const side = Array.from({ length: 6 }, (_none, k) => corner(k));
    const turned = [0, 1, 2, 3].flatMap((quarter) =>
      side.map(
        ([x, y]) =>
          [
            { x, y },
            { x: -y, y: x },
            { x: -x, y: -y },
            { x: y, y: -x },
          ][quarter]!,
      ),
    );
    let lost = 0;
    for (let seed = 0; seed < 160; seed++) {
      const random = new Random(seed);
      const within = (most: number) => ({ x: random.between(-most, most), y: random.between(-most, most) });
      const world = new World(NO_GRAVITY);
      world.createBody({ shape: chain(turned, { loop: true }) });
      const driven = Array.from({ length: 5 }, () =>
        world.createBody({
          type: "kinematic",
          position: within(2),
          shape:
            random.between(0, 1) < 0.5
              ? circle(random.between(0.15, 0.5))
              : box(random.between(0.3, 2), random.between(0.1, 0.5)),
          linearVelocity: within(25),
          angularVelocity: random.between(-20, 20),
        }),
      );
      const shapes = [circle(0.08), capsule(0.2, 0.06), box(0.3, 0.1)];
      const bodies = Array.from({ length: 6 }, (_none, k) =>
        world.createBody({ type: "dynamic", position: within(2.6), shape: shapes[k % 3]! }),
      );
      const turnBack = (at: number, speed: number) => (Math.abs(at) > 2.4 ? -Math.sign(at) * Math.abs(speed) : speed);
      for (let step = 0; step < 120; step++) {
        for (const body of driven) {
          const { x, y } = body.linearVelocity;
          body.linearVelocity = { x: turnBack(body.x, x), y: turnBack(body.y, y) };
        }
        world.step();
      }
      lost += bodies.filter(({ x, y }) => Math.max(Math.abs(x), Math.abs(y)) > 3).length;
      world.dispose();
    }
    expect(lost).toBeLessThanOrEqual(1);
  });
});
