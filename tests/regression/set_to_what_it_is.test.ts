// Symptom: a game that set `shape.mask`, `sensor`, `events`, `body.locks`, `gravityScale`, `joint.motor` or the position of a
// platform in every frame, to what they were, had contacts that began and ended in every step, without memory of what they
// bore, and bodies that never fell asleep.
// Cause: most setters acted whether or not anything changed.
// What must hold: what is set to what it is changes nothing and tells nothing. What is set to something else acts as ever.
import { describe, expect, it } from "vitest";
import type { RevoluteJoint, Shape } from "../../dist/index.js";
import { BUILDS, run, type Body, type Engine, type World } from "../helpers/engine.js";

interface Scene {
  world: World;
  floor: Body;
  crate: Body;
  door: RevoluteJoint;
}

function rest({ World, box }: Engine): Scene {
  const world = new World();
  const floor = world.createBody({ position: { x: 0, y: -0.5 }, shape: box(20, 1), restitution: 0.5 });
  const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: box(1, 1) });
  world.createBody({ type: "dynamic", position: { x: 0, y: 1.5 }, shape: box(1, 1) });
  const bodyB = world.createBody({ type: "dynamic", position: { x: 6, y: 3 }, shape: box(1, 1) });
  const door = world.createJoint({
    type: "revolute",
    bodyA: floor,
    bodyB,
    anchor: bodyB,
    limit: { lower: -1, upper: 1 },
    motor: { speed: 0, maxTorque: 5 },
  });
  run(world, 3);
  return { world, floor, crate, door };
}

const ofShape = [
  ...["density", "friction", "staticFriction", "restitution", "rollingResistance", "surfaceSpeed", "frictionRule"],
  ...["restitutionRule", "material", "oneWay", "sensor", "category", "mask", "group", "events"],
] as (keyof Shape)[];
const ofBody = [
  ...["type", "linearDamping", "angularDamping", "gravityScale", "gravity", "force", "torque", "bullet", "continuous"],
  ...["fixedRotation", "locks", "sleep", "sleepThreshold", "position", "x", "y", "linearVelocity", "angularVelocity"],
] as (keyof Body)[];
const ofJoint = ["motor", "limit", "spring", "softness", "collide", "breakForce", "anchorA"] as (keyof RevoluteJoint)[];

describe.each(BUILDS)("what is set to what it is (%s)", (_name, engine) => {
  function sameAgain<T extends object>(scene: Scene, target: T, name: keyof T): void {
    const { world } = scene;
    const again = (): void => {
      const now = target[name];
      target[name] = now;
    };
    if (name === "staticFriction") {
      again(); // named, it is no longer that of sliding: a change
      run(world, 2);
    }
    for (let step = 0; step < 60; step++) {
      again();
      world.step();
      const { contactBegin, contactEnd } = world.events;
      expect([contactBegin.length, contactEnd.length, world.counters.awake], String(name)).toEqual([0, 0, 0]);
    }
  }

  it("changes nothing on a shape", () => {
    for (const name of ofShape) {
      const scene = rest(engine);
      sameAgain(scene, scene.crate.shapes[0]!, name);
      sameAgain(rest(engine), scene.floor.shapes[0]!, name);
    }
  });

  it("changes nothing on a body or a joint", () => {
    const scene = rest(engine);
    for (const name of ofBody) {
      sameAgain(scene, scene.crate, name);
      sameAgain(scene, scene.floor, name);
    }
    for (const name of ofJoint) {
      sameAgain(scene, scene.door, name);
    }
  });

  it("acts when it is something else", () => {
    const changes: ((scene: Scene) => void)[] = [
      ({ floor }) => (floor.shapes[0]!.friction = 0.1),
      ({ floor }) => (floor.shapes[0]!.restitution = undefined),
      ({ crate }) => (crate.shapes[0]!.restitution = 0),
      ({ crate }) => (crate.shapes[0]!.density = 3),
      ({ crate }) => (crate.shapes[0]!.group = -2147483648),
      ({ crate }) => (crate.shapes[0]!.group = 2147483647),
      ({ crate }) => (crate.shapes[0]!.category = 2147483649),
      ({ crate }) => (crate.shapes[0]!.oneWay = { x: 1, y: 0 }),
      ({ crate }) => (crate.gravityScale = 0.5),
      ({ crate }) => (crate.locks = { x: true }),
      ({ crate }) => (crate.y += 0.001),
    ];
    for (const change of changes) {
      const scene = rest(engine);
      change(scene);
      expect(scene.crate.awake, String(change)).toBe(true);
    }
    const { door } = rest(engine);
    door.breakForce = 1e6;
    expect(door.bodyB.awake).toBe(true);
  });

  it("a restitution that is taken back leaves the touch", () => {
    const { world, floor, crate } = rest(engine);
    crate.shapes[0]!.restitution = 0.5;
    floor.shapes[0]!.restitution = undefined;
    crate.shapes[0]!.restitution = undefined;
    world.step();
    expect([world.events.contactBegin.length, world.events.contactEnd.length]).toEqual([0, 0]);
    expect(crate.shapes[0]!.restitution).toBeUndefined();
  });
});
