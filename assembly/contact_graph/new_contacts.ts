import { BodyFlag, Code, ShapeFlag } from "../abi/layout";
import { isEmptyBox } from "../collision/wide_bvh";
import { Bodies, NONE } from "../world/body";
import { Buffer } from "../memory/buffer";
import { Lists, newPairs, sortSpace, touchChanges } from "../world/buffers";
import { ContactFlag, ContactKernel, Contacts, hasTwoPoints, kernelOf } from "../world/contact";
import { mayMeet } from "../world/filter";
import { Shapes } from "../world/shape";
import { world } from "../world/world";
import { mixMaterials } from "../world/mix_materials";

/**
 * With so many new contacts (512 KB) room for all of them is made at once: the host maps a page of memory when it is first touched, and
 * each doubling of the column would touch new ones. With fewer it is left to doubling: when memory is full, the outgrown blocks are what
 * small lists of an emptied world are cut from (docs/decisions/0002-allocator.md).
 */
const MANY: u32 = 4096;

/**
 * New pairs of shapes → contacts, if both filters want them. Contacts between resting bodies wait until one wakes. Pairs that have a
 * contact already are found before any is made, while new shapes still have none: else a crowd of n in one place took n³ walks.
 */
export function makeContacts(): void {
  if (!Buffer.ensureScratch(sortSpace, (<usize>newPairs.count) << 3)) {
    world.fault = Code.OutOfMemory;
    return;
  }
  let end = sortSpace.ptr;
  for (let p = newPairs.ptr, last = p + ((<usize>newPairs.count) << 3); p < last; p += 8) {
    const a = load<u32>(p, 4);
    const b = load<u32>(p);
    if (mayMeet(a, b) && !(isRenewed(a, b) && haveContact(a, b))) {
      store<u64>(end, load<u64>(p));
      end += 8;
    }
  }
  const count = <u32>((end - sortSpace.ptr) >> 3);
  if (count >= MANY) {
    Contacts.reserve(count); // if memory has run out for all of them, it may do for some
  }
  for (let p = sortSpace.ptr; p < end; p += 8) {
    if (!Contacts.reserve(1) || !makeContact(load<u32>(p, 4), load<u32>(p))) {
      world.fault = Code.OutOfMemory;
      return;
    }
  }
}

/** Were all pairs of one of the two asked for, not only new ones? */
function isRenewed(a: u32, b: u32): bool {
  return isEmptyBox(Shapes.oldBox(a)) || isEmptyBox(Shapes.oldBox(b));
}

/** Do two shapes have a contact? Walks the shorter list of contacts. */
function haveContact(shapeA: u32, shapeB: u32): bool {
  const body = Contacts.fewer(Shapes.at(shapeA).body, Shapes.at(shapeB).body);
  for (let edge = Bodies.at(body).contactHead; edge != NONE; edge = load<u32>(Contacts.edge(edge))) {
    const c = Contacts.at(edge >> 1);
    if ((c.shapeA == shapeA && c.shapeB == shapeB) || (c.shapeA == shapeB && c.shapeB == shapeA)) {
      return true;
    }
  }
  return false;
}

/** False: out of memory, nothing changed. */
function makeContact(first: u32, second: u32): bool {
  // A is the shape of the lower kind.
  const swap = Shapes.geometry(first).kind > Shapes.geometry(second).kind;
  const shapeA = swap ? second : first;
  const shapeB = swap ? first : second;
  const a = Shapes.at(shapeA);
  const b = Shapes.at(shapeB);
  const flags = a.flags | b.flags;
  const kernel =
    flags & ShapeFlag.Sensor ? ContactKernel.Sensor : kernelOf(Shapes.geometry(shapeA), Shapes.geometry(shapeB));
  // Room for all contacts in the list of the kernel, and for two changes of each, so that waking and updating them cannot fail.
  const room = <usize>world.contactCount + 5;
  if (!Buffer.ensure(Lists.kernel(kernel), room << 2) || !Buffer.ensure(touchChanges, room << 3)) {
    return false;
  }
  const slot = Contacts.take(a.body, b.body, shapeA, shapeB);
  const c = Contacts.at(slot);
  let bits: u32 = 0;
  if (flags & ShapeFlag.Sensor) {
    bits |= ContactFlag.Sensor;
    if (a.flags & b.flags & ShapeFlag.SensorEvents) {
      bits |= ContactFlag.SensorEvents;
    }
  } else {
    if (a.flags & b.flags & ShapeFlag.ContactEvents) {
      bits |= ContactFlag.ContactEvents;
    }
    if (flags & ShapeFlag.HitEvents) {
      bits |= ContactFlag.HitEvents;
      world.hitContactCount++;
    }
    if (hasTwoPoints(kernel)) {
      bits |= ContactFlag.TwoPoints;
    }
    if (flags & ShapeFlag.OneSided) {
      bits |= ContactFlag.OneSided;
    }
    if (!(Bodies.isDynamic(a.body) && Bodies.isDynamic(b.body))) {
      bits |= ContactFlag.Static;
      Bodies.countGround(a.body, b.body, 1);
    }
  }
  c.flags = bits | (kernel << ContactFlag.KernelShift);
  mixMaterials(c);
  if (((Bodies.flags(a.body) | Bodies.flags(b.body)) & BodyFlag.Awake) != 0) {
    Contacts.activate(slot);
  } else {
    c.flags |= ContactFlag.Unmade;
  }
  return true;
}
