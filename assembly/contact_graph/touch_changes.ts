import { Buffer, List } from "../memory/buffer";
import { Bodies, NONE } from "../world/body";
import { touchChanges } from "../world/buffers";
import { ContactFlag, Contacts, TouchChange } from "../world/contact";
import { tellTouch } from "../world/event_buffers";
import { mayMeet } from "../world/filter";
import { markBlow } from "./mark_blow";
import { colourContact } from "./colouring";
import { destroyContact, endTouch } from "./destroy_contact";
import { orderBegins } from "./order_begins";
import { markOverlap, noteOverlap } from "./overlap";
import { keepAwake, leaveRing, wakeBody } from "./sleep";

/**
 * Touch changes → colours, events, woken bodies; contacts whose boxes parted die. Touches that end give their colours back before those
 * that begin take one, and only after both is it checked which bodies have lost all support.
 */
export function applyTouchChanges(): void {
  const n = touchChanges.count;
  for (let k: u32 = 0; k < n; k++) {
    const code = List.get(touchChanges, k);
    if ((code & 3) == TouchChange.End) {
      endTouch(code >> 2);
    }
  }
  const begins = orderBegins();
  beginTouches(begins, TouchChange.Begin, 0);
  beginTouches(begins, TouchChange.BeginAhead, ContactFlag.Ahead); // an end still to come down follows the touches beside it
  for (let k: u32 = 0; k < n; k++) {
    const code = List.get(touchChanges, k);
    const change = code & 3;
    if (change == TouchChange.End) {
      const c = Contacts.at(code >> 2);
      if ((c.flags & ContactFlag.Sensor) == 0) {
        leave(c.bodyA);
        leave(c.bodyB);
      }
    } else if (change == TouchChange.Parted) {
      destroyContact(code >> 2);
    }
  }
}

function beginTouches(begins: Buffer, wanted: u32, ahead: u32): void {
  for (let k: u32 = 0; k < begins.count; k++) {
    const code = List.get(begins, k);
    if ((code & 3) == wanted) {
      beginTouch(code >> 2, ahead);
    }
  }
}

/** `ahead`: `ContactFlag.Ahead`, or 0. */
function beginTouch(slot: u32, ahead: u32): void {
  const c = Contacts.at(slot);
  const flags = c.flags;
  c.flags = (flags & ~ContactFlag.Ahead) | ContactFlag.Touching | ahead;
  if (ahead == 0) {
    tellTouch(c, flags, true);
  }
  if ((flags & (ContactFlag.Sensor | ContactFlag.Touching)) != 0) {
    return;
  }
  // Waking a sleeping side puts its touching contacts, including this one, into the solver's lists.
  wakeBody(c.bodyA);
  wakeBody(c.bodyB);
  noteOverlap(c);
  markBlow(c);
  colourContact(slot);
}

/**
 * A touch of a body has ended. A body put to sleep on a kinematic one that has left it has lost its support, and wakes. One that touches
 * nothing any more has just begun to fall: its rest until now must not count, or it would stay in the air.
 */
function leave(slot: u32): void {
  if (!Bodies.isDynamic(slot)) {
    return;
  }
  wakeBody(slot);
  if (Bodies.at(slot).sleepTime == 0) {
    return;
  }
  for (let edge = Bodies.at(slot).contactHead; edge != NONE; edge = load<u32>(Contacts.edge(edge))) {
    if ((Contacts.at(edge >> 1).flags & (ContactFlag.Touching | ContactFlag.Sensor)) == ContactFlag.Touching) {
      return;
    }
  }
  Bodies.at(slot).sleepTime = 0;
}

/**
 * Destroys all contacts of a body, or only those of one of its shapes; `forbidden`: only those of them that filters no longer allow.
 * Bodies that touched it wake up.
 */
export function destroyContactsOf(bodySlot: u32, shapeSlot: u32, forbidden: bool = false): void {
  let edge = Bodies.at(bodySlot).contactHead;
  while (edge != NONE) {
    const slot = edge >> 1;
    const c = Contacts.at(slot);
    const next = load<u32>(Contacts.edge(edge));
    if (
      (shapeSlot == NONE || c.shapeA == shapeSlot || c.shapeB == shapeSlot) &&
      !(forbidden && mayMeet(c.shapeA, c.shapeB))
    ) {
      const other = Contacts.across(edge);
      const touched = (c.flags & (ContactFlag.Touching | ContactFlag.Sensor)) == ContactFlag.Touching;
      destroyContact(slot);
      if (touched) {
        keepAwake(other);
      }
    }
    edge = next;
  }
}

/** Wakes a body that is about to lose contacts, and those created asleep beside it, which may touch it though no step has looked. */
export function wakeToLose(bodySlot: u32): void {
  wakeUnmade(bodySlot);
  keepAwake(bodySlot);
}

/** The same for a body that becomes static: bodies that slept with it wake, but it does not. */
export function wakeToStay(bodySlot: u32): void {
  wakeUnmade(bodySlot);
  const next = Bodies.at(bodySlot).sleepRing;
  leaveRing(bodySlot);
  if (next != NONE && next != bodySlot) {
    keepAwake(next);
  }
}

function wakeUnmade(bodySlot: u32): void {
  for (let edge = Bodies.at(bodySlot).contactHead; edge != NONE; edge = load<u32>(Contacts.edge(edge))) {
    const c = Contacts.at(edge >> 1);
    if ((c.flags & (ContactFlag.Unmade | ContactFlag.Sensor)) == ContactFlag.Unmade) {
      wakeBody(Contacts.across(edge));
    }
  }
}

/**
 * A body is put elsewhere: those with which it has contacts wake up, and the narrow phase will decide which contacts go on. Whether one
 * passes a one-way shape, or was placed inside what it touched before, is decided anew.
 */
export function moveContactsOf(bodySlot: u32): void {
  for (let edge = Bodies.at(bodySlot).contactHead; edge != NONE; edge = load<u32>(Contacts.edge(edge))) {
    const c = Contacts.at(edge >> 1);
    wakeBody(Contacts.across(edge));
    c.flags &= ~ContactFlag.Passing;
    if (c.colour != NONE && Bodies.isDynamic(bodySlot)) {
      markOverlap(c);
    }
  }
}
