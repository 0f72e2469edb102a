// Symptom: the SIMD build removed a body's last speed below 1e-22 m/s where a motor or mouse joint without force held the body while
// another such joint, elsewhere, had force; hashes differed from the other builds'.
// Cause: the force of a pair of rows is limited by its length, and the square of so little is 0: a row that is off was solved as if it
// were on.
// What must hold: a joint without force exerts none, whatever other joints have.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("a body on a motor joint without force (%s)", (_name, { World, circle }) => {
  it.each([undefined, { maxForce: 10 }])("keeps its speed, however slow: beside %o", (other) => {
    const world = new World({ gravity: { x: 0, y: 0 }, sleeping: false });
    const pair = (x: number, vx: number, options: object) => {
      const bodyA = world.createBody({ type: "dynamic", position: { x, y: 0 }, shape: circle(0.5) });
      const linearVelocity = { x: vx, y: 0 };
      const bodyB = world.createBody({ type: "dynamic", position: { x, y: 3 }, shape: circle(0.5), linearVelocity });
      world.createJoint({ type: "motor", bodyA, bodyB, ...options });
      return bodyB;
    };
    const slow = pair(0, 1e-24, { maxForce: 0, maxTorque: 5 });
    if (other) {
      pair(9, 1, other);
    }
    const speed = slow.linearVelocity.x;
    world.step();
    expect(speed).toBeGreaterThan(0);
    expect(slow.linearVelocity.x).toBe(speed);
  });
});
