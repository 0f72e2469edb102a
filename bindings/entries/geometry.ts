// `scree/geometry`: distance, overlap, contact, casts, mass, hulls and decomposition as functions of shapes, without a world.
export { box, capsule, chain, circle, ellipse, halfSpace, polygon, segment, superellipse } from "../geometry.js";
export { heightField, tileGrid } from "../terrain.js";
export type { HeightFieldOptions, HeightFieldShape, TileGridOptions, TileGridShape } from "../terrain.js";
export type {
  BoxShape,
  CapsuleShape,
  ChainOptions,
  ChainShape,
  CircleShape,
  EllipseShape,
  HalfSpaceShape,
  Placement,
  PolygonShape,
  RoundedPlacement,
  SegmentShape,
  ShapeDescriptor,
  SuperellipseShape,
} from "../geometry.js";
export type { Vector } from "../definitions.js";
export { PhysicsError, type ErrorCode } from "../errors.js";
export { closestPoint, containsPoint, rayCast, shapeCast, sweep, timeOfImpact } from "../pure/casts.js";
export type { ClosestPoint, Crossing, RayCast, ShapeCast, Sweep, TimeOfImpact } from "../pure/casts.js";
export type { SupportFunction } from "../pure/core.js";
export { decompose, type DecomposeOptions } from "../pure/decompose.js";
export { massOf, type MassProperties } from "../pure/mass.js";
export { minkowskiDifference, support, type RoundedPolygon } from "../pure/minkowski.js";
export { convex } from "../pure/operand.js";
export type { AnyShape, ConvexShape, MovingShape, Operand, PlacedShape, SupportShape } from "../pure/operand.js";
export { collide, distance, intersects, minimumTranslation, penetration } from "../pure/pairs.js";
export type { Distance, Manifold, ManifoldPoint, PairCache, Penetration } from "../pure/pairs.js";
export { convexHull, isConvex, signedArea, validatePolygon, winding } from "../pure/polygon.js";
export type { PolygonFault, PolygonReport } from "../pure/polygon.js";
export { AllPairs, KdTree, Quadtree, type SpatialIndex } from "../pure/spatial.js";
export type { Bounds } from "../queries.js";
