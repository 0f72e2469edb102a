// Symptom: the SIMD build took away what speed a body had left below 1e-22 m/s where a motor or mouse joint without a force held it while another
// of the kind, elsewhere, had one; hashes differed from the other builds'.
// Cause: the force of a pair of rows is limited by its length, and squared so little is none: a row that is off was solved as if it were on.
// What must hold: what has no force bears nothing, whatever other joints have.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("what motor joints without a force leave alone (%s)", (_name, { World, circle }) => {
  it.each([undefined, { maxForce: 10 }])("keeps what speed it has, however slow: beside %o", (other) => {
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
