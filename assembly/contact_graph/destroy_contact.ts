import { Bodies } from "../world/body";
import { contactBeginEvents, contactEndEvents, sensorBeginEvents, sensorEndEvents } from "../world/buffers";
import { Contact, ContactFlag, Contacts } from "../world/contact";
import { addTouchEvent } from "../world/event_buffers";
import { Shapes } from "../world/shape";
import { world } from "../world/world";
import { uncolourContact } from "./colouring";

// How a touch ends, and a contact: by the narrow phase's word, by a call, and by falling asleep.

export function endTouch(slot: u32): void {
  const c = Contacts.at(slot);
  const flags = c.flags;
  c.flags = flags & ~(ContactFlag.Touching | ContactFlag.Column | ContactFlag.Overlapping);
  tellTouch(c, flags, false);
  if ((flags & ContactFlag.Sensor) == 0) {
    uncolourContact(slot);
  }
}

/** Tells the event of a touch that begins or ends, if the contact wants one. */
export function tellTouch(c: Contact, flags: u32, begins: bool): void {
  if (flags & ContactFlag.Sensor) {
    if (flags & ContactFlag.SensorEvents) {
      tellSensor(c.shapeA, c.shapeB, begins);
    }
  } else if (flags & ContactFlag.ContactEvents) {
    addTouchEvent(
      begins ? contactBeginEvents : contactEndEvents,
      Bodies.id(c.bodyA),
      Bodies.id(c.bodyB),
      Shapes.id(c.shapeA),
      Shapes.id(c.shapeB),
    );
  }
}

/** Sensor events name the sensor first, then the visitor. */
export function tellSensor(shapeA: u32, shapeB: u32, begins: bool): void {
  const first = Shapes.isSensor(shapeA);
  const sensor = first ? shapeA : shapeB;
  const visitor = first ? shapeB : shapeA;
  addTouchEvent(
    begins ? sensorBeginEvents : sensorEndEvents,
    Bodies.id(Shapes.at(sensor).body),
    Bodies.id(Shapes.at(visitor).body),
    Shapes.id(sensor),
    Shapes.id(visitor),
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
  if (c.flags & ContactFlag.Static) {
    Bodies.countGround(c.bodyA, c.bodyB, -1);
  }
  Contacts.deactivate(slot);
  Contacts.free(slot);
}
