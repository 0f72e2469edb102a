// Symptom: planks that rock on a drum, and toys with a round bottom and a low centre of mass, rocked wider and wider, by 5 to 7 % a
// swing.
// Cause: the arms from the beginning of a step held for all of its sub-steps: a late torque drives.
// What must hold: a body that rocks on a round side without slipping gains nothing, and loses at most a per cent a swing.
import { describe, expect, it } from "vitest";
import { BUILDS, run, type Body, type World } from "../helpers/engine.js";

/** Factor by which a rocking body's widest tilt changes from one swing to the next, as a mean over `seconds`. */
function change(world: World, body: Body, seconds: number): number {
  const widest: number[] = [];
  let most = 0;
  let before = 0;
  run(world, seconds, () => {
    const { angle } = body;
    most = Math.max(most, Math.abs(angle));
    if (before > 0 && angle <= 0) {
      widest.push(most);
      most = 0;
    }
    before = angle;
  });
  expect(widest.length).toBeGreaterThan(6);
  // The first swing begins on the other side.
  const [, first, ...later] = widest as [number, number, ...number[]];
  return (later.at(-1)! / first) ** (1 / later.length);
}

const TRAPEZE = [-1, -0.99, 0.99, 1].map((x, i) => ({ x, y: i === 0 || i === 3 ? -0.05 : 0.05 }));

describe.each(BUILDS)("a body that rocks (%s)", (_, scree) => {
  const { World, box, capsule, circle, halfSpace, polygon } = scree;

  it.each([
    ["box", () => box(2, 0.1)],
    ["capsule", () => capsule(1.9, 0.05)],
    ["polygon", () => polygon(TRAPEZE)],
  ] as const)("keeps its swing: a %s on a circle", (_name, shape) => {
    for (const substeps of [1, 2, 4, 16]) {
      const world = new World({ sleeping: false, substeps });
      world.createBody({ shape: circle(0.5), friction: 2 });
      const plank = world.createBody({ type: "dynamic", position: { x: 0, y: 0.55 }, shape: shape(), friction: 2 });
      plank.angularVelocity = 1;
      const factor = change(world, plank, 15);
      expect(factor, `${substeps} sub-steps`).toBeLessThan(1.001);
      expect(factor, `${substeps} sub-steps`).toBeGreaterThan(0.98);
    }
  });

  it.each([
    ["box", () => box(40, 1), -0.5],
    ["half-space", () => halfSpace({ x: 0, y: 1 }), 0],
    ["polygon", () => polygon(TRAPEZE.map(({ x, y }) => ({ x: 20 * x, y: 10 * y }))), -0.5],
  ] as const)("keeps its swing: a toy of a circle and a weight, on a %s", (_name, ground, y) => {
    const world = new World({ sleeping: false });
    world.createBody({ position: { x: 0, y }, shape: ground(), friction: 1 });
    const toy = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: circle(0.5), friction: 1 });
    toy.addShape(box(0.2, 0.2, { center: { x: 0, y: -0.25 } }), { density: 20 });
    toy.angularVelocity = 2;
    const factor = change(world, toy, 20);
    expect(factor).toBeLessThan(1.002);
    expect(factor).toBeGreaterThan(0.995);
  });

  it("neither sinks nor jumps as it rolls: a wheel put out of balance by a weight", () => {
    for (const speed of [1, 3, 6, 10]) {
      const world = new World({ sleeping: false });
      world.createBody({ shape: halfSpace({ x: 0, y: 1 }) });
      const wheel = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: circle(0.5) });
      wheel.addShape(box(0.2, 0.2, { center: { x: 0, y: -0.1 } }), { density: 3 });
      wheel.linearVelocity = { x: speed, y: 0 };
      wheel.angularVelocity = -speed / 0.5;
      run(world, 4, () => expect(Math.abs(wheel.toWorld({ x: 0, y: 0 }).y - 0.5)).toBeLessThan(0.001));
    }
  });

  it("carries a circle to its end, and lets it fall: a plank", () => {
    const world = new World({ sleeping: false });
    const plank = world.createBody({ type: "kinematic", shape: box(4, 0.2) });
    const ball = world.createBody({ type: "dynamic", position: { x: 0, y: 0.35 }, shape: circle(0.25) });
    plank.angularVelocity = 0.2;
    run(world, 2, () => {
      const { x, y } = plank.toLocal(ball.position);
      if (Math.abs(x) < 1.9) expect(Math.abs(y - 0.35)).toBeLessThan(0.005);
    });
    run(world, 2);
    expect(ball.y).toBeLessThan(-2);
    expect(world.validate()).toBe(0);
  });
});
