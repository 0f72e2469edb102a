// Symptom: under rk4, a body locked along x that a force or gravity pulled along x was slowed along y by more quadratic drag
// than its speed has; half under a fluid, it turned as if it moved along x.
// Cause: the stages took up the pull along the locked axis, which the lock took away only at the end.
// What must hold: a pull along a locked axis changes nothing of the motion that is left.
import { describe, expect, it } from "vitest";
import { BUILDS, run, type Body, type Engine } from "../helpers/engine.js";

const INTEGRATORS = ["semi-implicit", "explicit", "rk4"] as const;

function motion({ x, y, angle, linearVelocity: v, angularVelocity }: Body): number[] {
  return [x, y, angle, v.x, v.y, angularVelocity];
}

/** Slides along y under quadratic drag while `side` pulls along x. */
function slide({ World, circle }: Engine, integrator: (typeof INTEGRATORS)[number], side: number): Body {
  const world = new World({ integrator, gravity: { x: side, y: 0 }, sleeping: false });
  world.createField({ type: "area", quadraticDrag: 0.05 });
  const body = world.createBody({ type: "dynamic", shape: circle(0.5), locks: { x: true } });
  body.linearVelocity = { x: 0, y: 1 };
  run(world, 2);
  return body;
}

/** A plank on a rail along y that hangs halfway into a current of 1 m/s, while `side` pulls along x. */
function dip(
  { World, box, halfSpace }: Engine,
  integrator: (typeof INTEGRATORS)[number],
  side: number,
  linearDrag: number,
  seconds: number,
): Body {
  const world = new World({ integrator, gravity: { x: side, y: 0 }, sleeping: false });
  const region = halfSpace({ x: 0, y: 1 });
  world.createField({ type: "fluid", region, density: 1e-9, linearDrag, velocity: { x: 1, y: 0 } });
  const body = world.createBody({ type: "dynamic", shape: box(0.4, 4), locks: { x: true } });
  run(world, seconds);
  return body;
}

describe.each(BUILDS)("a locked axis (%s)", (_, scree) => {
  it.each(INTEGRATORS)("lets a pull along it do nothing: %s", (integrator) => {
    const free = slide(scree, integrator, 0);
    // v' = −k v²: v = 1 / (1 + k t / m)
    expect(free.linearVelocity.y).toBeCloseTo(1 / (1 + (0.05 * 2) / free.mass), 3);
    for (const side of [10, 100]) {
      expect(motion(slide(scree, integrator, side))).toEqual(motion(free));
    }
  });

  it.each(INTEGRATORS)("lets drag turn a body as if nothing pulled along it: %s", (integrator) => {
    const free = dip(scree, integrator, 0, 1, 0.5);
    expect(free.x).toBe(0);
    for (const side of [10, 100]) {
      const pulled = motion(dip(scree, integrator, side, 1, 0.5));
      for (const [k, value] of motion(free).entries()) {
        expect(pulled[k]).toBeCloseTo(value, 5);
      }
    }
  });

  it("lets drag turn a body that it cannot move, until the body goes with the current", () => {
    const held = dip(scree, "semi-implicit", 0, 1e6, 1 / 60);
    expect(held.x).toBe(0);
    expect(held.angularVelocity).toBeCloseTo(1, 2); // r = 1 m below the centre: ω r = 1 m/s
  });
});
