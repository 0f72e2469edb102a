// The core with all its exports, and what the unit tests of single stages read of the world beside.
import { Lists, newPairs } from "../../assembly/world/buffers";
import { Body, Bodies } from "../../assembly/world/body";
import { Contact, Contacts } from "../../assembly/world/contact";
import { Shape, Shapes } from "../../assembly/world/shape";
import { world } from "../../assembly/world/world";
import { Softness } from "../../assembly/solver/softness";

export * from "../../assembly/index";
export { sumBegin, sumEnd, sumRows } from "../../assembly/pipeline/checksum";

// solver/

export function softBiasRate(hertz: f32, zeta: f32, h: f32): f32 {
  return Softness.biasRate(hertz, zeta, h);
}
export function softMassScale(hertz: f32, zeta: f32, h: f32): f32 {
  return Softness.massScale(hertz, zeta, h);
}
export function softImpulseScale(hertz: f32, zeta: f32, h: f32): f32 {
  return Softness.impulseScale(hertz, zeta, h);
}

// world/

/** Columns of the shapes: 0 fat boxes, 1 old boxes, 2 marks; and 3 the end of the slots. */
export function shapeColumn(which: u32): usize {
  switch (which) {
    case 0:
      return world.shapeFatBox;
    case 1:
      return world.shapeOldBox;
    case 2:
      return world.shapeMarks;
    default:
      return <usize>world.shapeEnd;
  }
}

/** Keys of the pairs that the last step found, `newPairCount` of them. */
export function newPairKeys(): usize {
  return newPairs.ptr;
}
export function newPairCount(): u32 {
  return newPairs.count;
}

export function colourCount(colour: u32, twoPoints: u32): u32 {
  return Lists.colour(colour, twoPoints).count;
}
/** Body of one side (0 A, 1 B) of a contact in a colour's list. */
export function colourBody(colour: u32, twoPoints: u32, index: u32, side: u32): u32 {
  const c = Contacts.at(List.get(Lists.colour(colour, twoPoints), index));
  return side == 0 ? c.bodyA : c.bodyB;
}

// What tests break, to see that the validator notices.

export function bodyRecord(slot: u32): usize {
  return changetype<usize>(Bodies.at(slot));
}
export function shapeRecord(slot: u32): usize {
  return changetype<usize>(Shapes.at(slot));
}
export function contactRecord(slot: u32): usize {
  return changetype<usize>(Contacts.at(slot));
}
export function setSolverIndex(slot: u32, index: u32): void {
  Bodies.setSolverIndex(slot, index);
}
export function setBodyFlags(slot: u32, flags: u32): void {
  Bodies.setFlags(slot, flags);
}
/** Byte offset of a field, as the test numbers them. */
export function fieldOffset(which: u32): usize {
  switch (which) {
    case 0:
      return offsetof<Body>("contactColours");
    case 1:
      return offsetof<Body>("contactCount");
    case 2:
      return offsetof<Body>("shapeCount");
    case 3:
      return offsetof<Shape>("body");
    case 4:
      return offsetof<Shape>("treeIndex");
    case 5:
      return offsetof<Contact>("bodyA");
    case 6:
      return offsetof<Contact>("kernelIndex");
    case 7:
      return offsetof<Contact>("colour");
    case 8:
      return offsetof<Contact>("colourIndex");
    default:
      return offsetof<Shape>("previous");
  }
}
export function addToBodyCount(change: i32): void {
  world.bodyCount += change;
}
