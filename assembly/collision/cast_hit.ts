/** Where a ray, or a shape that moves without turning, meets a shape; in the caller's axes. */
@unmanaged
export class CastHit {
  /** Share of the displacement. */
  fraction: f32;
  /** The point of the surface (unit: m). */
  x: f32;
  y: f32;
  /** Unit outward normal there. */
  nx: f32;
  ny: f32;
  /**
   * 1 where it starts inside: fraction 0. A ray is then at its start and has no normal, a shape at the point of deepest overlap with
   * the normal along which it leaves soonest.
   */
  inside: i32;
}
