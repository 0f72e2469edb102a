import { Code } from "../abi/layout";
import { Aabb } from "../collision/aabb";
import { boxesOverlap, storeEmptyBox } from "../collision/wide_bvh";
import { Buffer } from "../memory/buffer";
import { Bodies, NONE } from "../world/body";
import { grounds } from "../world/buffers";
import { Contact, ContactFlag, Contacts } from "../world/contact";
import { Shapes } from "../world/shape";
import { world } from "../world/world";

// The ground that a body touches, or may touch, in one row of memory: each of its contacts with ground is compared with the ground of all
// others, nearly all of which lies apart. Walking from contact to contact, rafts of 1,000 boxes and planks on as many links took 90 and
// 50 ms a step.

/** So many pieces of ground that follow one another make a row: most lie side by side, so that all of a row are far away at once. */
const ROW: usize = 16;

/**
 * One piece of ground: the box of its shape, larger by as much as the body is deep in it, since it hides ground as far away; the contact,
 * and the shape.
 */
@unmanaged
export class Ground extends Aabb {
  contact: u32;
  shape: u32;
  /** Fills the record up to a power of two, so that a row's number is found by a shift. */
  spare1: u32;
  spare2: u32;

  @inline static get first(): usize {
    return grounds.ptr;
  }
  @inline static get end(): usize {
    return grounds.ptr + <usize>grounds.count * offsetof<Ground>();
  }
  /** The next piece after `p` (0: the first of all), other than the shape itself, whose box meets the given one; 0 if there is none. */
  static near(p: usize, shape: u32, box: usize): usize {
    const first = Ground.first;
    const end = Ground.end;
    p = p == 0 ? first : p + offsetof<Ground>();
    while (p < end) {
      if ((p - first) % ROW_BYTES == 0 && !boxesOverlap(rowBox(p), box)) {
        p += ROW_BYTES;
        continue;
      }
      if (changetype<Ground>(p).shape != shape && boxesOverlap(p, box)) {
        return p;
      }
      p += offsetof<Ground>();
    }
    return 0;
  }
}
const ROW_BYTES: usize = ROW * offsetof<Ground>();

/** Address of the box around the row that begins at `p`: these boxes follow the pieces. @inline */
function rowBox(p: usize): usize {
  return Ground.end + ((p - Ground.first) / ROW_BYTES) * offsetof<Aabb>();
}

/** Is this a contact with ground that pushes? */
export function isGround(c: Contact): bool {
  return (c.flags & (ContactFlag.Static | ContactFlag.Sensor)) == ContactFlag.Static;
}

/** Lists the ground contacts of a body as `Ground` records, in the order of its list; none if memory runs out. */
export function listGrounds(mover: u32): void {
  grounds.count = 0;
  const most = <usize>Bodies.at(mover).contactCount;
  if (!Buffer.ensureScratch(grounds, most * offsetof<Ground>() + (most / ROW + 1) * offsetof<Aabb>())) {
    world.fault = Code.OutOfMemory;
    return;
  }
  let p = grounds.ptr;
  for (let edge = Bodies.at(mover).contactHead; edge != NONE; edge = load<u32>(Contacts.edge(edge))) {
    const c = Contacts.at(edge >> 1);
    if (isGround(c)) {
      const g = changetype<Ground>(p);
      const shape = c.bodyA != mover ? c.shapeA : c.shapeB;
      const box = Shapes.fatBox(shape);
      const depth: f32 = Contacts.touches(c) ? max<f32>(0, -Contacts.gap(c)) : 0;
      g.x0 = load<f32>(box) - depth;
      g.y0 = load<f32>(box, 4) - depth;
      g.x1 = load<f32>(box, 8) + depth;
      g.y1 = load<f32>(box, 12) + depth;
      g.contact = edge >> 1;
      g.shape = shape;
      p += offsetof<Ground>();
      grounds.count++;
    }
  }
  listRows();
}

function listRows(): void {
  const end = Ground.end;
  for (let p = Ground.first; p < end;) {
    const row = changetype<Aabb>(rowBox(p));
    storeEmptyBox(changetype<usize>(row));
    for (const next = min<usize>(p + ROW_BYTES, end); p < next; p += offsetof<Ground>()) {
      const g = changetype<Ground>(p);
      row.x0 = min<f32>(row.x0, g.x0);
      row.y0 = min<f32>(row.y0, g.y0);
      row.x1 = max<f32>(row.x1, g.x1);
      row.y1 = max<f32>(row.y1, g.y1);
    }
  }
}
