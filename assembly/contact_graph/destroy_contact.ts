import { Bodies } from "../world/body";
import { ContactFlag, Contacts } from "../world/contact";
import { tellTouch } from "../world/event_buffers";
import { world } from "../world/world";
import { uncolourContact } from "./colouring";

// How a touch ends, and how a contact does: as the narrow phase finds, by a call, or by falling asleep.

export function endTouch(slot: u32): void {
  const c = Contacts.at(slot);
  const flags = c.flags;
  c.flags = flags & ~(ContactFlag.Touching | ContactFlag.Ahead | ContactFlag.Column | ContactFlag.Overlapping);
  if ((flags & ContactFlag.Ahead) == 0) {
    tellTouch(c, flags, false);
  }
  if ((flags & ContactFlag.Sensor) == 0) {
    uncolourContact(slot);
  }
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
