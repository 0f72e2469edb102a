// Overlapping parts of one machine, such as a ragdoll's thighs, hold back their push, not the machine: it used to fall, slide and be
// towed at no more than `contactPushSpeed`.
import { describe, expect, it } from "vitest";
import { box, circle } from "../../dist/index.js";
import { BUILDS, type Body, type World } from "../helpers/engine.js";

/** A bar with two balls welded to it that overlap by 0.4 m forever; they do not touch the bar. */
function machine(world: World, x: number, y: number): { bar: Body; balls: Body[] } {
  const bar = world.createBody({ type: "dynamic", position: { x, y }, shape: box(1, 0.2), mask: 1, category: 2 });
  const balls = [-0.3, 0.3].map((side) => {
    const anchor = { x: x + side, y };
    const ball = world.createBody({ type: "dynamic", position: anchor, shape: circle(0.5), friction: 0 });
    world.createJoint({ type: "weld", bodyA: bar, bodyB: ball, anchor });
    return ball;
  });
  return { bar, balls };
}

describe.each(BUILDS)("a machine whose parts overlap (%s)", (_, { World: BuildWorld }) => {
  it("falls as fast as any body", () => {
    const world = new BuildWorld({ gravity: { x: 0, y: -10 } }) as World;
    const { bar } = machine(world, 0, 0);
    for (let step = 0; step < 180; step++) {
      world.step();
    }
    expect(bar.linearVelocity.y).toBeCloseTo(-30, 3);
    expect(bar.y).toBeLessThan(-44);
  });

  it("slides down a slope as far as one without friction does", () => {
    const world = new BuildWorld({ gravity: { x: 0, y: -10 } }) as World;
    const angle = -0.4;
    const along = { x: Math.cos(angle), y: Math.sin(angle) };
    world.createBody({ type: "static", angle, shape: box(200, 1, { center: { x: 50, y: -1.01 } }), friction: 0 });
    const { bar } = machine(world, 0, 0);
    for (let step = 0; step < 180; step++) {
      world.step();
    }
    const way = bar.x * along.x + bar.y * along.y;
    expect(way / (0.5 * 10 * Math.sin(-angle) * 9)).toBeGreaterThan(0.97);
  });

  it("is towed as fast as its tug", () => {
    const world = new BuildWorld({ gravity: { x: 0, y: 0 } }) as World;
    const { bar, balls } = machine(world, 0, 0);
    const tug = world.createBody({ type: "dynamic", position: { x: 4, y: 0 }, shape: box(2, 2), density: 10 });
    world.createJoint({ type: "rope", bodyA: tug, bodyB: balls[1]!, length: 3.7 });
    for (let step = 0; step < 240; step++) {
      tug.applyForce({ x: 200, y: 0 });
      world.step();
    }
    const speed = (200 * 4) / (tug.mass + bar.mass + balls[0]!.mass + balls[1]!.mass);
    expect(bar.linearVelocity.x / speed).toBeGreaterThan(0.95);
  });
});
