// Symptom: a stack of 20 boxes that stands under the world's gravity fell after 12 s where the world has none, and its bodies
// have their own or an area or attractor pulls them; one of 40 under a tenth of it fell, too.
// Cause: which contacts bear a column was decided by the world's gravity alone, whatever the bodies felt.
// What must hold: how high a stack stands (docs/stability.md) depends on what pulls its bodies, n³ < 0.784 a (2π 120 Hz)² / g.
import { describe, expect, it } from "vitest";
import { BUILDS, run, type Engine, type World } from "../helpers/engine.js";

type Pull = "gravityScale" | "body.gravity" | "area.gravity" | "area.acceleration" | "attractor" | "force";

/** A stack of `count` boxes of a metre that `g` pulls to the ground. */
function stack({ World, box }: Engine, pull: Pull, count: number, g: number, world: number): World {
  const made = new World({ gravity: { x: 0, y: -world }, sleeping: false });
  const pulled = { x: 0, y: -g };
  if (pull === "area.gravity") {
    made.createField({ type: "area", gravity: pulled });
  } else if (pull === "area.acceleration") {
    made.createField({ type: "area", acceleration: { x: 0, y: world - g } });
  } else if (pull === "attractor") {
    made.createField({ type: "attractor", position: { x: 0, y: -1e4 }, strength: g, falloff: 0 });
  }
  made.createBody({ position: { x: 0, y: -1 }, shape: box(100, 2) });
  for (let k = 0; k < count; k++) {
    const body = made.createBody({
      type: "dynamic",
      position: { x: k % 2 ? 0.01 : -0.01, y: k + 0.5 },
      shape: box(1, 1),
    });
    if (pull === "gravityScale") {
      body.gravityScale = g / world;
    } else if (pull === "body.gravity") {
      body.gravity = pulled;
    } else if (pull === "force") {
      body.force = { x: 0, y: (world - g) * body.mass };
    }
  }
  return made;
}

/** How far the top box has moved from where it stood. */
function gives(world: World, count: number, seconds: number): number {
  const top = world.bodies[count]!;
  run(world, seconds);
  return Math.hypot(top.x, top.y - (count - 0.5));
}

describe.each(BUILDS)("a stack under gravity that is not the world's (%s)", (_, scree) => {
  it.each(["body.gravity", "area.gravity", "area.acceleration", "attractor", "force"] as const)(
    "stands: %s",
    (pull) => {
      expect(gives(stack(scree, pull, 20, 10, 0), 20, 20)).toBeLessThan(0.1);
    },
  );

  it.each(["area.gravity", "gravityScale"] as const)(
    "stands as high as a tenth of the world's gravity allows: %s",
    (pull) => {
      expect(gives(stack(scree, pull, 40, 1, 10), 40, 60)).toBeLessThan(0.1);
    },
  );
});
