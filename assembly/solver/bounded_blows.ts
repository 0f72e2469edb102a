import { List } from "../memory/buffer";
import { SCRATCH } from "../memory/scratch";
import { Bodies } from "../world/body";
import { awakeBodies, bouncingBlocks } from "../world/buffers";
import { Contacts } from "../world/contact";
import { world } from "../world/world";
import { Aside, Block, SECOND, aside } from "./contact_block";
import { Column, Motion } from "./integrate";
import { SolverBodies, SolverBody } from "./solver_body";
import { SideA, SideB } from "./solver_rows";

// A blow gives no energy beyond what its restitution says. Newton's restitution with Coulomb's friction may: where friction brakes a
// corner while the body is stopped, and holds it while it bounces, more is pushed to leave as fast as the corner came than it took to
// stop it (Kane and Levinson 1985).
// Of 400 boxes, capsules and polygons thrown at a floor with e = 1 and a friction of 1 a third gained, the worst half of its energy.
//
// What the bounce pushed and rubbed is lessened until the two bodies have what they came with. That is told only of bodies that
// touch nothing else: others are struck by what else they touch. What stands, is driven or runs as a belt does no work where its
// surface stands, so there that is told as seen from the surface.
//
// A restitution above 1 gives some: what a point that met at v pushed in all goes with the mean of v and −e v, so its work is
// (e − 1) / 2 · λ |v|.

/** Gains of less than this share are rounding. */
const TOLERANCE: f64 = 1e-3;

/** What is known of a blow, of one of its bodies or of both. */
@unmanaged
class Blow {
  /** Energy now. */
  energy: f64;
  /** The same, less that when the step began and the work of the forces. */
  gained: f64;
  /** Its first and second derivative by the share of the bounce, at all of it. */
  slope: f64;
  bend: f64;
  /** Velocity of what sees it. */
  ux: f32;
  uy: f32;
}
const blow = changetype<Blow>(SCRATCH);

/** Blocks that bounced → velocities and impulses that give no energy but what e > 1 gives. */
export function boundBlows(): void {
  for (let k: u32 = 0, n = bouncingBlocks.count; k < n; k++) {
    const block = List.get(bouncingBlocks, k);
    const p = <usize>(block & ~1);
    for (let lane: usize = 0; lane < 16; lane += 4) {
      boundBlow(p + lane, (block & 1) != 0);
    }
  }
}

/** Twice what a point that bounced gives by each unit of restitution above 1. */
function given(p: usize): f64 {
  return bounced(p) ? -(<f64>load<f32>(aside(p), Aside.approach1)) * <f64>load<f32>(p, Block.totalImpulse1) : 0;
}

/** As in restitution.ts. A point may have let go of all that it pushed before, and left the body with what it rubbed. */
function bounced(p: usize): bool {
  const pushed: f32 = max<f32>(load<f32>(p, Block.totalImpulse1), load<f32>(aside(p), Aside.stopped1));
  return load<f32>(aside(p), Aside.approach1) < -world.restitutionThreshold && pushed > 0;
}

function boundBlow(p: usize, two: bool): void {
  const r = aside(p);
  const e = load<f32>(r, Aside.restitution);
  if (!(e > 0) || !(bounced(p) || (two && bounced(p + SECOND)))) {
    return;
  }
  const push1: f32 = load<f32>(p, Block.totalImpulse1) - load<f32>(r, Aside.stopped1);
  const push2: f32 = two ? load<f32>(p, Block.totalImpulse2) - load<f32>(r, Aside.stopped2) : 0;
  const rub = load<f32>(r, Aside.bounceRub);
  const push: f32 = push1 + push2;
  const a = load<u32>(p, Block.bodyA);
  const b = load<u32>(p, Block.bodyB);
  if ((push1 == 0 && push2 == 0) || !isFree(a) || !isFree(b)) {
    return;
  }
  blow.ux = 0;
  blow.uy = 0;
  const belt = load<f32>(p, Block.tangentSpeed);
  if (!moves(a)) {
    seeFrom(p, a, load<f32>(p, Block.alongA), meanOf(p, Block.crossA1, Block.crossA2, two), belt);
  } else if (!moves(b)) {
    seeFrom(p, b, load<f32>(p, Block.alongB), meanOf(p, Block.crossB1, Block.crossB2, two), -belt);
  } else if (belt != 0) {
    return; // gives some
  }
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
  turnA *= load<f32>(p, Block.invInertiaA);
  turnB *= load<f32>(p, Block.invInertiaB);
  blow.gained = 0;
  blow.slope = 0;
  blow.bend = 0;
  blow.energy = 0;
  // What was pushed along a locked axis has been taken back.
  const ax: f32 = -imA * x * Motion.lock<f32, SideA>(p, Column.X);
  const ay: f32 = -imA * y * Motion.lock<f32, SideA>(p, Column.Y);
  const bx: f32 = imB * x * Motion.lock<f32, SideB>(p, Column.X);
  const by: f32 = imB * y * Motion.lock<f32, SideB>(p, Column.Y);
  add(a, ax, ay, turnA);
  add(b, bx, by, turnB);
  if (e > 1) {
    blow.gained -= 0.5 * (<f64>e - 1) * (given(p) + (two ? given(p + SECOND) : 0));
  }
  if (!(blow.gained > TOLERANCE * blow.energy)) {
    return;
  }
  const root: f64 = blow.slope * blow.slope - 2 * blow.bend * blow.gained;
  const less: f64 = (blow.slope - sqrt<f64>(max<f64>(root, 0))) / blow.bend;
  const share = -(<f32>min<f64>(max<f64>(less, 0), 1));
  change(a, share, ax, ay, turnA);
  change(b, share, bx, by, turnB);
  lessen(p + Block.totalImpulse1, share * push1);
  if (two) {
    lessen(p + Block.totalImpulse2, share * push2);
  }
}

/** Does it answer to impulses? */
function moves(body: usize): bool {
  const number = SolverBodies.number(body);
  return number != 0 && Bodies.isDynamic(List.get(awakeBodies, number - 1));
}

/** What the point has that pushed, or the mean of both by what they pushed. */
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

/** The blow is seen from the surface of `ground`, where that was pushed: its arm there is `along` the normal and `cross` it. */
function seeFrom(p: usize, ground: usize, along: f32, cross: f32, belt: f32): void {
  const s = changetype<SolverBody>(ground);
  const nx = load<f32>(p, Block.nx);
  const ny = load<f32>(p, Block.ny);
  const rise: f32 = s.w * cross;
  const slide: f32 = belt - s.w * along;
  blow.ux = s.vx + rise * nx + slide * ny;
  blow.uy = s.vy + rise * ny - slide * nx;
}

/** Does it answer to nothing, or touch nothing but what it bounced off? */
function isFree(body: usize): bool {
  return !moves(body) || Contacts.isOnly(List.get(awakeBodies, SolverBodies.number(body) - 1));
}

/** Adds a body, and how the bounce changed its velocity. */
function add(body: usize, x: f64, y: f64, turn: f64): void {
  if (!moves(body)) {
    return;
  }
  const slot = List.get(awakeBodies, SolverBodies.number(body) - 1);
  const mass = Bodies.mass(slot);
  const m: f64 = 1 / <f64>mass.invMass;
  const i: f64 = mass.invInertia > 0 ? 1 / <f64>mass.invInertia : 0;
  const s = changetype<SolverBody>(body);
  const v = Bodies.velocity(slot);
  const ax = Motion.acceleration(body, Column.X);
  const ay = Motion.acceleration(body, Column.Y);
  const lag: f64 = 0.5 * <f64>Motion.lateness();
  const ux = blow.ux;
  const uy = blow.uy;
  const vx: f64 = s.vx - ux;
  const vy: f64 = s.vy - uy;
  const vx0: f64 = v.vx - ux;
  const vy0: f64 = v.vy - uy;
  const now: f64 = energyOf(m, i, vx, vy, s.w) + m * lag * (ax * vx + ay * vy);
  const then: f64 = energyOf(m, i, vx0, vy0, v.w) + m * lag * (ax * vx0 + ay * vy0);
  blow.energy += now;
  blow.gained += now - then - m * (ax * (s.dx - ux * world.dt) + ay * (s.dy - uy * world.dt));
  blow.slope += m * ((vx + lag * ax) * x + (vy + lag * ay) * y) + i * s.w * turn;
  blow.bend += m * (x * x + y * y) + i * turn * turn;
}

function energyOf(m: f64, i: f64, vx: f64, vy: f64, w: f64): f64 {
  return 0.5 * (m * (vx * vx + vy * vy) + i * w * w);
}

function change(body: usize, share: f32, x: f32, y: f32, turn: f32): void {
  if (moves(body)) {
    const s = changetype<SolverBody>(body);
    s.vx += share * x;
    s.vy += share * y;
    s.w += share * turn;
  }
}

function lessen(p: usize, by: f32): void {
  store<f32>(p, load<f32>(p) + by);
}
