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

/** One piece of ground: the box of its shape, the contact, and the shape. */
@unmanaged
export class Ground extends Aabb {
  contact: u32;
  shape: u32;
  /** Is the body deeper in it than the margin of the boxes? Then it may hide ground whose box does not meet its own. */
  deep: u32;

  @inline static get first(): usize {
    return grounds.ptr;
  }
  @inline static get end(): usize {
    return grounds.ptr + <usize>grounds.count * offsetof<Ground>();
  }
  /** May it hide a contact with another piece of ground, `shape` with this box? */
  @inline static isNear(g: Ground, shape: u32, box: usize): bool {
    return g.shape != shape && boxesOverlap(changetype<usize>(g), box);
  }
}

/** So many pieces of ground that follow one another make a row: most lie side by side, so that all of a row are far away at once. */
const ROW: u32 = 16;

/** The box around a row of ground. The rows follow the pieces. */
@unmanaged
export class GroundRow extends Aabb {
  /** Is the body deeper in any piece than the margin of the boxes? */
  deep: u32;

  @inline static get first(): usize {
    return Ground.end;
  }
  /** Where the pieces of the row behind the one that begins at `p` begin. */
  @inline static after(p: usize): usize {
    return min<usize>(p + ROW * offsetof<Ground>(), Ground.end);
  }
  /** May a piece of the row hide a contact with ground in this box? */
  @inline static isNear(row: GroundRow, box: usize): bool {
    return row.deep != 0 || boxesOverlap(changetype<usize>(row), box);
  }
}

/** Is this a contact with ground that pushes? */
export function isGround(c: Contact): bool {
  return (c.flags & (ContactFlag.Static | ContactFlag.Sensor)) == ContactFlag.Static;
}

/** Lists the ground contacts of a body as `Ground` records, in the order of its list; none if memory runs out. */
export function listGrounds(mover: u32): void {
  grounds.count = 0;
  const most = <usize>Bodies.at(mover).contactCount;
  if (!Buffer.ensureScratch(grounds, most * offsetof<Ground>() + (most / ROW + 1) * offsetof<GroundRow>())) {
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
      g.x0 = load<f32>(box);
      g.y0 = load<f32>(box, 4);
      g.x1 = load<f32>(box, 8);
      g.y1 = load<f32>(box, 12);
      g.contact = edge >> 1;
      g.shape = shape;
      g.deep = <u32>(Contacts.touches(c) && Contacts.gap(c) <= -world.boxMargin);
      p += offsetof<Ground>();
      grounds.count++;
    }
  }
  listRows();
}

function listRows(): void {
  let r = GroundRow.first;
  for (let p = Ground.first, end = Ground.end; p < end; r += offsetof<GroundRow>()) {
    const row = changetype<GroundRow>(r);
    storeEmptyBox(r);
    row.deep = 0;
    for (const next = GroundRow.after(p); p < next; p += offsetof<Ground>()) {
      const g = changetype<Ground>(p);
      row.x0 = min<f32>(row.x0, g.x0);
      row.y0 = min<f32>(row.y0, g.y0);
      row.x1 = max<f32>(row.x1, g.x1);
      row.y1 = max<f32>(row.y1, g.y1);
      row.deep |= g.deep;
    }
  }
}
