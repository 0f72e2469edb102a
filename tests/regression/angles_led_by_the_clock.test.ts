// Symptom: a turntable led by `moveTo(position, time, 1 / 60)` turned at 0.94 to 1.17 rad/s after ten hours, and at 0 to 1.9 after a
// hundred; the tip of a 10 m hand set by `setTransform` or `angle` was 4 cm off after a day. A motor joint led by its `angularOffset`
// did likewise, and threw in mid-game when that reached 100,000 rad, after a day.
// Cause: the angle given was rounded to 32 bits with its whole turns, although the core uses only its direction.
// What must hold: the number of whole turns changes nothing wherever an angle is not counted over turns. Within four turns angles
// are taken as they are, and anything that is not a finite number is refused as before.
import { describe, expect, it } from "vitest";
import type { ShapeGeometry } from "../../dist/index.js";
import { BUILDS, DT, run, type Body, type Engine, type World } from "../helpers/engine.js";

const TURN = 2 * Math.PI;
const NONE = { x: 0, y: 0 };

/** An angle less its whole turns, from −π to π. */
const less = (angle: number): number => angle - TURN * Math.round(angle / TURN);

/** Every way to set an angle of which only the direction counts, and the angle that is read back. */
const DOORS: Record<string, (engine: Engine, world: World, angle: number) => number> = {
  angle: (engine, world, angle) => Object.assign(plate(engine, world), { angle }).angle,
  setTransform: (engine, world, angle) => {
    const body = plate(engine, world);
    body.setTransform({ x: 1, y: 0 }, angle);
    return body.angle;
  },
  setTransforms: (engine, world, angle) => {
    const body = plate(engine, world);
    world.setTransforms([body.id], [1, 0, angle]);
    return body.angle;
  },
  createBody: ({ box }, world, angle) => world.createBody({ angle, shape: box(2, 1) }).angle,
  createBodies: ({ box }, world, angle) => {
    const [id] = world.createBodies({ count: 1, positions: [0, 0], angles: [angle], shape: box(2, 1) });
    return world.body(id!)!.angle;
  },
  moveTo: (engine, world, angle) => {
    const body = plate(engine, world);
    body.moveTo(NONE, angle, DT);
    return body.angularVelocity * DT;
  },
  "a shape": ({ box }, world, angle) => shapeAngle(world.createBody({ shape: box(2, 1, { angle }) })),
  "a shape as a plain object": (_, world, angle) =>
    shapeAngle(world.createBody({ shape: { type: "capsule", length: 2, radius: 0.5, angle } as never })),
  "a field": ({ box }, world, angle) => world.createField({ type: "area", region: box(2, 1), angle }).angle,
  "a field's angle": ({ box }, world, angle) =>
    Object.assign(world.createField({ type: "area", region: box(2, 1) }), { angle }).angle,
  "a motor joint": (engine, world, angularOffset) =>
    world.createJoint({ type: "motor", ...pair(engine, world), angularOffset }).angularOffset!,
  "a motor joint's angularOffset": (engine, world, angularOffset) => {
    const joint = world.createJoint({ type: "motor", ...pair(engine, world) });
    return Object.assign(joint, { angularOffset }).angularOffset;
  },
  "a reference": (engine, world, referenceAngle) =>
    world.createJoint({ type: "weld", ...pair(engine, world), referenceAngle }).referenceAngle,
  "a slider's referenceAngle": (engine, world, referenceAngle) =>
    Object.assign(world.createJoint({ type: "prismatic", ...pair(engine, world) }), { referenceAngle }).referenceAngle,
};

/** Those that read back the angle they were given, not a direction that follows from it. */
const KEPT = Object.keys(DOORS).filter((name) => /field|joint|reference/.test(name));

function plate({ box }: Engine, world: World): Body {
  return world.createBody({ type: "kinematic", shape: box(2, 1) });
}

function pair({ box }: Engine, world: World): { bodyA: Body; bodyB: Body } {
  return { bodyA: world.createBody({}), bodyB: world.createBody({ type: "dynamic", shape: box(2, 1) }) };
}

function shapeAngle({ shapes: [shape] }: Body): number {
  return (shape!.geometry as ShapeGeometry).angle;
}

describe.each(BUILDS)("an angle that follows the clock (%s)", (_, engine) => {
  const { World, box } = engine;
  const names = Object.keys(DOORS);
  const weightless = (): World => new World({ gravity: NONE });

  it.each([0, 20, 3600, 36_000, 360_000, 1e7])("turns a body at its speed by moveTo after %i s", (start) => {
    const world = weightless();
    const table = world.createBody({ type: "kinematic", angle: less(start), shape: box(4, 4) });
    for (let k = 1; k <= 600; k++) {
      table.moveTo(NONE, start + k * DT, DT);
      expect(Math.abs(table.angularVelocity - 1)).toBeLessThan(2e-4);
      world.step();
    }
    expect(Math.abs(less(table.angle - start - 10))).toBeLessThan(1e-6);
  });

  it.each([0, 20, 3600, 36_000, 99_998, 1e6])("turns a body at its speed by a motor joint after %i s", (start) => {
    const world = weightless();
    const bodyB = world.createBody({ type: "dynamic", angle: less(start), shape: box(4, 4), angularVelocity: 1 });
    const joint = world.createJoint({
      type: "motor",
      bodyA: world.createBody({}),
      bodyB,
      angularOffset: start,
      maxTorque: 1e4,
    });
    run(world, 10, (time) => {
      joint.angularOffset = start + time + DT;
      if (time > 0.5) {
        expect(Math.abs(bodyB.angularVelocity - 1), `after ${time} s`).toBeLessThan(1e-3);
        expect(Math.abs(less(bodyB.angle - start - time)), `after ${time} s`).toBeLessThan(1e-3);
      }
    });
  });

  it.each(names)("keeps its direction to 32 bits: %s", (name) => {
    const world = weightless();
    for (const angle of [1, 26, -1000.3, 36_000.2, -1e5 - 0.123, 1e6 + 0.3, 1e7 + 0.123]) {
      expect(Math.abs(less(DOORS[name]!(engine, world, angle) - angle)), String(angle)).toBeLessThan(1e-6);
    }
  });

  it.each(KEPT)("is kept unchanged within four turns: %s", (name) => {
    for (const angle of [0, 3.5, -3.5, TURN, 25, -25]) {
      expect(DOORS[name]!(engine, weightless(), angle)).toBe(Math.fround(angle));
    }
  });

  it.each(names)("is refused unless it is a finite number: %s", (name) => {
    const world = weightless();
    for (const angle of [Number.NaN, Infinity, -Infinity, 1e39, "1", null]) {
      const code = typeof angle === "number" ? "not-finite" : "bad-type";
      const given = typeof angle === "string" ? `"${angle}"` : String(angle);
      const message = expect.stringContaining(` is ${given}; it must be a`) as string;
      expect(() => DOORS[name]!(engine, world, angle as number)).toThrow(expect.objectContaining({ code, message }));
    }
  });

  it("keeps its direction as that of a query's shape", () => {
    const world = weightless();
    world.createBody({ position: { x: 5, y: 0 }, shape: box(1, 40) });
    const cast = (angle: number): number =>
      world.castShape(box(2, 0.1), { x: 0, y: 0, angle }, { x: 9, y: 0 })!.fraction;
    for (const angle of [1, 26, -1000.3, 36_000.2, -1e5 - 0.123, 1e6 + 0.3, 1e7 + 0.123]) {
      expect(cast(angle), String(angle)).toBeCloseTo(cast(less(angle)), 6);
    }
    expect(() => cast(Number.NaN)).toThrow("pose.angle is NaN; it must be a finite number");
  });

  it("turns a body the shorter way in a step, whatever its whole turns", () => {
    const body = plate(engine, weightless());
    for (const turns of [0, 1, -3, 5, -5, 1000]) {
      for (const way of [3, -3]) {
        body.moveTo(NONE, turns * TURN + way, DT);
        expect(Math.abs(body.angularVelocity * DT - way), `${turns} turns`).toBeLessThan(2e-6);
      }
    }
  });

  it("takes a rotary joint past whole turns as its reference", () => {
    const world = weightless();
    const joint = world.createJoint({ type: "rotary", ...pair(engine, world) });
    for (let k = 0; k <= 1000; k++) {
      joint.referenceAngle = -0.1 * k;
      expect(joint.angle).toBeCloseTo(0.1 * k, 4);
    }
  });
});
