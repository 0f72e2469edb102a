// Symptom: a hero that stood idle on a one-way platform fell through it when either of them grew while awake; walking or
// asleep it stood.
// Cause: a touch that begins deep counts if the body does not move along the platform's direction, and that motion was
// compared with a share of the body's speed, which at rest is all rounding.
// What must hold: a body at rest, also on a lift that brakes, is held under any gravity and in any unit; a body that rises
// through the platform passes as before.
import { describe, expect, it } from "vitest";
import { BUILDS, run, type Body, type Engine, type World } from "../helpers/engine.js";

interface Setting {
  lengthUnit?: number;
  /** Of the platform (rad). */
  angle?: number;
  /** Of gravity (rad), if not that of the platform. */
  tilt?: number;
  pull?: "world" | "own" | "area" | "none";
}

interface Scene {
  world: World;
  platform: Body;
  hero: Body;
  /** How far the hero's centre is beyond the platform's, along the direction of passage (lengths of `lengthUnit`). */
  height: () => number;
}

/** A hero of one by one, whose centre is `high` above that of a platform 0.2 thick. */
function scene(
  { World, box }: Engine,
  high: number,
  { lengthUnit: u = 1, angle = 0, tilt = angle, pull = "world" }: Setting,
): Scene {
  const up = { x: -Math.sin(angle), y: Math.cos(angle) };
  const gravity = { x: 10 * u * Math.sin(tilt), y: -10 * u * Math.cos(tilt) };
  const world = new World({ lengthUnit: u, gravity: pull === "world" ? gravity : { x: 0, y: 0 } });
  if (pull === "area") {
    world.createField({ type: "area", gravity });
  }
  const platform = world.createBody({
    type: "kinematic",
    angle,
    shape: box(40 * u, 0.2 * u),
    oneWay: { x: 0, y: 1 },
  });
  const hero = world.createBody({
    type: "dynamic",
    position: { x: high * u * up.x, y: high * u * up.y },
    angle,
    sleep: false,
    shape: box(u, u),
    ...(pull === "own" ? { gravity } : {}),
  });
  const height = (): number => ((hero.x - platform.x) * up.x + (hero.y - platform.y) * up.y) / u;
  return { world, platform, hero, height };
}

describe.each(BUILDS)("the %s build", (_, engine) => {
  const { box } = engine;

  it.each<[string, Setting]>([
    ["under the world's gravity", {}],
    ["in pixels", { lengthUnit: 50 }],
    ["in small lengths", { lengthUnit: 0.02 }],
    ["under slanted gravity", { angle: 0.7 }],
    ["on a slope", { angle: 0.25, tilt: 0 }],
    ["upside down", { angle: Math.PI }],
    ["under its own gravity", { pull: "own" }],
    ["under that of an area", { pull: "area", angle: -1.1 }],
  ])("a hero that stands idle stands on when it or the platform grows, %s", (_where, setting) => {
    const u = setting.lengthUnit ?? 1;
    for (const wait of [10, 11, 12, 25, 60]) {
      for (const [thick, size] of [
        [0.2, 1.1],
        [0.2, 1.02],
        [0.3, 1],
        [0.24, 1.05],
      ] as const) {
        const { world, platform, hero, height } = scene(engine, 0.6, setting);
        run(world, wait / 60);
        hero.shapes[0]!.setGeometry(box(size * u, size * u));
        platform.shapes[0]!.setGeometry(box(40 * u, thick * u));
        run(world, 1);
        expect(height()).toBeCloseTo(0.5 * (thick + size), 1);
        world.dispose();
      }
    }
  });

  it.each([0.005, 0.01, 0.02, 0.04])("a hero stands on while it grows by %s m in every step", (rate) => {
    const { world, hero, height } = scene(engine, 0.6, {});
    hero.fixedRotation = true;
    run(world, 1);
    run(world, 0.5, (_time, step) => hero.shapes[0]!.setGeometry(box(1 + rate * step, 1 + rate * step)));
    run(world, 0.5);
    expect(height()).toBeCloseTo(0.6 + 15 * rate, 1);
  });

  it("a hero stands on when it grows under others", () => {
    for (const wait of [5, 12, 40]) {
      const { world, hero, height } = scene(engine, 0.6, {});
      for (let k = 1; k <= 3; k++) {
        world.createBody({ type: "dynamic", position: { x: 0, y: 0.6 + k }, shape: box(1, 1) });
      }
      run(world, wait / 60);
      hero.shapes[0]!.setGeometry(box(1.1, 1.1));
      run(world, 1);
      expect(height()).toBeCloseTo(0.65, 1);
      world.dispose();
    }
  });

  it.each([1, 50])("a hero stands on when it grows on a lift that brakes and goes, a metre being %d units", (u) => {
    for (let phase = 0; phase < 20; phase++) {
      const { world, platform, hero, height } = scene(engine, 0.6, { lengthUnit: u });
      for (let step = 0; step < 40 + 9 * phase; step++) {
        platform.linearVelocity = { x: u, y: 4 * u * Math.cos((2 * Math.PI * step) / 180) };
        if (step === 39 + 9 * phase) {
          hero.shapes[0]!.setGeometry(box(1.1 * u, 1.1 * u));
        }
        world.step();
      }
      platform.linearVelocity = { x: 0, y: 0 };
      run(world, 2);
      expect(height()).toBeCloseTo(0.65, 1);
      world.dispose();
    }
  });

  it("a hero that rises from below passes, however slowly", () => {
    for (const angle of [0, 2]) {
      for (const speed of [0.02, 0.04, 0.06, 0.5, 3, 30]) {
        const { world, hero, height } = scene(engine, -0.65, { angle, pull: "none" });
        hero.linearVelocity = { x: -speed * Math.sin(angle), y: speed * Math.cos(angle) };
        run(world, 1.4 / speed, () => {}, 0.2 / speed > 1 / 60 ? 1 / 60 : 0.2 / speed);
        expect(height()).toBeCloseTo(0.75, 2);
        expect(Math.hypot(hero.linearVelocity.x, hero.linearVelocity.y)).toBeCloseTo(speed, 5);
        world.dispose();
      }
    }
  });

  it("a hero that grows while it rises goes on as it did", () => {
    for (const speed of [0.06, 0.2, 1, 5]) {
      const { world, hero } = scene(engine, 0.53, { pull: "none" });
      hero.linearVelocity = { x: 0, y: speed };
      world.step();
      hero.shapes[0]!.setGeometry(box(1.02, 1.02));
      world.step();
      expect(hero.linearVelocity.y).toBeCloseTo(speed, 6);
      world.dispose();
    }
    for (const speed of [0.3, 0.6]) {
      const { world, hero } = scene(engine, 0.5, {});
      hero.linearVelocity = { x: 0, y: speed };
      run(world, 1); // turns back inside, and falls out again
      expect(hero.y).toBeLessThan(-2);
      world.dispose();
    }
  });
});
