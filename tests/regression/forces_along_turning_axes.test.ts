// Symptom: a weld that closed 0.3 rad about an anchor beside the centre of a bar at rest without gravity reported 27 N, then
// 4, then 0.5, while the bar's momentum stayed 0, and broke at any breakForce below that; so did motor joints of unlimited
// force. Sliders, wheels, rods and ropes that closed a gap while they turned reported as much that never acted.
// Cause: impulses of a sub-step were summed along the axes at its end, including impulses from before the bodies moved. And
// the force with which a linkage pulled a taut rod sideways was not reported. For bodies on rods, the directions left free
// were lost to rounding where a matrix was inverted by minors: a rod to a wall reported 344 N for 62 N.
// What must hold: reported forces make up the change of momentum in each step, whatever turns while a gap closes.
import { describe, expect, it } from "vitest";
import type { JointDef, Vector } from "../../dist/index.js";
import { BUILDS, DT, type Body, type Engine } from "../helpers/engine.js";

const ANCHOR: Vector = { x: 0.5, y: 0 };

/** Joints of two bars that end at ANCHOR, each beginning off the position it holds. */
const closing: Record<string, (bodyA: Body, bodyB: Body) => JointDef> = {
  weld: (bodyA, bodyB) => ({ type: "weld", bodyA, bodyB, anchor: ANCHOR, referenceAngle: -0.3 }),
  "weld whose angle is a spring": (bodyA, bodyB) => {
    const angularSpring = { hertz: 4, dampingRatio: 0.5 };
    return { type: "weld", bodyA, bodyB, anchor: ANCHOR, referenceAngle: -0.3, angularSpring };
  },
  motor: (bodyA, bodyB) => {
    const anchorB = bodyB.toLocal(ANCHOR);
    return { type: "motor", bodyA, bodyB, anchorB, linearOffset: bodyA.toLocal(ANCHOR), angularOffset: -0.3 };
  },
  slider: (bodyA, bodyB) => {
    const anchorB = bodyB.toLocal({ x: 0.5, y: 0.2 });
    const axis = { x: 1, y: 0 };
    return { type: "prismatic", bodyA, bodyB, anchorA: bodyA.toLocal(ANCHOR), anchorB, axis, referenceAngle: -0.3 };
  },
  "slider beyond its limit": (bodyA, bodyB) => {
    const axis = { x: 1, y: 0 };
    return { type: "prismatic", bodyA, bodyB, anchor: ANCHOR, axis, limit: { lower: 0.2, upper: 1 } };
  },
  wheel: (bodyA, bodyB) => {
    const anchorB = bodyB.toLocal({ x: 0.7, y: 0 });
    return { type: "wheel", bodyA, bodyB, anchorA: bodyA.toLocal(ANCHOR), anchorB, axis: { x: 0, y: 1 } };
  },
  rod: (bodyA, bodyB) => ({
    type: "distance",
    bodyA,
    bodyB,
    anchorA: bodyA.toLocal({ x: 0, y: 0.1 }),
    anchorB: bodyB.toLocal({ x: 1, y: 0.1 }),
    length: 1.2,
  }),
  rope: (bodyA, bodyB) => ({
    type: "rope",
    bodyA,
    bodyB,
    anchorA: bodyA.toLocal({ x: 0, y: 0.1 }),
    anchorB: bodyB.toLocal({ x: 1, y: 0.1 }),
    length: 0.8,
  }),
  pulley: (bodyA, bodyB) => {
    const grounds = { groundAnchorA: { x: 0, y: 2 }, groundAnchorB: { x: 1, y: 2 } };
    return {
      type: "pulley",
      bodyA,
      bodyB,
      anchorA: { x: 0, y: 0.1 },
      anchorB: { x: 0, y: 0.1 },
      ...grounds,
      length: 3.6,
    };
  },
};

describe.each(BUILDS)("forces along axes that turn (%s)", (_, engine) => {
  const { World, box } = engine as Engine;

  const bar = (x: number, spin = 0) => ({
    type: "dynamic" as const,
    position: { x, y: 0 },
    shape: box(1, 0.2),
    density: 2,
    mask: 0,
    angularVelocity: spin,
    linearVelocity: { x: 0, y: spin * (x - ANCHOR.x) },
  });

  describe.each([1, 2, 4, 8])("%s sub-steps", (substeps) => {
    it.each(["weld", "motor"])("a %s that turns a bar at rest reports no force, and does not break", (type) => {
      const world = new World({ sleeping: false, substeps, gravity: { x: 0, y: 0 } });
      const bodyA = world.createBody({});
      const body = world.createBody(bar(1));
      const joint = world.createJoint({ ...closing[type]!(bodyA, body), breakForce: 0.1 });
      for (let step = 0; step < 20; step++) {
        world.step(DT);
        expect(joint.alive).toBe(true);
        expect(Math.hypot(body.linearVelocity.x, body.linearVelocity.y)).toBeLessThan(1e-4);
        expect(Math.hypot(joint.force.x, joint.force.y)).toBeLessThan(0.01);
      }
      expect(body.angle).toBeLessThan(-0.2);
    });

    describe.each(["ground", "another bar"])("of a bar that spins about %s", (other) => {
      it.each(Object.keys(closing))("a %s reports the change of momentum", (type) => {
        const world = new World({ sleeping: false, substeps, gravity: { x: 0, y: 0 } });
        const bodyA = world.createBody(other === "ground" ? {} : bar(0, 5));
        const body = world.createBody(bar(1, 5));
        const joint = world.createJoint(closing[type]!(bodyA, body));
        let most = 0;
        let sumX = 0;
        let sumY = 0;
        const first = body.linearVelocity;
        for (let step = 0; step < 20; step++) {
          const before = body.linearVelocity;
          world.step(DT);
          const after = body.linearVelocity;
          const { x, y } = joint.force;
          const offX = x - (body.mass * (after.x - before.x)) / DT;
          const offY = y - (body.mass * (after.y - before.y)) / DT;
          most = Math.max(most, Math.hypot(offX, offY));
          sumX += x * DT;
          sumY += y * DT;
        }
        const last = body.linearVelocity;
        expect(most).toBeLessThan(0.01);
        expect(Math.abs(sumX - body.mass * (last.x - first.x))).toBeLessThan(1e-4);
        expect(Math.abs(sumY - body.mass * (last.y - first.y))).toBeLessThan(1e-4);
      });
    });
  });

  // Motors at their bounds are found by solving the row more than once.
  it.each([
    [1, 0.05, undefined],
    [1, 0.3, undefined],
    [4, 0.05, undefined],
    [4, 0.1, undefined],
    [1, 0.05, 5],
    [4, 0.05, 5],
  ])(
    "with %s sub-steps, joints of bars on taut rods of %s m report the change of momentum, motors of %s N·m",
    (...row) => {
      const [substeps, length, maxTorque] = row;
      const motor = maxTorque === undefined ? undefined : { speed: 3, maxTorque };
      const world = new World({ sleeping: false, substeps });
      let bodyA = world.createBody({});
      let end = 0;
      const links = [1, 1, 1, 50].map((density, k) => {
        const anchorA = bodyA.toLocal({ x: end, y: 0 });
        const x = end + (k % 2) * length;
        const bodyB = world.createBody({
          type: "dynamic",
          position: { x: x + 0.5, y: 0 },
          shape: box(1, 0.2),
          density,
          mask: 0,
        });
        const ends = { bodyA, bodyB, anchorA, anchorB: { x: -0.5, y: 0 } };
        bodyA = bodyB;
        end = x + 1;
        return world.createJoint(
          k % 2 === 0 ? { type: "revolute", ...ends, motor } : { type: "distance", ...ends, length },
        );
      });
      let most = 0;
      for (let step = 0; step < 120; step++) {
        const before = links.map(({ bodyB }) => bodyB.linearVelocity);
        world.step(DT);
        links.forEach(({ bodyB, force }, k) => {
          const { mass, linearVelocity: after } = bodyB;
          const next = links[k + 1]?.force ?? { x: 0, y: 0 };
          const offX = force.x - next.x - (mass * (after.x - before[k]!.x)) / DT;
          const offY = force.y - next.y - mass * ((after.y - before[k]!.y) / DT + 10);
          most = Math.max(most, Math.hypot(offX, offY));
        });
      }
      expect(most).toBeLessThan(0.05);
    },
  );

  it.each([1, 4])("with %s sub-steps, rods by which bars swing from a wall report their load", (substeps) => {
    for (const angles of [
      [0.5, 2],
      [-1, 1.2],
      [0.3, -0.4, 2.5, 1],
    ]) {
      const world = new World({ sleeping: false, substeps });
      let bodyA = world.createBody({});
      let end = { x: 0, y: 0 };
      const links = angles.map((angle) => {
        const along = { x: Math.cos(angle), y: Math.sin(angle) };
        const position = { x: end.x + 0.8 * along.x, y: end.y + 0.8 * along.y };
        const bodyB = world.createBody({ type: "dynamic", position, angle, shape: box(1, 0.2), mask: 0 });
        const ends = { bodyA, bodyB, anchorA: bodyA.toLocal(end), anchorB: { x: -0.5, y: 0 } };
        bodyA = bodyB;
        end = { x: end.x + 1.3 * along.x, y: end.y + 1.3 * along.y };
        return world.createJoint({ type: "distance", ...ends, length: 0.3 });
      });
      for (let step = 0; step < 60; step++) {
        const before = links.map(({ bodyB }) => bodyB.linearVelocity);
        world.step(DT);
        let x = 0;
        let y = 0;
        for (let k = links.length - 1; k >= 0; k--) {
          const { bodyB, force } = links[k]!;
          x += (bodyB.mass * (bodyB.linearVelocity.x - before[k]!.x)) / DT;
          y += bodyB.mass * ((bodyB.linearVelocity.y - before[k]!.y) / DT + 10);
          expect(Math.hypot(force.x - x, force.y - y)).toBeLessThan(0.001 * (1 + Math.hypot(x, y)));
        }
      }
    }
  });
});
