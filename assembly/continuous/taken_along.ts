import { Also } from "../broad_phase/trees";
import { CastHit } from "../collision/cast_hit";
import { ShapeDistance, shapeDistance } from "../collision/distance";
import { rayCast } from "../collision/ray_cast";
import { Frame } from "../collision/shape_geometry";
import { Sweep, sweepFrame } from "../collision/time_of_impact";
import { cos, sin } from "../math/trig";
import { List } from "../memory/buffer";
import { SEEN_SPACE, TAKEN_SPACE } from "../memory/fixed";
import { Bodies, NONE } from "../world/body";
import { queryResults } from "../world/buffers";
import { HARMLESS } from "../world/settings";
import { Shapes } from "../world/shape";
import { world } from "../world/world";
import { mayHit } from "./first_touch";
import { angleBetween, beginAt, endAt, findOnWay, shapeMotion } from "./motion";
import { frameInWorld, frameSeenBy, goesAlong, motionSince } from "./seen_by";
import { way } from "./way";

// A moving body that has stopped another goes on for the rest of the step and takes the other along: fully by its translation, by its
// turn only as a frictionless face would, along the normal. Carried round with it as a whole, a ball that fell on a roller went sideways
// by as much as the roller turned in the rest of the step, without any velocity, and a wheel driven by a crank was carried off its pin
// (docs/decisions/0045-taken-along.md).

// `takeAlong` writes all of these, and they are valid until its next call: `stayBefore` may read `whole` after it has returned.

/** The rest of the body's own motion, and that of its shape. */
const rest = changetype<Sweep>(TAKEN_SPACE);
const mine = changetype<Sweep>(TAKEN_SPACE + 40);
/** The motion of the body that it met, and that of the other's shape. */
const theirs = changetype<Sweep>(TAKEN_SPACE + 80);
const ground = changetype<Sweep>(TAKEN_SPACE + 120);
/** Where the two shapes begin and end a part of those motions. */
const mineBefore = changetype<Frame>(TAKEN_SPACE + 160);
const mineAfter = changetype<Frame>(TAKEN_SPACE + 176);
const groundBefore = changetype<Frame>(TAKEN_SPACE + 192);
const groundAfter = changetype<Frame>(TAKEN_SPACE + 208);
/** Where the other was when the two met, where the body was, and where the body would be, had it gone round with the other. */
const place = changetype<Frame>(TAKEN_SPACE + 224);
const met = changetype<Frame>(TAKEN_SPACE + 240);
const whole = changetype<Frame>(TAKEN_SPACE + 256);
const gap = changetype<ShapeDistance>(TAKEN_SPACE + 272);
const hit = changetype<CastHit>(TAKEN_SPACE + 304);
if (offsetof<Sweep>() > 40 || offsetof<ShapeDistance>() > 32) {
  ERROR("the records of this file overlap");
}
if (TAKEN_SPACE + 304 + offsetof<CastHit>() > SEEN_SPACE) {
  ERROR("the records of this file reach into the next ones");
}

/** The normal is computed anew each time one of the two has turned by this much (unit: rad), `MOST_PARTS` times at most. */
const PART: f32 = 0.25;
const MOST_PARTS: i32 = 16;
/**
 * A body goes round with the other after a blow only if that takes it no further aside than this many times what the blow closes in a step.
 * The corners of a wheel of many sides strike what lies on it weakly, and would take it round with the wheel.
 */
const ASIDE: f32 = 1.5;

/**
 * Ends the path `s` of a body whose shape meets `other`, a shape of a moving body, after `fraction` of the step: the body goes along
 * with the other and is pushed out of it along normals.
 */
export function takeAlong(slot: u32, shape: u32, other: u32, fraction: f32, s: Sweep): void {
  const owner = Shapes.at(other).body;
  const along = goesAlong();
  motionSince(owner, theirs);
  frameSeenBy(owner, s, fraction, whole);
  frameInWorld(owner, whole, fraction, met);
  way.carrier = owner;
  way.taken = shape;
  way.taker = other;
  way.groundedShape = NONE; // its path begins anew
  shapeMotion(theirs, owner, other, ground);
  sweepFrame(ground, fraction, groundBefore);
  beginAt(rest, met);
  endAt(rest, met);
  rest.localX = 0;
  rest.localY = 0;
  shapeMotion(rest, slot, shape, mine);
  sweepFrame(mine, 0, mineBefore);
  const begin = shapeDistance(Shapes.geometry(shape), mineBefore, Shapes.geometry(other), groundBefore, gap);
  const turn = goOn(slot, fraction, s);
  shapeMotion(rest, slot, shape, mine);
  s.c1x = rest.c1x;
  s.c1y = rest.c1y;
  s.q1c = rest.q1c;
  s.q1s = rest.q1s;
  const least: f32 = min<f32>(begin, 0.5 * world.linearSlop) - depth(slot); // a shape that swung in began deeper
  const blow = closing(slot, owner, met.x, met.y, place.x, place.y);
  const left = pushOut(shape, other, fraction, least, turn, s);
  if ((left > world.linearSlop && turn > PART) || misses(slot, owner, blow, left, s)) {
    endAt(s, whole); // it would go past the tip of a bat, and the next step would not see the blow
  } else {
    stayBefore(slot, owner, s);
  }
  // A body that slid along another met it off its own path through the world: begun there, its path might begin behind a wall.
  if (!along) {
    beginAt(s, met);
    way.since = fraction;
  }
}

/**
 * Did the two meet in a real blow (closing by more than the slop in a step) that the next step would miss, from where the push left them?
 * A body held by joints goes where they lead it: when it was sent round with the other instead, a yoke was torn off its slider.
 */
function misses(slot: u32, owner: u32, speed: f32, left: f32, s: Sweep): bool {
  const reach: f32 = speed * world.dt;
  if (Bodies.at(slot).jointColours != 0 || reach <= world.linearSlop) {
    return false;
  }
  const x: f32 = whole.x - s.c1x;
  const y: f32 = whole.y - s.c1y;
  if (x * x + y * y > ASIDE * ASIDE * reach * reach) {
    return false;
  }
  return (
    left > world.speculativeDistance || closing(slot, owner, s.c1x, s.c1y, theirs.c1x, theirs.c1y) * world.dt < left
  );
}

/** Speed at which the points of `gap` approach each other, for bodies whose centres are here (unit: m/s). */
function closing(slot: u32, owner: u32, x: f32, y: f32, otherX: f32, otherY: f32): f32 {
  const v = Bodies.velocity(slot);
  const u = Bodies.velocity(owner);
  const vx: f32 = v.vx - v.w * (gap.ay - y) - (u.vx - u.w * (gap.by - otherY));
  const vy: f32 = v.vy + v.w * (gap.ax - x) - (u.vy + u.w * (gap.bx - otherX));
  return vx * gap.nx + vy * gap.ny;
}

/** If a body that was taken along would go through the other, its path ends where it would be, had it gone round with it as a whole. */
export function stayBefore(slot: u32, owner: u32, s: Sweep): void {
  if (goesThrough(slot, owner, s)) {
    endAt(s, whole);
  }
}

/** How deep a body may go in (unit: m). A push would tear it off its joints, so one with joints may go as deep as an unswept body. */
function depth(slot: u32): f32 {
  const body = Bodies.at(slot);
  return body.jointColours != 0 ? HARMLESS * body.minExtent : 0;
}

/**
 * Moves the end of the path `s` out of the other shape, to a gap of `least`, over the rest of both motions, of which neither turns by
 * more than `turn`. Returns the gap in the end.
 */
function pushOut(shape: u32, other: u32, fraction: f32, least: f32, turn: f32, s: Sweep): f32 {
  const parts: i32 = min<i32>(1 + <i32>(turn / PART), MOST_PARTS);
  let x: f32 = 0;
  let y: f32 = 0;
  let now = least;
  for (let k = 1; k <= parts; k++) {
    const share: f32 = <f32>k / <f32>parts;
    sweepFrame(mine, share, mineAfter);
    sweepFrame(ground, fraction + (1 - fraction) * share, groundAfter);
    mineAfter.x += x;
    mineAfter.y += y;
    const closing: f32 =
      wayOf(gap.ax, gap.ay, mineBefore, mineAfter) - wayOf(gap.bx, gap.by, groundBefore, groundAfter);
    const push: f32 = max<f32>(closing - max<f32>(gap.distance - least, 0), 0);
    x -= push * gap.nx;
    y -= push * gap.ny;
    mineAfter.x -= push * gap.nx;
    mineAfter.y -= push * gap.ny;
    now = shapeDistance(Shapes.geometry(shape), mineAfter, Shapes.geometry(other), groundAfter, gap);
    const out: f32 = max<f32>(least - now, 0);
    x -= out * gap.nx;
    y -= out * gap.ny;
    copyFrame(mineBefore, mineAfter);
    copyFrame(groundBefore, groundAfter);
    mineBefore.x -= out * gap.nx;
    mineBefore.y -= out * gap.ny;
  }
  s.c1x += x;
  s.c1y += y;
  return max<f32>(now, least);
}

function copyFrame(out: Frame, from: Frame): void {
  out.x = from.x;
  out.y = from.y;
  out.c = from.c;
  out.s = from.s;
}

/** How far a point moves along the normal when its shape goes from one frame to another. */
function wayOf(x: f32, y: f32, from: Frame, to: Frame): f32 {
  const c: f32 = from.c * to.c + from.s * to.s;
  const q: f32 = from.c * to.s - from.s * to.c;
  const rx: f32 = x - from.x;
  const ry: f32 = y - from.y;
  const wayX: f32 = to.x - from.x + (c * rx - q * ry) - rx;
  const wayY: f32 = to.y - from.y + (q * rx + c * ry) - ry;
  return wayX * gap.nx + wayY * gap.ny;
}

/**
 * The body's motion after `fraction` of its path `s` → `rest`. The body goes as far as the other does. Of the motion by which the
 * other's turn would carry it, along the normal and across, it takes the part that it makes itself as well; of its own motion beyond
 * that, only so much as needs no sweep. A body with joints takes only the shared part of the other's translation, too. Returns the larger
 * turn of the two bodies (unit: rad).
 */
function goOn(slot: u32, fraction: f32, s: Sweep): f32 {
  const body = Bodies.at(slot);
  const held = body.jointColours != 0;
  sweepFrame(theirs, fraction, place);
  const theirTurn = turnFrom(place, theirs);
  const c: f32 = place.c * theirs.q1c + place.s * theirs.q1s;
  const q: f32 = place.c * theirs.q1s - place.s * theirs.q1c;
  const goneX: f32 = theirs.c1x - place.x;
  const goneY: f32 = theirs.c1y - place.y;
  const ownerX = place.x;
  const ownerY = place.y;
  const rx: f32 = met.x - ownerX;
  const ry: f32 = met.y - ownerY;
  const alongX: f32 = held ? 0 : goneX;
  const alongY: f32 = held ? 0 : goneY;
  const theirX: f32 = goneX - alongX + (c * rx - q * ry - rx);
  const theirY: f32 = goneY - alongY + (q * rx + c * ry - ry);
  const x: f32 = s.c1x - met.x - alongX;
  const y: f32 = s.c1y - met.y - alongY;
  const into = ofBoth(x * gap.nx + y * gap.ny, theirX * gap.nx + theirY * gap.ny);
  const across = ofBoth(y * gap.nx - x * gap.ny, theirY * gap.nx - theirX * gap.ny);
  const bothX: f32 = into * gap.nx - across * gap.ny;
  const bothY: f32 = into * gap.ny + across * gap.nx;
  const besideX: f32 = x - bothX;
  const besideY: f32 = y - bothY;
  const beside: f32 = sqrt<f32>(besideX * besideX + besideY * besideY);
  const harmless: f32 = HARMLESS * body.minExtent;
  const free: f32 = held ? harmless : min<f32>(harmless, sqrt<f32>(theirX * theirX + theirY * theirY));
  const kept: f32 = beside > free ? free / beside : 1;
  const own = turnFrom(met, s);
  const both = ofBoth(own, theirTurn);
  const most: f32 = body.maxExtent > 0 ? free / body.maxExtent : 0;
  const turn: f32 = both + min<f32>(max<f32>(own - both, -most), most);
  const tc = <f32>cos(<f64>turn);
  const ts = <f32>sin(<f64>turn);
  rest.c1x = met.x + (alongX + bothX + kept * besideX);
  rest.c1y = met.y + (alongY + bothY + kept * besideY);
  rest.q1c = tc * met.c - ts * met.s;
  rest.q1s = ts * met.c + tc * met.s;
  return max<f32>(abs<f32>(theirTurn), abs<f32>(turn));
}

/** The part that two motions have in common. */
function ofBoth(own: f32, others: f32): f32 {
  return others > 0 ? min<f32>(max<f32>(own, 0), others) : max<f32>(min<f32>(own, 0), others);
}

/** By how much a motion turns from a frame to its end (unit: rad). */
function turnFrom(f: Frame, s: Sweep): f32 {
  return angleBetween(f.c, f.s, s.q1c, s.q1s);
}

/**
 * Would the centre of any shape of a body go through a shape of the other on the straight line from `whole` to where its path ends? At
 * `whole`, having gone round with the other, it is behind nothing of the other that it was not behind before.
 */
function goesThrough(slot: u32, owner: u32, s: Sweep): bool {
  const body = Bodies.at(slot);
  rest.c0x = whole.x;
  rest.c0y = whole.y;
  rest.c1x = s.c1x;
  rest.c1y = s.c1y;
  findOnWay(slot, rest, Also.Kinematic | (world.restingInActive != 0 ? Also.Active : 0));
  for (let shape = body.shapeHead; shape != NONE; shape = Shapes.at(shape).next) {
    const local = Shapes.local(shape);
    const lx: f32 = local.x - body.localX;
    const ly: f32 = local.y - body.localY;
    const x: f32 = whole.x + (whole.c * lx - whole.s * ly);
    const y: f32 = whole.y + (whole.s * lx + whole.c * ly);
    const wayX: f32 = s.c1x + (s.q1c * lx - s.q1s * ly) - x;
    const wayY: f32 = s.c1y + (s.q1s * lx + s.q1c * ly) - y;
    for (let k: u32 = 0, n = queryResults.count; k < n; k++) {
      const other = List.get(queryResults, k);
      if (mayHit(slot, other) && Shapes.at(other).body == owner) {
        Shapes.place(other, groundAfter);
        if (rayCast(Shapes.geometry(other), groundAfter, x, y, wayX, wayY, hit)) {
          return true;
        }
      }
    }
  }
  return false;
}
