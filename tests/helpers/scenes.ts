// Small scenes that between them cover everything: built through the public interface, from a seed, the same in every build.
import type { Body, Engine, World } from "./engine.js";
import { dolls, drum, far, landscape } from "./more_scenes.js";
import { Random } from "./numbers.js";
import { JOINT_KINDS } from "./joint_kinds.js";
import { randomJoint } from "./random_joints.js";
import { anyShape, floor, nothing, type Scene } from "./scene_parts.js";

export type { Scene };

/** A stack of boxes slightly out of line and a pyramid beside it, which fall asleep. */
export const boxes: Scene = (engine, world) => {
  floor(engine, world);
  for (let i = 0; i < 8; i++) {
    world.createBody({ type: "dynamic", position: { x: -6 + 0.02 * (i % 2), y: 0.5 + i }, shape: engine.box(1, 1) });
  }
  for (let row = 0; row < 7; row++) {
    for (let i = 0; i < 7 - row; i++) {
      world.createBody({ type: "dynamic", position: { x: 2 + i + row / 2, y: 0.5 + row }, shape: engine.box(0.95, 1) });
    }
  }
  return nothing;
};

/** A heap of every shape. */
export const heap: Scene = (engine, world, seed) => {
  const random = new Random(seed);
  floor(engine, world);
  for (let i = 0; i < 50; i++) {
    world.createBody({
      type: "dynamic",
      position: { x: random.between(-8, 8), y: random.between(1, 14) },
      angle: random.between(-3, 3),
      angularVelocity: random.between(-5, 5),
      shape: anyShape(engine, random),
      density: random.between(0.5, 3),
      friction: random.between(0, 1),
      restitution: random.between(0, 0.8),
      rollingResistance: random.chance(0.3) ? 0.05 : 0,
      linearDamping: random.chance(0.3) ? 0.2 : 0,
    });
  }
  return nothing;
};

/** Chains of pins and rods with motors, limits and springs, among balls. */
export const joints: Scene = (engine, world, seed) => {
  const random = new Random(seed);
  const ground = floor(engine, world);
  for (let chain = 0; chain < 4; chain++) {
    let before = ground;
    const x = -8 + 5 * chain;
    for (let i = 0; i < 6; i++) {
      const link = world.createBody({
        type: "dynamic",
        position: { x: x + i * 0.5 + 0.25, y: 10 },
        shape: engine.box(0.5, 0.2),
      });
      if (chain % 2 === 0) {
        world.createJoint({
          type: "revolute",
          bodyA: before,
          bodyB: link,
          anchor: { x: x + i * 0.5, y: 10 },
          ...(i % 3 === 1 ? { limit: { lower: -0.4, upper: 0.6 } } : {}),
          ...(i % 3 === 2 ? { motor: { speed: random.between(-6, 6), maxTorque: 2 } } : {}),
          ...(i === 4 ? { spring: { hertz: 2, dampingRatio: 0.3 } } : {}),
        });
      } else {
        world.createJoint({
          type: "distance",
          bodyA: before,
          bodyB: link,
          anchorA: before === ground ? { x, y: 11 } : { x: 0.25, y: 0 },
          anchorB: { x: -0.25, y: 0 },
          ...(i % 2 === 0
            ? { length: 0.3 }
            : { spring: { hertz: 4, dampingRatio: 0.2 }, limit: { lower: 0, upper: 0.7 } }),
        });
      }
      before = link;
    }
  }
  for (let i = 0; i < 15; i++) {
    world.createBody({
      type: "dynamic",
      position: { x: random.between(-9, 9), y: random.between(11, 16) },
      shape: engine.circle(random.between(0.2, 0.5)),
    });
  }
  return nothing;
};

/** Bodies with joints of every type and random options between them; `add` makes another, of the type at an index. */
export function jointed(
  engine: Engine,
  world: World,
  seed: number,
): { random: Random; bodies: Body[]; joints: ReturnType<typeof randomJoint>[]; add: (index: number) => void } {
  const random = new Random(seed);
  const ground = world.createBody({ position: { x: 0, y: -1 }, shape: engine.box(60, 2) });
  const platform = world.createBody({
    type: "kinematic",
    position: { x: 3, y: 3 },
    angularVelocity: 0.5,
    shape: engine.box(1, 1),
  });
  const bodies: Body[] = [ground, platform];
  for (let i = 0; i < 24; i++) {
    bodies.push(
      world.createBody({
        type: "dynamic",
        position: { x: random.between(-8, 8), y: random.between(0.5, 9) },
        angle: random.between(-3, 3),
        shape: random.chance(0.5) ? engine.box(1, random.between(0.3, 1)) : engine.circle(random.between(0.2, 0.6)),
        density: random.pick([0.1, 1, 1, 20]),
        fixedRotation: random.chance(0.1),
      }),
    );
  }
  const joints: ReturnType<typeof randomJoint>[] = [];
  const add = (index: number): void => {
    const bodyB = random.pick(bodies.filter((body) => body.alive && body.type === "dynamic"));
    const bodyA = random.pick(bodies.filter((body) => body.alive && body !== bodyB));
    joints.push(randomJoint(world, random, JOINT_KINDS[index % JOINT_KINDS.length]!, bodyA, bodyB, joints));
  };
  for (let i = 0; i < 45; i++) {
    add(i);
  }
  return { random, bodies, joints, add };
}

/** Every type of joint at once. */
export const everyJoint: Scene = (engine, world, seed) => {
  jointed(engine, world, seed);
  return nothing;
};

/** Rows of pins under load: a bridge, a ball on light links that is later given one link more, and a necklace. */
export const rows: Scene = (engine, world, seed) => {
  const random = new Random(seed);
  const ground = floor(engine, world);
  const pin = (bodyA: Body, bodyB: Body, x: number, y: number): void => {
    world.createJoint({ type: "revolute", bodyA, bodyB, anchor: { x, y } });
  };
  const link = (x: number, y: number, width: number, height: number): Body =>
    world.createBody({ type: "dynamic", position: { x, y }, shape: engine.box(width, height) });
  let before = ground;
  for (let i = 0; i < 12; i++) {
    const plank = link(i - 5.5, 6, 1, 0.2);
    pin(before, plank, i - 6, 6);
    before = plank;
  }
  pin(before, ground, 6, 6);
  for (let i = 0; i < 6; i++) {
    world.createBody({
      type: "dynamic",
      position: { x: random.between(-5, 5), y: 8 + i },
      shape: anyShape(engine, random),
      density: random.between(1, 10),
    });
  }
  const hook = world.createBody({ position: { x: 9, y: 12 } });
  before = hook;
  for (let i = 0; i < 8; i++) {
    const part = link(9.25 + 0.5 * i, 12, 0.5, 0.1);
    // A row must be found whichever of its bodies each joint names first.
    pin(i % 3 === 0 ? part : before, i % 3 === 0 ? before : part, 9 + 0.5 * i, 12);
    before = part;
  }
  const ball = world.createBody({ type: "dynamic", position: { x: 14, y: 12 }, shape: engine.circle(1), density: 5 });
  pin(before, ball, 13, 12);
  const beads: Body[] = [];
  for (let i = 0; i < 10; i++) {
    const angle = (i * Math.PI) / 5;
    beads.push(
      world.createBody({
        type: "dynamic",
        position: { x: 2 * Math.cos(angle) - 12, y: 2 * Math.sin(angle) + 8 },
        shape: engine.circle(0.3),
        density: i === 5 ? 50 : 1,
      }),
    );
  }
  beads.forEach((bead, i) => {
    const next = beads[(i + 1) % beads.length]!;
    pin(bead, next, (bead.x + next.x) / 2, (bead.y + next.y) / 2);
  });
  pin(ground, beads[0]!, beads[0]!.x, beads[0]!.y);
  return (step) => {
    if (step === 120) {
      world.createJoint({ type: "mouse", bodyA: ground, bodyB: before, target: { x: 6, y: 9 }, maxForce: 200 });
      pin(ball, link(ball.x, ball.y - 2, 0.2, 2), ball.x, ball.y - 1);
    }
  };
};

/** Bodies, shapes and joints made, changed and destroyed at random, and woken. */
export const churn: Scene = (engine, world, seed) => {
  const random = new Random(seed);
  const ground = floor(engine, world);
  const ids: number[] = [];
  return () => {
    const living = ids.map((id) => world.body(id)).filter((body) => body !== undefined);
    const body = living.length > 0 ? random.pick(living) : undefined;
    if (living.length < 40 || random.chance(0.2)) {
      const made = world.createBody({
        type: random.chance(0.9) ? "dynamic" : "kinematic",
        position: { x: random.between(-9, 9), y: random.between(2, 12) },
        linearVelocity: { x: random.between(-1, 1), y: 0 },
        shape: anyShape(engine, random),
        sensor: random.chance(0.1),
      });
      ids.push(made.id);
    }
    if (body === undefined) {
      return;
    }
    switch (random.below(14)) {
      case 0:
      case 1:
        body.destroy();
        break;
      case 2:
        body.applyImpulse({ x: random.between(-3, 3), y: random.between(0, 5) }, { x: body.x + 0.1, y: body.y });
        break;
      case 3:
        body.position = { x: random.between(-9, 9), y: random.between(2, 12) };
        break;
      case 4:
        body.type = random.pick(["dynamic", "static", "kinematic"] as const);
        break;
      case 5:
        body.addShape(anyShape(engine, random), { density: random.between(0, 2) });
        break;
      case 6:
        body.shapes[0]?.destroy();
        break;
      case 7:
        world.createJoint({
          type: random.pick(["revolute", "distance"] as const),
          bodyA: random.chance(0.3) ? ground : (living.find((other) => other !== body) ?? ground),
          bodyB: body,
          anchorA: { x: 0.1, y: 0.3 },
        });
        break;
      case 8:
        body.awake = random.chance(0.5);
        break;
      case 9:
        for (const shape of body.shapes) {
          shape.friction = random.between(0, 1);
          shape.mask = random.chance(0.8) ? 0xffffffff : 0;
        }
        break;
      case 10:
        body.locks = { x: random.chance(0.2), y: random.chance(0.2), rotation: random.chance(0.3) };
        break;
      case 11:
        body.gravityScale = random.between(-0.2, 1.5);
        break;
      default:
        break;
    }
  };
};

/** Fast bodies in a box of thin walls. */
export const bullets: Scene = (engine, world, seed) => {
  const random = new Random(seed);
  const walls = world.createBody({
    type: "static",
    shapes: [
      engine.segment({ x: -10, y: -10 }, { x: 10, y: -10 }),
      engine.segment({ x: 10, y: -10 }, { x: 10, y: 10 }),
    ],
  });
  walls.addShape(engine.box(20, 0.1, { center: { x: 0, y: 10 } }));
  walls.addShape(engine.box(0.1, 20, { center: { x: -10, y: 0 } }));
  for (let i = 0; i < 25; i++) {
    world.createBody({
      type: "dynamic",
      position: { x: random.between(-8, 8), y: random.between(-8, 8) },
      linearVelocity: { x: random.between(-200, 200), y: random.between(-200, 200) },
      shape: anyShape(engine, random),
      restitution: 0.9,
      bullet: i % 3 === 0,
    });
  }
  return nothing;
};

/** A stack that sleeps and is woken by what falls on it. */
export const naps: Scene = (engine, world) => {
  floor(engine, world);
  for (let i = 0; i < 12; i++) {
    world.createBody({
      type: "dynamic",
      position: { x: 1.5 * (i % 6) - 4, y: i < 6 ? 0.5 : 1.5 },
      shape: engine.box(1, 1),
    });
  }
  return (step) => {
    if (step % 70 === 60) {
      world.createBody({
        type: "dynamic",
        position: { x: ((step / 70) | 0) - 3, y: 6 },
        shape: engine.circle(0.4),
        density: 3,
      });
    }
  };
};

/** Trees of welds, some fixed to the ground, one with a pin, one with a ring, one with a body that cannot turn; balls fall on them. */
export const welds: Scene = (engine, world, seed) => {
  const random = new Random(seed);
  const ground = floor(engine, world);
  for (let tree = 0; tree < 8; tree++) {
    const parts: Body[] = [];
    for (let i = 0; i < 7; i++) {
      const before = i > 0 ? random.pick(parts) : undefined;
      const anchor = { x: 2.3 * tree - 9 + 0.25 * i, y: 5 + random.between(0, 1) };
      const locks = { rotation: tree === 7 && i === 3 };
      const part = world.createBody({ type: "dynamic", position: anchor, shape: engine.box(0.6, 0.4), locks });
      if (before) {
        const type = tree === 4 && i === 5 ? "revolute" : "weld";
        world.createJoint({ type, bodyA: i % 2 === 0 ? part : before, bodyB: i % 2 === 0 ? before : part, anchor });
      } else if (tree < 3) {
        world.createJoint({ type: "weld", bodyA: ground, bodyB: part, anchor });
      }
      parts.push(part);
    }
    if (tree === 5) {
      world.createJoint({ type: "weld", bodyA: parts[0]!, bodyB: parts[6]!, anchor: parts[6]!.position });
    }
  }
  return (step) => {
    if (step % 90 === 40) {
      const position = { x: random.between(-9, 9), y: 9 };
      world.createBody({ type: "dynamic", position, shape: engine.circle(0.3), density: 4 });
    }
  };
};

export const SCENES: Readonly<Record<string, Scene>> = {
  boxes,
  heap,
  joints,
  everyJoint,
  rows,
  churn,
  bullets,
  naps,
  drum,
  landscape,
  far,
  dolls,
  welds,
};

/** A new world with a scene in it. */
export function stage(engine: Engine, scene: Scene, seed = 1): { world: World; before: (step: number) => void } {
  const world = new engine.World();
  return { world, before: scene(engine, world, seed) };
}

/** The number of steps over which the hashes of a scene are compared, after every step. */
export const STEPS = 1000;

/** The hashes after each of `steps` steps. */
export function hashes(engine: Engine, scene: Scene, steps: number, seed = 1): string[] {
  const { world, before } = stage(engine, scene, seed);
  const list: string[] = [];
  for (let step = 0; step < steps; step++) {
    before(step);
    world.step();
    list.push(world.hash());
  }
  world.dispose();
  return list;
}
