// Symptom: when a game set bodies to the angles just read from them, by `angle`, `setTransform` or `setTransforms` (as one does that
// keeps another program's copies in step), half of the bodies on slopes never fell asleep; bodies touching a shape whose `oneWay` was
// set to the value read woke now and then.
// Cause: a pose is kept as sine and cosine. Those of the angle read, rounded to 32 bits, often differ in their last bits, which
// counted as a jump; the angle kept for `oneWay` changed likewise on the way through its direction.
// What must hold: setting an angle or direction to the value read changes nothing, in every build. Any other value takes effect.
import { describe, expect, it } from "vitest";
import { BUILDS, run, type Body, type World } from "../helpers/engine.js";

/** Ways to set a body to the pose read from it. */
const WAYS: [name: string, give: (world: World, body: Body) => void][] = [
  ["angle", (_, body) => void (body.angle = Number(body.angle))],
  ["setTransform", (_, body) => body.setTransform(body.position, body.angle)],
  ["setTransforms", (world, { id, x, y, angle }) => world.setTransforms([id], [x, y, angle])],
  ["position", (_, body) => void (body.position = { ...body.position })],
  ["x and y", (_, body) => Object.assign(body, { x: body.x, y: body.y })],
];

describe.each(BUILDS)("angles that are read and set again (%s)", (_name, { World, box }) => {
  it.each(WAYS)("do not change a turning body: %s", (_, give) => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const body = world.createBody({
      type: "dynamic",
      position: { x: 3, y: -7 },
      angularVelocity: 1.7,
      shape: box(2, 1),
    });
    for (let k = 0; k < 1000; k++) {
      world.step();
      const before = world.hash();
      give(world, body);
      expect(world.hash()).toBe(before);
    }
    for (const angle of [Math.PI, -Math.PI, Math.PI / 2, -Math.PI / 2, 0, -0, 3.1415925, -3.1415925, 1e-30]) {
      body.angle = angle;
      const before = world.hash();
      give(world, body);
      expect(world.hash(), String(angle)).toBe(before);
    }
    world.dispose();
  });

  it.each(WAYS)("let a crate on a slope fall asleep: %s", (_, give) => {
    for (let k = 0; k < 30; k++) {
      const angle = 0.05 + 0.01 * k;
      const world = new World();
      world.createBody({ angle, shape: box(60, 1), friction: 1 });
      const position = { x: -Math.sin(angle), y: Math.cos(angle) };
      const crate = world.createBody({ type: "dynamic", angle, position, shape: box(1, 1), friction: 1 });
      run(world, 3, () => give(world, crate));
      expect(crate.awake, `${angle} rad`).toBe(false);
      give(world, crate);
      expect(crate.awake, `${angle} rad`).toBe(false);
      world.dispose();
    }
  });

  it("stay exactly the same while a body is moved", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const body = world.createBody({ type: "kinematic", angle: 0.3, shape: box(1, 1) });
    body.angularVelocity = 1;
    run(world, 1);
    const told = body.angle;
    for (let k = 0; k < 1000; k++) {
      body.setTransform({ x: k, y: -k }, body.angle);
    }
    expect([body.angle, body.x, body.y]).toEqual([told, 999, -999]);
    world.dispose();
  });

  it("take effect where they differ, however little", () => {
    const world = new World();
    world.createBody({ position: { x: 0, y: -0.5 }, shape: box(20, 1) });
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: box(1, 1) });
    run(world, 3);
    expect(crate.awake).toBe(false);
    crate.angle += 1e-6;
    expect(crate.awake).toBe(true);
    expect(crate.angle).toBeCloseTo(1e-6, 9);
    crate.angle = 1;
    crate.angle += 2 ** -22;
    expect(crate.angle).toBeGreaterThan(1 + 2 ** -23);
    crate.angle = crate.angle + 2 * Math.PI;
    expect(crate.angle).toBeCloseTo(1, 6);
    world.dispose();
  });

  it("and one-way directions alike change nothing", () => {
    const world = new World();
    const [platform] = world.createBody({
      position: { x: 0, y: -0.5 },
      shape: box(20, 1),
      oneWay: { x: 0, y: 1 },
    }).shapes;
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: box(1, 1) });
    run(world, 3);
    for (let k = 0; k < 2000; k++) {
      const angle = (2 * Math.PI * k) / 2000;
      platform!.oneWay = { x: Math.cos(angle), y: Math.sin(angle) };
      const told = platform!.oneWay;
      crate.awake = false;
      const before = world.hash();
      platform!.oneWay = told;
      expect([platform!.oneWay, crate.awake, world.hash()]).toEqual([told, false, before]);
    }
    platform!.oneWay = { x: 1, y: 1e-6 };
    expect(platform!.oneWay.y).toBeCloseTo(1e-6, 9);
    expect(crate.awake).toBe(true);
    world.dispose();
  });
});
