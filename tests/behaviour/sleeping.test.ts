import { describe, expect, it } from "vitest";
import { box, circle, World } from "../../dist/index.js";
import { DT, run, type Body } from "../helpers/engine.js";

function ground(world: InstanceType<typeof World>): Body {
  return world.createBody({ position: { x: 0, y: -1 }, shape: box(100, 2) });
}

function crate(world: InstanceType<typeof World>, x: number, y: number): Body {
  return world.createBody({ type: "dynamic", position: { x, y }, shape: box(1, 1) });
}

function rested(): { world: InstanceType<typeof World>; floor: Body; low: Body; high: Body } {
  const world = new World();
  const floor = ground(world);
  const low = crate(world, 0, 0.5);
  const high = crate(world, 0, 1.5);
  run(world, 3);
  expect(low.awake || high.awake).toBe(false);
  return { world, floor, low, high };
}

describe("falling asleep", () => {
  it("a stack of 30 falls asleep standing", () => {
    const world = new World();
    ground(world);
    const stack = Array.from({ length: 30 }, (_, i) => crate(world, 0, 0.5 + i));
    run(world, 20);
    expect(world.counters.awake).toBe(0);
    expect(stack[29]!.y).toBeGreaterThan(29);
    expect(Math.abs(stack[29]!.x)).toBeLessThan(0.1);
  });

  it("a pyramid of base 40 falls asleep standing", () => {
    const world = new World();
    ground(world);
    let top: Body | undefined;
    for (let row = 0; row < 40; row++) {
      for (let i = 0; i < 40 - row; i++) {
        top = crate(world, (i - (40 - row) / 2) * 1.05, 0.5 + row);
      }
    }
    run(world, 12);
    expect(world.counters.awake).toBe(0);
    expect(top!.y).toBeGreaterThan(39);
  });

  it("a step of a sleeping world changes no bit, moves no body and causes no event", () => {
    const { world } = rested();
    const before = world.hash();
    for (let step = 0; step < 300; step++) {
      world.step(DT);
      expect(world.moved.length).toBe(0);
      expect(world.events.contactBegin.length + world.events.contactEnd.length + world.events.sleep.length).toBe(0);
    }
    expect(world.hash()).toBe(before);
    expect(world.counters.islands).toBe(0);
  });

  it("twenty thousand sleeping bodies do not slow down a hundred awake ones", { retry: 3 }, () => {
    const fastest = (asleep: number): number => {
      const best: number[] = [];
      for (let round = 0; round < 4; round++) {
        const world = new World({ capacity: asleep + 200 });
        ground(world);
        for (let i = 0; i < 100; i++) {
          crate(world, 1.1 * (i % 10), 1 + 1.2 * Math.floor(i / 10));
        }
        const positions = Float32Array.from({ length: 2 * asleep }, (_, i) => (i % 2 ? 3 * (i % 401) : 60 + (i % 997)));
        world.createBodies({ count: asleep, type: "dynamic", awake: false, positions, shape: circle(0.1), mask: 0 });
        world.step(DT);
        for (let step = 0; step < 40; step++) {
          const start = performance.now();
          world.step(DT);
          const time = performance.now() - start;
          best[step] = Math.min(best[step] ?? time, time);
        }
      }
      return best.reduce((sum, time) => sum + time, 0);
    };
    fastest(0);
    expect(fastest(20_000) / fastest(0)).toBeLessThan(2);
  });

  it("an event reports each body that falls asleep, once", () => {
    const world = new World();
    ground(world);
    const bodies = [crate(world, 0, 0.5), crate(world, 0, 1.5)];
    const told: string[] = [];
    const watch = (): void => {
      for (const { body, asleep } of world.events.sleep) {
        told.push(`${bodies.indexOf(body!)} ${asleep}`);
      }
    };
    run(world, 3, watch);
    expect(told.sort()).toEqual(["0 true", "1 true"]);
    bodies[0]!.wake();
    expect(bodies[1]!.awake).toBe(true);
  });

  it("with sleeping off nothing sleeps, and a body that may not sleep keeps its island awake", () => {
    const world = new World({ sleeping: false });
    ground(world);
    crate(world, 0, 0.5);
    run(world, 3);
    expect(world.counters.awake).toBe(1);
    const other = new World();
    ground(other);
    const low = crate(other, 0, 0.5);
    const high = crate(other, 0, 1.5);
    const alone = crate(other, 5, 0.5);
    high.sleep = false;
    run(other, 3);
    expect([low.awake, high.awake, alone.awake]).toEqual([true, true, false]);
  });
});

describe("waking", () => {
  const wakers: Record<string, (scene: ReturnType<typeof rested>) => void> = {
    "an impulse": ({ low }) => low.applyImpulse({ x: 0.1, y: 0 }),
    "an angular impulse": ({ low }) => low.applyAngularImpulse(0.1),
    "a force": ({ low }) => low.applyForce({ x: 1, y: 0 }),
    "a torque": ({ low }) => low.applyTorque(1),
    "a new velocity": ({ low }) => {
      low.linearVelocity = { x: 0.1, y: 0 };
    },
    "a new spin": ({ low }) => {
      low.angularVelocity = 0.1;
    },
    "a jump": ({ low }) => {
      low.position = { x: 0.1, y: 0.5 };
    },
    "wake()": ({ low }) => low.wake(),
    "awake = true": ({ low }) => {
      low.awake = true;
    },
    "another share of gravity": ({ low }) => {
      low.gravityScale = 0.5;
    },
    "another damping": ({ low }) => {
      low.linearDamping = 0.5;
    },
    "another damping of its turns": ({ low }) => {
      low.angularDamping = 0.5;
    },
    "another mass": ({ low }) => {
      low.mass = 7;
    },
    "another density": ({ low }) => {
      low.shapes[0]!.density = 3;
    },
    "another type": ({ low }) => {
      low.type = "kinematic";
    },
    "a lock": ({ low }) => {
      low.fixedRotation = true;
    },
    "a new shape": ({ low }) => {
      low.addShape(circle(0.1));
    },
    "a joint": ({ world, floor, low }) => {
      world.createJoint({ type: "distance", bodyA: floor, bodyB: low });
    },
    "the removal of its support": ({ floor }) => {
      floor.destroy();
    },
    "the jump of its support": ({ floor }) => {
      floor.position = { x: 0, y: -5 };
    },
    "the removal of its support's shape": ({ floor }) => {
      floor.shapes[0]!.destroy();
    },
    "the removal of its neighbour": ({ high }) => {
      high.destroy();
    },
    "another friction": ({ low }) => {
      low.shapes[0]!.friction = 0;
    },
  };

  it.each(Object.entries(wakers))("%s wakes a sleeping body", (_name, wake) => {
    const scene = rested();
    wake(scene);
    scene.world.step(DT);
    expect(scene.low.awake).toBe(true);
    expect(scene.world.validate()).toBe(0);
  });

  it("a body that lands on a sleeping stack wakes all of it", () => {
    const { world, low, high } = rested();
    crate(world, 0, 4);
    let woke = false;
    run(world, 1.5, () => {
      woke ||= low.awake && high.awake;
    });
    expect(woke).toBe(true);
  });

  it("a stack whose support is taken away falls", () => {
    const { world, floor, low, high } = rested();
    floor.destroy();
    run(world, 1);
    expect(low.y).toBeLessThan(-3);
    expect(high.y).toBeLessThan(-2);
  });

  it("reading a sleeping body, and bodies that pass far away, leave it asleep", () => {
    const { world, low } = rested();
    const far = crate(world, 30, 5);
    expect(low.linearVelocity).toEqual({ x: 0, y: 0 });
    world.castRay({ x: 0, y: 9 }, { x: 0, y: -18 });
    run(world, 1);
    expect(far.awake).toBe(true);
    expect(low.awake).toBe(false);
  });
});
