import { List } from "../memory/buffer";
import { Bodies, NONE } from "../world/body";
import {
  contactBeginEvents,
  contactEndEvents,
  sensorBeginEvents,
  sensorEndEvents,
  touchChanges,
} from "../world/buffers";
import { Contact, ContactFlag, Contacts, TouchChange } from "../world/contact";
import { addTouchEvent } from "../world/event_buffers";
import { Shapes } from "../world/shape";
import { world } from "../world/world";
import { colourContact, uncolourContact } from "./colouring";
import { wakeBody } from "./sleep";

/** Touch changes → colours, events, woken bodies; contacts whose boxes parted die. */
export function applyTouchChanges(): void {
  const n = touchChanges.count;
  for (let k: u32 = 0; k < n; k++) {
    const code = List.get(touchChanges, k);
    const slot = code >> 2;
    const change = code & 3;
    if (change == TouchChange.Begin) {
      beginTouch(slot);
    } else if (change == TouchChange.End) {
      endTouch(slot);
    } else {
      destroyContact(slot);
    }
  }
}

function beginTouch(slot: u32): void {
  const c = Contacts.at(slot);
  const flags = c.flags;
  c.flags = flags | ContactFlag.Touching;
  if (flags & ContactFlag.Sensor) {
    if (flags & ContactFlag.SensorEvents) {
      tellSensor(c, true);
    }
    return;
  }
  if (flags & ContactFlag.ContactEvents) {
    tellTouch(c, true);
  }
  // Waking a sleeping side puts its own touching contacts, this one included, into the solver's lists.
  wakeBody(c.bodyA);
  wakeBody(c.bodyB);
  colourContact(slot);
}

function endTouch(slot: u32): void {
  const c = Contacts.at(slot);
  const flags = c.flags;
  c.flags = flags & ~ContactFlag.Touching;
  if (flags & ContactFlag.Sensor) {
    if (flags & ContactFlag.SensorEvents) {
      tellSensor(c, false);
    }
    return;
  }
  if (flags & ContactFlag.ContactEvents) {
    tellTouch(c, false);
  }
  uncolourContact(slot);
}

function tellTouch(c: Contact, begins: bool): void {
  addTouchEvent(
    begins ? contactBeginEvents : contactEndEvents,
    Bodies.id(c.bodyA),
    Bodies.id(c.bodyB),
    Shapes.id(c.shapeA),
    Shapes.id(c.shapeB),
  );
}

/** Sensor events name the sensor first, then the visitor. */
function tellSensor(c: Contact, begins: bool): void {
  const first = Shapes.isSensor(c.shapeA);
  addTouchEvent(
    begins ? sensorBeginEvents : sensorEndEvents,
    Bodies.id(first ? c.bodyA : c.bodyB),
    Bodies.id(first ? c.bodyB : c.bodyA),
    Shapes.id(first ? c.shapeA : c.shapeB),
    Shapes.id(first ? c.shapeB : c.shapeA),
  );
}

/** Ends the touch, if there is one, with its event, and frees the contact. */
export function destroyContact(slot: u32): void {
  const c = Contacts.at(slot);
  if (c.flags & ContactFlag.Touching) {
    endTouch(slot);
  }
  if (c.flags & ContactFlag.HitEvents) {
    world.hitContactCount--;
  }
  Contacts.deactivate(slot);
  Contacts.free(slot);
}

/** Destroys all contacts of a body, or only those of one of its shapes; bodies that touched it wake up. */
export function destroyContactsOf(bodySlot: u32, shapeSlot: u32): void {
  let edge = Bodies.at(bodySlot).contactHead;
  while (edge != NONE) {
    const slot = edge >> 1;
    const c = Contacts.at(slot);
    const next = load<u32>(Contacts.edge(edge));
    if (shapeSlot == NONE || c.shapeA == shapeSlot || c.shapeB == shapeSlot) {
      const other = edge & 1 ? c.bodyA : c.bodyB;
      const touched = (c.flags & (ContactFlag.Touching | ContactFlag.Sensor)) == ContactFlag.Touching;
      destroyContact(slot);
      if (touched) {
        wakeBody(other);
      }
    }
    edge = next;
  }
}
