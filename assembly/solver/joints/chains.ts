import { BodyFlag, JointFlag, JointType } from "../../abi/layout";
import { Buffer, List } from "../../memory/buffer";
import { Bodies, NONE } from "../../world/body";
import { jointChains } from "../../world/buffers";
import { Joint, Joints } from "../../world/joint";
import { world } from "../../world/world";
import { Softness } from "../softness";
import { FROM, HEAD_WORDS, Link, TO } from "./chain_links";
import { JointRow, boundDamping, boundHertz } from "./joint_block";
import { Held, holdSoftly, holdStiffly } from "./elimination";
import { Fate, acrossOf, armLength, isDriven, isLoaded, laneOf, loadOn, touchesNothing } from "./load";
import { makeWhole } from "./revolute";

// Chains: rows of bodies pinned one to the next. A pass over the joints one by one carries a load a few links far, and as
// soft joints they give by F / (m ω²) each: a light link under a great load gives by its own length. So where pins along a
// row of bodies that have two joints each bear more than they hold together, their velocities are solved exactly, after each
// pass over all joints (chain_solver.ts). A row both of whose ends are free or held is stiffer than joints are, from a gap on: what
// hangs on other joints there would otherwise be as stiff as the passes over them cannot follow
// (docs/decisions/0014-joint-softness.md).

/** A joint is loaded when its softness gives by this share of the arm of a link. */
const SAG: f32 = 0.003;
/** Stiffness of a row against that of other joints. */
const STIFFER: f32 = 4;

/** Before joints are prepared. False: out of memory. */
export function beginChains(): bool {
  if (!Buffer.ensure(jointChains, (<usize>HEAD_WORDS) << 2)) {
    return false;
  }
  memory.fill(jointChains.ptr, 0, (<usize>HEAD_WORDS) << 2);
  jointChains.count = HEAD_WORDS;
  return true;
}

export abstract class Rows {
  /** May a body with joints of these colours link two pins? One colour more may be that of a light joint. */
  @inline static mayLink(colours: u32): bool {
    return (popcnt<u32>(colours) & ~1) == 2;
  }
  /** May a pin be part of a row? Most of a net need not be looked at further. */
  @inline static mayHave(j: Joint): bool {
    return Rows.mayLink(Bodies.at(j.bodyA).jointColours) || Rows.mayLink(Bodies.at(j.bodyB).jointColours);
  }
}

/** Notes a pin that may be part of a row or linkage, prepared in lane `q`, if it is loaded. False: out of memory. */
export function notePin(slot: u32, q: usize): bool {
  const j = Joints.at(slot);
  store<u32>(q, 0, JointRow.fate);
  if (isLoaded(j, q, 0, SAG, armOf(j, q), Infinity) && !isDriven(j)) {
    return List.push(jointChains, slot);
  }
  j.flags &= ~JointFlag.Stiff; // unless another joint of its row or linkage is loaded
  return true;
}

/** How far from the centre of a link a joint of it is; where neither body is one, of the dynamic one that it is farther from. */
function armOf(j: Joint, q: usize): f32 {
  const a = armLength(q + JointRow.armAx);
  const b = armLength(q + JointRow.armBx);
  if (Rows.mayLink(Bodies.at(j.bodyA).jointColours)) {
    return a;
  }
  if (Rows.mayLink(Bodies.at(j.bodyB).jointColours)) {
    return b;
  }
  return max<f32>(Bodies.isDynamic(j.bodyA) ? a : 0, Bodies.isDynamic(j.bodyB) ? b : 0);
}

/** The gap from which on a pin of a row or linkage may be stiffer. */
export function pinReach(j: Joint, q: usize): f64 {
  return <f64>(SAG * armOf(j, q));
}

/** The joint on the other side of a body that links two pins, or 0. */
function beyond(joint: u32, body: u32): u32 {
  const b = Bodies.at(body);
  if (!Rows.mayLink(b.jointColours) || (Bodies.flags(body) & (BodyFlag.LockX | BodyFlag.LockY)) != 0) {
    return 0;
  }
  let other: u32 = 0;
  for (let edge = b.jointHead; edge != NONE; edge = load<u32>(Joints.edge(edge))) {
    const j = Joints.at(edge >> 1);
    if (edge >> 1 != joint && !Joints.isLight(j.type)) {
      if (other != 0 || j.type != JointType.Revolute || j.colour == NONE || isDriven(j)) {
        return 0;
      }
      other = edge >> 1;
    }
  }
  return other;
}

/** Loaded joints → the rows they are part of. False: out of memory. */
export function gatherChains(): bool {
  const seeds = jointChains.count;
  const start = (((<usize>seeds) << 2) + 7) & ~7;
  store<u32>(jointChains.ptr, <u32>start, FROM);
  store<u32>(jointChains.ptr, <u32>start, TO);
  for (let k = HEAD_WORDS; k < seeds; k++) {
    const seed = List.get(jointChains, k);
    const j = Joints.at(seed);
    if (
      j.type == JointType.Revolute &&
      (load<u32>(laneOf(j), JointRow.fate) & (Fate.Row | Fate.Linked)) == 0 &&
      !gatherFrom(seed)
    ) {
      return false;
    }
  }
  return true;
}

/** The row that a joint is part of → records. */
function gatherFrom(seed: u32): bool {
  let first = seed;
  let start = Joints.at(seed).bodyA;
  let joint = beyond(first, start);
  while (joint != 0 && joint != seed) {
    first = joint;
    start = acrossOf(Joints.at(first), start);
    joint = beyond(first, start);
  }
  const from = load<u32>(jointChains.ptr, TO);
  let last = first;
  let body = start;
  joint = first;
  do {
    last = joint;
    if (!pushLink(joint, body)) {
      return false;
    }
    body = acrossOf(Joints.at(joint), body);
    joint = beyond(joint, body);
  } while (joint != 0 && joint != first);
  // The joint that closes a ring couples with both ends: it is left to the passes over all joints.
  const ring = body == start && Bodies.isDynamic(body);
  const to = load<u32>(jointChains.ptr, TO) - (ring ? Link.bytes : 0);
  const long = to > from + Link.bytes;
  store<u32>(jointChains.ptr, long ? to : from, TO);
  if (long) {
    store<u32>(jointChains.ptr + from, 1, Link.first);
    weighDown(from, to);
    if (!ring && Joints.isEnd(Joints.at(first), start) && Joints.isEnd(Joints.at(last), body)) {
      stiffen(from, to);
    }
  }
  return true;
}

/** A record behind the last. `body`: the one on side p. */
function pushLink(joint: u32, body: u32): bool {
  const j = Joints.at(joint);
  const at = <usize>load<u32>(jointChains.ptr, TO);
  jointChains.count = <u32>((at + Link.bytes) >> 2);
  if (!Buffer.ensure(jointChains, at + Link.bytes)) {
    return false;
  }
  store<u32>(jointChains.ptr, <u32>(at + Link.bytes), TO);
  const r = jointChains.ptr + at;
  const q = laneOf(j);
  store<u32>(q, Fate.Row, JointRow.fate);
  j.flags &= ~JointFlag.Stiff;
  holdSoftly(r, joint, q, j.bodyA == body ? 0 : 1);
  store<u32>(r, 0, Link.first);
  return true;
}

/**
 * Joints of a row are solved with their angles, which a row knows nothing of: what its limits do would not keep to the pins. They get
 * its stiffness from the gap on that makes them loaded, but those that name a softness of their own, and
 * those of bodies that touch something: contacts are solved one by one, and a heap of stiff rows would never come to rest. Up
 * to there they are as soft as others, so that the force is one function of the gap: when all of a row's stiffness came and went
 * with its load, a double pendulum gained 5 % of its range in half a minute.
 */
function stiffen(from: u32, to: u32): void {
  const h = world.h;
  const zeta = boundDamping(world.jointDampingRatio);
  const hertz = boundHertz(world.jointHertz, STIFFER);
  for (let r = jointChains.ptr + from, end = jointChains.ptr + to; r < end; r += Link.bytes) {
    makeWhole(load<u32>(r, Held.lane));
  }
  if (hertz == 0) {
    return; // rigid as they are
  }
  const rate = <f64>Softness.biasRate(hertz, zeta, h);
  const gamma: f64 = 1 / <f64>Softness.stiffness(hertz, zeta, h);
  for (let r = jointChains.ptr + from, end = jointChains.ptr + to; r < end; r += Link.bytes) {
    const j = Joints.at(load<u32>(r, Held.joint));
    j.flags |= JointFlag.Stiff;
    if (j.hertz == 0 && touchesNothing(j)) {
      const q = <usize>load<u32>(r, Held.lane);
      holdStiffly(r, pinReach(j, q), rate, gamma);
    }
  }
}

/**
 * A link of inertia I under a load F swings about its own middle with ω² = F L / I, and impulses along arms that turn only
 * between sub-steps drive it as soon as h ω > 2 (Tournier et al., "Stable Constrained Dynamics", 2015). So to its pins it is
 * at least so hard to turn that h ω = 1.
 */
function weighDown(from: u32, to: u32): void {
  const h = world.h;
  for (let r = jointChains.ptr + from + Link.bytes, end = jointChains.ptr + to; r < end; r += Link.bytes) {
    const before = r - Link.bytes;
    const p = <usize>load<u32>(r, Held.lane);
    const q = <usize>load<u32>(before, Held.lane);
    const sideP = p + ((<usize>load<u32>(r, Held.turned)) << 4);
    const sideQ = q + ((1 - <usize>load<u32>(before, Held.turned)) << 4);
    const hardest: f32 = 1 / (h * (loadOn(p, sideP) + loadOn(q, sideQ)));
    const inverse = load<f32>(sideP, JointRow.invInertiaA);
    if (hardest < inverse) {
      store<f32>(sideP, hardest, JointRow.invInertiaA);
      store<f32>(sideQ, hardest, JointRow.invInertiaA);
    }
  }
}
