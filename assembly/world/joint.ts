import { reserve } from "../memory/allocator";
import { Family, columnBytes, growColumn, roomFor } from "../memory/column";
import { Handle, MAX_GENERATION, MAX_SLOTS } from "../memory/handle";
import { JointFlag, JointType } from "../abi/layout";
import { Bodies, Body, NONE } from "./body";
import { OVERFLOW_COLOUR } from "./buffers";
import { EdgeList, EdgeLists } from "./edge_lists";
import { World, world } from "./world";

/** A joint of any type; what a parameter means, its type says (solver/joints/). Its first 64 bytes are what every step reads. */
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
  /** Force on B in the mean of the last step (unit: N). */
  forceX: f32;
  forceY: f32;
  /** Anchors in the bodies' frames (unit: m). */
  anchorAX: f32;
  anchorAY: f32;
  anchorBX: f32;
  anchorBY: f32;
  // What joints beyond plain ones have.
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
  /** Angles followed over whole turns: the last, from −π to π, and how often π was passed. A gear has two. */
  angle: f32;
  turns: f32;
  angle2: f32;
  turns2: f32;
  /** Slots of the joints of a gear, or 0. */
  linkA: u32;
  linkB: u32;
  /** Neighbours in the joint lists of the two bodies, as edges (joint << 1 | side). Of a free slot `nextA` is the next free one, 0 for none. */
  nextA: u32;
  previousA: u32;
  nextB: u32;
  previousB: u32;
  /** What its type says: abi/layout.ts, JointParam. */
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
  /** Torque on B in the mean of the last step (unit: N·m). */
  torque: f32;
}

if (offsetof<Joint>() != 192 || offsetof<Joint>("rest") != 64) {
  ERROR("a joint is three cache lines");
}

const JOINT_BYTES: usize = offsetof<Joint>();

/** What beyond the plain constraint may be on. */
export const ACTIVE: u32 = JointFlag.Spring | JointFlag.Motor | JointFlag.Limit;
const DRIVES: u32 = JointFlag.Spring | JointFlag.AngularSpring | JointFlag.Motor;
/** From here on kinds are of joints that hold their bodies rigidly: rods, pins, sliders and welds with neither a spring nor a motor. */
export const HOLDING_KINDS: u32 = JointType.Custom + 1;

const jointSlots = changetype<Family>(changetype<usize>(world) + offsetof<World>("jointCapacity"));

export abstract class Joints {
  @inline static at(slot: u32): Joint {
    return changetype<Joint>(world.joints + <usize>slot * JOINT_BYTES);
  }
  @inline static id(slot: u32): u32 {
    return Handle.make(slot, Joints.at(slot).generation);
  }

  /** What beyond the plain constraint is on. */
  @inline static active(j: Joint): u32 {
    return j.flags & ACTIVE;
  }

  /** Type whose kernel solves it. A rope is a distance joint with a limit, a spring one with a spring. */
  @inline static kernel(type: u32): u32 {
    return type == JointType.Rope || type == JointType.Spring ? JointType.Distance : type;
  }

  /**
   * By what kind of list the solver finds it, and kinds in the order in which they are solved: what draws or drives two bodies in any way comes
   * before what holds them. After a pin, a brake took from a small ball on a long arm the turn with which it follows that, and
   * drove it off at 88 m/s.
   */
  @inline static kind(type: u32, flags: u32): u32 {
    const kernel = Joints.kernel(type);
    const holds = kernel <= <u32>JointType.Weld && (flags & DRIVES) == 0;
    return (holds ? <u32>JointType.Custom + 4 : <u32>JointType.Custom) - kernel;
  }
  /** Type whose kernel solves a kind. */
  @inline static kernelOf(kind: u32): u32 {
    return (kind >= HOLDING_KINDS ? <u32>JointType.Custom + 4 : <u32>JointType.Custom) - kind;
  }

  /** Is it that of pins, sliders, rods, ropes or rigid welds, of which linkages are (solver/joints/linkages.ts), or of springs beside them? */
  static ofLinkages(kind: u32): bool {
    return kind >= HOLDING_KINDS || Joints.kernelOf(kind) <= <u32>JointType.Prismatic;
  }

  /** May a joint be of a linkage? A pin or slider with a spring is held beside it, of a distance joint nothing else is left. */
  static mayLink(j: Joint): bool {
    const spring = (j.flags & JointFlag.Spring) != 0 && Joints.kernel(j.type) == JointType.Distance;
    return !spring && Joints.ofLinkages(Joints.kind(j.type, j.flags));
  }

  /** Does a joint leave alone how others hold a body? What draws it softly, or not at all, does. */
  static isLight(type: u32): bool {
    return type == JointType.Mouse || type == JointType.Filter;
  }

  /** Is a body of a joint held by itself, or does nothing but the joint hang on it? */
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

  /** The flag that says that gears which a joint drives have this body of it; 0: it is none of its bodies. */
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

  /** Takes a colour from the mask of a moving body, of which an edge's joint has it no more; that of the overflow others may have. */
  static unmark(edge: u32, body: u32, colour: u32): void {
    const word = <isize>offsetof<Joint>("colour") - <isize>offsetof<Joint>("nextA");
    if (
      Bodies.isDynamic(body) &&
      (colour != OVERFLOW_COLOUR || !EdgeLists.another(Joints.links(), JOINT_BYTES, edge, word, colour))
    ) {
      Bodies.at(body).jointColours &= ~((<u32>1) << colour);
    }
  }

  /** Is a body jointed, and to nothing that moves? A filter joint holds nothing, and whoever drags a body by the mouse does not move. */
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

  /** It has borne nothing: no impulses, no force. */
  static unload(j: Joint): void {
    const first = offsetof<Joint>("impulseX");
    memory.fill(changetype<usize>(j) + first, 0, offsetof<Joint>("anchorAX") - first);
    j.torque = 0;
  }

  /** Where their edges are linked. */
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

  /** The joint of a body that was made first, as an edge, or NONE; lists begin with the newest. */
  static oldest(body: u32): u32 {
    return EdgeLists.oldest(Joints.edgesOf(body), Joints.links(), JOINT_BYTES);
  }

  /** The edge of the same body that was made next, or NONE. */
  @inline static newer(edge: u32): u32 {
    return load<u32>(Joints.edge(edge) + 4);
  }
}
