// Scenes of machines and places: more of SCENES in tests/helpers/scenes.ts.
import type { Body } from "./engine.js";
import { Random } from "./numbers.js";
import { anyShape, floor, nothing, type Scene } from "./scene_parts.js";

/** Bodies of several shapes, some of them sensors, that fall into a turning drum, which tumbles them. */
export const drum: Scene = (engine, world, seed) => {
  const random = new Random(seed);
  world.createBody({
    type: "kinematic",
    position: { x: 0, y: 6 },
    angularVelocity: 0.7,
    shapes: Array.from({ length: 4 }, (_, i) => {
      const [x, y] = [
        [0, 6],
        [6, 0],
        [0, -6],
        [-6, 0],
      ][i]!;
      return engine.box(i % 2 === 0 ? 13 : 1, i % 2 === 0 ? 1 : 13, { center: { x: x!, y: y! } });
    }),
  });
  for (let i = 0; i < 40; i++) {
    const body = world.createBody({
      type: "dynamic",
      position: { x: random.between(-4, 4), y: random.between(2, 10) },
      angle: random.between(-3, 3),
    });
    const places = random.chance(0.5) ? [0.3] : [0.3, -0.3, 0];
    places.forEach((x, k) => {
      const center = { x, y: k === 2 ? 0.3 : 0 };
      const shape = random.chance(0.5)
        ? engine.circle(0.25, { center })
        : engine.box(0.5, random.between(0.2, 0.5), { center, angle: random.between(-1, 1) });
      body.addShape(shape, { sensor: k === 2, density: random.between(0.5, 2), restitution: 0.2 });
    });
  }
  return nothing;
};

/** Hills made of a chain, with a one-way platform and a belt; cars on wheels; water, wind and an attractor. */
export const landscape: Scene = (engine, world, seed) => {
  const random = new Random(seed);
  const hills = Array.from({ length: 33 }, (_, i) => ({ x: i - 16, y: 0.5 * Math.abs((i % 8) - 4) }));
  world.createBody({ shape: engine.chain(hills), material: 1, friction: 0.9 });
  world.createBody({ position: { x: 0, y: -3 }, shape: engine.halfSpace({ x: 0, y: 1 }) });
  world.createBody({ position: { x: -6, y: 5 }, shape: engine.box(5, 0.3), oneWay: { x: 0, y: 1 } });
  world.createBody({ position: { x: 6, y: 5 }, angle: 0.1, shape: engine.box(5, 0.3), surfaceSpeed: -2 });
  world.setMaterialPair(1, 2, { friction: 0.2, restitution: 0.5 });
  world.createField({
    type: "fluid",
    density: 1.5,
    linearDrag: 0.5,
    region: engine.box(8, 2),
    position: { x: 0, y: 1 },
  });
  world.createField({ type: "area", velocity: { x: 3, y: 0 }, linearDrag: 0.4, lift: 0.1 });
  const pull = world.createField({ type: "attractor", position: { x: 0, y: 9 }, strength: 20, cap: 15, range: 9 });
  for (let i = 0; i < 3; i++) {
    const [x, y] = [-10 + 9 * i, 8];
    const chassis = world.createBody({ type: "dynamic", position: { x, y }, shape: engine.box(2, 0.5) });
    for (const side of [-0.8, 0.8]) {
      const position = { x: x + side, y: y - 0.5 };
      const wheel = world.createBody({ type: "dynamic", position, shape: engine.circle(0.35), friction: 1 });
      world.createJoint({
        type: "wheel",
        bodyA: chassis,
        bodyB: wheel,
        anchor: position,
        spring: { hertz: 4, dampingRatio: 0.7 },
        motor: { speed: -8 + 8 * i, maxTorque: 10 },
      });
    }
  }
  for (let i = 0; i < 25; i++) {
    world.createBody({
      type: "dynamic",
      position: { x: random.between(-10, 10), y: random.between(3, 12) },
      shape: anyShape(engine, random),
      material: random.below(3),
      density: random.between(0.3, 3),
    });
  }
  return (step) => {
    pull.enabled = step % 200 < 60;
    if (step % 150 === 149) {
      world.explode({ position: { x: random.between(-8, 8), y: 2 }, radius: 3, impulsePerLength: 2 });
    }
  };
};

/** Boxes, balls and a hanging row at the edge of the recommended range, where numbers are coarse. */
export const far: Scene = (engine, world, seed) => {
  const random = new Random(seed);
  const [x, y] = [4000, -3900];
  const ground = world.createBody({ position: { x, y: y - 1 }, shape: engine.box(60, 2) });
  for (let row = 0; row < 6; row++) {
    for (let i = 0; i < 6 - row; i++) {
      const position = { x: x + 2 + i + row / 2, y: y + 0.5 + row };
      world.createBody({ type: "dynamic", position, shape: engine.box(0.95, 1) });
    }
  }
  for (let i = 0; i < 15; i++) {
    const position = { x: x + random.between(-8, 8), y: y + random.between(6, 14) };
    world.createBody({ type: "dynamic", position, shape: anyShape(engine, random), restitution: 0.3 });
  }
  let before = ground;
  for (let i = 0; i < 8; i++) {
    const link = world.createBody({
      type: "dynamic",
      position: { x: x - 6.25 + 0.5 * i, y: y + 9 },
      shape: engine.box(0.5, 0.1),
    });
    world.createJoint({ type: "revolute", bodyA: before, bodyB: link, anchor: { x: x - 6.5 + 0.5 * i, y: y + 9 } });
    before = link;
  }
  return nothing;
};

/** Dolls of welds and limited pins, their feet on springs, that a hand drags through a gate of sensors. */
export const dolls: Scene = (engine, world, seed) => {
  const random = new Random(seed);
  const ground = floor(engine, world);
  world.createBody({ position: { x: 0, y: 3 }, shape: engine.segment({ x: 0, y: -3 }, { x: 0, y: 3 }), sensor: true });
  const hands: Body[] = [];
  for (let doll = 0; doll < 6; doll++) {
    const [x, y] = [-9 + 3 * doll, 4 + (doll % 2)];
    const part = (dx: number, dy: number, width: number, height: number): Body =>
      world.createBody({
        type: "dynamic",
        position: { x: x + dx, y: y + dy },
        shape: engine.capsule(height, width / 2, { angle: Math.PI / 2 }),
        group: -1 - doll,
        angularDamping: 0.1,
      });
    const trunk = part(0, 0, 0.5, 0.6);
    const head = world.createBody({ type: "dynamic", position: { x, y: y + 0.9 }, shape: engine.circle(0.25) });
    world.createJoint({ type: "weld", bodyA: trunk, bodyB: head, angularSpring: { hertz: 3, dampingRatio: 0.5 } });
    for (const side of [-1, 1]) {
      const arm = part(0.4 * side, 0.2, 0.2, 0.5);
      const leg = part(0.2 * side, -0.9, 0.25, 0.7);
      const limit = { lower: -0.6 - random.between(0, 0.5), upper: 0.8 };
      world.createJoint({
        type: "revolute",
        bodyA: trunk,
        bodyB: arm,
        anchor: { x: x + 0.4 * side, y: y + 0.5 },
        limit,
      });
      world.createJoint({
        type: "revolute",
        bodyA: trunk,
        bodyB: leg,
        anchor: { x: x + 0.2 * side, y: y - 0.5 },
        limit,
      });
      const foot = world.createBody({
        type: "dynamic",
        position: { x: leg.x, y: leg.y - 0.6 },
        shape: engine.ellipse(0.2, 0.1),
        density: 3,
      });
      world.createJoint({
        type: "prismatic",
        bodyA: leg,
        bodyB: foot,
        axis: { x: 0, y: 1 },
        limit: { lower: -0.1, upper: 0.2 },
        spring: { hertz: 6, dampingRatio: 0.3 },
      });
      hands.push(arm);
    }
  }
  return (step) => {
    if (step % 100 === 20) {
      const bodyB = random.pick(hands);
      const target = { x: random.between(-8, 8), y: random.between(2, 8) };
      world.createJoint({
        type: "mouse",
        bodyA: ground,
        bodyB,
        target,
        maxForce: 400,
        breakForce: 300,
        collide: false,
      });
    }
  };
};
