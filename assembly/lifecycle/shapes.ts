import { BodyFlag, BodyType, Code, ShapeDef, ShapeFlag, ShapeKind } from "../abi/layout";
import { enterShapes, enterShapesFrom, moveFrames, renewProxiesFrom } from "../broad_phase/refit";
import { Also, findInBox, mendPlaces } from "../broad_phase/trees";
import { destroyContact } from "../contact_graph/destroy_contact";
import { keepAwake } from "../contact_graph/sleep";
import { destroyContactsOf } from "../contact_graph/touch_changes";
import { boxesOverlap, storeEmptyBox } from "../collision/wide_bvh";
import { distanceNow } from "../continuous/intrusion";
import { Buffer, List } from "../memory/buffer";
import { Bodies, NONE, Pose } from "../world/body";
import { activeOrder, queryResults } from "../world/buffers";
import { ContactFlag, Contacts } from "../world/contact";
import { Shape, Shapes } from "../world/shape";
import { mixRolling } from "../world/mix_materials";
import { world } from "../world/world";
import {
  addExtents,
  addMass,
  freeShape,
  releaseHull,
  updateMass,
  wakeAround,
  wakeBeforeLoss,
  wakeBeside,
} from "./bodies";
import { wakeFieldsOf } from "./field_wakes";
import { mixAnew } from "./materials";
import { Def, dropShape, prepareShape, setGeometry } from "./shape_definitions";

/** The part that record and definition have in common: density, material and filter. */
const MATERIAL: usize = offsetof<Shape>("density");
const MATERIAL_BYTES: usize = (ShapeDef.Group + 1) << 2;
if (MATERIAL + MATERIAL_BYTES != offsetof<Shape>("previous")) {
  ERROR("a shape has its material in another order than its definition");
}

/** Makes a shape of no body, with its geometry and nothing else. Its slot, or minus a Code. */
export function takeShape(kind: u32, def: usize): i32 {
  const code = prepareShape(kind, def, 1);
  if (code != Code.Ok) {
    return -code;
  }
  if (!Shapes.reserve(1)) {
    dropShape(kind, def);
    return -Code.OutOfMemory;
  }
  return takePrepared(kind, def);
}

/** The same for a prepared definition, with room reserved. */
function takePrepared(kind: u32, def: usize): u32 {
  const slot = Shapes.take();
  giveGeometry(slot, kind, def);
  return slot;
}

/** Gives a slot the geometry of a prepared definition, and boxes that meet nothing yet. */
function giveGeometry(slot: u32, kind: u32, def: usize): void {
  setGeometry(Shapes.geometry(slot), Shapes.local(slot), kind, def);
  storeEmptyBox(Shapes.fatBox(slot));
  storeEmptyBox(Shapes.oldBox(slot));
}

/**
 * Makes the shape of a prepared definition on a body, after its last one, with room reserved. Returns its slot. The body's mass and
 * its place in the broad phase are left to `settleAdded`.
 */
export function createShape(bodySlot: u32, kind: u32, def: usize): u32 {
  const slot = takePrepared(kind, def);
  const shape = Shapes.at(slot);
  shape.flags |= Def.u(def, ShapeDef.Flags);
  shape.passAngle = Def.f(def, ShapeDef.OneWay);
  world.oneWay |= shape.flags & ShapeFlag.OneWay;
  if (shape.flags & ShapeFlag.NamesStaticFriction) {
    world.mixedFriction = 1;
  }
  world.sensors |= shape.flags & ShapeFlag.Sensor;
  memory.copy(changetype<usize>(shape) + MATERIAL, def, MATERIAL_BYTES);
  Shapes.append(slot, bodySlot);
  Bodies.place(bodySlot);
  return slot;
}

/** Flags that belong to the geometry of a shape. */
const OF_GEOMETRY: u32 = ShapeFlag.OneSided | ShapeFlag.Part;

/** Gives one shape the material, filter and events of another. */
export function copyMaterial(from: u32, to: u32): void {
  const s = Shapes.at(from);
  const t = Shapes.at(to);
  t.flags = (s.flags & ~OF_GEOMETRY) | (t.flags & OF_GEOMETRY);
  t.passAngle = s.passAngle;
  memory.copy(changetype<usize>(t) + MATERIAL, changetype<usize>(s) + MATERIAL, MATERIAL_BYTES);
}

/** Brings a body's mass, its place in the broad phase and its sleep up to date with the shapes that were added, from `first` on. */
export function settleAdded(bodySlot: u32, first: u32): void {
  const body = Bodies.at(bodySlot);
  const carried = world.fieldCount != 0 && body.shapeHead != first;
  const stepped = (Bodies.flags(bodySlot) & BodyFlag.New) == 0;
  if (stepped && (body.contactCount > 0 || body.jointCount > 0 || carried)) {
    keepAwake(bodySlot); // what bears it has more to bear, and the next step finds what it meets
  }
  if (Bodies.isDynamic(bodySlot)) {
    addMass(bodySlot, first);
    moveFrames(bodySlot, first);
  } else {
    addExtents(bodySlot, first);
  }
  enterShapesFrom(bodySlot, first, NONE);
  wakeBeside(bodySlot, first);
  if (stepped) {
    keepAwake(bodySlot); // one that lay alone wakes after its neighbours, which `wakeBeside` finds; one created asleep (`New`) sleeps on
  }
}

/** The same when one shape was replaced. Frames of the others depend on the centre of mass, which only a dynamic body has. */
function settleReplaced(bodySlot: u32, slot: u32): void {
  updateMass(bodySlot);
  if (Bodies.isDynamic(bodySlot)) {
    enterShapes(bodySlot);
  } else {
    enterShapesFrom(bodySlot, slot, Shapes.at(slot).next);
  }
}

/** Does a new geometry use the kernels of the old one (`kernelOf`), and has it as many sides? Then its contacts can be kept. */
function isOneKind(slot: u32, kind: u32, def: usize): bool {
  const g = Shapes.geometry(slot);
  const sides = (Shapes.at(slot).flags ^ Def.u(def, ShapeDef.Flags)) & ShapeFlag.OneSided;
  return g.kind == kind && (g.radius == 0) == (Def.f(def, ShapeDef.Radius) == 0) && sides == 0;
}

/** From a gap of this many slops on, an impulse kept from the touch before would throw a body that should fall. */
const OPENED: f32 = 0.25;

/**
 * After a shape has become larger or smaller: bodies that it touched wake up, its rolling resistance follows its new radius, and the
 * narrow phase will decide which touches go on. Those that it would not see end at once: of a sensor with resting bodies, those so far
 * apart that a body put to sleep now would hang in the air, and contacts of resting bodies whose boxes parted. Overlaps are not marked
 * as placed: held back like placed bodies, one that had just been struck lost its momentum.
 */
function keepTouches(bodySlot: u32, slot: u32): void {
  let edge = Bodies.at(bodySlot).contactHead;
  while (edge != NONE) {
    const here = edge;
    const c = Contacts.at(here >> 1);
    edge = load<u32>(Contacts.edge(here));
    if (c.shapeA != slot && c.shapeB != slot) {
      continue;
    }
    c.rollingResistance = mixRolling(c);
    if ((c.flags & ContactFlag.Touching) == 0) {
      if (c.kernelIndex == NONE && !boxesOverlap(Shapes.fatBox(c.shapeA), Shapes.fatBox(c.shapeB))) {
        destroyContact(here >> 1); // between resting bodies: no step would look
      }
      continue;
    }
    const other = Contacts.across(here);
    const distance = distanceNow(c.shapeA, c.shapeB);
    if (c.flags & ContactFlag.Sensor) {
      if (distance > 0 && c.kernelIndex == NONE) {
        destroyContact(here >> 1);
      }
      continue;
    }
    if (distance > world.speculativeDistance) {
      destroyContact(here >> 1);
    } else if (distance > OPENED * world.linearSlop) {
      Contacts.dropImpulses(c);
    }
    keepAwake(other);
  }
}

/**
 * Gives a shape another geometry of one piece. Returns a Code, with nothing changed unless it is Ok. If the kind is the same, its touches
 * go on: else a shape that grows a little in each step would end and begin all its touches each time, and shake what lies on it for lack
 * of impulses to start from.
 */
export function replaceGeometry(slot: u32, kind: u32, def: usize): i32 {
  const bodySlot = Shapes.at(slot).body;
  if (kind == ShapeKind.HalfSpace && Bodies.type(bodySlot) != BodyType.Static) {
    return Code.BadType;
  }
  const code = prepareShape(kind, def, 1);
  if (code != Code.Ok) {
    return code;
  }
  const keeps = isOneKind(slot, kind, def);
  wakeBeforeLoss(bodySlot, slot);
  if (!keeps) {
    destroyContactsOf(bodySlot, slot);
  }
  releaseHull(slot);
  giveGeometry(slot, kind, def);
  const shape = Shapes.at(slot);
  shape.flags = (shape.flags & ~OF_GEOMETRY) | (Def.u(def, ShapeDef.Flags) & OF_GEOMETRY);
  settleReplaced(bodySlot, slot);
  if (keeps) {
    keepTouches(bodySlot, slot);
  }
  wakeFieldsOf(bodySlot);
  if (!Bodies.isAwake(bodySlot)) {
    wakeAround(slot);
  }
  return Code.Ok;
}

/** Shapes of a body that are looked at one by one before the trees are asked. */
const FEW_PARTS = 64;

/**
 * The part of composite ground (ShapeFlag.Part) that lies at a point of the body's frame, 0 if none. Segments count at every y. Searches
 * the body's shapes from `near` on first: parts that lie side by side were mostly made one after another.
 */
export function partAt(bodySlot: u32, kind: u32, x: f32, y: f32, near: u32): u32 {
  const head = Bodies.at(bodySlot).shapeHead;
  let slot = near == NONE ? head : near;
  for (let k = 0; k < FEW_PARTS && slot != NONE; k++) {
    if (covers(slot, kind, x, y)) {
      return slot;
    }
    slot = Shapes.at(slot).next;
  }
  if (slot == NONE && near == NONE) {
    return 0;
  }
  const pose = Bodies.pose(bodySlot);
  const endless = kind == ShapeKind.Segment;
  const fresh = mendPlaces();
  if ((!endless || pose.s == 0) && findAbout(pose, endless, x, y, fresh)) {
    const found = partAmong(queryResults, bodySlot, kind, x, y);
    return found != 0 || fresh ? found : partAmong(activeOrder, bodySlot, kind, x, y);
  }
  for (slot = head; slot != NONE; slot = Shapes.at(slot).next) {
    if (covers(slot, kind, x, y)) {
      return slot;
    }
  }
  return 0;
}

/**
 * Shapes about a point of a body's frame, or about any y there → `queryResults`. Leaves out the active tree unless it is `fresh`:
 * bringing it up to date takes longer than looking at everything in it. False: out of memory.
 */
function findAbout(pose: Pose, endless: bool, x: f32, y: f32, fresh: bool): bool {
  const wx: f32 = pose.x + (pose.c * x - pose.s * y);
  const wy: f32 = pose.y + (pose.s * x + pose.c * y);
  const y0: f32 = endless ? -f32.MAX_VALUE : wy;
  const y1: f32 = endless ? f32.MAX_VALUE : wy;
  return findInBox(wx, y0, wx, y1, fresh ? Also.Active : 0);
}

/** The first shape in a list that is a part of the body and lies at the point, 0 if none is. */
function partAmong(list: Buffer, bodySlot: u32, kind: u32, x: f32, y: f32): u32 {
  for (let k: u32 = 0, n = list.count; k < n; k++) {
    const slot = List.get(list, k);
    if (slot != 0 && Shapes.at(slot).body == bodySlot && covers(slot, kind, x, y)) {
      return slot;
    }
  }
  return 0;
}

/** Is the shape a part that lies at a point of the body's frame? */
function covers(slot: u32, kind: u32, x: f32, y: f32): bool {
  const g = Shapes.geometry(slot);
  if ((Shapes.at(slot).flags & ShapeFlag.Part) == 0 || g.kind != kind) {
    return false;
  }
  const local = Shapes.local(slot);
  const dx: f32 = x - local.x;
  const dy: f32 = y - local.y;
  const endless: bool = kind == ShapeKind.Segment;
  const lx: f32 = endless ? dx / local.c : local.c * dx + local.s * dy;
  const ly: f32 = endless ? 0 : local.c * dy - local.s * dx;
  return abs<f32>(lx) <= g.hx && abs<f32>(ly) <= g.hy;
}

/** Destroys one shape of a body; the body's mass follows. */
export function destroyShape(slot: u32): void {
  const bodySlot = Shapes.at(slot).body;
  wakeBeforeLoss(bodySlot, slot);
  destroyContactsOf(bodySlot, slot);
  Shapes.unlink(slot);
  freeShape(slot);
  updateMass(bodySlot);
  if (Bodies.isDynamic(bodySlot)) {
    enterShapes(bodySlot);
  }
}

/** After a change of the density of a body's shape: its centre of mass may have moved, its shapes have not. */
export function densityChanged(bodySlot: u32): void {
  keepAwake(bodySlot);
  updateMass(bodySlot);
  moveFrames(bodySlot, NONE);
}

/** After a change of material: the shape's contacts mix theirs anew. */
export function materialChanged(slot: u32): void {
  const bodySlot = Shapes.at(slot).body;
  for (let edge = Bodies.at(bodySlot).contactHead; edge != NONE; edge = load<u32>(Contacts.edge(edge))) {
    const c = Contacts.at(edge >> 1);
    if (c.shapeA == slot || c.shapeB == slot) {
      mixAnew(c);
    }
  }
}

/** After a change of filter: contacts that it forbids die, and the next step finds others that it allows. */
export function filterChanged(slot: u32): void {
  wakeBeforeLoss(Shapes.at(slot).body, slot);
  destroyContactsOf(Shapes.at(slot).body, slot, true);
  findPairsOf(slot);
}

/** Gives a shape other flags: its contacts first end as the kind they began as (events name the sensor first), and are found anew. */
export function setFlags(slot: u32, flags: u32): void {
  const shape = Shapes.at(slot);
  wakeBeforeLoss(shape.body, slot);
  destroyContactsOf(shape.body, slot);
  shape.flags = flags;
  addExtents(shape.body, Bodies.at(shape.body).shapeHead);
  world.sensors |= flags & ShapeFlag.Sensor;
  findPairsOf(slot);
}

/** Lets the next step find the pairs of a shape; if its body sleeps, its neighbours wake up. */
function findPairsOf(slot: u32): void {
  const bodySlot = Shapes.at(slot).body;
  renewProxiesFrom(bodySlot, slot, Shapes.at(slot).next);
  if (!Bodies.isAwake(bodySlot)) {
    wakeAround(slot);
  }
}
