import { boxesOverlap } from "../collision/wide_bvh";
import { BodyFlag, Code } from "../abi/layout";
import { Buffer, List } from "../memory/buffer";
import { Bodies, NONE } from "../world/body";
import { Lists, sortSpace, sortSpace2, touchChanges } from "../world/buffers";
import { CONTACT_KERNEL_COUNT, Contact, ContactFlag, ContactKernel, Contacts, TouchChange } from "../world/contact";
import { ShapeMark, Shapes } from "../world/shape";
import { world } from "../world/world";
import { isInBend, layOnFace } from "./bends";
import { updateBoxBox } from "./box_lanes";
import { updateCircle } from "./circle_lanes";
import { updateGeneral, updateSensors } from "./general";
import { listGrounds } from "./grounds";
import { bringOut } from "./impaled";
import { MOST_CONTACTS, Seamed, isInternal, seamedSides } from "./internal_edges";
import { comesDown, landing } from "./landings";
import { isBehind } from "./one_sided";
import { passOneWay } from "./one_way";
import { setUpright } from "./upright";

/** u32 slots of contacts without points that may come down in the step: gathered and asked within `updateContacts`. */
const landings = sortSpace2;

/**
 * Narrow phase: poses and shapes → manifolds of all contacts with an awake side, and the list of those that began or
 * ceased to touch or whose boxes parted.
 */
export function updateContacts(): void {
  touchChanges.count = 0;
  if (!padLists()) {
    world.fault = Code.OutOfMemory;
    return;
  }
  if (ASC_FEATURE_SIMD) {
    updateCircle<v128, v128, i32>(ContactKernel.CircleCircle);
    updateCircle<v128, v128, f32>(ContactKernel.CircleBox);
    updateBoxBox<v128, v128, i32>(ContactKernel.BoxBox);
    updateBoxBox<v128, v128, f32>(ContactKernel.RoundBox);
  } else {
    updateCircle<f32, bool, i32>(ContactKernel.CircleCircle);
    updateCircle<f32, bool, f32>(ContactKernel.CircleBox);
    updateBoxBox<f32, bool, i32>(ContactKernel.BoxBox);
    updateBoxBox<f32, bool, f32>(ContactKernel.RoundBox);
  }
  updateGeneral(ContactKernel.General);
  updateGeneral(ContactKernel.GeneralRound);
  updateSensors(ContactKernel.Sensor);
  if (world.oneWay != 0) {
    passOneWay();
  }

  landings.count = 0;
  for (let kernel: u32 = 0; kernel < CONTACT_KERNEL_COUNT; kernel++) {
    noteChanges(Lists.kernel(kernel));
  }
  land();
}

/** Of what may come down beside what its body stands on, that which does, and what of it began or ceased to touch. */
function land(): void {
  const n = landings.count;
  if (n == 0) {
    return;
  }
  if (!Buffer.ensure(touchChanges, (<usize>touchChanges.count + <usize>n) << 2)) {
    world.fault = Code.OutOfMemory;
    return;
  }
  for (let k: u32 = 0; k < n; k++) {
    const slot = List.get(landings, k);
    const c = Contacts.at(slot);
    const touches = <u32>comesDown(slot, c);
    if (touches != (c.flags & ContactFlag.Touching)) {
      List.push(touchChanges, (slot << 2) | (touches != 0 ? TouchChange.BeginAhead : TouchChange.End));
    }
  }
}

/** Lane kernels take four contacts at a time: the places behind a list's end lead to contact 0, which is nobody's. */
function padLists(): bool {
  for (let kernel: u32 = 0; kernel <= <u32>ContactKernel.RoundBox; kernel++) {
    const list = Lists.kernel(kernel);
    const end = (<usize>list.count) << 2;
    if (!Buffer.ensure(list, end + 16)) {
      return false;
    }
    store<u32>(list.ptr + end, 0);
    store<u32>(list.ptr + end, 0, 4);
    store<u32>(list.ptr + end, 0, 8);
  }
  return true;
}

/** Watches a contact with ground that goes deep, and drops one with the wrong side of a one-sided segment. */
function lookAt(c: Contact): void {
  // what a seam hides is no less deep
  if ((c.flags & ContactFlag.Static) != 0 && Contacts.isDeep(c)) {
    watchDeep(c);
  }
  if ((c.flags & ContactFlag.OneSided) != 0 && isBehind(c)) {
    Contacts.dropPoints(c);
  }
}

/**
 * Drops contacts of a body that no surface makes, the meetings of seams: those with the ground, or those in which it slides onto what
 * is dynamic. Shallowest first (of equals, the last made): what hides a contact is still there then, be it hidden by another itself,
 * and the deepest stays.
 */
function sift(mover: u32, flag: u32): void {
  const sifted = sortSpace;
  sifted.count = 0;
  for (let edge = Bodies.at(mover).contactHead; edge != NONE; edge = load<u32>(Contacts.edge(edge))) {
    const slot = edge >> 1;
    const c = Contacts.at(slot);
    if ((c.flags & ContactFlag.Static) != flag || c.kernelIndex == NONE || !Contacts.touches(c)) {
      continue;
    }
    // Of what is dynamic only those that may be dropped, each by one of its bodies: what was noted before them keeps no mark.
    if (flag != 0 || moverOf(c, seamedSides(c)) == mover) {
      lookAt(c);
      c.flags |= ContactFlag.Sifted;
      if (Contacts.touches(c)) {
        insert(sifted, slot, Contacts.gap(c));
      }
    }
  }
  if (flag != 0) {
    listGrounds(mover);
  }
  for (let k: u32 = 0; k < sifted.count; k++) {
    const entry = sifted.ptr + ((<usize>k) << 3);
    const gap = load<f32>(entry);
    const slot = load<u32>(entry, 4);
    const c = Contacts.at(slot);
    const fixed = (c.flags & ContactFlag.Static) != 0;
    if (fixed && bringOut(slot, c)) {
      continue;
    }
    const hidden = isInternal(slot, c);
    if (hidden || (fixed && isInBend(slot, c))) {
      // What is hidden has ground to rest on already, unless it is deep.
      const most: f32 = hidden ? -4 * world.linearSlop : world.speculativeDistance;
      if (!fixed || !layOnFace(c, most)) {
        Contacts.dropPoints(c);
      } else if (Contacts.gap(c) < gap) {
        insert(sifted, slot, Contacts.gap(c)); // deeper on the face than it was: its turn comes again
      }
    } else if (fixed && !setUpright(slot, c)) {
      Contacts.dropPoints(c);
    }
  }
}

/** Keeps a list of a gap and a contact each in the order in which they are sifted. */
function insert(list: Buffer, slot: u32, gap: f32): void {
  const n = list.count;
  if (!Buffer.ensure(list, (<usize>n + 1) << 3)) {
    world.fault = Code.OutOfMemory;
    return;
  }
  let p = list.ptr + ((<usize>n) << 3);
  for (; p > list.ptr && load<f32>(p - 8) <= gap; p -= 8) {
    store<u64>(p, load<u64>(p - 8));
  }
  store<f32>(p, gap);
  store<u32>(p, slot, 4);
  list.count = n + 1;
}

/** Of two dynamic bodies that which slides over a seam, NONE if there is none: what touches more, where either may have the seam. */
function moverOf(c: Contact, sides: u32): u32 {
  if (sides != (Seamed.A | Seamed.B)) {
    return sides == 0 ? NONE : sides == Seamed.A ? c.bodyB : c.bodyA;
  }
  const fewer = Contacts.fewer(c.bodyA, c.bodyB);
  const more = c.bodyA + c.bodyB - fewer;
  return Bodies.at(more).contactCount > MOST_CONTACTS ? fewer : more;
}

/** Of contacts with any of these flags, those that no surface makes are left out. */
const SEAMED: u32 = ContactFlag.Static | ContactFlag.OneSided;

function siftAbout(c: Contact): void {
  const fixed = (c.flags & ContactFlag.Static) != 0;
  const sides = seamedSides(c);
  const mover = fixed ? (Bodies.isDynamic(c.bodyA) ? c.bodyA : c.bodyB) : moverOf(c, sides);
  if (mover != NONE && (!fixed || sides != 0 || Bodies.at(mover).groundContacts > 1)) {
    sift(mover, fixed ? ContactFlag.Static : 0);
  } else {
    lookAt(c);
  }
}

/** Did the boxes part? Only when one of them was refitted; it may be in the very step in which the touch ends. @inline */
function haveParted(marks: usize, c: Contact): bool {
  const a = c.shapeA;
  const b = c.shapeB;
  const moved = ((load<u8>(marks + a) | load<u8>(marks + b)) & ShapeMark.Moved) != 0;
  return moved && !boxesOverlap(Shapes.fatBox(a), Shapes.fatBox(b));
}

/**
 * Contacts of a list of which there may be something to tell, in its order, to `out`; its end. Most touch as they did, and which do is
 * for no processor to foretell: without a branch the next records are on their way meanwhile.
 */
function findChanges(list: Buffer, out: usize): usize {
  const base = world.contacts;
  const end = list.ptr + ((<usize>list.count) << 2);
  for (let p = list.ptr; p < end; p += 4) {
    const slot = load<u32>(p);
    const c = changetype<Contact>(base + <usize>slot * offsetof<Contact>());
    const touches = <u32>Contacts.touches(c);
    const told =
      (c.flags & (SEAMED | ContactFlag.Sifted)) | (touches ^ 1) | ((c.flags & ContactFlag.Touching) ^ touches);
    store<u32>(out, slot);
    out += (<usize>(told != 0)) << 2;
  }
  return out;
}

function noteChanges(list: Buffer): void {
  const n = <usize>list.count;
  if (!Buffer.ensure(touchChanges, (<usize>touchChanges.count + (n << 1)) << 2)) {
    world.fault = Code.OutOfMemory;
    return;
  }
  const marks = world.shapeMarks;
  const base = world.contacts;
  let out = touchChanges.ptr + ((<usize>touchChanges.count) << 2);
  let p = out + (n << 2); // of each at most two changes are told, so that those are never ahead of what is read
  for (const end = findChanges(list, p); p < end; p += 4) {
    const slot = load<u32>(p);
    const c = changetype<Contact>(base + <usize>slot * offsetof<Contact>());
    const before = c.flags & ContactFlag.Touching;
    let touches = <u32>Contacts.touches(c);
    if (touches == 0 && (c.flags & (ContactFlag.Static | ContactFlag.Sifted)) == ContactFlag.Static) {
      if (landing(c) != NONE && !haveParted(marks, c)) {
        if (!List.push(landings, slot)) {
          world.fault = Code.OutOfMemory;
        }
        continue; // its turn comes when it is known what the others touch
      }
    }
    if ((c.flags & ContactFlag.Sifted) != 0) {
      c.flags &= ~ContactFlag.Sifted;
    } else if (touches != 0 && ((c.flags & SEAMED) != 0 || (c.flags & ContactFlag.Sensor) == 0)) {
      siftAbout(c);
      c.flags &= ~ContactFlag.Sifted;
      touches = <u32>Contacts.touches(c);
    }
    if (touches != before || (touches != 0 && (c.flags & ContactFlag.Ahead) != 0)) {
      store<u32>(out, (slot << 2) | (touches != 0 ? TouchChange.Begin : TouchChange.End));
      out += 4;
    }
    if (touches == 0 && haveParted(marks, c)) {
      store<u32>(out, (slot << 2) | TouchChange.Parted);
      out += 4;
    }
  }
  touchChanges.count = <u32>((out - touchChanges.ptr) >> 2);
}

/**
 * A body pressed deep into one that never moves may be pushed through it slowly, and come out on the other side of a line
 * that has no thickness: the continuous stage is to look at it however slow it is.
 */
function watchDeep(c: Contact): void {
  const dynamicA = Bodies.isDynamic(c.bodyA);
  const body = dynamicA ? c.bodyA : c.bodyB;
  const shape = dynamicA ? c.shapeA : c.shapeB;
  const separation: f32 = Contacts.gap(c);
  if (-separation > 0.25 * Shapes.geometry(shape).inner) {
    Bodies.setFlags(body, Bodies.flags(body) | BodyFlag.Fast);
  }
}
