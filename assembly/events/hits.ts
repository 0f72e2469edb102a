import { BodyFlag } from "../abi/layout";
import { Bodies, NONE } from "../world/body";
import { HIT_CONTACT_BYTES, hitContacts, hitEvents } from "../world/buffers";
import { Contact, ContactFlag, Contacts } from "../world/contact";
import { HIT_EVENT_BYTES, addEvent, tellTouch } from "../world/event_buffers";
import { Shapes } from "../world/shape";
import { world } from "../world/world";

/** Writes hit events for the contacts that hit in this step, except those that are over. */
export function tellHits(): void {
  for (
    let p = hitContacts.ptr, end = p + <usize>hitContacts.count * HIT_CONTACT_BYTES;
    p < end;
    p += HIT_CONTACT_BYTES
  ) {
    const c = Contacts.at(load<u32>(p));
    if (c.colour != NONE) {
      tellHit(c, p);
    }
  }
}

/** Has the body only this contact, and no locked axis? */
function isFree(slot: u32): bool {
  return Contacts.isOnly(slot) && (Bodies.flags(slot) & BodyFlag.LockedAxes) == 0;
}

/**
 * The most that a contact bears for each m/s by which its sides have still to slow down (unit: kg). No more than all of a free body's
 * mass acts at a point; a body that others hold may act as if it did not move. Where both are held, no more than the heavier acts.
 */
function mostMass(c: Contact): f32 {
  const imA = Bodies.mass(c.bodyA).invMass;
  const imB = Bodies.mass(c.bodyB).invMass;
  const free: f32 = (isFree(c.bodyA) ? imA : 0) + (isFree(c.bodyB) ? imB : 0);
  const ofHeavier = min<f32>(imA, imB);
  return 1 / (free > 0 ? free : ofHeavier > 0 ? ofHeavier : imA + imB);
}

/** Writes the hit event of a contact. `hit`: what was noted of the hit. */
function tellHit(c: Contact, hit: usize): void {
  if (c.flags & ContactFlag.Ahead) {
    c.flags &= ~ContactFlag.Ahead;
    tellTouch(c, c.flags, true); // the body came down
  }
  const speed = load<f32>(hit, 4);
  let impulse = load<f32>(hit, 8);
  const left = load<f32>(hit, 12);
  // A body that meets a surface in the last sub-step closes the gap there, and is stopped by the next step: that is one hit, told with
  // the impulse that it will have taken.
  const told = (c.flags & ContactFlag.Told) != 0;
  c.flags = left > world.hitThreshold ? c.flags | ContactFlag.Told : c.flags & ~ContactFlag.Told;
  if (told) {
    return;
  }
  const p = addEvent(hitEvents, HIT_EVENT_BYTES);
  if (p == 0) {
    return;
  }
  if (left > 0) {
    // For each m/s that is left, as much as the step took for each m/s by which it slowed them. Other bodies that press, or a touch late
    // in the last sub-step, make that slowing next to nothing, and the blow may take more steps: hence `most`.
    const most: f32 = left * mostMass(c);
    impulse += speed > left ? min<f32>((impulse * left) / (speed - left), most) : 0;
  }
  store<u32>(p, Bodies.id(c.bodyA));
  store<u32>(p, Bodies.id(c.bodyB), 4);
  store<u32>(p, Shapes.id(c.shapeA), 8);
  store<u32>(p, Shapes.id(c.shapeB), 12);
  store<f32>(p, load<f32>(hit, 16), 16);
  store<f32>(p, load<f32>(hit, 20), 20);
  store<f32>(p, c.nx, 24);
  store<f32>(p, c.ny, 28);
  store<f32>(p, speed, 32);
  store<f32>(p, impulse, 36);
}
