// Symptom: `expect(hit.normal).toEqual({ x: 0, y: 1 })` failed: rays, casts, contacts, events and `scree/geometry` reported −0,
// and so did properties that had been set, turned or moved to it: positions, velocities, angles, anchors.
// Cause: numbers of the core went to their reader as they are.
// What must hold: no −0 among the numbers of fresh objects, scalars and hits in bulk; a reported value that is set again changes
// nothing.
import { describe, expect, it } from "vitest";
import type { ShapeDescriptor } from "../../bindings/geometry.js";
import * as geometry from "../../dist/geometry.js";
import { Character } from "../../dist/helpers.js";
import { BUILDS, type Engine } from "../helpers/engine.js";

const PLAIN = [Object.prototype, Array.prototype] as unknown[];

/** Paths of every −0 in the result of a call; bodies, shapes and joints are looked at by themselves. */
function signed(value: unknown, path = ""): string[] {
  if (Object.is(value, -0)) {
    return [path];
  }
  if (value instanceof Float32Array) {
    return signed(Array.from(value), path);
  }
  if (typeof value !== "object" || value === null || !PLAIN.includes(Object.getPrototypeOf(value))) {
    return [];
  }
  return Object.entries(value).flatMap(([key, part]) => signed(part, `${path}.${key}`));
}

function read(object: object, keys: string[]): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, (object as Record<string, unknown>)[key]]));
}

const WAYS = [
  [
    { x: 0, y: 9 },
    { x: 0, y: -20 },
  ],
  [
    { x: 0, y: -9 },
    { x: 0, y: 20 },
  ],
  [
    { x: -9, y: 0 },
    { x: 20, y: 0 },
  ],
  [
    { x: 9, y: 0 },
    { x: -20, y: 0 },
  ],
] as const;

const SHAPES: [string, ShapeDescriptor][] = [
  ["box", geometry.box(2, 2)],
  ["circle", geometry.circle(1)],
  ["capsule", geometry.capsule(2, 1)],
  ["polygon", geometry.polygon([-1, 1].flatMap((x) => [-1, 1].map((y) => ({ x, y }))))],
  ["segment", geometry.segment({ x: -3, y: 0 }, { x: 3, y: 0 })],
  ["chain", geometry.chain([-3, 0, 3].map((x) => ({ x, y: 0 })))],
  ["ellipse", geometry.ellipse(1, 1)],
  ["superellipse", geometry.superellipse(1, 1, 4)],
  ["halfSpace", geometry.halfSpace({ x: 0, y: 1 })],
];

const SETTABLE = ["position", "linearVelocity", "force", "gravity"];
const NUMBER_KEYS = ["x", "y", "angle", "angularVelocity", "torque", "linearDamping", "gravityScale"];

describe.each(BUILDS)("zeros that are reported (%s)", (_, engine: Engine) => {
  const { World, box, circle } = engine;

  it.each(SHAPES)("have no sign in queries, contacts and events of a %s", (_name, shape) => {
    const world = new World();
    world.createBody({ shape, friction: 0 });
    const found: Record<string, unknown> = {};
    WAYS.forEach(([from, way], i) => {
      const rays = world.castRays(Float32Array.of(from.x, from.y, way.x, way.y));
      found[i] = [
        world.castRayAll(from, way),
        world.castShapeAll(circle(0.5), from, way),
        world.closestPoint(from),
        rays.subarray(2),
      ];
    });
    const ball = { type: "dynamic", shape: circle(0.5), events: { hit: true, swept: true } } as const;
    const lying = world.createBody({ ...ball, position: { x: 0, y: 1.5 } });
    world.createBody({ ...ball, position: { x: 0, y: 9 }, linearVelocity: { x: -0, y: -300 } });
    world.step();
    world.step();
    found.contacts = lying.contacts;
    found.hits = [world.events.hit, world.events.swept];
    expect(signed(found)).toEqual([]);
  });

  it("have no sign in bodies, shapes, joints, fields and settings", () => {
    const none = { x: -0, y: -0 };
    const world = new World({ gravity: { x: -0, y: -10 }, hitThreshold: -0 });
    const base = world.createBody({});
    const body = world.createBody({
      type: "dynamic",
      position: none,
      angle: -0,
      linearVelocity: none,
      angularVelocity: -0,
      linearDamping: -0,
      gravityScale: -0,
      force: none,
      torque: -0,
      gravity: none,
      shape: box(1, 1, { center: none, angle: -0 }),
      surfaceSpeed: -0,
      friction: -0,
      oneWay: { x: 0, y: 1 },
    });
    const [shape] = body.shapes;
    const anchors = { bodyA: base, bodyB: body, anchorA: none, anchorB: none };
    const hinge = world.createJoint({ type: "revolute", ...anchors, limit: { lower: -0, upper: 1 } });
    const slide = world.createJoint({ type: "prismatic", ...anchors, axis: { x: -0, y: 1 } });
    const field = world.createField({ type: "attractor", strength: -0, position: none });
    const look = (): string[] =>
      signed({
        world: [world.gravity, world.settings.hitThreshold],
        body: read(body, ["centerOfMass", ...SETTABLE, ...NUMBER_KEYS]),
        ways: [body.toLocal(none), body.toWorld(none), body.velocityAt(none), body.interpolated()],
        shape: [shape!.geometry, shape!.surfaceSpeed, shape!.friction, shape!.oneWay],
        hinge: read(hinge, ["anchorA", "anchorB", "force", "torque", "speed", "angle", "limit", "motorTorque"]),
        slide: read(slide, ["axisA", "force", "torque", "speed", "translation", "motorForce"]),
        field: read(field, ["position", "strength", "angle"]),
      });
    expect(look()).toEqual([]);
    body.awake = false;
    const before = world.hash();
    for (const [key, value] of Object.entries(read(body, [...SETTABLE, ...NUMBER_KEYS]))) {
      (body as unknown as Record<string, unknown>)[key] = value;
      expect([world.hash(), body.awake], key).toEqual([before, false]);
    }
    body.wake();
    world.step();
    expect(look()).toEqual([]);
  });
});

it.each(SHAPES)("zeros that scree/geometry reports of a %s have no sign", (name, shape) => {
  const found: Record<string, unknown> = {};
  WAYS.forEach(([from, way], i) => {
    const ball = { shape: geometry.circle(0.5), position: from };
    const near = { shape: geometry.circle(0.5), position: { x: 0.15 * from.x, y: 0.15 * from.y } };
    const plain = name !== "chain";
    found[i] = [
      geometry.rayCast(shape, from, way),
      geometry.shapeCast(ball, shape, way),
      geometry.closestPoint(shape, from),
      geometry.distance(shape, ball),
      geometry.distance(shape, near),
      geometry.sweep(shape, ball, way),
      geometry.timeOfImpact(shape, { ...ball, translation: way }),
      plain ? geometry.penetration(shape, near) : null,
      plain ? geometry.collide(shape, near, { speculative: 1 }) : null,
      name === "halfSpace" ? null : geometry.massOf(shape),
      name === "halfSpace" ? null : geometry.support(shape, { x: -0, y: 1 }),
    ];
  });
  expect(signed(found)).toEqual([]);
});

it("zeros of hulls, parts and differences have no sign", () => {
  const points = [-0, 1].flatMap((x) => [-0, 1].map((y) => ({ x, y })));
  const corner = geometry.polygon([
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 0, y: 1 },
  ]);
  const ring = [points[0]!, points[2]!, points[3]!, points[1]!];
  const found = [geometry.convexHull(points), geometry.decompose(ring), geometry.minkowskiDifference(corner, corner)];
  expect(signed(found)).toEqual([]);
});

it("zeros of a character have no sign", () => {
  const { World, box } = BUILDS[0]![1];
  const world = new World();
  world.createBody({ position: { x: 0, y: -1 }, shape: box(20, 2) });
  const character = new Character(world, { position: { x: 0, y: 0.9 } });
  const found: unknown[] = [];
  for (const x of [0, -0, 2, -2, 0]) {
    character.move({ x, y: character.grounded ? -0 : -3 }, 1 / 60);
    found.push({ ...character.position }, { ...character.velocity }, { ...character.groundNormal });
    world.step();
  }
  expect(signed(found)).toEqual([]);
});
