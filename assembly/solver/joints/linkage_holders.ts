import { JointFlag, JointType } from "../../abi/layout";
import { world } from "../../world/world";
import { Held } from "./elimination";
import { FASTEST, JointRow } from "./joint_block";
import { add, measureTurn } from "./linkage_matrix";
import { Tie } from "./linkage_records";
import { FASTEST_TURN, angleAt } from "./revolute";
import { Place, Row } from "./row_block";

// Motors and limits of pins and sliders in a linkage: a holder holds the direction in which its joint is free, as far as it may. Where the
// pass over joints has found one to bear something, and not all that it may, the linkage holds that direction, too. What would take
// it beyond its bounds goes as far as those (`shareOf`); the linkage is solved again, and finds it to hold no more. That is how an
// active set is found (Nocedal and Wright, "Numerical Optimization", 2006, chapter 16), but that the passes over joints take in what is new.

const MOTOR: usize = Place.rows + Row.bytes;
const LOWER: usize = MOTOR + Row.bytes;
const UPPER: usize = LOWER + Row.bytes;
/** A limit of a joint whose anchors are farther apart than this share of its arms is left to the passes: rows of those threw themselves. */
const TORN: f64 = 0.02;

/** What holds a pin or slider in this pass. Returns how fast that asks a slider to go. `B` int: the biased pass. */
export function measureHolder<B>(r: usize): f64 {
  store<u32>(r, 0, Tie.holder);
  const lane = <usize>load<u32>(r, Held.lane);
  const active = load<u32>(lane, JointRow.active);
  if ((active & (JointFlag.Motor | JointFlag.Limit)) == 0) {
    return 0;
  }
  const motor = (active & JointFlag.Motor) != 0;
  if (load<u32>(r, Tie.type) == JointType.Revolute) {
    measurePin<B>(r, lane, motor);
    return 0;
  }
  return measureSlider<B>(r, lane, motor);
}

function measurePin<B>(r: usize, lane: usize, motor: bool): void {
  const most = load<f32>(lane, JointRow.maxMotor);
  if (motor && strains(lane + JointRow.motorImpulse, most)) {
    const rate = load<f32>(lane, JointRow.motorRate);
    const way: f32 = angleAt(lane) - load<f32>(lane, JointRow.motorEnd);
    hold<B>(r, JointRow.motorImpulse, 1, -most, most, load<f32>(lane, JointRow.motorSpeed), rate, way, 0);
  } else if (isTorn(r)) {
    return;
  } else if (load<f32>(lane, JointRow.lowerImpulse) > 0) {
    limit<B>(r, JointRow.lowerImpulse, 1, angleAt(lane) - load<f32>(lane, JointRow.lower), 0);
  } else if (load<f32>(lane, JointRow.upperImpulse) > 0) {
    limit<B>(r, JointRow.upperImpulse, -1, load<f32>(lane, JointRow.upper) - angleAt(lane), 0);
  }
}

function measureSlider<B>(r: usize, lane: usize, motor: bool): f64 {
  const at = load<f32>(lane + Place.rows, Row.C);
  const k = <f64>load<f32>(lane + Place.rows, Row.k);
  const most = load<f32>(lane + MOTOR, Row.high);
  if (motor && strains(lane + MOTOR + Row.impulse, most)) {
    const rate: f32 = load<f32>(lane + MOTOR, Row.rate) / load<f32>(lane + MOTOR, Row.scale);
    const way: f32 = at - load<f32>(lane + MOTOR, Row.target);
    return hold<B>(r, MOTOR + Row.impulse, 1, -most, most, load<f32>(lane + MOTOR, Row.speed), rate, way, k);
  }
  if (load<f32>(lane + LOWER, Row.impulse) > 0) {
    return limit<B>(r, LOWER + Row.impulse, 1, at - load<f32>(lane + LOWER, Row.target), k);
  }
  if (load<f32>(lane + UPPER, Row.impulse) > 0) {
    return limit<B>(r, UPPER + Row.impulse, -1, load<f32>(lane + UPPER, Row.target) - at, k);
  }
  return 0;
}

/** Of what has no rod: which end of its way holds it, being `length` long. `k`: K along it. */
export function measureRope<B>(r: usize, lane: usize, length: f64, k: f64): f64 {
  store<u32>(r, 0, Tie.holder);
  if (load<f32>(lane, JointRow.lowerImpulse) > 0) {
    return limit<B>(r, JointRow.lowerImpulse, 1, <f32>(length - <f64>load<f32>(lane, JointRow.lower)), k);
  }
  if (load<f32>(lane, JointRow.upperImpulse) > 0) {
    return limit<B>(r, JointRow.upperImpulse, -1, <f32>(<f64>load<f32>(lane, JointRow.upper) - length), k);
  }
  return 0;
}

/** Does a motor bear less than it may? `impulse`: where that is. */
function strains(impulse: usize, most: f32): bool {
  return abs<f32>(load<f32>(impulse)) < most;
}

function isTorn(r: usize): bool {
  const px = load<f64>(r, Held.px);
  const py = load<f64>(r, Held.py);
  const qx = load<f64>(r, Held.qx);
  const qy = load<f64>(r, Held.qy);
  const dx = load<f64>(r, Held.dx);
  const dy = load<f64>(r, Held.dy);
  return sqrt<f64>(dx * dx + dy * dy) > TORN * (sqrt<f64>(px * px + py * py) + sqrt<f64>(qx * qx + qy * qy));
}

/** A limit with so much left to it: an open one lets through what would just close it in this sub-step. Returns as `hold` does. */
function limit<B>(r: usize, at: usize, side: f64, left: f32, k: f64): f64 {
  if (left > 0) {
    return hold<B>(r, at, side, 0, Infinity, -left * world.invH, 0, 0, k);
  }
  const rate = isStiffer(r) ? load<f64>(r, Held.stiffRate) : load<f64>(r, Held.rate);
  return hold<B>(r, at, side, 0, Infinity, 0, <f32>rate, left, k);
}

function isStiffer(r: usize): bool {
  return load<f64>(r, Held.reach) < Infinity;
}

/**
 * Holds a `speed`, or closes a `way` at a `rate` as softly as the joint, with an impulse at `at` of its lane, from `least` to `most`. Returns
 * how fast its softness asks for.
 */
function hold<B>(r: usize, at: usize, side: f64, least: f32, most: f32, speed: f32, rate: f32, way: f32, k: f64): f64 {
  const lane = <usize>load<u32>(r, Held.lane);
  const type = load<u32>(r, Tie.type);
  const sign: f64 = type != JointType.Distance && load<u32>(r, Held.turned) != 0 ? -side : side;
  store<u32>(r, <u32>at, Tie.holder);
  store<f64>(r, sign, Tie.side);
  store<f64>(r, <f64>least, Tie.least);
  store<f64>(r, <f64>most, Tie.most);
  const gamma: f64 = rate == 0 ? 0 : isStiffer(r) ? load<f64>(r, Held.stiffGamma) : load<f64>(r, Held.gamma);
  const old = <f64>load<f32>(lane + at);
  const wanted: f64 = sign * <f64>speed;
  let bias: f64 = <f64>rate * <f64>way;
  if (type == JointType.Revolute) {
    store<f64>(r, measureTurn(r), Tie.loose);
    add(r + Tie.bt, wanted);
    bias = max<f64>(bias, -(<f64>FASTEST_TURN));
    const soft: f64 = gamma * turnOf(r);
    store<f64>(r, soft, Tie.soft);
    store<f64>(r, isInteger<B>() ? sign * (bias + soft * old) : 0, Tie.et);
    return 0;
  }
  if (type == JointType.Distance) {
    bias = max<f64>(bias, -(<f64>FASTEST) * <f64>world.linearSlop);
  }
  store<f64>(r, k, Tie.loose);
  add(r + Held.bx, wanted * load<f64>(r, Tie.ux));
  add(r + Held.by, wanted * load<f64>(r, Tie.uy));
  store<f64>(r, gamma * k, Tie.soft);
  const asks: f64 = isInteger<B>() ? sign * (bias + gamma * k * old) : 0;
  store<f64>(r, asks, Tie.asks);
  return abs<f64>(asks);
}

/** The inverse inertia that the point of a pin leaves its angle. */
function turnOf(r: usize): f64 {
  const k11 = load<f64>(r, Held.k11);
  const k12 = load<f64>(r, Held.k12);
  const k22 = load<f64>(r, Held.k22);
  const k13 = load<f64>(r, Tie.s13);
  const k23 = load<f64>(r, Tie.s23);
  const k33 = load<f64>(r, Tie.s33);
  const det: f64 = k11 * k22 - k12 * k12;
  return det > 0 ? max<f64>(0, k33 - (k22 * k13 * k13 - 2 * k12 * k13 * k23 + k11 * k23 * k23) / det) : k33;
}

/** What holds → γ K and b. `share`: f; `loose`: what every pass leaves. */
export function softenHolder<B>(r: usize, share: f64, loose: f64): void {
  if (!hasHolder(r)) {
    return;
  }
  let soft: f64 = loose * load<f64>(r, Tie.loose);
  if (isInteger<B>()) {
    soft += share * load<f64>(r, Tie.soft);
  }
  if (load<u32>(r, Tie.type) == JointType.Revolute) {
    store<f64>(r, soft, Tie.s33);
    return;
  }
  const ux = load<f64>(r, Tie.ux);
  const uy = load<f64>(r, Tie.uy);
  add(r + Tie.s11, soft * ux * ux);
  add(r + Tie.s12, soft * ux * uy);
  add(r + Tie.s22, soft * uy * uy);
  const asks: f64 = -share * load<f64>(r, Tie.asks);
  add(r + Held.bx, asks * ux);
  add(r + Held.by, asks * uy);
}

/** Of a weld none: it holds by itself. */
function hasHolder(r: usize): bool {
  return load<u32>(r, Tie.holder) > 1;
}

/** By how much a pass has found the impulse of a holder to change. */
function changeOf(r: usize): f64 {
  const along: f64 =
    load<u32>(r, Tie.type) == JointType.Revolute
      ? load<f64>(r, Tie.bt)
      : load<f64>(r, Held.bx) * load<f64>(r, Tie.ux) + load<f64>(r, Held.by) * load<f64>(r, Tie.uy);
  return load<f64>(r, Tie.side) * along;
}

function impulseOf(r: usize): usize {
  return <usize>load<u32>(r, Held.lane) + <usize>load<u32>(r, Tie.holder);
}

/** The bound that an impulse comes to which changes by so much. */
function boundOf(r: usize, change: f64): f64 {
  return change > 0 ? load<f64>(r, Tie.most) : load<f64>(r, Tie.least);
}

/** The share of what a pass has found by which the holder of a joint stays within its bounds. */
export function shareOf(r: usize): f64 {
  if (!hasHolder(r)) {
    return 1;
  }
  const change = changeOf(r);
  const left: f64 = abs<f64>(boundOf(r, change) - <f64>load<f32>(impulseOf(r)));
  return left < abs<f64>(change) ? left / abs<f64>(change) : 1;
}

/** So much of the change → the lane. */
export function noteHolder(r: usize, share: f64): void {
  if (!hasHolder(r)) {
    return;
  }
  const change = changeOf(r);
  const at = impulseOf(r);
  // Rounding must not leave what has come to its bound a little to bear.
  const ends = share < 1 && shareOf(r) <= share;
  store<f32>(at, <f32>(ends ? boundOf(r, change) : <f64>load<f32>(at) + share * change));
}
