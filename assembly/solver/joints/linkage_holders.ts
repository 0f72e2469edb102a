import { JointFlag, JointType } from "../../abi/layout";
import { world } from "../../world/world";
import { Held, signOf } from "./elimination";
import { FASTEST, JointRow } from "./joint_block";
import { add } from "./linkage_matrix";
import { Tie } from "./linkage_records";
import { FASTEST_TURN } from "./revolute";
import { Free, Place, Row } from "./row_block";

// Motors and limits in a linkage. A holder holds the direction u in which its joint is otherwise free: the angle of a pin, the
// axis of a slider, the way along a rope. If the pass over joints has found a motor or limit to bear something, but not all
// that it may, the linkage holds it, too. A solution that takes a holder beyond its bounds is applied only as far as these
// (`shareOf`); the linkage is then solved again, and finds that the holder holds no more. That is how an active set is found
// (Nocedal and Wright, "Numerical Optimization", 2006, chapter 16), except that the passes over joints add to the set.

const MOTOR: usize = Place.rows + Free.motor;
const LOWER: usize = Place.rows + Free.lower;
const UPPER: usize = Place.rows + Free.upper;

/** The holder of the pin or rope in this lane: offset of its impulse in the lane; 0: none. */
export function holderOf(lane: usize): usize {
  return find(lane, JointRow.motorImpulse, JointRow.maxMotor, JointRow.lowerImpulse, JointRow.upperImpulse);
}

/** The same of a slider. */
export function sliderHolderOf(lane: usize): usize {
  return find(lane, MOTOR + Row.impulse, MOTOR + Row.high, LOWER + Row.impulse, UPPER + Row.impulse);
}

function find(lane: usize, motor: usize, most: usize, lower: usize, upper: usize): usize {
  const active = load<u32>(lane, JointRow.active);
  if ((active & JointFlag.Motor) != 0 && abs<f32>(load<f32>(lane + motor)) < load<f32>(lane + most)) {
    return motor;
  }
  if ((active & JointFlag.Limit) == 0) {
    return 0;
  }
  return load<f32>(lane + lower) > 0 ? lower : load<f32>(lane + upper) > 0 ? upper : 0;
}

/**
 * Writes the holder of a pin or rope whose coordinate is `at` (rad, m). `pace`: the speed of the limit that the holder is, if
 * it is one. `B` int: the biased pass, float: the relaxing one.
 */
export function hold<B>(r: usize, lane: usize, holder: usize, at: f32, pace: f32): void {
  if (holder == JointRow.motorImpulse) {
    const most = load<f32>(lane, JointRow.maxMotor);
    const way: f32 = at - load<f32>(lane, JointRow.motorEnd);
    drive<B>(r, holder, most, load<f32>(lane, JointRow.motorSpeed), load<f32>(lane, JointRow.motorRate), way);
  } else if (holder == JointRow.lowerImpulse) {
    stop<B>(r, holder, 1, at - load<f32>(lane, JointRow.lower), pace);
  } else {
    stop<B>(r, holder, -1, load<f32>(lane, JointRow.upper) - at, -pace);
  }
}

/** The same of a slider. */
export function holdSlider<B>(r: usize, lane: usize, holder: usize): void {
  const at = load<f32>(lane + Place.rows, Row.C);
  const row = lane + holder - Row.impulse;
  const target = load<f32>(row, Row.target);
  if (row == lane + MOTOR) {
    const rate: f32 = load<f32>(row, Row.rate) / load<f32>(row, Row.scale);
    drive<B>(r, holder, load<f32>(row, Row.high), load<f32>(row, Row.speed), rate, at - target);
  } else {
    const side = load<f32>(row, Row.side);
    stop<B>(r, holder, side, side * (at - target), 0);
  }
}

/** A motor of at most `most`: drives at a speed or, if `rate` is not 0, closes `way` as limits are closed. */
function drive<B>(r: usize, holder: usize, most: f32, speed: f32, rate: f32, way: f32): void {
  write<B>(r, holder, 1, -most, most, speed, rate, way);
}

/**
 * A limit with so much left to it, which itself moves at `pace`. An open one allows the speed that would just close it in this
 * sub-step.
 */
function stop<B>(r: usize, holder: usize, side: f32, left: f32, pace: f32): void {
  left += isInteger<B>() ? pace * world.h : 0;
  if (left > 0) {
    write<B>(r, holder, side, 0, Infinity, pace - left * world.invH, 0, 0);
  } else {
    const rate = isStiffer(r) ? load<f64>(r, Held.stiffRate) : load<f64>(r, Held.rate);
    write<B>(r, holder, side, 0, Infinity, pace, <f32>rate, left);
  }
}

function isStiffer(r: usize): bool {
  return load<f64>(r, Held.reach) < Infinity;
}

/** Writes what an impulse from `least` to `most` asks for: a `speed`, and a `way` closed at a `rate`, as softly as by the joint. */
function write<B>(r: usize, holder: usize, side: f32, least: f32, most: f32, speed: f32, rate: f32, way: f32): void {
  const sign: f64 = signOf(r) * <f64>side;
  const gamma: f64 = rate == 0 ? 0 : isStiffer(r) ? load<f64>(r, Held.stiffGamma) : load<f64>(r, Held.gamma);
  store<u32>(r, <u32>holder, Tie.holder);
  store<f64>(r, sign, Tie.side);
  store<f64>(r, <f64>least, Tie.least);
  store<f64>(r, <f64>most, Tie.most);
  store<f64>(r, gamma, Tie.gamma);
  addAlong(r, Held.bx, Tie.bt, sign * <f64>speed);
  if (isInteger<B>()) {
    const turns = load<u32>(r, Tie.type) == JointType.Revolute;
    const fastest: f64 = turns ? <f64>FASTEST_TURN : <f64>FASTEST * <f64>world.linearSlop;
    const old = <f64>load<f32>(impulseOf(r));
    const bias: f64 = max<f64>(<f64>rate * <f64>way, -fastest);
    addAlong(r, Held.ex, Tie.et, sign * (bias + gamma * load<f64>(r, Tie.k) * old));
  }
}

/** Adds so much along u to what a joint has at its point, an x and a y, and about its angle. */
export function addAlong(r: usize, point: usize, angle: usize, value: f64): void {
  add(r + point, value * load<f64>(r, Tie.ux));
  add(r + point + 8, value * load<f64>(r, Tie.uy));
  add(r + angle, value * load<f64>(r, Tie.ut));
}

/** Adds γ K of a holder to that of its joint. `share`: f; `loose`: what every pass leaves. */
export function softenHolder<B>(r: usize, share: f64, loose: f64): void {
  if (!hasHolder(r)) {
    return;
  }
  let soft = loose;
  if (isInteger<B>()) {
    soft += share * load<f64>(r, Tie.gamma);
  }
  const k: f64 = soft * load<f64>(r, Tie.k);
  const ux = load<f64>(r, Tie.ux);
  const uy = load<f64>(r, Tie.uy);
  add(r + Tie.s11, k * ux * ux);
  add(r + Tie.s12, k * ux * uy);
  add(r + Tie.s22, k * uy * uy);
  add(r + Tie.s33, k * load<f64>(r, Tie.ut));
}

/** Has the joint a motor or limit as holder? Welds and rods hold by themselves. */
function hasHolder(r: usize): bool {
  return load<u32>(r, Tie.holder) > 1;
}

function impulseOf(r: usize): usize {
  return <usize>load<u32>(r, Held.lane) + <usize>load<u32>(r, Tie.holder);
}

/** How much a pass has found the impulse of a holder to change. */
function changeOf(r: usize): f64 {
  return (
    load<f64>(r, Tie.side) *
    (load<f64>(r, Held.bx) * load<f64>(r, Tie.ux) +
      load<f64>(r, Held.by) * load<f64>(r, Tie.uy) +
      load<f64>(r, Tie.bt) * load<f64>(r, Tie.ut))
  );
}

/** The bound that an impulse approaches when it changes by this much. */
function boundOf(r: usize, change: f64): f64 {
  return change > 0 ? load<f64>(r, Tie.most) : load<f64>(r, Tie.least);
}

/** The share of a pass's solution with which the holder of a joint stays within its bounds. */
export function shareOf(r: usize): f64 {
  if (!hasHolder(r)) {
    return 1;
  }
  const change = changeOf(r);
  const left: f64 = abs<f64>(boundOf(r, change) - <f64>load<f32>(impulseOf(r)));
  return left < abs<f64>(change) ? left / abs<f64>(change) : 1;
}

/** Adds this share of the change to the lane. */
export function noteHolder(r: usize, share: f64): void {
  if (!hasHolder(r)) {
    return;
  }
  const change = changeOf(r);
  const at = impulseOf(r);
  // Rounding must not leave a little to bear to a holder that has come to its bound.
  const ends = share < 1 && shareOf(r) <= share;
  store<f32>(at, <f32>(ends ? boundOf(r, change) : <f64>load<f32>(at) + share * change));
}
