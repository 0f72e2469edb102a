import { describe, expect, it } from "vitest";
import { box, capsule, circle, World } from "../../dist/index.js";
import { run, times, type Body } from "../helpers/engine.js";

type Joint = NonNullable<ReturnType<World["joint"]>>;

/** How far the anchors of a joint have come apart (m). */
function gap(joint: Joint): number {
  const p = joint.bodyA.toWorld(joint.anchorA);
  const q = joint.bodyB.toWorld(joint.anchorB);
  return Math.hypot(p.x - q.x, p.y - q.y);
}

function gaps(joints: Joint[]): { mean: number; worst: number } {
  const all = joints.map(gap);
  return { mean: all.reduce((sum, one) => sum + one, 0) / all.length, worst: Math.max(...all) };
}

/** A row of planks of 1 m, pinned end to end from the origin on. */
function row(world: World, count: number, spacing = 1): { ground: Body; last: Body; joints: Joint[] } {
  const ground = world.createBody({ type: "static" });
  const joints: Joint[] = [];
  let last = ground;
  for (let i = 0; i < count; i++) {
    const link = world.createBody({
      type: "dynamic",
      position: { x: spacing * (i + 0.5), y: 0 },
      shape: box(1, 0.25),
    });
    const anchorA = { x: i === 0 ? 0 : 0.5, y: 0 };
    joints.push(world.createJoint({ type: "revolute", bodyA: last, bodyB: link, anchorA, anchorB: { x: -0.5, y: 0 } }));
    last = link;
  }
  return { ground, last, joints };
}

describe("many joints", () => {
  it("a cloth of pinned circles, hung from seven, keeps its anchors together to a hundredth of a link", () => {
    const world = new World({ sleeping: false });
    const count = times(50, 100);
    const joints: Joint[] = [];
    const bodies: Body[] = [];
    for (let x = 0; x < count; x++) {
      for (let y = 0; y < count; y++) {
        const held = y === 0 && Math.abs(x - count / 2) <= 3;
        const body = world.createBody({
          type: held ? "static" : "dynamic",
          position: { x, y: -y },
          shape: circle(0.4),
          mask: 0,
        });
        bodies.push(body);
        if (y > 0) {
          const bodyA = bodies[bodies.length - 2]!;
          joints.push(world.createJoint({ type: "revolute", bodyA, bodyB: body, anchor: { x, y: 0.5 - y } }));
        }
        if (x > 0) {
          const bodyA = bodies[bodies.length - 1 - count]!;
          joints.push(world.createJoint({ type: "revolute", bodyA, bodyB: body, anchor: { x: x - 0.5, y: -y } }));
        }
      }
    }
    run(world, 10);
    expect(gaps(joints).mean).toBeLessThan(0.01);
  });

  it.each([10, 20, 40])("a chain of %d links falls and swings with its anchors together", (count) => {
    const world = new World({ sleeping: false });
    const { joints } = row(world, count);
    run(world, 10);
    expect(gaps(joints).mean).toBeLessThan(0.01);
    expect(gaps(joints).worst).toBeLessThan(0.015);
  });

  it("a bridge of 160 planks laid tight sags, swings ever less and holds", () => {
    const world = new World({ sleeping: false });
    const { ground, last, joints } = row(world, 160);
    joints.push(
      world.createJoint({
        type: "revolute",
        bodyA: last,
        bodyB: ground,
        anchorA: { x: 0.5, y: 0 },
        anchorB: { x: 160, y: 0 },
      }),
    );
    const middle = joints[80]!.bodyB;
    let lowest = 0;
    run(world, 20, () => {
      lowest = Math.min(lowest, middle.y);
    });
    expect(lowest).toBeGreaterThan(-32);
    let later = 0;
    run(world, 20, () => {
      later = Math.min(later, middle.y);
    });
    expect(later).toBeGreaterThan(lowest);
    expect(gaps(joints).worst).toBeLessThan(0.05);
  });

  it("a chain laid half as long again draws itself together, no link faster than 200 m/s", () => {
    const world = new World({ sleeping: false });
    const { joints } = row(world, 20, 1.5);
    let fastest = 0;
    run(world, 10, () => {
      for (const { bodyB } of joints) {
        const v = bodyB.linearVelocity;
        fastest = Math.max(fastest, Math.hypot(v.x, v.y));
      }
    });
    expect(fastest).toBeLessThan(200);
    expect(gaps(joints).mean).toBeLessThan(0.05);
    run(world, times(20, 60));
    expect(gaps(joints).mean).toBeLessThan(0.04);
  });

  it("a rope from hook to ball bears a ball of 670 times a link's mass, which the chain alone lets sink by metres", () => {
    const sink = (rope: boolean): number => {
      const world = new World({ sleeping: false });
      const hook = world.createBody({ type: "static" });
      let before = hook;
      for (let i = 0; i < 20; i++) {
        const link = world.createBody({ type: "dynamic", position: { x: 0, y: -0.5 - i }, shape: box(0.25, 1) });
        world.createJoint({ type: "revolute", bodyA: before, bodyB: link, anchor: { x: 0, y: -i } });
        before = link;
      }
      const radius = 2.31;
      const ball = world.createBody({
        type: "dynamic",
        position: { x: 0, y: -20 - radius },
        shape: circle(radius),
        density: 10,
      });
      expect(ball.mass / before.mass).toBeGreaterThan(670);
      world.createJoint({ type: "revolute", bodyA: before, bodyB: ball, anchor: { x: 0, y: -20 } });
      if (rope) {
        world.createJoint({ type: "rope", bodyA: hook, bodyB: ball, anchorB: { x: 0, y: radius }, length: 20 });
      }
      let lowest = 0;
      run(world, 10, () => {
        lowest = Math.min(lowest, ball.y + 20 + radius);
      });
      return -lowest;
    };
    expect(sink(true)).toBeLessThan(0.01);
    expect(sink(false)).toBeLessThan(4); // box2d3-wasm 5.2: 3.74 m
  });

  it("thirty-two ragdolls fall into a pit and come to rest with their limbs on", () => {
    const world = new World();
    world.createBody({ position: { x: 0, y: -1 }, shape: box(40, 2) });
    for (const x of [-8, 8]) {
      world.createBody({ position: { x, y: 20 }, shape: box(1, 44) });
    }
    const joints: Joint[] = [];
    const bodies: Body[] = [];
    for (let doll = 0; doll < 32; doll++) {
      const x = -5 + 3.3 * (doll % 4);
      const y = 2 + 3 * Math.floor(doll / 4);
      const part = (dx: number, dy: number, length: number, radius: number, angle: number): Body => {
        const body = world.createBody({
          type: "dynamic",
          position: { x: x + dx, y: y + dy },
          angle,
          shape: capsule(length, radius),
          friction: 0.3,
        });
        bodies.push(body);
        return body;
      };
      const torso = part(0, 0, 0.5, 0.15, Math.PI / 2);
      const pin = (bodyA: Body, bodyB: Body, dx: number, dy: number, range: number): void => {
        joints.push(
          world.createJoint({
            type: "revolute",
            bodyA,
            bodyB,
            anchor: { x: x + dx, y: y + dy },
            limit: { lower: -range, upper: range },
            motor: { speed: 0, maxTorque: 0.02 },
          }),
        );
      };
      pin(torso, part(0, 0.55, 0.05, 0.14, Math.PI / 2), 0, 0.35, 0.5);
      for (const side of [-1, 1]) {
        const arm = part(0.35 * side, 0.25, 0.3, 0.07, 0);
        pin(torso, arm, 0.15 * side, 0.25, 1.2);
        pin(arm, part(0.75 * side, 0.25, 0.3, 0.06, 0), 0.55 * side, 0.25, 1);
        const thigh = part(0.12 * side, -0.5, 0.3, 0.09, Math.PI / 2);
        pin(torso, thigh, 0.12 * side, -0.3, 0.9);
        pin(thigh, part(0.12 * side, -0.95, 0.3, 0.08, Math.PI / 2), 0.12 * side, -0.72, 0.8);
      }
    }
    run(world, times(15, 30));
    expect(gaps(joints).worst).toBeLessThan(0.05);
    for (const joint of joints) {
      const { angle, limit } = joint as InstanceType<typeof import("../../dist/index.js").RevoluteJoint>;
      expect(Math.abs(angle)).toBeLessThan(limit!.upper + 0.2);
    }
    for (const body of bodies) {
      expect(Math.abs(body.x)).toBeLessThan(8);
      expect(body.y).toBeGreaterThan(-0.05);
      const v = body.linearVelocity;
      expect(Math.hypot(v.x, v.y)).toBeLessThan(1);
    }
  });
});
