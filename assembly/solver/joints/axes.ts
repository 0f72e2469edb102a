import { V } from "../../math/wide";
import { Angle } from "../../math/wide_angle";
import { world } from "../../world/world";
import { SideA, SideB, SolverRows } from "../solver_rows";
import { Arms } from "./arms";
import { FreeAngle } from "./free_angle";
import { JointRow, LEAST_LEFT } from "./joint_block";
import { Locks } from "./locks";
import { Place, Row } from "./row_block";

// Current axes of joints solved by rows (row_block.ts): Jacobians, errors and effective masses.

export abstract class Axis {
  /** The current axis of a sliding joint; x and y. */
  static x<T>(p: usize): T {
    return (load<T>(p, Place.cosA) * load<T>(p, Place.own0) - load<T>(p, Place.sinA) * load<T>(p, Place.own1)) as T;
  }
  static y<T>(p: usize): T {
    return (load<T>(p, Place.sinA) * load<T>(p, Place.own0) + load<T>(p, Place.cosA) * load<T>(p, Place.own1)) as T;
  }

  /**
   * Current angle of B against A, less the reference. 0 where neither can turn: an error that nothing can take out would still
   * count, and sliders of such bodies were led beside their axis.
   */
  static angle<T, M>(p: usize): T {
    const cA = load<T>(p, Place.cosA);
    const sA = load<T>(p, Place.sinA);
    const cB = load<T>(p, Place.cosB);
    const sB = load<T>(p, Place.sinB);
    const turns = V.gt<T, M>(load<T>(p, JointRow.invInertiaA) + load<T>(p, JointRow.invInertiaB), V.splat<T>(0));
    return V.keep<T, M>(turns, load<T>(p, Place.angle) + Angle.of<T, M>(cA * sB - sA * cB, cA * cB + sA * sB));
  }

  /** Sets an axis, its Jacobian and error, and finds its effective mass. */
  static set<T, M>(p: usize, row: usize, jAx: T, jAy: T, aA: T, jBx: T, jBy: T, aB: T, C: T): void {
    const at = p + row;
    store<T>(at, jAx, Row.jAx);
    store<T>(at, jAy, Row.jAy);
    store<T>(at, aA, Row.aA);
    store<T>(at, jBx, Row.jBx);
    store<T>(at, jBy, Row.jBy);
    store<T>(at, aB, Row.aB);
    store<T>(at, C, Row.C);
    const imA = load<T>(p, JointRow.invMassA);
    const imB = load<T>(p, JointRow.invMassB);
    const turnA = load<T>(p, JointRow.invInertiaA) * (aA * aA);
    const turnB = load<T>(p, JointRow.invInertiaB) * (aB * aB);
    let k = imA * (jAx * jAx + jAy * jAy) + turnA + (imB * (jBx * jBx + jBy * jBy) + turnB);
    if (world.solvedLocks != 0) {
      k = Locks.between<T, M>(p, imA, imB, jAx, jAy, jBx, jBy) + (turnA + turnB);
    }
    store<T>(at, k, Row.k);
    store<T>(at, V.inverse<T, M>(k), Row.mass);
  }

  /** Distance of anchor B from anchor A along u, a unit vector fixed in A. */
  static slide<T, M>(p: usize, row: usize, ux: T, uy: T): void {
    const dx = load<T>(p, Place.dx);
    const dy = load<T>(p, Place.dy);
    const aA = (load<T>(p, Place.rAy) + dy) * ux - (load<T>(p, Place.rAx) + dx) * uy;
    const aB = load<T>(p, Place.rBx) * uy - load<T>(p, Place.rBy) * ux;
    Axis.set<T, M>(p, row, -ux, -uy, aA, ux, uy, aB, dx * ux + dy * uy);
  }

  /**
   * The same for bodies that do not turn against each other, which row `turn` sees to. All their points move alike, so this row
   * takes the point at which an impulse along u leaves their angle alone. With the arms of anchors beside the centres it would
   * be nearly the row of the angle.
   */
  static slideWhole<T, M>(p: usize, row: usize, turn: usize, ux: T, uy: T): void {
    const centerX = load<T>(p, JointRow.centerX) + (load<T>(p, Place.movedBx) - load<T>(p, Place.movedAx));
    const centerY = load<T>(p, JointRow.centerY) + (load<T>(p, Place.movedBy) - load<T>(p, Place.movedAy));
    const iiA = load<T>(p, JointRow.invInertiaA);
    const iiB = load<T>(p, JointRow.invInertiaB);
    const inverse = V.inverse<T, M>(iiA + iiB);
    const lever = centerY * ux - centerX * uy;
    const aA = iiB * inverse * lever;
    const aB = iiA * inverse * lever;
    const anchorB = load<T>(p, Place.rBx) * uy - load<T>(p, Place.rBy) * ux;
    const C = load<T>(p, Place.dx) * ux + load<T>(p, Place.dy) * uy - (anchorB - aB) * load<T>(p + turn, Row.C);
    Axis.set<T, M>(p, row, -ux, -uy, aA, ux, uy, aB, C);
  }

  /**
   * Anchor B on anchor A, for a weld: two axes, x and y. Both bodies are pushed at one point between the anchors, nearer to the
   * anchor of the body that turns more easily. So the two pushes leave angular momentum alone, and a pair that turns as a whole
   * goes on turning, however far apart the anchors are (docs/decisions/0036-trees-of-welds.md). In lanes that are `whole` the
   * bodies do not turn against each other, as for slideWhole.
   */
  static meet<T, M>(p: usize, row: usize, turn: usize, whole: M): void {
    const centerX = load<T>(p, JointRow.centerX) + (load<T>(p, Place.movedBx) - load<T>(p, Place.movedAx));
    const centerY = load<T>(p, JointRow.centerY) + (load<T>(p, Place.movedBy) - load<T>(p, Place.movedAy));
    const iiA = load<T>(p, JointRow.invInertiaA);
    const iiB = load<T>(p, JointRow.invInertiaB);
    const inverse = V.inverse<T, M>(iiA + iiB);
    const part = iiB * inverse;
    const rest = iiA * inverse;
    const dx = load<T>(p, Place.dx);
    const dy = load<T>(p, Place.dy);
    const rBx = load<T>(p, Place.rBx);
    const rBy = load<T>(p, Place.rBy);
    const armAx = V.select<T, M>(whole, part * centerX, load<T>(p, Place.rAx) + part * dx);
    const armAy = V.select<T, M>(whole, part * centerY, load<T>(p, Place.rAy) + part * dy);
    const armBx = V.select<T, M>(whole, -(rest * centerX), rBx - rest * dx);
    const armBy = V.select<T, M>(whole, -(rest * centerY), rBy - rest * dy);
    const angle = V.keep<T, M>(whole, load<T>(p + turn, Row.C));
    const zero = V.splat<T>(0);
    const one = V.splat<T>(1);
    Axis.set<T, M>(p, row, -one, zero, armAy, one, zero, -armBy, dx - (armBy - rBy) * angle);
    Axis.set<T, M>(p, row + Row.bytes, zero, -one, -armAx, zero, one, armBx, dy - (rBx - armBx) * angle);
  }

  /**
   * The axis of row `from` again, as far as row `other` leaves it free: less its part along that row's axis, in the metric of
   * the masses. Impulses along it do not move what row `other` holds.
   */
  static apart<T, M>(p: usize, row: usize, from: usize, other: usize): void {
    const a = p + from;
    const k = load<T>(a, Row.k);
    const g = Axis.coupling<T>(p, from, other);
    const k11 = load<T>(p + other, Row.k);
    let c = V.keep<T, M>(V.gt<T, M>(k11, V.splat<T>(0)), g / V.max<T>(k11, V.splat<T>(1e-30)));
    // If rounding would decide what is left, the axis stays as it is.
    c = V.keep<T, M>(V.gt<T, M>(k - g * c, V.splat<T>(LEAST_LEFT) * k), c);
    Axis.set<T, M>(
      p,
      row,
      Axis.less<T>(p, Row.jAx, from, other, c),
      Axis.less<T>(p, Row.jAy, from, other, c),
      Axis.less<T>(p, Row.aA, from, other, c),
      Axis.less<T>(p, Row.jBx, from, other, c),
      Axis.less<T>(p, Row.jBy, from, other, c),
      Axis.less<T>(p, Row.aB, from, other, c),
      load<T>(a, Row.C),
    );
  }

  @inline private static less<T>(p: usize, field: usize, from: usize, other: usize, c: T): T {
    const q = p + field;
    return (load<T>(q + from) - c * load<T>(q + other)) as T;
  }

  /** How an impulse along one axis changes the speed along another. */
  @inline static coupling<T>(p: usize, row: usize, other: usize): T {
    const x = p + row;
    const y = p + other;
    const jAx = load<T>(x, Row.jAx);
    const jAy = load<T>(x, Row.jAy);
    const jBx = load<T>(x, Row.jBx);
    const jBy = load<T>(x, Row.jBy);
    let alongA = jAx * load<T>(y, Row.jAx) + jAy * load<T>(y, Row.jAy);
    let alongB = jBx * load<T>(y, Row.jBx) + jBy * load<T>(y, Row.jBy);
    if (world.solvedLocks != 0) {
      alongA = Locks.dot<T, SideA>(p, jAx, jAy, load<T>(y, Row.jAx), load<T>(y, Row.jAy));
      alongB = Locks.dot<T, SideB>(p, jBx, jBy, load<T>(y, Row.jBx), load<T>(y, Row.jBy));
    }
    return (load<T>(p, JointRow.invMassA) * alongA +
      load<T>(p, JointRow.invInertiaA) * (load<T>(x, Row.aA) * load<T>(y, Row.aA)) +
      (load<T>(p, JointRow.invMassB) * alongB +
        load<T>(p, JointRow.invInertiaB) * (load<T>(x, Row.aB) * load<T>(y, Row.aB)))) as T;
  }

  /** Angle of B against A; C is its error. */
  static turn<T, M>(p: usize, row: usize, C: T): void {
    const zero = V.splat<T>(0);
    const one = V.splat<T>(1);
    Axis.set<T, M>(p, row, zero, zero, -one, zero, zero, one, C);
  }

  /**
   * The same. In lanes that are `held`, the part that anchors kept together leave free: both bodies are pushed as by a weld, or
   * at B's anchor (`atB`).
   */
  static freeTurn<T, M>(p: usize, row: usize, held: M, atB: bool): void {
    const angle = Axis.angle<T, M>(p);
    if (!V.any<M>(held)) {
      Axis.turn<T, M>(p, row, angle);
      return;
    }
    const m = load<T>(p, JointRow.invMassA) + load<T>(p, JointRow.invMassB);
    const iiA = load<T>(p, JointRow.invInertiaA);
    const iiB = load<T>(p, JointRow.invInertiaB);
    const dx = load<T>(p, Place.dx);
    const dy = load<T>(p, Place.dy);
    const zero = V.splat<T>(0);
    const one = V.splat<T>(1);
    const alone = V.inverse<T, M>(iiA + iiB);
    const part = atB ? one : iiB * alone;
    const rest = atB ? zero : iiA * alone;
    const rAx = load<T>(p, Place.rAx) + part * dx;
    const rAy = load<T>(p, Place.rAy) + part * dy;
    const rBx = load<T>(p, Place.rBx) - rest * dx;
    const rBy = load<T>(p, Place.rBy) - rest * dy;
    const inverse = V.keep<T, M>(held, FreeAngle.inverse<T, M>(m, iiA, iiB, rAx, rAy, rBx, rBy));
    const fx = FreeAngle.fx<T, M>(inverse, m, iiA, iiB, rAx, rAy, rBx, rBy);
    const fy = FreeAngle.fy<T, M>(inverse, m, iiA, iiB, rAx, rAy, rBx, rBy);
    const turnA = FreeAngle.turn<T, M>(inverse, m, iiB, rAx, rAy, rBx, rBy);
    const turnB = FreeAngle.turn<T, M>(inverse, m, iiA, rBx, rBy, rAx, rAy);
    Axis.set<T, M>(p, row, zero - fx, zero - fy, zero - turnA, fx, fy, turnB, angle);
  }

  /**
   * Anchor B on anchor A: two axes, x and y. Both bodies are pushed at the anchor of B: pushes follow the masses, not the line
   * between the anchors, and at two points they would turn the pair.
   */
  static point<T, M>(p: usize, row: usize): void {
    const zero = V.splat<T>(0);
    const one = V.splat<T>(1);
    const dx = load<T>(p, Place.dx);
    const dy = load<T>(p, Place.dy);
    const armX = load<T>(p, Place.rAx) + dx;
    const armY = load<T>(p, Place.rAy) + dy;
    Axis.set<T, M>(p, row, -one, zero, armY, one, zero, -load<T>(p, Place.rBy), dx);
    Axis.set<T, M>(p, row + Row.bytes, zero, -one, -armX, zero, one, load<T>(p, Place.rBx), dy);
  }
}

/** Notes the motion of the bodies, and the arms that follow from it. */
export function gatherPlaces<T>(p: usize): void {
  const movedAx = SolverRows.dx<T, SideA>(p);
  const movedAy = SolverRows.dy<T, SideA>(p);
  const cA = SolverRows.dc<T, SideA>(p);
  const sA = SolverRows.ds<T, SideA>(p);
  const movedBx = SolverRows.dx<T, SideB>(p);
  const movedBy = SolverRows.dy<T, SideB>(p);
  const cB = SolverRows.dc<T, SideB>(p);
  const sB = SolverRows.ds<T, SideB>(p);
  const rAx = Arms.ax<T>(p);
  const rAy = Arms.ay<T>(p);
  const rBx = Arms.bx<T>(p);
  const rBy = Arms.by<T>(p);
  const dx = Arms.dx<T>(p, rAx, rBx);
  const dy = Arms.dy<T>(p, rAy, rBy);
  store<T>(p, movedAx, Place.movedAx);
  store<T>(p, movedAy, Place.movedAy);
  store<T>(p, cA, Place.cosA);
  store<T>(p, sA, Place.sinA);
  store<T>(p, movedBx, Place.movedBx);
  store<T>(p, movedBy, Place.movedBy);
  store<T>(p, cB, Place.cosB);
  store<T>(p, sB, Place.sinB);
  store<T>(p, rAx, Place.rAx);
  store<T>(p, rAy, Place.rAy);
  store<T>(p, rBx, Place.rBx);
  store<T>(p, rBy, Place.rBy);
  store<T>(p, dx, Place.dx);
  store<T>(p, dy, Place.dy);
}
