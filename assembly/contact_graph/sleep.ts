import { BodyFlag, BodyType, Code, JointFlag } from "../abi/layout";
import { boxesOverlap, storeEmptyBox } from "../collision/wide_bvh";
import { Buffer, List } from "../memory/buffer";
import { findRoot, singletons, unite } from "../memory/disjoint_sets";
import { Bodies, BodyDrive, NONE } from "../world/body";
import { COLOUR_COUNT, JOINT_KINDS, Lists, awakeBodies, islandParents } from "../world/buffers";
import { ContactFlag, Contacts } from "../world/contact";
import { addSleepEvent } from "../world/event_buffers";
import { Joints } from "../world/joint";
import { ShapeMark, Shapes } from "../world/shape";
import { world } from "../world/world";
import { colourContact, colourJoint, uncolourContact, uncolourJoint } from "./colouring";
import { destroyContact } from "./destroy_contact";
import { asksForSpeed, isDriven } from "./driven";

// Islands and sleep. Islands are derived, not stored: nothing is linked or split as contacts come and go. Only when some
// body has been at rest long enough are islands found, by union-find over the touching contacts and the joints that the
// solver has in its lists anyway, and those that are at rest as a whole fall asleep. A sleeping island is a ring through its
// bodies, so that waking one wakes all. (docs/decisions/0003-islands.md)

/** Islands are looked for at most once in this many steps: it takes 5 ns per contact. */
const SLEEP_INTERVAL: u32 = 8;

/** Wakes a sleeping body and with it its island. No effect on a body that is awake or static. */
export function wakeBody(slot: u32): void {
  if (slot == 0 || Bodies.isAwake(slot) || Bodies.type(slot) == BodyType.Static) {
    return;
  }
  let at = slot;
  do {
    const next = Bodies.at(at).sleepRing;
    rouse(at);
    at = next;
  } while (at != slot && at != NONE);
  // All are awake; now for their contacts and joints. Rousing has cut the ring, so the bodies are found again at the end of the
  // awake list.
  let k = Bodies.solverIndex(slot) - 1;
  for (const n = awakeBodies.count; k < n; k++) {
    engage(List.get(awakeBodies, k));
  }
}

/**
 * Wakes a body, and restarts the sleep timer of one that is awake: a change may set it moving so slowly that its rest until then would
 * count. For all changes from outside; touches that begin within a step only wake.
 */
export function keepAwake(slot: u32): void {
  wakeBody(slot);
  Bodies.at(slot).sleepTime = 0;
}

/** Wakes sleepers because gravity has changed (`feeling`: only those that feel the world's), or because nothing may sleep any more. */
export function wakeSleepers(feeling: bool): void {
  for (let slot = Bodies.nextDynamic(0); slot != 0; slot = Bodies.nextDynamic(slot)) {
    const body = Bodies.at(slot);
    const own = body.gravityScale == 0 || (body.drives & BodyDrive.Gravity) != 0;
    // Buoyancy in a fluid comes from the world's gravity, even for a body with its own.
    if (!feeling || !own || world.fieldCount != 0) {
      keepAwake(slot);
    }
  }
}

/** Wakes what touches a body or is joined to it: a kinematic body that begins to move takes them along. */
export function wakeNeighbours(slot: u32): void {
  const body = Bodies.at(slot);
  for (let edge = body.contactHead; edge != NONE; edge = load<u32>(Contacts.edge(edge))) {
    const c = Contacts.at(edge >> 1);
    if ((c.flags & (ContactFlag.Touching | ContactFlag.Sensor)) == ContactFlag.Touching) {
      keepAwake(c.bodyA == slot ? c.bodyB : c.bodyA);
    }
  }
  for (let edge = body.jointHead; edge != NONE; edge = load<u32>(Joints.edge(edge))) {
    const j = Joints.at(edge >> 1);
    keepAwake(j.bodyA == slot ? j.bodyB : j.bodyA);
  }
}

/**
 * Wakes bodies that were put to sleep on a moving kinematic body, or joined to one. They touched it before, so no step would see a touch
 * begin and wake them: lifts went through what lay on them.
 */
export function wakeCarried(): void {
  if (world.sleepersCarried == 0) {
    return;
  }
  world.sleepersCarried = 0;
  for (let k: u32 = 0, n = awakeBodies.count; k < n; k++) {
    const slot = List.get(awakeBodies, k);
    if (isMovingKinematic(slot)) {
      wakeNeighbours(slot);
    }
  }
}

function rouse(slot: u32): void {
  const body = Bodies.at(slot);
  body.sleepRing = NONE;
  body.sleepTime = 0;
  const index = awakeBodies.count;
  if (!List.push(awakeBodies, slot)) {
    world.fault = Code.OutOfMemory;
    return;
  }
  Lists.changed();
  Bodies.setSolverIndex(slot, index + 1);
  Bodies.setFlags(slot, Bodies.flags(slot) | BodyFlag.Awake);
  addSleepEvent(Bodies.id(slot), 0);
}

/**
 * Puts the contacts and joints of a body that has just woken into the lists, in the order in which they were made. With the newest first,
 * heaps that had slept were solved in reverse (the ram of `smash` went 1.6 m less far).
 */
function engage(slot: u32): void {
  for (let edge = Contacts.oldest(slot); edge != NONE; edge = Contacts.newer(edge)) {
    const contact = edge >> 1;
    const c = Contacts.at(contact);
    Contacts.activate(contact);
    if (c.flags & ContactFlag.Unmade) {
      c.flags &= ~ContactFlag.Unmade;
      world.unmade = 1;
    }
    if ((c.flags & (ContactFlag.Touching | ContactFlag.Sensor)) == ContactFlag.Touching && solvable(c.bodyA, c.bodyB)) {
      colourContact(contact);
    }
  }
  for (let edge = Joints.oldest(slot); edge != NONE; edge = Joints.newer(edge)) {
    const j = Joints.at(edge >> 1);
    if (solvable(j.bodyA, j.bodyB)) {
      colourJoint(edge >> 1);
    }
  }
}

/** Gives a colour to joints for which there was no memory before, if there is some now. */
export function engageLeftJoints(): void {
  if (world.jointsLeft == 0) {
    return;
  }
  world.jointsLeft = 0;
  for (let slot: u32 = 1; slot < world.jointEnd; slot++) {
    const j = Joints.at(slot);
    if ((j.flags & JointFlag.Alive) != 0 && solvable(j.bodyA, j.bodyB)) {
      colourJoint(slot);
    }
  }
}

/** Puts a body that has just become able to move into the awake list. */
export function addAwake(slot: u32): void {
  const body = Bodies.at(slot);
  body.sleepTime = 0;
  List.push(awakeBodies, slot);
  Lists.changed();
  Bodies.setSolverIndex(slot, awakeBodies.count);
  Bodies.setFlags(slot, Bodies.flags(slot) | BodyFlag.Awake);
}

/** Takes a body out of the awake list; the last one moves into its place. */
export function removeAwake(slot: u32): void {
  const number = Bodies.solverIndex(slot);
  if (number == 0) {
    return;
  }
  const last = List.get(awakeBodies, awakeBodies.count - 1);
  List.set(awakeBodies, number - 1, last);
  Bodies.setSolverIndex(last, number);
  awakeBodies.count--;
  Lists.changed();
  Bodies.setSolverIndex(slot, 0);
  Bodies.setFlags(slot, Bodies.flags(slot) & ~BodyFlag.Awake);
}

/** Takes a sleeping body out of its island's ring. */
export function leaveRing(slot: u32): void {
  const body = Bodies.at(slot);
  if (body.sleepRing == NONE) {
    return;
  }
  let before = body.sleepRing;
  while (Bodies.at(before).sleepRing != slot) {
    before = Bodies.at(before).sleepRing;
  }
  Bodies.at(before).sleepRing = body.sleepRing;
  body.sleepRing = NONE;
}

/** Sleep timers and islands → sleeping sets. */
export function updateSleep(): void {
  if (world.sleeping == 0 || world.sleepCandidates == 0 || world.stepCount % SLEEP_INTERVAL != 0) {
    return;
  }
  if (!findIslands(true)) {
    return;
  }
  // The least rested body speaks for its island: minimum over the members, kept at the root.
  const n = awakeBodies.count;
  const parents = islandParents.ptr;
  const rest = Island.rest(n);
  for (let k: u32 = 0; k < n; k++) {
    store<f32>(rest + ((<usize>k) << 2), Infinity);
  }
  for (let k: u32 = 0; k < n; k++) {
    const p = rest + ((<usize>findRoot(parents, k)) << 2);
    store<f32>(p, min<f32>(load<f32>(p), Bodies.at(List.get(awakeBodies, k)).sleepTime));
  }
  sleepRested();
}

/**
 * Sends the island of an awake body to sleep at once, whatever its speed. The island is found starting from the body, through what is in
 * the solver's lists: a level may be put to sleep body by body, which would be quadratic if each call looked at all awake bodies.
 */
export function sleepIsland(slot: u32): void {
  if (!Bodies.isAwake(slot)) {
    return;
  }
  if (!Buffer.ensureScratch(islandParents, (<usize>awakeBodies.count) << 2)) {
    world.fault = Code.OutOfMemory;
    return;
  }
  const members = islandParents;
  members.count = 0;
  join(slot, slot);
  for (let k: u32 = 0; k < members.count; k++) {
    const member = List.get(members, k);
    let edge = Bodies.isDynamic(member) ? Bodies.at(member).contactHead : NONE;
    for (; edge != NONE; edge = load<u32>(Contacts.edge(edge))) {
      const c = Contacts.at(edge >> 1);
      if (c.colour != NONE) {
        join(Contacts.across(edge), slot);
      }
    }
    edge = Bodies.isDynamic(member) ? Bodies.at(member).jointHead : NONE;
    for (; edge != NONE; edge = load<u32>(Joints.edge(edge))) {
      const j = Joints.at(edge >> 1);
      if (j.colour != NONE) {
        join(j.bodyA == member ? j.bodyB : j.bodyA, slot);
      }
    }
  }
  for (let k: u32 = 0; k < members.count; k++) {
    fallAsleep(List.get(members, k), true);
    removeAwake(List.get(members, k));
  }
  for (let k: u32 = 0; k < members.count; k++) {
    disengage(List.get(members, k), ContactFlag.Unmade);
  }
  members.count = 0;
}

/** Adds a body to the members of the island that falls asleep with `first`, and to its ring: a body in a ring was added before. */
function join(slot: u32, first: u32): void {
  const body = Bodies.at(slot);
  if (slot != first && (!Bodies.isDynamic(slot) || !Bodies.isAwake(slot))) {
    world.sleepersCarried |= <u32>isMovingKinematic(slot);
    return;
  }
  if (body.sleepRing == NONE) {
    body.sleepRing = slot == first ? slot : Bodies.at(first).sleepRing;
    Bodies.at(first).sleepRing = slot;
    List.push(islandParents, slot); // cannot fail: there is room for all awake bodies
  }
}

/** Sends every island to sleep whose root in `Island.rest` has rested long enough. */
function sleepRested(): void {
  const n = awakeBodies.count;
  const parents = islandParents.ptr;
  const rest = Island.rest(n);
  const roots = Island.roots(n);
  const newest = Island.newest(n);
  const members = Island.members(n);
  // Even if no time is asked for, a body that moves has not rested.
  const least: f32 = max<f32>(world.timeToSleep, f32.MIN_NORMAL_VALUE);
  for (let k: u32 = 0; k < n; k++) {
    store<u32>(roots + ((<usize>k) << 2), findRoot(parents, k));
    store<u32>(newest + ((<usize>k) << 2), NONE);
  }
  let slept: u32 = 0;
  for (let k: u32 = 0; k < n; k++) {
    const root = <usize>load<u32>(roots + ((<usize>k) << 2));
    if (load<f32>(rest + (root << 2)) < least) {
      continue;
    }
    // Into the island's ring, after its newest member.
    const slot = List.get(awakeBodies, k);
    const body = Bodies.at(slot);
    const q = newest + (root << 2);
    const before = load<u32>(q);
    if (before == NONE) {
      body.sleepRing = slot;
    } else {
      body.sleepRing = Bodies.at(before).sleepRing;
      Bodies.at(before).sleepRing = slot;
    }
    store<u32>(q, slot);
    fallAsleep(slot, true);
    slept++;
  }
  if (slept == 0) {
    return;
  }
  let kept: u32 = 0;
  for (let k: u32 = 0; k < n; k++) {
    const slot = load<u32>(members + ((<usize>k) << 2));
    if (Bodies.isAwake(slot)) {
      List.set(awakeBodies, kept, slot);
      kept++;
      Bodies.setSolverIndex(slot, kept);
    } else {
      Bodies.setSolverIndex(slot, 0);
    }
  }
  awakeBodies.count = kept;
  Lists.changed();
  // Only now is it known who sleeps: contacts and joints without an awake side leave the lists.
  for (let k: u32 = 0; k < n; k++) {
    const slot = load<u32>(members + ((<usize>k) << 2));
    if (!Bodies.isAwake(slot)) {
      disengage(slot, 0);
    }
  }
}

/** Five arrays in `islandParents`, with one word per body: parents first, then these. */
abstract class Island {
  /** f32: seconds at rest of the least rested member, at the root. */
  @inline static rest(n: u32): usize {
    return islandParents.ptr + ((<usize>n) << 2);
  }
  /** Root of each body's island. */
  @inline static roots(n: u32): usize {
    return islandParents.ptr + ((<usize>n) << 3);
  }
  /** Newest member of an island's ring, at the root. */
  @inline static newest(n: u32): usize {
    return islandParents.ptr + <usize>n * 12;
  }
  /** The awake list as it was. */
  @inline static members(n: u32): usize {
    return islandParents.ptr + ((<usize>n) << 4);
  }
}

/** Puts a body to sleep; the caller sees to its ring and its place in the awake list. `tell`: with an event. */
export function fallAsleep(slot: u32, tell: bool): void {
  Bodies.stop(slot);
  world.sleepersMoved = 1;
  world.restingInActive = 1;
  const flags = Bodies.flags(slot);
  world.sleepersPlaced |= flags & BodyFlag.Placed;
  Bodies.setFlags(slot, flags & ~BodyFlag.Awake);
  if (tell) {
    addSleepEvent(Bodies.id(slot), 1);
  }
}

/** Takes those contacts and joints of a sleeping body out of the lists that have no awake side. Contacts whose boxes parted die. */
function disengage(slot: u32, flag: u32): void {
  let edge = Bodies.at(slot).contactHead;
  while (edge != NONE) {
    const contact = edge >> 1;
    const c = Contacts.at(contact);
    edge = load<u32>(Contacts.edge(edge));
    if (!Bodies.isAwake(c.bodyA) && !Bodies.isAwake(c.bodyB)) {
      if (!boxesOverlap(Shapes.fatBox(c.shapeA), Shapes.fatBox(c.shapeB))) {
        // Parted in this very step: no later one would look. If they are put back before the next step, they are a new pair.
        renewPairs(c.shapeA);
        renewPairs(c.shapeB);
        destroyContact(contact);
        continue;
      }
      Contacts.deactivate(contact);
      c.flags |= flag;
    }
    if (!solvable(c.bodyA, c.bodyB)) {
      uncolourContact(contact);
    }
  }
  edge = Bodies.at(slot).jointHead;
  while (edge != NONE) {
    const j = Joints.at(edge >> 1);
    if (!solvable(j.bodyA, j.bodyB)) {
      uncolourJoint(edge >> 1); // a body that hangs on a kinematic one that has come to rest stays joined to it
    }
    edge = load<u32>(Joints.edge(edge));
  }
}

/** Lets the next step treat all pairs of a shape that has moved as new; pairs with a contact keep it. */
function renewPairs(shape: u32): void {
  if ((load<u8>(world.shapeMarks + shape) & ShapeMark.Moved) != 0) {
    storeEmptyBox(Shapes.oldBox(shape));
  }
}

/**
 * Is there a side that is awake and can be pushed? An awake kinematic body and a sleeper are not solved: with the sleeper's mass, the
 * solver's immovable body, which stands for all sleepers, would move.
 */
export function solvable(a: u32, b: u32): bool {
  return (Bodies.isAwake(a) && Bodies.isDynamic(a)) || (Bodies.isAwake(b) && Bodies.isDynamic(b));
}

/** Links two bodies of a touching contact or a joint: dynamic ones are united. `hold`: one on a moving kinematic body stays awake. */
function link(parents: usize, bodyA: u32, bodyB: u32, hold: bool): void {
  const movesA = Bodies.isDynamic(bodyA);
  const movesB = Bodies.isDynamic(bodyB);
  if (movesA && movesB) {
    unite(parents, Bodies.solverIndex(bodyA) - 1, Bodies.solverIndex(bodyB) - 1);
  } else if (!hold) {
    return;
  } else if (movesA && isMovingKinematic(bodyB)) {
    Bodies.at(bodyA).sleepTime = 0;
  } else if (movesB && isMovingKinematic(bodyA)) {
    Bodies.at(bodyB).sleepTime = 0;
  }
}

function keepCarried(slot: u32, surfaceSpeed: f32): void {
  if (isCarried(slot, surfaceSpeed)) {
    Bodies.at(slot).sleepTime = 0;
  }
}

function keepDynamic(slot: u32): void {
  if (Bodies.isDynamic(slot)) {
    Bodies.at(slot).sleepTime = 0;
  }
}

/** Does a body move along with a surface that runs at this speed? A body that is blocked may sleep, even on a slow surface. */
export function isCarried(slot: u32, surfaceSpeed: f32): bool {
  const v = Bodies.velocity(slot);
  const half: f32 = 0.5 * surfaceSpeed;
  return Bodies.isDynamic(slot) && v.vx * v.vx + v.vy * v.vy > half * half;
}

export function isMovingKinematic(slot: u32): bool {
  return Bodies.type(slot) == BodyType.Kinematic && Bodies.moves(slot);
}

/**
 * Fills `islandParents` for the awake bodies. `hold`: restarts the sleep timers of bodies that moving kinematic ones, belts or motors
 * move. False: out of memory.
 */
export function findIslands(hold: bool): bool {
  const n = awakeBodies.count;
  if (!Buffer.ensureScratch(islandParents, <usize>n * 20)) {
    world.fault = Code.OutOfMemory;
    return false;
  }
  const parents = islandParents.ptr;
  const members = Island.members(n);
  singletons(parents, n);
  for (let k: u32 = 0; k < n; k++) {
    store<u32>(members + ((<usize>k) << 2), List.get(awakeBodies, k));
  }
  for (let colour: u32 = 0; colour < COLOUR_COUNT; colour++) {
    for (let two: u32 = 0; two < 2; two++) {
      const list = Lists.colour(colour, two);
      for (let k: u32 = 0, m = list.count; k < m; k++) {
        const c = Contacts.at(List.get(list, k));
        link(parents, c.bodyA, c.bodyB, hold);
        if (hold && c.tangentSpeed != 0) {
          keepCarried(c.bodyA, c.tangentSpeed);
          keepCarried(c.bodyB, c.tangentSpeed);
        }
      }
    }
    for (let kind: u32 = 0; kind < JOINT_KINDS; kind++) {
      const list = Lists.joint(colour, kind);
      for (let k: u32 = 0, m = list.count; k < m; k++) {
        const j = Joints.at(List.get(list, k));
        link(parents, j.bodyA, j.bodyB, hold);
        if (hold && asksForSpeed(j) && isDriven(j)) {
          keepDynamic(j.bodyA);
          keepDynamic(j.bodyB);
        }
      }
    }
  }
  return true;
}

/** Current number of islands among the awake bodies, for the counters. */
export function countIslands(): u32 {
  if (!findIslands(false)) {
    return 0;
  }
  let islands: u32 = 0;
  for (let k: u32 = 0, n = awakeBodies.count; k < n; k++) {
    islands += <u32>(load<u32>(islandParents.ptr + ((<usize>k) << 2)) == k);
  }
  return islands;
}
