// Symptom: when a joint broke, two bodies were no longer ignored, or a crate was given another mask, touches with the ground
// reported an end and a begin: contacts forgot their impulses, landings sounded, sensors counted visitors twice.
// Cause: to find the refused pair, all contacts of one body were ended.
// What must hold: touches that the change does not concern report nothing and keep their impulses; the pairs that are allowed
// from now on begin, once, and those that are not end.
import { describe, expect, it } from "vitest";
import { BUILDS, run, type Body, type Engine, type World } from "../helpers/engine.js";

interface Scene {
  world: World;
  crate: Body;
  other: Body;
  floor: Body;
}

/** Two crates that overlap by a tenth on a floor and in a sensor, held apart from colliding by `part`. */
function scene({ World, box }: Engine, part: (world: World, crate: Body, other: Body) => void): Scene {
  const world = new World();
  const floor = world.createBody({ position: { x: 0, y: -0.5 }, shape: box(20, 1) });
  world.createBody({ type: "static", shape: box(20, 6), sensor: true });
  const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: box(1, 1) });
  const other = world.createBody({ type: "dynamic", position: { x: 0.9, y: 0.5 }, shape: box(1, 1) });
  part(world, crate, other);
  run(world, 0.5);
  return { world, crate, other, floor };
}

describe.each(BUILDS)("touches of others (%s)", (_name, engine) => {
  function told(world: World): { begun: unknown[][]; ended: unknown[][]; visits: number } {
    const { contactBegin, contactEnd, sensorBegin, sensorEnd } = world.events;
    const [begun, ended] = [contactBegin, contactEnd].map((list) => list.map(({ bodyA, bodyB }) => [bodyA, bodyB]));
    return { begun: begun!, ended: ended!, visits: sensorBegin.length + sensorEnd.length };
  }

  /** The impulse that the floor gives the crate in a step. */
  function borne({ crate, floor }: Scene): number {
    for (const contact of crate.contacts) {
      if (contact.bodyA === floor || contact.bodyB === floor) {
        return contact.points.reduce((sum, p) => sum + p.normalImpulse, 0);
      }
    }
    return 0;
  }

  function meetsAfter(s: Scene, change: () => void): void {
    const before = borne(s);
    expect(before).toBeGreaterThan(0);
    change();
    expect(borne(s)).toBe(before);
    s.world.step();
    const { begun, ended, visits } = told(s.world);
    expect([ended, visits]).toEqual([[], 0]);
    expect(begun).toHaveLength(1);
    expect(new Set(begun[0])).toEqual(new Set([s.crate, s.other]));
    run(s.world, 2);
    expect(s.other.position.x - s.crate.position.x).toBeGreaterThan(0.98);
  }

  it("go on when a joint is destroyed, or lets its bodies collide", () => {
    for (const collide of [false, true]) {
      const s = scene(engine, (world, bodyA, bodyB) => {
        world.createJoint({ type: "distance", bodyA, bodyB, spring: { hertz: 1e-3, dampingRatio: 0 } });
      });
      const [joint] = s.world.joints;
      meetsAfter(s, () => {
        if (collide) {
          joint!.collide = true;
        } else {
          joint!.destroy();
        }
      });
    }
  });

  it("go on when a pair is no longer ignored", () => {
    const s = scene(engine, (world, a, b) => {
      world.ignorePair(a, b);
    });
    meetsAfter(s, () => {
      s.world.ignorePair(s.crate, s.other, false);
    });
  });

  it("go on when a filter lets others in, and when it shuts them out", () => {
    const s = scene(engine, (_world, a, b) => {
      a.shapes[0]!.group = b.shapes[0]!.group = -1;
    });
    meetsAfter(s, () => {
      s.crate.shapes[0]!.group = 0;
    });
    s.crate.shapes[0]!.group = -1;
    s.world.step();
    const { begun, ended, visits } = told(s.world);
    expect([begun, ended.length, visits]).toEqual([[], 1, 0]);
    expect(new Set(ended[0])).toEqual(new Set([s.crate, s.other]));
  });

  it("go on when it is the ground's filter that changes, and a crate it no longer holds falls", () => {
    const s = scene(engine, (world, a, b) => {
      world.ignorePair(a, b);
    });
    run(s.world, 2);
    expect(s.world.counters.awake).toBe(0);
    s.other.shapes[0]!.category = 2;
    run(s.world, 2);
    s.floor.shapes[0]!.mask = 1;
    s.world.step();
    const { ended, begun } = told(s.world);
    expect([begun, ended.length]).toEqual([[], 1]);
    run(s.world, 0.5);
    expect(s.other.position.y).toBeLessThan(0);
    expect(s.crate.position.y).toBeCloseTo(0.5, 2);
  });
});
