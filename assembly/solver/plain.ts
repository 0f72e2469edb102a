import { SolverKind } from "../abi/option_layout";
import { V } from "../math/wide";
import { COLOUR_COUNT } from "../world/buffers";
import { world } from "../world/world";
import {
  Aside,
  Block,
  ONE_POINT_BYTES,
  Ranges,
  SECOND,
  TWO_POINT_BYTES,
  aside,
  colourAt,
  frictionOf,
} from "./contact_block";
import { LOCK, Motion } from "./integrate";
import { SolverBody } from "./solver_body";

// What the two teaching solvers add to the kernels of the soft one (docs/solvers.md).
//
// Impulse: sequential impulses (Catto, GDC 2006) are the soft solver's biased pass without softness, run several times. Overlap
// is then taken out of the positions alone, along the normal and without turning, by linear projection:
//
//     Δx = percent · max(overlap − slop, 0) / (mA⁻¹ + mB⁻¹) · m⁻¹ n
//
// Arcade: bodies do not turn. Where two approach, their relative velocity Vn + Vt becomes Vt (1 − f) − e Vn, with friction once
// a step for each pair; overlap is taken out whole. Passes are repeated for the sake of piles.
//
// A body with locks responds along its free axes alone. With L its locks (1 where it is free), n the normal and t the tangent,
//
//     Knn = Σ m⁻¹ n·L n,   Knt = Σ m⁻¹ n·L t,   Ktt = Σ m⁻¹ t·L t
//
// take the place of mA⁻¹ + mB⁻¹, 0 and mA⁻¹ + mB⁻¹. Approaching bodies are pushed along n, which also changes Vt by Knt / Knn
// times the change of Vn. Friction takes its share of the Vt at Vn = 0, and leaves Vn alone: the energy is a sum of squares of
// these two, and neither grows. Projection uses Knn.
//
// One lane at a time in every build: these modes are for learning, not for speed.

function bodyA(q: usize): SolverBody {
  return changetype<SolverBody>(load<usize>(q, Block.bodyA));
}
function bodyB(q: usize): SolverBody {
  return changetype<SolverBody>(load<usize>(q, Block.bodyB));
}

/** Current gap of a point, without the motion of the bodies' centres. */
function turnedGap(a: SolverBody, b: SolverBody, q: usize): f32 {
  const partA: f32 = a.dc * load<f32>(q, Block.coreA1) + a.ds * load<f32>(q, Block.crossA1);
  const partB: f32 = b.dc * load<f32>(q, Block.coreB1) + b.ds * load<f32>(q, Block.crossB1);
  return partB - partA + load<f32>(q, Block.separation1);
}

/** Smallest current gap among a contact's points. */
function gapOf(q: usize, two: u32): f32 {
  const a = bodyA(q);
  const b = bodyB(q);
  let gap = turnedGap(a, b, q);
  if (two != 0 && load<f32>(q, Block.normalMass2) > 0) {
    gap = min<f32>(gap, turnedGap(a, b, q + SECOND));
  }
  return gap + ((b.dx - a.dx) * load<f32>(q, Block.nx) + (b.dy - a.dy) * load<f32>(q, Block.ny));
}

/** The arcade response of all contacts. The first pass of a sub-step forgets the impulses of the one before. */
export function respond(first: bool): void {
  each(first ? Task.RespondAnew : Task.Respond);
}

/** Takes overlap out of the positions of all contacts. */
export function project(): void {
  each(Task.Project);
}

/** Below this many slops a second nothing counts as approaching (unit: 1/s). */
const ROUNDED: f32 = 0.001;
/** A response across the normal below this share of the inverse masses is rounding. */
const RIGID: f32 = 1e-4;

const enum Task {
  RespondAnew = 0,
  Respond = 1,
  Project = 2,
}

function each(task: Task): void {
  for (let turn: u32 = 0; turn < COLOUR_COUNT; turn++) {
    for (let two: u32 = 0; two < 2; two++) {
      const bytes = two ? TWO_POINT_BYTES : ONE_POINT_BYTES;
      const end = Ranges.end(colourAt(turn), two);
      for (let q = Ranges.start(colourAt(turn), two); q < end; q = V.next<f32>(q, bytes)) {
        if (task == Task.RespondAnew) {
          tell(q, two, 0, 0, 0);
        }
        if (load<f32>(q, Block.normalMass1) > 0) {
          const gap = gapOf(q, two);
          if (task == Task.Project) {
            projectOne(q, gap);
          } else {
            respondOne(q, two, gap);
          }
        }
      }
    }
  }
}

/**
 * Reports what a contact pushed, on top of the share `kept` of what is reported already. Where an impulse acts makes no
 * difference to bodies that do not turn, so each of two points reports half.
 */
function tell(q: usize, two: u32, kept: f32, normal: f32, tangent: f32): void {
  const both = two != 0 && load<f32>(q, Block.normalMass2) > 0;
  const first: f32 = both ? 0.5 : 1;
  store<f32>(q, kept * load<f32>(q, Block.normalImpulse1) + first * normal, Block.normalImpulse1);
  store<f32>(q, kept * load<f32>(q, Block.tangentImpulse) + tangent, Block.tangentImpulse);
  if (both) {
    store<f32>(q, load<f32>(q, Block.normalImpulse1), Block.normalImpulse2);
  }
}

/** How fast turning parts the bodies at a point. Only kinematic bodies turn. */
function turning(a: SolverBody, b: SolverBody, q: usize): f32 {
  return b.w * load<f32>(q, Block.crossB1) - a.w * load<f32>(q, Block.crossA1);
}

/** The same at the faster approaching of the points that touch. `shift`: how far the centres have moved apart. */
function turningOf(a: SolverBody, b: SolverBody, q: usize, two: u32, shift: f32): f32 {
  const first = turning(a, b, q);
  if (two == 0 || !(load<f32>(q, Block.normalMass2) > 0)) {
    return first;
  }
  const second = turning(a, b, q + SECOND);
  const near: f32 = world.linearSlop - shift;
  if (turnedGap(a, b, q) > near) {
    return second;
  }
  return turnedGap(a, b, q + SECOND) > near ? first : min<f32>(first, second);
}

/**
 * How fast two bodies that approach by vn after this sub-step's forces leave again. It gives back e² of the quantity that
 * semi-implicit Euler keeps constant (approaches.ts), from where the bodies are. With e times vn itself each bounce also gave
 * back what they fell in the sub-step, and what they are lifted out of each other again: balls of e = 1 rose by 80 % in 28
 * bounces.
 */
function bouncedSpeed(e: f32, vn: f32, gap: f32, acceleration: f32): f32 {
  const change: f32 = acceleration * world.h;
  const lag: f32 = 0.5 * acceleration * Motion.lateness();
  const before: f32 = vn - change;
  const met: f32 = max<f32>(before * before - 2 * acceleration * gap + 2 * lag * before, 0);
  const late: f32 = change - lag;
  return max<f32>(late + sqrt<f32>(max<f32>(late * late + e * e * met + 2 * acceleration * gap, 0)), 0);
}

/** A body's locks L along x and y: 1 where it is free. */
function freeX(body: SolverBody): f32 {
  return load<f32>(Motion.row(changetype<usize>(body)) + LOCK);
}
function freeY(body: SolverBody): f32 {
  return load<f32>(Motion.row(changetype<usize>(body)) + LOCK, 4);
}

/** n·L n. */
function along(body: SolverBody, nx: f32, ny: f32): f32 {
  const x = freeX(body);
  const y = freeY(body);
  return x == y ? x : x * nx * nx + y * ny * ny; // exactly 1 for a free body
}

/** n·L t. */
function across(body: SolverBody, nx: f32, ny: f32): f32 {
  return (freeX(body) - freeY(body)) * nx * ny;
}

/** n·L n, bounded so that a body on a rail moves at most twice as far as the two are to be parted: the next pass does the rest. */
function eased(body: SolverBody, nx: f32, ny: f32): f32 {
  const s = along(body, nx, ny);
  return max<f32>(s, 0.5 * sqrt<f32>(s));
}

/** The greater of its speeds along x and y. */
function fastest(body: SolverBody): f32 {
  return max<f32>(abs<f32>(body.vx), abs<f32>(body.vy));
}

/** Changes a body's velocity along its free axes. */
function hit(body: SolverBody, x: f32, y: f32): void {
  body.vx += x * freeX(body);
  body.vy += y * freeY(body);
}

/**
 * The same for a push by an immovable body that presses at speed `pressed` and bounces by e. A body on a rail gets no faster
 * than twice that speed, or than it was (times e, if e is above 1). Nearly square to the rail, a face would shoot it off like a
 * pip.
 */
function hitByGround(body: SolverBody, x: f32, y: f32, pressed: f32, e: f32): void {
  const most: f32 = max<f32>(max<f32>(e, 1) * fastest(body), 2 * abs<f32>(pressed));
  hit(body, x, y);
  if (freeX(body) != freeY(body)) {
    body.vx = max<f32>(-most, min<f32>(body.vx, most));
    body.vy = max<f32>(-most, min<f32>(body.vy, most));
  }
}

function respondOne(q: usize, two: u32, gap: f32): void {
  const a = bodyA(q);
  const b = bodyB(q);
  const nx = load<f32>(q, Block.nx);
  const ny = load<f32>(q, Block.ny);
  const x: f32 = b.vx - a.vx;
  const y: f32 = b.vy - a.vy;
  const vn: f32 = x * nx + y * ny + turningOf(a, b, q, two, (b.dx - a.dx) * nx + (b.dy - a.dy) * ny);
  // Rounding leaves tiny approach speeds after a blow: when friction acted on each, bodies sliding along a wall stopped.
  const least: f32 = -ROUNDED * world.linearSlop;
  // Contact within the sub-step counts too: round bodies that were only lifted out of each other went round each other, as fast
  // as before.
  if (vn >= least || gap > max<f32>(world.linearSlop, -vn * world.h)) {
    return;
  }
  const imA = load<f32>(q, Block.invMassA);
  const imB = load<f32>(q, Block.invMassB);
  const answers: f32 = imA * along(a, nx, ny) + imB * along(b, nx, ny);
  if (!(answers > 0)) {
    return; // neither can give way
  }
  const turn: f32 = b.w * load<f32>(q, Block.alongB) - a.w * load<f32>(q, Block.alongA);
  const vt: f32 = x * ny - y * nx - turn - load<f32>(q, Block.tangentSpeed);
  const r = aside(q);
  const e: f32 = -vn > world.restitutionThreshold ? load<f32>(r, Aside.restitution) : 0;
  // Bodies that do not bounce reach the surface first; friction acts there.
  const ahead = e == 0 && gap > world.linearSlop;
  const leaves: f32 =
    e > 0 ? bouncedSpeed(e, vn, gap, load<f32>(r, Aside.acceleration)) : ahead ? -gap * world.invH : 0;
  let f: f32 = 0;
  // The field of the rolling impulse, unused here, records that friction has acted in this step.
  if (!ahead && load<f32>(r, Aside.rollingImpulse) == 0) {
    f = min<f32>(frictionOf<f32>(q), 1);
    store<f32>(r, 1, Aside.rollingImpulse);
  }
  const mass: f32 = 1 / answers;
  const both: f32 = imA * across(a, nx, ny) + imB * across(b, nx, ny);
  const skew: f32 = both * mass;
  // t·L t is n·L n with the components of n exchanged.
  const rest: f32 = imA * along(a, ny, nx) + imB * along(b, ny, nx) - skew * both;
  let tangent: f32 = rest > RIGID * (imA + imB) ? -f * (vt - skew * vn) * (1 / rest) : 0;
  // Friction is bounded so that the normal impulse, which makes up for its skew, never has to pull.
  tangent = skew * tangent > -vn * mass ? (-vn * mass) / skew : tangent;
  const normal: f32 = (leaves - vn) * mass - skew * tangent;
  const px: f32 = normal * nx + tangent * ny;
  const py: f32 = normal * ny - tangent * nx;
  store<f32>(q, load<f32>(q, Block.totalImpulse1) + normal, Block.totalImpulse1);
  tell(q, two, 1, normal, tangent);
  if (imA == 0) {
    hitByGround(b, imB * px, imB * py, vn - (b.vx * nx + b.vy * ny), e);
  } else if (imB == 0) {
    hitByGround(a, -imA * px, -imA * py, vn + (a.vx * nx + a.vy * ny), e);
  } else {
    hit(a, -imA * px, -imA * py);
    hit(b, imB * px, imB * py);
  }
}

function projectOne(q: usize, gap: f32): void {
  const arcade = world.solver == SolverKind.Arcade;
  const overlap: f32 = -gap - (arcade ? 0 : world.projectionSlop);
  if (overlap <= 0) {
    return;
  }
  const a = bodyA(q);
  const b = bodyB(q);
  const nx = load<f32>(q, Block.nx);
  const ny = load<f32>(q, Block.ny);
  const imA = load<f32>(q, Block.invMassA);
  const imB = load<f32>(q, Block.invMassB);
  const answers: f32 = imA * eased(a, nx, ny) + imB * eased(b, nx, ny);
  if (!(answers > 0)) {
    return;
  }
  const push: f32 = (arcade ? overlap : overlap * world.projectionPercent) / answers;
  shift(a, -imA * push, q);
  shift(b, imB * push, q);
}

function shift(body: SolverBody, distance: f32, q: usize): void {
  body.dx += distance * load<f32>(q, Block.nx) * freeX(body);
  body.dy += distance * load<f32>(q, Block.ny) * freeY(body);
}
