import { BodyFlag, Code, QueryDef, QueryFlag } from "../abi/layout";
import { Frame, ShapeGeometry } from "../collision/shape_geometry";
import { MAILBOX_ADDRESS, QUERY_SPACE } from "../memory/fixed";
import { Bodies } from "../world/body";
import { Shapes } from "../world/shape";

// Which shapes a query sees. Its filter is a category and a mask, like a shape's: they meet when each is in the other's mask. It also
// names kinds of bodies, whether sensors are seen, and bodies to leave out: those carry a flag during the query.

/** A query's filter, as read from the mailbox. */
@unmanaged
class QueryFilter {
  category: u32;
  mask: u32;
  flags: u32;
}

/** The frame of the shape that a query looks at. */
export const frame = changetype<Frame>(QUERY_SPACE);
/** A `CastHit` or `NearestPoint`, whichever the query makes. */
export const FOUND: usize = QUERY_SPACE + 16;
/** A box, and what the four boxes of a block give: where a ray enters them, or how far they are. */
export const BOX: usize = QUERY_SPACE + 48;
export const ENTRIES: usize = QUERY_SPACE + 64;
/** Traversal stack: at most three siblings a level wait. */
export const STACK: usize = QUERY_SPACE + 80;
const filter = changetype<QueryFilter>(QUERY_SPACE + 336);
/** The shape of a shape query, its local frame, and its frame in the world. */
export const queryShape = changetype<ShapeGeometry>(QUERY_SPACE + 352);
export const queryLocal = changetype<Frame>(QUERY_SPACE + 384);
export const queryFrame = changetype<Frame>(QUERY_SPACE + 400);

/** Reads the filter in the mailbox and marks the bodies to leave out. If it is refused, no mark is left. */
export function beginQuery(): i32 {
  const def = MAILBOX_ADDRESS;
  const count = load<u32>(def, QueryDef.ExcludedCount << 2);
  if (count > <u32>QueryDef.MostExcluded) {
    return Code.OutOfRange;
  }
  for (let k: usize = 0; k < <usize>count; k++) {
    if (Bodies.find(load<u32>(def + (k << 2), QueryDef.Excluded << 2)) == 0) {
      return Code.StaleBody;
    }
  }
  filter.category = load<u32>(def, QueryDef.Category << 2);
  filter.mask = load<u32>(def, QueryDef.Mask << 2);
  filter.flags = load<u32>(def, QueryDef.Flags << 2);
  mark(BodyFlag.Unseen);
  return Code.Ok;
}

/** Takes the marks away. */
export function endQuery(): void {
  mark(0);
}

function mark(flag: u32): void {
  const def = MAILBOX_ADDRESS;
  for (let k: usize = 0, n = <usize>load<u32>(def, QueryDef.ExcludedCount << 2); k < n; k++) {
    const slot = Bodies.find(load<u32>(def + (k << 2), QueryDef.Excluded << 2));
    Bodies.setFlags(slot, (Bodies.flags(slot) & ~BodyFlag.Unseen) | flag);
  }
}

export function wants(flag: u32): bool {
  return (filter.flags & flag) != 0;
}

/** @inline */
export function passes(shape: u32): bool {
  const s = Shapes.at(shape);
  const flags = Bodies.flags(s.body);
  return (
    shape != 0 &&
    (s.category & filter.mask) != 0 &&
    (s.mask & filter.category) != 0 &&
    ((filter.flags >> (flags & BodyFlag.TypeMask)) & 1) != 0 &&
    (flags & BodyFlag.Unseen) == 0 &&
    (!Shapes.isSensor(shape) || wants(QueryFlag.Sensors))
  );
}

/** Places the query's shape in the world: its own frame, taken from the pose given. */
export function placeQueryShape(x: f32, y: f32, c: f32, s: f32): void {
  const l = queryLocal;
  queryFrame.x = x + (c * l.x - s * l.y);
  queryFrame.y = y + (s * l.x + c * l.y);
  queryFrame.c = c * l.c - s * l.s;
  queryFrame.s = s * l.c + c * l.s;
}
