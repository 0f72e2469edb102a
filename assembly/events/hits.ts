import { NearestPoint, nearestPoint } from "../collision/point";
import { Frame } from "../collision/shape_geometry";
import { CREATE_SPACE } from "../memory/fixed";
import { List } from "../memory/buffer";
import { Bodies } from "../world/body";
import { COLOUR_COUNT, Lists, hitEvents } from "../world/buffers";
import { ContactFlag, Contacts } from "../world/contact";
import { HIT_EVENT_BYTES, addEvent } from "../world/event_buffers";
import { Shapes } from "../world/shape";
import { world } from "../world/world";

const frame = changetype<Frame>(CREATE_SPACE);
const near = changetype<NearestPoint>(CREATE_SPACE + 16);

/** Impulses of the step → hit events of contacts that want them and met faster than the threshold. */
export function tellHits(): void {
  if (world.hitContactCount == 0) {
    return;
  }
  const threshold = world.hitThreshold;
  for (let colour: u32 = 0; colour < COLOUR_COUNT; colour++) {
    for (let two: u32 = 0; two < 2; two++) {
      const list = Lists.colour(colour, two);
      for (let k: u32 = 0, n = list.count; k < n; k++) {
        tellHit(List.get(list, k), two != 0, threshold);
      }
    }
  }
}

function speedSq(body: u32): f32 {
  const v = Bodies.velocity(body);
  return v.vx * v.vx + v.vy * v.vy;
}

function tellHit(slot: u32, two: bool, threshold: f32): void {
  const c = Contacts.at(slot);
  if ((c.flags & ContactFlag.HitEvents) == 0 || c.approachSpeed <= threshold) {
    return;
  }
  const p = addEvent(hitEvents, HIT_EVENT_BYTES);
  if (p == 0) {
    return;
  }
  const second = two && c.normalImpulse2 > c.normalImpulse1;
  const massA = Bodies.mass(c.bodyA);
  near.x = massA.x + (second ? c.aX2 : c.aX1);
  near.y = massA.y + (second ? c.aY2 : c.aY1);
  if (speedSq(c.bodyA) > speedSq(c.bodyB)) {
    // A has taken its point along since it hit: back to the surface that it hit.
    Shapes.place(c.shapeB, frame);
    nearestPoint(Shapes.geometry(c.shapeB), frame, near.x, near.y, near);
  }
  store<u32>(p, Bodies.id(c.bodyA));
  store<u32>(p, Bodies.id(c.bodyB), 4);
  store<u32>(p, Shapes.id(c.shapeA), 8);
  store<u32>(p, Shapes.id(c.shapeB), 12);
  store<f32>(p, near.x, 16);
  store<f32>(p, near.y, 20);
  store<f32>(p, c.nx, 24);
  store<f32>(p, c.ny, 28);
  store<f32>(p, c.approachSpeed, 32);
  store<f32>(p, c.totalImpulse, 36);
}
