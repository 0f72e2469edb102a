import { ShapeKind } from "../abi/layout";
import { ShapeGeometry, hasBoxCore } from "../collision/shape_geometry";
import { reserve } from "../memory/allocator";
import { Family, columnBytes, growColumn, roomFor } from "../memory/column";
import { List } from "../memory/buffer";
import { Bodies, Body, NONE, Velocity } from "./body";
import { Lists, OVERFLOW_COLOUR } from "./buffers";
import { EdgeList, EdgeLists } from "./edge_lists";
import { World, world } from "./world";

/**
 * A pair of shapes whose fat boxes overlap, in rows of 16 bytes, so that four contacts transpose into lanes and back.
 * Born when the boxes meet, dies when they part or a shape dies. A is the shape of the lower kind, so that a kernel
 * always sees, say, circle and box in this order; of two equal kinds it is the one with the lower slot.
 */
@unmanaged
export class Contact {
  // row 0, written by the narrow phase
  nx: f32;
  ny: f32;
  /** Rounding radii of both shapes (unit: m). */
  radiusA: f32;
  radiusB: f32;
  // row 1: the points, midway between the surfaces, from A's centre of mass in world axes. A contact that never has more than one
  // point stores in place of the second how far the first moves along the tangent of A and of B (narrow_phase/ahead.ts).
  aX1: f32;
  aY1: f32;
  aX2: f32;
  aY2: f32;
  // rows 2–3: an id below 0 means that there is no such point; the second exists only if the first does.
  separation1: f32;
  normalImpulse1: f32;
  tangentImpulse1: f32;
  id1: f32;
  separation2: f32;
  normalImpulse2: f32;
  tangentImpulse2: f32;
  id2: f32;
  // row 4: the mixed material; the friction in force
  friction: f32;
  restitution: f32;
  rollingResistance: f32;
  tangentSpeed: f32;
  // row 5
  bodyA: u32;
  bodyB: u32;
  shapeA: u32;
  shapeB: u32;
  // row 6
  flags: u32;
  /** Place in the list of its narrow-phase kernel, NONE while both sides rest. */
  kernelIndex: u32;
  /** Graph colour and place in the colour's list; NONE while it is not solved. */
  colour: u32;
  colourIndex: u32;
  // row 7: neighbours in the contact lists of the two bodies, as edges (contact << 1 | side); nextA of a free slot: the next
  // free one, 0 for none
  nextA: u32;
  previousA: u32;
  nextB: u32;
  previousB: u32;
}

export const enum ContactFlag {
  /** The last narrow phase found points. It is bit 0, so that it compares with a bool. */
  Touching = 1,
  /** One of the shapes is a sensor: no response. */
  Sensor = 2,
  /** Begun by points farther off than a touch, of an end that may come down (narrow_phase/landings.ts): its event is still to come. */
  Ahead = 8,
  /** bits 4–6: ContactKernel */
  KernelShift = 4,
  /** In the last step it held a corner between two links (narrow_phase/impaled.ts). */
  Cornered = 128,
  ContactEvents = 256,
  HitEvents = 512,
  SensorEvents = 1024,
  /** One of the bodies is not dynamic: such a contact is stiffer, and solved last. */
  Static = 2048,
  /** Has up to two points; without this flag, at most one. */
  TwoPoints = 4096,
  /** One of the shapes is one-way (narrow_phase/one_way.ts). */
  OneWay = 8192,
  /** The one-way shape is being passed: no response until the touch ends. */
  Passing = 16384,
  /** Bears a column: stiffer (solver/columns.ts). */
  Column = 32768,
  /** One of the shapes is a one-sided segment. */
  OneSided = 65536,
  /** The bodies were placed inside each other and are not apart yet (contact_graph/overlap.ts). */
  Overlapping = 131072,
  /** Its bodies were created asleep or put to sleep between steps: it has no points, or those from before the bodies last moved. */
  Unmade = 262144,
  /** Begun on a body that joints or a locked axis hold; the blow is still to come (contact_graph/mark_blow.ts). */
  Blow = 524288,
  /** Already examined together with the other contacts of its body (narrow_phase/update_contacts.ts). */
  Sifted = 1048576,
  /** Its friction of the last step pushed B against the tangent (solver/static_friction.ts). */
  RubsBack = 2097152,
  /** Its materials have a static friction that differs from their sliding friction. */
  StaticFriction = 4194304,
  /** Static friction is in force. */
  Sticks = 8388608,
  /** Its hit was told while the blow went on (events/hits.ts): the rest of that blow in the next steps is no new hit. */
  Told = 16777216,
  /** bits 25–31: for how many steps, and when, it bore what may be a blow, or bore less than its column's load (solver/columns.ts). */
  BorneShift = 25,
}

/** Which narrow-phase kernel updates the pair. */
export const enum ContactKernel {
  CircleCircle = 0,
  CircleBox = 1,
  BoxBox = 2,
  /** Box cores, at least one of which is rounded (capsules, rounded boxes) or a segment, which has no height. */
  RoundBox = 3,
  /** Any other pair of shapes, one at a time: with at most two points, and with at most one. */
  General = 4,
  GeneralRound = 5,
  /** Overlap test only. */
  Sensor = 6,
}
export const CONTACT_KERNEL_COUNT: u32 = 7;

/** What the narrow phase tells the contact graph about a contact: `slot << 2 | change`. */
export const enum TouchChange {
  Begin = 0,
  End = 1,
  /** The boxes parted: the contact dies. */
  Parted = 2,
  /** It begins by points farther off than a touch: its event is told when it begins again. */
  BeginAhead = 3,
}

/** Eight million contacts take a gigabyte; with more, the column would be larger than the largest block. */
export const MAX_CONTACTS: u32 = 1 << 23;
/** From this many on, 4 MB, contacts no longer stay in the nearer caches (docs/decisions/0029-contacts-in-memory.md). */
export const MANY_CONTACTS: u32 = 32768;
const CONTACT_BYTES: usize = 128;
if (offsetof<Contact>() != CONTACT_BYTES) {
  ERROR("a contact is two cache lines, eight rows of 16 bytes");
}

const contactSlots = changetype<Family>(changetype<usize>(world) + offsetof<World>("contactCapacity"));

export abstract class Contacts {
  @inline static at(slot: u32): Contact {
    return changetype<Contact>(world.contacts + <usize>slot * CONTACT_BYTES);
  }
  @inline static kernel(c: Contact): u32 {
    return (c.flags >> ContactFlag.KernelShift) & 7;
  }
  /** Has it points? */
  @inline static touches(c: Contact): bool {
    return c.id1 >= 0;
  }
  /** Is it deeper than bodies that rest, slide or roll sink in? */
  @inline static isDeep(c: Contact): bool {
    return Contacts.gap(c) < -4 * world.linearSlop;
  }
  @inline static hasTwo(c: Contact): bool {
    return c.id2 >= 0;
  }
  /** Where a contact is deepest, from 0 at its first point to 1 at its second; `even` if both are equally deep. */
  static deepest(c: Contact, even: f32): f32 {
    if (!Contacts.hasTwo(c) || c.separation1 < c.separation2) {
      return 0;
    }
    return c.separation2 < c.separation1 ? 1 : even;
  }
  /** Velocity of B relative to A at `where` (see `deepest`), given both velocities; valid while neither moved since the narrow phase. */
  static driftX(c: Contact, a: Velocity, b: Velocity, where: f32): f32 {
    const y: f32 = c.aY1 + where * (c.aY2 - c.aY1);
    const D: f32 = Bodies.mass(c.bodyA).y - Bodies.mass(c.bodyB).y;
    return b.vx - b.w * (y + D) - (a.vx - a.w * y);
  }
  static driftY(c: Contact, a: Velocity, b: Velocity, where: f32): f32 {
    const x: f32 = c.aX1 + where * (c.aX2 - c.aX1);
    const D: f32 = Bodies.mass(c.bodyA).x - Bodies.mass(c.bodyB).x;
    return b.vy + b.w * (x + D) - (a.vy + a.w * x);
  }
  /** The body on the other side of the contact from this edge. */
  @inline static across(edge: u32): u32 {
    const c = Contacts.at(edge >> 1);
    return (edge & 1) != 0 ? c.bodyA : c.bodyB;
  }
  /** Has a body exactly one solved contact, and no joint? False for one in the overflow, which may hold more of its contacts. */
  static isOnly(slot: u32): bool {
    const colours = Bodies.at(slot).contactColours;
    return popcnt<u32>(colours) == 1 && colours >> OVERFLOW_COLOUR == 0 && Bodies.at(slot).jointColours == 0;
  }
  /** Whichever of two bodies has fewer contacts. */
  static fewer(bodyA: u32, bodyB: u32): u32 {
    return Bodies.at(bodyA).contactCount <= Bodies.at(bodyB).contactCount ? bodyA : bodyB;
  }
  /** Gap at the nearer of its points (unit: m). */
  static gap(c: Contact): f32 {
    return Contacts.hasTwo(c) ? min<f32>(c.separation1, c.separation2) : c.separation1;
  }
  /** Leaves the contact without points and impulses. */
  @inline static dropPoints(c: Contact): void {
    c.id1 = -1;
    c.id2 = -1;
    Contacts.dropImpulses(c);
  }
  @inline static dropImpulses(c: Contact): void {
    c.normalImpulse1 = 0;
    c.tangentImpulse1 = 0;
    c.normalImpulse2 = 0;
    c.tangentImpulse2 = 0;
  }

  /** Makes room for `count` more contacts. */
  static reserve(count: u32): bool {
    const old = world.contactCapacity;
    const next = roomFor(contactSlots, count, Contacts.links(), CONTACT_BYTES, 128, MAX_CONTACTS);
    if (next == old) {
      return true;
    }
    if (next == 0 || !reserve(columnBytes(CONTACT_BYTES, next))) {
      return false;
    }
    growColumn(changetype<usize>(world) + offsetof<World>("contacts"), CONTACT_BYTES, old, next);
    world.contactCapacity = next;
    return true;
  }

  /** Takes a slot (the caller has reserved) and links the contact into both bodies' lists. */
  static take(bodyA: u32, bodyB: u32, shapeA: u32, shapeB: u32): u32 {
    let slot = world.contactFree;
    if (slot != 0) {
      world.contactFree = Contacts.at(slot).nextA;
    } else {
      slot = world.contactEnd;
      world.contactEnd = slot + 1;
    }
    const c = Contacts.at(slot);
    memory.fill(changetype<usize>(c), 0, CONTACT_BYTES);
    c.bodyA = bodyA;
    c.bodyB = bodyB;
    c.shapeA = shapeA;
    c.shapeB = shapeB;
    c.id1 = -1;
    c.id2 = -1;
    c.kernelIndex = NONE;
    c.colour = NONE;
    c.colourIndex = NONE;
    EdgeLists.add(Contacts.edgesOf(bodyA), Contacts.links(), CONTACT_BYTES, slot << 1);
    EdgeLists.add(Contacts.edgesOf(bodyB), Contacts.links(), CONTACT_BYTES, (slot << 1) | 1);
    world.contactCount++;
    return slot;
  }

  /** Unlinks and frees; the contact must be in no kernel list and have no colour. */
  static free(slot: u32): void {
    const c = Contacts.at(slot);
    EdgeLists.remove(Contacts.edgesOf(c.bodyA), Contacts.links(), CONTACT_BYTES, slot << 1);
    EdgeLists.remove(Contacts.edgesOf(c.bodyB), Contacts.links(), CONTACT_BYTES, (slot << 1) | 1);
    c.flags = 0;
    c.bodyA = NONE;
    c.nextA = world.contactFree;
    world.contactFree = slot;
    world.contactCount--;
  }

  /** Where the edges are linked. */
  @inline private static links(): usize {
    return world.contacts + offsetof<Contact>("nextA");
  }
  @inline private static edgesOf(body: u32): EdgeList {
    return changetype<EdgeList>(changetype<usize>(Bodies.at(body)) + offsetof<Body>("contactHead"));
  }

  /** Address of the `next` word of an edge; `previous` follows it. */
  @inline static edge(edge: u32): usize {
    return EdgeLists.at(Contacts.links(), CONTACT_BYTES, edge);
  }

  /** The oldest contact of a body, as an edge, or NONE; lists begin with the newest. */
  static oldest(body: u32): u32 {
    return EdgeLists.oldest(Contacts.edgesOf(body), Contacts.links(), CONTACT_BYTES);
  }

  /** The next newer edge of the same body, or NONE. */
  @inline static newer(edge: u32): u32 {
    return load<u32>(Contacts.edge(edge) + 4);
  }

  /** Removes a colour that the edge's contact gave up from its moving body's mask; not the overflow while another contact has it. */
  static unmark(edge: u32, body: u32, colour: u32): void {
    const word = <isize>offsetof<Contact>("colour") - <isize>offsetof<Contact>("nextA");
    if (
      Bodies.isDynamic(body) &&
      (colour != OVERFLOW_COLOUR || !EdgeLists.another(Contacts.links(), CONTACT_BYTES, edge, word, colour))
    ) {
      Bodies.at(body).contactColours &= ~((<u32>1) << colour);
    }
  }

  /** Puts the contact into its kernel's list. */
  static activate(slot: u32): void {
    const c = Contacts.at(slot);
    if (c.kernelIndex != NONE) {
      return;
    }
    const list = Lists.kernel(Contacts.kernel(c));
    c.kernelIndex = list.count;
    List.push(list, slot);
  }

  /** Takes the contact out of its kernel's list; the last one moves into its place. */
  static deactivate(slot: u32): void {
    const c = Contacts.at(slot);
    const index = c.kernelIndex;
    if (index == NONE) {
      return;
    }
    const list = Lists.kernel(Contacts.kernel(c));
    const last = List.get(list, list.count - 1);
    List.set(list, index, last);
    Contacts.at(last).kernelIndex = index;
    list.count--;
    c.kernelIndex = NONE;
  }
}

/** Kernel of a pair of shapes whose kinds are in ascending order. */
export function kernelOf(a: ShapeGeometry, b: ShapeGeometry): u32 {
  const boxA = hasBoxCore(a.kind);
  const boxB = hasBoxCore(b.kind);
  if (a.kind == ShapeKind.Circle) {
    return b.kind == ShapeKind.Circle
      ? ContactKernel.CircleCircle
      : boxB
        ? ContactKernel.CircleBox
        : ContactKernel.GeneralRound;
  }
  if (boxA && boxB) {
    const plain = a.kind == ShapeKind.Box && b.kind == ShapeKind.Box && a.radius == 0 && b.radius == 0;
    return plain ? ContactKernel.BoxBox : ContactKernel.RoundBox;
  }
  return a.kind == ShapeKind.Ellipse || b.kind == ShapeKind.Ellipse
    ? ContactKernel.GeneralRound
    : ContactKernel.General;
}

/** Whether a kernel yields up to two points. */
export function hasTwoPoints(kernel: u32): bool {
  return kernel == ContactKernel.BoxBox || kernel == ContactKernel.RoundBox || kernel == ContactKernel.General;
}
