// Symptom: a game that set `shape.mask`, `sensor`, `events`, `body.locks`, `gravityScale`, `joint.motor` or the position of a
// platform in every frame, to the value it already had, had contacts that began and ended in every step and forgot their
// impulses, and bodies that never fell asleep. A crane on a gear whose `ratio` was set in every frame sank without end, by 71°
// in half a minute.
// Cause: most setters acted whether or not anything changed. A gear whose ratio was set took the current sum of its sides, which
// the load had shifted, as the one to hold.
// What must hold: setting a property to the value it has changes nothing and reports nothing. Setting another value acts as
// ever.
import { describe, expect, it } from "vitest";
import type { GearJoint, JointDef, RevoluteJoint, Shape } from "../../dist/index.js";
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

/** Names of all properties with a setter. */
function settable(joint: object): string[] {
  const names = new Set<string>();
  for (let owner: object | null = joint; owner !== null && owner !== Object.prototype;) {
    for (const [name, { set }] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
      if (set !== undefined) {
        names.add(name);
      }
    }
    owner = Object.getPrototypeOf(owner) as object | null;
  }
  return [...names];
}

describe.each(BUILDS)("setting a property to the value it has (%s)", (_name, engine) => {
  function sameAgain<T extends object>(scene: Scene, target: T, name: keyof T): void {
    const { world } = scene;
    const again = (): void => {
      const now = target[name];
      target[name] = now;
    };
    if (name === "staticFriction") {
      again(); // once set, it no longer follows the sliding friction: a change
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

  it("leaves a loaded gear where it is", () => {
    const { World, box } = engine;
    function crane(watch: (gear: GearJoint) => void): GearJoint {
      const world = new World();
      const ground = world.createBody({});
      const hinge = (x: number, density: number): RevoluteJoint => {
        const bodyB = world.createBody({ type: "dynamic", position: { x, y: 0 }, shape: box(4, 0.2), density });
        return world.createJoint({ type: "revolute", bodyA: ground, bodyB, anchor: { x: x - 2, y: 0 } });
      };
      const [jointA, jointB] = [hinge(0, 20), hinge(12, 1)];
      jointB.motor = { speed: 0, maxTorque: 1e6 };
      const gear = world.createJoint({ type: "gear", jointA, jointB, ratio: 1.7 });
      run(world, 5, () => watch(gear));
      return gear;
    }
    const alone = crane(() => {});
    const named = crane((gear) => {
      gear.ratio = 1.7;
      const { phase } = gear;
      gear.phase = phase;
    });
    expect([named.error, named.phase]).toEqual([alone.error, alone.phase]);
    expect(alone.error).not.toBe(0);
    named.ratio = 3;
    expect(named.error).toBeCloseTo(0, 6);
  });

  it("changes no bit of a joint of any type", () => {
    const { World, box } = engine;
    const drives = { limit: { lower: -1, upper: 1 }, spring: { hertz: 3, dampingRatio: 0.3 } };
    const motor = { speed: 0.3, maxTorque: 4 };
    const anchor = { x: 0.3, y: 0.7 };
    const axis = { x: 0.123, y: 0.77 };
    const definitions = [
      { type: "distance", ...drives, limit: { lower: 0.1, upper: 2 } },
      { type: "rope", length: 3.3 },
      { type: "spring" },
      { type: "revolute", anchor, motor, ...drives },
      { type: "prismatic", anchor, axis, motor: { speed: 0.3, maxForce: 3 }, ...drives },
      { type: "weld", anchor, spring: drives.spring, angularSpring: drives.spring },
      { type: "wheel", anchor, axis, motor },
      { type: "motor", linearOffset: axis, angularOffset: 0.77, maxForce: 9, maxTorque: 9 },
      { type: "mouse", target: axis },
      { type: "gear", ratio: 0.77 },
      { type: "pulley", groundAnchorA: { x: 0.31, y: 5 }, groundAnchorB: { x: 3.3, y: 5 }, ratio: 1.7 },
      { type: "ratchet", ratchet: 0.1, phase: 0.03 },
      { type: "rotary", motor, ...drives },
      { type: "custom", jacobian: { linearA: axis, angularA: 0.7 } },
    ] as const;
    for (const definition of definitions) {
      const world = new World();
      const bodyA = world.createBody({ type: "dynamic", position: { x: -1, y: 0.2 }, shape: box(1, 1) });
      const bodyB = world.createBody({ type: "dynamic", position: { x: 1.37, y: 0.71 }, angle: 0.3, shape: box(1, 1) });
      const joint: object = world.createJoint({ bodyA, bodyB, ...definition } as JointDef);
      run(world, 0.1);
      for (const name of settable(joint)) {
        if (definition.type === "motor" && name === "motor") {
          continue; // records that it was set
        }
        const before = world.snapshot();
        Reflect.set(joint, name, Reflect.get(joint, name));
        expect(world.snapshot(), `${definition.type}.${name}`).toEqual(before);
      }
      world.dispose();
    }
  });

  it("acts once the value differs", () => {
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

  it("keeps the touch when a restitution is taken back", () => {
    const { world, floor, crate } = rest(engine);
    crate.shapes[0]!.restitution = 0.5;
    floor.shapes[0]!.restitution = undefined;
    crate.shapes[0]!.restitution = undefined;
    world.step();
    expect([world.events.contactBegin.length, world.events.contactEnd.length]).toEqual([0, 0]);
    expect(crate.shapes[0]!.restitution).toBeUndefined();
  });
});
