import { BodyType, Code, HullCode, ShapeDef, ShapeFlag, ShapeKind } from "../abi/layout";
import { enterShapes, renewProxies } from "../broad_phase/refit";
import { mixMaterials } from "../contact_graph/mix_materials";
import { wakeBody } from "../contact_graph/sleep";
import { destroyContactsOf } from "../contact_graph/touch_changes";
import { buildHull } from "../collision/hull";
import { setBounds } from "../collision/shape_bounds";
import { Frame, HULL_MAX_VERTICES, Hull, ShapeGeometry } from "../collision/shape_geometry";
import { LARGEST_EXPONENT, LEAST_EXPONENT } from "../collision/superellipse";
import { storeEmptyBox } from "../collision/wide_bvh";
import { allocate } from "../memory/allocator";
import { CREATE_SPACE, MAILBOX_ADDRESS, MAILBOX_BYTES } from "../memory/fixed";
import { cos, sin } from "../math/trig";
import { Bodies, NONE } from "../world/body";
import { ContactFlag, Contacts } from "../world/contact";
import { Shapes } from "../world/shape";
import { world } from "../world/world";
import { freeShape, releaseHull, updateMass, wakeAround } from "./bodies";

/** Most points of a polygon given by a user. */
const MAX_POINTS: u32 = HULL_MAX_VERTICES;
/** Shapes beyond this are refused: their numbers would no longer resolve the slop (unit: m). */
const MAX_SIZE: f32 = 1e6;
const MIN_SIZE: f32 = 1e-5;

/** Results of `measure`. */
const HULL_CODE: usize = CREATE_SPACE;
const CENTROID: usize = CREATE_SPACE + 8;
/** Room for a hull while a shape is being made: the end of the mailbox, beyond any definition. */
const HULL_ROOM: usize = MAILBOX_ADDRESS + MAILBOX_BYTES - 4096;

/** Why the last polygon was refused. */
export function hullCode(): i32 {
  return load<i32>(HULL_CODE);
}

abstract class Def {
  @inline static f(def: usize, field: u32): f32 {
    return load<f32>(def + ((<usize>field) << 2));
  }
  @inline static u(def: usize, field: u32): u32 {
    return load<u32>(def + ((<usize>field) << 2));
  }
}

/** Is a number finite, and within what a shape may be? */
function isLength(x: f32): bool {
  return abs<f32>(x) <= MAX_SIZE;
}

/** Checks a shape definition without making it. */
export function checkShape(kind: u32, def: usize): i32 {
  store<i32>(HULL_CODE, 0);
  for (let k: u32 = ShapeDef.Density; k <= <u32>ShapeDef.SurfaceSpeed; k++) {
    const v = Def.f(def, k);
    if (!(v - v == 0)) {
      return Code.NonFinite;
    }
    if (v < 0 && k != ShapeDef.SurfaceSpeed) {
      return Code.OutOfRange;
    }
  }
  const hx = Def.f(def, ShapeDef.HalfX);
  const hy = Def.f(def, ShapeDef.HalfY);
  const r = Def.f(def, ShapeDef.Radius);
  const cx = Def.f(def, ShapeDef.CenterX);
  const cy = Def.f(def, ShapeDef.CenterY);
  const angle: f32 = Def.f(def, ShapeDef.Angle) + Def.f(def, ShapeDef.OneWay);
  if (!isLength(hx) || !isLength(hy) || !isLength(r) || !isLength(cx) || !isLength(cy) || !(angle - angle == 0)) {
    return Code.BadShape;
  }
  if (hx < 0 || hy < 0 || r < 0) {
    return Code.BadShape;
  }
  switch (kind) {
    case ShapeKind.Circle:
      return r >= MIN_SIZE ? Code.Ok : Code.BadShape;
    case ShapeKind.Capsule:
      return r >= MIN_SIZE && hx >= MIN_SIZE ? Code.Ok : Code.BadShape;
    case ShapeKind.Box:
    case ShapeKind.Ellipse:
      return hx >= MIN_SIZE && hy >= MIN_SIZE ? Code.Ok : Code.BadShape;
    case ShapeKind.Superellipse: {
      const exponent = load<f32>(def + (ShapeDef.Points << 2));
      const fits = exponent >= LEAST_EXPONENT && exponent <= LARGEST_EXPONENT;
      return fits && hx >= MIN_SIZE && hy >= MIN_SIZE ? Code.Ok : Code.BadShape;
    }
    case ShapeKind.HalfSpace:
      return Code.Ok;
    case ShapeKind.Segment: {
      const p = def + (ShapeDef.Points << 2);
      const ax = load<f32>(p);
      const ay = load<f32>(p, 4);
      const bx = load<f32>(p, 8);
      const by = load<f32>(p, 12);
      if (!isLength(ax) || !isLength(ay) || !isLength(bx) || !isLength(by)) {
        return Code.BadShape;
      }
      const dx: f32 = bx - ax;
      const dy: f32 = by - ay;
      return dx * dx + dy * dy >= 4 * MIN_SIZE * MIN_SIZE ? Code.Ok : Code.BadShape;
    }
    case ShapeKind.Polygon: {
      const n = Def.u(def, ShapeDef.PointCount);
      if (n < 3 || n > MAX_POINTS) {
        store<i32>(HULL_CODE, n < 3 ? HullCode.TooFewPoints : HullCode.TooManyPoints);
        return Code.BadShape;
      }
      const code = buildHull(def + (ShapeDef.Points << 2), <i32>n, r, HULL_ROOM, CENTROID);
      store<i32>(HULL_CODE, code);
      return code == HullCode.Ok ? Code.Ok : Code.BadShape;
    }
    default:
      return Code.BadType;
  }
}

/**
 * Makes a shape on a body. Returns its id, or minus a Code, with nothing changed. `massToo` false leaves the body's mass alone, for
 * callers who add several shapes and update it once.
 */
export function createShape(bodySlot: u32, kind: u32, def: usize, massToo: bool): i32 {
  if (kind == ShapeKind.HalfSpace && Bodies.type(bodySlot) != BodyType.Static) {
    return -Code.BadType;
  }
  const slot = takeShape(kind, def);
  return slot < 0 ? slot : fitShape(bodySlot, slot, def, massToo);
}

/** A shape of no body, checked, with its geometry and nothing else: its slot, or minus a Code. */
export function takeShape(kind: u32, def: usize): i32 {
  const code = checkShape(kind, def);
  if (code != Code.Ok) {
    return -code;
  }
  const hull = changetype<Hull>(HULL_ROOM);
  let block: usize = 0;
  if (!Shapes.reserve(1)) {
    return -Code.OutOfMemory;
  }
  if (kind == ShapeKind.Polygon) {
    block = allocate(Hull.byteLength(hull.count));
    if (block == 0) {
      return -Code.OutOfMemory;
    }
    memory.copy(block, HULL_ROOM, Hull.byteLength(hull.count));
  }
  const slot = Shapes.take();
  setGeometry(Shapes.geometry(slot), Shapes.local(slot), kind, def, block);
  storeEmptyBox(Shapes.fatBox(slot));
  storeEmptyBox(Shapes.oldBox(slot));
  return slot;
}

function fitShape(bodySlot: u32, slot: u32, def: usize, massToo: bool): i32 {
  const shape = Shapes.at(slot);
  shape.body = bodySlot;
  shape.flags |= Def.u(def, ShapeDef.Flags);
  shape.passAngle = Def.f(def, ShapeDef.OneWay);
  world.oneWay |= shape.flags & ShapeFlag.OneWay;
  if (shape.flags & ShapeFlag.NamesStaticFriction) {
    world.mixedFriction = 1;
  }
  world.sensors |= shape.flags & ShapeFlag.Sensor;
  shape.density = Def.f(def, ShapeDef.Density);
  shape.friction = Def.f(def, ShapeDef.Friction);
  shape.staticFriction = Def.f(def, ShapeDef.StaticFriction);
  shape.restitution = Def.f(def, ShapeDef.Restitution);
  shape.rollingResistance = Def.f(def, ShapeDef.RollingResistance);
  shape.surfaceSpeed = Def.f(def, ShapeDef.SurfaceSpeed);
  shape.category = Def.u(def, ShapeDef.Category);
  shape.mask = Def.u(def, ShapeDef.Mask);
  shape.group = <i32>Def.u(def, ShapeDef.Group);
  // Last in the body's list, so that shapes keep the order in which they were made.
  const body = Bodies.at(bodySlot);
  if (body.shapeHead == NONE) {
    body.shapeHead = slot;
  } else {
    let last = body.shapeHead;
    while (Shapes.at(last).next != NONE) {
      last = Shapes.at(last).next;
    }
    Shapes.at(last).next = slot;
  }
  body.shapeCount++;
  Bodies.place(bodySlot);
  if (massToo) {
    settleShapes(bodySlot);
  }
  return <i32>Shapes.id(slot);
}

/** Brings a body's mass and its place in the broad phase up to date with shapes that were added. */
export function settleShapes(bodySlot: u32): void {
  if (Bodies.at(bodySlot).contactCount > 0) {
    wakeBody(bodySlot); // one that touches nothing may sleep on: so a body can be created asleep
  }
  updateMass(bodySlot);
  enterShapes(bodySlot);
}

/** Makes a shape of a definition for a query, which lasts until the mailbox is written. A Code. */
export function describeShape(kind: u32, def: usize, g: ShapeGeometry, local: Frame): i32 {
  const code = kind == ShapeKind.HalfSpace ? Code.BadType : checkShape(kind, def);
  if (code == Code.Ok) {
    setGeometry(g, local, kind, def, kind == ShapeKind.Polygon ? HULL_ROOM : 0);
  }
  return code;
}

/** The geometry of a checked definition. */
function setGeometry(g: ShapeGeometry, local: Frame, kind: u32, def: usize, block: usize): void {
  const angle = Def.f(def, ShapeDef.Angle);
  g.kind = kind;
  g.hx = 0;
  g.hy = 0;
  g.radius = Def.f(def, ShapeDef.Radius);
  g.hull = block;
  local.x = Def.f(def, ShapeDef.CenterX);
  local.y = Def.f(def, ShapeDef.CenterY);
  local.c = upright(<f32>cos(angle));
  local.s = upright(<f32>sin(angle));
  switch (kind) {
    case ShapeKind.Capsule:
      g.hx = Def.f(def, ShapeDef.HalfX);
      break;
    case ShapeKind.Segment:
      setSegment(g, local, def);
      break;
    case ShapeKind.Superellipse:
      g.exponent = load<f32>(def + (ShapeDef.Points << 2));
    // falls through
    case ShapeKind.Box:
    case ShapeKind.Ellipse:
      g.hx = Def.f(def, ShapeDef.HalfX);
      g.hy = Def.f(def, ShapeDef.HalfY);
      break;
    case ShapeKind.Polygon: {
      const cx = load<f32>(CENTROID);
      const cy = load<f32>(CENTROID, 4);
      // Points are in the body's frame; the shape's frame is at their centroid, unturned, then moved by centre and angle.
      local.x += local.c * cx - local.s * cy;
      local.y += local.s * cx + local.c * cy;
      break;
    }
    default:
      break;
  }
  setBounds(g);
}

/** A quarter turn in f32 is off by 4e-8: what is meant is 0, and half-spaces along an axis have tight boxes. */
function upright(x: f32): f32 {
  return abs<f32>(x) < 1e-7 ? 0 : x;
}

function setSegment(g: ShapeGeometry, local: Frame, def: usize): void {
  const p = def + (ShapeDef.Points << 2);
  const ax = load<f32>(p);
  const ay = load<f32>(p, 4);
  const bx = load<f32>(p, 8);
  const by = load<f32>(p, 12);
  const dx: f32 = bx - ax;
  const dy: f32 = by - ay;
  const length: f32 = sqrt<f32>(dx * dx + dy * dy);
  local.x = 0.5 * (ax + bx);
  local.y = 0.5 * (ay + by);
  local.c = dx / length;
  local.s = dy / length;
  g.hx = 0.5 * length;
}

/** Gives a shape another geometry of one piece. A Code, with nothing changed unless it is Ok. */
export function replaceGeometry(slot: u32, kind: u32, def: usize): i32 {
  const code = checkShape(kind, def);
  if (code != Code.Ok) {
    return code;
  }
  const bodySlot = Shapes.at(slot).body;
  if (kind == ShapeKind.HalfSpace && Bodies.type(bodySlot) != BodyType.Static) {
    return Code.BadType;
  }
  const bytes = Hull.byteLength(changetype<Hull>(HULL_ROOM).count);
  let block: usize = 0;
  if (kind == ShapeKind.Polygon) {
    block = allocate(bytes);
    if (block == 0) {
      return Code.OutOfMemory;
    }
    memory.copy(block, HULL_ROOM, bytes);
  }
  wakeBody(bodySlot);
  destroyContactsOf(bodySlot, slot);
  releaseHull(slot);
  setGeometry(Shapes.geometry(slot), Shapes.local(slot), kind, def, block);
  storeEmptyBox(Shapes.fatBox(slot));
  storeEmptyBox(Shapes.oldBox(slot));
  updateMass(bodySlot);
  enterShapes(bodySlot);
  if (!Bodies.isAwake(bodySlot)) {
    wakeAround(slot);
  }
  return Code.Ok;
}

/** The part of ground made of many (ShapeFlag.Part) that lies at a point of the body's frame, 0 if none. Segments lie at all y. */
export function partAt(bodySlot: u32, kind: u32, x: f32, y: f32): u32 {
  for (let slot = Bodies.at(bodySlot).shapeHead; slot != NONE; slot = Shapes.at(slot).next) {
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
  wakeBody(bodySlot);
  destroyContactsOf(bodySlot, slot);
  const body = Bodies.at(bodySlot);
  const next = Shapes.at(slot).next;
  if (body.shapeHead == slot) {
    body.shapeHead = next;
  } else {
    let before = body.shapeHead;
    while (Shapes.at(before).next != slot) {
      before = Shapes.at(before).next;
    }
    Shapes.at(before).next = next;
  }
  body.shapeCount--;
  freeShape(slot);
  updateMass(bodySlot);
  enterShapes(bodySlot);
}

/** After a change of material: contacts mix anew. */
export function materialChanged(slot: u32): void {
  const bodySlot = Shapes.at(slot).body;
  for (let edge = Bodies.at(bodySlot).contactHead; edge != NONE; edge = load<u32>(Contacts.edge(edge))) {
    const c = Contacts.at(edge >> 1);
    if (c.shapeA == slot || c.shapeB == slot) {
      mixMaterials(c);
      if (c.flags & ContactFlag.Touching) {
        wakeBody(c.bodyA);
        wakeBody(c.bodyB);
      }
    }
  }
}

/** After a change of filter or kind of events: contacts die and are found anew. */
export function filterChanged(slot: u32): void {
  const bodySlot = Shapes.at(slot).body;
  wakeBody(bodySlot);
  destroyContactsOf(bodySlot, NONE);
  renewProxies(bodySlot);
}
