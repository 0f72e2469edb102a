import { Code } from "../abi/layout";
import { makeHilbertTable } from "../collision/hilbert";
import { storeEmptyBox } from "../collision/wide_bvh";
import { initHeap } from "../memory/allocator";
import { initTrees } from "../broad_phase/trees";
import { Bodies, NONE } from "../world/body";
import { Contacts } from "../world/contact";
import { Joints } from "../world/joint";
import { applySettings } from "../world/settings";
import { Shapes } from "../world/shape";
import { world } from "../world/world";

/** Makes the world of a fresh instance. Slot 0 of every family is a dummy: the immovable body, the shape with an empty box. */
export function createWorld(lengthUnit: f32): i32 {
  initHeap();
  makeHilbertTable();
  initTrees();
  applySettings(lengthUnit);
  world.gravityY = -10 * lengthUnit;
  world.sleeping = 1;
  world.continuous = 1;
  if (!Bodies.reserve(1) || !Shapes.reserve(1) || !Contacts.reserve(1) || !Joints.reserve(1)) {
    return Code.OutOfMemory;
  }
  world.bodyEnd = 1;
  world.shapeEnd = 1;
  world.contactEnd = 1;
  world.jointEnd = 1;
  Bodies.pose(0).c = 1;
  Bodies.at(0).shapeHead = NONE;
  Bodies.at(0).contactHead = NONE;
  Bodies.at(0).jointHead = NONE;
  Shapes.frame(0).c = 1;
  // Lanes without a contact collide shape 0 with itself: a size keeps their numbers finite.
  Shapes.geometry(0).hx = 1;
  Shapes.geometry(0).hy = 1;
  Shapes.geometry(0).radius = 1;
  storeEmptyBox(Shapes.fatBox(0));
  storeEmptyBox(Shapes.oldBox(0));
  return Code.Ok;
}

/** Makes room in the columns in advance, for so many beside those that exist. Trees, lists and step buffers grow when they need to. */
export function reserveWorld(bodies: u32, shapes: u32, contacts: u32, joints: u32): i32 {
  const room = Bodies.reserve(bodies) && Shapes.reserve(shapes) && Contacts.reserve(contacts) && Joints.reserve(joints);
  return room ? Code.Ok : noRoom(bodies, shapes, joints);
}

/** Why there is no room for so many more: too few slots, or too little memory. */
export function noRoom(bodies: u32, shapes: u32, joints: u32): i32 {
  const room = Bodies.capacityFor(bodies) != 0 && Shapes.capacityFor(shapes) != 0 && Joints.capacityFor(joints) != 0;
  return room ? Code.OutOfMemory : Code.TooMany;
}
