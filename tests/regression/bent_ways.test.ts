// Symptom: one of 6,076 bodies left the ring of the spinner after it was pressed right to the wall. Cause: the path of a body that slides
// along links is bent link by link, in the order of the tree, at most twice; this body passed three links in a step.
// What must hold: whatever the direction, the centre ends on the inner side of every link.
import { expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

const LINKS = 360;
const RADIUS = 40;
/** Distance of the links' lines from the middle (m). */
const WALL = RADIUS * Math.cos(Math.PI / LINKS);

it.each(BUILDS)("a body pressed to a ring stays inside when it passes several links in a step (%s)", (_, scree) => {
  const { World, chain, capsule } = scree;
  const points = Array.from({ length: LINKS }, (_unused, i) => {
    const angle = (-2 * Math.PI * i) / LINKS;
    return { x: RADIUS * Math.cos(angle), y: RADIUS * Math.sin(angle) };
  });
  const world = new World({ gravity: { x: 0, y: 0 }, sleeping: false });
  world.createBody({ shape: chain(points, { loop: true }), friction: 0.1 });
  const bodies = Array.from({ length: 120 }, (_unused, i) => {
    const at = (2 * Math.PI * (i + 0.31)) / 120;
    const turn = i % 2 === 0 ? 1 : -1;
    const near = WALL - 0.0025;
    const out = { x: Math.cos(at), y: Math.sin(at) };
    return world.createBody({
      type: "dynamic",
      position: { x: near * out.x, y: near * out.y },
      linearVelocity: { x: -85 * turn * out.y + 28 * out.x, y: 85 * turn * out.x + 28 * out.y },
      shape: capsule(0.5, 0.25),
      mask: 1,
      category: 2,
    });
  });
  world.step(1 / 60);
  for (const { x, y } of bodies) {
    const link = ((Math.atan2(y, x) * LINKS) / (2 * Math.PI) + LINKS) % 1;
    const toMiddle = ((link - 0.5) * 2 * Math.PI) / LINKS;
    expect(Math.hypot(x, y) * Math.cos(toMiddle)).toBeLessThan(WALL);
  }
});
