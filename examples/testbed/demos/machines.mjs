import { crankAndPiston, linkage, rope } from "../../scenes/linkages.mjs";

const STROKE = { boom: { lower: -0.5, upper: 0.6 }, stick: { lower: -0.5, upper: 0.5 } };

/** @type {import("./demo.mjs").Demo} */
export const machines = {
  name: "Excavator, engine and rope",
  about:
    "Cylinders carry the arm and its load, a crank turns at the speed of its motor, and a rope of rods keeps its length.",
  keys: { up: "Raise the boom", down: "Lower it", left: "Draw the stick in", right: "Stretch it" },
  view: { x: 11, y: 4, height: 14, width: 30 },
  build(scree, world) {
    const { box, polygon } = scree;
    world.createBody({ position: { x: 8, y: -1.5 }, shape: box(80, 1) });

    // The excavator: a cab, and an arm of boom and stick with a weight on a hook.
    const { ground, join, make } = linkage(scree, world);
    world.createBody({ position: { x: 0, y: 0.4 }, shape: box(3, 2.8), group: -1 });
    const beam = (x, y, u, v, thickness) =>
      make((x + u) / 2, (y + v) / 2, box(Math.hypot(u - x, v - y), thickness), 1, Math.atan2(v - y, u - x));
    const boom = beam(1, 1.6, 5, 5, 0.5);
    join(ground, boom, 1, 1.6);
    const stick = beam(4.4, 5.2, 7.5, 2, 0.35);
    join(boom, stick, 5, 5);

    /** A cylinder from one point to another: two halves that slide. */
    const cylinder = (bodyA, x, y, bodyB, u, v, limit) => {
      const [mx, my] = [(x + u) / 2, (y + v) / 2];
      const [barrel, rod] = [beam(x, y, mx, my, 0.25), beam(mx, my, u, v, 0.15)];
      join(bodyA, barrel, x, y);
      join(bodyB, rod, u, v);
      return world.createJoint({
        type: "prismatic",
        bodyA: barrel,
        bodyB: rod,
        anchor: { x: mx, y: my },
        axis: { x: u - x, y: v - y },
        limit,
        motor: { speed: 0, maxForce: 50_000 },
      });
    };
    const lift = cylinder(ground, 1.6, 0.6, boom, 3, 3.3, STROKE.boom);
    const reach = cylinder(boom, 2.8, 3.9, stick, 4.4, 5.2, STROKE.stick);
    const hook = make(7.5, 1, box(0.2, 2));
    join(stick, hook, 7.5, 2);
    const weight = make(
      7.5,
      -0.2,
      polygon([
        { x: -0.7, y: -0.5 },
        { x: 0.7, y: -0.5 },
        { x: 0.4, y: 0.5 },
        { x: -0.4, y: 0.5 },
      ]),
      20,
    );
    join(hook, weight, 7.5, 0.1);

    const { crank, joints: engine } = crankAndPiston(scree, world, { x: 11.5, y: 0.6 });

    // A ball on a rope, and boxes for it to hit.
    const top = { x: 19.5, y: 9 };
    const { joints: rods, ball } = rope(scree, world, top, { count: 16, pitch: -0.4, times: 250 });
    for (let k = 0; k < 12; k += 1) {
      const position = { x: 21.1 + 1.05 * (k % 3), y: -0.5 + Math.floor(k / 3) };
      world.createBody({ type: "dynamic", position, shape: box(1, 1), density: 0.3 });
    }
    return {
      update({ up, down, left, right }) {
        lift.motor = { speed: up === down ? 0 : up ? 0.4 : -0.4, maxForce: 50_000 };
        reach.motor = { speed: left === right ? 0 : left ? 0.4 : -0.4, maxForce: 50_000 };
      },
      report: () => ({
        height: weight.y,
        boom: boom.angle,
        turned: engine[0].angle,
        crank: crank.angularVelocity,
        longest: Math.max(...rods.map(({ distance, length }) => distance / length)),
        ball: ball.x,
      }),
    };
  },
};
