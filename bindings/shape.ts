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
  MATERIAL_KEYS,
  groupNumber,
  layers,
  materialId,
  MAX_RESTITUTION,
  RULES,
} from "./material.js";
import { numbers } from "./properties.js";
import { SLOT_MASK } from "./registry.js";
import type { World } from "./world.js";

/** Names of `ShapeKind`. A chain has been taken apart into segments. */
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
/** What a shape of a body is. */
export type ShapeType = (typeof SHAPE_TYPES)[number];

/** A shape's sizes and place in its body, as the core has them (m, rad). */
export interface ShapeGeometry {
  /** Which shape it is. */
  readonly type: ShapeType;
  /** Half extents: of a box; half the length of a capsule or segment; half axes of an ellipse. */
  readonly halfWidth: number;
  /** Half the height of boxes and ellipses (m). */
  readonly halfHeight: number;
  /** Rounding radius, or the radius of a circle. */
  readonly radius: number;
  /** In the body's frame. A half-space's normal is the direction of the angle. */
  readonly center: Vector;
  /** In the body's frame (rad). */
  readonly angle: number;
  /** Corners of a polygon, counter-clockwise, or ends of a segment, in the body's frame; empty for others. */
  readonly points: Vector[];
  /** Of a superellipse; 0 for others. */
  readonly exponent: number;
}

/**
 * A shape of a body. Made by `body.addShape` and `world.createBody`. Its setters act on the contacts it has. Every member
 * of a destroyed shape throws a PhysicsError `"stale-shape"`, except `id`, `slot`, `world`, `userData`, `alive` and
 * `destroy`.
 */
export class Shape {
  /** @internal */
  static readonly name: string = "Shape";
  /** Yours, as a body's: kept, never looked at, and not part of snapshots. */
  userData: unknown = undefined;

  /** Small integer of slot and generation, never 0. `world.shape(id)` gives the shape back. */
  readonly id: number;
  /** The same, for calls to go by: a program can write to `id`. */
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

  /** Small number of its own, for as long as it lives. */
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

  /** Does it still exist? It goes with its body. */
  get alive(): boolean {
    return !this.#instance.disposed && this.#instance.core.shapeFind(this.#handle) !== 0;
  }

  /** Which shape it is; a chain or grid is one shape a part. */
  get type(): ShapeType {
    return SHAPE_TYPES[this.get(ShapeField.Kind, "type")]!;
  }

  /** The body it belongs to. */
  get body(): Body {
    return this.#instance.bodyObject(this.get(ShapeField.Body, "body"));
  }

  /** Sizes and place in the body: a fresh object, for drawing. */
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

  /** Mass per area (kg/m²). Setting it changes the body's mass, unless that was set by hand. */
  declare density: number;

  /** Coulomb friction of a sliding surface. */
  declare friction: number;

  /** Friction until the surface slips; set `undefined`, it follows `friction`. */
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

  /** Bounce; `undefined` leaves the decision to the other surface. */
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

  /** As a share of the radius. */
  declare rollingResistance: number;

  /** A conveyor's speed along the surface (m/s), positive clockwise where y points up. */
  declare surfaceSpeed: number;

  /** How friction mixes; `undefined`: by the geometric mean, unless the other surface names a rule. */
  get frictionRule(): CombineRule | undefined {
    return RULES[this.get(ShapeField.FrictionRule, "frictionRule") - 1];
  }
  set frictionRule(value: CombineRule | undefined) {
    this.set(ShapeField.FrictionRule, combineRule(value, "frictionRule"), "frictionRule");
  }

  /** How bounce mixes where both surfaces name one; `undefined`: the smaller, unless the other names a rule. */
  get restitutionRule(): CombineRule | undefined {
    return RULES[this.get(ShapeField.RestitutionRule, "restitutionRule") - 1];
  }
  set restitutionRule(value: CombineRule | undefined) {
    this.set(ShapeField.RestitutionRule, combineRule(value, "restitutionRule"), "restitutionRule");
  }

  /** Id in the table of `world.setMaterialPair`. */
  declare material: number;

  /** Direction in which it is passed, of length 1, in the frame in which it was defined; `undefined`: solid. */
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
    // The direction that it tells has an angle that is often another one in its last bit: what is given back is no change.
    if (now === undefined || directionAngle(now, "oneWay") !== angle) {
      this.set(ShapeField.OneWay, angle, "oneWay");
    }
  }

  /** Tells overlaps, collides with nothing. */
  get sensor(): boolean {
    return (this.get(ShapeField.Flags, "sensor") & ShapeFlag.Sensor) !== 0;
  }
  set sensor(value: boolean) {
    const rest = this.get(ShapeField.Flags, "sensor") & ~ShapeFlag.Sensor;
    this.set(ShapeField.Flags, rest | (check.boolean(value, "sensor") ? ShapeFlag.Sensor : 0), "sensor");
  }

  /** Bits of the layers it is in. */
  declare category: number;

  /** Bits of the layers it collides with. */
  declare mask: number;

  /** Above 0 shapes of one group always collide, below 0 never. */
  declare group: number;

  /** Which events its contacts tell. */
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
   * Gives it another geometry, of one piece and possibly of another kind, in place: id and material stay, the body's mass
   * follows, and what rested on it wakes up. What it touches it goes on touching, as far as it still does, if the kind is the same
   * (and both have a rounding radius or neither); of another kind its contacts are found anew. One-sided it is as the new geometry is,
   * and a tile or a link of a height field if that is one. Throws `"bad-shape"` for an impossible one.
   */
  setGeometry(shape: ShapeDescriptor): void {
    const pieces = piecesFor(shape, "shape");
    if (pieces.length !== 1) {
      throw new PhysicsError("bad-shape", "shape has several pieces; give setGeometry a shape of one.");
    }
    this.setPiece(pieces[0]!);
  }

  /** @internal */
  setPiece(piece: Piece): void {
    replaceGeometry(this.#instance, this.#handle, piece, bodyType(this.body.type), "shape");
  }

  /** @internal Has it the material, filter and events of another? */
  isLike(other: Shape): boolean {
    return MATERIAL_KEYS.every((key) => JSON.stringify(this[key]) === JSON.stringify(other[key]));
  }

  /** Is a point of the world (m) in it? */
  testPoint(point: Readonly<Vector>): boolean {
    const { x, y } = check.vector(point, "point");
    return this.#instance.found(this.#instance.core.shapeTestPoint(this.#handle, x, y), "shape.testPoint") !== 0;
  }

  /** Takes it off its body, whose mass follows. False if it was gone already, which does no harm. */
  destroy(): boolean {
    return !this.#instance.disposed && this.#instance.core.shapeDestroy(this.#handle) === 0;
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
    return value + 0; // −0 is 0 to who reads it
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
