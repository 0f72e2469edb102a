import { BodyType, Code, ShapeDef, ShapeFlag, ShapeKind } from "../abi/layout";
import { enterShapes, enterShapesFrom, moveFrames, renewProxiesFrom } from "../broad_phase/refit";
import { keepAwake } from "../contact_graph/sleep";
import { destroyContactsOf } from "../contact_graph/touch_changes";
import { storeEmptyBox } from "../collision/wide_bvh";
import { Bodies, NONE } from "../world/body";
import { Contacts } from "../world/contact";
import { Shape, Shapes } from "../world/shape";
import { world } from "../world/world";
import { addExtents, addMass, freeShape, releaseHull, updateMass, wakeAround, wakeBeforeLoss } from "./bodies";
import { wakeFieldsOf } from "./field_wakes";
import { mixAnew } from "./materials";
import { Def, dropShape, prepareShape, setGeometry } from "./shape_definitions";

/** What record and definition begin with alike: density, material and filter. */
const MATERIAL: usize = offsetof<Shape>("density");
const MATERIAL_BYTES: usize = (ShapeDef.Group + 1) << 2;
if (MATERIAL + MATERIAL_BYTES != offsetof<Shape>("previous")) {
  ERROR("a shape has its material in another order than its definition");
}

/** A shape of no body, with its geometry and nothing else: its slot, or minus a Code. */
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

/** The same of a definition that is prepared, with room reserved. */
function takePrepared(kind: u32, def: usize): u32 {
  const slot = Shapes.take();
  giveGeometry(slot, kind, def);
  return slot;
}

/** Gives a slot the geometry of a definition that is prepared, and boxes that meet nothing yet. */
function giveGeometry(slot: u32, kind: u32, def: usize): void {
  setGeometry(Shapes.geometry(slot), Shapes.local(slot), kind, def);
  storeEmptyBox(Shapes.fatBox(slot));
  storeEmptyBox(Shapes.oldBox(slot));
}

/**
 * Makes the shape of a definition that is prepared on a body, behind its last one, with room reserved. Its slot. The body's
 * mass and place in the broad phase are left to `settleAdded`.
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

/** Gives one shape the material, filter and events of another. */
export function copyMaterial(from: u32, to: u32): void {
  const s = Shapes.at(from);
  const t = Shapes.at(to);
  t.flags = s.flags;
  t.passAngle = s.passAngle;
  memory.copy(changetype<usize>(t) + MATERIAL, changetype<usize>(s) + MATERIAL, MATERIAL_BYTES);
}

/** Brings a body's mass and its place in the broad phase up to date with the shapes that were added, from `first` on. */
export function settleAdded(bodySlot: u32, first: u32): void {
  const body = Bodies.at(bodySlot);
  const carried = world.fieldCount != 0 && body.shapeHead != first;
  if (body.contactCount > 0 || body.jointCount > 0 || carried) {
    keepAwake(bodySlot); // one that nothing bears may sleep on: so a body can be created asleep
  }
  if (Bodies.isDynamic(bodySlot)) {
    addMass(bodySlot, first);
    moveFrames(bodySlot, first);
  } else {
    addExtents(bodySlot, first);
  }
  enterShapesFrom(bodySlot, first, NONE);
}

/** The same when one shape has become another. Where the others lie depends on the centre of mass, which only a dynamic body has. */
function settleReplaced(bodySlot: u32, slot: u32): void {
  updateMass(bodySlot);
  if (Bodies.isDynamic(bodySlot)) {
    enterShapes(bodySlot);
  } else {
    enterShapesFrom(bodySlot, slot, Shapes.at(slot).next);
  }
}

/** Gives a shape another geometry of one piece. A Code, with nothing changed unless it is Ok. */
export function replaceGeometry(slot: u32, kind: u32, def: usize): i32 {
  const bodySlot = Shapes.at(slot).body;
  if (kind == ShapeKind.HalfSpace && Bodies.type(bodySlot) != BodyType.Static) {
    return Code.BadType;
  }
  const code = prepareShape(kind, def, 1);
  if (code != Code.Ok) {
    return code;
  }
  wakeBeforeLoss(bodySlot, slot);
  destroyContactsOf(bodySlot, slot);
  releaseHull(slot);
  giveGeometry(slot, kind, def);
  settleReplaced(bodySlot, slot);
  wakeFieldsOf(bodySlot);
  if (!Bodies.isAwake(bodySlot)) {
    wakeAround(slot);
  }
  return Code.Ok;
}

/**
 * The part of ground made of many (ShapeFlag.Part) that lies at a point of the body's frame, 0 if none. Segments lie at all y. Looked
 * for from one of the body's shapes on, and then among those before it: parts that lie side by side were mostly made one after another.
 */
export function partAt(bodySlot: u32, kind: u32, x: f32, y: f32, near: u32): u32 {
  const head = Bodies.at(bodySlot).shapeHead;
  const slot = partWithin(near == NONE ? head : near, NONE, kind, x, y);
  return slot != 0 || near == NONE ? slot : partWithin(head, near, kind, x, y);
}

/** The same of the shapes from `first` on before `stop`. */
function partWithin(first: u32, stop: u32, kind: u32, x: f32, y: f32): u32 {
  for (let slot = first; slot != stop; slot = Shapes.at(slot).next) {
    const g = Shapes.geometry(slot);
    if ((Shapes.at(slot).flags & ShapeFlag.Part) == 0 || g.kind != kind) {
      continue;
    }
    const local = Shapes.local(slot);
    const dx: f32 = x - local.x;
    const dy: f32 = y - local.y;
    const across: bool = kind == ShapeKind.Segment;
    const lx: f32 = across ? dx / local.c : local.c * dx + local.s * dy;
    const ly: f32 = across ? 0 : local.c * dy - local.s * dx;
    if (abs<f32>(lx) <= g.hx && abs<f32>(ly) <= g.hy) {
      return slot;
    }
  }
  return 0;
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

/** After a change of density of a shape of a body: its centre of mass may have moved, its shapes have not. */
export function densityChanged(bodySlot: u32): void {
  keepAwake(bodySlot);
  updateMass(bodySlot);
  moveFrames(bodySlot, NONE);
}

/** After a change of material: contacts mix anew. */
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

/** Gives a shape other flags: its contacts die as what they began as (events name the sensor first), and are found anew. */
export function setFlags(slot: u32, flags: u32): void {
  const shape = Shapes.at(slot);
  wakeBeforeLoss(shape.body, slot);
  destroyContactsOf(shape.body, slot);
  shape.flags = flags;
  addExtents(shape.body, Bodies.at(shape.body).shapeHead);
  world.sensors |= flags & ShapeFlag.Sensor;
  findPairsOf(slot);
}

/** The next step finds the pairs of a shape; what is beside it wakes up. */
function findPairsOf(slot: u32): void {
  const bodySlot = Shapes.at(slot).body;
  renewProxiesFrom(bodySlot, slot, Shapes.at(slot).next);
  if (!Bodies.isAwake(bodySlot)) {
    wakeAround(slot);
  }
}
