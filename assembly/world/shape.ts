import { ShapeFlag, ShapeKind } from "../abi/layout";
import { Frame, Hull, ShapeGeometry } from "../collision/shape_geometry";
import { reserve } from "../memory/allocator";
import { Buffer } from "../memory/buffer";
import { Family, columnBytes, growColumn, roomFor } from "../memory/column";
import { cos, sin } from "../math/trig";
import { Handle, MAX_GENERATION, MAX_SLOTS } from "../memory/handle";
import { Bodies, NONE } from "./body";
import { activeOrder, movedShapes } from "./buffers";
import { World, world } from "./world";

/** In which tree a shape's box lies. */
export const enum TreeId {
  None = 0,
  Active = 1,
  Rest = 2,
}

/** What the search for pairs must know of a shape, as bits of a byte (collision/box_pairs.ts says what they do). */
export const enum ShapeMark {
  /** Its fat box changed since pairs were last found. */
  Moved = 1,
  /** It lies in the resting tree. */
  Resting = 2,
  /** Its body is not static: two shapes without this bit are never a pair. */
  Movable = 16,
}

/** The rarely read part of a shape. Slot 0 is a dummy with an empty box: holes in the trees point to it. */
@unmanaged
export class Shape {
  generation: u16;
  /** TreeId of the tree that holds the shape. */
  tree: u16;
  /** Direction in which a one-way shape is passed, in the frame of its definition (unit: rad). */
  passAngle: f32;
  body: u32;
  /** Next shape of the same body. Of a free slot: the next free one, 0 for none. */
  next: u32;
  /** ShapeFlag bits; bits 16–30: material id; bit 31: alive. */
  flags: u32;
  density: f32;
  friction: f32;
  staticFriction: f32;
  restitution: f32;
  rollingResistance: f32;
  /** Speed of the surface, positive clockwise: carries what lies on top towards +x (unit: m/s). */
  surfaceSpeed: f32;
  category: u32;
  mask: u32;
  group: i32;
  /** Previous shape of the same body; for the first, the last one. */
  previous: u32;
  /** Place in the tree's order. */
  treeIndex: u32;
}

export const SHAPE_ALIVE: u32 = 0x80000000;
if (MAX_GENERATION > 0xffff || offsetof<Shape>() != 64) {
  ERROR("a shape is a cache line");
}

const shapeSlots = changetype<Family>(changetype<usize>(world) + offsetof<World>("shapeCapacity"));

export abstract class Shapes {
  @inline static at(slot: u32): Shape {
    return changetype<Shape>(world.shapes + <usize>slot * offsetof<Shape>());
  }
  @inline static geometry(slot: u32): ShapeGeometry {
    return changetype<ShapeGeometry>(world.shapeGeometry + ((<usize>slot) << 5));
  }
  /** World: offset of the shape's centre from its body's centre of mass, and rotation. */
  @inline static frame(slot: u32): Frame {
    return changetype<Frame>(world.shapeFrame + ((<usize>slot) << 4));
  }
  /** The shape's frame in the world, into `out`. */
  static place(slot: u32, out: Frame): void {
    const mass = Bodies.mass(Shapes.at(slot).body);
    const frame = Shapes.frame(slot);
    out.x = mass.x + frame.x;
    out.y = mass.y + frame.y;
    out.c = frame.c;
    out.s = frame.s;
  }
  /** The shape's frame in its body's. */
  @inline static local(slot: u32): Frame {
    return changetype<Frame>(world.shapeLocal + ((<usize>slot) << 4));
  }
  /** Addresses of boxes: four f32, x0 y0 x1 y1. */
  @inline static fatBox(slot: u32): usize {
    return world.shapeFatBox + ((<usize>slot) << 4);
  }
  @inline static oldBox(slot: u32): usize {
    return world.shapeOldBox + ((<usize>slot) << 4);
  }
  @inline static isSensor(slot: u32): bool {
    return (Shapes.at(slot).flags & ShapeFlag.Sensor) != 0;
  }
  /** Largest distance of any point of the shape from its body's centre of mass (unit: m). */
  static farthest(slot: u32): f32 {
    const local = Shapes.local(slot);
    const body = Bodies.at(Shapes.at(slot).body);
    const dx: f32 = local.x - body.localX;
    const dy: f32 = local.y - body.localY;
    return sqrt<f32>(dx * dx + dy * dy) + Shapes.geometry(slot).bound;
  }
  /** The pass-through direction in the world: x and y of `out`. Segments and half-spaces define it in their body's frame. */
  static passDirection(slot: u32, out: Frame): void {
    const kind = Shapes.geometry(slot).kind;
    const pose = Bodies.pose(Shapes.at(slot).body);
    const frame = Shapes.frame(slot);
    const placed = kind == ShapeKind.Segment || kind == ShapeKind.HalfSpace;
    const c = placed ? pose.c : frame.c;
    const s = placed ? pose.s : frame.s;
    const angle: f64 = Shapes.at(slot).passAngle;
    const x = <f32>cos(angle);
    const y = <f32>sin(angle);
    out.x = c * x - s * y;
    out.y = s * x + c * y;
  }
  @inline static material(slot: u32): u32 {
    return (Shapes.at(slot).flags >> 16) & 0x7fff;
  }
  @inline static id(slot: u32): u32 {
    return Handle.make(slot, Shapes.at(slot).generation);
  }

  /** Slot of a handle, or 0 if it is not (or no longer) a shape's. */
  static find(id: u32): u32 {
    const slot = Handle.slot(id);
    if (slot == 0 || slot >= world.shapeEnd) {
      return 0;
    }
    const shape = Shapes.at(slot);
    return (shape.flags & SHAPE_ALIVE) != 0 && shape.generation == Handle.generation(id) ? slot : 0;
  }

  /** Capacity for `count` more, or 0 if there would be more than there are slots. */
  static capacityFor(count: u32): u32 {
    return roomFor(shapeSlots, count, world.shapes + offsetof<Shape>("next"), offsetof<Shape>(), 64, MAX_SLOTS);
  }

  static reserve(count: u32): bool {
    const old = world.shapeCapacity;
    const next = Shapes.capacityFor(count);
    if (!Buffer.ensure(activeOrder, (<usize>activeOrder.count + <usize>count) << 2)) {
      return false;
    }
    if (next == old) {
      return true;
    }
    const bytes =
      columnBytes(32, next) + columnBytes(16, next) * 4 + columnBytes(1, next) + columnBytes(offsetof<Shape>(), next);
    // Each shape is listed as a mover once at most.
    if (next == 0 || !Buffer.ensure(movedShapes, (<usize>next) << 2) || !reserve(bytes)) {
      return false;
    }
    const w = changetype<usize>(world);
    growColumn(w + offsetof<World>("shapeGeometry"), 32, old, next);
    growColumn(w + offsetof<World>("shapeFrame"), 16, old, next);
    growColumn(w + offsetof<World>("shapeLocal"), 16, old, next);
    growColumn(w + offsetof<World>("shapeFatBox"), 16, old, next);
    growColumn(w + offsetof<World>("shapeOldBox"), 16, old, next);
    growColumn(w + offsetof<World>("shapeMarks"), 1, old, next);
    growColumn(w + offsetof<World>("shapes"), offsetof<Shape>(), old, next);
    world.shapeCapacity = next;
    return true;
  }

  static take(): u32 {
    let slot = world.shapeFree;
    if (slot != 0) {
      world.shapeFree = Shapes.at(slot).next;
    } else {
      slot = world.shapeEnd;
      world.shapeEnd = slot + 1;
      Shapes.at(slot).generation = 0;
      store<u8>(world.shapeMarks + slot, 0);
    }
    const shape = Shapes.at(slot);
    const generation = shape.generation + 1;
    memory.fill(changetype<usize>(shape), 0, offsetof<Shape>());
    memory.fill(changetype<usize>(Shapes.geometry(slot)), 0, offsetof<ShapeGeometry>());
    shape.generation = generation;
    shape.flags = SHAPE_ALIVE;
    shape.next = NONE;
    world.shapeCount++;
    return slot;
  }

  /** Appends a shape to a body's list, which so keeps the order in which its shapes were made. */
  static append(slot: u32, bodySlot: u32): void {
    const body = Bodies.at(bodySlot);
    const shape = Shapes.at(slot);
    shape.body = bodySlot;
    shape.previous = slot;
    if (body.shapeHead == NONE) {
      body.shapeHead = slot;
    } else {
      const head = Shapes.at(body.shapeHead);
      shape.previous = head.previous;
      Shapes.at(head.previous).next = slot;
      head.previous = slot;
    }
    body.shapeCount++;
  }

  /** Takes a shape out of the list of its body. */
  static unlink(slot: u32): void {
    const shape = Shapes.at(slot);
    const body = Bodies.at(shape.body);
    if (body.shapeHead == slot) {
      body.shapeHead = shape.next;
    } else {
      Shapes.at(shape.previous).next = shape.next;
    }
    const after = shape.next != NONE ? shape.next : body.shapeHead;
    if (after != NONE) {
      Shapes.at(after).previous = shape.previous;
    }
    body.shapeCount--;
  }

  static free(slot: u32): void {
    const shape = Shapes.at(slot);
    shape.flags = 0;
    if (shape.generation < MAX_GENERATION) {
      shape.next = world.shapeFree;
      world.shapeFree = slot;
    }
    world.shapeCount--;
  }

  @inline static hull(slot: u32): Hull {
    return changetype<Hull>(Shapes.geometry(slot).hull);
  }
}

if (offsetof<ShapeGeometry>() != 32) {
  ERROR("the shape geometry column is 32 bytes wide");
}
