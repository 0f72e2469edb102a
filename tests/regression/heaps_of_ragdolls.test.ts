// Symptom: bodies held by joints, loose ragdolls in a heap, sank a quarter deeper into each other, and some through each
// other.
// Cause: contacts of their limbs were left out as seams of a bridge, even deep ones.
// What must hold: contacts deeper than a seam are pushed out, whatever is joined to what.
import { expect, it } from "vitest";
import { penetration } from "../../dist/geometry.js";
import { World, box, capsule, type CapsuleShape } from "../../dist/index.js";
import { run, type Body } from "../helpers/engine.js";
import { randomFrom } from "../helpers/numbers.js";

it("ragdolls in a heap overlap no more than other bodies", () => {
  const world = new World({ sleeping: false });
  const walls = [-42, 42].map((x) => box(4, 200, { center: { x, y: 100 } }));
  world.createBody({ shapes: [box(88, 4, { center: { x: 0, y: -2 } }), ...walls].map((shape) => ({ shape })) });
  const limbs: { body: Body; shape: CapsuleShape; to: Body | undefined }[] = [];
  const limb = (
    x: number,
    y: number,
    length: number,
    radius: number,
    angle: number,
    to?: Body,
    pin = { x, y },
  ): Body => {
    const shape = capsule(length, radius);
    const body = world.createBody({ type: "dynamic", position: { x, y }, angle, shape });
    limbs.push({ body, shape, to });
    if (to !== undefined) {
      world.createJoint({ type: "revolute", bodyA: to, bodyB: body, anchor: pin, collide: false });
    }
    return body;
  };
  const random = randomFrom(22);
  for (let doll = 0; doll < 300; doll++) {
    const x = ((doll % 20) - 10) * 3.5 + 0.2 * random();
    const y = 4 + Math.floor(doll / 20) * 5;
    const upright = Math.PI / 2;
    const torso = limb(x, y, 0.5, 0.2, upright);
    limb(x, y + 0.7, 0.1, 0.2, upright, torso, { x, y: y + 0.45 });
    for (const side of [-1, 1]) {
      const arm = limb(x + side * 0.45, y + 0.2, 0.35, 0.1, 0, torso, { x: x + side * 0.2, y: y + 0.2 });
      limb(x + side * 0.95, y + 0.2, 0.35, 0.1, 0, arm, { x: x + side * 0.7, y: y + 0.2 });
      const leg = limb(x + side * 0.15, y - 0.65, 0.4, 0.12, upright, torso, { x: x + side * 0.15, y: y - 0.35 });
      limb(x + side * 0.15, y - 1.25, 0.4, 0.1, upright, leg, { x: x + side * 0.15, y: y - 0.95 });
    }
  }
  run(world, 400 / 60);
  const placed = limbs
    .map(({ body, shape, to }) => ({ body, to, at: { shape, position: { x: body.x, y: body.y }, angle: body.angle } }))
    .sort((a, b) => a.at.position.x - b.at.position.x);
  const overlaps: number[] = [];
  placed.forEach((a, i) => {
    for (let k = i + 1; k < placed.length && placed[k]!.at.position.x - a.at.position.x < 1; k++) {
      const b = placed[k]!;
      if (Math.abs(b.at.position.y - a.at.position.y) < 1 && a.to !== b.body && b.to !== a.body) {
        overlaps.push(penetration(a.at, b.at)?.depth ?? 0);
      }
    }
  });
  const touching = overlaps.filter((depth) => depth > 0);
  expect(touching.length).toBeGreaterThan(1000);
  expect(touching.reduce((sum, depth) => sum + depth, 0) / touching.length).toBeLessThan(0.024);
});
