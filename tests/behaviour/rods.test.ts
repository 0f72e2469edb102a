// Bodies held together by rods and ropes are solved as one (docs/decisions/0040-rods.md). "Before" below: without that.
import { describe, expect, it } from "vitest";
import type { DistanceJoint } from "../../dist/index.js";
import { linkage, rodTruss, rope } from "../../examples/scenes/linkages.mjs";
import { BUILDS, run, type Body } from "../helpers/engine.js";
import { widest, widestWhile, worldOf } from "../helpers/linkages.js";
import { energyOf, momentumOf } from "../helpers/mechanics.js";
import { fastest } from "../helpers/standing.js";

const [, scree] = BUILDS[0]!;
const TYPES = ["distance", "rope"] as const;

describe("twenty rods or ropes of half a metre, released level", () => {
  // Before, and in box2d3-wasm: 0.37 m.
  it.each(TYPES)("give by less than 1 cm with a ball of 750 times a circle's mass at the end (%s)", (type) => {
    const world = worldOf();
    const { joints } = rope(scree, world, undefined, { type });
    expect(widestWhile(world, joints, 15)).toBeLessThan(0.01);
  });

  // Before: 47 mm.
  it.each(TYPES)("give by less than 3 cm as they whip with nothing at the end, and gain no energy (%s)", (type) => {
    const world = worldOf();
    const { bodies, joints } = rope(scree, world, undefined, { type, times: 1 });
    const energy = (): number => energyOf(bodies, 10);
    let most = -Infinity;
    expect(widestWhile(world, joints, 10)).toBeLessThan(0.03);
    run(world, 10, () => (most = Math.max(most, energy())));
    expect(most).toBeLessThan(0);
  });
});

// Before: they gave by 2 to 8 times their length.
describe("rows of rods that vibrate sideways faster than a sub-step can follow", () => {
  it.each([
    [40, 1000, 0.05],
    [20, 8000, 0.13],
    [10, 20_000, 0.15],
  ])(
    "give little and gain no energy: %d rods in 10 m under a ball of %d times a circle's mass",
    (count, times, most) => {
      const pitch = 10 / count;
      const world = worldOf();
      const { bodies, joints } = rope(scree, world, undefined, { count, pitch, times });
      let energy = -Infinity;
      const first = widestWhile(world, joints, 5);
      run(world, 15, () => (energy = Math.max(energy, energyOf(bodies, 10))));
      expect(first / pitch).toBeLessThan(most);
      expect(widest(joints) / pitch).toBeLessThan(most);
      expect(energy).toBeLessThan(0);
    },
  );
});

it.each(BUILDS)("each rod of a hanging row bears the weight below it (%s)", (_, engine) => {
  const world = worldOf(engine);
  const { ground, bodies, joints, make } = linkage(engine, world);
  let bodyA = ground;
  for (let y = 1; y <= 10; y++) {
    const bodyB = make(0, -y, engine.circle(y < 10 ? 0.1 : 0.5), y < 10 ? 1 : 20);
    joints.push(world.createJoint({ type: y % 2 ? "distance" : "rope", bodyA, bodyB }));
    bodyA = bodyB;
  }
  run(world, 20);
  joints.forEach((joint, i) => {
    const below = bodies.slice(i).reduce((sum, { mass }) => sum + mass, 0);
    expect(joint.force.y / (10 * below)).toBeCloseTo(1, 2);
  });
  expect(widest(joints)).toBeLessThan(0.02);
});

// Before: gaps of 0.27 m, and a sag of 1.5 m.
it("a truss of rods bears 640 times the mass of one of its circles", () => {
  const world = worldOf();
  const { bodies, joints, ball } = rodTruss(scree, world);
  run(world, 10);
  expect(ball.y).toBeGreaterThan(-2.2);
  expect(widest(joints)).toBeLessThan(0.02);
  expect(fastest(bodies)).toBeLessThan(0.01);
});

it("a hexagon of rods with its diagonals keeps turning in free space", () => {
  const world = new scree.World({ sleeping: false, gravity: { x: 0, y: 0 } });
  const { bodies, joints, make } = linkage(scree, world);
  for (let i = 0; i < 6; i++) {
    const [x, y] = [2 * Math.cos((i * Math.PI) / 3), 2 * Math.sin((i * Math.PI) / 3)];
    const body = make(x, y, scree.circle(0.1), i === 0 ? 300 : 1);
    body.linearVelocity = { x: -10 * y, y: 10 * x };
    body.angularVelocity = 10;
  }
  for (let i = 0; i < 6; i++) {
    for (const k of [1, 2]) {
      const [bodyA, bodyB] = [bodies[i]!, bodies[(i + k) % 6]!];
      joints.push(world.createJoint({ type: "distance", bodyA, bodyB }));
    }
  }
  const before = { energy: energyOf(bodies), turn: momentumOf(bodies).turn };
  run(world, 10);
  expect(momentumOf(bodies).turn / before.turn).toBeCloseTo(1, 2);
  expect(energyOf(bodies) / before.energy).toBeGreaterThan(0.97);
  expect(energyOf(bodies) / before.energy).toBeLessThan(1.001);
  expect(widest(joints)).toBeLessThan(0.015); // of rods of 2 and 3.5 m
});

describe("drawn to one and a half times its length and let go", () => {
  // Before: rods reached 150 to 245 m/s, ropes 124 to 249, and up to 84 two seconds later.
  it.each(TYPES)("a row of circles comes back, and is slower two seconds later (%s)", (type) => {
    for (const count of [4, 8, 16, 32]) {
      const world = worldOf();
      let bodyA = world.createBody({});
      const bodies: Body[] = [];
      for (let i = 1; i <= count; i++) {
        const shape = scree.circle(0.2);
        const bodyB = world.createBody({ type: "dynamic", position: { x: 0.8 * i, y: 0 }, shape, mask: 0 });
        world.createJoint({ type, bodyA, bodyB });
        bodies.push((bodyA = bodyB));
      }
      bodyA.type = "kinematic";
      bodyA.linearVelocity = { x: 0.2 * count, y: 0 };
      run(world, 2);
      bodyA.type = "dynamic";
      bodyA.linearVelocity = { x: 0, y: 0 };
      let most = 0;
      run(world, 2, () => (most = Math.max(most, fastest(bodies))));
      expect(most, `${count}`).toBeLessThan(150);
      expect(fastest(bodies), `${count}`).toBeLessThan(90);
      world.dispose();
    }
  });
});

it("a rod made a spring and then a rod again holds as before", () => {
  const world = worldOf();
  const { joints } = rope(scree, world, undefined, { times: 100 });
  run(world, 5);
  for (const joint of joints as DistanceJoint[]) joint.spring = { hertz: 20, dampingRatio: 1 };
  run(world, 1);
  expect(widest(joints)).toBeGreaterThan(0.02);
  for (const joint of joints as DistanceJoint[]) joint.spring = undefined;
  run(world, 5);
  expect(widestWhile(world, joints, 5)).toBeLessThan(0.06);
});
