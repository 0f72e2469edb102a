import { BodyFlag, JointFlag, JointType, SHAPE_KIND_COUNT, ShapeKind } from "../abi/layout";
import { HULL_MAX_VERTICES, Hull } from "../collision/shape_geometry";
import { FREE_LISTS, blockBytes, freeList, heapStart, heapTop } from "../memory/allocator";
import { BUFFER_BYTES, Buffer, List } from "../memory/buffer";
import { BLOCK_TABLE, BUFFERS_ADDRESS } from "../memory/fixed";
import { MAX_SLOTS } from "../memory/handle";
import { Bodies, Body, NONE } from "../world/body";
import {
  COLOUR_COUNT,
  JOINT_KINDS,
  Lists,
  OVERFLOW_COLOUR,
  activeOrder,
  awakeBodies,
  forceFields,
  isBuffer,
  materialPairs,
  movedShapes,
  restOrder,
} from "../world/buffers";
import { CONTACT_KERNEL_COUNT, Contact, ContactFlag, Contacts, MAX_CONTACTS } from "../world/contact";
import { Field, FieldFlag, Fields } from "../world/field";
import { Joint, Joints } from "../world/joint";
import { MaterialPair } from "../world/material";
import { SHAPE_ALIVE, Shape, Shapes, TreeId } from "../world/shape";
import { World, world } from "../world/world";

// Bytes that claim to be a snapshot may hold anything, with a checksum to match. A list that bites its tail, or a count beyond
// its list, could then run for ever; an address could be written to that should not be. This checks every address, count, index
// and link once, in bounded time, but does not mind wrong physics: a trap is contained by its instance, an endless loop is not.

/** Widths of the columns of a family in the order of their fields, one byte each from the lowest; the records come last. */
const BODY_WIDTHS: u64 = 0x04_04_10_10_10;
const SHAPE_WIDTHS: u64 = 0x01_10_10_10_10_20;

/**
 * Does the content of memory hold together as a world? `marks`: memory that nobody owns, one byte for every 64 bytes of
 * the heap and one for every body.
 */
export function structureHolds(marks: usize): bool {
  return (
    blocksHold(marks) &&
    bodiesHold(marks + units() + 1) &&
    shapesHold() &&
    contactsHold() &&
    jointsHold() &&
    listsHold() &&
    fieldsHold() &&
    world.lengthUnit > 0 &&
    world.lengthUnit < 1e9
  );
}

/** Bytes of `marks` for a heap that ends at `top` and this number of bodies. */
export function markBytes(top: usize, bodies: u32): u64 {
  return <u64>(top >> 6) + <u64>bodies + 2;
}

function units(): usize {
  return (heapTop() - heapStart()) >> 6;
}

/** Claims a block for one owner. False if it is not in the heap, not aligned, or another's. */
function claim(marks: usize, address: usize, bytes: u64): bool {
  if (bytes == 0) {
    return true;
  }
  const start = heapStart();
  if (bytes > 0x80000000 || address < start || (address & 63) != 0) {
    return false;
  }
  const size = <u64>blockBytes(<usize>bytes);
  if (<u64>address + size > <u64>heapTop()) {
    return false;
  }
  let p = marks + ((address - start) >> 6);
  for (const end = p + <usize>(size >> 6); p < end; p++) {
    if (load<u8>(p) != 0) {
      return false;
    }
    store<u8>(p, 1);
  }
  return true;
}

function columns(marks: usize, counts: usize, most: u32, field: usize, widths: u64, record: usize): bool {
  const capacity = load<u32>(counts);
  const end = load<u32>(counts + 4);
  if (end == 0 || end > capacity || capacity > most) {
    return false;
  }
  let p = field;
  for (let rest = widths; rest != 0; rest >>= 8, p += 4) {
    if (!claim(marks, load<usize>(p), (rest & 255) * <u64>capacity)) {
      return false;
    }
  }
  return claim(marks, load<usize>(p), <u64>record * <u64>capacity);
}

function blocksHold(marks: usize): bool {
  memory.fill(marks, 0, units() + 1);
  const w = changetype<usize>(world);
  const bodies = w + offsetof<World>("bodyCapacity");
  const shapes = w + offsetof<World>("shapeCapacity");
  const contacts = w + offsetof<World>("contactCapacity");
  const joints = w + offsetof<World>("jointCapacity");
  if (
    !columns(marks, bodies, MAX_SLOTS, w + offsetof<World>("bodyPose"), BODY_WIDTHS, offsetof<Body>()) ||
    !columns(marks, shapes, MAX_SLOTS, w + offsetof<World>("shapeGeometry"), SHAPE_WIDTHS, offsetof<Shape>()) ||
    !columns(marks, contacts, MAX_CONTACTS, w + offsetof<World>("contacts"), 0, offsetof<Contact>()) ||
    !columns(marks, joints, MAX_SLOTS, w + offsetof<World>("joints"), 0, offsetof<Joint>())
  ) {
    return false;
  }
  for (let p = BUFFERS_ADDRESS; p + BUFFER_BYTES <= BLOCK_TABLE; p += BUFFER_BYTES) {
    if (!isBuffer(p)) {
      continue; // records of pair finders are made anew
    }
    const b = changetype<Buffer>(p);
    if (Buffer.overflows(b) || !claim(marks, b.ptr, <u64>b.capacity)) {
      return false;
    }
  }
  for (let slot: u32 = 1; slot < world.shapeEnd; slot++) {
    const g = Shapes.geometry(slot);
    const hull = g.hull;
    if (hull == 0) {
      if (g.kind == ShapeKind.Polygon && isShape(slot)) {
        return false;
      }
      continue;
    }
    if (hull < heapStart() || (hull & 63) != 0 || hull + offsetof<Hull>() > heapTop()) {
      return false;
    }
    const count = changetype<Hull>(hull).count;
    if (count < 2 || count > HULL_MAX_VERTICES || !claim(marks, hull, <u64>Hull.byteLength(count))) {
      return false;
    }
  }
  for (let k: u32 = 0; k < FREE_LISTS; k++) {
    // A block that is claimed twice ends the walk.
    for (let block = load<usize>(freeList(k)); block != 0; block = load<usize>(block)) {
      if (!claim(marks, block, (<u64>1) << (<u64>k))) {
        return false;
      }
    }
  }
  return true;
}

function isShape(slot: u32): bool {
  return slot > 0 && slot < world.shapeEnd && (Shapes.at(slot).flags & SHAPE_ALIVE) != 0;
}

function isBody(slot: u32): bool {
  return slot > 0 && slot < world.bodyEnd && (Bodies.flags(slot) & BodyFlag.Alive) != 0;
}

function isContact(slot: u32): bool {
  return slot > 0 && slot < world.contactEnd && Contacts.at(slot).bodyA != NONE;
}

function isJoint(slot: u32): bool {
  return slot > 0 && slot < world.jointEnd && (Joints.at(slot).flags & JointFlag.Alive) != 0;
}

/** Does the list have this value at this place? */
function listed(b: Buffer, index: u32, value: u32): bool {
  return index < b.count && List.get(b, index) == value;
}

/** Bodies: numbers, awake list, sleeping rings (rings, if no body is in them twice), free list, heads of their lists. */
function bodiesHold(marks: usize): bool {
  const end = world.bodyEnd;
  memory.fill(marks, 0, end);
  for (let slot: u32 = 1; slot < end; slot++) {
    if (!isBody(slot)) {
      continue;
    }
    const body = Bodies.at(slot);
    const p = Bodies.pose(slot);
    const v = Bodies.velocity(slot);
    const sum: f32 = p.x - p.x + (p.y - p.y) + (p.c - p.c) + (p.s - p.s) + (v.vx - v.vx) + (v.vy - v.vy) + (v.w - v.w);
    const index = Bodies.solverIndex(slot);
    if (
      sum != 0 ||
      (Bodies.flags(slot) & BodyFlag.TypeMask) > 2 ||
      Bodies.isAwake(slot) != (index != 0) ||
      (index != 0 && !listed(awakeBodies, index - 1, slot)) ||
      !headHolds(body.contactHead, slot, true) ||
      !headHolds(body.jointHead, slot, false)
    ) {
      return false;
    }
    const ring = body.sleepRing;
    if (ring != NONE) {
      if (!isBody(ring) || Bodies.at(ring).sleepRing == NONE || load<u8>(marks + ring) != 0) {
        return false;
      }
      store<u8>(marks + ring, 1);
    }
  }
  for (let k: u32 = 0; k < awakeBodies.count; k++) {
    const slot = List.get(awakeBodies, k);
    if (!isBody(slot) || Bodies.solverIndex(slot) != k + 1) {
      return false;
    }
  }
  let left = end;
  for (let slot = world.bodyFree; slot != 0; slot = Bodies.at(slot).sleepRing, left--) {
    if (slot >= end || left == 0 || isBody(slot)) {
      return false;
    }
  }
  return true;
}

function headHolds(edge: u32, body: u32, ofContacts: bool): bool {
  if (edge == NONE) {
    return true;
  }
  const slot = edge >> 1;
  if (!(ofContacts ? isContact(slot) : isJoint(slot))) {
    return false;
  }
  const p = ofContacts ? Contacts.edge(edge) : Joints.edge(edge);
  return load<u32>(p, 4) == NONE && bodyOf(edge, ofContacts) == body;
}

function bodyOf(edge: u32, ofContacts: bool): u32 {
  if (ofContacts) {
    const c = Contacts.at(edge >> 1);
    return edge & 1 ? c.bodyB : c.bodyA;
  }
  const j = Joints.at(edge >> 1);
  return edge & 1 ? j.bodyB : j.bodyA;
}

/**
 * Do an edge and its neighbours point to each other, and belong to one body? A list in which every link has one link before it,
 * except its head, has no loop.
 */
function edgeHolds(edge: u32, ofContacts: bool): bool {
  const p = ofContacts ? Contacts.edge(edge) : Joints.edge(edge);
  const next = load<u32>(p);
  const previous = load<u32>(p, 4);
  const body = bodyOf(edge, ofContacts);
  if (!isBody(body)) {
    return false;
  }
  const head = ofContacts ? Bodies.at(body).contactHead : Bodies.at(body).jointHead;
  return (
    (previous == NONE ? head == edge : neighbourHolds(previous, edge, body, 0, ofContacts)) &&
    (next == NONE || neighbourHolds(next, edge, body, 4, ofContacts))
  );
}

function neighbourHolds(edge: u32, back: u32, body: u32, word: usize, ofContacts: bool): bool {
  if (!(ofContacts ? isContact(edge >> 1) : isJoint(edge >> 1)) || bodyOf(edge, ofContacts) != body) {
    return false;
  }
  return load<u32>((ofContacts ? Contacts.edge(edge) : Joints.edge(edge)) + word) == back;
}

/** Is a box infinite on some side? It would meet the empty boxes of a tree, which lead out of the tree. */
function isInfinite(box: usize): bool {
  return (
    load<f32>(box) == -Infinity ||
    load<f32>(box, 4) == -Infinity ||
    load<f32>(box, 8) == Infinity ||
    load<f32>(box, 12) == Infinity
  );
}

/** Shapes: kinds, places in the trees, the lists of their bodies, the free list. */
function shapesHold(): bool {
  const end = world.shapeEnd;
  let left = end;
  for (let body: u32 = 1; body < world.bodyEnd; body++) {
    if (isBody(body)) {
      const head = Bodies.at(body).shapeHead;
      let before = NONE;
      for (let slot = head; slot != NONE; before = slot, slot = Shapes.at(slot).next, left--) {
        if (left == 0 || !isShape(slot) || Shapes.at(slot).body != body) {
          return false;
        }
        if (slot != head && Shapes.at(slot).previous != before) {
          return false;
        }
      }
      if (before != NONE && Shapes.at(head).previous != before) {
        return false;
      }
    }
  }
  for (let slot: u32 = 1; slot < end; slot++) {
    if (isShape(slot)) {
      const shape = Shapes.at(slot);
      const tree = shape.tree;
      if (
        Shapes.geometry(slot).kind >= <u32>SHAPE_KIND_COUNT ||
        !isBody(shape.body) ||
        isInfinite(Shapes.fatBox(slot)) ||
        tree > <u32>TreeId.Rest ||
        (tree != TreeId.None && !listed(tree == TreeId.Active ? activeOrder : restOrder, shape.treeIndex, slot))
      ) {
        return false;
      }
    }
  }
  left = end;
  for (let slot = world.shapeFree; slot != 0; slot = Shapes.at(slot).next, left--) {
    if (slot >= end || left == 0 || isShape(slot)) {
      return false;
    }
  }
  return orderHolds(activeOrder, TreeId.Active) && orderHolds(restOrder, TreeId.Rest);
}

function orderHolds(order: Buffer, tree: u32): bool {
  for (let k: u32 = 0; k < order.count; k++) {
    const slot = List.get(order, k);
    if (slot != 0 && (!isShape(slot) || Shapes.at(slot).tree != tree || Shapes.at(slot).treeIndex != k)) {
      return false;
    }
  }
  return true;
}

function contactsHold(): bool {
  const end = world.contactEnd;
  for (let slot: u32 = 1; slot < end; slot++) {
    if (!isContact(slot)) {
      continue;
    }
    const c = Contacts.at(slot);
    const kernel = Contacts.kernel(c);
    const two = c.flags & ContactFlag.TwoPoints ? 1 : 0;
    if (
      !isShape(c.shapeA) ||
      !isShape(c.shapeB) ||
      Shapes.at(c.shapeA).body != c.bodyA ||
      Shapes.at(c.shapeB).body != c.bodyB ||
      !edgeHolds(slot << 1, true) ||
      !edgeHolds((slot << 1) | 1, true) ||
      kernel >= CONTACT_KERNEL_COUNT ||
      (c.kernelIndex != NONE && !listed(Lists.kernel(kernel), c.kernelIndex, slot)) ||
      (c.colour != NONE && (c.colour >= COLOUR_COUNT || !listed(Lists.colour(c.colour, two), c.colourIndex, slot)))
    ) {
      return false;
    }
  }
  let left = end;
  for (let slot = world.contactFree; slot != 0; slot = Contacts.at(slot).nextA, left--) {
    if (slot >= end || left == 0 || isContact(slot)) {
      return false;
    }
  }
  return true;
}

/** A gear links living joints that know of it, or none, and has no colour but the overflow. */
function gearHolds(j: Joint): bool {
  return (
    linkHolds(j.linkA, j.bodyA) && linkHolds(j.linkB, j.bodyB) && (j.colour == NONE || j.colour == OVERFLOW_COLOUR)
  );
}

function linkHolds(link: u32, body: u32): bool {
  return link == 0 || (isJoint(link) && (Joints.at(link).flags & Joints.geared(Joints.at(link), body)) != 0);
}

/** Joints: links, types, gears, places in lists, and the count of pins with a spring, motor or limit, for which blocks have room. */
function jointsHold(): bool {
  const end = world.jointEnd;
  let pins: u32 = 0;
  for (let slot: u32 = 1; slot < end; slot++) {
    if (!isJoint(slot)) {
      continue;
    }
    const j = Joints.at(slot);
    pins += <u32>(j.type == JointType.Revolute && Joints.active(j) != 0);
    if (
      !edgeHolds(slot << 1, false) ||
      !edgeHolds((slot << 1) | 1, false) ||
      j.type > <u32>JointType.Filter ||
      (j.type == JointType.Gear && !gearHolds(j)) ||
      (j.colour != NONE &&
        (j.colour >= COLOUR_COUNT || !listed(Lists.joint(j.colour, Joints.kind(j.type, j.flags)), j.colourIndex, slot)))
    ) {
      return false;
    }
  }
  // Joint 0 stands in for lanes without a joint.
  if (pins != world.activePinCount || (Joints.at(0).bodyA | Joints.at(0).bodyB | Joints.at(0).flags) != 0) {
    return false;
  }
  let left = end;
  for (let slot = world.jointFree; slot != 0; slot = Joints.at(slot).nextA, left--) {
    if (slot >= end || left == 0 || isJoint(slot)) {
      return false;
    }
  }
  return true;
}

/** Records of materials and fields lie in their buffers; regions have shapes of their own; numbers that count loops are bounded. */
function fieldsHold(): bool {
  if (
    <u64>materialPairs.count * offsetof<MaterialPair>() > <u64>materialPairs.capacity ||
    <u64>forceFields.count * offsetof<Field>() > <u64>forceFields.capacity ||
    !(world.iterations >= 1 && world.iterations <= 100)
  ) {
    return false;
  }
  for (let k: u32 = 0; k < forceFields.count; k++) {
    const f = Fields.at(k);
    if ((f.flags & FieldFlag.Alive) == 0) {
      continue;
    }
    const region = f.region;
    if (region >= world.shapeEnd || isShape(region) || !(abs<f32>(f.falloff) <= 4)) {
      return false;
    }
    if ((f.flags & FieldFlag.Kind) == 0) {
      return false;
    }
    const g = Shapes.geometry(region);
    if (g.kind >= <u32>SHAPE_KIND_COUNT || (g.kind == ShapeKind.Polygon && g.hull == 0)) {
      return false;
    }
  }
  return true;
}

/** Lists of contacts and joints lead to ones that name their place there; movers are slots that were in use. */
function listsHold(): bool {
  for (let k: u32 = 0; k < movedShapes.count; k++) {
    if (List.get(movedShapes, k) >= world.shapeEnd) {
      return false;
    }
  }
  for (let kernel: u32 = 0; kernel < CONTACT_KERNEL_COUNT; kernel++) {
    const list = Lists.kernel(kernel);
    for (let k: u32 = 0; k < list.count; k++) {
      const slot = List.get(list, k);
      if (!isContact(slot) || Contacts.at(slot).kernelIndex != k) {
        return false;
      }
    }
  }
  for (let colour: u32 = 0; colour < COLOUR_COUNT; colour++) {
    for (let two: u32 = 0; two < 2; two++) {
      const list = Lists.colour(colour, two);
      for (let k: u32 = 0; k < list.count; k++) {
        const slot = List.get(list, k);
        if (!isContact(slot) || Contacts.at(slot).colour != colour || Contacts.at(slot).colourIndex != k) {
          return false;
        }
      }
    }
    for (let kind: u32 = 0; kind < JOINT_KINDS; kind++) {
      const list = Lists.joint(colour, kind);
      for (let k: u32 = 0; k < list.count; k++) {
        const slot = List.get(list, k);
        const j = Joints.at(slot);
        if (!isJoint(slot) || j.colour != colour || j.colourIndex != k || Joints.kind(j.type, j.flags) != kind) {
          return false;
        }
      }
    }
  }
  return true;
}
