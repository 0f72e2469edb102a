// Symptom: two free bodies whose motor joint, of endless force, was made while they were metres from the place it holds flew at up to
// 400 m/s forever, a quarter of all random pairs at more than 30 m/s; with a limited force a few did, and rows of three bodies.
// Cause: angle and point are one system (docs/decisions/0026-driven-joints.md), but the angle spared the point at A's own anchor, while
// the point pushed both bodies at B's: metres apart, the two undid each other. With a limited force that suffices they were not one
// system. Where they cannot be one, angles closed at up to 190 rad/s.
// What must hold: the bodies come to the place and rest there, and are not moved as a whole.
import { describe, expect, it } from "vitest";
import type { Body, MotorJoint } from "../../dist/index.js";
import { BUILDS, run, type Engine } from "../helpers/engine.js";
import { worldOf } from "../helpers/linkages.js";
import { momentumOf } from "../helpers/mechanics.js";
import { Random } from "../helpers/numbers.js";

const speedOf = (body: Body): number => Math.hypot(body.linearVelocity.x, body.linearVelocity.y);

interface Row {
  bodies: Body[];
  joints: MotorJoint[];
}

/** `count` boxes strewn over four metres of free space, each to be at a random point of the one before, at its angle. */
function strewn(engine: Engine, count: number, seed: number, most?: number): Row & { fastest: number } {
  const random = new Random(seed);
  const point = (far: number) => ({ x: random.between(-far, far), y: random.between(-far, far) });
  const world = worldOf(engine, { x: 0, y: 0 });
  const bodies = Array.from({ length: count }, () =>
    world.createBody({
      type: "dynamic",
      position: point(2),
      angle: random.between(-3, 3),
      shapes: [
        {
          shape: engine.box(random.between(0.3, 2), random.between(0.3, 2)),
          density: random.between(0.2, 5),
          mask: 0,
        },
      ],
    }),
  );
  const joints = bodies.slice(1).map((bodyB, i) =>
    world.createJoint({
      type: "motor",
      bodyA: bodies[i]!,
      bodyB,
      anchorA: point(1),
      anchorB: point(1),
      linearOffset: { x: 0, y: 0 },
      angularOffset: 0,
      ...(most !== undefined && { maxForce: most, maxTorque: most }),
    }),
  );
  let fastest = 0;
  run(world, 3, () => {
    fastest = Math.max(fastest, ...bodies.map(speedOf));
  });
  return { bodies, joints, fastest };
}

const gapOf = ({ bodyA, bodyB, anchorA, anchorB }: MotorJoint): number => {
  const a = bodyA.toWorld(anchorA);
  const b = bodyB.toWorld(anchorB);
  return Math.hypot(b.x - a.x, b.y - a.y);
};
const turnOf = ({ bodyA, bodyB }: MotorJoint): number => Math.abs(Math.sin(0.5 * (bodyB.angle - bodyA.angle)));

describe.each(BUILDS)("motor joints made metres off the place they hold (%s)", (_, engine) => {
  it.each([undefined, 2e5, 2e4, 2000, 200])("bring two bodies there, with %s N", (most) => {
    for (let seed = 1; seed <= 100; seed++) {
      const { bodies, joints, fastest } = strewn(engine, 2, seed, most);
      const where = `seed ${seed}`;
      expect(Math.max(...bodies.map(speedOf)), where).toBeLessThan(0.02);
      expect(gapOf(joints[0]!), where).toBeLessThan(0.01);
      expect(turnOf(joints[0]!), where).toBeLessThan(0.01);
      const { x, y, turn } = momentumOf(bodies);
      expect(Math.hypot(x, y), where).toBeLessThan(1e-3);
      expect(Math.abs(turn), where).toBeLessThan(0.05);
      if (most === undefined) expect(fastest, where).toBeLessThan(3);
    }
  });

  // Two joints in a row are not one system.
  it.each([3, 5])("throw no body of a row of %i, with limited and endless force", (count) => {
    for (const most of [undefined, 2e4]) {
      for (let seed = 1; seed <= 60; seed++) {
        expect(strewn(engine, count, seed, most).fastest, `seed ${seed}, ${most} N`).toBeLessThan(60);
      }
    }
  });
});
