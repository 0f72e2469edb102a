import { MATERIAL_COUNT } from "../assembly/abi/material_layout.js";
import { ShapeDef, ShapeFlag } from "../assembly/abi/layout.js";
import { bits, boolean, known, number, oneOf, positiveOrZero, refuse, vector, whole, within } from "./check.js";
import type { Material } from "./definitions.js";
import { PhysicsError } from "./errors.js";
import { direction } from "./geometry.js";
import type { Piece } from "./pieces.js";

/** The events of a shape, with their flags. */
export const EVENT_FLAGS = [
  ["contact", ShapeFlag.ContactEvents],
  ["hit", ShapeFlag.HitEvents],
  ["sensor", ShapeFlag.SensorEvents],
  ["swept", ShapeFlag.SweptEvents],
] as const;
const EVENT_KEYS = new Set<string>(EVENT_FLAGS.map(([key]) => key));
const ALL_EVENTS = ShapeFlag.ContactEvents | ShapeFlag.HitEvents | ShapeFlag.SensorEvents | ShapeFlag.SweptEvents;
/** Without hits, which cost a look at every contact after every step. */
const USUAL_EVENTS = ShapeFlag.ContactEvents | ShapeFlag.SensorEvents;

const DEFAULT_DENSITY = 1;
const DEFAULT_FRICTION = 0.6;
const DEFAULT_CATEGORY = 1;
export const MAX_RESTITUTION = 1e3;
export const ALL_BITS = -1;
/** Names of the values of `CombineRule`, from 1 on. */
export const RULES = ["average", "geometric", "min", "multiply", "max"] as const;

/** Number of a named rule. */
export function combineRule(value: unknown, name: string): number {
  return value === undefined ? 0 : oneOf(value, name, RULES, "unknown-option") + 1;
}

/** Angle of a direction. */
export function directionAngle(value: unknown, name: string): number {
  const { x, y } = vector(value, name);
  if (x === 0 && y === 0) {
    throw new PhysicsError("out-of-range", `${name} is (0, 0); use a direction such as { x: 0, y: 1 }.`);
  }
  return Math.fround(direction(x, y));
}

/** Checks an id for the table of material pairs. */
export function materialId(value: unknown, name: string): number {
  if (typeof value === "object") {
    const most = MATERIAL_COUNT - 1;
    refuse("bad-type", name, value, `a whole number from 0 to ${most}; friction and restitution go beside it`);
  }
  return whole(value, name, 0, MATERIAL_COUNT - 1);
}

/** Checks the bits of layers. */
export function layers(value: unknown, name: string): number {
  return bits(value, name) >>> 0;
}

/** Checks the number of a group of shapes. */
export function groupNumber(value: unknown, name: string): number {
  return whole(value, name, -0x80000000, 0x7fffffff);
}

/** Name of a field in messages, after the name of the object that holds it, if any. */
function path(name: string, field: string): string {
  return name === "" ? field : `${name}.${field}`;
}

/** Bits of `ShapeFlag` for the wanted events. */
export function eventFlags(value: unknown, name: string, usual: number = USUAL_EVENTS): number {
  if (value === undefined) {
    return usual;
  }
  if (typeof value === "boolean") {
    return value ? ALL_EVENTS : 0;
  }
  if (typeof value !== "object" || value === null) {
    refuse("bad-type", name, value, "true, false or { contact, hit, sensor, swept }");
  }
  const switches = known(value, name, EVENT_KEYS);
  let flags = 0;
  for (const [key, flag] of EVENT_FLAGS) {
    const { [key]: on = (usual & flag) !== 0 } = switches;
    flags |= boolean(on, `${name}.${key}`) ? flag : 0;
  }
  return flags;
}

/**
 * Checks a material and a piece of a shape and writes them as a shape definition. `f32` and `u32` are views
 * of the same words, which begin at `at`; `name` is how messages call the object that holds the material's
 * fields. Returns the index of the word after the last one.
 */
export function writeShape(
  f32: Float32Array,
  u32: Uint32Array,
  at: number,
  piece: Piece,
  material: Material,
  name: string,
  usual?: number,
): number {
  const { density, friction, staticFriction, restitution, rollingResistance, surfaceSpeed, sensor, events } = material;
  const { category, mask, group, frictionRule, restitutionRule, material: id, oneWay } = material;
  let flags = eventFlags(events, path(name, "events"), usual);
  const slides = friction === undefined ? DEFAULT_FRICTION : positiveOrZero(friction, path(name, "friction"));
  f32[at + ShapeDef.Density] = density === undefined ? DEFAULT_DENSITY : positiveOrZero(density, path(name, "density"));
  f32[at + ShapeDef.Friction] = slides;
  f32[at + ShapeDef.StaticFriction] =
    staticFriction === undefined ? slides : positiveOrZero(staticFriction, path(name, "staticFriction"));
  f32[at + ShapeDef.Restitution] =
    restitution === undefined ? 0 : within(restitution, path(name, "restitution"), 0, MAX_RESTITUTION);
  f32[at + ShapeDef.RollingResistance] =
    rollingResistance === undefined ? 0 : positiveOrZero(rollingResistance, path(name, "rollingResistance"));
  f32[at + ShapeDef.SurfaceSpeed] = surfaceSpeed === undefined ? 0 : number(surfaceSpeed, path(name, "surfaceSpeed"));
  u32[at + ShapeDef.Category] = category === undefined ? DEFAULT_CATEGORY : bits(category, path(name, "category"));
  u32[at + ShapeDef.Mask] = mask === undefined ? ALL_BITS : bits(mask, path(name, "mask"));
  u32[at + ShapeDef.Group] = group === undefined ? 0 : groupNumber(group, path(name, "group"));
  if (restitution !== undefined) {
    flags |= ShapeFlag.NamesRestitution;
  }
  if (staticFriction !== undefined) {
    flags |= ShapeFlag.NamesStaticFriction;
  }
  if (sensor !== undefined && boolean(sensor, path(name, "sensor"))) {
    flags |= ShapeFlag.Sensor;
  }
  flags |= combineRule(frictionRule, path(name, "frictionRule")) * ShapeFlag.FrictionRule;
  flags |= combineRule(restitutionRule, path(name, "restitutionRule")) * ShapeFlag.RestitutionRule;
  f32[at + ShapeDef.OneWay] = 0;
  if (oneWay !== undefined) {
    flags |= ShapeFlag.OneWay;
    f32[at + ShapeDef.OneWay] = directionAngle(oneWay, path(name, "oneWay"));
  }
  u32[at + ShapeDef.Flags] =
    flags | piece.flags | (id === undefined ? 0 : materialId(id, path(name, "material")) << 16);
  f32[at + ShapeDef.HalfX] = piece.halfX;
  f32[at + ShapeDef.HalfY] = piece.halfY;
  f32[at + ShapeDef.Radius] = piece.radius;
  f32[at + ShapeDef.CenterX] = piece.centerX;
  f32[at + ShapeDef.CenterY] = piece.centerY;
  f32[at + ShapeDef.Angle] = piece.angle;
  const { points } = piece;
  u32[at + ShapeDef.PointCount] = points.length >> 1;
  const first = at + ShapeDef.Points;
  for (let i = 0; i < points.length; i++) {
    f32[first + i] = points[i]!;
  }
  return first + points.length;
}
