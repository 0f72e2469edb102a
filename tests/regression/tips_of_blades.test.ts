// Symptom: a ball that met a turning kinematic blade near its tip was reported by `swept`, stood beside the blade for the rest
// of the step and flew on as fast as before: a blade of 5 m at 6 rad/s so missed 182 of 1,149 balls, a flipper at 15 rad/s 86 of
// 827, a mill at 4 rad/s in rain 8 of 244.
// Cause: the ball was pushed along normals, which turn round the tip; the contact of the next step, if there was one, looked
// past the blade. Only blades that turn by more than a quarter of a radian in the rest of the step took it round with them
// instead.
// What must hold: a ball that is struck bounces, as with steps of 1/3840 s.
import { describe, expect, it } from "vitest";
import { BUILDS, DT, type Engine } from "../helpers/engine";
import { Random } from "../helpers/numbers";

interface Blade {
  length: number;
  thickness: number;
  turn: number;
  radius: number;
  slowest: number;
  fastest: number;
}

/** How many balls would go more than 2 cm into a blade near its tip, and how many of these fly on as they came. */
function missed(engine: Engine, { length, thickness, turn, radius, slowest, fastest }: Blade): [number, number] {
  let blows = 0;
  let misses = 0;
  for (let seed = 0; seed < 400; seed++) {
    const random = new Random(seed);
    const speed = random.between(slowest, fastest);
    const angle = random.between(-1.5, 1.5);
    const heading = random.between(-Math.PI, Math.PI);
    const time = random.between(1, 3) * DT;
    const velocity = { x: speed * Math.cos(heading), y: speed * Math.sin(heading) };
    const position = {
      x: length * Math.cos(angle) + random.between(-0.15, 0.15) - velocity.x * time,
      y: length * Math.sin(angle) + random.between(-0.15, 0.15) - velocity.y * time,
    };
    const gapAt = (t: number) => {
      const x = position.x + velocity.x * t;
      const y = position.y + velocity.y * t;
      const [c, s] = [Math.cos(angle + turn * (t - time)), Math.sin(angle + turn * (t - time))];
      const along = Math.abs(c * x + s * y - length / 2) - length / 2;
      const across = Math.abs(c * y - s * x) - thickness / 2;
      return Math.hypot(Math.max(along, 0), Math.max(across, 0)) + Math.min(Math.max(along, across), 0) - radius;
    };
    const gaps = Array.from({ length: 1000 }, (_, k) => gapAt(k * 9e-5));
    if (gapAt(0) < 0.03 || Math.min(...gaps) > -0.02) {
      continue;
    }
    const world = new engine.World({ gravity: { x: 0, y: 0 } });
    world.createBody({
      type: "kinematic",
      angle: angle - turn * time,
      angularVelocity: turn,
      shape: engine.box(length, thickness, { center: { x: length / 2, y: 0 } }),
      restitution: 0.5,
    });
    const ball = world.createBody({
      type: "dynamic",
      position,
      linearVelocity: velocity,
      shape: engine.circle(radius),
      restitution: 0.5,
    });
    for (let step = 0; step < 7; step++) {
      world.step();
    }
    blows++;
    misses += Number(Math.hypot(ball.linearVelocity.x - velocity.x, ball.linearVelocity.y - velocity.y) < 1e-3);
  }
  return [blows, misses];
}

describe.each(BUILDS)("balls that meet the tip of a turning blade (%s)", (_, engine) => {
  it.each([
    { length: 10, thickness: 0.5, turn: 2, radius: 0.3, slowest: 5, fastest: 15, most: 0 },
    { length: 10, thickness: 0.5, turn: 4, radius: 0.3, slowest: 5, fastest: 15, most: 0 },
    { length: 5, thickness: 0.4, turn: 6, radius: 0.2, slowest: 5, fastest: 15, most: 0.005 },
    { length: 2, thickness: 0.2, turn: 10, radius: 0.1, slowest: 5, fastest: 15, most: 0.04 },
    { length: 0.8, thickness: 0.15, turn: 15, radius: 0.1, slowest: 3, fastest: 10, most: 0.03 },
  ])("bounce: $length m at $turn rad/s", ({ most, ...blade }) => {
    const [blows, misses] = missed(engine, blade);
    expect(blows).toBeGreaterThan(150);
    expect(misses / blows).toBeLessThanOrEqual(most);
  });

  // The rule for blades that turn by more than a quarter of a radian in the rest of the step: without it 14 of 1,000 are missed.
  it("are struck by a bat of 1 m at 35 rad/s", () => {
    let misses = 0;
    for (let seed = 0; seed < 1000; seed++) {
      const random = new Random(seed);
      const world = new engine.World({ gravity: { x: 0, y: 0 }, sleeping: false });
      const shape = engine.box(1, 0.1, { center: { x: 0.5, y: 0 } });
      world.createBody({ type: "kinematic", angularVelocity: 35, shape });
      const radius = random.between(0.05, 0.2);
      const reach = 1 + random.between(-0.15, 0.5) * radius;
      const time = random.between(3, 9) * DT;
      const speed = seed < 500 ? random.between(5, 10) : random.between(10, 20);
      const heading = random.between(-Math.PI, Math.PI);
      const velocity = { x: speed * Math.cos(heading), y: speed * Math.sin(heading) };
      const ball = world.createBody({
        type: "dynamic",
        position: {
          x: reach * Math.cos(35 * time) - velocity.x * time,
          y: reach * Math.sin(35 * time) - velocity.y * time,
        },
        linearVelocity: velocity,
        shape: engine.circle(radius),
        friction: 0,
      });
      for (let step = 0; step < 18; step++) {
        world.step(DT);
      }
      misses += Number(Math.hypot(ball.linearVelocity.x - velocity.x, ball.linearVelocity.y - velocity.y) < 5);
      world.dispose();
    }
    expect(misses).toBeLessThanOrEqual(5);
  });
});
