// The conserved quantities of mechanics: sums over bodies that tests compare before and after.
import type { Body } from "./engine.js";

/**
 * Energy (J): kinetic, plus that of height above the origin if there is `gravity` (m/s², downwards). With `h`, the length of a sub-step
 * (s), it is the energy that semi-implicit Euler conserves in free flight to the last digit (assembly/solver/approaches.ts).
 */
export function energyOf(bodies: readonly Body[], gravity = 0, h = 0): number {
  return bodies.reduce((sum, { mass, inertia, linearVelocity: v, angularVelocity: w, centerOfMass }) => {
    const height = centerOfMass.y - 0.5 * h * v.y;
    return sum + 0.5 * mass * (v.x * v.x + v.y * v.y) + 0.5 * inertia * w * w + mass * gravity * height;
  }, 0);
}

export interface Momentum {
  /** kg m/s */
  x: number;
  y: number;
  /** What the momentum would be if all bodies moved in the same direction (kg m/s). */
  size: number;
  /** Angular momentum about the world's origin (kg m²/s). */
  turn: number;
}

export function momentumOf(bodies: readonly Body[]): Momentum {
  const sum = { x: 0, y: 0, size: 0, turn: 0 };
  for (const { mass, inertia, linearVelocity: v, angularVelocity, centerOfMass: c } of bodies) {
    sum.x += mass * v.x;
    sum.y += mass * v.y;
    sum.size += mass * Math.hypot(v.x, v.y);
    sum.turn += mass * (c.x * v.y - c.y * v.x) + inertia * angularVelocity;
  }
  return sum;
}
