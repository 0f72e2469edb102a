import { BodyFlag, JointFlag, JointType } from "../../abi/layout";
import { Buffer, List } from "../../memory/buffer";
import { Bodies, NONE } from "../../world/body";
import { jointChains } from "../../world/buffers";
import { Joint, Joints } from "../../world/joint";
import { world } from "../../world/world";
import { Softness } from "../softness";
import { FROM, HEAD_WORDS, Link, TO } from "./chain_links";
import { JointRow, Lanes, boundDamping, boundHertz } from "./joint_block";
import { isLoaded } from "./load";
import { makeWhole, pinBytes } from "./revolute";
import { Run } from "./runs";

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

/** Notes a pin that may be part of a row, prepared in lane `q`, if it is loaded. False: out of memory. */
export function noteLoad(slot: u32, q: usize): bool {
  const j = Joints.at(slot);
  store<u32>(q, 0, JointRow.chained);
  if (isLoaded(j, q, 0, SAG, armOf(j, q), Infinity) && !isDriven(j)) {
    return List.push(jointChains, slot);
  }
  j.flags &= ~JointFlag.Stiff; // unless another joint of its row is loaded
  return true;
}

/** How far from the centre of a link a joint of it is. */
function armOf(j: Joint, q: usize): f32 {
  const arm = q + (Rows.mayLink(Bodies.at(j.bodyA).jointColours) ? JointRow.armAx : JointRow.armBx);
  const x = load<f32>(arm);
  const y = load<f32>(arm, JointRow.armAy - JointRow.armAx);
  return sqrt<f32>(x * x + y * y);
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

/** Does a motor drive a pin? A row knows of none: solving it would undo what that does, and brakes crept at 0.04 rad/s. */
function isDriven(j: Joint): bool {
  return (j.flags & JointFlag.Motor) != 0;
}

function acrossOf(j: Joint, body: u32): u32 {
  return j.bodyA == body ? j.bodyB : j.bodyA;
}

/** Loaded joints → the rows they are part of. False: out of memory. */
export function gatherChains(): bool {
  const seeds = jointChains.count;
  const start = (((<usize>seeds) << 2) + 7) & ~7;
  store<u32>(jointChains.ptr, <u32>start, FROM);
  store<u32>(jointChains.ptr, <u32>start, TO);
  for (let k = HEAD_WORDS; k < seeds; k++) {
    const seed = List.get(jointChains, k);
    if (load<u32>(laneOf(Joints.at(seed)), JointRow.chained) == 0 && !gatherFrom(seed)) {
      return false;
    }
  }
  return true;
}

function laneOf(j: Joint): usize {
  return Lanes.at(Run.startOf(j), j.colour, j.colourIndex, pinBytes());
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
  store<u32>(q, 1, JointRow.chained);
  j.flags &= ~JointFlag.Stiff;
  store<u32>(r, <u32>q, Link.lane);
  store<u32>(r, 0, Link.first);
  store<u32>(r, j.bodyA == body ? 0 : 1, Link.turned);
  store<u32>(r, joint, Link.joint);
  const scale = <f64>load<f32>(q, JointRow.massScale);
  store<f64>(r, <f64>load<f32>(q, JointRow.biasRate), Link.rate);
  store<f64>(r, <f64>load<f32>(q, JointRow.impulseScale) / scale, Link.gamma);
  store<f64>(r, Infinity, Link.reach);
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
    makeWhole(load<u32>(r, Link.lane));
  }
  if (hertz == 0) {
    return; // rigid as they are
  }
  const rate = <f64>Softness.biasRate(hertz, zeta, h);
  const gamma: f64 = 1 / <f64>Softness.stiffness(hertz, zeta, h);
  for (let r = jointChains.ptr + from, end = jointChains.ptr + to; r < end; r += Link.bytes) {
    const j = Joints.at(load<u32>(r, Link.joint));
    j.flags |= JointFlag.Stiff;
    if (j.hertz == 0 && (Bodies.at(j.bodyA).contactColours | Bodies.at(j.bodyB).contactColours) == 0) {
      const q = <usize>load<u32>(r, Link.lane);
      const reach = <f64>(SAG * armOf(j, q));
      const softer: f64 = (load<f64>(r, Link.rate) * gamma) / (load<f64>(r, Link.gamma) * rate);
      store<f64>(r, reach, Link.reach);
      store<f64>(r, reach * (1 - softer), Link.bend);
      store<f64>(r, rate, Link.stiffRate);
      store<f64>(r, gamma, Link.stiffGamma);
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
    const p = <usize>load<u32>(r, Link.lane);
    const q = <usize>load<u32>(before, Link.lane);
    const sideP = p + ((<usize>load<u32>(r, Link.turned)) << 4);
    const sideQ = q + ((1 - <usize>load<u32>(before, Link.turned)) << 4);
    const hardest: f32 = 1 / (h * (loadOn(p, sideP) + loadOn(q, sideQ)));
    const inverse = load<f32>(sideP, JointRow.invInertiaA);
    if (hardest < inverse) {
      store<f32>(sideP, hardest, JointRow.invInertiaA);
      store<f32>(sideQ, hardest, JointRow.invInertiaA);
    }
  }
}

/** Impulse times the arm that it draws. */
function loadOn(lane: usize, side: usize): f32 {
  const arm = side + (side - lane);
  const x: f32 = load<f32>(lane, JointRow.impulseX) * load<f32>(arm, JointRow.armAx);
  const y: f32 = load<f32>(lane, JointRow.impulseY) * load<f32>(arm, JointRow.armAy);
  return abs<f32>(x + y);
}
