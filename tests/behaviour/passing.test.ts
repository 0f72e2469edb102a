import { describe, expect, it } from "vitest";
import { box, capsule, circle, ellipse, polygon, segment, World } from "../../dist/index.js";
import { BUILDS, run, times } from "../helpers/engine.js";
import type { Body } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

const at = (x: number, y: number) => ({ x, y });
const SHAPES = {
  circle: (size: number) => circle(size),
  box: (size: number) => box(2 * size, size),
  capsule: (size: number) => capsule(size, size / 2),
  ellipse: (size: number) => ellipse(size, size / 2),
  triangle: (size: number) => polygon([at(-size, -size / 2), at(size, -size / 2), at(0, size)]),
  "rounded box": (size: number) => box(size, size, { radius: size / 4 }),
};
const NAMES = Object.keys(SHAPES) as (keyof typeof SHAPES)[];

/** A body that crosses the y axis: a random shape at 20 to 400 m/s, up to 80° from the x axis. */
function flyer(random: Random, x: number) {
  const name = random.pick(NAMES);
  const size = random.between(0.05, 0.5);
  const speed = random.between(20, 400);
  const angle = (random.between(0, 80) * Math.PI) / 180;
  return {
    story: `${name} of ${size} m at ${speed} m/s, ${(angle * 180) / Math.PI}°`,
    size,
    def: {
      type: "dynamic" as const,
      position: at(-1.5 * size - x - random.between(0.01, 8), random.between(-1, 1)),
      angle: random.between(-3, 3),
      linearVelocity: at(speed * Math.cos(angle), speed * Math.sin(angle)),
      angularVelocity: random.between(-20, 20),
      shape: SHAPES[name](size),
    },
  };
}

const thin = (random: Random, thickness: number) =>
  random.pick([
    box(thickness, 800),
    segment(at(0, -400), at(0, 400)),
    capsule(800, thickness / 2, { angle: Math.PI / 2 }),
  ]);

describe("a sensor", () => {
  it("sees every body that crosses it enter once and leave once, however fast", () => {
    const missed: string[] = [];
    for (let seed = 0; seed < times(700, 10_000); seed++) {
      const random = new Random(seed);
      const thickness = random.between(0.02, 0.2);
      const world = new World({ gravity: at(0, 0) });
      // Sometimes the flyer is the sensor, and the body that it crosses stands still.
      const carried = seed % 5 === 0;
      const gate = world.createBody({ shape: thin(random, thickness), sensor: !carried });
      const { def, story } = flyer(random, thickness / 2);
      const body = world.createBody({ ...def, sensor: carried, bullet: seed % 3 === 0 });
      let [begins, ends] = [0, 0];
      // If a step begins inside, the next step reports the end.
      for (let step = 0, rest = 2; step < 240 && rest > 0; step++, rest -= Number(body.x > 3)) {
        world.step();
        for (const { bodyA, bodyB } of world.events.sensorBegin) {
          begins += Number((carried ? bodyA : bodyB) === body && (carried ? bodyB : bodyA) === gate);
        }
        ends += world.events.sensorEnd.length;
      }
      if (begins !== 1 || ends !== 1) {
        missed.push(`seed ${seed}: ${story}: ${begins} in, ${ends} out`);
      }
      world.dispose();
    }
    expect(missed).toEqual([]);
  });

  it("so small that a body may pass beside it sees exactly those that meet it", () => {
    const wrong: string[] = [];
    let met = 0;
    for (let seed = 0; seed < times(300, 3000); seed++) {
      const random = new Random(seed);
      const world = new World({ gravity: at(0, 0) });
      const radius = random.between(0.05, 0.5);
      const gate = at(random.between(-4, 4), random.between(-1.5, 1.5));
      world.createBody({ position: gate, shape: circle(radius), sensor: true });
      const size = random.between(0.1, 0.5);
      const body = world.createBody({
        type: "dynamic",
        position: at(-6, 0),
        linearVelocity: at(random.between(100, 400), 0),
        shape: circle(size),
      });
      let begins = 0;
      for (let step = 0; step < 12 && body.x < 6; step++) {
        world.step();
        begins += world.events.sensorBegin.length;
      }
      const clear = Math.abs(gate.y) - radius - size;
      met += begins;
      if (Math.abs(clear) > 0.001 && begins !== Number(clear < 0)) {
        wrong.push(`seed ${seed}: ${begins} for a gap of ${clear} m`);
      }
      world.dispose();
    }
    expect(wrong).toEqual([]);
    expect(met).toBeGreaterThan(30);
  });

  it("sees a fast body however it became a sensor and its body became movable", () => {
    const ways: Record<string, (gate: Body) => void> = {
      "static, and stays": () => undefined,
      "made kinematic": (gate) => void (gate.type = "kinematic"),
      "made kinematic, then a sensor": (gate) => {
        gate.shapes[0].sensor = false;
        gate.type = "kinematic";
        gate.shapes[0].sensor = true;
      },
      "made dynamic": (gate) => void (gate.type = "dynamic"),
      "made dynamic, and put to sleep": (gate) => {
        gate.type = "dynamic";
        gate.awake = false;
      },
      "made dynamic and static again": (gate) => {
        gate.type = "dynamic";
        gate.type = "static";
      },
      "moved by its position": (gate) => void (gate.position = at(1, 0.1)),
    };
    const seen = Object.entries(ways).map(([name, change]) => {
      const world = new World({ gravity: at(0, 0) });
      const gate = world.createBody({ position: at(1, 0), shape: box(0.05, 2), sensor: true });
      run(world, 0.3); // lets the trees settle
      change(gate);
      world.createBody({ type: "dynamic", position: at(-1, 0), linearVelocity: at(300, 0), shape: circle(0.2) });
      let [begins, ends] = [0, 0];
      run(world, 0.05, () => {
        begins += world.events.sensorBegin.length;
        ends += world.events.sensorEnd.length;
      });
      world.dispose();
      return `${name}: ${begins} in, ${ends} out`;
    });
    expect(seen).toEqual(Object.keys(ways).map((name) => `${name}: 1 in, 1 out`));
  });

  it.each(BUILDS)(
    "reports in the order of passing if several are passed in one step, and not behind a wall (%s)",
    (_, engine) => {
      const world = new engine.World({ gravity: at(0, 0) });
      const gates = [3, 1, 2, 5].map((x) =>
        world.createBody({ position: at(x, 0), shape: engine.box(0.05, 2), sensor: true }),
      );
      world.createBody({ position: at(4, 0), shape: engine.box(0.1, 2) });
      const ball = world.createBody({ type: "dynamic", linearVelocity: at(400, 0), shape: engine.circle(0.2) });
      world.step();
      const seen = (list: readonly { bodyA: unknown; bodyB: unknown }[]): unknown[] => list.map(({ bodyA }) => bodyA);
      expect(seen(world.events.sensorBegin)).toEqual([gates[1], gates[2], gates[0]]);
      expect(seen(world.events.sensorEnd)).toEqual([gates[1], gates[2], gates[0]]);
      expect(world.events.sensorBegin.every(({ bodyB }) => bodyB === ball)).toBe(true);
      for (const [filter, count] of [
        [{ mask: 0 }, 0],
        [{ events: false }, 0],
        [{}, 3],
      ] as const) {
        const other = world.createBody({
          type: "dynamic",
          linearVelocity: at(400, 0),
          shape: engine.circle(0.2),
          ...filter,
        });
        world.step();
        expect(world.events.sensorBegin.filter(({ bodyB }) => bodyB === other)).toHaveLength(count);
        other.destroy();
      }
    },
  );

  it("is missed if the fast body or the world is not continuous", () => {
    for (const [continuous, own] of [
      [true, false],
      [false, true],
    ] as const) {
      const world = new World({ gravity: at(0, 0), continuous });
      world.createBody({ position: at(3, 0), shape: box(0.05, 2), sensor: true });
      const body = world.createBody({
        type: "dynamic",
        linearVelocity: at(400, 0),
        shape: circle(0.2),
        continuous: own,
      });
      expect(body.continuous).toBe(own);
      world.step();
      expect(world.events.sensorBegin).toHaveLength(0);
      world.settings.continuous = true;
      body.continuous = true;
      body.position = at(0, 0);
      world.step();
      expect(world.events.sensorBegin).toHaveLength(1);
    }
  });
});

describe("a bullet", () => {
  it("never passes a plate that approaches or recedes, dynamic, kinematic or itself a bullet", () => {
    const escapes: string[] = [];
    for (let seed = 0; seed < times(700, 10_000); seed++) {
      const random = new Random(seed);
      const thickness = random.between(0.02, 0.2);
      const world = new World({ gravity: at(0, 0) });
      const { def, story } = flyer(random, thickness / 2);
      const bullet = world.createBody({ ...def, bullet: true, restitution: random.pick([0, 0.5]) });
      const type = random.pick(["dynamic", "dynamic", "kinematic"] as const);
      const plate = world.createBody({
        type,
        linearVelocity: at(random.between(-300, 100), 0),
        shape: box(thickness, 800),
        density: random.pick([0.01, 1, 100]),
        bullet: type === "dynamic" && random.chance(0.5),
        fixedRotation: true,
      });
      for (let step = 0; step < 25; step++) {
        world.step();
        if (bullet.x > plate.x) {
          escapes.push(`seed ${seed}, step ${step}: ${story} through a ${type} plate of ${thickness} m`);
          break;
        }
      }
      world.dispose();
    }
    expect(escapes).toEqual([]);
  });

  it("bounces off another that it meets head on, at any phase of the step", () => {
    for (let k = 0; k < 200; k++) {
      const world = new World({ gravity: at(0, 0) });
      const shot = (x: number, v: number) =>
        world.createBody({
          type: "dynamic",
          position: at(x, 0),
          linearVelocity: at(v, 0),
          shape: circle(0.1),
          restitution: 1,
          bullet: true,
        });
      const [a, b] = [shot(-3 - 0.07 * k, 390), shot(4, -390)];
      for (let step = 0; step < 5; step++) {
        world.step();
        expect(a.x).toBeLessThan(b.x);
      }
      expect(a.linearVelocity.x).toBeLessThan(-300);
      expect(b.linearVelocity.x).toBeGreaterThan(300);
      world.dispose();
    }
  });

  it("never leaves a closed room in a swarm of two hundred, and all builds agree", () => {
    const hashes = BUILDS.map(([, engine]) => {
      const world = new engine.World({ gravity: at(0, 0) });
      const random = new Random(7);
      world.createBody({ shape: engine.chain([at(-10, -10), at(10, -10), at(10, 10), at(-10, 10)], { loop: true }) });
      const bodies = Array.from({ length: 200 }, () =>
        world.createBody({
          type: "dynamic",
          position: at(random.between(-9, 9), random.between(-9, 9)),
          linearVelocity: at(random.between(-300, 300), random.between(-300, 300)),
          shape: random.chance(0.5) ? engine.circle(0.15) : engine.box(0.3, 0.2),
          restitution: 1,
          bullet: true,
        }),
      );
      let touches = 0;
      for (let step = 0; step < 60; step++) {
        world.step();
        touches += world.events.contactBegin.length;
      }
      expect(world.validate()).toBe(0);
      expect(bodies.filter(({ x, y }) => Math.max(Math.abs(x), Math.abs(y)) > 10)).toEqual([]);
      expect(touches).toBeGreaterThan(1000);
      return world.hash();
    });
    expect(new Set(hashes).size).toBe(1);
  });
});

describe.each(BUILDS)("a swept event (%s)", (_, engine) => {
  it("reports what a fast body met, where, and when within the step, if either shape asks", () => {
    for (const asker of ["ball", "wall", "none"]) {
      const world = new engine.World({ gravity: at(0, 0) });
      const wall = world.createBody({
        position: at(4, 0),
        shape: engine.box(0.2, 4),
        events: { swept: asker === "wall" },
      });
      const ball = world.createBody({
        type: "dynamic",
        linearVelocity: at(300, 0),
        shape: engine.circle(0.1),
        events: { swept: asker === "ball" },
      });
      world.step();
      const { swept } = world.events;
      if (asker === "none") {
        expect(swept).toEqual([]);
        continue;
      }
      expect(swept).toHaveLength(1);
      const [event] = swept as [(typeof swept)[number]];
      expect([event.bodyA, event.bodyB, event.shapeB]).toEqual([ball, wall, wall.shapes[0]]);
      expect(event.point.x).toBeCloseTo(3.9, 2);
      expect(event.normal.x).toBeCloseTo(1, 3);
      expect(event.fraction).toBeCloseTo(3.8 / 5, 2);
      expect(event.speed).toBeCloseTo(300, -1);
      world.step();
      expect(world.events.swept).toEqual([]);
    }
  });

  it("reports a bullet's earliest hit among moving bodies", () => {
    const world = new engine.World({ gravity: at(0, 0) });
    const plate = (x: number) =>
      world.createBody({
        type: "dynamic",
        position: at(x, 0),
        linearVelocity: at(-200, 0),
        shape: engine.box(0.05, 4),
      });
    plate(2.5);
    const near = plate(2);
    const shot = world.createBody({
      type: "dynamic",
      linearVelocity: at(200, 0),
      shape: engine.circle(0.1),
      bullet: true,
      events: { swept: true },
    });
    world.step();
    const [event] = world.events.swept as [(typeof world.events.swept)[number]];
    expect([event.bodyA, event.bodyB]).toEqual([shot, near]);
    expect((event.fraction * 400) / 60).toBeCloseTo(1.875, 1);
    expect(shot.x).toBeLessThan(near.x);
  });
});
