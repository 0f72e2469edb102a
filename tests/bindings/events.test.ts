import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("events (%s)", (_, { World, box, circle }) => {
  it("report the beginning and the end of a contact, with the objects and their ids", () => {
    const world = new World();
    const ground = world.createBody({ shape: box(10, 1) });
    const ball = world.createBody({ type: "dynamic", position: { x: 0, y: 1.1 }, shape: circle(0.5), restitution: 0 });
    let begun = 0;
    for (let step = 0; step < 60; step++) {
      world.step();
      for (const touch of world.events.contactBegin) {
        begun++;
        expect(new Set([touch.bodyA, touch.bodyB])).toEqual(new Set([ground, ball]));
        expect(touch.bodyA!.id).toBe(touch.bodyIdA);
        expect(touch.shapeB!.id).toBe(touch.shapeIdB);
        expect(touch.shapeA!.body).toBe(touch.bodyA);
      }
    }
    expect(begun).toBe(1);
    expect(ball.contacts.length).toBe(1);
    expect(ball.contacts[0]).toMatchObject({ bodyIdA: expect.any(Number) as number });
    ball.position = { x: 0, y: 5 };
    expect(world.events.contactEnd.length).toBe(0);
    world.step();
    expect(world.events.contactEnd.length).toBe(1);
    expect(ball.contacts).toEqual([]);
  });

  describe("that calls between steps cause", () => {
    /** A ball on the ground and in a sensor, after some steps. */
    function resting() {
      const world = new World();
      world.createBody({ position: { x: 0, y: -1 }, shape: box(10, 2) });
      world.createBody({ shape: box(4, 4), sensor: true });
      const ball = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: circle(0.5) });
      for (let step = 0; step < 5; step++) {
        world.step();
      }
      return { world, ball };
    }
    const told = (world: InstanceType<typeof World>): number[] => {
      const { contactEnd, sensorEnd, sleep } = world.events;
      return [contactEnd.length, sensorEnd.length, sleep.length];
    };

    it("are still there after the next step for those who read only then", () => {
      const { world, ball } = resting();
      ball.destroy();
      world.step();
      expect(told(world)).toEqual([1, 1, 0]);
      const [end] = world.events.contactEnd;
      expect([end!.bodyIdA, end!.bodyIdB]).toContain(ball.id);
      expect([end!.bodyA, end!.bodyB]).toContain(undefined);
      world.step();
      expect(told(world)).toEqual([0, 0, 0]);
    });

    it("are gone after the next step for those who read at once", () => {
      const { world, ball } = resting();
      expect(told(world)).toEqual([0, 0, 0]);
      ball.destroy();
      expect(told(world)).toEqual([1, 1, 0]);
      expect(told(world)).toEqual([1, 1, 0]);
      world.step();
      expect(told(world)).toEqual([0, 0, 0]);
    });

    it("come before those of the step, which are not repeated later", () => {
      const { world, ball } = resting();
      const other = world.createBody({ type: "dynamic", position: { x: 3, y: 0.5 }, shape: circle(0.5) });
      world.step();
      world.step();
      other.linearVelocity = { x: 0, y: 100 };
      world.step();
      ball.destroy();
      world.step(); // in this step the other ball is found to have left
      const ends = world.events.contactEnd.map(({ bodyIdA, bodyIdB }) => Math.max(bodyIdA, bodyIdB));
      expect(ends).toEqual([ball.id, other.id]);
      expect(world.events.raw("contactEnd").count).toBe(1);
      world.step();
      expect(told(world)[0]).toBe(0);
    });

    it("are forgotten on a restore, and those of several calls add up only until they are read", () => {
      const { world, ball } = resting();
      const saved = world.snapshot();
      ball.awake = false;
      expect(world.events.sleep.length).toBe(1);
      ball.awake = true;
      world.step(0);
      expect(world.events.sleep.map(({ asleep }) => asleep)).toEqual([false]);
      ball.destroy();
      world.restore(saved);
      expect(told(world)).toEqual([0, 0, 0]);
      world.step();
      expect(told(world)).toEqual([0, 0, 0]);
    });
  });

  it("may be read in any way, and while the world is changed", () => {
    const world = new World();
    world.createBody({ shape: box(100, 1) });
    const balls = Array.from({ length: 20 }, (_, i) =>
      world.createBody({ type: "dynamic", position: { x: 2 * i - 20, y: 1.01 }, shape: circle(0.5) }),
    );
    const seen: number[] = [];
    for (let step = 0; step < 60 && seen.length < 20; step++) {
      world.step();
      const { contactBegin } = world.events;
      expect(contactBegin).toBe(world.events.contactBegin);
      expect([...contactBegin].length).toBe(contactBegin.length);
      for (let i = 0; i < contactBegin.length; i++) {
        const touch = contactBegin[i]!;
        const ball = touch.bodyA!.type === "dynamic" ? touch.bodyA! : touch.bodyB!;
        seen.push(ball.id);
        ball.destroy();
        world.createBody({ type: "dynamic", position: { x: 0, y: 50 + seen.length * 3 }, shape: circle(1) });
      }
      // destroying them ended their contacts: reported at once, with ids only
      const { contactEnd } = world.events;
      expect(contactEnd.length).toBe(contactBegin.length);
      for (const touch of contactEnd) {
        expect([touch.bodyA, touch.bodyB]).toContain(undefined);
        expect(seen).toContain(touch.bodyA === undefined ? touch.bodyIdA : touch.bodyIdB);
      }
    }
    expect(new Set(seen)).toEqual(new Set(balls.map((ball) => ball.id)));
  });

  it("report hits with point, normal, speed and impulse if a shape asks", () => {
    const world = new World();
    world.createBody({ position: { x: 0, y: -1 }, shape: box(10, 2) });
    world.createBody({ type: "dynamic", position: { x: 0, y: 3 }, shape: circle(0.5), events: { hit: true } });
    const hits = [];
    for (let step = 0; step < 90; step++) {
      world.step();
      hits.push(...world.events.hit);
    }
    expect(hits.length).toBe(1);
    const [hit] = hits;
    expect(hit!.speed).toBeCloseTo(Math.sqrt(2 * 10 * 2.5), 0);
    expect(hit!.point.y).toBeCloseTo(0, 1);
    expect(Math.abs(hit!.normal.y)).toBeCloseTo(1, 4);
    expect(hit!.impulse).toBeGreaterThan(0);
  });

  it("report which bodies enter and leave a sensor", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const gate = world.createBody({ shape: box(1, 4), sensor: true });
    const ball = world.createBody({
      type: "dynamic",
      position: { x: -3, y: 0 },
      linearVelocity: { x: 6, y: 0 },
      shape: circle(0.25),
    });
    const told: string[] = [];
    for (let step = 0; step < 60; step++) {
      world.step();
      for (const touch of world.events.sensorBegin) {
        expect([touch.bodyA, touch.bodyB]).toEqual([gate, ball]);
        told.push("in");
      }
      for (const touch of world.events.sensorEnd) {
        expect([touch.bodyA, touch.bodyB]).toEqual([gate, ball]);
        told.push("out");
      }
    }
    expect(told).toEqual(["in", "out"]);
    expect(ball.x).toBeCloseTo(3, 1);
  });

  it("report a body that falls asleep", () => {
    const world = new World();
    world.createBody({ position: { x: 0, y: -1 }, shape: box(10, 2) });
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: box(1, 1) });
    const told: boolean[] = [];
    for (let step = 0; step < 200; step++) {
      world.step();
      for (const event of world.events.sleep) {
        expect(event.body).toBe(crate);
        told.push(event.asleep);
      }
    }
    expect(told).toEqual([true]);
    expect(crate.awake).toBe(false);
    crate.applyImpulse({ x: 0, y: 3 });
    expect(crate.awake).toBe(true);
  });

  it("report joints that break", () => {
    const world = new World();
    const hook = world.createBody({});
    const load = world.createBody({ type: "dynamic", position: { x: 0, y: -2 }, shape: box(1, 1), density: 10 });
    const rod = world.createJoint({ type: "distance", bodyA: hook, bodyB: load, breakForce: 50 });
    const broken = [];
    for (let step = 0; step < 30; step++) {
      world.step();
      broken.push(...world.events.jointBreak);
    }
    expect(broken.length).toBe(1);
    expect(broken[0]!.joint).toBe(rod);
    expect(broken[0]!.jointId).toBe(rod.id);
    expect(broken[0]!.bodyA).toBe(hook);
    expect(broken[0]!.bodyB).toBe(load);
    expect(rod.alive).toBe(false);
    expect(load.y).toBeLessThan(-2.1);
  });
});

describe.each(BUILDS)("raw events (%s)", (_, { World, box, circle }) => {
  it("hold the same values as the objects, word for word", () => {
    const world = new World({ events: { hit: true } });
    world.createBody({ shape: box(40, 1) });
    world.createBody({ position: { x: 0, y: 2 }, shape: box(40, 1), sensor: true });
    for (let i = 0; i < 5; i++) {
      world.createBody({ type: "dynamic", position: { x: 3 * i, y: 4 + i }, shape: circle(0.5), restitution: 0.5 });
    }
    const seen = { contactBegin: 0, contactEnd: 0, sensorBegin: 0, sensorEnd: 0, hit: 0, sleep: 0 };
    for (let step = 0; step < 400; step++) {
      world.step();
      const { events } = world;
      for (const kind of ["contactBegin", "contactEnd", "sensorBegin", "sensorEnd"] as const) {
        const { count, stride, u32 } = events.raw(kind);
        const list = events[kind];
        expect(count).toBe(list.length);
        seen[kind] += count;
        expect([...u32]).toEqual(list.flatMap((e) => [e.bodyIdA, e.bodyIdB, e.shapeIdA, e.shapeIdB]));
        expect(stride).toBe(4);
      }
      const { count, stride, f32 } = events.raw("hit");
      seen.hit += count;
      expect(count).toBe(events.hit.length);
      events.hit.forEach(({ point, normal, speed, impulse }, i) => {
        const words = [...f32.subarray(i * stride + 4, (i + 1) * stride)].map((word) => word + 0); // the objects have no −0
        expect(words).toEqual([point.x, point.y, normal.x, normal.y, speed, impulse]);
        expect(speed).toBeGreaterThan(1);
        expect(impulse).toBeGreaterThan(0);
        expect(Math.abs(point.y - 0.5)).toBeLessThan(0.3);
        expect(Math.abs(normal.y)).toBeCloseTo(1, 5);
      });
      const sleeps = events.raw("sleep");
      seen.sleep += sleeps.count;
      expect([...sleeps.u32]).toEqual(events.sleep.flatMap(({ bodyId, asleep }) => [bodyId, asleep ? 1 : 0]));
    }
    expect(Object.entries(seen).filter(([, count]) => count === 0)).toEqual([]);
    expect(world.events.raw("jointBreak").count).toBe(0);
    for (const kind of ["touch", "constructor", Object.create(null), Symbol("hit"), undefined]) {
      expect(() => world.events.raw(kind as never)).toThrow(expect.objectContaining({ code: "bad-type" }));
    }
  });

  it("follow the world's default if a shape does not set its own", () => {
    for (const [events, own, begins] of [
      [false, undefined, 0],
      [false, true, 1],
      [undefined, undefined, 1],
      [{ contact: false }, undefined, 0],
      [true, { contact: false }, 0],
    ] as const) {
      const world = new World({ events });
      world.createBody({ shape: box(40, 1), events: true });
      world.createBody({ type: "dynamic", position: { x: 0, y: 0.99 }, shape: circle(0.5), events: own });
      let count = 0;
      for (let step = 0; step < 30; step++) {
        world.step();
        count += world.events.contactBegin.length;
      }
      expect(count).toBe(begins);
    }
    expect(() => new World({ events: "all" as never })).toThrow(expect.objectContaining({ code: "bad-type" }));
  });

  it("include sensors and visitors of every body type, unless both are static", () => {
    for (const sensorType of ["static", "kinematic", "dynamic"] as const) {
      for (const visitorType of ["static", "kinematic", "dynamic"] as const) {
        const world = new World({ gravity: { x: 0, y: 0 } });
        const zone = world.createBody({ type: sensorType, shape: circle(1), sensor: true });
        const visitor = world.createBody({ type: visitorType, position: { x: -3, y: 0 }, shape: circle(0.5) });
        const moves = visitorType === "static" ? zone : visitor;
        if (sensorType !== "static" || visitorType !== "static") {
          moves.linearVelocity = { x: visitorType === "static" ? -6 : 6, y: 0 };
        }
        let begins = 0;
        let ends = 0;
        for (let step = 0; step < 90; step++) {
          world.step();
          for (const { bodyA, bodyB } of world.events.sensorBegin) {
            expect([bodyA, bodyB]).toEqual([zone, visitor]);
            begins++;
          }
          ends += world.events.sensorEnd.length;
        }
        const comes = sensorType !== "static" || visitorType !== "static" ? 1 : 0;
        expect([sensorType, visitorType, begins, ends]).toEqual([sensorType, visitorType, comes, comes]);
      }
    }
  });

  it("may be read while the world is changed, and objects outlive the next step", () => {
    const world = new World();
    const floor = world.createBody({ shape: box(40, 1) });
    for (let i = 0; i < 20; i++) {
      world.createBody({ type: "dynamic", position: { x: i, y: 1.2 }, shape: circle(0.4) });
    }
    let read = 0;
    for (let step = 0; step < 60; step++) {
      world.step();
      for (const touch of world.events.contactBegin) {
        read++;
        const ball = touch.bodyA === floor ? touch.bodyB : touch.bodyA;
        ball?.destroy();
        for (let k = 0; k < 50; k++) {
          world.createBody({ type: "dynamic", position: { x: 100 + 2 * k, y: 2 * read }, shape: circle(0.5) });
        }
        expect(touch.bodyIdA + touch.bodyIdB).toBeGreaterThan(0);
      }
    }
    const kept = world.events.contactBegin;
    const copy = [...kept];
    world.step();
    expect(kept).toEqual(copy);
    expect(read).toBe(20);
    expect(world.events.lost).toBe(0);
  });
});
