import { BodyFlag } from "../abi/layout";
import { AwakeReason } from "../abi/body_layout";
import { List } from "../memory/buffer";
import { findRoot } from "../memory/disjoint_sets";
import { MAILBOX_ADDRESS } from "../memory/fixed";
import { Bodies, NONE } from "../world/body";
import { awakeBodies, islandParents } from "../world/buffers";
import { ContactFlag, Contacts } from "../world/contact";
import { Joints } from "../world/joint";
import { world } from "../world/world";
import { asksForSpeed, isDriven } from "./driven";
import { findIslands, isCarried, isMovingKinematic } from "./sleep";

/** The answer, in the mailbox: ids, a flag, a count, three numbers, and one more id (abi/bodies.ts). */
@unmanaged
class Answer {
  body: u32;
  kinematic: u32;
  byJoint: u32;
  island: u32;
  speed: f32;
  threshold: f32;
  rest: f32;
  joint: u32;
}
const answer = changetype<Answer>(MAILBOX_ADDRESS);

/**
 * What keeps the island of a body awake. If several members do, the strongest reason counts, then the fastest body,
 * then the least rested. Changes nothing.
 */
export function whyAwake(slot: u32): u32 {
  memory.fill(MAILBOX_ADDRESS, 0, offsetof<Answer>());
  if (!Bodies.isAwake(slot) || !findIslands(false)) {
    return AwakeReason.Asleep;
  }
  const parents = islandParents.ptr;
  const root = findRoot(parents, Bodies.solverIndex(slot) - 1);
  let best: u32 = AwakeReason.Resting + 1;
  for (let k: u32 = 0, n = awakeBodies.count; k < n; k++) {
    if (findRoot(parents, k) != root) {
      continue;
    }
    const member = List.get(awakeBodies, k);
    const island = answer.island + 1;
    answer.island = island;
    const kinematic = moverOf(member);
    const motor = motorOf(member);
    const v = Bodies.velocity(member);
    const body = Bodies.at(member);
    const speed: f32 = sqrt<f32>(v.vx * v.vx + v.vy * v.vy) + abs<f32>(v.w) * body.maxExtent;
    const threshold = body.sleepThreshold >= 0 ? body.sleepThreshold : world.sleepThreshold;
    const reason: u32 =
      world.sleeping == 0
        ? AwakeReason.Off
        : (Bodies.flags(member) & BodyFlag.CanSleep) == 0
          ? AwakeReason.Forbidden
          : kinematic != NONE
            ? AwakeReason.Kinematic
            : motor != 0
              ? AwakeReason.Motor
              : speed > threshold || isMovingKinematic(member) || goesAlong(member)
                ? AwakeReason.Moving
                : AwakeReason.Resting;
    const stronger = reason < best;
    if (
      stronger ||
      (reason == best && (reason == AwakeReason.Resting ? body.sleepTime < answer.rest : speed > answer.speed))
    ) {
      best = reason;
      answer.body = Bodies.id(member);
      answer.kinematic = kinematic != NONE ? Bodies.id(kinematic >> 1) : 0;
      answer.byJoint = kinematic != NONE ? kinematic & 1 : 0;
      answer.speed = speed;
      answer.threshold = threshold;
      answer.rest = body.sleepTime;
      answer.joint = reason == AwakeReason.Motor ? Joints.id(motor) : 0;
    }
  }
  return best;
}

/** Does a surface with a speed of its own carry the body? */
function goesAlong(slot: u32): bool {
  for (let edge = Bodies.at(slot).contactHead; edge != NONE; edge = load<u32>(Contacts.edge(edge))) {
    const c = Contacts.at(edge >> 1);
    const touches = (c.flags & (ContactFlag.Touching | ContactFlag.Sensor)) == ContactFlag.Touching;
    if (touches && c.tangentSpeed != 0 && isCarried(slot, c.tangentSpeed)) {
      return true;
    }
  }
  return false;
}

/** A moving kinematic body that the body touches (slot << 1) or is joined to (slot << 1 | 1), or NONE. */
function moverOf(slot: u32): u32 {
  for (let edge = Bodies.at(slot).contactHead; edge != NONE; edge = load<u32>(Contacts.edge(edge))) {
    const c = Contacts.at(edge >> 1);
    const other = Contacts.across(edge);
    if ((c.flags & (ContactFlag.Touching | ContactFlag.Sensor)) == ContactFlag.Touching && isMovingKinematic(other)) {
      return other << 1;
    }
  }
  for (let edge = Bodies.at(slot).jointHead; edge != NONE; edge = load<u32>(Joints.edge(edge))) {
    const j = Joints.at(edge >> 1);
    const other = edge & 1 ? j.bodyA : j.bodyB;
    if (isMovingKinematic(other)) {
      return (other << 1) | 1;
    }
  }
  return NONE;
}

/** A joint whose motor moves the body, or 0. */
function motorOf(slot: u32): u32 {
  for (let edge = Bodies.at(slot).jointHead; edge != NONE; edge = load<u32>(Joints.edge(edge))) {
    const j = Joints.at(edge >> 1);
    if (j.colour != NONE && asksForSpeed(j) && isDriven(j)) {
      return edge >> 1;
    }
  }
  return 0;
}
