// Symptom: a marble released in a bowl swung three times as wide after forty seconds, a cart in a half-pipe climbed to its rim, and a
// ball that slid round a planet stood still after two minutes; the more sub-steps, the worse.
// Cause: the normals from the beginning of a step held for all of its sub-steps, and the next link of a hollow chain, once a ball had
// reached it, was taken for a seam of the previous one.
// What must hold: a body that rolls or slides on curved ground gains nothing, and loses no more than the corners of the ground take:
// each leaves the cosine of its angle.
import { describe, expect, it } from "vitest";
import { BUILDS, run, type Body, type World } from "../helpers/engine.js";

/** Angle of a body about the origin, from straight below. */
const tilt = (body: Body): number => Math.atan2(body.x, -body.y);

const onCircle = (radius: number, angle: number): { x: number; y: number } => ({
  x: radius * Math.sin(angle),
  y: -radius * Math.cos(angle),
});

describe.each(BUILDS)("on curved ground (%s)", (_, scree) => {
  const { World, box, chain, circle, polygon, segment } = scree;

  /** Corners of the lower half of a circle about the origin, with `links` links between them. */
  const hollow = (radius: number, links: number): { x: number; y: number }[] =>
    Array.from({ length: links + 1 }, (__, i) => onCircle(radius, (Math.PI * i) / links - Math.PI / 2));

  const grounds = {
    chain: (world: World, radius: number, links: number, friction: number) =>
      world.createBody({ shape: chain(hollow(radius, links)), friction }),
    segments: (world: World, radius: number, links: number, friction: number) => {
      for (const [i, to] of hollow(radius, links).slice(1).entries()) {
        world.createBody({ shape: segment(hollow(radius, links)[i]!, to), friction });
      }
    },
    polygons: (world: World, radius: number, links: number, friction: number) => {
      const inner = hollow(radius, links);
      const outer = hollow(1.1 * radius, links);
      for (let i = 0; i < links; i++) {
        world.createBody({ shape: polygon([inner[i]!, outer[i]!, outer[i + 1]!, inner[i + 1]!]), friction });
      }
    },
    boxes: (world: World, radius: number, links: number, friction: number) => {
      const half = Math.PI / links / 2;
      for (let i = 0; i < links; i++) {
        const angle = (2 * i + 1) * half - Math.PI / 2;
        const center = onCircle(radius * Math.cos(half) + 0.1, angle);
        world.createBody({ shape: box(2 * radius * Math.sin(half), 0.2, { center, angle }), friction });
      }
    },
  };

  it.each([
    ["chain", 0.5, 0.05, 90, 0.6, 4],
    ["chain", 3, 0.25, 30, 0, 4],
    ["chain", 0.5, 0.05, 90, 0, 16],
    ["chain", 3, 0.25, 90, 0, 4],
    ["chain", 3, 0.25, 300, 1, 4],
    ["segments", 3, 0.25, 90, 0.6, 4],
    ["polygons", 3, 0.25, 90, 0.6, 4],
    ["boxes", 3, 0.25, 90, 0, 4],
  ] as const)("a ball swings no wider: %s, radius %f m, ball %f m, %i links, friction %f, %i sub-steps", (...given) => {
    const [kind, radius, size, links, friction, substeps] = given;
    const world = new World({ sleeping: false, substeps });
    grounds[kind](world, radius, links, friction);
    const position = onCircle(radius - size, 0.4);
    const ball = world.createBody({ type: "dynamic", position, shape: circle(size), friction });
    let passed = 0;
    let before = 0.4;
    let widest = 0;
    run(world, 20, () => {
      const now = tilt(ball);
      passed += Math.abs(now - before) / (Math.PI / links);
      before = now;
      widest = Math.max(widest, Math.abs(now));
    });
    expect(widest).toBeLessThan(0.4 * 1.005);
    let last = 0;
    run(world, 4, () => {
      last = Math.max(last, Math.abs(tilt(ball)));
    });
    // What corners leave, less the speed that the chords of steps take on a curved path, a tenth at the most.
    expect(last).toBeGreaterThan(0.85 * 0.4 * Math.cos(Math.PI / links) ** passed);
  });

  it.each([0.1, 0.3])("a cart in a half-pipe climbs no higher: links of %f m", (link) => {
    const world = new World({ sleeping: false });
    grounds.chain(world, 3, Math.round((3 * Math.PI) / link), 1);
    const wheels = [-0.6, -0.2].map((angle) =>
      world.createBody({ type: "dynamic", position: onCircle(2.65, angle), shape: circle(0.35), friction: 1 }),
    );
    const [a, b] = wheels as [Body, Body];
    const frame = world.createBody({
      type: "dynamic",
      position: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
      angle: Math.atan2(b.y - a.y, b.x - a.x),
      shape: box(1, 0.2),
      density: 30,
      mask: 0,
    });
    for (const wheel of wheels) {
      world.createJoint({ type: "revolute", bodyA: frame, bodyB: wheel, anchor: wheel.position });
    }
    let widest = 0;
    run(world, 20, () => {
      widest = Math.max(widest, Math.abs(tilt(frame)));
    });
    expect(widest).toBeLessThan(0.403);
  });

  it.each([
    [0, 4],
    [0, 16],
    [1, 4],
  ])(
    "a planet slows a ball around it by no more than the chords of its steps: friction %f, %i sub-steps",
    (...given) => {
      const [friction, substeps] = given;
      const world = new World({ gravity: { x: 0, y: 0 }, sleeping: false, substeps });
      world.createField({ type: "attractor", position: { x: 0, y: 0 }, strength: 10, falloff: 0 });
      world.createBody({ shape: circle(5), friction });
      const ball = world.createBody({
        type: "dynamic",
        position: { x: 0, y: 5.3 },
        linearVelocity: { x: 3, y: 0 },
        angularVelocity: friction === 0 ? 0 : -10,
        shape: circle(0.3),
        friction,
      });
      run(world, 20, () => expect(Math.abs(Math.hypot(ball.x, ball.y) - 5.3)).toBeLessThan(0.002));
      const { x, y } = ball.linearVelocity;
      // dv/dt = -v³ dt / 2 R²: each step's impulse leaves the cosine of the angle by which it turns the path.
      const left = 3 / Math.sqrt(1 + (20 * 9) / (60 * 5.3 ** 2));
      expect(Math.hypot(x, y)).toBeGreaterThan(left - 0.01);
      expect(Math.hypot(x, y)).toBeLessThan(3.005);
    },
  );
});
