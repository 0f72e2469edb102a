import { SolverKind } from "../abi/option_layout";
import { BodyFlag } from "../abi/layout";
import { Buffer, List } from "../memory/buffer";
import { findRoot } from "../memory/disjoint_sets";
import { Bodies } from "../world/body";
import { awakeBodies, overlappingBodies, partingBodies, solverBodies } from "../world/buffers";
import { world } from "../world/world";
import { FREE, Motion } from "./integrate";
import { HELD_WORDS, OverlapScratch } from "./overlap_scratch";
import { SOLVER_BODY_BYTES, SolverBodies, SolverBody } from "./solver_body";

// Bodies that were put into each other in free space part without a change of momentum. But holding back (recovery.ts) takes
// velocity from each alone, and impulses with the arms of the step's beginning turn what they push. So what solving did to the
// momentum of an island with such bodies, which touches nothing immovable, is undone by moving it as a whole:
//
//     P = Σ m v,  L = Σ m r × v + I ω          of the velocities before impulses, at the start of the sub-step: the target
//     v += ΔP / M + ΔΩ × (r − c),  ω += ΔΩ     ΔΩ = (ΔL − c × ΔP) / Σ (I + m |r − c|²),  c the island's centre of mass
//
// Free motion changes neither P nor L about a fixed point, so the targets hold for both passes of the sub-step. Sums are f64.

/** Size of a body in `partingBodies`, in bytes: address of its solver body, slot, address of its island's sums. */
const MEMBER_BYTES: usize = 12;
/** Islands are looked at again this many steps after all were found held: a heap on the ground does not fly up as a whole. */
const LOOK_AGAIN: u32 = 8;
/** In place of the address of an island's sums: sums are wanted, but have no address yet. */
const WANTED: u32 = 1;

/** Sums over an island; positions are relative to its first body at the start of the step. */
@unmanaged
class Sums {
  originX: f64;
  originY: f64;
  /** Targets: momentum, and angular momentum about the origin. */
  wantedX: f64;
  wantedY: f64;
  wantedTurn: f64;
  /** Current values. */
  px: f64;
  py: f64;
  turn: f64;
  mass: f64;
  /** Σ m r and Σ I + m r². */
  momentX: f64;
  momentY: f64;
  inertia: f64;
  /** Not 0: a body of the island cannot turn, so only momentum is kept. */
  stiff: u32;
  reserved: u32;
}

/**
 * Overlapping bodies, islands by touching contacts → bodies of islands that have overlaps and are held by nothing immovable.
 * False: out of memory.
 */
export function findParting(): bool {
  // The teaching solvers do not push overlaps apart by velocities.
  if (world.solver == SolverKind.Soft && !gatherParting()) {
    return false;
  }
  if (partingBodies.count == 0) {
    world.overlapping = LOOK_AGAIN;
  }
  return true;
}

function gatherParting(): bool {
  const n = OverlapScratch.bodies;
  const parents = OverlapScratch.parents;
  memory.fill(OverlapScratch.sums(0), 0, (<usize>n) << 2); // no address yet
  let any: u32 = 0;
  for (let k: u32 = 0; k < overlappingBodies.count; k += HELD_WORDS) {
    const number = SolverBodies.number(List.get(overlappingBodies, k));
    const root = findRoot(parents, number);
    store<u32>(OverlapScratch.sums(root), WANTED);
    any |= root;
  }
  if (any == 0) {
    return true; // island 0 is that of immovable bodies
  }
  if (!Buffer.ensureScratch(partingBodies, <usize>n * (MEMBER_BYTES + offsetof<Sums>()) + 8)) {
    return false;
  }
  leaveHeld();
  let member = partingBodies.ptr;
  let next = (member + <usize>n * MEMBER_BYTES + 7) & ~7;
  for (let number: u32 = 1; number < n; number++) {
    const root = findRoot(parents, number);
    const at = OverlapScratch.sums(root);
    if (load<u32>(at) == 0) {
      continue;
    }
    const slot = List.get(awakeBodies, number - 1);
    if (load<u32>(at) == WANTED) {
      const mass = Bodies.mass(slot);
      const sums = changetype<Sums>(next);
      sums.originX = mass.x;
      sums.originY = mass.y;
      store<u32>(at, <u32>next);
      next += offsetof<Sums>();
    }
    store<u32>(member, <u32>(solverBodies.ptr + <usize>number * SOLVER_BODY_BYTES));
    store<u32>(member, slot, 4);
    store<u32>(member, load<u32>(at), 8);
    member += MEMBER_BYTES;
    partingBodies.count++;
  }
  return true;
}

/** Leaves out immovable bodies, and islands held by a locked axis, a joint or a kinematic body. */
function leaveHeld(): void {
  const n = OverlapScratch.bodies;
  const parents = OverlapScratch.parents;
  store<u32>(OverlapScratch.sums(0), 0);
  for (let number: u32 = 1; number < n; number++) {
    const at = OverlapScratch.sums(findRoot(parents, number));
    if (load<u32>(at) != 0) {
      const slot = List.get(awakeBodies, number - 1);
      const held = (Bodies.flags(slot) & BodyFlag.LockedAxes) != 0 || Bodies.at(slot).jointCount > 0;
      if (held || !Bodies.isDynamic(slot)) {
        store<u32>(at, 0);
      }
    }
  }
}

/** Notes the targets; called when velocities have taken up forces. */
export function noteMomentum(): void {
  if (partingBodies.count == 0) {
    return;
  }
  sum(true);
  for (let k: u32 = 0, p = partingBodies.ptr; k < partingBodies.count; k++, p += MEMBER_BYTES) {
    const s = changetype<Sums>(<usize>load<u32>(p, 8));
    s.wantedX = s.px;
    s.wantedY = s.py;
    s.wantedTurn = s.turn;
  }
}

/** Undoes what solving changed; called before positions follow, and when a sub-step ends. */
export function keepMomentum(): void {
  if (partingBodies.count == 0) {
    return;
  }
  sum(false);
  for (let k: u32 = 0, p = partingBodies.ptr; k < partingBodies.count; k++, p += MEMBER_BYTES) {
    const b = changetype<SolverBody>(<usize>load<u32>(p));
    const s = changetype<Sums>(<usize>load<u32>(p, 8));
    const dx: f64 = (s.wantedX - s.px) / s.mass;
    const dy: f64 = (s.wantedY - s.py) / s.mass;
    const cx: f64 = s.momentX / s.mass;
    const cy: f64 = s.momentY / s.mass;
    const spun: f64 = s.wantedTurn - s.turn - s.mass * (cx * dy - cy * dx);
    const turn: f64 = s.stiff ? 0 : spun / (s.inertia - s.mass * (cx * cx + cy * cy));
    const mass = Bodies.mass(load<u32>(p, 4));
    const x: f64 = <f64>mass.x - s.originX + b.dx - cx;
    const y: f64 = <f64>mass.y - s.originY + b.dy - cy;
    b.vx = <f32>(b.vx + dx - turn * y);
    b.vy = <f32>(b.vy + dy + turn * x);
    b.w = <f32>(b.w + turn);
  }
}

/** Sums over the islands, of the current velocities or, if `free`, of those before impulses. */
function sum(free: bool): void {
  const start = partingBodies.ptr;
  const end = start + <usize>partingBodies.count * MEMBER_BYTES;
  for (let p = start; p < end; p += MEMBER_BYTES) {
    const s = changetype<Sums>(<usize>load<u32>(p, 8));
    s.px = 0;
    s.py = 0;
    s.turn = 0;
    s.mass = 0;
    s.momentX = 0;
    s.momentY = 0;
    s.inertia = 0;
    s.stiff = 0;
  }
  for (let p = start; p < end; p += MEMBER_BYTES) {
    const b = changetype<SolverBody>(<usize>load<u32>(p));
    const mass = Bodies.mass(load<u32>(p, 4));
    const s = changetype<Sums>(<usize>load<u32>(p, 8));
    const row = free ? Motion.row(changetype<usize>(b)) + FREE : changetype<usize>(b);
    const vx: f64 = load<f32>(row);
    const vy: f64 = load<f32>(row, 4);
    const w: f64 = load<f32>(row, 8);
    const m: f64 = 1 / <f64>mass.invMass;
    const x: f64 = <f64>mass.x - s.originX + b.dx;
    const y: f64 = <f64>mass.y - s.originY + b.dy;
    s.mass += m;
    s.momentX += m * x;
    s.momentY += m * y;
    s.px += m * vx;
    s.py += m * vy;
    s.turn += m * (x * vy - y * vx);
    s.inertia += m * (x * x + y * y);
    if (mass.invInertia > 0) {
      s.turn += w / <f64>mass.invInertia;
      s.inertia += 1 / <f64>mass.invInertia;
    } else {
      s.stiff = 1;
    }
  }
}
