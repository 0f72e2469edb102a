// A body put exactly onto a one-way platform fell through it if it slid to the left, for by rounding it moved upwards; one that slid to
// the right was held. And a body at rest on one, and so sunk in by a hair, fell through when its contact began anew while the platform
// went down slowly. A body sunk in no further than one at rest has not come through from below.
import { expect, it } from "vitest";
import { BUILDS, run } from "../helpers/engine.js";

it.each(BUILDS)("a body put onto a one-way platform is held, whichever way it slides (%s)", (_, { World, box }) => {
  for (const angle of [0, 0.3, -0.3, Math.PI / 2, 2, Math.PI, -2]) {
    const up = { x: -Math.sin(angle), y: Math.cos(angle) };
    for (const speed of [-40, -3, -0.1, 0.1, 3, 40]) {
      for (const depth of [0, 0.01]) {
        const world = new World({ gravity: { x: -10 * up.x, y: -10 * up.y } });
        world.createBody({ angle, shape: box(200, 1), oneWay: { x: 0, y: 1 }, friction: 0 });
        const high = 1 - depth;
        const position = { x: high * up.x, y: high * up.y };
        const linearVelocity = { x: speed * up.y, y: -speed * up.x };
        const crate = world.createBody({ type: "dynamic", position, angle, linearVelocity, shape: box(1, 1) });
        run(world, 0.5, () => expect(crate.x * up.x + crate.y * up.y).toBeGreaterThan(high - 0.005));
        world.dispose();
      }
    }
  }
});

it("a body put onto a moving one-way platform goes along with it", () => {
  const { World, box } = BUILDS[0]![1];
  for (const speed of [-3, 3]) {
    const world = new World();
    const linearVelocity = { x: speed, y: 0 };
    world.createBody({ type: "kinematic", linearVelocity, shape: box(20, 1), oneWay: { x: 0, y: 1 } });
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 1 }, shape: box(1, 1) });
    run(world, 1);
    expect(crate.y).toBeCloseTo(1, 2);
    expect(crate.linearVelocity.x).toBeCloseTo(speed, 3);
    world.dispose();
  }
});

it("bodies at rest on a one-way platform that becomes kinematic go down with it", () => {
  const { World, box } = BUILDS[0]![1];
  for (const speed of [0.02, 0.1, 0.5]) {
    const world = new World();
    const platform = world.createBody({ shape: box(20, 1), oneWay: { x: 0, y: 1 } });
    const crates = Array.from({ length: 6 }, (_, k) =>
      world.createBody({ type: "dynamic", position: { x: 0.3, y: 1 + k }, shape: box(1, 1) }),
    );
    run(world, 0.5);
    platform.type = "kinematic";
    platform.linearVelocity = { x: 0, y: -speed };
    run(world, 2);
    crates.forEach((crate, k) => expect(crate.y - platform.y).toBeCloseTo(1 + k, 1));
    world.dispose();
  }
});
