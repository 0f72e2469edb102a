import { shapeAabb } from "../collision/aabb";
import { Frame, ShapeGeometry, hasBoxCore } from "../collision/shape_geometry";
import { storeEmptyBox } from "../collision/wide_bvh";
import { BodyType, ShapeKind } from "../abi/layout";
import { List } from "../memory/buffer";
import { REFIT_SPACE } from "../memory/fixed";
import { Bodies, Body, NONE } from "../world/body";
import { awakeBodies, movedShapes } from "../world/buffers";
import { WHIPPED } from "../world/settings";
import { ShapeMark, Shapes, TreeId } from "../world/shape";
import { world } from "../world/world";
import { forgetShape } from "./pair_finder";
import { activateProxy, addToActive, noteChanged, removeFromTree } from "./trees";

const TIGHT: usize = REFIT_SPACE;
const WORLD_FRAME = changetype<Frame>(REFIT_SPACE + 16);

/** Updates frames and boxes of the awake bodies' shapes from the poses; shapes that left their fat box become movers. */
export function refit(): void {
  const n = awakeBodies.count;
  world.treeBehind |= <u32>(n != 0); // a step's changes are not noted one by one: the next query refits them all
  let p = awakeBodies.ptr;
  for (const end = p + ((<usize>n) << 2); p < end; p += 4) {
    refitBody(load<u32>(p));
  }
}

/** The same for one body. */
export function refitBody(bodySlot: u32): void {
  refitShapes(bodySlot, Bodies.at(bodySlot).shapeHead, NONE, false);
}

/** The same for a body that landed in the step. */
export function refitLanded(bodySlot: u32): void {
  refitShapes(bodySlot, Bodies.at(bodySlot).shapeHead, NONE, true);
}

/** The same for a body's shapes from `first` on that come before `stop`. */
function refitShapes(bodySlot: u32, first: u32, stop: u32, landed: bool): void {
  const body = Bodies.at(bodySlot);
  const pose = Bodies.pose(bodySlot);
  const mass = Bodies.mass(bodySlot);
  const x = mass.x;
  const y = mass.y;
  const c = pose.c;
  const s = pose.s;
  // Half the speculative distance on either side: two boxes meet before their shapes are that near.
  const reach: f32 = world.speculativeDistance * 0.5;
  const several = body.shapeCount > 1 && Bodies.isDynamic(bodySlot);
  const ahead: f32 = several && (landed || body.groundContacts != 0) ? wayAhead(bodySlot, body) : 0;
  // Boxes that look ahead are made anew in every step, and once more when looking ahead ends.
  const loose: f32 = ahead > 0 ? 0 : several ? 4 * world.boxMargin : Infinity;
  let slot = first;
  while (slot != stop) {
    const local = Shapes.local(slot);
    const frame = Shapes.frame(slot);
    const lx: f32 = local.x - body.localX;
    const ly: f32 = local.y - body.localY;
    const ox: f32 = c * lx - s * ly;
    const oy: f32 = s * lx + c * ly;
    const fc: f32 = c * local.c - s * local.s;
    const fs: f32 = s * local.c + c * local.s;
    frame.x = ox;
    frame.y = oy;
    frame.c = fc;
    frame.s = fs;
    const g = Shapes.geometry(slot);
    let ex: f32 = 0;
    let ey: f32 = 0;
    if (g.kind == ShapeKind.Circle) {
      ex = g.radius;
      ey = ex;
    } else if (hasBoxCore(g.kind)) {
      const ac: f32 = abs<f32>(fc);
      const as: f32 = abs<f32>(fs);
      ex = ac * g.hx + as * g.hy + g.radius;
      ey = as * g.hx + ac * g.hy + g.radius;
    } else {
      fitOther(slot, g, x + ox, y + oy, fc, fs, reach + ahead, loose);
      slot = Shapes.at(slot).next;
      continue;
    }
    const cx: f32 = x + ox;
    const cy: f32 = y + oy;
    ex += reach + ahead;
    ey += reach + ahead;
    fit(slot, cx - ex, cy - ey, cx + ex, cy + ey, loose);
    slot = Shapes.at(slot).next;
  }
}

/**
 * How far a body near ground may travel in the next step (unit: m), 0 if its contacts see as far. All shapes of a body have to meet the
 * ground on which one of them lands (narrow_phase/landings.ts).
 */
function wayAhead(slot: u32, body: Body): f32 {
  const v = Bodies.velocity(slot);
  const extent = body.maxExtent;
  const way: f32 = WHIPPED * world.dt * (sqrt<f32>(v.vx * v.vx + v.vy * v.vy) + abs<f32>(v.w) * extent);
  return way > world.speculativeDistance ? min<f32>(way, 2 * extent) : 0;
}

function fitOther(slot: u32, g: ShapeGeometry, x: f32, y: f32, c: f32, s: f32, reach: f32, loose: f32): void {
  const frame = WORLD_FRAME;
  frame.x = x;
  frame.y = y;
  frame.c = c;
  frame.s = s;
  shapeAabb(g, frame, TIGHT);
  fit(
    slot,
    load<f32>(TIGHT) - reach,
    load<f32>(TIGHT, 4) - reach,
    load<f32>(TIGHT, 8) + reach,
    load<f32>(TIGHT, 12) + reach,
    loose,
  );
}

/** For a body whose centre of mass has moved: its shapes before `stop` lie where they did, about another point. */
export function moveFrames(bodySlot: u32, stop: u32): void {
  const body = Bodies.at(bodySlot);
  const pose = Bodies.pose(bodySlot);
  const c = pose.c;
  const s = pose.s;
  for (let slot = body.shapeHead; slot != stop; slot = Shapes.at(slot).next) {
    const local = Shapes.local(slot);
    const frame = Shapes.frame(slot);
    const lx: f32 = local.x - body.localX;
    const ly: f32 = local.y - body.localY;
    frame.x = c * lx - s * ly;
    frame.y = s * lx + c * ly;
  }
}

/** Checks a tight box against the fat one. If it has left that, or is in it by more than `loose`, the shape becomes a mover. */
function fit(slot: u32, x0: f32, y0: f32, x1: f32, y1: f32, loose: f32): void {
  const fat = Shapes.fatBox(slot);
  if (load<f32>(fat) <= x0 && load<f32>(fat, 4) <= y0 && load<f32>(fat, 8) >= x1 && load<f32>(fat, 12) >= y1) {
    if (!(x0 - load<f32>(fat) > loose || y0 - load<f32>(fat, 4) > loose)) {
      return;
    }
  }
  const margin = world.boxMargin;
  // No box is infinite: it would overlap the empty ones, and lead out of the tree.
  store<f32>(fat, max<f32>(x0 - margin, -f32.MAX_VALUE));
  store<f32>(fat, max<f32>(y0 - margin, -f32.MAX_VALUE), 4);
  store<f32>(fat, min<f32>(x1 + margin, f32.MAX_VALUE), 8);
  store<f32>(fat, min<f32>(y1 + margin, f32.MAX_VALUE), 12);
  markMoved(slot);
}

/** Makes the shape a mover: the next step looks for its pairs. */
function markMoved(slot: u32): void {
  noteChanged(slot);
  const mark = world.shapeMarks + slot;
  if ((load<u8>(mark) & ShapeMark.Moved) == 0) {
    store<u8>(mark, load<u8>(mark) | ShapeMark.Moved);
    List.push(movedShapes, slot);
  }
  activateProxy(slot);
}

/** `enterShapesFrom` and `renewProxiesFrom` for all shapes of a body. */
export function enterShapes(bodySlot: u32): void {
  enterShapesFrom(bodySlot, Bodies.at(bodySlot).shapeHead, NONE);
}
export function renewProxies(bodySlot: u32): void {
  renewProxiesFrom(bodySlot, Bodies.at(bodySlot).shapeHead, NONE);
}

/** Puts the new shapes of a body, from `first` on before `stop`, into the broad phase (their boxes are empty), and refits all of those. */
export function enterShapesFrom(bodySlot: u32, first: u32, stop: u32): void {
  if (Bodies.type(bodySlot) != BodyType.Static && !Bodies.isAwake(bodySlot)) {
    world.sleepersMoved = 1;
    world.sleepersNew = 1;
  }
  for (let slot = first; slot != stop; slot = Shapes.at(slot).next) {
    if (Shapes.at(slot).tree == TreeId.None) {
      addToActive(slot);
    }
  }
  refitShapes(bodySlot, first, stop, false);
}

/** Makes the next step find all pairs of these shapes as new, by emptying their old boxes. Pairs that have a contact keep it. */
export function renewProxiesFrom(bodySlot: u32, first: u32, stop: u32): void {
  for (let slot = first; slot != stop; slot = Shapes.at(slot).next) {
    storeEmptyBox(Shapes.fatBox(slot));
    storeEmptyBox(Shapes.oldBox(slot));
  }
  enterShapesFrom(bodySlot, first, stop);
}

/** Takes a shape out of the broad phase; its contacts must be gone. */
export function removeProxy(slot: u32): void {
  removeFromTree(slot);
  forgetShape(slot);
  // Its place in the list of movers stays, and its mark: settling a free slot does no harm.
  const mark = world.shapeMarks + slot;
  store<u8>(mark, load<u8>(mark) & ShapeMark.Moved);
  storeEmptyBox(Shapes.fatBox(slot));
}
