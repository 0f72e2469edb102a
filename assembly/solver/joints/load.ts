import { JointFlag, JointType } from "../../abi/layout";
import { List } from "../../memory/buffer";
import { Bodies, NONE } from "../../world/body";
import { loadedJoints } from "../../world/buffers";
import { ContactFlag, Contacts } from "../../world/contact";
import { Joint, Joints } from "../../world/joint";
import { wayX, wayY } from "../../world/joint_coordinates";
import { leastWay } from "../../world/settings";
import { rodBytes } from "./distance";
import { JointRow, Lanes } from "./joint_block";
import { pinBytes } from "./revolute";
import { Place, rowBytes } from "./row_block";
import { Run } from "./runs";

// What rows of pins (chains.ts) and linkages (linkages.ts) need to know of a joint: where its lane is, what it bears, and
// whether it is solved with its neighbours in this step.

/** A pin is loaded when its softness gives by this share of a link's arm. */
const SAG_OF_PIN: f32 = 0.003;
/** A rod or rope is loaded when it gives by this share of its length. */
const SAG_OF_ROD: f32 = 0.003;
/** A weld or slider, or a pin that a motor drives: when it gives by this share of its arms, or by this angle (rad). */
const SAG_OF_WELD: f32 = 0.001;
/** A joint that was loaded stays so down to this share of the load. */
const RELEASE: f32 = 0.25;
/**
 * The same for joints that hold an angle: in the step that takes the load up, they bear a tenth of it where a body beside them
 * cannot turn.
 */
const RELEASE_OF_WELD: f32 = 0.02;

/**
 * Contacts of a link count from this share of its load on. A link that only lies beside a wall bears nothing there: as long as
 * any touch counted, such links went wild under 500 links and more (288 of 980 chains). With a share of 0.1, one of 20 nets let
 * its load through.
 */
const PRESSED: f32 = 0.02;

/** What becomes of a rod, pin, slider or rigid weld in this step. 0: not looked at yet. */
export const enum Fate {
  Linked = 1,
  Row = 2,
  /** Part of a linkage that is not solved as one. */
  Alone = 4,
}

/** Lane of a rod, pin, slider or weld that is solved. */
export function laneOf(j: Joint): usize {
  const type = Joints.kernel(j.type);
  const bytes = type == JointType.Distance ? rodBytes() : type == JointType.Revolute ? pinBytes() : rowBytes(type);
  return Lanes.at(Run.startOf(j), j.colour, j.colourIndex, bytes);
}

/** Address of its `Fate`, in its lane. @inline */
export function fateOf(j: Joint, q: usize): usize {
  return q + (Joints.kernel(j.type) <= <u32>JointType.Revolute ? JointRow.fate : Place.fate);
}

/** Does a motor drive a joint? Rows of pins know of no motor: solving them undid what motors do, and brakes crept at 0.04 rad/s. */
export function isDriven(j: Joint): bool {
  return (j.flags & JointFlag.Motor) != 0;
}

export function acrossOf(j: Joint, body: u32): u32 {
  return j.bodyA == body ? j.bodyB : j.bodyA;
}

/** May it be stiffer than joints are? Not if it has a softness of its own, or one of its bodies touches something. */
export function mayStiffen(j: Joint): bool {
  return (j.flags & JointFlag.Soft) == 0 && touchesNothing(j);
}

export function touchesNothing(j: Joint): bool {
  return !touches(j.bodyA) && !touches(j.bodyB);
}

/** Did contacts press a link by more than a small share of what its joints bear, as impulses times arms (unit: N·m·s)? */
export function isPressed(body: u32, borne: f32): bool {
  if (!touches(body)) {
    return false;
  }
  let impulse: f32 = 0;
  for (let edge = Bodies.at(body).contactHead; edge != NONE; edge = load<u32>(Contacts.edge(edge))) {
    const c = Contacts.at(edge >> 1);
    if (Contacts.touches(c) && (c.flags & ContactFlag.Sensor) == 0) {
      impulse += c.normalImpulse1 + c.normalImpulse2;
    }
  }
  return impulse * Bodies.at(body).maxExtent > PRESSED * borne;
}

function touches(body: u32): bool {
  return Bodies.at(body).contactColours != 0;
}

/** How much a pin's impulse pulls along the arm of one side: impulse times arm. */
export function loadOn(lane: usize, side: usize): f32 {
  return drawn(side + (side - lane), load<f32>(lane, JointRow.impulseX), load<f32>(lane, JointRow.impulseY));
}

/** The same for any joint of a linkage; infinite for a joint that holds the angle, too. */
export function turningLoad(j: Joint, lane: usize, side: usize): f32 {
  switch (Joints.kernel(j.type)) {
    case JointType.Distance: {
      const x = wayX(j);
      const y = wayY(j);
      return rodImpulse(j, x, y) * drawn(side + (side - lane), x, y);
    }
    case JointType.Revolute:
      return isDriven(j) ? Infinity : loadOn(lane, side);
    default:
      return Infinity;
  }
}

/** How much an impulse pulls along the arm whose words are at `arm`: impulse times arm. */
function drawn(arm: usize, x: f32, y: f32): f32 {
  return abs<f32>(x * load<f32>(arm, JointRow.armAx) + y * load<f32>(arm, JointRow.armAy));
}

/** Impulse that a rod or rope bore, for each metre of the way (x, y) between its anchors (unit: N·s/m). */
function rodImpulse(j: Joint, x: f32, y: f32): f32 {
  const impulse: f32 = j.impulseX + (j.motorImpulse + (j.lowerImpulse - j.upperImpulse));
  return abs<f32>(impulse) / max<f32>(sqrt<f32>(x * x + y * y), leastWay());
}

/** Notes a rod, pin, slider or weld in lane `q` if it may be part of a row or linkage and is loaded. False: out of memory. */
export function noteIfLoaded(slot: u32, q: usize): bool {
  const j = Joints.at(slot);
  const pin = j.type == JointType.Revolute;
  if ((j.flags & JointFlag.Links) == 0 && !(pin && !isDriven(j) && Rows.mayHave(j))) {
    return true;
  }
  store<u32>(fateOf(j, q), 0);
  if (isLoaded(j, q)) {
    return List.push(loadedJoints, slot);
  }
  j.flags &= ~JointFlag.Stiff; // unless another joint of its row or linkage is loaded
  return true;
}

export abstract class Rows {
  /** May a body with joints of these colours link two pins? A third colour may be that of a light joint. */
  @inline static mayLink(colours: u32): bool {
    return (popcnt<u32>(colours) & ~1) == 2;
  }
  /** May a pin be part of a row? This rules out most pins of a net. */
  @inline static mayHave(j: Joint): bool {
    return Rows.mayLink(Bodies.at(j.bodyA).jointColours) || Rows.mayLink(Bodies.at(j.bodyB).jointColours);
  }
}

/** Length of the arm whose parts begin at `arm`. */
function armLength(arm: usize): f32 {
  const x = load<f32>(arm);
  const y = load<f32>(arm, JointRow.armAy - JointRow.armAx);
  return sqrt<f32>(x * x + y * y);
}

/** How far a joint is from the centre of the link that has it; if neither body is a link, from the farther one of its dynamic bodies. */
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

/** How far a weld is from the centres of its bodies, taken together. */
export function armsOf(q: usize): f32 {
  const ax = load<f32>(q, JointRow.armAx);
  const ay = load<f32>(q, JointRow.armAy);
  const bx = load<f32>(q, JointRow.armBx);
  const by = load<f32>(q, JointRow.armBy);
  return sqrt<f32>(ax * ax + ay * ay + (bx * bx + by * by));
}

/** The gap from which on a joint of a row or linkage may be stiffer; 0: any gap. */
export function reachOf(j: Joint, q: usize): f64 {
  switch (Joints.kernel(j.type)) {
    case JointType.Revolute:
      return <f64>(SAG_OF_PIN * armOf(j, q));
    case JointType.Distance: {
      const x = wayX(j);
      const y = wayY(j);
      return <f64>(SAG_OF_ROD * sqrt<f32>(x * x + y * y));
    }
    default:
      return 0;
  }
}

function isLoaded(j: Joint, q: usize): bool {
  switch (Joints.kernel(j.type)) {
    case JointType.Distance:
      return isRodLoaded(j, q);
    case JointType.Revolute:
      return isPinLoaded(j, q);
    case JointType.Prismatic:
      return isSliderLoaded(j, q);
    default:
      return isWeldLoaded(j, q);
  }
}

function isPinLoaded(j: Joint, q: usize): bool {
  return isDriven(j)
    ? gives(j, q, j.impulseX, j.impulseY, j.motorImpulse, SAG_OF_PIN * armsOf(q), SAG_OF_WELD)
    : gives(j, q, j.impulseX, j.impulseY, 0, <f32>reachOf(j, q), Infinity);
}

/** Is a rod or rope loaded, along itself? */
function isRodLoaded(j: Joint, q: usize): bool {
  const x = wayX(j);
  const y = wayY(j);
  const impulse = rodImpulse(j, x, y);
  return gives(j, q, impulse * x, impulse * y, 0, <f32>reachOf(j, q), Infinity);
}

function isWeldLoaded(j: Joint, q: usize): bool {
  return gives(j, q, j.impulseX, j.impulseY, j.springImpulse, SAG_OF_WELD * armsOf(q), SAG_OF_WELD);
}

/** Is a slider loaded: across its axis, or along it by a motor or limit? */
function isSliderLoaded(j: Joint, q: usize): bool {
  const ux = load<f32>(q, Place.own0);
  const uy = load<f32>(q, Place.own1);
  const along: f32 = j.motorImpulse + (j.lowerImpulse - j.upperImpulse);
  const across = j.impulseX;
  const x: f32 = along * ux - across * uy;
  const y: f32 = along * uy + across * ux;
  return gives(j, q, x, y, j.impulseY, SAG_OF_WELD * armsOf(q), SAG_OF_WELD);
}

/**
 * Does what a joint bore in the last sub-step, an impulse (px, py) and a `couple` beside it (unit: N·m·s), make its softness
 * give by more than `sag`, or turn its bodies by more than `angle` (unit: m, rad)? Then it should be solved with its
 * neighbours. `q`: its lane.
 */
function gives(j: Joint, q: usize, px: f32, py: f32, couple: f32, sag: f32, angle: f32): bool {
  const ax = load<f32>(q, JointRow.armAx);
  const ay = load<f32>(q, JointRow.armAy);
  const bx = load<f32>(q, JointRow.armBx);
  const by = load<f32>(q, JointRow.armBy);
  const m: f32 = load<f32>(q, JointRow.invMassA) + load<f32>(q, JointRow.invMassB);
  const turnA: f32 = load<f32>(q, JointRow.invInertiaA) * (ax * py - ay * px + couple);
  const turnB: f32 = load<f32>(q, JointRow.invInertiaB) * (bx * py - by * px + couple);
  // K λ · leak / scale / rate is how far softness lets the bodies go.
  const leak = load<f32>(q, JointRow.impulseScale);
  const x: f32 = leak * (m * px - (ay * turnA + by * turnB));
  const y: f32 = leak * (m * py + (ax * turnA + bx * turnB));
  const release: f32 = angle == Infinity ? RELEASE : RELEASE_OF_WELD;
  const share: f32 = (j.flags & JointFlag.Stiff) != 0 ? release : 1;
  const scale = load<f32>(q, JointRow.massScale);
  const rate = load<f32>(q, JointRow.biasRate);
  const reach: f32 = sag * share * scale * rate;
  return x * x + y * y > reach * reach || abs<f32>(leak * (turnA + turnB)) > angle * share * scale * rate;
}
