// Symptom: a body about to fall asleep that a call set off slowly (support taken in low gravity or short steps, a motor, a spring) fell
// asleep in the air, and hung there for good. Cause: the call did not reset its time at rest.
import { expect, it } from "vitest";
import { box, circle, World, type Body } from "../../dist/index.js";

const DT = 1 / 240;

interface Scene {
  body: Body;
  act: () => void;
}

function onFloor(
  world: World,
  act: (floor: Body, crate: Body) => void,
  type: "static" | "kinematic" = "static",
): Scene {
  const floor = world.createBody({ type, shapes: [box(4, 1), box(1, 1, { center: { x: 9, y: 0 } })] });
  const body = world.createBody({ type: "dynamic", position: { x: 0, y: 1 }, shape: box(1, 1) });
  return { body, act: () => act(floor, body) };
}

function beside(world: World): [pin: Body, body: Body] {
  const pin = world.createBody({});
  return [pin, world.createBody({ type: "dynamic", gravityScale: 0, shape: box(1, 1) })];
}

const floating = { type: "dynamic", position: { x: 0, y: 9 }, shape: circle(0.5) } as const;

const SCENES: Record<string, (world: World) => Scene> = {
  "its support is destroyed": (world) => onFloor(world, (floor) => floor.destroy()),
  "the shape under it is destroyed": (world) => onFloor(world, (floor) => floor.shapes[0]!.destroy()),
  "its support is put elsewhere": (world) => onFloor(world, (floor) => (floor.position = { x: 30, y: 0 })),
  "its kinematic support is put elsewhere": (world) =>
    onFloor(world, (floor) => (floor.position = { x: 30, y: 0 }), "kinematic"),
  "its support becomes a sensor": (world) => onFloor(world, (floor) => (floor.shapes[0]!.sensor = true)),
  "its own filter lets it through": (world) => onFloor(world, (_, crate) => (crate.shapes[0]!.mask = 0)),
  "the pair is ignored": (world) => onFloor(world, (floor, crate) => world.ignorePair(floor, crate)),
  "a joint lets it through": (world) =>
    onFloor(world, (floor, crate) => world.createJoint({ type: "filter", bodyA: floor, bodyB: crate })),
  "its support gets thinner": (world) => onFloor(world, (floor) => floor.shapes[0]!.setGeometry(box(4, 0.5))),
  "its support is a belt": (world) =>
    onFloor(world, (floor, crate) => {
      crate.shapes[0]!.friction = 0.05;
      floor.shapes[0]!.surfaceSpeed = 1;
    }),
  "it feels gravity again": (world) => {
    const body = world.createBody({ ...floating, gravityScale: 0 });
    return { body, act: () => (body.gravityScale = 1) };
  },
  "its lock is opened": (world) => {
    const body = world.createBody({ ...floating, locks: { y: true } });
    return { body, act: () => (body.locks = {}) };
  },
  "its joint is destroyed": (world) => {
    const [pin, body] = beside(world);
    body.gravityScale = 1;
    const joint = world.createJoint({ type: "weld", bodyA: pin, bodyB: body });
    return { body, act: () => joint.destroy() };
  },
  "its motor gets a speed": (world) => {
    const [pin, body] = beside(world);
    const motor = { speed: 0, maxForce: 1 };
    const joint = world.createJoint({ type: "prismatic", bodyA: pin, bodyB: body, motor });
    return { body, act: () => (joint.motor = { ...motor, speed: 2 }) };
  },
  "its spring gets a target": (world) => {
    const [pin, body] = beside(world);
    const spring = { hertz: 0.2, dampingRatio: 1 };
    const joint = world.createJoint({ type: "prismatic", bodyA: pin, bodyB: body, spring });
    return { body, act: () => (joint.targetTranslation = 2) };
  },
};

function fresh(name: string, sleeping: boolean): { world: World } & Scene {
  const world = new World({ gravity: { x: 0, y: -1 }, sleeping });
  return { world, ...SCENES[name]!(world) };
}

it.each(Object.keys(SCENES))("a body about to fall asleep moves as one that may not sleep when %s", (name) => {
  const first = fresh(name, true);
  let steps = 0;
  for (; first.body.awake; steps++) {
    first.world.step(DT);
  }
  for (const early of [1, 2, 5]) {
    const [may, mayNot] = [true, false].map((sleeping) => {
      const { world, body, act } = fresh(name, sleeping);
      const run = (count: number): void => {
        for (let k = 0; k < count; k++) {
          world.step(DT);
        }
      };
      run(steps - early);
      act();
      run(200);
      return body;
    }) as [Body, Body];
    expect(Math.hypot(mayNot.linearVelocity.x, mayNot.linearVelocity.y) + Math.abs(mayNot.x)).toBeGreaterThan(0);
    expect(may.x).toBe(mayNot.x);
    expect(may.y).toBe(mayNot.y);
  }
});
