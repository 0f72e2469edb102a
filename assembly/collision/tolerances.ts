// Lengths that decide what counts as touching, for a world in metres. A world with another `lengthUnit` multiplies them
// and passes the products: every function that needs one takes it as a parameter, except where noted.

/** How deep resting shapes may overlap: too little to be seen, and enough for the solver (unit: m). */
export const SLOP: f32 = 0.005;

/** Gap below which a contact point is made before the shapes touch (unit: m). */
export const SPECULATIVE_DISTANCE: f32 = 0.02;

/** The reference face changes sides only for a gain above this share of the slop, so that noise cannot flip it. */
export const FACE_BIAS: f32 = 0.1;
