import { BodyFlag, JointFlag, JointType } from "../../abi/layout";
import { Buffer, List } from "../../memory/buffer";
import { Bodies, NONE } from "../../world/body";
import { linkages, loadedJoints } from "../../world/buffers";
import { Joint, Joints } from "../../world/joint";
import { world } from "../../world/world";
import { Held, holdSoftly, holdStiffly } from "./elimination";
import { JointRow } from "./joint_block";
import { Linkage, Meeting, Member, Tie } from "./linkage_records";
import {
  Fate,
  acrossOf,
  fateOf,
  isDriven,
  isPressed,
  laneOf,
  mayStiffen,
  reachOf,
  touchesNothing,
  turningLoad,
} from "./load";
import { isRod } from "./distance";
import { isStrained } from "./linkage_strain";
import { makeWhole } from "./revolute";
import { Place } from "./row_block";

// Linkages: bodies held together by rods, pins, sliders and rigid welds, in trees and in narrow rings (rings.ts). Passes over
// joints one by one carry a load a few bodies far: eight boxes of half a metre in a row of welds sagged by 0.6 m, the pins of a
// beam between chains gaped by 23 cm, scissor lifts collapsed, ropes stretched by three quarters, and trees on long arms were
// thrown apart. So where a joint of a linkage bears more than it holds by itself, the velocities of the whole are solved
// exactly (linkage_solver.ts). If nothing else holds it, it is stiffer, too, except where its bodies touch something: as rows
// of pins are, for the same reasons (chains.ts, docs/decisions/0036-trees-of-welds.md to 0040-rods.md). Pins that neither fork
// nor close a ring, and have no motor or limit, are a row.

/** In place of the single tie of an end: the body has several. */
const MANY: u32 = 1;

/** Are all welds solved with their linkages, in the block that begins at `p` or has its lane there? */
export function areLinked(p: usize): bool {
  const q = p & ~15;
  const both = load<u32>(q, Place.fate) & load<u32>(q + 4, Place.fate);
  return (both & load<u32>(q + 8, Place.fate) & load<u32>(q + 12, Place.fate)) == Fate.Linked;
}

/** Is a joint part of a linkage that may be solved as one? */
function links(j: Joint): bool {
  return (j.flags & JointFlag.Links) != 0 && j.colour != NONE;
}

/** Loaded joints → the linkages that they are part of. False: out of memory. */
export function gatherLinkages(): bool {
  linkages.count = 0;
  for (let k: u32 = 0, n = loadedJoints.count; k < n; k++) {
    const j = Joints.at(List.get(loadedJoints, k));
    if (links(j) && load<u32>(fateOf(j, laneOf(j))) == 0) {
      if ((linkages.count == 0 && !beginLinkages()) || !gatherFrom(Bodies.isDynamic(j.bodyA) ? j.bodyA : j.bodyB)) {
        return false;
      }
    }
  }
  return true;
}

/** Writes what lies ahead of the linkages: where they begin and, by slot, the offsets of bodies' records as members. */
function beginLinkages(): bool {
  const bytes: usize = ((((<usize>world.bodyEnd) << 2) + 15) & ~7) as usize;
  if (!Buffer.ensureScratch(linkages, bytes)) {
    return false;
  }
  memory.fill(linkages.ptr, 0, bytes);
  store<u32>(linkages.ptr, <u32>bytes);
  linkages.count = <u32>(bytes >> 2);
  return true;
}

/** Address of the offset of a body's record; 0 there: the body is no member. @inline */
function memberOf(body: u32): usize {
  return linkages.ptr + 8 + ((<usize>body) << 2);
}

/** Offset of the next record. @inline */
function end(): usize {
  return (<usize>linkages.count) << 2;
}

/** Makes room for a record behind the last. False: out of memory. */
function push(bytes: usize): bool {
  const at = end();
  if (!Buffer.ensure(linkages, at + bytes)) {
    return false;
  }
  linkages.count = <u32>((at + bytes) >> 2);
  memory.fill(linkages.ptr + at, 0, bytes);
  return true;
}

/** What is found out about a linkage while its records are written. */
const enum Found {
  /** A body cannot be moved along both axes. */
  Stuck = 1,
  /** Joints of other kinds, or in wide rings, hold it, too. */
  Held = 2,
  /** It is more than a row of pins that hold nothing but their points. */
  Forked = 4,
  /** It has rings. */
  Closed = 8,
  /** At least two joints: one alone is solved exactly by itself. */
  Many = 16,
  /**
   * At least half of its joints have bodies that touch nothing, or in a tree one joint that holds an angle has: among contacts,
   * which are solved one by one, exact joints gain little.
   */
  Free = 32,
  OutOfMemory = 64,
}

/** Writes the records of a dynamic body's linkage, if that is to be solved as one. False: out of memory. */
function gatherFrom(root: u32): bool {
  const from = end();
  let found = gatherMembers(root);
  const useful = (found & Found.Many) != 0 && (found & (Found.Forked | Found.Closed)) != 0;
  if (!useful || (found & Found.Stuck) != 0 || (found & (Found.Held | Found.Free)) == 0) {
    leave(from, useful || (found & Found.Held) != 0 ? -1 : ~JointFlag.Links);
    return (found & Found.OutOfMemory) == 0;
  }
  const held = (found & Found.Held) != 0;
  if ((found & Found.Closed) != 0) {
    // From its end the others are found in an order in which it is narrow.
    const last = load<u32>(linkages.ptr + end() - Member.bytes, Member.body);
    forget(from);
    found = gatherMembers(last);
  }
  if ((found & Found.OutOfMemory) != 0 || !gatherTies(from) || !gatherMeetings(from)) {
    return false;
  }
  const strained = isStrained(from);
  store<u32>(linkages.ptr + from, <u32>((found & Found.Closed) != 0), Linkage.closed);
  store<u32>(linkages.ptr + from, <u32>strained, Linkage.strained);
  describe(from, held || strained);
  weighDown(from);
  return true;
}

/** Lists bodies in the order they are reached from `root`; their joints are alone until `gatherTies`. Returns what is `Found`. */
function gatherMembers(root: u32): u32 {
  const from = end();
  if (!push(Linkage.bytes) || !addMember(root)) {
    return Found.OutOfMemory;
  }
  let found: u32 = 0;
  let members = 0;
  let sides = 0;
  let joints = 0;
  let free = 0;
  let freeHolders = 0;
  for (let at = from + Linkage.bytes; at < end(); at += Member.bytes) {
    const body = load<u32>(linkages.ptr + at, Member.body);
    members++;
    if ((Bodies.flags(body) & BodyFlag.LockedAxes) != 0 || Bodies.mass(body).invMass == 0) {
      found |= Found.Stuck;
    }
    let own = 0;
    for (let edge = Bodies.at(body).jointHead; edge != NONE; edge = load<u32>(Joints.edge(edge))) {
      const j = Joints.at(edge >> 1);
      if (Joints.isLight(j.type)) {
        continue;
      }
      if (!links(j)) {
        found |= Found.Held;
        continue;
      }
      own++;
      const driven = isDriven(j);
      const type = Joints.kernel(j.type);
      const holds = driven || type >= <u32>JointType.Prismatic;
      if (type != JointType.Revolute || driven || (j.flags & JointFlag.Limit) != 0) {
        found |= Found.Forked;
      }
      const fate = fateOf(j, laneOf(j));
      if (load<u32>(fate) == 0) {
        store<u32>(fate, Fate.Alone);
        joints++;
        const alone = touchesNothing(j);
        free += alone ? 1 : -1;
        freeHolders += <i32>(alone && holds);
      }
      const other = acrossOf(j, body);
      if (Bodies.isDynamic(other)) {
        sides++;
        if (load<u32>(memberOf(other)) == 0 && !addMember(other)) {
          return Found.OutOfMemory;
        }
      }
    }
    if (own > 2) {
      found |= Found.Forked;
    }
  }
  store<u32>(linkages.ptr + from, <u32>end(), Linkage.joints);
  if (sides >= 2 * members) {
    found |= Found.Closed;
  } else if (freeHolders > 0) {
    found |= Found.Free;
  }
  return found | (joints > 1 ? Found.Many : 0) | (free >= 0 ? Found.Free : 0);
}

function addMember(body: u32): bool {
  const at = end();
  if (!push(Member.bytes)) {
    return false;
  }
  store<u32>(linkages.ptr + at, body, Member.body);
  store<u32>(memberOf(body), <u32>at);
  return true;
}

/** Takes back the records of a linkage. */
function forget(from: usize): void {
  const joints = load<u32>(linkages.ptr + from, Linkage.joints);
  for (let at = from + Linkage.bytes; at < joints; at += Member.bytes) {
    store<u32>(memberOf(load<u32>(linkages.ptr + at, Member.body)), 0);
  }
  linkages.count = <u32>(from >> 2);
}

/** Writes the records of the members' joints. False: out of memory. */
function gatherTies(from: usize): bool {
  const joints = load<u32>(linkages.ptr + from, Linkage.joints);
  for (let at = from + Linkage.bytes; at < joints; at += Member.bytes) {
    const body = load<u32>(linkages.ptr + at, Member.body);
    for (let edge = Bodies.at(body).jointHead; edge != NONE; edge = load<u32>(Joints.edge(edge))) {
      const slot = edge >> 1;
      const j = Joints.at(slot);
      if (!links(j)) {
        continue;
      }
      const other = acrossOf(j, body);
      const to = load<u32>(memberOf(other));
      if (to != 0 && to <= <u32>at) {
        continue; // that member has noted it
      }
      const q = laneOf(j);
      const r = end();
      if (!push(Tie.bytes)) {
        return false;
      }
      const tie = linkages.ptr + r;
      const turned: usize = j.bodyA == body ? 0 : 1;
      store<u32>(fateOf(j, q), Fate.Linked);
      holdSoftly(tie, slot, q, <u32>turned);
      store<u32>(tie, <u32>at, Tie.p);
      store<u32>(tie, to, Tie.q);
      const type = Joints.kernel(j.type);
      store<u32>(tie, type, Tie.type);
      store<u32>(tie, <u32>(type == JointType.Weld || (type == JointType.Distance && isRod(q))), Tie.holder);
      store<f64>(tie, type == JointType.Revolute ? 1 : 0, Tie.ut);
      store<u32>(linkages.ptr + at, <u32>(q + (turned << 4)), Member.side);
      if (to != 0) {
        const member = linkages.ptr + to;
        store<u32>(member, <u32>(q + ((1 - turned) << 4)), Member.side);
        store<u32>(member, load<u32>(member, Member.tie) == 0 ? <u32>r : MANY, Member.tie);
      }
    }
  }
  store<u32>(linkages.ptr + from, <u32>end(), Linkage.blocks);
  return true;
}

/** Gives a linkage up: its joints are solved one by one, or with their rows. `flags`: those that joints keep. */
function leave(from: usize, flags: u32): void {
  const joints = load<u32>(linkages.ptr + from, Linkage.joints);
  for (let at = from + Linkage.bytes; at < joints; at += Member.bytes) {
    const body = load<u32>(linkages.ptr + at, Member.body);
    for (let edge = Bodies.at(body).jointHead; edge != NONE; edge = load<u32>(Joints.edge(edge))) {
      const j = Joints.at(edge >> 1);
      if (links(j)) {
        store<u32>(fateOf(j, laneOf(j)), Fate.Alone);
        if (j.type != JointType.Revolute) {
          j.flags &= ~JointFlag.Stiff;
        }
      }
      j.flags &= flags;
    }
  }
  forget(from);
}

/** Which bodies meet as they are taken out from the last to the first → blocks. False: out of memory. */
function gatherMeetings(from: usize): bool {
  const joints = <usize>load<u32>(linkages.ptr + from, Linkage.joints);
  const blocks = end();
  const first: usize = from + Linkage.bytes;
  for (let at = joints; at > first;) {
    at -= Member.bytes;
    const begin = end();
    // What bodies taken out before leave: all that such a body met now meet one another.
    for (let child = load<u32>(linkages.ptr + at, Member.child); child != 0;) {
      const last = load<u32>(linkages.ptr + child, Member.end);
      for (let m = load<u32>(linkages.ptr + child, Member.blocks); m < last; m += Meeting.bytes) {
        const to = load<u32>(linkages.ptr + m, Meeting.later);
        if (to != <u32>at && !meet(begin, to)) {
          return false;
        }
      }
      child = load<u32>(linkages.ptr + child, Member.sibling);
    }
    store<u32>(linkages.ptr + at, <u32>begin, Member.blocks);
    const tie = load<u32>(linkages.ptr + at, Member.tie);
    if (tie > MANY && end() == begin) {
      store<u32>(linkages.ptr + at, <u32>begin, Member.end);
      continue;
    }
    const body = load<u32>(linkages.ptr + at, Member.body);
    for (let edge = Bodies.at(body).jointHead; edge != NONE; edge = load<u32>(Joints.edge(edge))) {
      const j = Joints.at(edge >> 1);
      const to = links(j) ? load<u32>(memberOf(acrossOf(j, body))) : 0;
      if (to != 0 && to < <u32>at && !meet(begin, to)) {
        return false;
      }
    }
    const r = linkages.ptr + at;
    store<u32>(r, 0, Member.tie);
    store<u32>(r, <u32>end(), Member.end);
    if (end() > begin) {
      const next = linkages.ptr + load<u32>(linkages.ptr + begin, Meeting.later);
      store<u32>(r, load<u32>(next, Member.child), Member.sibling);
      store<u32>(next, <u32>at, Member.child);
    }
  }
  store<u32>(linkages.ptr + from, <u32>end(), Linkage.end);
  for (let at = joints; at < blocks; at += Tie.bytes) {
    placeTie(linkages.ptr + at);
  }
  return true;
}

/** Adds a block for the rows of `later` to those from `begin` on, in the order in which bodies are taken out. False: out of memory. */
function meet(begin: usize, later: u32): bool {
  let at = begin;
  while (at < end() && load<u32>(linkages.ptr + at, Meeting.later) > later) {
    at += Meeting.bytes;
  }
  if (at < end() && load<u32>(linkages.ptr + at, Meeting.later) == later) {
    return true;
  }
  if (!push(Meeting.bytes)) {
    return false;
  }
  for (let to = end() - Meeting.bytes; to > at; to -= Meeting.bytes) {
    store<u32>(linkages.ptr + to, load<u32>(linkages.ptr + to - Meeting.bytes, Meeting.later), Meeting.later);
  }
  store<u32>(linkages.ptr + at, later, Meeting.later);
  return true;
}

/** Finds the block in which the bodies of a joint meet: one of q's, which is found later. */
function placeTie(r: usize): void {
  const q = load<u32>(r, Tie.q);
  if (q != 0 && load<u32>(linkages.ptr + q, Member.tie) == 0) {
    let at = load<u32>(linkages.ptr + q, Member.blocks);
    while (load<u32>(linkages.ptr + at, Meeting.later) != load<u32>(r, Tie.p)) {
      at += Meeting.bytes;
    }
    store<u32>(r, at, Tie.block);
  }
}

/** Sets the softness of a linkage's joints. `held`: other joints hold it, too, or its own contradict each other. */
function describe(from: usize, held: bool): void {
  const head = linkages.ptr + from;
  const to = linkages.ptr + load<u32>(head, Linkage.blocks);
  for (let r = linkages.ptr + load<u32>(head, Linkage.joints); r < to; r += Tie.bytes) {
    const j = Joints.at(load<u32>(r, Held.joint));
    const q = <usize>load<u32>(r, Held.lane);
    const pin = load<u32>(r, Tie.type) == JointType.Revolute;
    j.flags |= JointFlag.Stiff;
    if (pin && !held) {
      makeWhole(q);
    }
    if (!held && mayStiffen(j)) {
      holdStiffly(r, reachOf(j, q));
    }
  }
}

/**
 * As with a link of a row (chains.ts): to its joints, a body held only by rods, and pins without a motor, is at least so hard
 * to turn that what they bear turns it by h ω = 1, unless contacts press it.
 */
function weighDown(from: usize): void {
  const base = linkages.ptr;
  const joints = base + load<u32>(base + from, Linkage.joints);
  const blocks = base + load<u32>(base + from, Linkage.blocks);
  for (let last = 0; last < 2; last++) {
    for (let r = joints; r < blocks; r += Tie.bytes) {
      const j = Joints.at(load<u32>(r, Held.joint));
      const lane = <usize>load<u32>(r, Held.lane);
      const turned = <usize>load<u32>(r, Held.turned);
      const q = load<u32>(r, Tie.q);
      weigh(base + load<u32>(r, Tie.p), j, lane, lane + (turned << 4), last != 0);
      if (q != 0) {
        weigh(base + q, j, lane, lane + ((1 - turned) << 4), last != 0);
      }
    }
  }
}

/** Adds what a joint in `lane` bears to a member's sum or, if `last`, makes the member as hard to turn as the sum asks for. */
function weigh(r: usize, j: Joint, lane: usize, side: usize, last: bool): void {
  if (!last) {
    store<f64>(r, load<f64>(r, Member.gt) + <f64>turningLoad(j, lane, side), Member.gt);
    return;
  }
  const borne = load<f64>(r, Member.gt);
  const hardest = <f32>(1 / (<f64>world.h * borne));
  if (
    hardest > 0 &&
    hardest < load<f32>(side, JointRow.invInertiaA) &&
    !isPressed(load<u32>(r, Member.body), <f32>borne)
  ) {
    store<f32>(side, hardest, JointRow.invInertiaA);
  }
}
