import { atan2 } from "../math/trig";
import { List } from "../memory/buffer";
import { SCRATCH } from "../memory/scratch";
import { Bodies } from "../world/body";
import { awakeBodies } from "../world/buffers";
import { Contacts } from "../world/contact";
import { world } from "../world/world";
import { Aside, Block, SECOND, aside } from "./contact_block";
import { Column, Motion } from "./integrate";
import { SolverBodies, SolverBody } from "./solver_body";
import { SideA, SideB } from "./solver_rows";

// The energy of bounces: how a lane's bounce changed the velocities of its bodies, their energy now and when the step began,
// and by what share the bounce has to be lessened so as not to give energy (bounded_blows.ts).

/** Gains of less than this share are rounding. */
const TOLERANCE: f64 = 1e-3;

/** Restitution up to which no body between others was seen to gain: of 400 polygons in wedges none with 0.9, two with 0.97. */
const GAINING: f32 = 0.9;

/** Sums over the bodies of a blow. */
@unmanaged
export class Blow {
  /** Energy now. */
  energy: f64;
  /** Energy now, less the energy when the step began and the work of forces. */
  gained: f64;
  /** First and second derivative of the energy by the share of the bounce, at the whole bounce. */
  slope: f64;
  bend: f64;
  /** Velocity of the frame in which energy is measured. */
  ux: f32;
  uy: f32;
}

/** A velocity (unit: m/s). */
@unmanaged
class Ground {
  ux: f32;
  uy: f32;
}
/** Velocity of a lane's ground, as found last by `seeGround`. */
export const ground = changetype<Ground>(SCRATCH);

/** What the bounce of a lane pushed, and how it changed the velocities of the lane's bodies. */
@unmanaged
class Bounce {
  push1: f32;
  push2: f32;
  ax: f32;
  ay: f32;
  turnA: f32;
  bx: f32;
  by: f32;
  turnB: f32;
}
/** The bounce found last by `readBounce`. */
export const bounce = changetype<Bounce>(SCRATCH + offsetof<Ground>());

/** Did a point bounce (restitution.ts)? It did even if it let go of all that it had pushed before: its friction stays with the body. */
function bounced(p: usize): bool {
  const pushed: f32 = max<f32>(load<f32>(p, Block.totalImpulse1), load<f32>(aside(p), Aside.stopped1));
  return load<f32>(aside(p), Aside.approach1) < -world.restitutionThreshold && pushed > 0;
}

/** Reads what the bounce did in the lane at `p` → `bounce`. False: nothing. */
export function readBounce(p: usize, two: bool): bool {
  const r = aside(p);
  if (!(load<f32>(r, Aside.restitution) > 0) || !(bounced(p) || (two && bounced(p + SECOND)))) {
    return false;
  }
  const push1: f32 = load<f32>(p, Block.totalImpulse1) - load<f32>(r, Aside.stopped1);
  const push2: f32 = two ? load<f32>(p, Block.totalImpulse2) - load<f32>(r, Aside.stopped2) : 0;
  const rub = load<f32>(r, Aside.bounceRub);
  if (push1 == 0 && push2 == 0 && rub == 0) {
    return false;
  }
  const push: f32 = push1 + push2;
  const nx = load<f32>(p, Block.nx);
  const ny = load<f32>(p, Block.ny);
  const x: f32 = push * nx + rub * ny;
  const y: f32 = push * ny - rub * nx;
  let turnA: f32 = load<f32>(p, Block.alongA) * rub - load<f32>(p, Block.crossA1) * push1;
  let turnB: f32 = load<f32>(p, Block.crossB1) * push1 - load<f32>(p, Block.alongB) * rub;
  if (two) {
    turnA -= load<f32>(p, Block.crossA2) * push2;
    turnB += load<f32>(p, Block.crossB2) * push2;
  }
  const imA = load<f32>(p, Block.invMassA);
  const imB = load<f32>(p, Block.invMassB);
  bounce.push1 = push1;
  bounce.push2 = push2;
  // Motion along a locked axis has been taken back.
  bounce.ax = -imA * x * Motion.lock<f32, SideA>(p, Column.X);
  bounce.ay = -imA * y * Motion.lock<f32, SideA>(p, Column.Y);
  bounce.turnA = turnA * load<f32>(p, Block.invInertiaA);
  bounce.bx = imB * x * Motion.lock<f32, SideB>(p, Column.X);
  bounce.by = imB * y * Motion.lock<f32, SideB>(p, Column.Y);
  bounce.turnB = turnB * load<f32>(p, Block.invInertiaB);
  return true;
}

/**
 * The energy that a restitution above 1 gave in the lane at `p`. The whole push of a point that met at v acts at the mean of v
 * and −e v, so its work is (e − 1) / 2 · λ |v|.
 */
export function given(p: usize, two: bool): f64 {
  const e = load<f32>(aside(p), Aside.restitution);
  return e > 1 ? 0.5 * (<f64>e - 1) * (givenAt(p) + (two ? givenAt(p + SECOND) : 0)) : 0;
}

function givenAt(p: usize): f64 {
  return bounced(p) ? -(<f64>load<f32>(aside(p), Aside.approach1)) * <f64>load<f32>(p, Block.totalImpulse1) : 0;
}

/** Does the body at this address respond to impulses? */
export function moves(body: usize): bool {
  const number = SolverBodies.number(body);
  return number != 0 && Bodies.isDynamic(List.get(awakeBodies, number - 1));
}

/** May the lane at `p` give energy even if its bodies touch others, too? @inline */
export function isElastic(p: usize): bool {
  return load<f32>(aside(p), Aside.restitution) > GAINING;
}

/** Do the bodies of the lane at `p` touch nothing else, and hang on no joint? */
export function isAlone(p: usize): bool {
  return isFree(load<u32>(p, Block.bodyA)) && isFree(load<u32>(p, Block.bodyB));
}

function isFree(body: usize): bool {
  return !moves(body) || Contacts.isOnly(List.get(awakeBodies, SolverBodies.number(body) - 1));
}

/** Surface velocity of the immovable body at `p`, where it was pushed → `ground`. */
export function seeGround(p: usize, two: bool): void {
  const a = load<u32>(p, Block.bodyA);
  const b = load<u32>(p, Block.bodyB);
  const belt = load<f32>(p, Block.tangentSpeed);
  if (!moves(a)) {
    seeFrom(p, a, load<f32>(p, Block.alongA), meanOf(p, Block.crossA1, Block.crossA2, two), belt);
  } else {
    seeFrom(p, b, load<f32>(p, Block.alongB), meanOf(p, Block.crossB1, Block.crossB2, two), -belt);
  }
}

/** The value of the point that pushed, or the mean of both points weighted by their pushes. */
function meanOf(p: usize, first: usize, second: usize, two: bool): f32 {
  const of1 = load<f32>(p + first);
  if (!two) {
    return of1;
  }
  const push1 = load<f32>(p, Block.totalImpulse1);
  const push2 = load<f32>(p, Block.totalImpulse2);
  const push: f32 = push1 + push2;
  return push > 0 ? (push1 * of1 + push2 * load<f32>(p + second)) / push : of1;
}

/** The same for a given body, whose arm there is `along` the normal and `cross` it. */
function seeFrom(p: usize, body: usize, along: f32, cross: f32, belt: f32): void {
  const s = changetype<SolverBody>(body);
  const nx = load<f32>(p, Block.nx);
  const ny = load<f32>(p, Block.ny);
  const rise: f32 = s.w * cross;
  const slide: f32 = belt - s.w * along;
  ground.ux = s.vx + rise * nx + slide * ny;
  ground.uy = s.vy + rise * ny - slide * nx;
}

/**
 * Adds a moving body, and how the bounce changed its velocity, to the sums over a blow. `loaded`: a contact that is not elastic
 * pushes the body. A load gives it energy as it settles or comes out of an overlap. Besides, the work of forces is taken from
 * the whole displacement and the last acceleration, which is exact only in flight under gravity. So a loaded body counts as
 * having gained no more than the bounce itself gave it.
 */
export function addBody(sums: Blow, body: usize, x: f64, y: f64, turn: f64, loaded: bool): void {
  const slot = List.get(awakeBodies, SolverBodies.number(body) - 1);
  const mass = Bodies.mass(slot);
  const m: f64 = 1 / <f64>mass.invMass;
  const i: f64 = mass.invInertia > 0 ? 1 / <f64>mass.invInertia : 0;
  const s = changetype<SolverBody>(body);
  const v = Bodies.velocity(slot);
  const ax = Motion.acceleration(body, Column.X);
  const ay = Motion.acceleration(body, Column.Y);
  const lag: f64 = 0.5 * <f64>Motion.lateness();
  const ux = sums.ux;
  const uy = sums.uy;
  const vx: f64 = s.vx - ux;
  const vy: f64 = s.vy - uy;
  const vx0: f64 = v.vx - ux;
  const vy0: f64 = v.vy - uy;
  const spin = Motion.acceleration(body, Column.Turn);
  const now: f64 = energyOf(m, i, vx, vy, s.w) + lag * (m * (ax * vx + ay * vy) + i * spin * s.w);
  const then: f64 = energyOf(m, i, vx0, vy0, v.w) + lag * (m * (ax * vx0 + ay * vy0) + i * spin * v.w);
  const turned: f64 = spin != 0 ? atan2(s.ds, s.dc) : 0;
  sums.energy += now;
  const gained: f64 = now - then - m * (ax * (s.dx - ux * world.dt) + ay * (s.dy - uy * world.dt)) - i * spin * turned;
  const slope: f64 = m * ((vx + lag * ax) * x + (vy + lag * ay) * y) + i * (s.w + lag * spin) * turn;
  const bend: f64 = m * (x * x + y * y) + i * turn * turn;
  sums.gained += loaded ? min<f64>(gained, slope - 0.5 * bend) : gained;
  sums.slope += slope;
  sums.bend += bend;
}

function energyOf(m: f64, i: f64, vx: f64, vy: f64, w: f64): f64 {
  return 0.5 * (m * (vx * vx + vy * vy) + i * w * w);
}

/** The share of the bounce that has to be taken back; 0 where it gave nothing. */
export function tooMuch(sums: Blow): f32 {
  if (!(sums.gained > TOLERANCE * sums.energy)) {
    return 0;
  }
  const root: f64 = sums.slope * sums.slope - 2 * sums.bend * sums.gained;
  const less: f64 = (sums.slope - sqrt<f64>(max<f64>(root, 0))) / sums.bend;
  return <f32>min<f64>(max<f64>(less, 0), 1);
}

/** Takes back from a moving body a share of what the bounce did to it. */
export function takeBack(body: usize, share: f32, x: f32, y: f32, turn: f32): void {
  const s = changetype<SolverBody>(body);
  s.vx -= share * x;
  s.vy -= share * y;
  s.w -= share * turn;
}

/** Takes a share of the bounce read last from what the lane at `p` pushed. */
export function pushLess(p: usize, two: bool, share: f32): void {
  store<f32>(p, load<f32>(p, Block.totalImpulse1) - share * bounce.push1, Block.totalImpulse1);
  if (two) {
    store<f32>(p, load<f32>(p, Block.totalImpulse2) - share * bounce.push2, Block.totalImpulse2);
  }
}
