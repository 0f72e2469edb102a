import { ShapeField, ShapeFlag } from "../assembly/abi/layout.js";
import type { Body } from "./body.js";
import * as check from "./check.js";
import type { CombineRule, EventSwitches, Vector } from "./definitions.js";
import { bodyType, replaceGeometry } from "./create.js";
import { PhysicsError, stale } from "./errors.js";
import { directionAt, piecesFor, type ShapeDescriptor } from "./geometry.js";
import type { Piece } from "./pieces.js";
import type { Instance } from "./instance.js";
import {
  combineRule,
  directionAngle,
  eventFlags,
  EVENT_FLAGS,
  groupNumber,
  layers,
  materialId,
  MAX_RESTITUTION,
  RULES,
} from "./material.js";
import { MATERIAL_KEYS } from "./material_keys.js";
import { numbers } from "./properties.js";
import { SLOT_MASK } from "./registry.js";
import type { World } from "./world.js";

/** Names of `ShapeKind`. There is no chain: it has been split into segments. */
export const SHAPE_TYPES = [
  "circle",
  "capsule",
  "segment",
  "box",
  "polygon",
  "ellipse",
  "halfSpace",
  "superellipse",
] as const;
/** Kind of a shape of a body. */
export type ShapeType = (typeof SHAPE_TYPES)[number];

/** Sizes of a shape and its place in its body, as the core has them (m, rad). */
export interface ShapeGeometry {
  /** Kind of the shape. */
  readonly type: ShapeType;
  /** Half the width of a box or ellipse, half the length of a capsule or segment (m). */
  readonly halfWidth: number;
  /** Half the height of a box or ellipse (m). */
  readonly halfHeight: number;
  /** Rounding radius, or the radius of a circle (m). */
  readonly radius: number;
  /** Centre in the body's frame (m). */
  readonly center: Vector;
  /** Angle in the body's frame (rad). A half-space's normal points in this direction. */
  readonly angle: number;
  /** Corners of a polygon, counter-clockwise, or ends of a segment, in the body's frame (m); empty for other shapes. */
  readonly points: Vector[];
  /** Exponent of a superellipse; 0 for other shapes. */
  readonly exponent: number;
}

/**
 * A shape of a body. Made by `body.addShape` and `world.createBody`. Its setters affect existing contacts too. Every member of
 * a destroyed shape throws a PhysicsError `"stale-shape"`, except `id`, `slot`, `world`, `userData`, `alive` and `destroy`.
 */
export class Shape {
  /** @internal */
  static readonly name: string = "Shape";
  /** Anything of yours, as for a body: kept, never looked at, and not part of snapshots. */
  userData: unknown = undefined;

  /** Small integer made of slot and generation, never 0. `world.shape(id)` gives the shape back. */
  readonly id: number;
  /** The same id, used for calls because a program can overwrite `id`. */
  readonly #handle: number;
  readonly #instance: Instance;

  /** @internal */
  constructor(instance: Instance, id: number) {
    this.#instance = instance;
    this.#handle = id;
    this.id = id;
  }

  /** The world's internals, if the value is a shape at all. @internal */
  static instanceOf(value: unknown): Instance | undefined {
    return typeof value === "object" && value !== null && #instance in value ? value.#instance : undefined;
  }

  /** Small number that no other living shape has, unchanged as long as the shape lives. */
  get slot(): number {
    return this.#handle & SLOT_MASK;
  }

  /** Its id, for the library. @internal */
  get handle(): number {
    return this.#handle;
  }

  /** The world it is in. */
  get world(): World {
    return this.#instance.world;
  }

  /** Whether the shape still exists. It is destroyed with its body. */
  get alive(): boolean {
    return !this.#instance.disposed && this.#instance.core.shapeFind(this.#handle) !== 0;
  }

  /** Kind of the shape. A chain or grid becomes one shape per part. */
  get type(): ShapeType {
    return SHAPE_TYPES[this.get(ShapeField.Kind, "type")]!;
  }

  /** The body it belongs to. */
  get body(): Body {
    return this.#instance.bodyObject(this.get(ShapeField.Body, "body"));
  }

  /** Sizes and place in the body, as a fresh object, for drawing. */
  get geometry(): ShapeGeometry {
    return {
      type: this.type,
      halfWidth: this.get(ShapeField.HalfX, "geometry"),
      halfHeight: this.get(ShapeField.HalfY, "geometry"),
      radius: this.get(ShapeField.Radius, "geometry"),
      center: { x: this.get(ShapeField.CenterX, "geometry"), y: this.get(ShapeField.CenterY, "geometry") },
      angle: this.get(ShapeField.Angle, "geometry"),
      points: this.#points(),
      exponent: this.get(ShapeField.Exponent, "geometry"),
    };
  }

  /** Mass per area (kg/m²). Setting it changes the body's mass, unless the mass was set explicitly. */
  declare density: number;

  /** Coulomb friction of a sliding surface. */
  declare friction: number;

  /** Friction until the surface slips; set to `undefined`, it follows `friction`. */
  get staticFriction(): number {
    return this.get(ShapeField.StaticFriction, "staticFriction");
  }
  set staticFriction(value: number | undefined) {
    if (value === undefined) {
      this.#unflag(ShapeFlag.NamesStaticFriction, "staticFriction");
    } else {
      this.set(ShapeField.StaticFriction, check.positiveOrZero(value, "staticFriction"), "staticFriction");
    }
  }

  /** Bounce; with `undefined` the other surface decides. */
  get restitution(): number | undefined {
    const named = (this.get(ShapeField.Flags, "restitution") & ShapeFlag.NamesRestitution) !== 0;
    return named ? this.get(ShapeField.Restitution, "restitution") : undefined;
  }
  set restitution(value: number | undefined) {
    if (value === undefined) {
      this.#unflag(ShapeFlag.NamesRestitution, "restitution");
    } else {
      this.set(ShapeField.Restitution, check.within(value, "restitution", 0, MAX_RESTITUTION), "restitution");
    }
  }

  /** Resistance to rolling, as a share of the radius. */
  declare rollingResistance: number;

  /** Speed along the surface, as of a conveyor belt (m/s); positive is clockwise where y points up. */
  declare surfaceSpeed: number;

  /** How friction is combined; `undefined` means the geometric mean, unless the other surface names a rule. */
  get frictionRule(): CombineRule | undefined {
    return RULES[this.get(ShapeField.FrictionRule, "frictionRule") - 1];
  }
  set frictionRule(value: CombineRule | undefined) {
    this.set(ShapeField.FrictionRule, combineRule(value, "frictionRule"), "frictionRule");
  }

  /** How restitution is combined if both surfaces set one; `undefined` means the smaller one, unless the other surface names a rule. */
  get restitutionRule(): CombineRule | undefined {
    return RULES[this.get(ShapeField.RestitutionRule, "restitutionRule") - 1];
  }
  set restitutionRule(value: CombineRule | undefined) {
    this.set(ShapeField.RestitutionRule, combineRule(value, "restitutionRule"), "restitutionRule");
  }

  /** Id in the table of `world.setMaterialPair`. */
  declare material: number;

  /** Direction in which others pass through the shape, of length 1, in the frame in which it was defined; `undefined` means solid. */
  get oneWay(): Vector | undefined {
    if ((this.get(ShapeField.Flags, "oneWay") & ShapeFlag.OneWay) === 0) {
      return undefined;
    }
    return directionAt(this.get(ShapeField.OneWay, "oneWay"));
  }
  set oneWay(value: Readonly<Vector> | undefined) {
    if (value === undefined) {
      this.#unflag(ShapeFlag.OneWay, "oneWay");
      return;
    }
    const angle = directionAngle(value, "oneWay");
    const now = this.oneWay;
    // The direction that the getter returns often has an angle that differs in its last bit: setting it again must be no change.
    if (now === undefined || directionAngle(now, "oneWay") !== angle) {
      this.set(ShapeField.OneWay, angle, "oneWay");
    }
  }

  /** Whether the shape reports overlaps and collides with nothing. */
  get sensor(): boolean {
    return (this.get(ShapeField.Flags, "sensor") & ShapeFlag.Sensor) !== 0;
  }
  set sensor(value: boolean) {
    const rest = this.get(ShapeField.Flags, "sensor") & ~ShapeFlag.Sensor;
    this.set(ShapeField.Flags, rest | (check.boolean(value, "sensor") ? ShapeFlag.Sensor : 0), "sensor");
  }

  /** Bits of the layers the shape is in. */
  declare category: number;

  /** Bits of the layers the shape collides with. */
  declare mask: number;

  /** Shapes of the same positive group always collide, those of the same negative group never. */
  declare group: number;

  /** Which events are reported for its contacts. */
  get events(): Required<EventSwitches> {
    const flags = this.get(ShapeField.Flags, "events");
    const switches = EVENT_FLAGS.map(([key, flag]) => [key, (flags & flag) !== 0]);
    return Object.fromEntries(switches) as Required<EventSwitches>;
  }
  set events(value: boolean | EventSwitches) {
    const wanted = eventFlags(value, "events", this.#instance.usualEvents);
    const rest = this.get(ShapeField.Flags, "events") & ~eventFlags(true, "events");
    this.set(ShapeField.Flags, rest | wanted, "events");
  }

  /**
   * Replaces the geometry in place by one of a single piece, possibly of another kind. Id and material stay, the body's mass
   * follows, and bodies resting on the shape wake. If the kind stays the same (and both geometries have a rounding radius,
   * or neither has), contacts that still touch persist; otherwise contacts are found anew. Whether the shape is one-sided, a
   * tile or a link of a height field is taken from the new geometry. Throws `"bad-shape"` for an impossible one.
   */
  setGeometry(shape: ShapeDescriptor): void {
    const pieces = piecesFor(shape, "shape");
    if (pieces.length !== 1) {
      throw new PhysicsError(
        "bad-shape",
        `shape has ${pieces.length} pieces; use a shape of one piece, such as box(…).`,
      );
    }
    this.setPiece(pieces[0]!);
  }

  /** @internal */
  setPiece(piece: Piece): void {
    replaceGeometry(this.#instance, this.#handle, piece, bodyType(this.body.type), "shape");
  }

  /** @internal Whether the shape has the same material, filter and events as another. */
  isLike(other: Shape): boolean {
    return MATERIAL_KEYS.every((key) => JSON.stringify(this[key]) === JSON.stringify(other[key]));
  }

  /** Whether a point of the world (m) is in the shape. */
  testPoint(point: Readonly<Vector>): boolean {
    const { x, y } = check.vector(point, "point");
    return this.#instance.found(this.#instance.core.shapeTestPoint(this.#handle, x, y), "shape.testPoint") !== 0;
  }

  /** Removes the shape from its body, whose mass follows. Returns false if it was already gone, which does no harm. */
  destroy(): boolean {
    return !this.#instance.disposed && this.#instance.gone(this.#instance.core.shapeDestroy(this.#handle));
  }

  #points(): Vector[] {
    return this.#instance.points(this.#instance.core.shapePoints(this.#handle));
  }

  #unflag(flag: ShapeFlag, what: string): void {
    this.set(ShapeField.Flags, this.get(ShapeField.Flags, what) & ~flag, what);
  }

  private get(field: ShapeField, what: string): number {
    const value = this.#instance.core.shapeGet(this.#handle, field);
    if (value !== value) {
      throw stale("shape", `shape.${what}`);
    }
    return value + 0; // readers get 0 for −0
  }

  private set(field: ShapeField, value: number, what: string): void {
    const code = this.#instance.core.shapeSet(this.#handle, field, value);
    if (code !== 0) {
      throw this.#instance.refusal(code, `shape.${what}`);
    }
  }
}

numbers(Shape, {
  density: [ShapeField.Density, check.positiveOrZero],
  friction: [ShapeField.Friction, check.positiveOrZero],
  rollingResistance: [ShapeField.RollingResistance, check.positiveOrZero],
  surfaceSpeed: [ShapeField.SurfaceSpeed, check.number],
  material: [ShapeField.Material, materialId],
  category: [ShapeField.Category, layers],
  mask: [ShapeField.Mask, layers],
  group: [ShapeField.Group, groupNumber],
});
