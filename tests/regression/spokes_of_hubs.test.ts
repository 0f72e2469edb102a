// Symptom: four or more spokes welded to a light hub, and ten or more pinned to one, flew at up to 400 m/s and never came to
// rest; so did half of the trees of twenty small boxes welded to one another.
// Cause: passes over joints always went in one order, and the impulses kept from sub-step to sub-step fed on that.
// What must hold: they fall, and lie still.
import { describe, expect, it } from "vitest";
import { BUILDS, run, type Body } from "../helpers/engine.js";
import { makeRandom } from "../../examples/scenes/random.mjs";

function fastest(bodies: Body[]): number {
  return Math.max(...bodies.map(({ linearVelocity: { x, y } }) => Math.hypot(x, y)));
}

describe.each(BUILDS)("the %s build", (_name, { World, box, circle }) => {
  it.each([
    ["weld", 3, 8, 0.1],
    ["revolute", 8, 12, Infinity],
  ] as const)("brings spokes held by joints of type %s to rest, %d to %d of them", (type, least, most, rest) => {
    for (let count = least; count <= most; count++) {
      const world = new World({ sleeping: false });
      world.createBody({ position: { x: 0, y: -3 }, shape: box(60, 1) });
      const hub = world.createBody({ type: "dynamic", angularVelocity: 2, shape: circle(0.2), group: -1 });
      const bodies = [hub];
      for (let i = 0; i < count; i++) {
        const angle = (2 * Math.PI * i) / count;
        const [x, y] = [Math.cos(angle), Math.sin(angle)];
        const position = { x: 0.5 * x, y: 0.5 * y };
        const spoke = world.createBody({ type: "dynamic", angle, position, shape: box(0.6, 0.2), group: -1 });
        world.createJoint({ type, bodyA: hub, bodyB: spoke, anchor: { x: 0.2 * x, y: 0.2 * y } });
        bodies.push(spoke);
      }
      let top = 0;
      run(world, 8, () => {
        top = Math.max(top, fastest(bodies));
      });
      expect(top, `${count}`).toBeLessThan(12);
      expect(fastest(bodies), `${count}`).toBeLessThan(rest);
      world.dispose();
    }
  });

  it("holds trees of boxes welded to one another a metre apart", () => {
    for (let seed = 1; seed <= 8; seed++) {
      const random = makeRandom(seed);
      const world = new World({ sleeping: false });
      const ground = world.createBody({});
      const bodies: Body[] = [];
      for (let i = 0; i < 20; i++) {
        const bodyA = bodies[Math.floor(i * random())] ?? ground;
        const angle = 2 * Math.PI * random();
        const position = { x: bodyA.x + Math.cos(angle), y: bodyA.y + Math.sin(angle) };
        const bodyB = world.createBody({ type: "dynamic", position, shape: box(0.5, 0.5), mask: 0 });
        const share = random();
        const anchor = { x: bodyA.x + share * Math.cos(angle), y: bodyA.y + share * Math.sin(angle) };
        world.createJoint({ type: "weld", bodyA, bodyB, anchor });
        bodies.push(bodyB);
      }
      let top = 0;
      run(world, 6, () => {
        top = Math.max(top, fastest(bodies));
      });
      expect(top, `${seed}`).toBeLessThan(60);
      world.dispose();
    }
  });
});
