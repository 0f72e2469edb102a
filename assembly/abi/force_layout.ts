// As layout.ts, for materials, forces, solvers and broad phases: numbers that the core and its bindings share.

/** How the numbers of two surfaces become one. Where the two differ, the higher rule holds. */
export const enum CombineRule {
  /** The world's: geometric for friction, min for restitution. */
  Default = 0,
  Average = 1,
  Geometric = 2,
  Min = 3,
  Multiply = 4,
  Max = 5,
}

/** Material ids are below this; they lie in bits 16–30 of a shape's flags. 0: no material of the table. */
export const MATERIAL_COUNT = 32768;

/** Numbers of a force field, f32 in this order from word 0 of the mailbox for `fieldCreate`; world/field.ts says more. */
export const enum FieldParam {
  X = 0,
  Y = 1,
  Angle = 2,
  VelocityX = 3,
  VelocityY = 4,
  Strength = 5,
  /** A whole number from −2 to 4. */
  Falloff = 6,
  /** 0 or more, as all from Cap to Density that are no vectors; 0: no limit. */
  Cap = 7,
  Range = 8,
  ForceX = 9,
  ForceY = 10,
  AccelerationX = 11,
  AccelerationY = 12,
  GravityX = 13,
  GravityY = 14,
  LinearDrag = 15,
  QuadraticDrag = 16,
  AngularDrag = 17,
  Lift = 18,
  Density = 19,
  /** u32 of `fieldSet` and `fieldGet`: bits of layers; bits 2 enabled, 4 names a gravity. */
  Mask = 20,
  Flags = 21,
}
export const FIELD_PARAMS = 20;

/** How contacts are resolved. */
export const enum SolverKind {
  Soft = 0,
  Impulse = 1,
  Arcade = 2,
}

/** How free motion is integrated. 1 less this is how many sub-steps late the position takes up the velocity. */
export const enum IntegratorKind {
  SemiImplicit = 0,
  RungeKutta = 1,
  Explicit = 2,
}

/** What finds the pairs; the bindings name them in this order. */
export const enum BroadPhase {
  Bvh = 0,
  /** The one that was measured best (docs/broad_phases.md). */
  Auto = 1,
  Tree = 2,
  Sweep = 3,
  Grid = 4,
}
