import { describe, expect, it } from "vitest";
import * as scree from "../../dist/index.js";
import { buildBridge, buildChain, buildRagdoll, buildSoftBody } from "../../examples/builders/index.mjs";
import { run } from "../helpers/engine.js";

const { World, box, circle } = scree;

function flat() {
  const world = new World();
  world.createBody({ position: { x: 0, y: -1 }, shape: box(100, 2) });
  return world;
}

/** How far apart the two anchors of a joint are (m). */
function gap(joint: scree.Joint): number {
  const a = joint.bodyA.toWorld(joint.anchorA);
  const b = joint.bodyB.toWorld(joint.anchorB);
  return Math.hypot(a.x - b.x, a.y - b.y);
}

describe("structures made of bodies and joints", () => {
  it("a chain with a weight hangs straight down in one piece", () => {
    const world = new World();
    const hook = world.createBody({});
    const weight = world.createBody({ type: "dynamic", position: { x: 4.3, y: 0 }, shape: circle(0.3), density: 10 });
    const { bodies, joints } = buildChain(scree, world, {
      from: { x: 0, y: 0 },
      to: { x: 4, y: 0 },
      start: hook,
      end: weight,
    });
    expect([bodies.length, joints.length]).toEqual([12, 13]);
    weight.linearDamping = 1;
    run(world, 12, () => {
      for (const joint of joints) {
        expect(gap(joint)).toBeLessThan(0.1);
      }
    });
    expect(weight.x).toBeCloseTo(0, 0);
    expect(weight.y).toBeCloseTo(-4.3, 1);
  });

  it("a bridge bears the crates that stand on it", () => {
    const world = flat();
    const { bodies, joints } = buildBridge(scree, world, { from: { x: -6, y: 5 }, to: { x: 6, y: 5 } });
    const crates = [-1, 0, 1].map((x) =>
      world.createBody({ type: "dynamic", position: { x, y: 6 }, shape: box(0.8, 0.8) }),
    );
    run(world, 8);
    expect([bodies.length, joints.length]).toEqual([16, 17]);
    expect(Math.max(...joints.map(gap))).toBeLessThan(0.05);
    for (const crate of crates) {
      expect(crate.y).toBeGreaterThan(2.5);
      expect(crate.y).toBeLessThan(5.4);
    }
    expect(Math.abs(bodies[0]!.x + bodies[15]!.x)).toBeLessThan(0.3);
  });

  it("a ragdoll falls, stays in one piece, and comes to rest", () => {
    const world = flat();
    const { parts, joints, bodies } = buildRagdoll(scree, world, { position: { x: 0, y: 1 } });
    parts.head!.applyImpulse({ x: 15, y: 0 });
    run(world, 8, (time) => {
      if (time > 0.5) {
        expect(Math.max(...joints.map(gap))).toBeLessThan(0.15);
      }
    });
    expect(bodies.length).toBe(11);
    expect(parts.head!.y).toBeLessThan(1.3);
    for (const body of bodies) {
      expect(body.y).toBeGreaterThan(0);
      const { x, y } = body.linearVelocity;
      expect(Math.hypot(x, y)).toBeLessThan(0.5);
    }
  });

  it("a soft body gives way, keeps its shape and stands up again", () => {
    const world = flat();
    const { bodies } = buildSoftBody(scree, world, { position: { x: 0, y: 3 } });
    const height = (): number => Math.max(...bodies.map((b) => b.y)) - Math.min(...bodies.map((b) => b.y));
    const round = height();
    let least = round;
    run(world, 3, () => {
      least = Math.min(least, height());
    });
    expect(least).toBeLessThan(0.95 * round);
    expect(height()).toBeGreaterThan(0.6 * round);
    expect(height()).toBeLessThan(1.1 * round);
  });
});
