import { describe, expect, it } from "vitest";
import { box, circle, World } from "../../dist/index.js";
import { run } from "../helpers/engine.js";

function scene(options = {}) {
  const world = new World(options);
  const floor = world.createBody({ position: { x: 0, y: -1 }, shape: box(60, 2) });
  const low = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: box(1, 1) });
  const high = world.createBody({ type: "dynamic", position: { x: 0, y: 1.5 }, shape: box(1, 1) });
  return { world, floor, low, high };
}

describe("what keeps a body awake", () => {
  it("is undefined if the body sleeps or is static", () => {
    const { world, floor, low } = scene();
    run(world, 3);
    expect(low.whyAwake).toBeUndefined();
    expect(floor.whyAwake).toBeUndefined();
    low.destroy();
    expect(() => low.whyAwake).toThrow(expect.objectContaining({ code: "stale-body" }));
  });

  it("is the fast body of its island, with its speed", () => {
    const { world, low, high } = scene();
    run(world, 0.2);
    high.linearVelocity = { x: 0.7, y: 0 };
    const why = low.whyAwake!;
    expect(why).toMatchObject({ reason: "moving", body: high, kinematic: undefined, island: 2 });
    expect(why.speed).toBeCloseTo(0.7, 2);
    expect(why.threshold).toBeCloseTo(0.05, 6);
  });

  it("is time, if all bodies of its island are slow", () => {
    const { world, low } = scene();
    run(world, 0.3);
    const why = low.whyAwake!;
    expect(why.reason).toBe("resting");
    expect(why.rest).toBeGreaterThan(0.1);
    expect(why.rest).toBeLessThan(world.settings.timeToSleep);
  });

  it("is a body that may not sleep, or that the world's sleeping is off", () => {
    const { world, low, high } = scene();
    high.sleep = false;
    run(world, 2);
    expect(low.whyAwake).toMatchObject({ reason: "forbidden", body: high });
    world.settings.sleeping = false;
    expect(low.whyAwake).toMatchObject({ reason: "off" });
  });

  it("is a kinematic body that moves it, by a contact or by a joint", () => {
    const world = new World();
    const wheel = world.createBody({ type: "kinematic", angularVelocity: 0.05, shape: box(8, 1) });
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 1 }, shape: box(1, 1) });
    const hung = world.createBody({ type: "dynamic", position: { x: 20, y: 0 }, shape: circle(0.5) });
    world.createJoint({ type: "revolute", bodyA: wheel, bodyB: hung, anchor: { x: 0, y: 0 } });
    run(world, 2);
    expect(crate.whyAwake).toMatchObject({ reason: "kinematic", kinematic: wheel, link: "contact", body: crate });
    expect(hung.whyAwake).toMatchObject({ reason: "kinematic", kinematic: wheel, link: "joint" });
  });

  it("can be read without changing the world", () => {
    const worlds = [scene(), scene()];
    for (let step = 0; step < 120; step++) {
      worlds.forEach(({ world, low, high }, i) => {
        if (i === 1) {
          void [low.whyAwake, high.whyAwake, world.counters];
        }
        world.step();
      });
      expect(worlds[1]!.world.hash()).toBe(worlds[0]!.world.hash());
    }
  });
});

describe("sleep", () => {
  it("comes after `timeToSleep`", () => {
    for (const [timeToSleep, awake] of [
      [0.2, false],
      [5, true],
    ] as const) {
      const { world, low } = scene({ timeToSleep });
      expect(world.settings.timeToSleep).toBeCloseTo(timeToSleep, 6);
      run(world, 1);
      expect(low.awake).toBe(awake);
    }
  });

  it("that is forced takes the whole island, is reported by events, and lasts", () => {
    const { world, low, high } = scene();
    const alone = world.createBody({ type: "dynamic", position: { x: 9, y: 30 }, shape: circle(0.5) });
    run(world, 0.2);
    const { y } = alone;
    low.awake = false;
    alone.awake = false;
    expect([low.awake, high.awake, alone.awake]).toEqual([false, false, false]);
    expect(world.events.sleep.map(({ body, asleep }) => [body, asleep])).toEqual(
      expect.arrayContaining([
        [low, true],
        [high, true],
        [alone, true],
      ]),
    );
    run(world, 1);
    expect(alone.y).toBe(y);
    expect([low.awake, high.awake, alone.awake]).toEqual([false, false, false]);
    expect(world.validate()).toBe(0);
    alone.wake();
    run(world, 0.5);
    expect(alone.y).toBeLessThan(29);
  });

  const wakers: Record<string, (parts: ReturnType<typeof scene>) => void> = {
    "another filter of its support": ({ floor }) => {
      floor.shapes[0]!.mask = 0;
    },
    "another filter": ({ low }) => {
      low.shapes[0]!.category = 4;
    },
    "the removal of its shape": ({ low }) => {
      low.shapes[0]!.destroy();
    },
    "a support that becomes a sensor's": ({ floor }) => {
      floor.shapes[0]!.destroy();
      floor.addShape(box(60, 2), { sensor: true });
    },
    "a kinematic support that starts to move": ({ floor }) => {
      floor.type = "kinematic";
      floor.linearVelocity = { x: 1, y: 0 };
    },
  };
  it.each(Object.entries(wakers))("ends with %s", (_name, wake) => {
    const all = scene();
    run(all.world, 3);
    expect(all.low.awake).toBe(false);
    wake(all);
    all.world.step();
    all.world.step();
    expect(all.low.awake).toBe(true);
    expect(all.world.validate()).toBe(0);
  });

  it("ends when a joint that held the body is destroyed", () => {
    const world = new World();
    const hook = world.createBody({});
    const ball = world.createBody({ type: "dynamic", position: { x: 0, y: -2 }, shape: circle(0.5), linearDamping: 5 });
    const rod = world.createJoint({ type: "distance", bodyA: hook, bodyB: ball });
    run(world, 4);
    expect(ball.awake).toBe(false);
    rod.destroy();
    run(world, 0.5);
    expect(ball.y).toBeLessThan(-2.5);
  });
});
