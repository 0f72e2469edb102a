// The one door out of the core, and only of the geometry core (`--use HOST_SUPPORT=1`): the support function of a shape
// that a user gives as a JavaScript function. No other core compiles it in, and none of them imports anything.

/**
 * Writes the point of user shape `shape` farthest along (dx, dy), in the shape's own axes, as two f64 to `out`
 * (unit: m). Imported as `host_support.hostSupport`. May throw, which ends the call into the core; nothing outlives a call there.
 */
export declare function hostSupport(shape: usize, dx: f64, dy: f64, out: usize): void;
