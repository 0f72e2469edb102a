import { Code, JointFlag, JointType } from "../abi/layout";
import { List } from "../memory/buffer";
import { Bodies, NONE } from "../world/body";
import { Lists, MOVING_COLOURS, OVERFLOW_COLOUR } from "../world/buffers";
import { ContactFlag, Contacts } from "../world/contact";
import { Joints } from "../world/joint";
import { world } from "../world/world";

// Graph colouring. No two constraints of one colour share a dynamic body, so four of them can be solved in lanes, and the
// result does not depend on how many lanes there are. Greedy: the first colour free in both bodies' masks. Only dynamic
// bodies take colours. Contacts with another body take colours from the top, so that they are solved last and the ground
// has the last word. A constraint without a free colour is solved by itself, in the overflow, where a body may be more than
// once. The overflow has a bit, too: a mask is 0 exactly if nothing holds the body.
//
// Contacts and joints have masks of their own: they are solved in separate passes, and each kind so needs fewer colours
// and fills its lanes better.

const OVERFLOW: u32 = (<u32>1) << OVERFLOW_COLOUR;

/** Gives a touching contact a colour and puts it into the solver's lists. */
export function colourContact(slot: u32): void {
  const c = Contacts.at(slot);
  if (c.colour != NONE) {
    return;
  }
  const movesA = Bodies.isDynamic(c.bodyA);
  const movesB = Bodies.isDynamic(c.bodyB);
  const bodyA = Bodies.at(c.bodyA);
  const bodyB = Bodies.at(c.bodyB);
  let colour: u32;
  if (movesA && movesB) {
    const free = ~(bodyA.contactColours | bodyB.contactColours) & MOVING_COLOURS;
    colour = free != 0 ? ctz<u32>(free) : OVERFLOW_COLOUR;
  } else {
    const free = ~(movesA ? bodyA : bodyB).contactColours & ~OVERFLOW;
    colour = free != 0 ? 31 - clz<u32>(free) : OVERFLOW_COLOUR;
  }
  const list = Lists.colour(colour, (c.flags & ContactFlag.TwoPoints) != 0 ? 1 : 0);
  const index = list.count;
  if (!List.push(list, slot)) {
    c.flags &= ~ContactFlag.Touching; // so that the next step finds the touch beginning
    world.fault = Code.OutOfMemory;
    return;
  }
  bodyA.contactColours |= (<u32>movesA) << colour;
  bodyB.contactColours |= (<u32>movesB) << colour;
  c.colour = colour;
  c.colourIndex = index;
  Lists.changed();
  if ((c.flags & ContactFlag.Overlapping) != 0) {
    world.overlapping = 1; // it may have slept since it was marked
  }
}

/**
 * Takes a contact out again, when the touch ends or falls asleep. A blow ends with the motion; flags of how the touch is borne last as
 * long as the touch, so that after sleep it is solved as if there had been none.
 */
export function uncolourContact(slot: u32): void {
  const c = Contacts.at(slot);
  const colour = c.colour;
  if (colour == NONE) {
    return;
  }
  const list = Lists.colour(colour, (c.flags & ContactFlag.TwoPoints) != 0 ? 1 : 0);
  c.flags &= ~(ContactFlag.Blow | ContactFlag.Told);
  const last = List.get(list, list.count - 1);
  List.set(list, c.colourIndex, last);
  Contacts.at(last).colourIndex = c.colourIndex;
  list.count--;
  Lists.changed();
  c.colour = NONE;
  c.colourIndex = NONE;
  Contacts.unmark(slot << 1, c.bodyA, colour);
  Contacts.unmark((slot << 1) | 1, c.bodyB, colour);
}

/** The same for a joint. */
export function colourJoint(slot: u32): void {
  const j = Joints.at(slot);
  if (j.colour != NONE || j.type == JointType.Filter) {
    return;
  }
  const bodyA = Bodies.at(j.bodyA);
  const bodyB = Bodies.at(j.bodyB);
  const movesA = Bodies.isDynamic(j.bodyA);
  const movesB = Bodies.isDynamic(j.bodyB);
  const taken = (movesA ? bodyA.jointColours : 0) | (movesB ? bodyB.jointColours : 0);
  // A gear moves four bodies.
  const free: u32 = j.type == JointType.Gear ? 0 : ~taken & ~OVERFLOW;
  const colour = free != 0 ? ctz<u32>(free) : OVERFLOW_COLOUR;
  const kind = Joints.kind(j.type, j.flags);
  const list = Lists.joint(colour, kind);
  const index = list.count;
  if (!List.push(list, slot)) {
    world.jointsLeft = 1; // the next step tries again
    world.fault = Code.OutOfMemory;
    return;
  }
  bodyA.jointColours |= (<u32>movesA) << colour;
  bodyB.jointColours |= (<u32>movesB) << colour;
  j.colour = colour;
  j.colourIndex = index;
  if (Joints.mayLink(j)) {
    world.linkagesKnown = 0;
  }
}

export function uncolourJoint(slot: u32): void {
  const j = Joints.at(slot);
  const colour = j.colour;
  if (colour == NONE) {
    return;
  }
  const kind = Joints.kind(j.type, j.flags);
  const list = Lists.joint(colour, kind);
  const last = List.get(list, list.count - 1);
  List.set(list, j.colourIndex, last);
  Joints.at(last).colourIndex = j.colourIndex;
  list.count--;
  j.colour = NONE;
  j.colourIndex = NONE;
  if (Joints.mayLink(j) && (j.flags & JointFlag.Links) == 0) {
    world.linkagesKnown = 0;
  }
  j.flags &= ~JointFlag.Links;
  Joints.unmark(slot << 1, j.bodyA, colour);
  Joints.unmark((slot << 1) | 1, j.bodyB, colour);
}
