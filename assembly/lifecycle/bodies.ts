import { SolverKind } from "../abi/option_layout";
import { BodyFlag, BodyType, Code } from "../abi/layout";
import { refitBody, removeProxy, renewProxies } from "../broad_phase/refit";
import { uncolourJoint } from "../contact_graph/colouring";
import {
  addAwake,
  fallAsleep,
  keepAwake,
  leaveRing,
  removeAwake,
  sleepIsland,
  wakeBody,
  wakeNeighbours,
} from "../contact_graph/sleep";
import { destroyContactsOf, moveContactsOf, wakeToLose, wakeToStay } from "../contact_graph/touch_changes";
import { release } from "../memory/allocator";
import { atan2, cos, sin } from "../math/trig";
import { shapeArea, shapeInertia } from "../collision/mass";
import { Hull } from "../collision/shape_geometry";
import { Also, findInBox, refreshBoxes } from "../broad_phase/trees";
import { Buffer, List } from "../memory/buffer";
import { Bodies, NONE } from "../world/body";
import { activeOrder, queryResults } from "../world/buffers";
import { ContactFlag, Contacts } from "../world/contact";
import { mayMeet } from "../world/filter";
import { IgnoredPairs } from "../world/ignored_pairs";
import { Joints } from "../world/joint";
import { Shapes } from "../world/shape";
import { addSleepEvent } from "../world/event_buffers";
import { world } from "../world/world";
import { wakeFieldsOf } from "./field_wakes";
import { destroyJoint, engageJoint } from "./joints";

/** Makes a body without shapes at a pose; the caller has reserved room. `flags`: BodyFlag bits beside the type. */
export function createBody(type: u32, x: f32, y: f32, angle: f64, flags: u32): u32 {
  const slot = Bodies.take();
  const kept = flags & (BodyFlag.Bullet | BodyFlag.AnyLock | BodyFlag.CanSleep | BodyFlag.Continuous);
  Bodies.setFlags(slot, type | kept | BodyFlag.Alive);
  const pose = Bodies.pose(slot);
  pose.x = x;
  pose.y = y;
  pose.c = <f32>cos(angle);
  pose.s = <f32>sin(angle);
  const mass = Bodies.mass(slot);
  mass.x = x;
  mass.y = y;
  mass.invMass = 0;
  mass.invInertia = 0;
  Bodies.stop(slot);
  Bodies.at(slot).gravityScale = 1;
  if (type != BodyType.Static) {
    Bodies.setFlags(slot, Bodies.flags(slot) | BodyFlag.New);
    addAwake(slot);
    if (type == BodyType.Dynamic) {
      updateMass(slot);
    }
  }
  return slot;
}

/** Destroys a body with its shapes, contacts and joints; whatever touched it wakes up. */
export function destroyBody(slot: u32): void {
  wakeBeforeLoss(slot, NONE);
  let edge = Bodies.at(slot).jointHead;
  while (edge != NONE) {
    destroyJoint(edge >> 1);
    edge = Bodies.at(slot).jointHead;
  }
  destroyContactsOf(slot, NONE);
  let shape = Bodies.at(slot).shapeHead;
  while (shape != NONE) {
    const next = Shapes.at(shape).next;
    freeShape(shape);
    shape = next;
  }
  world.drivenBodyCount -= <u32>(Bodies.at(slot).drives != 0);
  if (Bodies.flags(slot) & BodyFlag.Ignores) {
    IgnoredPairs.removeOf(slot);
  }
  leaveRing(slot);
  removeAwake(slot);
  Bodies.free(slot);
}

/** Takes a shape out of the world's columns; it must be unlinked from its body, or die with it. */
export function freeShape(slot: u32): void {
  removeProxy(slot);
  releaseHull(slot);
  Shapes.free(slot);
}

/** Gives back the memory of a polygon's hull. */
export function releaseHull(slot: u32): void {
  const g = Shapes.geometry(slot);
  if (g.hull != 0) {
    release(g.hull, Hull.byteLength(changetype<Hull>(g.hull).count));
    g.hull = 0;
  }
}

/**
 * Mass, centre of mass and inertia from the shapes' densities (parallel axis theorem, sums in f64), unless set by hand.
 * A dynamic body without mass weighs 1 kg, so that it can fall. Keeps the velocity of the origin's material point.
 */
export function updateMass(slot: u32): void {
  world.weighed = 0;
  addMass(slot, Bodies.at(slot).shapeHead);
}

/**
 * The same when the shapes from `first` on were added. The sums over the others are kept for the body weighed last, which is enough
 * when bodies are built one by one; weighing all anew would add the same numbers in the same order.
 */
export function addMass(slot: u32, first: u32): void {
  const body = Bodies.at(slot);
  const flags = Bodies.flags(slot);
  const pose = Bodies.pose(slot);
  const row = Bodies.mass(slot);
  const known = world.weighed == slot;
  let mass: f64 = known ? world.weighedMass : 0;
  let mx: f64 = known ? world.weighedX : 0;
  let my: f64 = known ? world.weighedY : 0;
  let inertia: f64 = known ? world.weighedInertia : 0;
  let shape = known ? first : body.shapeHead;
  const dynamic = (flags & BodyFlag.TypeMask) == BodyType.Dynamic;
  while (shape != NONE && dynamic) {
    const record = Shapes.at(shape);
    const local = Shapes.local(shape);
    const m: f64 = <f64>record.density * <f64>shapeArea(Shapes.geometry(shape));
    const x: f64 = local.x;
    const y: f64 = local.y;
    mass += m;
    mx += m * x;
    my += m * y;
    inertia += <f64>record.density * <f64>shapeInertia(Shapes.geometry(shape)) + m * (x * x + y * y);
    shape = record.next;
  }
  world.weighed = slot;
  world.weighedMass = mass;
  world.weighedX = mx;
  world.weighedY = my;
  world.weighedInertia = inertia;
  let lx: f64 = 0;
  let ly: f64 = 0;
  if (mass > 0) {
    lx = mx / mass;
    ly = my / mass;
    inertia -= mass * (lx * lx + ly * ly);
  }
  if (!body.ownMass) {
    // As it is read, in f32: too small for a number means none, and anything beyond the largest number is that number.
    if (<f32>mass <= 0) {
      mass = 1;
      inertia = 0;
    }
    body.mass = dynamic ? <f32>min<f64>(mass, f32.MAX_VALUE) : 0;
    body.inertia = dynamic ? <f32>min<f64>(max<f64>(inertia, 0), f32.MAX_VALUE) : 0;
  }
  // The centre of mass may have moved within the body: its velocity is that of the material point there.
  const oldX = row.x;
  const oldY = row.y;
  body.localX = <f32>lx;
  body.localY = <f32>ly;
  const cx: f32 = pose.x + (pose.c * body.localX - pose.s * body.localY);
  const cy: f32 = pose.y + (pose.s * body.localX + pose.c * body.localY);
  const v = Bodies.velocity(slot);
  v.vx -= v.w * (cy - oldY);
  v.vy += v.w * (cx - oldX);
  row.x = cx;
  row.y = cy;
  if (cx != oldX || cy != oldY) {
    keepPoints(slot, oldX - cx, oldY - cy);
  }
  applyMass(slot);
  addExtents(slot, body.shapeHead);
}

/** Contact points are relative to A's centre of mass: when that has moved within the body, keeps them where they were. */
function keepPoints(slot: u32, dx: f32, dy: f32): void {
  for (let edge = Bodies.at(slot).contactHead; edge != NONE; edge = load<u32>(Contacts.edge(edge))) {
    const c = Contacts.at(edge >> 1);
    if ((edge & 1) != 0) {
      continue;
    }
    c.aX1 += dx;
    c.aY1 += dy;
    if ((c.flags & ContactFlag.TwoPoints) != 0) {
      c.aX2 += dx;
      c.aY2 += dy;
    }
  }
}

/** Inverse masses from mass, inertia, type and locks. */
export function applyMass(slot: u32): void {
  const body = Bodies.at(slot);
  const flags = Bodies.flags(slot);
  const row = Bodies.mass(slot);
  const dynamic = (flags & BodyFlag.TypeMask) == BodyType.Dynamic;
  // Clamped so that products with impulses stay numbers.
  const mass: f32 = min<f32>(max<f32>(body.mass, 1e-12), 1e18);
  const inertia: f32 = min<f32>(max<f32>(body.inertia, 1e-24), 1e24);
  // A body locked in every direction is as heavy as the ground to whatever strikes it.
  row.invMass = dynamic && body.mass > 0 && (flags & BodyFlag.AnyLock) != BodyFlag.AnyLock ? 1 / mass : 0;
  const turns = (Bodies.locks(slot) & BodyFlag.LockRotation) == 0;
  row.invInertia = dynamic && body.inertia > 0 && turns ? 1 / inertia : 0;
}

/**
 * Adds the shapes from `first` on to the extents of a body that can move; if `first` is its first shape, they begin anew. Sensors count
 * only if there is nothing else: beside a solid shape they must not change how a body moves and rests. Static bodies are left out:
 * nobody asks how large they are, and ground may be built of 100,000 shapes one by one.
 */
export function addExtents(slot: u32, first: u32): void {
  const body = Bodies.at(slot);
  const flags = Bodies.flags(slot);
  const fixed = Bodies.type(slot) == BodyType.Static;
  const anew = first == body.shapeHead || (flags & BodyFlag.Sensing) != 0;
  let solid = !anew;
  let sensing = false;
  let inner: f32 = anew ? Infinity : body.minExtent;
  let outer: f32 = anew ? 0 : body.maxExtent;
  for (let shape = fixed ? NONE : anew ? body.shapeHead : first; shape != NONE; shape = Shapes.at(shape).next) {
    const sensor = Shapes.isSensor(shape);
    sensing = sensing || sensor;
    if (sensor && solid) {
      continue;
    }
    if (!sensor && !solid) {
      solid = true;
      inner = Infinity;
      outer = 0;
    }
    inner = min<f32>(inner, Shapes.geometry(shape).inner);
    outer = max<f32>(outer, Shapes.farthest(shape));
  }
  body.minExtent = inner;
  body.maxExtent = outer;
  world.movingSensors |= <u32>sensing;
  Bodies.setFlags(slot, sensing ? flags | BodyFlag.Sensing : flags & ~BodyFlag.Sensing);
}

/** The angle of a body as it is read (unit: rad). */
export function angleOf(slot: u32): f64 {
  const pose = Bodies.pose(slot);
  return atan2(<f64>pose.s, <f64>pose.c);
}

/**
 * Puts a body at a place and an angle. If that is the angle that is read of it, its sine and cosine stay: those of the rounded angle
 * often differ in their last bits, and such a jump would keep a body awake for ever that is put back where it is in each frame.
 */
export function turnTo(slot: u32, x: f32, y: f32, angle: f64): void {
  const pose = Bodies.pose(slot);
  const told = <f32>angleOf(slot) == <f32>angle;
  setTransform(slot, x, y, told ? pose.c : <f32>cos(angle), told ? pose.s : <f32>sin(angle));
}

/**
 * Teleports a body. It, its neighbours and what is joined to it wake up, and the next step finds what it touches: a touch that goes
 * on neither ends nor begins. If it is there already, nothing changes.
 */
export function setTransform(slot: u32, x: f32, y: f32, c: f32, s: f32): void {
  const pose = Bodies.pose(slot);
  if (pose.x == x && pose.y == y && pose.c == c && pose.s == s) {
    return;
  }
  wakeBody(slot);
  wakeNeighbours(slot);
  wakeFieldsOf(slot);
  wakeNewBeside(slot, NONE);
  moveContactsOf(slot);
  const body = Bodies.at(slot);
  const row = Bodies.mass(slot);
  pose.x = x;
  pose.y = y;
  pose.c = c;
  pose.s = s;
  row.x = x + (c * body.localX - s * body.localY);
  row.y = y + (s * body.localX + c * body.localY);
  body.sleepTime = 0;
  Bodies.place(slot);
  refitBody(slot);
  wakeFieldsOf(slot);
  wakeBeside(slot, body.shapeHead);
}

/**
 * If a body rests, wakes the neighbours of its shapes from `first` on: pairs of resting bodies wait, and nobody else would look. A body
 * that is awake finds them in the next step, and one that is created asleep lets its neighbours sleep.
 */
export function wakeBeside(bodySlot: u32, first: u32): void {
  const quiet = BodyFlag.Awake | BodyFlag.New;
  for (let shape = first; shape != NONE && (Bodies.flags(bodySlot) & quiet) == 0; shape = Shapes.at(shape).next) {
    wakeAround(shape);
  }
}

/** The same for one shape; `lost`: also wakes what it cannot meet now, but may have met before. */
export function wakeAround(shape: u32, lost: bool = false): void {
  if (world.sleepersMoved != 0) {
    world.sleepersMoved = 0;
    refreshBoxes();
  }
  const box = Shapes.fatBox(shape);
  findInBox(load<f32>(box), load<f32>(box, 4), load<f32>(box, 8), load<f32>(box, 12), Also.Active);
  for (let k: u32 = 0; k < queryResults.count; k++) {
    const other = List.get(queryResults, k);
    if (other != 0 && Shapes.at(other).body != Shapes.at(shape).body && (lost || mayMeet(shape, other))) {
      wakeBody(Shapes.at(other).body);
    }
  }
}

/** A body is about to lose a shape, or all (NONE), or its contacts: it wakes, with what it bears or moves as the region of a field. */
export function wakeBeforeLoss(bodySlot: u32, only: u32): void {
  wakeToLose(bodySlot);
  wakeFieldsOf(bodySlot);
  wakeNewBeside(bodySlot, only);
}

/** Wakes bodies created asleep beside a shape of a body, or all its shapes (NONE), for which no step has looked for touches yet. */
function wakeNewBeside(bodySlot: u32, only: u32): void {
  for (
    let shape = Bodies.at(bodySlot).shapeHead;
    world.sleepersNew != 0 && shape != NONE;
    shape = Shapes.at(shape).next
  ) {
    if (only == NONE || shape == only) {
      wakeAround(shape, true);
    }
  }
}

/** Changes the type of a body. Contacts are found anew; joints stay. Returns a Code, with nothing changed unless it is Ok. */
export function setType(slot: u32, type: u32): i32 {
  const flags = Bodies.flags(slot);
  if ((flags & BodyFlag.TypeMask) == type) {
    return Code.Ok;
  }
  // Its shapes leave their trees and join the end of one.
  if (!Buffer.ensure(activeOrder, (<usize>activeOrder.count + <usize>Bodies.at(slot).shapeCount) << 2)) {
    return Code.OutOfMemory;
  }
  if (type == BodyType.Static) {
    wakeToStay(slot);
  } else {
    wakeToLose(slot);
  }
  const wasAwake = Bodies.isAwake(slot);
  destroyContactsOf(slot, NONE);
  const body = Bodies.at(slot);
  for (let edge = body.jointHead; edge != NONE; edge = load<u32>(Joints.edge(edge))) {
    uncolourJoint(edge >> 1);
  }
  removeAwake(slot);
  for (let shape = body.shapeHead; shape != NONE; shape = Shapes.at(shape).next) {
    removeProxy(shape); // the trees mark what can move
  }
  Bodies.setFlags(slot, (Bodies.flags(slot) & ~(BodyFlag.TypeMask | BodyFlag.New)) | type);
  Bodies.forgetForces(slot);
  Bodies.place(slot);
  if (type == BodyType.Static) {
    Bodies.stop(slot);
  } else {
    addAwake(slot);
  }
  if (wasAwake != Bodies.isAwake(slot)) {
    addSleepEvent(Bodies.id(slot), wasAwake ? 1 : 0); // a static body is never awake
  }
  if (type == BodyType.Dynamic && world.solver == SolverKind.Arcade) {
    Bodies.velocity(slot).w = 0; // under this solver dynamic bodies do not turn
  }
  updateMass(slot);
  for (let edge = body.jointHead; edge != NONE; edge = load<u32>(Joints.edge(edge))) {
    const j = Joints.at(edge >> 1);
    keepAwake(j.bodyA);
    keepAwake(j.bodyB);
    engageJoint(edge >> 1);
    if (j.colour == NONE) {
      Joints.unload(j); // a joint between bodies that nothing pushes bears nothing
    }
  }
  renewProxies(slot);
  wakeBeside(slot, body.shapeHead);
  return Code.Ok;
}

/** Sends a body to sleep at once, with its island. `tell`: with an event, if it is alone. */
export function forceSleep(slot: u32, tell: bool): void {
  const body = Bodies.at(slot);
  if (!Bodies.isAwake(slot)) {
    return;
  }
  if (body.contactCount == 0 && body.jointCount == 0) {
    removeAwake(slot);
    body.sleepRing = slot;
    fallAsleep(slot, tell);
  } else {
    sleepIsland(slot);
  }
}
