// Symptom: bodies held by joints, ragdolls in a heap, sank a quarter deeper into each other, and some through each other.
// Cause: what their limbs met was left out as the seam of a bridge, be it deep in them.
// What must hold: what is deeper than a seam is pushed out, of whatever is joined to what.
import { expect, it } from "vitest";
import { World, box, capsule } from "../../dist/index.js";
import { type Body, DT } from "../helpers/engine.js";
import { randomFrom } from "../helpers/numbers.js";

const RAGDOLLS = 300;

interface Limb {
  body: Body;
  half: number;
  radius: number;
}

interface Line {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

function fromLine(x: number, y: number, { x0, y0, x1, y1 }: Line): number {
  const ex = x1 - x0;
  const ey = y1 - y0;
  const t = Math.max(0, Math.min(1, ((x - x0) * ex + (y - y0) * ey) / (ex * ex + ey * ey)));
  return Math.hypot(x - x0 - t * ex, y - y0 - t * ey);
}

/** Distance of two lines that do not cross. */
function between(a: Line, b: Line): number {
  return Math.min(fromLine(a.x0, a.y0, b), fromLine(a.x1, a.y1, b), fromLine(b.x0, b.y0, a), fromLine(b.x1, b.y1, a));
}

it("overlap no more than others", () => {
  const world = new World({ sleeping: false });
  const walls = [
    box(88, 4, { center: { x: 0, y: -2 } }),
    ...[-42, 42].map((x) => box(4, 200, { center: { x, y: 100 } })),
  ];
  world.createBody({ shapes: walls.map((shape) => ({ shape })) });
  const limbs: Limb[] = [];
  const joined = new Set<string>();
  const limb = (x: number, y: number, length: number, radius: number, angle: number): number =>
    limbs.push({
      body: world.createBody({ type: "dynamic", position: { x, y }, angle, shape: capsule(length, radius) }),
      half: length / 2,
      radius,
    }) - 1;
  const join = (a: number, b: number, x: number, y: number): void => {
    joined.add(`${a} ${b}`);
    const { body: bodyA } = limbs[a]!;
    world.createJoint({ type: "revolute", bodyA, bodyB: limbs[b]!.body, anchor: { x, y }, collide: false });
  };
  const random = randomFrom(22);
  for (let k = 0; k < RAGDOLLS; k++) {
    const x = ((k % 20) - 10) * 3.5 + 0.2 * random();
    const y = 4 + Math.floor(k / 20) * 5;
    const torso = limb(x, y, 0.5, 0.2, Math.PI / 2);
    join(torso, limb(x, y + 0.7, 0.1, 0.2, Math.PI / 2), x, y + 0.45);
    for (const side of [-1, 1]) {
      const upperArm = limb(x + side * 0.45, y + 0.2, 0.35, 0.1, 0);
      join(torso, upperArm, x + side * 0.2, y + 0.2);
      join(upperArm, limb(x + side * 0.95, y + 0.2, 0.35, 0.1, 0), x + side * 0.7, y + 0.2);
      const upperLeg = limb(x + side * 0.15, y - 0.65, 0.4, 0.12, Math.PI / 2);
      join(torso, upperLeg, x + side * 0.15, y - 0.35);
      join(upperLeg, limb(x + side * 0.15, y - 1.25, 0.4, 0.1, Math.PI / 2), x + side * 0.15, y - 0.95);
    }
  }
  for (let step = 0; step < 400; step++) {
    world.step(DT);
  }
  const lines = limbs.map(({ body: { x, y, angle }, half }): Line => {
    const dx = half * Math.cos(angle);
    const dy = half * Math.sin(angle);
    return { x0: x - dx, y0: y - dy, x1: x + dx, y1: y + dy };
  });
  const overlaps: number[] = [];
  for (let i = 0; i < limbs.length; i++) {
    for (let k = i + 1; k < limbs.length; k++) {
      const reach = limbs[i]!.radius + limbs[k]!.radius;
      const { body: a } = limbs[i]!;
      const { body: b } = limbs[k]!;
      if (Math.abs(a.x - b.x) < 1 && Math.abs(a.y - b.y) < 1 && !joined.has(`${i} ${k}`)) {
        overlaps.push(reach - between(lines[i]!, lines[k]!));
      }
    }
  }
  const touching = overlaps.filter((depth) => depth > 0);
  const mean = touching.reduce((sum, depth) => sum + depth, 0) / touching.length;
  expect(touching.length).toBeGreaterThan(RAGDOLLS);
  expect(mean).toBeLessThan(0.024);
});
