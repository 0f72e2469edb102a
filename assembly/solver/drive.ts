import { IntegratorKind } from "../abi/option_layout";
import { cos, sin } from "../math/trig";
import { Buffer, List } from "../memory/buffer";
import { DRIVE_SPACE } from "../memory/fixed";
import { Bodies, BodyDrive } from "../world/body";
import { awakeBodies, bodyMotion, driveSpace, solverBodies } from "../world/buffers";
import { MAX_TURN } from "../world/settings";
import { world } from "../world/world";
import { Forces, Probe, gatherForces } from "./field_forces";
import { DAMP, FREE, LOCK, MOTION_BYTES, storeChange, storeRow } from "./integrate";
import { SOLVER_BODY_BYTES, SolverBody } from "./solver_body";

// Free motion under more than the world's gravity and forces of one step: lasting forces, gravity of a body's own, force
// fields, and integrators other than semi-implicit Euler. In a world without these, nothing here runs.
//
// It writes the same two rows per body as prepareBodies (integrate.ts), for each sub-step anew where they may change:
//
//     semi-implicit   dv = damp · h (a + F/m),  damp = 1 / (1 + h (damping + K/m)),  K the coefficient of drag: never unstable
//                     where drag acts off the centre of mass, dv = v' − damp · v with v' from v and ω together
//     explicit        dv = h a(x, v),           x ← x + h v
//     RK4             the classical Runge–Kutta step, fields at the stage points (Hairer, Nørsett, Wanner, II.1)
//
// Positions follow h · v' in integratePositions. What the last two integrators need beyond that is the drift. It is added along
// axes on which no constraint has acted: those whose velocities are still as integrateVelocities left them.

/** Rows of `driveSpace` for a body: acceleration by constant forces, and drift (x, y, turn). */
const ROW_BYTES: usize = 32;
const DRIFT: usize = 16;

const forces = changetype<Forces>(DRIVE_SPACE);
const probe = changetype<Probe>(DRIVE_SPACE + 72);
/** Acceleration at the probe now, and at the stage before. */
@unmanaged
class Rates {
  x: f64;
  y: f64;
  turn: f64;
  beforeX: f64;
  beforeY: f64;
  beforeTurn: f64;
}
const rates = changetype<Rates>(DRIVE_SPACE + 128);

export const enum Drive {
  /** Before prepareBodies. */
  Prepare = 0,
  /** Before each sub-step. */
  Rows = 1,
  /** After integratePositions. */
  Drift = 2,
}

/**
 * Does one of the three tasks; false: out of memory. They are one function so that the compiler does not inline it into the
 * loop, for worlds that need none of this.
 */
export function drive(task: u32): bool {
  if (task == Drive.Prepare) {
    return prepare();
  }
  if (task == Drive.Rows) {
    rows();
  } else if (world.integrator != IntegratorKind.SemiImplicit) {
    drift();
  }
  return true;
}

/** Constant forces of the awake bodies → `driveSpace`; called before prepareBodies, which clears forces that last one step. */
function prepare(): bool {
  const n = awakeBodies.count;
  const bytes = (<usize>n + 1) * ROW_BYTES;
  if (!Buffer.ensureScratch(driveSpace, bytes)) {
    return false;
  }
  memory.fill(driveSpace.ptr, 0, bytes);
  let row = driveSpace.ptr + ROW_BYTES;
  for (let k: u32 = 0; k < n; k++, row += ROW_BYTES) {
    const slot = List.get(awakeBodies, k);
    if (!Bodies.isDynamic(slot)) {
      continue;
    }
    const body = Bodies.at(slot);
    const mass = Bodies.mass(slot);
    const own = (body.drives & BodyDrive.Gravity) != 0;
    const scale = body.gravityScale;
    storeRow(
      row,
      (own ? body.gravityX : world.gravityX) * scale + mass.invMass * (body.forceX + body.steadyForceX),
      (own ? body.gravityY : world.gravityY) * scale + mass.invMass * (body.forceY + body.steadyForceY),
      mass.invInertia * (body.torque + body.steadyTorque),
    );
  }
  return true;
}

/** Writes the rows `dv` and `damp` for the coming sub-step. */
function rows(): void {
  let p = solverBodies.ptr;
  let q = bodyMotion.ptr;
  let row = driveSpace.ptr;
  for (let k: u32 = 0, n = awakeBodies.count; k < n; k++) {
    p += SOLVER_BODY_BYTES;
    q += MOTION_BYTES;
    row += ROW_BYTES;
    const slot = List.get(awakeBodies, k);
    if (!Bodies.isDynamic(slot)) {
      continue;
    }
    const s = changetype<SolverBody>(p);
    if (world.integrator == IntegratorKind.SemiImplicit) {
      driveImplicitly(slot, s, q, row);
    } else {
      driveExplicitly(slot, s, q, row);
    }
  }
}

function driveImplicitly(slot: u32, s: SolverBody, q: usize, row: usize): void {
  const h = world.h;
  const body = Bodies.at(slot);
  let x = load<f32>(row);
  let y = load<f32>(row, 4);
  let turn = load<f32>(row, 8);
  let linear = body.linearDamping;
  let angular = body.angularDamping;
  if (world.fieldCount != 0) {
    place(slot, s, 0, 0, 0);
    move(s, 0, 0, 0);
    gatherForces(slot, probe, forces);
    const mass = Bodies.mass(slot);
    turn += <f32>(mass.invInertia * forces.torque);
    angular += <f32>(mass.invInertia * forces.angularDrag);
    if (forces.centreX != 0 || forces.centreY != 0) {
      const im: f64 = mass.invMass;
      couple(s, q, im, mass.invInertia, 1 + h * linear, 1 + h * angular, x + im * forces.x, y + im * forces.y, turn);
      return;
    }
    x += <f32>(mass.invMass * (forces.x + forces.carryX));
    y += <f32>(mass.invMass * (forces.y + forces.carryY));
    linear += <f32>(mass.invMass * forces.drag);
  }
  linear = 1 / (1 + h * linear);
  angular = 1 / (1 + h * angular);
  storeChange(q, linear * (h * x), linear * (h * y), angular * (h * turn));
  storeRow(q + DAMP, linear, linear, angular);
}

/**
 * Drag at a lever r, which couples v and ω: with u' = v' − velocity of the medium
 *
 *     (free + h K/m) u' + h K/m ω' × r = v − free · medium + h a,    turning ω' + h K/I r × (u' + ω' × r) = ω + h α
 *
 * solved for ω' first. The drag that is left where u' gives way is then K / (free + h K/m), so nothing here is a difference of
 * large numbers, whatever K is. `free` and `turning`: 1 + h times the linear and the angular damping. Along a locked axis 1/m
 * and a are 0, so that nothing gives way there.
 */
function couple(s: SolverBody, q: usize, im: f64, ii: f64, free: f64, turning: f64, ax: f64, ay: f64, turn: f64): void {
  const h: f64 = world.h;
  const rx = forces.centreX;
  const ry = forces.centreY;
  const drag: f64 = h * forces.drag;
  const mediumX: f64 = forces.carryX / forces.drag;
  const mediumY: f64 = forces.carryY / forces.drag;
  const imX: f64 = im * load<f32>(q, LOCK);
  const imY: f64 = im * load<f32>(q, LOCK + 4);
  const stiffX: f64 = free + imX * drag;
  const stiffY: f64 = free + imY * drag;
  const leftX: f64 = drag / stiffX;
  const leftY: f64 = drag / stiffY;
  const x: f64 = s.vx + h * ax * load<f32>(q, LOCK) - free * mediumX;
  const y: f64 = s.vy + h * ay * load<f32>(q, LOCK + 4) - free * mediumY;
  const inertia: f64 = turning + ii * free * (leftY * rx * rx + leftX * ry * ry);
  const w: f64 = (s.w + h * turn - ii * (leftY * rx * y - leftX * ry * x)) / inertia;
  const dampX: f32 = <f32>(1 / stiffX);
  const dampY: f32 = <f32>(1 / stiffY);
  const angular: f32 = <f32>(1 / inertia);
  storeChange(
    q,
    <f32>(mediumX + x / stiffX + imX * leftX * ry * w - dampX * s.vx),
    <f32>(mediumY + y / stiffY - imY * leftY * rx * w - dampY * s.vy),
    <f32>(w - angular * s.w),
  );
  storeRow(q + DAMP, dampX, dampY, angular);
}

/** Puts the probe where the body is in this sub-step, moved and turned by the arguments. */
function place(slot: u32, s: SolverBody, dx: f64, dy: f64, turn: f64): void {
  const mass = Bodies.mass(slot);
  const pose = Bodies.pose(slot);
  const c: f64 = cos(turn);
  const t: f64 = sin(turn);
  const dc: f64 = s.dc * c - s.ds * t;
  const ds: f64 = s.ds * c + s.dc * t;
  probe.x = <f64>mass.x + s.dx + dx;
  probe.y = <f64>mass.y + s.dy + dy;
  probe.c = pose.c * dc - pose.s * ds;
  probe.s = pose.s * dc + pose.c * ds;
}

/** Gives the probe the body's velocity plus a change. */
function move(s: SolverBody, dx: f64, dy: f64, turn: f64): void {
  probe.vx = s.vx + dx;
  probe.vy = s.vy + dy;
  probe.w = s.w + turn;
}

/** Acceleration at the probe → `rates`; none along a locked axis. `q`: the body's motion. */
function accelerate(slot: u32, q: usize, row: usize): void {
  const body = Bodies.at(slot);
  let x: f64 = <f64>load<f32>(row) - body.linearDamping * probe.vx;
  let y: f64 = <f64>load<f32>(row, 4) - body.linearDamping * probe.vy;
  let turn: f64 = <f64>load<f32>(row, 8) - body.angularDamping * probe.w;
  if (world.fieldCount != 0) {
    gatherForces(slot, probe, forces);
    const mass = Bodies.mass(slot);
    const rx = forces.centreX;
    const ry = forces.centreY;
    const dragX: f64 = forces.drag * (probe.vx - probe.w * ry);
    const dragY: f64 = forces.drag * (probe.vy + probe.w * rx);
    const torque: f64 = rx * (forces.carryY - dragY) - ry * (forces.carryX - dragX);
    x += mass.invMass * (forces.x + forces.carryX - dragX);
    y += mass.invMass * (forces.y + forces.carryY - dragY);
    turn += mass.invInertia * (forces.torque + torque - forces.angularDrag * probe.w);
  }
  rates.x = x * load<f32>(q, LOCK);
  rates.y = y * load<f32>(q, LOCK + 4);
  rates.turn = turn;
}

function driveExplicitly(slot: u32, s: SolverBody, q: usize, row: usize): void {
  const h: f64 = world.h;
  const half: f64 = 0.5 * h;
  place(slot, s, 0, 0, 0);
  move(s, 0, 0, 0);
  accelerate(slot, q, row);
  let kx = rates.x;
  let ky = rates.y;
  let kw = rates.turn;
  // Sums over the stages: k1 + k2 + k3 for the position, k1 + 2 k2 + 2 k3 + k4 for the velocity.
  let px: f64 = 0;
  let py: f64 = 0;
  let pw: f64 = 0;
  let vx = kx;
  let vy = ky;
  let vw = kw;
  let share = h;
  if (world.integrator == IntegratorKind.RungeKutta) {
    share = h / 6;
    px = kx;
    py = ky;
    pw = kw;
    // The way to a stage is bent by the rate of two stages earlier; the way to the first is straight.
    rates.beforeX = 0;
    rates.beforeY = 0;
    rates.beforeTurn = 0;
    for (let stage = 0; stage < 3; stage++) {
      const reach = stage == 2 ? h : half;
      place(
        slot,
        s,
        reach * (s.vx + half * rates.beforeX),
        reach * (s.vy + half * rates.beforeY),
        reach * (s.w + half * rates.beforeTurn),
      );
      move(s, reach * kx, reach * ky, reach * kw);
      rates.beforeX = kx;
      rates.beforeY = ky;
      rates.beforeTurn = kw;
      accelerate(slot, q, row);
      kx = rates.x;
      ky = rates.y;
      kw = rates.turn;
      const weight: f64 = stage == 2 ? 1 : 2;
      vx += weight * kx;
      vy += weight * ky;
      vw += weight * kw;
      if (stage < 2) {
        px += kx;
        py += ky;
        pw += kw;
      }
    }
  }
  let changeX: f64 = share * vx;
  let changeY: f64 = share * vy;
  let changeW: f64 = share * vw;
  // x' = x + h v + h share p, of which integratePositions does h (v + share v').
  const late: f64 = h * share;
  let driftX: f64 = late * (px - vx);
  let driftY: f64 = late * (py - vy);
  let driftW: f64 = late * (pw - vw);
  // Speed that the caps take off must not have moved anything either; under RK4 half of it counts towards the way.
  const way = world.integrator == IntegratorKind.RungeKutta ? half : h;
  const endX: f64 = s.vx + changeX;
  const endY: f64 = s.vy + changeY;
  const speed: f64 = sqrt<f64>(endX * endX + endY * endY);
  if (speed > world.maxSpeed) {
    const lost: f64 = 1 - world.maxSpeed / speed;
    changeX -= lost * endX;
    changeY -= lost * endY;
    driftX += way * lost * endX;
    driftY += way * lost * endY;
  }
  const most: f64 = MAX_TURN * world.invH;
  const endW: f64 = s.w + changeW;
  const lostW: f64 = endW - within(endW, most);
  changeW -= lostW;
  driftW += way * lostW;
  // A velocity set above the cap must not carry a body farther than the cap allows.
  const goX: f64 = h * (s.vx + changeX) + driftX;
  const goY: f64 = h * (s.vy + changeY) + driftY;
  const goW: f64 = h * (s.w + changeW) + driftW;
  const far: f64 = sqrt<f64>(goX * goX + goY * goY);
  if (far > h * world.maxSpeed) {
    const over: f64 = 1 - (h * world.maxSpeed) / far;
    driftX -= over * goX;
    driftY -= over * goY;
  }
  driftW += within(goW, MAX_TURN) - goW;
  storeChange(q, bounded(changeX), bounded(changeY), bounded(changeW));
  storeRow(q + DAMP, 1, 1, 1);
  storeRow(row + DRIFT, bounded(driftX), bounded(driftY), bounded(driftW));
}

/** Damping too strong for these integrators grows beyond f32; contacts must get a number all the same. */
function bounded(x: f64): f32 {
  return x != x ? 0 : <f32>within(x, 1e18);
}

function within(x: f64, most: f64): f64 {
  return min<f64>(max<f64>(x, -most), most);
}

/** Adds the drift to positions, after integratePositions. */
function drift(): void {
  let p = solverBodies.ptr;
  let q = bodyMotion.ptr;
  let row = driveSpace.ptr + DRIFT;
  for (let k: u32 = 0, n = awakeBodies.count; k < n; k++) {
    p += SOLVER_BODY_BYTES;
    q += MOTION_BYTES;
    row += ROW_BYTES;
    const s = changetype<SolverBody>(p);
    s.dx += s.vx == load<f32>(q, FREE) ? load<f32>(row) * load<f32>(q, LOCK) : 0;
    s.dy += s.vy == load<f32>(q, FREE + 4) ? load<f32>(row, 4) * load<f32>(q, LOCK + 4) : 0;
    const turn: f64 = s.w == load<f32>(q, FREE + 8) ? load<f32>(row, 8) : 0;
    if (turn != 0) {
      const c: f64 = cos(turn);
      const t: f64 = sin(turn);
      const dc: f64 = s.dc * c - s.ds * t;
      s.ds = <f32>(s.ds * c + s.dc * t);
      s.dc = <f32>dc;
    }
  }
}
