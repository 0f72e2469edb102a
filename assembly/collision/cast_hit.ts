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
   * 1 where it starts inside, with fraction 0. A ray then gives its start and no normal, a shape the point of deepest overlap and the
   * normal along which it leaves soonest.
   */
  inside: i32;
}
