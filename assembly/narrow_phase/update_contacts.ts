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
import { comesDown, landing, wayDown } from "./landings";
import { isBehind } from "./one_sided";
import { passOneWay } from "./one_way";
import { setUpright } from "./upright";

/** Slots (u32) of contacts without points on which a body may come down in the step: gathered and processed within `updateContacts`. */
const landings = sortSpace2;

/**
 * Narrow phase: makes the manifolds of all contacts with an awake side from poses and shapes, and lists the contacts that began or ceased
 * to touch or whose boxes parted.
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

/** Finds which of `landings` come down within the step, and notes which contacts among them began or ceased to touch. */
function land(): void {
  const n = landings.count;
  if (n == 0) {
    return;
  }
  if (!Buffer.ensure(touchChanges, (<usize>touchChanges.count + <usize>n) << 2)) {
    world.fault = Code.OutOfMemory;
    return;
  }
  // What the contacts of one body share is found anew only for another body, or once one of them has come down: that a contact has not
  // changes nothing for the others. Found anew for each, rafts of 200 boxes on as many took 9 ms a step.
  let mover: u32 = NONE;
  let way: f32 = 0;
  let far = false;
  for (let k: u32 = 0; k < n; k++) {
    const slot = List.get(landings, k);
    const c = Contacts.at(slot);
    const lands = landing(c);
    if (lands != mover) {
      mover = lands;
      way = wayDown(mover);
      far = way > world.speculativeDistance;
      if (far) {
        listGrounds(mover);
      }
    }
    const touches = <u32>(far && comesDown(slot, c, mover, way));
    if (touches != 0) {
      mover = NONE;
    }
    if (touches != (c.flags & ContactFlag.Touching)) {
      List.push(touchChanges, (slot << 2) | (touches != 0 ? TouchChange.BeginAhead : TouchChange.End));
    }
  }
}

/** Lane kernels take four contacts at a time: the entries past a list's end refer to contact 0, which belongs to nobody. */
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

/** Watches a contact that is deep in ground, and drops the points of one with the wrong side of a one-sided segment. */
function lookAt(c: Contact): void {
  // before seams are considered: a hidden contact is no less deep
  if ((c.flags & ContactFlag.Static) != 0 && Contacts.isDeep(c)) {
    watchDeep(c);
  }
  if ((c.flags & ContactFlag.OneSided) != 0 && isBehind(c)) {
    Contacts.dropPoints(c);
  }
}

/**
 * Drops the contacts of a body that come from seams and not from a surface: either those with ground, or those in which it slides onto
 * dynamic bodies. Goes shallowest first (of equals, the last made), so that whatever hides a contact is still there when that is asked
 * about, even if hidden itself, and the deepest contact stays.
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
    // Of contacts with dynamic bodies, only those that may be dropped, each for one of its bodies: none noted earlier is left marked.
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
      // A hidden contact's body has other ground to rest on already, unless it is deep.
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

/** Inserts a gap and its contact into a list that is kept in the order of sifting. */
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

/** Which of two dynamic bodies slides over seams of the other, NONE: neither has any. If both: that with more contacts, up to a limit. */
function moverOf(c: Contact, sides: u32): u32 {
  if (sides != (Seamed.A | Seamed.B)) {
    return sides == 0 ? NONE : sides == Seamed.A ? c.bodyB : c.bodyA;
  }
  const fewer = Contacts.fewer(c.bodyA, c.bodyB);
  const more = c.bodyA + c.bodyB - fewer;
  return Bodies.at(more).contactCount > MOST_CONTACTS ? fewer : more;
}

/** Contacts with any of these flags are checked, and dropped if no surface makes them. */
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

/** Did the boxes part? Only if one of them was refitted, which may happen in the very step in which the touch ends. @inline */
function haveParted(marks: usize, c: Contact): bool {
  const a = c.shapeA;
  const b = c.shapeB;
  const moved = ((load<u8>(marks + a) | load<u8>(marks + b)) & ShapeMark.Moved) != 0;
  return moved && !boxesOverlap(Shapes.fatBox(a), Shapes.fatBox(b));
}

/**
 * Writes to `out`, in order, the contacts of a list that may have something to report; returns the end. Most touch as before, and no
 * processor can predict which: without a branch, the next records are fetched meanwhile.
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
  let p = out + (n << 2); // each reports at most two changes, so writing never overtakes reading
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
        continue; // decided once it is known what the other contacts touch
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
 * A body pressed deep into one that never moves may slowly be pushed through it and come out on the other side of a line without
 * thickness: the continuous stage must check it however slow it is.
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
