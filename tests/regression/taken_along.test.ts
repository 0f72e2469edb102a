// Symptom: a body that a turning kinematic body met within a step was carried round the other's centre for the rest of the step,
// at no velocity. A ball thrown at 3 m/s onto a frictionless disc that spins at 20 rad/s jumped 0.36 m sideways, a crank's pin
// took a Geneva wheel up to 27 cm off its own pin (22 of 30), a yoke was 0.7 m off its slider, and balls in a drum without
// friction reached 17 m/s. Box2D and `continuous: false` had none of it.
// Cause: for the rest of the step the body moved like a point of the other, turn and all. And a path seen from a turning body
// was taken for straight: at 45 rad/s by 7 cm too near. A bat touched balls beyond its tip, and missed one in eight of the blows
// of that tip.
// What must hold: by its turn the other body pushes as a frictionless face does, along the normal; jointed bodies go on as their
// joints led them; and still nothing gets through.
import { describe, expect, it } from "vitest";

import { BUILDS, run } from "../helpers/engine.js";
import type { Body } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

const NO_GRAVITY = { sleeping: false, gravity: { x: 0, y: 0 } };
const STEP = 1 / 60;

/** The four-sided teeth of a Geneva wheel of n slots, and how far its crank's pin is from the crank's axis, 2 m from the wheel's. */
function geneva(slots: number, pin: number, play: number) {
  const arm = 2 * Math.sin(Math.PI / slots);
  const radius = 2 * Math.cos(Math.PI / slots);
  const hub = 2 - arm - 1.2 * pin;
  const at = (angle: number, r: number, aside: number) => ({
    x: r * Math.cos(angle) - aside * Math.sin(angle),
    y: r * Math.sin(angle) + aside * Math.cos(angle),
  });
  const teeth = Array.from({ length: slots }, (_, k) => {
    const a = (2 * Math.PI * k) / slots;
    const b = (2 * Math.PI * (k + 1)) / slots;
    return [at(a, hub, play), at(a, radius, play), at(b, radius, -play), at(b, hub, -play)];
  });
  return { arm, hub, teeth };
}

describe.each(BUILDS)("the %s build", (_name, { World, box, capsule, circle, polygon, segment }) => {
  it("lets no smooth ball jump aside on a smooth wheel of many sides", () => {
    const corners = Array.from({ length: 24 }, (_, k) => ({
      x: Math.cos((k * Math.PI) / 12),
      y: Math.sin((k * Math.PI) / 12),
    }));
    let jumps = 0;
    for (let k = 0; k < 100; k++) {
      const world = new World();
      const wheel = polygon(corners);
      world.createBody({
        type: "kinematic",
        angle: 0.017 * k,
        angularVelocity: k % 2 === 0 ? 6 : 10,
        shape: wheel,
        friction: 0,
      });
      const ball = world.createBody({
        type: "dynamic",
        position: { x: -0.5 + (k % 37) / 37, y: 1.6 },
        linearVelocity: { x: 0, y: -(1 + (k % 6)) },
        shape: circle(0.2),
        friction: 0,
      });
      for (let step = 0; step < 40; step++) {
        const { x } = ball;
        const before = Math.abs(ball.linearVelocity.x);
        world.step();
        jumps += Number(Math.abs(ball.x - x) > Math.max(before, Math.abs(ball.linearVelocity.x)) * STEP + 0.03);
      }
      world.dispose();
    }
    expect(jumps).toBeLessThan(3); // it was 80 when every blow took the ball round with the wheel
  });

  it.each([5, 20, 60])("moves nothing sideways by a frictionless disc that spins at %d rad/s", (spin) => {
    for (const shape of [circle(0.3), box(0.6, 0.6)]) {
      for (const speed of [3, 10, 25]) {
        const world = new World(NO_GRAVITY);
        world.createBody({ type: "kinematic", angularVelocity: spin, friction: 0, shape: circle(1) });
        const thrown = world.createBody({ type: "dynamic", position: { x: 0, y: 3 }, friction: 0, shape });
        thrown.linearVelocity = { x: 0, y: -speed };
        run(world, 1);
        expect(Math.abs(thrown.x)).toBeLessThan(1e-3);
        expect(Math.abs(thrown.angle)).toBeLessThan(1e-3);
        expect(thrown.y).toBeGreaterThan(1.28);
        world.dispose();
      }
    }
  });

  it("keeps a wheel on its pin while a crank turns it", () => {
    const random = new Random(7);
    for (let k = 0; k < 8; k++) {
      const slots = 4 + (k % 6);
      const { arm, hub, teeth } = geneva(slots, 0.1, 0.1 * random.between(1.02, 1.12));
      const world = new World(NO_GRAVITY);
      const ground = world.createBody({});
      const wheel = world.createBody({
        type: "dynamic",
        position: { x: 2, y: 0 },
        angle: Math.PI + Math.PI / slots,
        friction: 0.1,
        shapes: [...teeth.map((points) => ({ shape: polygon(points) })), { shape: circle(Math.max(0.2, 0.95 * hub)) }],
      });
      const motor = { speed: 0, maxTorque: 20 };
      world.createJoint({ type: "revolute", bodyA: ground, bodyB: wheel, anchor: { x: 2, y: 0 }, motor });
      world.createBody({
        type: "kinematic",
        angle: Math.PI + random.between(-0.25, 0.25),
        angularVelocity: 1 + k * 0.4,
        friction: 0.1,
        shape: circle(0.1, { center: { x: arm, y: 0 } }),
      });
      run(world, 5, () => expect(Math.hypot(wheel.x - 2, wheel.y)).toBeLessThan(0.01));
      world.dispose();
    }
  });

  it("keeps a yoke on its slider", () => {
    for (const speed of [2, 6, 10]) {
      const world = new World(NO_GRAVITY);
      const ground = world.createBody({});
      const pin = circle(0.1, { center: { x: 1, y: 0 } });
      world.createBody({ type: "kinematic", angularVelocity: speed, friction: 0.1, shape: pin });
      const parts = [
        box(0.2, 2.6, { center: { x: -0.205, y: 0 } }),
        box(0.2, 2.6, { center: { x: 0.205, y: 0 } }),
        box(2, 0.2, { center: { x: 1.3, y: 0 } }),
      ];
      const shapes = parts.map((shape) => ({ shape }));
      const yoke = world.createBody({ type: "dynamic", position: { x: 1, y: 0 }, friction: 0.1, shapes });
      const axis = { x: 1, y: 0 };
      world.createJoint({ type: "prismatic", bodyA: ground, bodyB: yoke, anchor: { x: 1, y: 0 }, axis });
      run(world, 5, () => {
        expect(Math.abs(yoke.y)).toBeLessThan(0.002);
        expect(Math.abs(yoke.angle)).toBeLessThan(0.005);
      });
      world.dispose();
    }
  });

  it.each([3, 40])("keeps bodies in a shaking drum that turns at up to %d rad/s", (fastest) => {
    const random = new Random(3);
    const sides = Array.from({ length: 20 }, (_, k) => (Math.PI * k) / 10);
    for (let round = 0; round < 12; round++) {
      const world = new World({});
      const drum = world.createBody({
        type: "kinematic",
        angularVelocity: random.between(-fastest, fastest),
        friction: 0.5,
      });
      const corner = (angle: number) => ({ x: 3 * Math.cos(angle), y: 3 * Math.sin(angle) });
      for (const angle of sides) {
        drum.addShape(segment(corner(angle), corner(angle + Math.PI / 10)));
      }
      const shape = [circle(0.12), box(0.3, 0.2), capsule(0.3, 0.08)][round % 3]!;
      const bodies = Array.from({ length: 6 }, () => {
        const angle = random.between(0, 2 * Math.PI);
        const speed = random.between(2, 60);
        return world.createBody({
          type: "dynamic",
          position: { x: random.between(-1.5, 1.5), y: random.between(-1.5, 1.5) },
          linearVelocity: { x: speed * Math.cos(angle), y: speed * Math.sin(angle) },
          friction: round % 2 ? 0.5 : 0,
          shape,
        });
      });
      const shake = round % 2 ? 10 : 0;
      for (let k = 0; k < 90; k++) {
        drum.linearVelocity = { x: shake * Math.cos(6 * k * STEP), y: shake * Math.sin(5 * k * STEP) };
        world.step(STEP);
      }
      for (const body of bodies) {
        expect(Math.hypot(body.x - drum.x, body.y - drum.y)).toBeLessThan(3.05);
      }
      world.dispose();
    }
  });

  it("keeps balls in a drum of several parts with gaps between them", () => {
    const random = new Random(5);
    for (let round = 0; round < 8; round++) {
      const world = new World({});
      const drum = world.createBody({ type: "kinematic", angularVelocity: random.between(25, 60), friction: 0.3 });
      for (let k = 0; k < 16; k++) {
        const [a, b] = [(k * Math.PI) / 8, ((k + 1) * Math.PI) / 8];
        drum.addShape(segment({ x: 3 * Math.cos(a), y: 3 * Math.sin(a) }, { x: 3 * Math.cos(b), y: 3 * Math.sin(b) }));
      }
      for (const angle of [0, 1, 2, 3].map((k) => (k * Math.PI) / 2)) {
        drum.addShape(box(0.8, 0.08, { center: { x: 2.5 * Math.cos(angle), y: 2.5 * Math.sin(angle) }, angle }));
      }
      const balls = Array.from({ length: 12 }, () =>
        world.createBody({
          type: "dynamic",
          position: { x: random.between(-1.2, 1.2), y: random.between(-1.2, 1.2) },
          linearVelocity: { x: random.between(-15, 15), y: random.between(-15, 15) },
          group: -1,
          shape: circle(random.between(0.01, 0.05)),
        }),
      );
      run(world, 1);
      for (const ball of balls) {
        expect(Math.hypot(ball.x, ball.y)).toBeLessThan(3.1);
      }
      world.dispose();
    }
  });

  it("strikes balls with the tip of a bat, and none beyond it", () => {
    const random = new Random(11);
    for (let round = 0; round < 40; round++) {
      const world = new World(NO_GRAVITY);
      world.createBody({
        type: "kinematic",
        angle: -random.between(0.6, 2),
        angularVelocity: 45,
        friction: 0,
        shape: box(1, 0.12, { center: { x: 0.5, y: 0 } }),
      });
      const radius = random.between(0.08, 0.2);
      const ball = (x: number, y: number) =>
        world.createBody({ type: "dynamic", position: { x, y }, friction: 0, group: -1, shape: circle(radius) });
      const struck = ball(0.95, radius + 0.07);
      const aside = ball(0, 1.03 + radius + random.between(0, 0.03));
      const before = aside.position;
      run(world, 0.12);
      expect(Math.hypot(struck.linearVelocity.x, struck.linearVelocity.y)).toBeGreaterThan(10);
      expect(aside.position).toEqual(before);
      world.dispose();
    }
  });

  // Motions along a turning body were begun anew where it had taken the ball, beside the walls that held it; and seen from another part
  // of a ring of several bodies they were arcs.
  it("keeps balls in a drum in which a blade turns, and in one of two bodies that turn as one", () => {
    const corner = (k: number) => ({ x: 3 * Math.cos((Math.PI * k) / 12), y: 3 * Math.sin((Math.PI * k) / 12) });
    for (let round = 0; round < 6; round++) {
      const world = new World({});
      const drum = world.createBody({ friction: 0.6 });
      for (let k = 0; k < 24; k++) {
        drum.addShape(segment(corner(k), corner(k + 1)));
      }
      const length = 3 * Math.cos(Math.PI / 24) - 0.02;
      const blade = box(length, 0.05, { center: { x: length / 2, y: 0 } });
      world.createBody({ type: "kinematic", angularVelocity: 27 + 2.5 * round, friction: 0.6, shape: blade });
      const balls = Array.from({ length: 10 }, (_, k) => {
        const [far, angle] = [0.4 + 0.2 * k, 2.4 * k + round];
        const position = { x: far * Math.cos(angle), y: far * Math.sin(angle) };
        return world.createBody({ type: "dynamic", group: -1, friction: 0.6, position, shape: circle(0.04) });
      });
      run(world, 1.2);
      for (const ball of balls) {
        expect(Math.hypot(ball.x, ball.y)).toBeLessThan(3.05);
      }
      world.dispose();
    }
    for (let round = 0; round < 6; round++) {
      const world = new World({});
      for (let half = 0; half < 2; half++) {
        const part = world.createBody({ type: "kinematic", angularVelocity: 20 + 4 * round, friction: 0.5 });
        for (let k = half; k < 12; k += 2) {
          part.addShape(segment(corner(2 * k), corner(2 * k + 2)));
        }
      }
      const balls: Body[] = [];
      for (let k = 0; k < 8; k++) {
        const [far, angle] = [0.2 * k, 2.4 * k + round];
        const linearVelocity = { x: 15 * Math.cos(k * round), y: 15 * Math.sin(k * round) };
        const ball = (x: number) =>
          world.createBody({
            type: "dynamic",
            group: -1,
            friction: 0.5,
            position: { x: x + far * Math.cos(angle), y: far * Math.sin(angle) },
            linearVelocity,
            shape: circle(0.12),
          });
        const [bodyA, bodyB] = [ball(0), ball(0.4)];
        world.createJoint({ type: "distance", bodyA, bodyB, length: 0.4 });
        balls.push(bodyA, bodyB);
      }
      run(world, 1);
      for (const ball of balls) {
        expect(Math.hypot(ball.x, ball.y)).toBeLessThan(3.05);
      }
      world.dispose();
    }
  });
});
