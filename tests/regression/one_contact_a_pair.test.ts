// Symptom: fast spinning ellipses began to touch the floor twice without an end in between, and had two contacts with it for some steps.
// Cause: ellipses are collided as they will be turned. A contact that touched then lived on after the boxes of its shapes had parted,
// and when they met again the pair was new.
// What must hold: each pair of shapes has one contact; each touch begins once and ends once.
import { describe, expect, it } from "vitest";
import { BUILDS, run } from "../helpers/engine.js";
import { makeRandom } from "../../examples/scenes/random.mjs";

describe.each(BUILDS)("superellipses that spin (%s)", (_, scree) => {
  const { World, box, superellipse } = scree;

  it.each(["auto", "sweep"] as const)("touch a floor once at a time (%s)", (broadPhase) => {
    const random = makeRandom(7);
    const between = (low: number, high: number): number => low + (high - low) * random();
    for (let drop = 0; drop < 440; drop++) {
      const world = new World({ broadPhase });
      world.createBody({ shape: box(40, 1) });
      const body = world.createBody({
        type: "dynamic",
        shape: superellipse(0.4, 0.2, 4),
        position: { x: 0, y: between(1, 2) },
        angle: between(-3, 3),
        linearVelocity: { x: between(-10, 10), y: between(-25, -15) },
        angularVelocity: between(30, 60) * (drop % 2 ? 1 : -1),
      });
      let touches = 0;
      run(world, 1 / 3, () => {
        touches += world.events.contactBegin.length - world.events.contactEnd.length;
        if (body.contacts.length > 1 || touches < 0 || touches > 1) {
          expect.fail(`drop ${drop}: ${body.contacts.length} contacts, ${touches} touches`);
        }
      });
      world.dispose();
    }
  });
});
