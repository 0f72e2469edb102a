import { SideA, SideB, SolverRows } from "../solver_rows";
import { JointRow } from "./joint_block";

/**
 * Where the anchors of a block's joints are now: the arms of the step's beginning, turned with their bodies, and the way from
 * anchor A to anchor B. As with SolverRows, each body is loaded once if a kernel asks for everything before it branches or
 * stores.
 */
export abstract class Arms {
  @inline static ax<T>(p: usize): T {
    return (SolverRows.dc<T, SideA>(p) * load<T>(p, JointRow.armAx) -
      SolverRows.ds<T, SideA>(p) * load<T>(p, JointRow.armAy)) as T;
  }
  @inline static ay<T>(p: usize): T {
    return (SolverRows.ds<T, SideA>(p) * load<T>(p, JointRow.armAx) +
      SolverRows.dc<T, SideA>(p) * load<T>(p, JointRow.armAy)) as T;
  }
  @inline static bx<T>(p: usize): T {
    return (SolverRows.dc<T, SideB>(p) * load<T>(p, JointRow.armBx) -
      SolverRows.ds<T, SideB>(p) * load<T>(p, JointRow.armBy)) as T;
  }
  @inline static by<T>(p: usize): T {
    return (SolverRows.ds<T, SideB>(p) * load<T>(p, JointRow.armBx) +
      SolverRows.dc<T, SideB>(p) * load<T>(p, JointRow.armBy)) as T;
  }
  /** From anchor A to anchor B along x, with the arms `rA` and `rB`; and along y. */
  @inline static dx<T>(p: usize, rAx: T, rBx: T): T {
    return (SolverRows.dx<T, SideB>(p) - SolverRows.dx<T, SideA>(p) + (rBx - rAx) + load<T>(p, JointRow.centerX)) as T;
  }
  @inline static dy<T>(p: usize, rAy: T, rBy: T): T {
    return (SolverRows.dy<T, SideB>(p) - SolverRows.dy<T, SideA>(p) + (rBy - rAy) + load<T>(p, JointRow.centerY)) as T;
  }
}
