// Symptom: of 320 bodies at 8 to 120 m/s, 60 went through a platform of 20 cm that had just been made, and others were 60 cm
// deep in it.
// Cause: a standing kinematic body was swept against only once it slept, half a second after it was made or stopped.
// What must hold: it stops fast bodies from the first step on.
import { expect, it } from "vitest";
import { BUILDS, DT, run, type Body, type Engine, type World } from "../helpers/engine.js";

/** Shoots boxes and balls down at a platform, from twenty heights at each speed; `ready` brings it to stand at the origin. */
function shoot({ World, box, circle }: Engine, sleeping: boolean, ready: (platform: Body, world: World) => void): void {
  for (const speed of [8, 14, 30, 120]) {
    for (let part = 0; part < 1; part += 0.05) {
      for (const radius of [0.2, 0.5]) {
        const world = new World({ gravity: { x: 0, y: 0 }, sleeping });
        const platform = world.createBody({ type: "kinematic", shape: box(40, 0.2) });
        ready(platform, world);
        const position = { x: 0, y: 1 + radius + part * speed * DT };
        const shape = radius === 0.2 ? circle(radius) : box(1, 1);
        const body = world.createBody({ type: "dynamic", position, linearVelocity: { x: 0, y: -speed }, shape });
        run(world, 0.4, () => expect(body.y).toBeGreaterThan(0.1 + radius - 0.02));
        world.dispose();
      }
    }
  }
}

it.each(BUILDS)("a kinematic body that was just made stops fast bodies (%s)", (_, scree) => {
  shoot(scree, true, () => {});
});

it("a kinematic body that never sleeps, or stopped a step ago, does so too", () => {
  const scree = BUILDS[0]![1];
  shoot(scree, false, (_, world) => run(world, 1));
  shoot(scree, true, (platform, world) => {
    platform.setTransform({ x: -0.5, y: 0 }, 0);
    platform.linearVelocity = { x: 0.5, y: 0 };
    run(world, 1);
    platform.linearVelocity = { x: 0, y: 0 };
    world.step(DT);
  });
});
