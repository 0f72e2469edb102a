import { world } from "../../world/world";
import { Softness } from "../softness";
import { SolverBody } from "../solver_body";
import { JointRow, boundDamping, boundHertz } from "./joint_block";

// What rows of pins (chain_solver.ts) and linkages (linkage_solver.ts) have in common: joints taken as going from a body p to a
// body q, and what a pass of elimination begins with. Their points ask for
//
//     Ċ + γ K Δλ = −f (β C + γ K λ),     K = (mp⁻¹ + mq⁻¹) 1 + Ip⁻¹ [py², −px py; ·, px²] + Iq⁻¹ [qy², −qx qy; ·, qx²]
//
// In doubles: a thousand times the mass at the end takes ten bits, and the square of the length as many.

/** Stiffness (in Hz) of joints solved as one, as a multiple of that of other joints. */
const STIFFER: f32 = 4;
/** Where constraints contradict each other, as in a straight row between two walls, every pass leaves this share. */
export const LOOSE: f64 = 1e-6;
/**
 * What a point bears by its softness may change the speed of what it holds by this many slops a second (500 m/s) in each
 * sub-step, and its gap asks for no more than that. Without a bound, rows drawn to twice their length by what moves them bore a
 * million times their weight, and threw themselves at 400 m/s when they were let go. A load 7,854 times as heavy as a link
 * takes 330 m/s.
 */
const MOST: f64 = 100_000;
/**
 * The same for rods, whose lengths may be set anew step by step: a load a thousand times as heavy, lifted by 5 cm at a time,
 * fell behind by 0.8 m.
 */
export const MOST_OF_ROD: f64 = 8 * MOST;

/** In rings, anchors of a pin no farther apart than this share of its arms are taken as the point half-way between them. */
const MEETS: f64 = 0.1;

/**
 * Where arms end: each at its own anchor; near each other (`MEETS`); or both at the point where passes push the bodies of a
 * weld (axes.ts).
 */
export const enum Meet {
  Apart = 0,
  Near = 1,
  Always = 2,
}

/** Fields that records begin with. */
export const enum Held {
  joint = 0,
  lane = 4,
  /** 1: p is body B of the joint. */
  turned = 8,
  /** Used by the row or linkage. */
  place = 12,
  /** Softness up to a gap of `reach`; beyond, the stiffer one, for the gap less `bend`, so that the force does not jump. */
  rate = 16,
  gamma = 24,
  reach = 32,
  bend = 40,
  stiffRate = 48,
  stiffGamma = 56,
  // Of a pass: the γ in force, arms, K, right side, speed that softness asks for.
  leak = 64,
  px = 72,
  py = 80,
  qx = 88,
  qy = 96,
  k11 = 104,
  k12 = 112,
  k22 = 120,
  bx = 128,
  by = 136,
  ex = 144,
  ey = 152,
  /** From the anchor of p to that of q. */
  dx = 160,
  dy = 168,
  own = 176,
}

/** −1 where what the lane holds of a joint, which is from A to B, goes from q to p. */
export function signOf(r: usize): f64 {
  return load<u32>(r, Held.turned) != 0 ? -1 : 1;
}

/** Begins the record of a joint prepared in lane `q`, as soft as the joint is by itself. */
export function holdSoftly(r: usize, joint: u32, q: usize, turned: u32): void {
  store<u32>(r, joint, Held.joint);
  store<u32>(r, <u32>q, Held.lane);
  store<u32>(r, turned, Held.turned);
  store<f64>(r, <f64>load<f32>(q, JointRow.biasRate), Held.rate);
  store<f64>(r, <f64>load<f32>(q, JointRow.impulseScale) / <f64>load<f32>(q, JointRow.massScale), Held.gamma);
  store<f64>(r, Infinity, Held.reach);
}

/**
 * Makes a joint stiffer than others beyond a gap of `reach`, the force being one function of the gap; with 0 at every gap, and in
 * its angle, too. Rigid joints stay rigid.
 */
export function holdStiffly(r: usize, reach: f64): void {
  const hertz = boundHertz(world.jointHertz, STIFFER);
  if (hertz == 0) {
    return;
  }
  const zeta = boundDamping(world.jointDampingRatio);
  const rate = <f64>Softness.biasRate(hertz, zeta, world.h);
  const gamma: f64 = 1 / <f64>Softness.stiffness(hertz, zeta, world.h);
  if (reach == 0) {
    store<f64>(r, rate, Held.rate);
    store<f64>(r, gamma, Held.gamma);
    return;
  }
  const softer: f64 = (load<f64>(r, Held.rate) * gamma) / (load<f64>(r, Held.gamma) * rate);
  store<f64>(r, reach, Held.reach);
  store<f64>(r, reach * (1 - softer), Held.bend);
  store<f64>(r, rate, Held.stiffRate);
  store<f64>(r, gamma, Held.stiffGamma);
}

/**
 * Arms, the way between their anchors, K and −Ċ of a point, for where bodies are now. `meet`: if both arms end at one point, a
 * pair may turn as a whole. With each at its own anchor the turn times the gap counts as speed to be taken out; where joints hold
 * more than bodies can do, that was answered with impulses of any size.
 */
export function measureArms(r: usize, meet: Meet): void {
  const lane = <usize>load<u32>(r, Held.lane);
  const turned = <usize>load<u32>(r, Held.turned);
  const p = lane + (turned << 4);
  const q = lane + ((1 - turned) << 4);
  const bodyP = changetype<SolverBody>(load<usize>(p, JointRow.bodyA));
  const bodyQ = changetype<SolverBody>(load<usize>(q, JointRow.bodyA));
  const armP = p + (turned << 4);
  const armQ = q + ((1 - turned) << 4);
  const x0 = <f64>load<f32>(armP, JointRow.armAx);
  const y0 = <f64>load<f32>(armP, JointRow.armAy);
  const x1 = <f64>load<f32>(armQ, JointRow.armAx);
  const y1 = <f64>load<f32>(armQ, JointRow.armAy);
  const sign = signOf(r);
  let px: f64 = <f64>bodyP.dc * x0 - <f64>bodyP.ds * y0;
  let py: f64 = <f64>bodyP.ds * x0 + <f64>bodyP.dc * y0;
  let qx: f64 = <f64>bodyQ.dc * x1 - <f64>bodyQ.ds * y1;
  let qy: f64 = <f64>bodyQ.ds * x1 + <f64>bodyQ.dc * y1;
  const dx: f64 = <f64>bodyQ.dx - <f64>bodyP.dx + (qx - px) + sign * <f64>load<f32>(lane, JointRow.centerX);
  const dy: f64 = <f64>bodyQ.dy - <f64>bodyP.dy + (qy - py) + sign * <f64>load<f32>(lane, JointRow.centerY);
  const iiP = <f64>load<f32>(p, JointRow.invInertiaA);
  const iiQ = <f64>load<f32>(q, JointRow.invInertiaA);
  if (meet != Meet.Apart) {
    let partP: f64 = 0.5;
    let partQ: f64 = 0.5;
    if (meet == Meet.Always) {
      partP = iiQ > 0 ? iiQ / (iiP + iiQ) : 0;
      partQ = 1 - partP;
    } else {
      const gap: f64 = sqrt<f64>(dx * dx + dy * dy);
      const most: f64 = MEETS * (sqrt<f64>(px * px + py * py) + sqrt<f64>(qx * qx + qy * qy));
      if (gap > most) {
        partP = (0.5 * most) / gap;
        partQ = partP;
      }
    }
    px += partP * dx;
    py += partP * dy;
    qx -= partQ * dx;
    qy -= partQ * dy;
  }
  const m: f64 = <f64>load<f32>(p, JointRow.invMassA) + <f64>load<f32>(q, JointRow.invMassA);
  store<f64>(r, px, Held.px);
  store<f64>(r, py, Held.py);
  store<f64>(r, qx, Held.qx);
  store<f64>(r, qy, Held.qy);
  store<f64>(r, dx, Held.dx);
  store<f64>(r, dy, Held.dy);
  store<f64>(r, m + (py * py * iiP + qy * qy * iiQ), Held.k11);
  store<f64>(r, -(py * px * iiP + qy * qx * iiQ), Held.k12);
  store<f64>(r, m + (px * px * iiP + qx * qx * iiQ), Held.k22);
  const wP = <f64>bodyP.w;
  const wQ = <f64>bodyQ.w;
  store<f64>(r, <f64>bodyP.vx - wP * py - (<f64>bodyQ.vx - wQ * qy), Held.bx);
  store<f64>(r, <f64>bodyP.vy + wP * px - (<f64>bodyQ.vy + wQ * qx), Held.by);
}

/** The rate at which a gap closes; notes the γ in force there. `bound`: the most that softness may bear (slops a second). */
export function rateOf(r: usize, gap: f64, bound: f64): f64 {
  const stiff = gap > load<f64>(r, Held.reach);
  const leak: f64 = stiff ? load<f64>(r, Held.stiffGamma) : load<f64>(r, Held.gamma);
  store<f64>(r, leak, Held.leak);
  const asked: f64 = stiff
    ? load<f64>(r, Held.stiffRate) * (1 - load<f64>(r, Held.bend) / gap)
    : load<f64>(r, Held.rate);
  const most: f64 = leak * bound * <f64>world.linearSlop;
  return asked * gap > most ? most / gap : asked;
}

/**
 * For a pin or weld: all that `measureArms` finds, and β C + γ K λ, with λ = (x, y). Returns the magnitude of that sum. `B`
 * int: the biased pass, float: the relaxing one.
 */
export function measurePoint<B>(r: usize, x: f64, y: f64, pin: bool, meet: Meet): f64 {
  measureArms(r, meet);
  if (!isInteger<B>()) {
    return 0;
  }
  const dx = load<f64>(r, Held.dx);
  const dy = load<f64>(r, Held.dy);
  const rate = rateOf(r, sqrt<f64>(dx * dx + dy * dy), pin ? MOST : Infinity);
  const leak = load<f64>(r, Held.leak);
  const gamma: f64 = signOf(r) * leak;
  const k12 = load<f64>(r, Held.k12);
  const ex: f64 = rate * dx + gamma * (load<f64>(r, Held.k11) * x + k12 * y);
  const ey: f64 = rate * dy + gamma * (k12 * x + load<f64>(r, Held.k22) * y);
  store<f64>(r, ex, Held.ex);
  store<f64>(r, ey, Held.ey);
  return sqrt<f64>(ex * ex + ey * ey);
}
