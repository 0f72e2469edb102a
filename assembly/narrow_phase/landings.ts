import { Bodies, NONE } from "../world/body";
import { Contact, ContactFlag, Contacts } from "../world/contact";
import { WHIPPED } from "../world/settings";
import { world } from "../world/world";
import { collideFarther } from "./general";
import { Ground, isGround } from "./grounds";
import { ALIKE, isInternal } from "./internal_edges";
import { overhangs, setUpright } from "./upright";

// A body that lands on one end comes down with the other, faster than it fell. Where one shape lands on one other, their contact knows
// both ends, however far off the second is. On tiles and links, and for bodies of several shapes, each end has a contact of its own, and
// the second did not exist before its gap was 2 cm: the end was in the ground by then, and what lies between the two had stopped the body
// meanwhile (docs/decisions/0043-second-ends.md).
//
// So contacts with ground that have no points are collided once more, when it is known what their bodies touch and what seams hide.

/** Contacts with any of these flags push nothing, or only from one side. */
const NOT_ASKED: u32 = ContactFlag.Sensor | ContactFlag.OneWay | ContactFlag.OneSided;

/**
 * The body that may come down on a contact without points while it stands on other ground; NONE if none may. A contact that bounces is
 * not asked: a bounce returns the approach speed of the step's beginning, and the landing of the first end changes that of the second.
 */
export function landing(c: Contact): u32 {
  if ((c.flags & (NOT_ASKED | ContactFlag.Static)) != ContactFlag.Static || c.restitution > 0) {
    return NONE;
  }
  const mover = Bodies.isDynamic(c.bodyA) ? c.bodyA : c.bodyB;
  const b = Bodies.at(mover);
  // a single round shape touches in one place
  const ends = b.shapeCount > 1 || (c.flags & ContactFlag.TwoPoints) != 0;
  return ends && b.groundContacts > 1 ? mover : NONE;
}

/**
 * Does `mover`, whose ground is listed, come down on this contact in the step, in which it may come down by `way`, farther than contacts
 * look ahead? If so, the contact has points now.
 */
export function comesDown(slot: u32, c: Contact, mover: u32, way: f32): bool {
  if (!collideFarther(c, way)) {
    return false;
  }
  if (comesDownAlike(slot, c, mover) && !overhangs(slot, c) && !isInternal(slot, c) && setUpright(slot, c)) {
    return true;
  }
  Contacts.dropPoints(c);
  return false;
}

/** How far the mover may come down anywhere in the step, on ground that faces as the ground it stands on does (unit: m). */
export function wayDown(mover: u32): f32 {
  const size: f32 = 2 * Bodies.at(mover).maxExtent;
  let most: f32 = 0;
  for (let edge = Bodies.at(mover).contactHead; edge != NONE; edge = load<u32>(Contacts.edge(edge))) {
    const d = Contacts.at(edge >> 1);
    if (!isGround(d) || !Contacts.touches(d)) {
      continue;
    }
    const a = Bodies.velocity(d.bodyA);
    const b = Bodies.velocity(d.bodyB);
    const falls: f32 = -(Contacts.driftX(d, a, b, 0) * d.nx + Contacts.driftY(d, a, b, 0) * d.ny);
    most = max<f32>(most, falls + abs<f32>(a.w - b.w) * size);
  }
  return WHIPPED * world.dt * most;
}

/** Does the mover stand on ground that faces as the ground of this contact does, and come down on the latter in the step? */
function comesDownAlike(slot: u32, c: Contact, mover: u32): bool {
  const isA = c.bodyA == mover;
  for (let p = Ground.first, end = Ground.end; p < end; p += offsetof<Ground>()) {
    const other = changetype<Ground>(p).contact;
    const d = Contacts.at(other);
    if (other == slot || !Contacts.touches(d)) {
      continue;
    }
    // towards the mover
    const side: f32 = d.bodyA == mover ? -1 : 1;
    const nx: f32 = side * d.nx;
    const ny: f32 = side * d.ny;
    const cosine: f32 = c.nx * nx + c.ny * ny;
    if ((isA ? -cosine : cosine) < ALIKE) {
      continue;
    }
    if (c.separation1 < fall(c, isA, 0, nx, ny) || (Contacts.hasTwo(c) && c.separation2 < fall(c, isA, 1, nx, ny))) {
      return true;
    }
  }
  return false;
}

/**
 * How far the core of the mover may come down in the step against (nx, ny), at a share of the way from the first point of a contact to
 * the second. The core's motion counts: a rolling body turns its surface down ahead of it without coming down on anything.
 */
function fall(c: Contact, isA: bool, where: f32, nx: f32, ny: f32): f32 {
  const a = Bodies.velocity(c.bodyA);
  const b = Bodies.velocity(c.bodyB);
  const drift: f32 = Contacts.driftX(c, a, b, where) * nx + Contacts.driftY(c, a, b, where) * ny;
  const turn: f32 = isA ? -a.w * c.radiusA : b.w * c.radiusB;
  return WHIPPED * world.dt * ((isA ? drift : -drift) - turn * (c.nx * ny - c.ny * nx));
}
