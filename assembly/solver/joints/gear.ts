import { JointType } from "../../abi/layout";
import { Angle } from "../../math/wide_angle";
import { Bodies } from "../../world/body";
import { Joint, Joints } from "../../world/joint";
import { SolverBodies, SolverBody } from "../solver_body";
import { WHOLE_TURN, angleOf, followTurns, slideOf, slideX, slideY, turnsNow } from "../../world/joint_coordinates";
import { JointRow, Sum, addToSum, meanOf, sound } from "./joint_block";

// Gear joint: couples the coordinates of two joints, an angle or a translation each, by a ratio; without joints, the angles of
// the two bodies.
//
//     C = c1 + ratio · c2 − constant,  J = [J1, ratio · J2],  K = Σ m⁻¹ j² + I⁻¹ a² over up to four bodies
//
// with the J of each joint's free axis (revolute.ts, prismatic.ts). (Catto, Box2D 2.4.) A gear has four bodies, which colours
// do not keep apart: gears are solved one by one in the overflow. The axis of a slider turns with its first body. So if a side
// of the gear is a slider not on the ground, J and C are found anew in each sub-step, as rows have theirs: with the axis of the
// start of the step a pendulum of two geared sliders went at 400 m/s.

/** Four entries behind the common fields of lane 0, one per body: its address and Jacobian. Lanes 1 to 3 are not used. */
const enum Entry {
  body = 0,
  invMass = 4,
  invInertia = 8,
  jx = 12,
  jy = 16,
  a = 20,
  bytes = 24,
}
const ENTRIES: usize = 512;
const MASS: usize = ENTRIES + 4 * Entry.bytes;
const ERROR_THEN: usize = MASS + 4;
/** Of a gear on a slider that turns, the current error; of others, the error at the start of the step. */
const ERROR_NOW: usize = MASS + 8;
/** Of a gear on a slider that turns: its record, from which its current axes are found; 0: the axes stay. */
const TURNING: usize = MASS + 12;
export const GEAR_BYTES: usize = 624;

export function prepareGear(j: Joint, q: usize): void {
  store<f32>(q, gearError(j, true), ERROR_THEN);
  store<usize>(q, turns(j.linkA) || turns(j.linkB) ? changetype<usize>(j) : 0, TURNING);
  placeGear(j, q);
}

function slides(link: u32): bool {
  return link != 0 && Joints.at(link).type == JointType.Prismatic;
}

/** Is it a slider whose axis turns, as one not on the ground does? */
function turns(link: u32): bool {
  return slides(link) && Bodies.solverIndex(Joints.at(link).bodyA) != 0;
}

/** Finds axes and error where the bodies are now. */
function placeGear(j: Joint, q: usize): void {
  const way =
    placeSide(j.linkA, j.bodyA, 1, q + ENTRIES) + placeSide(j.linkB, j.bodyB, j.p4, q + ENTRIES + 2 * Entry.bytes);
  store<f32>(q, load<f32>(q, ERROR_THEN) + way, ERROR_NOW);
  // A body that both joints have gets the sum.
  const end = q + MASS;
  let k: f32 = 0;
  for (let e = q + ENTRIES; e < end; e += Entry.bytes) {
    for (let f = q + ENTRIES; f < e; f += Entry.bytes) {
      if (load<u32>(f) == load<u32>(e)) {
        store<f32>(f, load<f32>(f, Entry.jx) + load<f32>(e, Entry.jx), Entry.jx);
        store<f32>(f, load<f32>(f, Entry.jy) + load<f32>(e, Entry.jy), Entry.jy);
        store<f32>(f, load<f32>(f, Entry.a) + load<f32>(e, Entry.a), Entry.a);
        memory.fill(e + Entry.jx, 0, 12);
      }
    }
  }
  for (let e = q + ENTRIES; e < end; e += Entry.bytes) {
    const jx = load<f32>(e, Entry.jx);
    const jy = load<f32>(e, Entry.jy);
    const turn = load<f32>(e, Entry.a);
    k += load<f32>(e, Entry.invMass) * (jx * jx + jy * jy) + load<f32>(e, Entry.invInertia) * (turn * turn);
  }
  store<f32>(q, k > 0 ? 1 / max<f32>(k, 1e-30) : 0, MASS);
}

/** How far a gear's sum is from its constant. `note`: turns are recorded, not only counted. */
export function gearError(j: Joint, note: bool): f32 {
  return <f32>(gearSum(j, note) - <f64>j.rest);
}

/**
 * What a gear holds constant: the sum of its coordinates. In double precision, because after a thousand turns single precision
 * has steps of a milliradian, which chatter.
 */
export function gearSum(j: Joint, note: bool): f64 {
  const p = changetype<usize>(j);
  return (
    coordinate(j.linkA, j.bodyA, p + offsetof<Joint>("angle"), note) +
    <f64>j.p4 * coordinate(j.linkB, j.bodyB, p + offsetof<Joint>("angle2"), note)
  );
}

/** Angle of one side of a gear, from −π to π. */
export function gearAngle(link: u32, body: u32): f32 {
  if (link != 0) {
    return angleOf(Joints.at(link));
  }
  const pose = Bodies.pose(body);
  return Angle.of<f32, bool>(pose.s, pose.c);
}

function coordinate(link: u32, body: u32, at: usize, note: bool): f64 {
  if (slides(link)) {
    return slideOf(Joints.at(link));
  }
  const angle = gearAngle(link, body);
  return <f64>angle + WHOLE_TURN * <f64>(note ? followTurns(at, angle) : turnsNow(at, angle));
}

/** Writes the entries of one side of the gear. Returns the change of its coordinate since the step began, times its ratio. */
function placeSide(link: u32, body: u32, ratio: f32, e: usize): f32 {
  if (link == 0) {
    writeEntry(e, 0, 0, 0, 0);
    writeEntry(e + Entry.bytes, body, 0, 0, ratio);
    return ratio * turned(body);
  }
  const j = Joints.at(link);
  if (j.type != JointType.Prismatic) {
    writeEntry(e, j.bodyA, 0, 0, -ratio);
    writeEntry(e + Entry.bytes, j.bodyB, 0, 0, ratio);
    return ratio * (turned(j.bodyB) - turned(j.bodyA));
  }
  const a = changetype<SolverBody>(SolverBodies.of(j.bodyA));
  const b = changetype<SolverBody>(SolverBodies.of(j.bodyB));
  const thenX: f32 = slideX(j) * ratio;
  const thenY: f32 = slideY(j) * ratio;
  const ux: f32 = a.dc * thenX - a.ds * thenY;
  const uy: f32 = a.ds * thenX + a.dc * thenY;
  const massA = Bodies.mass(j.bodyA);
  const massB = Bodies.mass(j.bodyB);
  const centerX: f32 = massB.x - massA.x;
  const centerY: f32 = massB.y - massA.y;
  const movedX: f32 = b.dx - a.dx;
  const movedY: f32 = b.dy - a.dy;
  // Pushes where that leaves the slider's angle alone, wherever the anchors are (Axis.slideWhole in axes.ts).
  const inertias: f32 = massA.invInertia + massB.invInertia;
  const lever: f32 = (centerY + movedY) * ux - (centerX + movedX) * uy;
  const share: f32 = inertias > 0 ? lever / inertias : 0;
  writeEntry(e, j.bodyA, -ux, -uy, massB.invInertia * share);
  writeEntry(e + Entry.bytes, j.bodyB, ux, uy, massA.invInertia * share);
  return movedX * ux + movedY * uy + (centerX * (ux - thenX) + centerY * (uy - thenY));
}

/** How far a body has turned since the step began. */
function turned(body: u32): f32 {
  const b = changetype<SolverBody>(SolverBodies.of(body));
  return Angle.of<f32, bool>(b.ds, b.dc);
}

function writeEntry(e: usize, body: u32, jx: f32, jy: f32, a: f32): void {
  const mass = Bodies.mass(body);
  const still = Bodies.solverIndex(body) == 0;
  store<usize>(e, SolverBodies.of(body));
  store<f32>(e, still ? 0 : mass.invMass, Entry.invMass);
  store<f32>(e, still ? 0 : mass.invInertia, Entry.invInertia);
  store<f32>(e, jx, Entry.jx);
  store<f32>(e, jy, Entry.jy);
  store<f32>(e, a, Entry.a);
}

function applyGear(q: usize, impulse: f32): void {
  for (let e = q + ENTRIES; e < q + MASS; e += Entry.bytes) {
    const b = changetype<SolverBody>(load<usize>(e));
    const push: f32 = load<f32>(e, Entry.invMass) * impulse;
    b.vx += push * load<f32>(e, Entry.jx);
    b.vy += push * load<f32>(e, Entry.jy);
    b.w += load<f32>(e, Entry.invInertia) * impulse * load<f32>(e, Entry.a);
  }
}

export function warmStartGear(q: usize, sums: usize): void {
  const turning = load<usize>(q, TURNING);
  if (turning != 0) {
    placeGear(changetype<Joint>(turning), q);
  }
  const impulse = load<f32>(q, JointRow.impulseX);
  addPush(q, impulse, sums);
  applyGear(q, impulse);
}

/** The first entry of the second side's second body. If both joints have that body, this is the entry that holds its sum. */
function lastOf(q: usize): usize {
  const body = load<u32>(q + ENTRIES + 3 * Entry.bytes);
  let e = q + ENTRIES;
  while (load<u32>(e) != body) {
    e += Entry.bytes;
  }
  return e;
}

/** Adds an impulse, and what it pushes that body by along x and y, to the sums: now, because the axis turns. */
function addPush(q: usize, impulse: f32, sums: usize): void {
  const e = lastOf(q);
  addToSum<f32>(sums + Sum.turn, impulse);
  addToSum<f32>(sums + Sum.x, impulse * load<f32>(e, Entry.jx));
  addToSum<f32>(sums + Sum.y, impulse * load<f32>(e, Entry.jy));
}

/** The relaxing pass, when bodies have moved. Impulses up to now were pushed along the old axes. */
export function relaxGear(q: usize, sums: usize): void {
  const turning = load<usize>(q, TURNING);
  if (turning != 0) {
    const impulse = load<f32>(q, JointRow.impulseX);
    addPush(q, impulse, sums);
    placeGear(changetype<Joint>(turning), q);
    addPush(q, -impulse, sums);
  }
  solveGear(q, false);
}

export function solveGear(q: usize, biased: bool): void {
  let rate: f32 = 0;
  let C = load<f32>(q, ERROR_NOW);
  for (let e = q + ENTRIES; e < q + MASS; e += Entry.bytes) {
    const b = changetype<SolverBody>(load<usize>(e));
    const jx = load<f32>(e, Entry.jx);
    const jy = load<f32>(e, Entry.jy);
    const a = load<f32>(e, Entry.a);
    rate += jx * b.vx + jy * b.vy + a * b.w;
    if (biased && load<usize>(q, TURNING) == 0) {
      C += jx * b.dx + jy * b.dy + a * Angle.of<f32, bool>(b.ds, b.dc);
    }
  }
  const old = load<f32>(q, JointRow.impulseX);
  const mass = load<f32>(q, MASS);
  let change: f32 = -(mass * rate);
  if (biased) {
    change =
      -(mass * load<f32>(q, JointRow.massScale)) * (rate + load<f32>(q, JointRow.biasRate) * C) -
      load<f32>(q, JointRow.impulseScale) * old;
  }
  store<f32>(q, old + change, JointRow.impulseX);
  applyGear(q, change);
}

/** The force and torque of a gear are those on the second body of its second side. */
export function storeGear(j: Joint, q: usize, sums: usize): void {
  const impulse = sound(load<f32>(q, JointRow.impulseX));
  const e = lastOf(q);
  const sum: f32 = load<f32>(sums, Sum.turn) + impulse;
  const jx = load<f32>(e, Entry.jx);
  const jy = load<f32>(e, Entry.jy);
  j.impulseX = impulse;
  j.forceX = meanOf(load<f32>(sums, Sum.x) + impulse * jx);
  j.forceY = meanOf(load<f32>(sums, Sum.y) + impulse * jy);
  j.torque = jx == 0 && jy == 0 ? meanOf(sum * load<f32>(e, Entry.a)) : 0;
}
