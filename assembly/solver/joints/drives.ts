import { JointFlag } from "../../abi/layout";
import { V } from "../../math/wide";
import { world } from "../../world/world";
import { JointRow, anyActive } from "./joint_block";

// What acts on the single coordinate of a distance or revolute joint: spring, motor and limits, as `prepareExtras`
// (joint_block.ts) has put them into the lanes. `at`: the coordinate now; `rate`: how fast it changes; k: how much an impulse
// of 1 changes that rate. `spring` and `motorAndLimits` return the impulse to apply, and keep its total. (Catto, "Soft
// Constraints", GDC 2011.)

export abstract class Drives {
  /** For the biased pass: once a sub-step, or it would damp twice. `least`, `most`: bounds of the total impulse. */
  @inline static spring<T>(p: usize, mass: T, rate: T, at: T, least: T, most: T): T {
    const old = load<T>(p, JointRow.springImpulse);
    const bias = load<T>(p, JointRow.springPush) * (at - load<T>(p, JointRow.rest)) + load<T>(p, JointRow.springBias);
    const pull = load<T>(p, JointRow.springMassScale) * rate + bias;
    const wanted = -(mass * pull) - load<T>(p, JointRow.springImpulseScale) * old;
    const j = V.max<T>(V.min<T>(wanted * load<T>(p, JointRow.springOn), most - old), least - old);
    store<T>(p, old + j, JointRow.springImpulse);
    return j;
  }

  /**
   * Motor and limits, one after the other. `B` int: the biased pass, float: the relaxing one. `fastest`: the highest rate at
   * which a coordinate beyond a limit comes back. Without that bound, a limit forced open by what moves the bodies bore a
   * torque without bounds, and rows of such pins threw themselves at 400 m/s when they were let go. `lowerSpeed`, `upperSpeed`:
   * how fast the limits themselves move. The lanes have them where they are at the end of the sub-step.
   */
  static motorAndLimits<T, M, B>(p: usize, k: T, rate: T, at: T, fastest: T, lowerSpeed: T, upperSpeed: T): T {
    const mass = V.inverse<T, M>(k);
    let motor = V.splat<T>(0);
    if (anyActive<T>(p, JointFlag.Motor)) {
      motor = Drives.motor<T, M, B>(p, mass, rate, at);
      rate = rate + k * motor;
    }
    if (!anyActive<T>(p, JointFlag.Limit)) {
      return motor;
    }
    const late = V.splat<T>(isInteger<B>() ? world.h : 0);
    const above = at - (load<T>(p, JointRow.lower) - late * lowerSpeed);
    const lower = Drives.limit<T, M, B>(p, JointRow.lowerImpulse, mass, rate - lowerSpeed, above, fastest);
    rate = rate + k * lower;
    const below = load<T>(p, JointRow.upper) - late * upperSpeed - at;
    const upper = Drives.limit<T, M, B>(p, JointRow.upperImpulse, mass, upperSpeed - rate, below, fastest);
    return (motor + (lower - upper)) as T;
  }

  /** Total impulse of all of them so far. */
  @inline static total<T>(p: usize): T {
    return (load<T>(p, JointRow.springImpulse) +
      load<T>(p, JointRow.motorImpulse) +
      (load<T>(p, JointRow.lowerImpulse) - load<T>(p, JointRow.upperImpulse))) as T;
  }

  /** Drives to a speed or, at the limit it drives to, to that limit, as softly as the limit itself. @inline */
  private static motor<T, M, B>(p: usize, mass: T, rate: T, at: T): T {
    const limit = load<T>(p, JointRow.maxMotor);
    const old = load<T>(p, JointRow.motorImpulse);
    let wrong = rate - load<T>(p, JointRow.motorSpeed);
    let scale = V.splat<T>(1);
    let leak = V.splat<T>(0);
    if (isInteger<B>()) {
      const closing = load<T>(p, JointRow.motorRate);
      const ends = V.gt<T, M>(closing, leak);
      wrong = wrong + closing * (at - load<T>(p, JointRow.motorEnd));
      scale = V.select<T, M>(ends, load<T>(p, JointRow.massScale), scale);
      leak = V.keep<T, M>(ends, load<T>(p, JointRow.impulseScale));
    }
    const next = V.max<T>(V.min<T>(old - scale * mass * wrong - leak * old, limit), -limit);
    store<T>(p, next, JointRow.motorImpulse);
    return next - old;
  }

  /** Holds `gap` at 0 or above. An open gap may close within this sub-step, and no further. `field`: offset of the impulse. @inline */
  private static limit<T, M, B>(p: usize, field: usize, mass: T, rate: T, gap: T, fastest: T): T {
    const zero = V.splat<T>(0);
    const open = V.gt<T, M>(gap, zero);
    const free = gap * V.splat<T>(world.invH);
    let bias = V.keep<T, M>(open, free);
    let scale = V.splat<T>(1);
    let leak = zero;
    if (isInteger<B>()) {
      bias = V.select<T, M>(open, free, V.max<T>(load<T>(p, JointRow.biasRate) * gap, zero - fastest));
      scale = V.select<T, M>(open, scale, load<T>(p, JointRow.massScale));
      leak = V.drop<T, M>(open, load<T>(p, JointRow.impulseScale));
    }
    const old = load<T>(p + field);
    const next = V.max<T>(old - scale * mass * (rate + bias) - leak * old, zero) * load<T>(p, JointRow.limitOn);
    store<T>(p + field, next);
    return next - old;
  }
}
