import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

const [[, { World, box, circle }]] = BUILDS as [(typeof BUILDS)[number]];

function falling(options = {}) {
  const world = new World({ gravity: { x: 0, y: -10 }, ...options });
  const ball = world.createBody({ type: "dynamic", position: { x: 0, y: 100 }, angularVelocity: 2, shape: box(1, 2) });
  return { world, ball };
}

describe("interpolated poses", () => {
  it("lie on the line from the pose before the last step to the one after it", () => {
    const { world, ball } = falling();
    world.interpolate();
    for (let frame = 0; frame < 50; frame++) {
      const alpha = world.advance(0.37 / 60);
      expect(world.alpha).toBe(alpha);
      const { x, y, angle } = ball.interpolated();
      const all = world.interpolate();
      expect(all.length).toBe(4 * world.state.slots);
      expect(all[4 * ball.slot]).toBeCloseTo(x, 6);
      expect(all[4 * ball.slot + 1]).toBeCloseTo(y, 4);
      expect(Math.atan2(all[4 * ball.slot + 3]!, all[4 * ball.slot + 2]!)).toBeCloseTo(angle, 5);
    }
    // Between two known poses: those after 9 and 10 steps, at 0.25.
    const { world: exact, ball: thing } = falling();
    exact.interpolate();
    exact.advance(9 / 60);
    const from = { y: thing.y, angle: thing.angle };
    expect(exact.advance(1.25 / 60)).toBeCloseTo(0.25, 9);
    const pose = thing.interpolated();
    expect(pose.y).toBeCloseTo(from.y + 0.25 * (thing.y - from.y), 4);
    expect(pose.angle).toBeCloseTo(from.angle + 0.25 * (thing.angle - from.angle), 4);
    expect(thing.interpolated(undefined, 1).y).toBeCloseTo(thing.y, 6);
    expect(thing.interpolated(undefined, 0).y).toBeCloseTo(from.y, 6);
  });

  it("move evenly at a frame rate that is no multiple of the step rate", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const ball = world.createBody({ type: "dynamic", linearVelocity: { x: 6, y: 0 }, shape: circle(1) });
    world.interpolate();
    let last: number | undefined;
    for (let frame = 0; frame < 300; frame++) {
      world.advance(1 / 144);
      const { x } = ball.interpolated();
      if (frame > 10) {
        expect(x - last!).toBeCloseTo(6 / 144, 4);
      }
      last = x;
    }
  });

  it("are the current poses for bodies moved, created or restored since the step", () => {
    const { world, ball } = falling();
    const out = new Float32Array(64);
    world.interpolate(out);
    world.advance(1.5 / 60);
    ball.setTransform({ x: 50, y: -3 }, 1);
    const late = world.createBody({ type: "dynamic", position: { x: 7, y: 8 }, shape: circle(1) });
    expect(world.interpolate(out)).toBe(out);
    expect([out[4 * ball.slot], out[4 * ball.slot + 1]]).toEqual([50, -3]);
    expect(late.interpolated()).toEqual({ x: 7, y: 8, angle: 0 });
    const saved = world.snapshot();
    world.advance(3 / 60);
    world.restore(saved);
    expect(ball.interpolated()).toMatchObject({ x: 50, y: -3 });
    late.destroy();
    const heir = world.createBody({ type: "dynamic", position: { x: -1, y: 2 }, shape: circle(1) });
    expect(heir.slot).toBe(late.slot);
    expect(heir.interpolated()).toMatchObject({ x: -1, y: 2 });
  });

  it("do not affect the hash, and refuse arrays that cannot hold them", () => {
    const [{ world: plain }, { world: asked }] = [falling(), falling()];
    asked.interpolate();
    for (let frame = 0; frame < 60; frame++) {
      plain.advance(1 / 50);
      asked.advance(1 / 50);
      asked.interpolate();
    }
    expect(asked.hash()).toBe(plain.hash());
    for (const out of [new Float32Array(3), [], "out", new Float64Array(99)]) {
      expect(() => asked.interpolate(out as Float32Array)).toThrow(expect.objectContaining({ code: "out-of-range" }));
    }
    expect(() => asked.interpolate(undefined, NaN)).toThrow(expect.objectContaining({ name: "PhysicsError" }));
    asked.dispose();
    expect(() => asked.interpolate()).toThrow(expect.objectContaining({ code: "disposed" }));
  });
});

describe("a paused world", () => {
  it("stands still, takes single steps, and does not catch up later", () => {
    const { world, ball } = falling();
    world.advance(2.5 / 60);
    world.paused = true;
    const { y } = ball;
    expect(world.advance(10)).toBeCloseTo(0.5, 9);
    expect(ball.y).toBe(y);
    world.step();
    expect(ball.y).toBeLessThan(y);
    expect(world.counters.steps).toBe(3);
    world.paused = false;
    expect(world.advance(0.6 / 60)).toBeCloseTo(0.1, 9);
    expect(world.counters.steps).toBe(4);
  });
});

describe("a kinematic body led by moveTo", () => {
  it.each(BUILDS)("arrives within the step, by the shorter turn, wherever its centre of mass is (%s)", (_, engine) => {
    const world = new engine.World();
    const plate = world.createBody({
      type: "kinematic",
      position: { x: 1, y: 2 },
      angle: 3,
      shape: engine.box(4, 0.5, { center: { x: 1, y: 0 } }),
    });
    for (const [x, y, angle] of [
      [2, 2.5, -3.1],
      [2.2, 2.4, 3.1],
      [1, 1, 2.5],
    ] as const) {
      plate.moveTo({ x, y }, angle, 1 / 60);
      world.step();
      expect(plate.x).toBeCloseTo(x, 3);
      expect(plate.y).toBeCloseTo(y, 3);
      expect(Math.cos(plate.angle - angle)).toBeCloseTo(1, 4);
    }
    plate.moveTo({ x: 1, y: 1 }, undefined, 1 / 60);
    world.step();
    expect(plate.angularVelocity).toBe(0);
    expect(() => plate.moveTo({ x: 0, y: 0 }, 0, 0)).toThrow(expect.objectContaining({ name: "PhysicsError" }));
    plate.destroy();
    expect(() => plate.moveTo({ x: 0, y: 0 }, 0, 1)).toThrow(expect.objectContaining({ code: "stale-body" }));
  });

  it("carries a crate that stands on it", () => {
    const world = new World();
    const plate = world.createBody({ type: "kinematic", shape: box(6, 0.5) });
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 0.75 }, shape: box(1, 1) });
    for (let step = 1; step <= 180; step++) {
      plate.moveTo({ x: 1.5 * (1 - Math.cos(step / 60)), y: 0.01 * step }, 0, 1 / 60);
      world.step();
    }
    expect(crate.x - plate.x).toBeCloseTo(0, 1);
    expect(crate.y - plate.y).toBeCloseTo(0.75, 1);
  });
});
