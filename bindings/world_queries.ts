import type { Filter, Nearest, Pose, RayHit, Vector } from "./definitions.js";
import type { ShapeDescriptor } from "./geometry.js";
import type { Instance } from "./instance.js";
import * as bulk from "./bulk_queries.js";
import * as queries from "./queries.js";
import type { Bounds } from "./queries.js";
import type { Shape } from "./shape.js";

/** The queries of a `World`: what is where now, including everything made, moved and destroyed since the last step. */
export class WorldQueries {
  #of!: Instance;

  /** Sets the instance to query. Static, so that it cannot clash with a method of a subclass. @internal */
  protected static ask(queries: WorldQueries, instance: Instance): void {
    queries.#of = instance;
  }

  /**
   * The nearest shape on a ray from `origin` along `translation` (m), or null. The hit's `fraction` is a
   * share of the translation. A ray that starts in a shape hits it with fraction 0, unless `filter.inside`
   * is false. `out`, here and below, is filled and returned instead of a new object or array.
   */
  castRay(origin: Readonly<Vector>, translation: Readonly<Vector>, filter?: Filter, out?: RayHit): RayHit | null {
    return queries.castRay(this.#of, origin, translation, filter, out);
  }

  /** Every shape on a ray from `origin` along `translation` (m), nearest first. */
  castRayAll(origin: Readonly<Vector>, translation: Readonly<Vector>, filter?: Filter, out?: RayHit[]): RayHit[] {
    return queries.castRayAll(this.#of, origin, translation, filter, out);
  }

  /** Whether there is any shape on the ray. Cheaper than finding the nearest. */
  castRayAny(origin: Readonly<Vector>, translation: Readonly<Vector>, filter?: Filter): boolean {
    return queries.castRayAny(this.#of, origin, translation, filter);
  }

  /**
   * Casts many rays at once: four numbers per ray (origin x, y, translation x, y). Returns `out` (made if not given) with eight
   * numbers per ray: shape id, body id, point x, y, normal x, y, fraction, and one unused. The two ids are 32-bit integers:
   * read them through `new Uint32Array(out.buffer, out.byteOffset, out.length)`. A shape id of 0 means that nothing was hit.
   */
  castRays(rays: Float32Array, out?: Float32Array, filter?: Filter): Float32Array {
    return bulk.castRays(this.#of, rays, out, filter);
  }

  /** A thick ray: where a circle of `radius` about `origin`, moved along `translation` (m), first touches a shape. */
  castCircle(
    origin: Readonly<Vector>,
    radius: number,
    translation: Readonly<Vector>,
    filter?: Filter,
    out?: RayHit,
  ): RayHit | null {
    return queries.castCircle(this.#of, origin, radius, translation, filter, out);
  }

  /**
   * Where a convex shape at `pose`, moved along `translation` (m) without turning, first touches a shape of the
   * world, or null. A shape that it overlaps at the start is hit with fraction 0, unless `filter.inside` is false.
   */
  castShape(
    shape: ShapeDescriptor,
    pose: Readonly<Pose>,
    translation: Readonly<Vector>,
    filter?: Filter,
    out?: RayHit,
  ): RayHit | null {
    return queries.castShape(this.#of, shape, pose, translation, filter, out);
  }

  /** Every shape that the moved shape touches on its way, as if nothing stopped it, nearest first. */
  castShapeAll(
    shape: ShapeDescriptor,
    pose: Readonly<Pose>,
    translation: Readonly<Vector>,
    filter?: Filter,
    out?: RayHit[],
  ): RayHit[] {
    return queries.castShapeAll(this.#of, shape, pose, translation, filter, out);
  }

  /**
   * Shapes whose boxes overlap a box of the world: `(lower, upper)` corners, or `{ lower, upper }` (m). In
   * the order of their slots, as with all overlap queries.
   */
  overlapAABB(bounds: Bounds, filter?: Filter, out?: Shape[]): Shape[];
  overlapAABB(lower: Readonly<Vector>, upper: Readonly<Vector>, filter?: Filter, out?: Shape[]): Shape[];
  overlapAABB(
    first: Bounds | Readonly<Vector>,
    second?: Readonly<Vector> | Filter,
    third?: Filter | Shape[],
    fourth?: Shape[],
  ): Shape[] {
    if (typeof first === "object" && first !== null && "x" in first) {
      const bounds = { lower: first, upper: second as Vector };
      return queries.overlapAABB(this.#of, bounds, third as Filter | undefined, fourth);
    }
    return queries.overlapAABB(this.#of, first, second as Filter | undefined, third as Shape[] | undefined);
  }

  /** Shapes that contain a point of the world (m). */
  overlapPoint(point: Readonly<Vector>, filter?: Filter, out?: Shape[]): Shape[] {
    return queries.overlapPoint(this.#of, point, filter, out);
  }

  /** Shapes that share at least a point with a convex shape at `pose`. */
  overlapShape(shape: ShapeDescriptor, pose: Readonly<Pose>, filter?: Filter, out?: Shape[]): Shape[] {
    return queries.overlapShape(this.#of, shape, pose, filter, out);
  }

  /**
   * Tests many points (x, y each) at once. Returns pairs of a point's index and the id of a shape that
   * contains it, written to the beginning of `out` if it is long enough, else to a new array.
   */
  overlapPoints(points: Float32Array, out?: Uint32Array, filter?: Filter): Uint32Array {
    return bulk.overlapBulk(this.#of, points, false, out, filter);
  }

  /** Tests many boxes (lower x, y, upper x, y each) at once, as `overlapPoints` does points. */
  overlapAABBs(boxes: Float32Array, out?: Uint32Array, filter?: Filter): Uint32Array {
    return bulk.overlapBulk(this.#of, boxes, true, out, filter);
  }

  /**
   * The nearest surface to a point (m), at most `maxDistance` away (default any distance), or null. Inside
   * a shape the distance is negative, so the shape that the point is deepest in is the nearest.
   */
  closestPoint(point: Readonly<Vector>, filter?: Filter, out?: Nearest): Nearest | null;
  closestPoint(point: Readonly<Vector>, maxDistance?: number, filter?: Filter, out?: Nearest): Nearest | null;
  closestPoint(
    point: Readonly<Vector>,
    second?: number | Filter,
    third?: Filter | Nearest,
    fourth?: Nearest,
  ): Nearest | null {
    if (second === undefined && (fourth !== undefined || (third && typeof third === "object" && !("point" in third)))) {
      second = Infinity;
    }
    if (second === undefined || typeof second === "object") {
      return queries.closestPoint(this.#of, point, Infinity, second, third as Nearest | undefined);
    }
    return queries.closestPoint(this.#of, point, second, third as Filter | undefined, fourth);
  }
}
