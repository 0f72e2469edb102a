// A body that had rested for long on another, which was struck away, fell asleep in the air where gravity is low or steps
// are short: the rest that it had on its support counted on while it began to fall.
import { expect, it } from "vitest";
import { box, World, type Body } from "../../dist/index.js";

function crates(): { world: World; lower: Body; upper: Body } {
  const world = new World({ gravity: { x: 0, y: -1 } });
  world.createBody({ shape: box(100, 1), friction: 0 });
  const [lower, upper] = [1, 2].map((y) =>
    world.createBody({ type: "dynamic", position: { x: 0, y }, shape: box(1, 1), friction: 0 }),
  ) as [Body, Body];
  return { world, lower, upper };
}

it.each([1 / 60, 1 / 240])(
  "a crate whose support is struck away falls, however long it rested before (steps of %f s)",
  (dt) => {
    const first = crates();
    let steps = 0;
    for (; first.upper.awake; steps++) {
      first.world.step(dt);
    }
    for (let early = 1; early <= 16; early++) {
      const { world, lower, upper } = crates();
      for (let k = 0; k < steps - early; k++) {
        world.step(dt);
      }
      lower.linearVelocity = { x: 60, y: 0 };
      for (let time = 0; time < 2; time += dt) {
        world.step(dt);
      }
      expect(upper.y, `${early} steps early`).toBeLessThan(1.1);
    }
  },
);
