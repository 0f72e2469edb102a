// Symptom: a body locked along an axis moved along it, a little at every hit.
// Cause: contacts and joints changed the locked velocity within a step, and the position followed before it was cleared.
// What must hold: the coordinate of a locked axis keeps every bit, under contacts, joints, impulses and gravity.
import { describe, expect, it } from "vitest";
import { box, circle, World } from "../../dist/index.js";
import { run } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

describe("a locked axis", () => {
  it.each(["x", "y", "rotation"] as const)("%s keeps every bit under hits, joints, impulses and gravity", (axis) => {
    const random = new Random(5);
    const world = new World({ gravity: { x: 3, y: -10 }, sleeping: false });
    const floor = world.createBody({ position: { x: 0, y: -1 }, shape: box(80, 2) });
    const body = world.createBody({
      type: "dynamic",
      position: { x: 0.1, y: 1.7 },
      angle: 0.3,
      shape: box(1, 1),
      locks: { [axis]: true },
    });
    world.createJoint({
      type: "distance",
      bodyA: floor,
      bodyB: body,
      anchorA: { x: 4, y: 5 },
      anchorB: { x: 0.5, y: 0 },
      spring: { hertz: 2, dampingRatio: 0.1 },
    });
    const pose = (): number => {
      const { transforms } = world.state;
      return transforms[4 * body.slot + { x: 0, y: 1, rotation: 3 }[axis]]!;
    };
    const others = ([0, 1, 3] as const).map((k) => world.state.transforms[4 * body.slot + k]);
    const start = pose();
    run(world, 5, (_time, step) => {
      if (step % 10 === 0) {
        body.applyImpulse({ x: random.between(-2, 2), y: random.between(-2, 2) }, { x: body.x + 0.3, y: body.y + 0.4 });
        world.createBody({
          type: "dynamic",
          position: { x: body.x + random.between(-3, 3), y: body.y + 4 },
          linearVelocity: { x: random.between(-9, 9), y: -15 },
          shape: circle(0.3),
          density: 5,
        });
      }
      expect(pose()).toBe(start);
    });
    const now = ([0, 1, 3] as const).map((k) => world.state.transforms[4 * body.slot + k]);
    expect(now.filter((value, i) => value !== others[i]).length).toBe(2);
  });

  // A body locked along x took up a blow along x as if it were free, and its lock took a share back at the end: an elastic
  // ball came back with 62 % of its speed, and oblique blows had another impulse than the masses ask for.
  it("leaves a struck body immovable along it, and free across it, at any angle", () => {
    for (let angle = 0; angle < 3; angle += 0.2) {
      for (const locks of [{ x: true }, { y: true }, { x: true, y: true }, { x: true, y: true, rotation: true }]) {
        for (const e of [0, 0.5, 1]) {
          const [nx, ny] = [Math.cos(angle), Math.sin(angle)];
          const world = new World({ gravity: { x: 0, y: 0 }, sleeping: false });
          const material = { shape: circle(0.5), friction: 0, restitution: e };
          const held = world.createBody({ type: "dynamic", locks, ...material });
          const ball = world.createBody({
            type: "dynamic",
            position: { x: 3 * nx, y: 3 * ny },
            linearVelocity: { x: -5 * nx, y: -5 * ny },
            ...material,
          });
          run(world, 1.5);
          const free = { x: "x" in locks ? 0 : nx, y: "y" in locks ? 0 : ny };
          const impulse = (5 * (1 + e)) / (1 + free.x * nx + free.y * ny);
          const v = ball.linearVelocity;
          const name = `${JSON.stringify(locks)} at ${angle}, e = ${e}`;
          expect(Math.abs(v.x * nx + v.y * ny - (impulse - 5)), name).toBeLessThan(0.02);
          expect(Math.abs(held.linearVelocity.x + impulse * free.x), name).toBeLessThan(0.02);
          expect(Math.abs(held.linearVelocity.y + impulse * free.y), name).toBeLessThan(0.02);
        }
      }
    }
  });
});
