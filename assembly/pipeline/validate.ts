import { BodyFlag, BodyType, JointType } from "../abi/layout";
import { BUFFER_BYTES, Buffer, List } from "../memory/buffer";
import { BLOCK_TABLE, BUFFERS_ADDRESS } from "../memory/fixed";
import { boxesOverlap } from "../collision/wide_bvh";
import { Bodies, NONE } from "../world/body";
import { COLOUR_COUNT, Lists, awakeBodies, isBuffer } from "../world/buffers";
import { Contact, ContactFlag, Contacts } from "../world/contact";
import { Joints } from "../world/joint";
import { ShapeMark, Shapes, TreeId } from "../world/shape";
import { world } from "../world/world";
import { activeTree, restTree } from "../broad_phase/trees";
import { solvable } from "../contact_graph/sleep";
import { Tree } from "../collision/wide_bvh";

// Invariants as sentences, each with the number that `validate` returns if it does not hold; 0 if all hold.

export function validate(): i32 {
  // 1: the awake list and the solver indices point to each other, and the listed bodies live, are awake and not static.
  for (let k: u32 = 0; k < awakeBodies.count; k++) {
    const slot = List.get(awakeBodies, k);
    const flags = Bodies.flags(slot);
    if (Bodies.solverIndex(slot) != k + 1 || (flags & BodyFlag.Alive) == 0 || (flags & BodyFlag.Awake) == 0) {
      return 1;
    }
    if ((flags & BodyFlag.TypeMask) == BodyType.Static) {
      return 1;
    }
  }
  let bodies: u32 = 0;
  for (let slot: u32 = 1; slot < world.bodyEnd; slot++) {
    const flags = Bodies.flags(slot);
    if ((flags & BodyFlag.Alive) == 0) {
      continue;
    }
    bodies++;
    // 2: a body that is not awake has no solver index.
    if ((flags & BodyFlag.Awake) == 0 && Bodies.solverIndex(slot) != 0) {
      return 2;
    }
    // 3: pose and velocity of a body are finite, and its rotation has unit length.
    const p = Bodies.pose(slot);
    const v = Bodies.velocity(slot);
    const sum: f32 = p.x - p.x + (p.y - p.y) + (v.vx - v.vx) + (v.vy - v.vy) + (v.w - v.w);
    if (sum != 0 || abs<f32>(p.c * p.c + p.s * p.s - 1) > 1e-4) {
      return 3;
    }
    // 4: its list holds the shapes that name it as their body, each in a tree at the place that it names.
    let shapes: u32 = 0;
    let before: u32 = NONE;
    for (let shape = Bodies.at(slot).shapeHead; shape != NONE; shape = Shapes.at(shape).next) {
      const s = Shapes.at(shape);
      shapes++;
      const tree = s.tree == TreeId.Active ? activeTree : restTree;
      if (
        s.body != slot ||
        (before != NONE && s.previous != before) ||
        s.tree == TreeId.None ||
        Tree.item(tree, s.treeIndex) != shape
      ) {
        return 4;
      }
      before = shape;
    }
    const unlinked = before != NONE && Shapes.at(Bodies.at(slot).shapeHead).previous != before;
    if (shapes != Bodies.at(slot).shapeCount || unlinked) {
      return 4;
    }
    const code = validateContacts(slot);
    if (code != 0) {
      return code;
    }
    // 12: a joint has a colour exactly when it has a side that is awake and can be pushed, unless memory was lacking.
    let colours: u32 = 0;
    for (let edge = Bodies.at(slot).jointHead; edge != NONE; edge = load<u32>(Joints.edge(edge))) {
      const j = Joints.at(edge >> 1);
      const solved = j.type != JointType.Filter && solvable(j.bodyA, j.bodyB);
      if (world.jointsLeft == 0 && solved != (j.colour != NONE)) {
        return 12;
      }
      colours |= j.colour != NONE ? (<u32>1) << j.colour : 0;
    }
    if (maskOf(slot, colours) != Bodies.at(slot).jointColours) {
      return 11;
    }
  }
  if (bodies != world.bodyCount) {
    return 5; // the count of bodies is the number of living slots
  }
  const code = validateColours();
  return code != 0 ? code : validateBuffers();
}

/** 11: the colours of a dynamic body's contacts, and of its joints, are those in its masks; other bodies have none. */
function maskOf(slot: u32, colours: u32): u32 {
  return Bodies.isDynamic(slot) ? colours : 0;
}

function validateContacts(slot: u32): i32 {
  let contacts: u32 = 0;
  let colours: u32 = 0;
  for (let edge = Bodies.at(slot).contactHead; edge != NONE; edge = load<u32>(Contacts.edge(edge))) {
    const c = Contacts.at(edge >> 1);
    contacts++;
    // 6: an edge belongs to the body in whose list it is.
    if ((edge & 1 ? c.bodyB : c.bodyA) != slot) {
      return 6;
    }
    // 7: a contact is in its kernel's list exactly when one of its sides is awake.
    const awake = Bodies.isAwake(c.bodyA) || Bodies.isAwake(c.bodyB);
    if (awake != (c.kernelIndex != NONE)) {
      return 7;
    }
    if (awake && List.get(Lists.kernel(Contacts.kernel(c)), c.kernelIndex) != edge >> 1) {
      return 7;
    }
    // 8: it has a colour exactly when it touches, has no sensor, and has a side that is awake and can be pushed.
    const solved =
      solvable(c.bodyA, c.bodyB) && (c.flags & (ContactFlag.Touching | ContactFlag.Sensor)) == ContactFlag.Touching;
    if (solved != (c.colour != NONE)) {
      return 8;
    }
    colours |= solved ? (<u32>1) << c.colour : 0;
    // 9: it lives only while the fat boxes overlap, or one of them has just moved.
    const marks = load<u8>(world.shapeMarks + c.shapeA) | load<u8>(world.shapeMarks + c.shapeB);
    if ((marks & ShapeMark.Moved) == 0 && !boxesOverlap(Shapes.fatBox(c.shapeA), Shapes.fatBox(c.shapeB))) {
      return 9;
    }
    // 13: two shapes have only one contact; looked for in the shorter of the two lists.
    if (Contacts.fewer(c.bodyA, c.bodyB) == slot && haveAnother(c, load<u32>(Contacts.edge(edge)))) {
      return 13;
    }
  }
  if (contacts != Bodies.at(slot).contactCount) {
    return 6;
  }
  return maskOf(slot, colours) == Bodies.at(slot).contactColours ? 0 : 11;
}

/** Does another contact, from an edge on, have the same two shapes? */
function haveAnother(c: Contact, from: u32): bool {
  for (let edge = from; edge != NONE; edge = load<u32>(Contacts.edge(edge))) {
    const d = Contacts.at(edge >> 1);
    if (d.shapeA == c.shapeA && d.shapeB == c.shapeB) {
      return true;
    }
  }
  return false;
}

function validateColours(): i32 {
  for (let colour: u32 = 0; colour < COLOUR_COUNT; colour++) {
    for (let two: u32 = 0; two < 2; two++) {
      const list = Lists.colour(colour, two);
      for (let k: u32 = 0; k < list.count; k++) {
        const c = Contacts.at(List.get(list, k));
        // 10: a colour's list and its contacts point to each other.
        if (c.colour != colour || c.colourIndex != k) {
          return 10;
        }
      }
    }
  }
  return 0;
}

/** 14: no buffer has a count beyond its capacity. */
function validateBuffers(): i32 {
  for (let p = BUFFERS_ADDRESS; p + BUFFER_BYTES <= BLOCK_TABLE; p += BUFFER_BYTES) {
    if (isBuffer(p) && Buffer.overflows(changetype<Buffer>(p))) {
      return 14;
    }
  }
  return 0;
}
