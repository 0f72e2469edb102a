// Numbers of materials, shared with the bindings like those of layout.ts.

/** How the numbers of two surfaces are combined. If their rules differ, the higher one holds. */
export const enum CombineRule {
  /** The world's: geometric for friction, min for restitution. */
  Default = 0,
  Average = 1,
  Geometric = 2,
  Min = 3,
  Multiply = 4,
  Max = 5,
}

/** Material ids are below this; they lie in bits 16–30 of a shape's flags. 0: no material from the table. */
export const MATERIAL_COUNT = 32768;
