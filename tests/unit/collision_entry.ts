// The pure functions of the geometry layer as Wasm exports, for the tests in tests/unit/collision: a test writes records into
// linear memory and passes their addresses.
export { sin, cos, atan2 } from "../../assembly/math/trig";
export { power } from "../../assembly/math/power";
export { buildHull } from "../../assembly/collision/hull";
export { shapeArea, shapeInertia } from "../../assembly/collision/mass";
export { shapeAabb } from "../../assembly/collision/aabb";
export { collide } from "../../assembly/collision/collide";
export { closestCores } from "../../assembly/collision/gjk";
export { penetrationOfCores } from "../../assembly/collision/epa";
export { shapeDistance, shapesOverlap } from "../../assembly/collision/distance";
export { hullsOverlap } from "../../assembly/collision/sat";
export { timeOfImpact, sweepFrame, impactOfCircles } from "../../assembly/collision/time_of_impact";
export { castShape } from "../../assembly/collision/shape_cast";
export { rayCast, rayCastExit } from "../../assembly/collision/ray_cast";
export { nearestPoint, containsPoint } from "../../assembly/collision/point";
export { overFace } from "../../assembly/collision/over_face";
export { sweepHulls, sweepShapes } from "../../assembly/collision/sweep";
