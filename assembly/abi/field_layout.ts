// Numbers of force fields, shared with the bindings like those of layout.ts.

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
  /** 0 or more, like all numbers from Cap to Density that are not part of a vector; 0: no limit. */
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
  /** u32 of `fieldSet` and `fieldGet`: bits of layers; bits 2 enabled, 4 names a gravity, 24 its kind, which no `fieldSet` changes. */
  Mask = 20,
  Flags = 21,
  /** Read-only: handle of the shape of a body that is the region, 0 for none. */
  Sensor = 22,
}
export const FIELD_PARAMS = 20;

/** Kinds of fields, as bits of the flags: the core stores them, but acts by the numbers alone. */
export const enum FieldKind {
  Attractor = 8,
  Area = 16,
  Fluid = 24,
}
