// The core with all its exports, and what the unit tests of single stages read of the world besides.
import { uncolourJoint } from "../../assembly/contact_graph/colouring";
import { allocate } from "../../assembly/memory/allocator";
import { Lists, columnBlocks, lockedBlocks, newPairs } from "../../assembly/world/buffers";
import { Body, Bodies } from "../../assembly/world/body";
import { Contact, Contacts } from "../../assembly/world/contact";
import { Shape, Shapes } from "../../assembly/world/shape";
import { world } from "../../assembly/world/world";
import { SideA, SideB, SolverRows } from "../../assembly/solver/solver_rows";
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

/** Columns of the shapes: 0 fat boxes, 1 old boxes, 2 marks; 3 gives the end of the slots. */
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

/** The keys of the `newPairCount` pairs that the last step found. */
export function newPairKeys(): usize {
  return newPairs.ptr;
}
export function newPairCount(): u32 {
  return newPairs.count;
}

/** Sets the count of the list of blocks with a locked body. */
export function setLockedCount(count: u32): void {
  lockedBlocks.count = count;
}

/** Bytes of the list of blocks with columns, and of the packed blocks behind it. */
export function columnCapacity(): usize {
  return columnBlocks.capacity;
}
/** Leaves no memory for anything. */
export function takeMemory(): void {
  for (let bytes: usize = 1 << 24; bytes >= 16;) {
    if (allocate(bytes) == 0) {
      bytes >>= 1;
    }
  }
}

export function colourCount(colour: u32, twoPoints: u32): u32 {
  return Lists.colour(colour, twoPoints).count;
}
/** The body on one side (0 A, 1 B) of a contact in a colour's list. */
export function colourBody(colour: u32, twoPoints: u32, index: u32, side: u32): u32 {
  const c = Contacts.at(List.get(Lists.colour(colour, twoPoints), index));
  return side == 0 ? c.bodyA : c.bodyB;
}
/** The contact at a place in a colour's list. */
export function colourContact(colour: u32, twoPoints: u32, index: u32): u32 {
  return List.get(Lists.colour(colour, twoPoints), index);
}
export function kernelCount(kernel: u32): u32 {
  return Lists.kernel(kernel).count;
}
export function kernelContact(kernel: u32, index: u32): u32 {
  return List.get(Lists.kernel(kernel), index);
}

// Records that tests break to see that the validator notices.

export function bodyRecord(slot: u32): usize {
  return changetype<usize>(Bodies.at(slot));
}
export function shapeRecord(slot: u32): usize {
  return changetype<usize>(Shapes.at(slot));
}
export function contactRecord(slot: u32): usize {
  return changetype<usize>(Contacts.at(slot));
}
export function loseJointColour(slot: u32): void {
  uncolourJoint(slot);
}
export function setSolverIndex(slot: u32, index: u32): void {
  Bodies.setSolverIndex(slot, index);
}
export function setBodyFlags(slot: u32, flags: u32): void {
  Bodies.setFlags(slot, flags);
}
/** The byte offset of a field, by the test's own numbers. */
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
/** Writes the columns of the bodies of the block at `p` to `out`, one after the other: those of A, then those of B. */
export function bodyColumns(p: usize, out: usize): void {
  if (ASC_FEATURE_SIMD) {
    columns<v128>(p, out);
  } else {
    for (let lane: usize = 0; lane < 16; lane += 4) {
      columns<f32>(p + lane, out + lane);
    }
  }
}
function columns<T>(p: usize, out: usize): void {
  const vAx = SolverRows.vx<T, SideA>(p);
  const vAy = SolverRows.vy<T, SideA>(p);
  const wA = SolverRows.w<T, SideA>(p);
  const dAx = SolverRows.dx<T, SideA>(p);
  const dAy = SolverRows.dy<T, SideA>(p);
  const cA = SolverRows.dc<T, SideA>(p);
  const sA = SolverRows.ds<T, SideA>(p);
  const vBx = SolverRows.vx<T, SideB>(p);
  const vBy = SolverRows.vy<T, SideB>(p);
  const wB = SolverRows.w<T, SideB>(p);
  const dBx = SolverRows.dx<T, SideB>(p);
  const dBy = SolverRows.dy<T, SideB>(p);
  const cB = SolverRows.dc<T, SideB>(p);
  const sB = SolverRows.ds<T, SideB>(p);
  store<T>(out, vAx);
  store<T>(out, vAy, 16);
  store<T>(out, wA, 32);
  store<T>(out, dAx, 48);
  store<T>(out, dAy, 64);
  store<T>(out, cA, 80);
  store<T>(out, sA, 96);
  store<T>(out, vBx, 112);
  store<T>(out, vBy, 128);
  store<T>(out, wB, 144);
  store<T>(out, dBx, 160);
  store<T>(out, dBy, 176);
  store<T>(out, cB, 192);
  store<T>(out, sB, 208);
}
