import { JointType } from "../../abi/layout";
import { Bodies, BodyDrive } from "../../world/body";
import { linkages } from "../../world/buffers";
import { Joint, Joints } from "../../world/joint";
import { world } from "../../world/world";
import { Held } from "./elimination";
import { JointRow } from "./joint_block";
import { Linkage, Member, Tie } from "./linkage_records";
import { armsOf, isDriven } from "./load";
import { Place } from "./row_block";

// Linkages whose joints contradict each other, which are no stiffer for being solved as one (docs/decisions/0038-rings.md).

/** A joint that asks for more than this many times the weight of its linkage is not loaded: it does not fit. */
const MISFIT: f64 = 80;
/** Joints that ask for less do no harm (unit: slops/s, 0.2 m/s). */
const HARMLESS: f64 = 40;

/**
 * How many degrees of freedom a joint takes away, with its motor. A ram counts for all three, so that rings with a ram are
 * strained: it drives its ring against the limits of other joints, and stiff rings were thrown by that, 32 of 300 machines
 * instead of 9 (docs/decisions/0039-machines.md).
 */
function rowsOf(j: Joint): i32 {
  const type = Joints.kernel(j.type);
  const driven = isDriven(j);
  return type == JointType.Distance ? (driven ? 3 : 1) : 2 + <i32>(driven || type == JointType.Weld);
}

/**
 * Do the joints of a linkage, with their motors, take away more degrees of freedom than its bodies have (Grübler's count), or
 * do those of its rings, whatever hangs on these; and is it driven by motors, or do its joints not fit? Such joints contradict
 * each other, and as motors remember no place, errors stay.
 */
export function isStrained(from: usize): bool {
  const joints = <usize>load<u32>(linkages.ptr + from, Linkage.joints);
  const blocks = <usize>load<u32>(linkages.ptr + from, Linkage.blocks);
  let driven = false;
  // Motion as a whole is not among its degrees of freedom, unless the ground holds it.
  let ways = -3;
  let ofRings = -3;
  let grounded = 0;
  for (let at = from + Linkage.bytes; at < joints; at += Member.bytes) {
    ways += 3;
    ofRings += load<u32>(linkages.ptr + at, Member.tie) == 0 ? 3 : 0;
  }
  for (let at = joints; at < blocks; at += Tie.bytes) {
    const r = linkages.ptr + at;
    const j = Joints.at(load<u32>(r, Held.joint));
    const rows = rowsOf(j);
    driven = driven || isDriven(j);
    ways -= rows;
    ofRings -= load<u32>(r, Tie.block) != 0 ? rows : 0;
    grounded = load<u32>(r, Tie.q) == 0 ? 3 : grounded;
  }
  return (ways + grounded < 0 || ofRings < 0) && (driven || misfits(from));
}

/**
 * Does a pin or weld ask for more than any load explains? One end of a welded shelf, moved by 5 cm and turned by 1°, pressed
 * the other by 6,000 times its weight, 16 times what joints press by themselves; as soon as something touched the shelf, and
 * the passes took over, it flew off at 400 m/s. Judged by gaps, not by what joints bear, so that the answer is the same however
 * they are solved.
 */
function misfits(from: usize): bool {
  const joints = <usize>load<u32>(linkages.ptr + from, Linkage.joints);
  const blocks = <usize>load<u32>(linkages.ptr + from, Linkage.blocks);
  let weight: f64 = 0;
  for (let at = from + Linkage.bytes; at < joints; at += Member.bytes) {
    const slot = load<u32>(linkages.ptr + at, Member.body);
    const body = Bodies.at(slot);
    const own = (body.drives & BodyDrive.Gravity) != 0;
    const gx = <f64>(own ? body.gravityX : world.gravityX);
    const gy = <f64>(own ? body.gravityY : world.gravityY);
    weight += (abs<f64>(<f64>body.gravityScale) * sqrt<f64>(gx * gx + gy * gy)) / <f64>Bodies.mass(slot).invMass;
  }
  const most: f64 = MISFIT * weight * <f64>world.h;
  for (let at = joints; at < blocks; at += Tie.bytes) {
    const r = linkages.ptr + at;
    const type = load<u32>(r, Tie.type);
    if ((type == JointType.Revolute || type == JointType.Weld) && asks(r, type == JointType.Weld, most)) {
      return true;
    }
  }
  return false;
}

/**
 * Does the softness of a joint ask for an impulse beyond `most`, with the masses of its bodies but not their inertias? The angle
 * that a weld is off by counts as a gap at its arms, if one of its bodies can turn.
 */
function asks(r: usize, weld: bool, most: f64): bool {
  const q = <usize>load<u32>(r, Held.lane);
  const x: f32 = load<f32>(q, JointRow.armBx) - load<f32>(q, JointRow.armAx) + load<f32>(q, JointRow.centerX);
  const y: f32 = load<f32>(q, JointRow.armBy) - load<f32>(q, JointRow.armAy) + load<f32>(q, JointRow.centerY);
  const turns = load<f32>(q, JointRow.invInertiaA) + load<f32>(q, JointRow.invInertiaB) > 0;
  const turned: f32 = weld && turns ? abs<f32>(load<f32>(q, Place.angle)) * armsOf(q) : 0;
  const m = <f64>load<f32>(q, JointRow.invMassA) + <f64>load<f32>(q, JointRow.invMassB);
  const speed: f64 = (load<f64>(r, Held.rate) / load<f64>(r, Held.gamma)) * <f64>(sqrt<f32>(x * x + y * y) + turned);
  return speed > HARMLESS * <f64>world.linearSlop && speed > most * m;
}
