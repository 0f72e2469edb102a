import type { Body } from "../body.js";
import type { Filter, RayHit, Vector } from "../definitions.js";
import { capsule, circle, direction, type CapsuleShape } from "../geometry.js";
import type { Shape } from "../shape.js";
import type { World } from "../world.js";
import { TINY, dot, norm } from "./planes.js";

/** A one-way shape stops the capsule if the normal is this near to the shape's direction (cosine), as in contacts. */
const ONE_WAY = 0.5;

/** Casts of a character's capsule in its world, which ignore the one-way shapes that it is passing. */
export class CapsuleCasts {
  /** One-way shapes that the capsule is inside of, or on the wrong side of: they are ignored until it is out of them. */
  readonly passed = new Set<Shape>();

  readonly #world: World;
  readonly #shape: CapsuleShape;
  readonly #filter: Filter;
  /** Bodies that the filter excludes while they are alive. */
  readonly #excluded: readonly Body[];
  #up: Vector = { x: 0, y: 1 };
  /** Distance within which shapes count as one surface (m). */
  #slack = 0;
  /** Velocity that the character wants in this move (m/s). */
  #wanted: Vector = { x: 0, y: 0 };

  /** `filter` must have been checked. */
  constructor(world: World, shape: CapsuleShape, filter: Filter & { exclude: readonly Body[] }) {
    this.#world = world;
    this.#shape = shape;
    this.#filter = filter;
    this.#excluded = filter.exclude;
  }

  /** Called before the casts of a move. A shape being passed is solid again once the capsule at `from` is out of it by `slack` (m). */
  begin(from: Vector, { up, wanted, slack }: { up: Vector; wanted: Vector; slack: number }): void {
    this.#up = up;
    this.#wanted = wanted;
    this.#slack = slack;
    this.#filter.exclude = this.#excluded.filter(({ alive }) => alive);
    const { passed } = this;
    if (passed.size > 0) {
      // A little larger, so that it does not at once count as out of a shape that it drops through.
      const larger = capsule(this.#shape.length, this.#shape.radius + slack);
      const within = this.#world.overlapShape(larger, this.#pose(from), { predicate: (shape) => passed.has(shape) });
      passed.clear();
      within.forEach((shape) => passed.add(shape));
    }
  }

  /** Makes these the shapes that are passed, and no others. */
  pass(shapes: readonly Shape[]): void {
    this.passed.clear();
    shapes.forEach((shape) => this.passed.add(shape));
  }

  /** The filter, without the one-way shapes that are being passed. */
  filter(): Filter {
    const { passed } = this;
    const { predicate } = this.#filter;
    return passed.size === 0
      ? this.#filter
      : { ...this.#filter, predicate: (shape) => !passed.has(shape) && predicate?.(shape) !== false };
  }

  /**
   * Where the capsule at `from` first touches something along `way`. With `predicate`, only shapes that it accepts count, passed or not.
   */
  first(from: Vector, way: Vector, predicate?: (shape: Shape) => boolean): RayHit | null {
    const pose = this.#pose(from);
    for (;;) {
      const filter = predicate === undefined ? this.filter() : { ...this.#filter, predicate };
      const hit = this.#world.castShape(this.#shape, pose, way, filter);
      if (hit === null || predicate !== undefined || this.stops(hit)) {
        return hit;
      }
      this.passed.add(hit.shape);
    }
  }

  /**
   * The same, but past shapes that the capsule is in and does not go into, which hide what is ahead, and
   * past shapes that `gives` says give way.
   */
  ahead(from: Vector, way: Vector, gives?: (hit: RayHit) => boolean): RayHit | null {
    const beside = new Set<Shape>();
    const others = (shape: Shape): boolean => !beside.has(shape) && this.filter().predicate?.(shape) !== false;
    for (;;) {
      const hit = this.first(from, way, beside.size > 0 ? others : undefined);
      const isAhead = hit === null || hit.fraction > 0 || dot(hit.normal, way) < -1e-3 * norm(way.x, way.y);
      if (hit === null || (isAhead && (beside.size === 0 || this.stops(hit)) && gives?.(hit) !== true)) {
        return hit;
      }
      beside.add(hit.shape);
    }
  }

  /**
   * Whether the capsule is clear of a shape at the end of its way, the shape having moved by `motion`:
   * relative to the shape, its way is another one.
   */
  leaves({ shape, normal }: RayHit, from: Vector, way: Vector, motion: Vector): boolean {
    if (motion.x === 0 && motion.y === 0) {
      return false;
    }
    const seen = { x: way.x - motion.x, y: way.y - motion.y };
    return (
      dot(seen, normal) >= -1e-3 * norm(way.x, way.y) || this.first(from, seen, (other) => other === shape) === null
    );
  }

  /** Passes the one-way shapes under the foot, including near ones on which it does not stand. */
  passBelow(from: Vector, slack: number): void {
    const { x, y } = this.#up;
    for (const hit of this.all(from, { x: -slack * x, y: -slack * y })) {
      if (hit.shape.oneWay !== undefined && dot(hit.normal, this.#up) > 0) {
        this.passed.add(hit.shape);
      }
    }
  }

  /** Everything that the capsule at `from` touches along `way`. */
  all(from: Vector, way: Vector): RayHit[] {
    return this.#world.castShapeAll(this.#shape, this.#pose(from), way, this.filter());
  }

  /**
   * Whether a shape that was hit is solid from here. A one-way shape is, from its far side; for a capsule
   * inside it only if that does not go on in the direction of passing.
   */
  stops({ shape, body, normal, point, fraction }: RayHit): boolean {
    const direction = shape.oneWay;
    if (direction === undefined) {
      return true;
    }
    const { x, y } = body.toWorld(direction);
    const way = { x: x - body.x, y: y - body.y };
    return (
      dot(normal, way) >= ONE_WAY &&
      !this.#isPassedAt(point, way) &&
      (fraction > 0 || dot(this.#wanted, way) - dot(body.velocityAt(point), way) <= TINY)
    );
  }

  /** Whether a point is on top of a shape being passed. The parts of a surface are passed as one, or the foot would catch on the next. */
  #isPassedAt({ x, y }: Vector, way: Vector): boolean {
    const { passed } = this;
    if (passed.size === 0) {
      return false;
    }
    const reach = this.#slack;
    const near = (rise: number): Shape[] =>
      this.#world.overlapShape(
        circle(reach),
        { x: x + rise * way.x, y: y + rise * way.y },
        { predicate: (shape) => passed.has(shape) },
      );
    const above = near(2 * reach);
    return near(0).some((shape) => !above.includes(shape));
  }

  /** The capsule's pose at a position: its axis is along up. */
  #pose({ x, y }: Vector): Vector & { angle: number } {
    return { x, y, angle: direction(this.#up.x, this.#up.y) };
  }
}
