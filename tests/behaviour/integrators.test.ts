// Free motion under forces: orders of convergence, and how the energy develops.
import { describe, expect, it } from "vitest";
import { box, circle, World } from "../../dist/index.js";
import { run } from "../helpers/engine.js";
import { relativeError } from "../helpers/numbers.js";

const INTEGRATORS = ["semi-implicit", "explicit", "rk4"] as const;
type Integrator = (typeof INTEGRATORS)[number];

interface State {
  x: number;
  y: number;
  vx: number;
  vy: number;
}

/** A unit mass on a unit spring, or around a sun whose circular orbit of radius 1 takes 2π, after `time` in `steps` steps. */
function orbit(integrator: Integrator, falloff: -1 | 2, start: State, time: number, steps: number): State {
  const world = new World({ gravity: { x: 0, y: 0 }, sleeping: false, integrator, substeps: 1 });
  world.createField({ type: "attractor", strength: 1, falloff });
  const body = world.createBody({
    type: "dynamic",
    position: { x: start.x, y: start.y },
    linearVelocity: { x: start.vx, y: start.vy },
    shape: circle(0.01),
  });
  for (let step = 0; step < steps; step++) {
    world.step(time / steps);
  }
  const { x: vx, y: vy } = body.linearVelocity;
  return { x: body.x, y: body.y, vx, vy };
}

const error = (a: State, b: State): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Order of convergence, from the errors with `steps` and with twice as many. */
function order(integrator: Integrator, falloff: -1 | 2, start: State, time: number, end: State, steps: number): number {
  const coarse = error(orbit(integrator, falloff, start, time, steps), end);
  const fine = error(orbit(integrator, falloff, start, time, 2 * steps), end);
  return Math.log2(coarse / fine);
}

/** Order, and steps on the spring and on the orbit: for RK4 few enough that 32-bit rounding does not show. */
const ORDERS = { "semi-implicit": [1, 100, 400], explicit: [1, 400, 1600], rk4: [4, 4, 8] } as const;

describe.each(INTEGRATORS)("%s", (integrator) => {
  const [expected, onSpring, onOrbit] = ORDERS[integrator];

  it(`converges with order ${expected} on a spring`, () => {
    const t = 2.3;
    const end = { x: Math.cos(t), y: 0, vx: -Math.sin(t), vy: 0 };
    const found = order(integrator, -1, { x: 1, y: 0, vx: 0, vy: 0 }, t, end, onSpring);
    expect(Math.abs(found - expected)).toBeLessThan(0.25);
  });

  it(`converges with order ${expected} on a circular orbit`, () => {
    const t = 2.5;
    const end = { x: Math.cos(t), y: Math.sin(t), vx: 0, vy: 0 };
    const found = order(integrator, 2, { x: 1, y: 0, vx: 0, vy: 1 }, t, end, onOrbit);
    expect(Math.abs(found - expected)).toBeLessThan(0.25);
  });

  it("moves a body under a constant force as its closed form says", () => {
    const world = new World({ integrator });
    const body = world.createBody({
      type: "dynamic",
      shape: box(1, 2),
      linearVelocity: { x: 3, y: 1 },
      angularVelocity: 2,
    });
    body.torque = 0.7;
    run(world, 1);
    const n = 240;
    const h = 1 / n;
    // The sum of the velocities that move the body: the new ones, the old ones, or the mean of both.
    const late = { "semi-implicit": 1, rk4: 0, explicit: -1 }[integrator];
    const drop = (10 * (1 + late * h)) / 2;
    expect(body.x).toBeCloseTo(3, 5);
    expect(body.y).toBeCloseTo(1 - drop, 4);
    const turn = 2 + ((0.7 / body.inertia) * (1 + late * h)) / 2;
    expect(body.angle).toBeCloseTo(turn, 4);
    expect(body.angularVelocity).toBeCloseTo(2 + 0.7 / body.inertia, 5);
  });

  it("lets a ball bounce to e² of its height, and a crate rest", () => {
    const world = new World({ integrator });
    world.createBody({ position: { x: 0, y: -1 }, shape: box(40, 2) });
    for (const e of [0.5, 0.8, 1]) {
      const ball = world.createBody({
        type: "dynamic",
        position: { x: 10 * e, y: 2.5 },
        shape: circle(0.5),
        restitution: e,
      });
      let bounced = false;
      let highest = 0;
      run(world, 1.5, () => {
        bounced ||= ball.linearVelocity.y > 0;
        highest = bounced ? Math.max(highest, ball.y - 0.5) : 0;
      });
      expect(relativeError(highest, e * e * 2)).toBeLessThan(0.03);
      ball.destroy();
    }
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: box(1, 1), sleep: false });
    run(world, 5);
    expect(Math.abs(crate.y - 0.5)).toBeLessThan(0.005);
    expect(Math.abs(crate.linearVelocity.y)).toBeLessThan(1e-3);
  });
});

describe("the energy of a spring", () => {
  const energy = ({ x, y, vx, vy }: State): number => (x * x + y * y + vx * vx + vy * vy) / 2;
  const start = { x: 1, y: 0, vx: 0, vy: 0 };
  const [time, steps] = [20, 400];
  const h = time / steps;

  it("grows by a factor of 1 + h²ω² a step with explicit Euler, as it must", () => {
    const ratio = energy(orbit("explicit", -1, start, time, steps)) / energy(start);
    expect(ratio).toBeGreaterThan(2);
    expect(relativeError(ratio, (1 + h * h) ** steps)).toBeLessThan(1e-3);
  });

  it("stays constant to a few hundredths with semi-implicit Euler", () => {
    const end = orbit("semi-implicit", -1, start, time, steps);
    expect(Math.abs(energy(end) / energy(start) - 1)).toBeLessThan(h);
    expect(end.x).toBeCloseTo(Math.cos(time), 1);
  });

  it("stays constant to a hundred-thousandth with RK4", () => {
    const end = orbit("rk4", -1, start, time, steps);
    expect(Math.abs(energy(end) / energy(start) - 1)).toBeLessThan(1e-5);
    expect(end.x).toBeCloseTo(Math.cos(time), 3);
  });
});
