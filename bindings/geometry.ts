import { ShapeFlag, ShapeKind } from "../assembly/abi/layout.js";
import { fields, oneOf, refuse, vector, within } from "./check.js";
import type { Material, Vector } from "./definitions.js";
import { PhysicsError } from "./errors.js";
import {
  angleOf,
  bad,
  centerOf,
  finish,
  isOn,
  MIN_SIZE,
  optionalSize,
  piece,
  Pieces,
  point,
  pointList,
  radiusOf,
  shapeFields,
  size,
  type Piece,
} from "./pieces.js";
import { FIELD, GRID, heightField, tileGrid, type HeightFieldShape, type TileGridShape } from "./terrain.js";

// Shapes as values: frozen plain objects that can be shared by bodies, compared, and sent as JSON. A shape belongs to a
// body only once `createBody` or `addShape` has made a `Shape` of it.

/** Where a shape lies in its body. */
export interface Placement {
  /** Centre in the body's frame (m), default (0, 0). */
  center?: Readonly<Vector> | undefined;
  /** Angle in the body's frame (rad), default 0. */
  angle?: number | undefined;
}

/** A placement and a rounding radius. */
export interface RoundedPlacement extends Placement {
  /** Rounding radius by which the shape grows outwards (m), default 0. */
  radius?: number | undefined;
}

interface Placed {
  readonly center: Readonly<Vector>;
  readonly angle: number;
}

export interface BoxShape extends Placed {
  readonly type: "box";
  /** Full width (m), without `radius`. */
  readonly width: number;
  /** Full height (m), without `radius`. */
  readonly height: number;
  /** Rounding radius around the box (m). */
  readonly radius: number;
}
export interface CircleShape {
  readonly type: "circle";
  /** Radius of the disc (m). */
  readonly radius: number;
  /** Centre in the body's frame (m). */
  readonly center: Readonly<Vector>;
}
export interface CapsuleShape extends Placed {
  readonly type: "capsule";
  /** Distance between the centres of the caps (m). */
  readonly length: number;
  /** Radius of the caps (m). */
  readonly radius: number;
}
export interface PolygonShape extends Placed {
  readonly type: "polygon";
  /** The points as given (m); the shape is their hull. */
  readonly points: readonly Readonly<Vector>[];
  /** Rounding radius around the hull (m). */
  readonly radius: number;
}
export interface SegmentShape {
  readonly type: "segment";
  /** One end (m). */
  readonly a: Readonly<Vector>;
  /** The other end (m). */
  readonly b: Readonly<Vector>;
  /** Half the thickness (m). */
  readonly radius: number;
}
export interface ChainShape {
  readonly type: "chain";
  /** The corners (m). */
  readonly points: readonly Readonly<Vector>[];
  /** Whether the last point is joined to the first. */
  readonly loop: boolean;
  /** Whether only bodies on its right side are stopped. */
  readonly oneSided: boolean;
  /** Half the thickness (m). */
  readonly radius: number;
  /** One material per link, or none at all. */
  readonly materials: readonly Material[];
}
export interface EllipseShape extends Placed {
  readonly type: "ellipse";
  /** Half the width (m). */
  readonly rx: number;
  /** Half the height (m). */
  readonly ry: number;
  /** Rounding radius around the ellipse (m). */
  readonly radius: number;
}
export interface SuperellipseShape extends Placed {
  readonly type: "superellipse";
  /** Half the width (m). */
  readonly rx: number;
  /** Half the height (m). */
  readonly ry: number;
  /** Exponent n of |x/rx|ⁿ + |y/ry|ⁿ = 1. */
  readonly exponent: number;
  /** Rounding radius around the curve (m). */
  readonly radius: number;
}
export interface HalfSpaceShape {
  readonly type: "halfSpace";
  /** Normal pointing out of the solid, as given: of any length but 0. */
  readonly normal: Readonly<Vector>;
  /** A point of the surface, in the body's frame (m). */
  readonly center: Readonly<Vector>;
}

/** What the shape functions return. A plain object with the same fields (from JSON, say) works as well. */
export type ShapeDescriptor =
  | BoxShape
  | CircleShape
  | CapsuleShape
  | PolygonShape
  | SegmentShape
  | ChainShape
  | EllipseShape
  | SuperellipseShape
  | HalfSpaceShape
  | TileGridShape
  | HeightFieldShape;

/** Most points of a polygon, which is also the most corners that a hull may have. */
const MAX_POINTS = 64;

const NO_MATERIALS: readonly Material[] = [];
const PLACEMENT = new Set(["center", "angle"]);
const ROUNDED = new Set(["radius", "center", "angle"]);
const CENTER = new Set(["center"]);
const RADIUS = new Set(["radius"]);
const CHAIN = new Set(["loop", "oneSided", "radius", "materials"]);

/**
 * A box of full `width` and `height` (m), centred at the body's origin unless `center` says otherwise. A
 * `radius` rounds it outwards: the box grows by it on every side.
 */
export function box(width: number, height: number, options: RoundedPlacement = {}): BoxShape {
  shapeFields(options, "options", ROUNDED);
  const shape: BoxShape = {
    type: "box",
    width: size(width, "width", 0.5),
    height: size(height, "height", 0.5),
    radius: radiusOf(options),
    center: centerOf(options),
    angle: angleOf(options),
  };
  return finish(shape, [piece(ShapeKind.Box, shape, { halfX: 0.5 * shape.width, halfY: 0.5 * shape.height })]);
}

/** A disc of `radius` (m). */
export function circle(radius: number, options: { center?: Readonly<Vector> | undefined } = {}): CircleShape {
  shapeFields(options, "options", CENTER);
  const shape: CircleShape = {
    type: "circle",
    radius: size(radius, "radius", 1),
    center: centerOf(options),
  };
  return finish(shape, [piece(ShapeKind.Circle, shape)]);
}

/** A stadium along the body's x axis: `length` (m) between the centres of its two caps, which have `radius` (m). */
export function capsule(length: number, radius: number, options: Placement = {}): CapsuleShape {
  shapeFields(options, "options", PLACEMENT);
  const shape: CapsuleShape = {
    type: "capsule",
    length: optionalSize(length, "length"),
    radius: size(radius, "radius", 1),
    center: centerOf(options),
    angle: angleOf(options),
  };
  const half = 0.5 * shape.length;
  return finish(shape, [
    half < MIN_SIZE ? piece(ShapeKind.Circle, shape) : piece(ShapeKind.Capsule, shape, { halfX: half }),
  ]);
}

/**
 * The convex hull of 3 to 64 points (m, in the body's frame, in any order), rounded outwards by `radius`.
 * Points inside the hull or on its edges are dropped. Throws `"bad-shape"` if all points lie on one line;
 * if they only nearly do, that is noticed when a body takes the shape.
 */
export function polygon(points: readonly Readonly<Vector>[], options: RoundedPlacement = {}): PolygonShape {
  shapeFields(options, "options", ROUNDED);
  const corners = pointList(points, "points", 3, MAX_POINTS);
  if (onOneLine(corners)) {
    throw new PhysicsError("bad-shape", "points all lie on one line; move one off it, or use segment(a, b).");
  }
  const shape: PolygonShape = {
    type: "polygon",
    points: corners,
    radius: radiusOf(options),
    center: centerOf(options),
    angle: angleOf(options),
  };
  return finish(shape, [piece(ShapeKind.Polygon, shape, { points: shape.points.flatMap(({ x, y }) => [x, y]) })]);
}

/** Whether the points lie exactly on one line. Differences and products of 32-bit numbers are nearly always exact in 64 bits. */
function onOneLine(points: readonly Readonly<Vector>[]): boolean {
  const [a] = points as [Vector];
  const b = points.find(({ x, y }) => x !== a.x || y !== a.y) ?? a;
  return points.every(({ x, y }) => (b.x - a.x) * (y - a.y) === (b.y - a.y) * (x - a.x));
}

/** A line from `a` to `b` (m, in the body's frame), two-sided and without mass. With a `radius` it is a capsule, with a capsule's mass. */
export function segment(
  a: Readonly<Vector>,
  b: Readonly<Vector>,
  options: { radius?: number | undefined } = {},
): SegmentShape {
  shapeFields(options, "options", RADIUS);
  const shape: SegmentShape = {
    type: "segment",
    a: point(a, "a"),
    b: point(b, "b"),
    radius: radiusOf(options),
  };
  return finish(shape, [link(shape.a, shape.b, shape.radius, "b")]);
}

function link(
  a: Readonly<Vector>,
  b: Readonly<Vector>,
  radius: number,
  name: string,
  flags = 0,
  material?: Material,
): Piece {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  if (dx * dx + dy * dy < 4 * MIN_SIZE * MIN_SIZE) {
    bad(name, `(${b.x}, ${b.y})`, `at least ${2 * MIN_SIZE} from the point before it`);
  }
  return piece(ShapeKind.Segment, { radius }, { points: [a.x, a.y, b.x, b.y], flags, material });
}

/** How the links of a chain lie. */
export interface ChainOptions {
  /** Whether the last point is joined to the first. Default false. */
  loop?: boolean | undefined;
  /**
   * Whether the chain stops only bodies on its right, seen along the points. Then a counter-clockwise loop keeps
   * bodies out, a clockwise one keeps them in, and a floor runs from right to left. Default false: both sides.
   */
  oneSided?: boolean | undefined;
  /** Rounding radius (m), default 0. */
  radius?: number | undefined;
  /** One per link: material fields that replace those of the whole chain. */
  materials?: readonly Material[] | undefined;
}

/**
 * A line through 2 or more points (m, in the body's frame), smooth over its joints on both sides. Every
 * link becomes a segment of its own in `body.shapes`, with the mass of one.
 */
export function chain(points: readonly Readonly<Vector>[], options: ChainOptions = {}): ChainShape {
  shapeFields(options, "options", CHAIN);
  const loop = isOn(options, "loop");
  const oneSided = isOn(options, "oneSided");
  const radius = radiusOf(options);
  const list = pointList(points, "points", loop ? 3 : 2, Infinity);
  const count = loop ? list.length : list.length - 1;
  const { materials = NO_MATERIALS } = options;
  if (!Array.isArray(materials)) {
    refuse("bad-type", "options.materials", materials, "an array of materials");
  }
  if (materials.length !== 0 && materials.length !== count) {
    bad("options.materials.length", materials.length, `${count}, one per link`);
  }
  const own = Object.freeze(
    materials.map((item: unknown, i) => Object.freeze({ ...fields(item, `options.materials[${i}]`, "a material") })),
  );
  const pieces = Array.from({ length: count }, (_, i) => {
    const next = (i + 1) % list.length;
    const flags = oneSided ? ShapeFlag.OneSided : 0;
    return link(list[i]!, list[next]!, radius, `points[${next}]`, flags, own[i]);
  });
  const shape: ChainShape = { type: "chain", points: list, loop, oneSided, radius, materials: own };
  return finish(shape, pieces);
}

/** An ellipse of half axes `rx` and `ry` (m), rounded outwards by `radius`. */
export function ellipse(rx: number, ry: number, options: RoundedPlacement = {}): EllipseShape {
  const shape: EllipseShape = { type: "ellipse", ...curve(rx, ry, options) };
  return finish(shape, [curvePiece(ShapeKind.Ellipse, shape)]);
}

/**
 * The curve |x / rx|ⁿ + |y / ry|ⁿ = 1 with half axes `rx` and `ry` (m), rounded outwards by `radius`. The
 * exponent n goes from 1.2 (nearly a diamond) through 2 (an ellipse) to 20 (nearly a box).
 */
export function superellipse(
  rx: number,
  ry: number,
  exponent: number,
  options: RoundedPlacement = {},
): SuperellipseShape {
  const n = within(exponent, "exponent", 1.2, 20);
  const shape: SuperellipseShape = { type: "superellipse", ...curve(rx, ry, options), exponent: n };
  return finish(shape, [curvePiece(ShapeKind.Superellipse, shape, [n])]);
}

function curve(rx: number, ry: number, options: RoundedPlacement): Omit<EllipseShape, "type"> {
  shapeFields(options, "options", ROUNDED);
  return {
    rx: size(rx, "rx", 1),
    ry: size(ry, "ry", 1),
    radius: radiusOf(options),
    center: centerOf(options),
    angle: angleOf(options),
  };
}

function curvePiece(kind: ShapeKind, shape: Omit<EllipseShape, "type">, points?: number[]): Piece {
  return piece(kind, shape, { halfX: shape.rx, halfY: shape.ry, points });
}

/** Everything behind a line through `center`: solid on the side away from `normal`. For static bodies only. */
export function halfSpace(
  normal: Readonly<Vector>,
  options: { center?: Readonly<Vector> | undefined } = {},
): HalfSpaceShape {
  shapeFields(options, "options", CENTER);
  const n = Object.freeze(vector(normal, "normal"));
  if (n.x === 0 && n.y === 0) {
    bad("normal", "(0, 0)", "a direction that points out of the solid");
  }
  const shape: HalfSpaceShape = { type: "halfSpace", normal: n, center: centerOf(options) };
  return finish(shape, [piece(ShapeKind.HalfSpace, shape, { angle: direction(n.x, n.y) })]);
}

/** For each shape: its maker, the fields that it takes as arguments, and those that it takes as options. */
const MAKERS: {
  readonly [T in ShapeDescriptor["type"]]: readonly [
    make: (...values: never[]) => ShapeDescriptor,
    args: readonly string[],
    options: ReadonlySet<string>,
  ];
} = {
  box: [box, ["width", "height"], ROUNDED],
  circle: [circle, ["radius"], CENTER],
  capsule: [capsule, ["length", "radius"], PLACEMENT],
  polygon: [polygon, ["points"], ROUNDED],
  segment: [segment, ["a", "b"], RADIUS],
  chain: [chain, ["points"], CHAIN],
  ellipse: [ellipse, ["rx", "ry"], ROUNDED],
  superellipse: [superellipse, ["rx", "ry", "exponent"], ROUNDED],
  halfSpace: [halfSpace, ["normal"], CENTER],
  tileGrid: [tileGrid, [], GRID],
  heightField: [heightField, ["heights"], FIELD],
};
const TYPES = Object.keys(MAKERS) as ShapeDescriptor["type"][];

/** The pieces that the core makes of a shape. Plain objects with the fields of a descriptor are read like real descriptors. @internal */
export function piecesFor(shape: unknown, name: string): readonly Piece[] {
  const object = fields(shape, name, "a shape: box(…), circle(…), capsule(…), polygon(…), segment(…), chain(…), …");
  const pieces = Pieces.of(object);
  if (pieces) {
    return pieces;
  }
  if ("body" in object) {
    throw new PhysicsError("bad-type", `${name} already belongs to a body; use a new shape such as box(…).`);
  }
  const type = TYPES[oneOf(object.type, `${name}.type`, TYPES)]!;
  const [make, args, options] = MAKERS[type];
  let built: ShapeDescriptor;
  try {
    const given = Object.fromEntries([...options].map((key) => [key, object[key]]));
    built = make(...([...args.map((key) => object[key]), given] as never[]));
  } catch (error) {
    const { code, message } = error as PhysicsError;
    throw error instanceof PhysicsError ? new PhysicsError(code, `${name}: ${message}`) : error;
  }
  shapeFields(object, name, new Set(Object.keys(built)));
  return Pieces.of(built)!;
}

/**
 * Angle of a direction (rad), the same in every JavaScript engine, which the host's `Math.atan2` need not
 * be. Octant reduction and the polynomial of fdlibm's `atan` (Sun Microsystems, 1993).
 */
export function direction(x: number, y: number): number {
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  let t = Math.min(ax, ay) / Math.max(ax, ay);
  let base = 0;
  if (t > 0.4142135623730951) {
    t = (t - 1) / (t + 1);
    base = Math.PI / 4;
  }
  const z = t * t;
  let sum = 0;
  for (let i = ATAN.length - 1; i >= 0; i--) {
    sum = z * (ATAN[i]! + sum);
  }
  let angle = base + (t - t * sum);
  angle = ay > ax ? Math.PI / 2 - angle : angle;
  angle = x < 0 ? Math.PI - angle : angle;
  return y < 0 ? -angle : angle;
}

/**
 * The direction of length 1 at an angle (rad): the inverse of `direction`. As exact as the host's
 * `Math.cos` and `Math.sin` within a few turns, and the same in every JavaScript engine.
 */
export function directionAt(angle: number): Vector {
  const quarters = Math.round(angle / (Math.PI / 2));
  const rest = angle - quarters * (Math.PI / 2);
  // e^(i rest) = 1 + i rest / 1 (1 + i rest / 2 (1 + …)), from the inside out; 18 terms leave an error
  // below 1e-18 for an eighth of a turn.
  let [x, y] = [1, 0];
  for (let k = 18; k > 0; k--) {
    [x, y] = [1 - (rest * y) / k, (rest * x) / k];
  }
  for (let i = quarters & 3; i > 0; i--) {
    [x, y] = [-y, x];
  }
  return { x: x + 0, y: y + 0 };
}

const ATAN = [
  3.33333333333329318027e-1, -1.99999999998764832476e-1, 1.42857142725034663711e-1, -1.1111110405462355788e-1,
  9.09088713343650656196e-2, -7.69187620504482999495e-2, 6.66107313738753120669e-2, -5.83357013379057348645e-2,
  4.97687799461593236017e-2, -3.6531572744216915527e-2, 1.62858201153657823623e-2,
];
