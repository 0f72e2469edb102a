// Joints of every type with random options, for tests of what must hold for all of them.
import type { Body, Engine, World } from "./engine.js";
import type { JointKind } from "./joint_kinds.js";
import type { Random } from "./numbers.js";

type Joint = NonNullable<ReturnType<World["joint"]>>;

/** A joint of the given kind between two bodies; gears may link joints made earlier. */
export function randomJoint(
  world: World,
  random: Random,
  kind: JointKind,
  bodyA: Body,
  bodyB: Body,
  others: Joint[],
): Joint {
  const some = <T>(chance: number, options: T): Partial<T> => (random.chance(chance) ? options : {});
  const vector = (size: number): { x: number; y: number } => ({
    x: random.between(-size, size),
    y: random.between(-size, size),
  });
  const limit = { lower: random.between(-1, 0), upper: random.between(0, 2) };
  const length = { lower: random.between(0, 0.5), upper: random.between(0.5, 3) };
  const spring = { hertz: random.between(0.1, 20), dampingRatio: random.between(0, 2) };
  const speed = random.between(-8, 8);
  const most = random.pick([0, 1, 20, 500]);
  const torque = { motor: { speed, maxTorque: most } };
  const force = { motor: { speed, maxForce: most } };
  const base = {
    bodyA,
    bodyB,
    ...some(0.6, { anchor: { x: (bodyA.x + bodyB.x) / 2, y: (bodyA.y + bodyB.y) / 2 } }),
    ...some(0.5, { collide: random.chance(0.5) }),
    ...some(0.2, { breakForce: random.between(50, 500) }),
    ...some(0.2, { breakTorque: random.between(20, 200) }),
    ...some(0.2, { softness: { hertz: random.between(1, 100), dampingRatio: random.between(0, 5) } }),
  };
  const drive = <T, L>(motor: T, range: L): object => ({
    ...some(0.5, { limit: range }),
    ...some(0.5, motor),
    ...some(0.5, { spring }),
  });
  switch (kind) {
    case "distance":
      return world.createJoint({ type: kind, ...base, ...drive(force, length), ...some(0.3, { springForce: limit }) });
    case "rope":
      return world.createJoint({ type: kind, ...base, ...some(0.5, { length: random.between(0, 3) }) });
    case "spring":
      return world.createJoint({ type: kind, ...base, ...some(0.8, { spring }), ...some(0.3, { springForce: limit }) });
    case "revolute":
    case "rotary":
      return world.createJoint({ type: kind, ...base, ...drive(torque, limit), ...some(0.5, { targetAngle: speed }) });
    case "prismatic":
      return world.createJoint({
        type: kind,
        ...base,
        ...drive(force, limit),
        ...some(0.5, { axis: { x: 1, y: random.between(-1, 1) } }),
        ...some(0.3, { targetTranslation: random.between(-2, 2) }),
      });
    case "weld":
      return world.createJoint({
        type: kind,
        ...base,
        ...some(0.4, { spring }),
        ...some(0.4, { angularSpring: spring }),
      });
    case "wheel":
      return world.createJoint({
        type: kind,
        ...base,
        ...drive(torque, limit),
        ...some(0.5, { axisA: { x: 0.3, y: 1 } }),
      });
    case "motor":
      return world.createJoint({
        type: kind,
        ...base,
        ...some(0.4, { linearOffset: vector(2) }),
        ...some(0.4, { angularOffset: speed / 3 }),
        ...some(0.4, { linearVelocity: vector(3) }),
        ...some(0.4, { angularVelocity: speed }),
        ...some(0.7, { maxForce: most }),
        ...some(0.7, { maxTorque: most }),
        ...some(0.3, { spring }),
        ...some(0.3, { angularSpring: spring }),
      });
    case "mouse":
      return world.createJoint({ type: kind, ...base, target: vector(8), ...some(0.7, { maxForce: most }) });
    case "gear": {
      const usable = others.filter((joint) => joint.alive && ["revolute", "rotary", "prismatic"].includes(joint.type));
      const ratio = random.pick([-2, -1, 0.5, 1, 3]);
      const jointA = usable.length > 1 ? random.pick(usable) : undefined;
      const jointB = jointA && random.pick(usable);
      if (jointA === undefined || jointB === undefined || jointA.bodyB.id === jointB.bodyB.id) {
        return world.createJoint({ type: kind, ...base, ratio });
      }
      return world.createJoint({ type: kind, jointA, jointB, ratio });
    }
    case "pulley":
      return world.createJoint({
        type: kind,
        ...base,
        groundAnchorA: { x: bodyA.x, y: bodyA.y + 5 },
        groundAnchorB: { x: bodyB.x, y: bodyB.y + random.between(0, 5) },
        ratio: random.between(0.3, 3),
      });
    case "ratchet":
      return world.createJoint({ type: kind, ...base, ratchet: random.pick([-0.5, 0.2, 1]), phase: speed });
    case "filter":
      return world.createJoint({ type: kind, ...base });
    default:
      return world.createJoint({
        type: "custom",
        ...base,
        jacobian: { linearA: vector(1), angularA: speed / 8, linearB: vector(1), angularB: random.between(-1, 1) },
        ...some(0.6, { error: random.between(-0.5, 0.5) }),
        ...some(0.5, { targetSpeed: speed / 4 }),
        ...some(0.5, { forceRange: { lower: random.pick([0, -most]), upper: most } }),
        ...some(0.3, { spring }),
      });
  }
}

/** Changes a random property of the joint, one that its type has. */
export function changeJoint(random: Random, joint: Joint): void {
  const spring = random.chance(0.3) ? undefined : { hertz: random.between(0, 10), dampingRatio: random.between(0, 1) };
  switch (random.below(5)) {
    case 0:
      joint.collide = random.chance(0.5);
      return;
    case 1:
      joint.anchorB = { x: random.between(-0.5, 0.5), y: random.between(-0.5, 0.5) };
      return;
    case 2:
      joint.softness = spring;
      return;
    default:
      break;
  }
  switch (joint.type) {
    case "mouse":
      (joint as InstanceType<Engine["MouseJoint"]>).target = { x: random.between(-8, 8), y: random.between(0, 8) };
      break;
    case "revolute":
    case "prismatic":
    case "rotary":
    case "distance":
      joint.limit = random.chance(0.5) ? undefined : { lower: 0, upper: random.between(0, 2) };
      joint.spring = spring;
      break;
    case "gear":
      (joint as InstanceType<Engine["GearJoint"]>).ratio = random.pick([-1, 1, 2]);
      break;
    case "ratchet":
      (joint as InstanceType<Engine["RatchetJoint"]>).ratchet = random.pick([-0.3, 0.4]);
      break;
    case "motor":
      (joint as InstanceType<Engine["MotorJoint"]>).angularOffset = random.chance(0.5) ? undefined : 1;
      break;
    case "custom":
      (joint as InstanceType<Engine["CustomJoint"]>).error = random.between(-1, 1);
      break;
    case "pulley":
      (joint as InstanceType<Engine["PulleyJoint"]>).length = random.between(0, 12);
      break;
    default:
      break;
  }
}
