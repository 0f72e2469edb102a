import { BodyFlag, BodyType } from "../abi/layout";
import { SolverKind } from "../abi/option_layout";
import { Family, columnBytes, growColumn, roomFor } from "../memory/column";
import { reserve } from "../memory/allocator";
import { Buffer } from "../memory/buffer";
import { Handle, MAX_GENERATION, MAX_SLOTS } from "../memory/handle";
import { awakeBodies } from "./buffers";
import { World, world } from "./world";

/** Where a body is: origin and rotation. The host reads this column as `state.transforms`. */
@unmanaged
export class Pose {
  x: f32;
  y: f32;
  c: f32;
  s: f32;
}

/** Velocity of the centre of mass and angular velocity. The host reads this column as `state.velocities`. */
@unmanaged
export class Velocity {
  vx: f32;
  vy: f32;
  w: f32;
  reserved: f32;
}

/** World centre of mass and inverse masses, as the narrow phase and the solver gather them. The inverses are 0 unless it is dynamic. */
@unmanaged
export class BodyMass {
  x: f32;
  y: f32;
  invMass: f32;
  invInertia: f32;
}

/** Stands for no index or no neighbour. */
export const NONE: u32 = 0xffffffff;

/** The rest of a body. Its first 64 bytes are what every step reads. Slot 0 is the immovable body. */
@unmanaged
export class Body {
  forceX: f32;
  forceY: f32;
  torque: f32;
  gravityScale: f32;
  linearDamping: f32;
  angularDamping: f32;
  /** Centre of mass in the body's frame. */
  localX: f32;
  localY: f32;
  /** Seconds at rest. */
  sleepTime: f32;
  /** Smallest inner radius of its solid shapes, of all if it has only sensors: a body that moves further in a step may tunnel. */
  minExtent: f32;
  /** Largest distance of a point of those shapes from the centre of mass. */
  maxExtent: f32;
  shapeHead: u32;
  shapeCount: u32;
  /** Colours taken by its touching contacts and by its joints. */
  contactColours: u32;
  jointColours: u32;
  /** Speed below which it may fall asleep; negative: the world's. */
  sleepThreshold: f32;
  // The second half is read when something changes.
  generation: u32;
  /** Contacts with bodies that are not dynamic, sensors apart. */
  groundContacts: u32;
  /** First contact edge: contact << 1 | side. */
  contactHead: u32;
  contactCount: u32;
  /** First joint edge: joint << 1 | side. */
  jointHead: u32;
  jointCount: u32;
  /** Next body of the same sleeping island, a ring; NONE while awake. Of a free slot: the next free one, 0 for none. */
  sleepRing: u32;
  mass: f32;
  /** About the centre of mass (unit: kg·m²). */
  inertia: f32;
  /** 1 once mass or inertia were set by hand: shapes no longer change them. */
  ownMass: u32;
  /** BodyDrive bits: which of the following are in force. */
  drives: u32;
  steadyForceX: f32;
  steadyForceY: f32;
  steadyTorque: f32;
  gravityX: f32;
  gravityY: f32;
}

/** What drives a body beside the world's gravity and the forces of one step. */
export const enum BodyDrive {
  Force = 1,
  Gravity = 2,
}

if (offsetof<Body>() != 128) {
  ERROR("a body is two cache lines");
}

const bodySlots = changetype<Family>(changetype<usize>(world) + offsetof<World>("bodyCapacity"));

export abstract class Bodies {
  @inline static pose(slot: u32): Pose {
    return changetype<Pose>(world.bodyPose + ((<usize>slot) << 4));
  }
  @inline static velocity(slot: u32): Velocity {
    return changetype<Velocity>(world.bodyVelocity + ((<usize>slot) << 4));
  }
  /** Removes a body's velocity and the forces for its next step. */
  static stop(slot: u32): void {
    const v = Bodies.velocity(slot);
    v.vx = 0;
    v.vy = 0;
    v.w = 0;
    v.reserved = 0;
    Bodies.forgetForces(slot);
  }
  /** Applied forces are for the next step only: a body that is not pushed then must not keep them. */
  static forgetForces(slot: u32): void {
    const body = Bodies.at(slot);
    body.forceX = 0;
    body.forceY = 0;
    body.torque = 0;
  }
  @inline static mass(slot: u32): BodyMass {
    return changetype<BodyMass>(world.bodyMass + ((<usize>slot) << 4));
  }
  @inline static flags(slot: u32): u32 {
    return load<u32>(world.bodyFlags + ((<usize>slot) << 2));
  }
  /** Notes that a dynamic body has been created, put elsewhere or given a shape. */
  static place(slot: u32): void {
    if (Bodies.isDynamic(slot)) {
      Bodies.setFlags(slot, Bodies.flags(slot) | BodyFlag.Placed);
      world.sleepersPlaced |= <u32>!Bodies.isAwake(slot);
    }
  }
  /** Is the body a circle about its centre of mass? Then its turns sweep nothing. */
  @inline static isRound(body: Body): bool {
    return body.maxExtent == body.minExtent;
  }
  @inline static setFlags(slot: u32, flags: u32): void {
    store<u32>(world.bodyFlags + ((<usize>slot) << 2), flags);
  }
  @inline static type(slot: u32): u32 {
    return Bodies.flags(slot) & BodyFlag.TypeMask;
  }
  @inline static isAwake(slot: u32): bool {
    return (Bodies.flags(slot) & BodyFlag.Awake) != 0;
  }
  @inline static isDynamic(slot: u32): bool {
    return Bodies.type(slot) == BodyType.Dynamic;
  }
  /** Has it any velocity? */
  static moves(slot: u32): bool {
    const v = Bodies.velocity(slot);
    return v.vx != 0 || v.vy != 0 || v.w != 0;
  }
  /** Lock bits of a body. Under the arcade solver no dynamic body turns. */
  static locks(slot: u32): u32 {
    const turns = world.solver != SolverKind.Arcade || !Bodies.isDynamic(slot);
    return (Bodies.flags(slot) & BodyFlag.AnyLock) | (turns ? 0 : BodyFlag.LockRotation);
  }
  /** The first living dynamic body after a slot; 0: there is none. */
  static nextDynamic(slot: u32): u32 {
    const wanted = BodyType.Dynamic | BodyFlag.Alive;
    while (++slot < world.bodyEnd) {
      if ((Bodies.flags(slot) & (BodyFlag.TypeMask | BodyFlag.Alive)) == wanted) {
        return slot;
      }
    }
    return 0;
  }
  /**
   * Place in the list of awake bodies plus one, which is also the body's number in the solver. 0 if it is asleep or static: solver
   * body 0 is immovable.
   */
  @inline static solverIndex(slot: u32): u32 {
    return load<u32>(world.bodySolver + ((<usize>slot) << 2));
  }
  @inline static setSolverIndex(slot: u32, index: u32): void {
    store<u32>(world.bodySolver + ((<usize>slot) << 2), index);
  }
  @inline static at(slot: u32): Body {
    return changetype<Body>(world.bodies + <usize>slot * offsetof<Body>());
  }

  /** Slot of a handle, or 0 if it is not (or no longer) a body's. */
  static find(id: u32): u32 {
    const slot = Handle.slot(id);
    if (slot == 0 || slot >= world.bodyEnd) {
      return 0;
    }
    const live = (Bodies.flags(slot) & BodyFlag.Alive) != 0;
    return live && Bodies.at(slot).generation == Handle.generation(id) ? slot : 0;
  }
  @inline static id(slot: u32): u32 {
    return Handle.make(slot, Bodies.at(slot).generation);
  }

  /** Counts a contact of two bodies of which one is not dynamic: `step` is 1, or −1 when the contact goes. */
  static countGround(a: u32, b: u32, step: i32): void {
    Bodies.at(a).groundContacts += step;
    Bodies.at(b).groundContacts += step;
  }

  /** Capacity for `count` more, or 0 if there would be more than there are slots. */
  static capacityFor(count: u32): u32 {
    return roomFor(bodySlots, count, world.bodies + offsetof<Body>("sleepRing"), offsetof<Body>(), 64, MAX_SLOTS);
  }

  /** Makes room for `count` more bodies. False: out of memory or of slots; nothing changed. */
  static reserve(count: u32): bool {
    const old = world.bodyCapacity;
    const next = Bodies.capacityFor(count);
    if (next == old) {
      return true;
    }
    const bytes = columnBytes(16, next) * 3 + columnBytes(4, next) * 2 + columnBytes(offsetof<Body>(), next);
    // Room for all to be awake, so that waking cannot fail.
    if (next == 0 || !Buffer.ensure(awakeBodies, (<usize>next) << 2) || !reserve(bytes)) {
      return false;
    }
    const w = changetype<usize>(world);
    growColumn(w + offsetof<World>("bodyPose"), 16, old, next);
    growColumn(w + offsetof<World>("bodyVelocity"), 16, old, next);
    growColumn(w + offsetof<World>("bodyMass"), 16, old, next);
    growColumn(w + offsetof<World>("bodyFlags"), 4, old, next);
    growColumn(w + offsetof<World>("bodySolver"), 4, old, next);
    growColumn(w + offsetof<World>("bodies"), offsetof<Body>(), old, next);
    world.bodyCapacity = next;
    return true;
  }

  /** Takes a slot; the caller has reserved it. The record is zero except for its generation and what means "none". */
  static take(): u32 {
    let slot = world.bodyFree;
    if (slot != 0) {
      world.bodyFree = Bodies.at(slot).sleepRing;
    } else {
      slot = world.bodyEnd;
      world.bodyEnd = slot + 1;
      Bodies.at(slot).generation = 0;
    }
    const body = Bodies.at(slot);
    const generation = body.generation + 1;
    memory.fill(changetype<usize>(body), 0, offsetof<Body>());
    body.generation = generation;
    body.shapeHead = NONE;
    body.contactHead = NONE;
    body.jointHead = NONE;
    Bodies.setSolverIndex(slot, 0);
    body.sleepRing = NONE;
    body.sleepThreshold = -1;
    world.bodyCount++;
    return slot;
  }

  static free(slot: u32): void {
    const body = Bodies.at(slot);
    Bodies.setFlags(slot, 0);
    if (body.generation < MAX_GENERATION) {
      body.sleepRing = world.bodyFree;
      world.bodyFree = slot;
    } // else the slot retires: a handle must never come back to life
    world.bodyCount--;
  }
}
