import { ShapeKind } from "../abi/layout";

/**
 * A shape in its own frame: centre at the origin, axes its own. What collision functions read.
 *
 * Every shape is a core and a rounding radius. Cores: circle a point; capsule and segment a line of half-length `hx`
 * along x; box `hx` × `hy`; polygon a `Hull`; ellipse and superellipse the half-axes `hx`, `hy`; half-space everything with x ≤ 0.
 *
 * The first 16 bytes are a row that the lane kernels gather; capsule, segment and box share one kernel because all three
 * are a box core (of no height for the first two) and a radius.
 */
@unmanaged
export class ShapeGeometry {
  /** Half extents of the core (unit: m). */
  hx: f32;
  hy: f32;
  /** Rounding radius; the radius of a circle (unit: m). */
  radius: f32;
  /** Largest distance of a point of the shape from its centre, infinite for a half-space (unit: m). */
  bound: f32;
  kind: u32;
  /** Address of the polygon's `Hull`, else 0. */
  hull: usize;
  /** Smallest distance from the centre to the surface; how far the shape may move before it can tunnel (unit: m). */
  inner: f32;
  /** Exponent of a superellipse. */
  exponent: f32;
}

/** Twice what f32 leaves open of a place, as a share of its coordinates: shapes that were put together touch even if so far apart. */
export const ROUNDING: f64 = 2.5e-7;

/** Most vertices a hull may have. */
export const HULL_MAX_VERTICES: i32 = 64;

/**
 * A convex polygon, counter-clockwise, in the shape's frame (centroid at the origin).
 * Layout: the header, then `count` vertices (x, y), then `count` outward unit normals; normal i belongs to edge i → i+1.
 * Two vertices make a line with two faces, which is how capsules and segments meet polygons.
 */
@unmanaged
export class Hull {
  count: i32;
  /** Rounding radius around the polygon (unit: m). */
  radius: f32;
  /** Area of the points it was made from, rounding included, before slight bends were removed (unit: m²). */
  area: f32;
  /** Their polar second moment about the centroid, for density 1 (unit: m⁴). */
  inertia: f32;

  @inline static vertices(hull: Hull): usize {
    return changetype<usize>(hull) + offsetof<Hull>();
  }
  @inline static normals(hull: Hull): usize {
    return changetype<usize>(hull) + offsetof<Hull>() + ((<usize>hull.count) << 3);
  }
  @inline static byteLength(count: i32): usize {
    return offsetof<Hull>() + ((<usize>count) << 4);
  }
}

/** Bytes that the largest hull takes. */
export const HULL_MAX_BYTES: usize = offsetof<Hull>() + ((<usize>HULL_MAX_VERTICES) << 4);

/** Where a shape's frame sits relative to another's, or in the world. */
@unmanaged
export class Frame {
  x: f32;
  y: f32;
  /** cosine and sine of the frame's angle */
  c: f32;
  s: f32;
}

/** At most two contact points between shape A and shape B. Vectors in the axes that the caller's frames are given in. */
@unmanaged
export class Manifold {
  /** Unit normal from A to B. */
  nx: f32;
  ny: f32;
  count: i32;
  /** Midway between the two surfaces, relative to the centre of A (unit: m). */
  x1: f32;
  y1: f32;
  /** Gap along the normal; negative is overlap (unit: m). */
  separation1: f32;
  /** Feature pair as a small whole number, exact in f32: lanes match ids with a float compare. */
  id1: f32;
  x2: f32;
  y2: f32;
  separation2: f32;
  id2: f32;
}

/** Capsule, segment and box: one kernel serves them all. */
export function hasBoxCore(kind: u32): bool {
  return kind == ShapeKind.Box || kind == ShapeKind.Capsule || kind == ShapeKind.Segment;
}

/** Is it an ellipse of either kind? Such a shape touches a face in one point, which wanders as it turns. */
export function isElliptic(g: ShapeGeometry): bool {
  return g.kind == ShapeKind.Ellipse || g.kind == ShapeKind.Superellipse;
}
