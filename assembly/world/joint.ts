import { reserve } from "../memory/allocator";
import { Family, columnBytes, growColumn, roomFor } from "../memory/column";
import { Handle, MAX_GENERATION, MAX_SLOTS } from "../memory/handle";
import { JointFlag, JointType } from "../abi/layout";
import { Bodies, Body, NONE } from "./body";
import { OVERFLOW_COLOUR } from "./buffers";
import { EdgeList, EdgeLists } from "./edge_lists";
import { World, world } from "./world";

/** A joint of any type, which says what the parameters mean (solver/joints/). Its first 64 bytes are what every step reads. */
@unmanaged
export class Joint {
  generation: u16;
  type: u16;
  flags: u32;
  bodyA: u32;
  bodyB: u32;
  // Accumulated impulses (unit: N·s, N·m·s)
  impulseX: f32;
  impulseY: f32;
  springImpulse: f32;
  motorImpulse: f32;
  lowerImpulse: f32;
  upperImpulse: f32;
  /** Mean force on B over the last step (unit: N). */
  forceX: f32;
  forceY: f32;
  /** Anchors in the bodies' frames (unit: m). */
  anchorAX: f32;
  anchorAY: f32;
  anchorBX: f32;
  anchorBY: f32;
  // For joints with more than the plain constraint.
  /** Length of a distance joint or pulley; reference angle; error of a custom row; constant of a gear (unit: m, rad). */
  rest: f32;
  lower: f32;
  upper: f32;
  motorSpeed: f32;
  /** Largest force or torque of the motor. */
  maxMotor: f32;
  springHertz: f32;
  springDampingRatio: f32;
  /** Softness of the constraint itself; 0: the world's. */
  hertz: f32;
  dampingRatio: f32;
  breakForce: f32;
  breakTorque: f32;
  /** Angles followed over whole turns: the last one, from −π to π, and how often π was passed. A gear has two of them. */
  angle: f32;
  turns: f32;
  angle2: f32;
  turns2: f32;
  /** Slots of the joints of a gear, or 0. */
  linkA: u32;
  linkB: u32;
  /** Neighbours in the two bodies' joint lists, as edges (joint << 1 | side). Of a free slot `nextA` is the next free one, 0 for none. */
  nextA: u32;
  previousA: u32;
  nextB: u32;
  previousB: u32;
  /** Parameters whose meaning depends on the type: abi/layout.ts, JointParam. */
  p0: f32;
  p1: f32;
  p2: f32;
  p3: f32;
  p4: f32;
  p5: f32;
  p6: f32;
  p7: f32;
  colour: u32;
  colourIndex: u32;
  /** Mean torque on B over the last step (unit: N·m). */
  torque: f32;
}

if (offsetof<Joint>() != 192 || offsetof<Joint>("rest") != 64) {
  ERROR("a joint is three cache lines");
}

const JOINT_BYTES: usize = offsetof<Joint>();

/** Flags of what can be switched on beside the plain constraint. */
export const ACTIVE: u32 = JointFlag.Spring | JointFlag.Motor | JointFlag.Limit;
const DRIVES: u32 = JointFlag.Spring | JointFlag.AngularSpring | JointFlag.Motor;
/** Kinds from here on hold their bodies rigidly: rods, pins, sliders and welds with neither a spring nor a motor. */
export const HOLDING_KINDS: u32 = JointType.Custom + 1;

const jointSlots = changetype<Family>(changetype<usize>(world) + offsetof<World>("jointCapacity"));

export abstract class Joints {
  @inline static at(slot: u32): Joint {
    return changetype<Joint>(world.joints + <usize>slot * JOINT_BYTES);
  }
  @inline static id(slot: u32): u32 {
    return Handle.make(slot, Joints.at(slot).generation);
  }

  /** Flags of what is switched on beside the plain constraint. */
  @inline static active(j: Joint): u32 {
    return j.flags & ACTIVE;
  }

  /** Type whose kernel solves joints of this type. A rope is a distance joint with a limit, a spring is one with a spring. */
  @inline static kernel(type: u32): u32 {
    return type == JointType.Rope || type == JointType.Spring ? JointType.Distance : type;
  }

  /**
   * Kind of a joint: the solver lists joints by kind, and solves the kinds in this order. Whatever draws or drives two bodies comes before
   * whatever holds them. Solved after a pin, a brake took from a small ball on a long arm the turn by which it follows that arm, and drove
   * it off at 88 m/s.
   */
  @inline static kind(type: u32, flags: u32): u32 {
    const kernel = Joints.kernel(type);
    const holds = kernel <= <u32>JointType.Weld && (flags & DRIVES) == 0;
    return (holds ? <u32>JointType.Custom + 4 : <u32>JointType.Custom) - kernel;
  }
  /** Type whose kernel solves joints of this kind. */
  @inline static kernelOf(kind: u32): u32 {
    return (kind >= HOLDING_KINDS ? <u32>JointType.Custom + 4 : <u32>JointType.Custom) - kind;
  }

  /** Is it a kind of pins, sliders, rods, ropes or rigid welds, the parts of linkages (solver/joints/linkages.ts), or of springs beside? */
  static ofLinkages(kind: u32): bool {
    return kind >= HOLDING_KINDS || Joints.kernelOf(kind) <= <u32>JointType.Prismatic;
  }

  /** May a joint be part of a linkage? A pin or slider with a spring still holds beside it; a distance joint with one is only a spring. */
  static mayLink(j: Joint): bool {
    const spring = (j.flags & JointFlag.Spring) != 0 && Joints.kernel(j.type) == JointType.Distance;
    return !spring && Joints.ofLinkages(Joints.kind(j.type, j.flags));
  }

  /** Does a joint not affect how others hold a body? So do those that draw it softly or not at all. */
  static isLight(type: u32): bool {
    return type == JointType.Mouse || type == JointType.Filter;
  }

  /** Is a body of a joint immovable, or held by no other joint (light ones apart)? */
  static isEnd(j: Joint, body: u32): bool {
    if (Bodies.isDynamic(body)) {
      for (let edge = Bodies.at(body).jointHead; edge != NONE; edge = load<u32>(Joints.edge(edge))) {
        const other = Joints.at(edge >> 1);
        if (other != j && !Joints.isLight(other.type)) {
          return false;
        }
      }
    }
    return true;
  }

  /** The flag of joint `j` that says that gears driven by it have its body `body`; 0: the body is not one of the joint's two. */
  static geared(j: Joint, body: u32): u32 {
    return j.bodyA == body ? JointFlag.GearedA : j.bodyB == body ? JointFlag.GearedB : 0;
  }

  /** Slot of a handle, or 0 if it is not (or no longer) a joint's. */
  static find(id: u32): u32 {
    const slot = Handle.slot(id);
    if (slot == 0 || slot >= world.jointEnd) {
      return 0;
    }
    const j = Joints.at(slot);
    return (j.flags & JointFlag.Alive) != 0 && j.generation == Handle.generation(id) ? slot : 0;
  }

  /** Capacity for `count` more, or 0 if there would be more than there are slots. */
  static capacityFor(count: u32): u32 {
    return roomFor(jointSlots, count, Joints.links(), JOINT_BYTES, 16, MAX_SLOTS);
  }

  static reserve(count: u32): bool {
    const old = world.jointCapacity;
    const next = Joints.capacityFor(count);
    if (next == old) {
      return true;
    }
    if (next == 0 || !reserve(columnBytes(JOINT_BYTES, next))) {
      return false;
    }
    growColumn(changetype<usize>(world) + offsetof<World>("joints"), JOINT_BYTES, old, next);
    world.jointCapacity = next;
    return true;
  }

  static take(type: u32, bodyA: u32, bodyB: u32): u32 {
    let slot = world.jointFree;
    if (slot != 0) {
      world.jointFree = Joints.at(slot).nextA;
    } else {
      slot = world.jointEnd;
      world.jointEnd = slot + 1;
      Joints.at(slot).generation = 0;
    }
    const j = Joints.at(slot);
    const generation = <u16>(j.generation + 1);
    memory.fill(changetype<usize>(j), 0, JOINT_BYTES);
    j.generation = generation;
    j.type = <u16>type;
    j.flags = JointFlag.Alive;
    j.bodyA = bodyA;
    j.bodyB = bodyB;
    j.colour = NONE;
    j.colourIndex = NONE;
    EdgeLists.add(Joints.edgesOf(bodyA), Joints.links(), JOINT_BYTES, slot << 1);
    EdgeLists.add(Joints.edgesOf(bodyB), Joints.links(), JOINT_BYTES, (slot << 1) | 1);
    world.jointCount++;
    return slot;
  }

  /** Unlinks and frees; the joint must have no colour. */
  static free(slot: u32): void {
    const j = Joints.at(slot);
    EdgeLists.remove(Joints.edgesOf(j.bodyA), Joints.links(), JOINT_BYTES, slot << 1);
    EdgeLists.remove(Joints.edgesOf(j.bodyB), Joints.links(), JOINT_BYTES, (slot << 1) | 1);
    j.flags = 0;
    if (j.generation < MAX_GENERATION) {
      j.nextA = world.jointFree;
      world.jointFree = slot;
    }
    world.jointCount--;
  }

  /** Removes a colour that the edge's joint gave up from its moving body's mask; not the overflow while another joint has it. */
  static unmark(edge: u32, body: u32, colour: u32): void {
    const word = <isize>offsetof<Joint>("colour") - <isize>offsetof<Joint>("nextA");
    if (
      Bodies.isDynamic(body) &&
      (colour != OVERFLOW_COLOUR || !EdgeLists.another(Joints.links(), JOINT_BYTES, edge, word, colour))
    ) {
      Bodies.at(body).jointColours &= ~((<u32>1) << colour);
    }
  }

  /** Is a body joined, and only to bodies of infinite mass? Filter joints do not count; the far end of a mouse joint never moves. */
  static isPinned(slot: u32): bool {
    let pinned = false;
    for (let edge = Bodies.at(slot).jointHead; edge != NONE; edge = load<u32>(Joints.edge(edge))) {
      const j = Joints.at(edge >> 1);
      if (j.type == JointType.Filter) {
        continue;
      }
      if (j.type != JointType.Mouse && Bodies.mass(j.bodyA == slot ? j.bodyB : j.bodyA).invMass != 0) {
        return false;
      }
      pinned = true;
    }
    return pinned;
  }

  /** Clears impulses, force and torque, as if the joint had borne nothing. */
  static unload(j: Joint): void {
    const first = offsetof<Joint>("impulseX");
    memory.fill(changetype<usize>(j) + first, 0, offsetof<Joint>("anchorAX") - first);
    j.torque = 0;
  }

  /** Where the edges are linked. */
  @inline private static links(): usize {
    return world.joints + offsetof<Joint>("nextA");
  }
  @inline private static edgesOf(body: u32): EdgeList {
    return changetype<EdgeList>(changetype<usize>(Bodies.at(body)) + offsetof<Body>("jointHead"));
  }

  /** Address of the `next` word of an edge; `previous` follows it. */
  @inline static edge(edge: u32): usize {
    return EdgeLists.at(Joints.links(), JOINT_BYTES, edge);
  }

  /** The oldest joint of a body, as an edge, or NONE; lists begin with the newest. */
  static oldest(body: u32): u32 {
    return EdgeLists.oldest(Joints.edgesOf(body), Joints.links(), JOINT_BYTES);
  }

  /** The next newer edge of the same body, or NONE. */
  @inline static newer(edge: u32): u32 {
    return load<u32>(Joints.edge(edge) + 4);
  }
}
