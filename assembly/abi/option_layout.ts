// Numbers of a world's options, shared with the bindings like those of layout.ts.

/** `worldGetOption` and `worldSetOption`. */
export const enum WorldField {
  GravityX = 0,
  GravityY = 1,
  Sleeping = 2,
  Continuous = 3,
  ContactHertz = 4,
  ContactDampingRatio = 5,
  JointHertz = 6,
  JointDampingRatio = 7,
  ContactPushSpeed = 8,
  RestitutionThreshold = 9,
  HitThreshold = 10,
  MaxSpeed = 11,
  SleepThreshold = 12,
  /** read-only */
  LengthUnit = 13,
  /** SolverKind; only while there are no bodies */
  Solver = 14,
  /** IntegratorKind */
  Integrator = 15,
  /** For the impulse solver: passes per sub-step, share of the overlap taken out, overlap left (m). */
  Iterations = 16,
  ProjectionPercent = 17,
  ProjectionSlop = 18,
  /** BroadPhase */
  BroadPhase = 19,
  TimeToSleep = 20,
}

/** How contacts are resolved. */
export const enum SolverKind {
  Soft = 0,
  Impulse = 1,
  Arcade = 2,
}

/** How free motion is integrated. The values count: `Motion.lateness` (solver/integrate.ts) is 1 less the value, in sub-steps. */
export const enum IntegratorKind {
  SemiImplicit = 0,
  RungeKutta = 1,
  Explicit = 2,
}

/** The methods of finding pairs; the bindings name them in this order. */
export const enum BroadPhase {
  Bvh = 0,
  /** The one that measured best (docs/broad_phases.md). */
  Auto = 1,
  Tree = 2,
  Sweep = 3,
  Grid = 4,
}
