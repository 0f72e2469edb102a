import { FIELD_PARAMS, FieldKind, FieldParam as P } from "../assembly/abi/field_layout.js";
import { ShapeKind } from "../assembly/abi/layout.js";
import * as check from "./check.js";
import type { Vector } from "./definitions.js";
import { PhysicsError, stale } from "./errors.js";
import { piecesFor, type ShapeDescriptor } from "./geometry.js";
import type { Instance } from "./instance.js";
import { layers, writeShape } from "./material.js";
import type { Piece } from "./pieces.js";
import { numbers, vectors, type SettableTable } from "./properties.js";
import { readRegion } from "./region.js";
import { Shape } from "./shape.js";
import type { World } from "./world.js";

/** Options of every force field. */
export interface FieldBase {
  /** Position of the attractor, or of the region with its shape (m); default (0, 0). */
  position?: Readonly<Vector> | undefined;
  /** Angle of the region (rad); default 0. */
  angle?: number | undefined;
  /**
   * Where the field acts: a shape of one piece placed by `position` and `angle`, or a shape of a body (a
   * sensor, say), which the field follows and on whose body it does not act. Default: everywhere. A body is
   * inside when its centre of mass is; a fluid acts on the part of a body that lies in it.
   */
  region?: ShapeDescriptor | Shape | undefined;
  /** Bits of the layers (`category`) on which the field acts, default all. */
  mask?: number | undefined;
  /** Whether the field acts; default true. */
  enabled?: boolean | undefined;
}

/** An attractor: point gravity. */
export interface AttractorDef extends FieldBase {
  type: "attractor";
  /** Acceleration at a distance of 1 (m/s²); a negative one repels. */
  strength: number;
  /** Power of the distance with which the acceleration falls, a whole number from −2 to 4: 2 (default) is a planet, −1 a spring. */
  falloff?: number | undefined;
  /** Largest acceleration (m/s²), 0 (default) for no limit. */
  cap?: number | undefined;
  /** Farthest reach (m), 0 (default) for no limit. */
  range?: number | undefined;
}

/** Forces on the bodies in an area. */
export interface AreaDef extends FieldBase {
  type: "area";
  /** Force (N), the same for all bodies. */
  force?: Readonly<Vector> | undefined;
  /** Acceleration (m/s²). */
  acceleration?: Readonly<Vector> | undefined;
  /** Gravity (m/s²) that replaces the world's and a body's own. Where areas overlap, that of the area made last counts. */
  gravity?: Readonly<Vector> | undefined;
  /** Velocity of the medium, which drag is relative to: wind, current (m/s). */
  velocity?: Readonly<Vector> | undefined;
  /** Drag F = −(linearDrag + quadraticDrag · |u|) · u with u the velocity relative to the medium (kg/s, kg/m); 0 or more, default 0. */
  linearDrag?: number | undefined;
  /** Drag by the square of the speed relative to the medium (kg/m); 0 or more, default 0. */
  quadraticDrag?: number | undefined;
  /** Drag against turning, τ = −angularDrag · ω (kg·m²/s). */
  angularDrag?: number | undefined;
  /** Lift of a plate along the body's x axis: lift · |u|² · sin α cos α across the wind (kg/m). */
  lift?: number | undefined;
}

/** A fluid: bodies in it are carried by the weight of the fluid they displace. */
export interface FluidDef extends FieldBase {
  type: "fluid";
  /** Mass per area (kg/m²), above 0; bodies of lower density float. */
  density: number;
  /** Gravity (m/s²) instead of the world's, which gives the fluid its weight. It acts on bodies in the fluid too. */
  gravity?: Readonly<Vector> | undefined;
  /** Velocity of the current (m/s). */
  velocity?: Readonly<Vector> | undefined;
  /**
   * Drag as in an area, times the submerged area (kg/s, kg/m, kg·m²/s, each per m²). For each shape it acts at the centroid
   * of its submerged area, relative to the velocity there, so it turns bodies that it meets off their centre of mass.
   */
  linearDrag?: number | undefined;
  /** Drag by the square of the speed (kg/m, per submerged m²); default 0. */
  quadraticDrag?: number | undefined;
  /**
   * Drag against turning (kg·m²/s, per submerged m²); default 0. Nothing else slows a shape that turns
   * about the centroid of its submerged part.
   */
  angularDrag?: number | undefined;
}

/** What `world.createField` takes. */
export type FieldDef = AttractorDef | AreaDef | FluidDef;

/** What `world.explode` takes. */
export interface ExplosionDef {
  /** Centre of the explosion (m). */
  position: Readonly<Vector>;
  /** Distance up to which the push has its full strength (m). */
  radius: number;
  /** Distance beyond `radius` over which the push fades to nothing (m); default 0. */
  falloff?: number | undefined;
  /** Impulse per length of the side that a shape turns to the position (N·s/m); a negative one pulls. */
  impulsePerLength: number;
  /** Bits of the layers that are pushed, default all. */
  mask?: number | undefined;
}

type Kind = FieldDef["type"];

/** Bits of `FieldFlag`. */
const ENABLED = 2;
const NAMES_GRAVITY = 4;
const BITS: Record<Kind, FieldKind> = {
  attractor: FieldKind.Attractor,
  area: FieldKind.Area,
  fluid: FieldKind.Fluid,
};

const VECTORS: SettableTable<Vector> = {
  position: [P.X, check.position],
  velocity: [P.VelocityX, check.vector],
  force: [P.ForceX, check.vector],
  acceleration: [P.AccelerationX, check.vector],
};
const GRAVITY: SettableTable<Vector> = { gravity: [P.GravityX, check.vector] };
const NUMBERS: SettableTable<number> = {
  angle: [P.Angle, check.angle],
  strength: [P.Strength, check.number],
  falloff: [P.Falloff, (value, name) => check.whole(value, name, -2, 4)],
  cap: [P.Cap, check.positiveOrZero],
  range: [P.Range, check.positiveOrZero],
  linearDrag: [P.LinearDrag, check.positiveOrZero],
  quadraticDrag: [P.QuadraticDrag, check.positiveOrZero],
  angularDrag: [P.AngularDrag, check.positiveOrZero],
  lift: [P.Lift, check.positiveOrZero],
  density: [P.Density, check.positive],
};
const BASE = ["type", "position", "angle", "region", "mask", "enabled"];
const DRAGS = ["gravity", "velocity", "linearDrag", "quadraticDrag", "angularDrag"];
const KEYS: Record<Kind, ReadonlySet<string>> = {
  attractor: new Set([...BASE, "strength", "falloff", "cap", "range"]),
  area: new Set([...BASE, ...DRAGS, "force", "acceleration", "lift"]),
  fluid: new Set([...BASE, ...DRAGS, "density"]),
};
const KINDS = Object.keys(KEYS) as Kind[];
const EXPLOSION = new Set(["position", "radius", "falloff", "impulsePerLength", "mask"]);
/** Word of the mailbox where the region's definition begins. */
const REGION = 32;

/**
 * A force field. Made by `world.createField`; its setters take effect at once and wake the bodies on which it
 * acts. Which numbers it has depends on its `type`: setting another is refused (`"unknown-option"`). Every
 * member of a destroyed field throws a PhysicsError `"stale-field"`, except `id`, `alive` and `destroy`.
 */
export class Field {
  /** @internal */
  static readonly name: string = "Field";
  /** Small integer made of slot and generation, never 0. `world.field(id)` gives the field back. */
  readonly id: number;
  /** The same id, used for calls because a program can overwrite `id`. */
  readonly #handle: number;
  /** Velocity of the medium (m/s). This and the numbers below are those of the definition and can be set at any time. */
  declare velocity: Vector;
  /** Of an area: force, the same for all bodies (N). */
  declare force: Vector;
  /** Of an area: acceleration (m/s²). */
  declare acceleration: Vector;
  /** Of an attractor: acceleration at a distance of 1 (m/s²). */
  declare strength: number;
  /** Of an attractor: power of the distance, −2 to 4. */
  declare falloff: number;
  /** Of an attractor: largest acceleration (m/s²), 0 for none. */
  declare cap: number;
  /** Of an attractor: farthest reach (m), 0 for none. */
  declare range: number;
  /** Drag by the speed relative to the medium (kg/s; for a fluid per m²). */
  declare linearDrag: number;
  /** Drag by the square of that speed (kg/m; for a fluid per m²). */
  declare quadraticDrag: number;
  /** Drag against turning (kg·m²/s; for a fluid per m²). */
  declare angularDrag: number;
  /** Of an area: lift of a plate along the body's x axis (kg/m). */
  declare lift: number;
  /** Of a fluid: mass per area (kg/m²). */
  declare density: number;
  readonly #instance: Instance;

  /** @internal */
  constructor(instance: Instance, id: number) {
    this.#instance = instance;
    this.#handle = id;
    this.id = id;
  }

  /** @internal */
  get world(): World {
    return this.#instance.world;
  }

  /** Whether the field still exists. */
  get alive(): boolean {
    return !this.#instance.disposed && !Number.isNaN(this.#instance.core.fieldGet(this.#handle, P.Flags));
  }

  /** Type of the field, as in its definition. */
  get type(): Kind {
    return this.#kind("type");
  }

  /** Position of the region or attractor (m); has no effect if the region is a body's shape. */
  declare position: Vector;

  /** Angle of the region (rad); beyond four turns the whole turns are taken off. */
  declare angle: number;

  /**
   * Where the field acts: the shape of a body (even if it is gone; the field then acts nowhere), or a shape
   * placed by `position` and `angle`, a polygon given by the corners of its hull; `undefined` means everywhere.
   */
  get region(): ShapeDescriptor | Shape | undefined {
    const sensor = this.get(P.Sensor, "region");
    return sensor === 0 ? readRegion(this.#instance, this.#handle) : this.#instance.shapeObject(sensor);
  }

  /** Bits of the layers on which the field acts. */
  declare mask: number;

  /** Whether the field acts. */
  get enabled(): boolean {
    return (this.get(P.Flags, "enabled") & ENABLED) !== 0;
  }
  set enabled(value: boolean) {
    const rest = this.get(P.Flags, "enabled") & NAMES_GRAVITY;
    this.set(P.Flags, rest | (check.boolean(value, "enabled") ? ENABLED : 0), "enabled");
  }

  /** Gravity that replaces the world's (m/s²); `undefined` if the field has none. */
  get gravity(): Vector | undefined {
    return (this.get(P.Flags, "gravity") & NAMES_GRAVITY) === 0
      ? undefined
      : { x: this.get(P.GravityX, "gravity"), y: this.get(P.GravityY, "gravity") };
  }
  set gravity(value: Readonly<Vector> | undefined) {
    const flags = this.get(P.Flags, "gravity") & ENABLED;
    if (value !== undefined) {
      const { x, y } = check.vector(value, "gravity");
      this.set(P.GravityX, x, "gravity");
      this.set(P.GravityY, y, "gravity");
    }
    this.set(P.Flags, flags | (value === undefined ? 0 : NAMES_GRAVITY), "gravity");
  }

  /** Destroys the field; bodies on which it acted wake. Returns false if it was already gone, which does no harm. */
  destroy(): boolean {
    return !this.#instance.disposed && this.#instance.gone(this.#instance.core.fieldDestroy(this.#handle));
  }

  /** @internal */
  get(param: P, what: string): number {
    const value = this.#instance.core.fieldGet(this.#handle, param);
    if (value !== value) {
      throw stale("field", `field.${what}`);
    }
    return value + 0; // readers get 0 for −0
  }
  /** Refuses parameters that its type does not have. @internal */
  set(param: P, value: number, what: string): void {
    const type = this.#kind(what);
    if (!KEYS[type].has(what)) {
      throw new PhysicsError("unknown-option", `field.${what} does not apply to ${type} fields; leave it unset.`);
    }
    this.#instance.check(this.#instance.core.fieldSet(this.#handle, param, value), `field.${what}`);
  }
  #kind(what: string): Kind {
    const bits = this.get(P.Flags, what) & FieldKind.Fluid;
    return KINDS.find((kind) => BITS[kind] === bits)!;
  }
}

numbers(Field, { ...NUMBERS, mask: [P.Mask, layers] });
vectors(Field, VECTORS);

function line(): PhysicsError {
  return new PhysicsError("bad-shape", "region is a line or not a single piece; use a shape such as box(…).");
}

export function createField(to: Instance, definition: unknown): Field {
  const { type } = check.fields(definition, "def", "an object with type");
  const kind = KINDS[check.oneOf(type, "type", KINDS)]!;
  const def = check.known(definition, "def", KEYS[kind]);
  const params = new Float32Array(FIELD_PARAMS);
  const { enabled = true, mask = -1, region } = def;
  const named = def.gravity === undefined ? 0 : NAMES_GRAVITY;
  const flags = BITS[kind] | named | (check.boolean(enabled, "enabled") ? ENABLED : 0);
  for (const [key, [at, read]] of Object.entries({ ...VECTORS, ...GRAVITY })) {
    if (def[key] !== undefined) {
      const { x, y } = read(def[key], key, to.lengthUnit);
      params.set([x, y], at);
    }
  }
  params[P.Falloff] = 2;
  const needed = kind === "attractor" ? "strength" : kind === "fluid" ? "density" : "";
  for (const [key, [at, read]] of Object.entries(NUMBERS)) {
    if (def[key] !== undefined || key === needed) {
      params[at] = read(def[key], key, to.lengthUnit);
    }
  }
  const bits = check.bits(mask, "mask");
  let shape = -1;
  let sensor = 0;
  let solid: Piece | undefined;
  const home = Shape.instanceOf(region);
  if (home !== undefined) {
    if (home !== to) {
      throw new PhysicsError("wrong-world", "region belongs to another world; use a shape of this world.");
    }
    sensor = (region as Shape).handle;
    if (to.core.shapeFind(sensor) === 0) {
      throw stale("shape", "region");
    }
    if ((region as Shape).type === "segment") {
      throw line();
    }
  } else if (region !== undefined) {
    const pieces = piecesFor(region, "region");
    const [piece] = pieces;
    if (piece === undefined || pieces.length !== 1 || piece.kind === ShapeKind.Segment) {
      throw line();
    }
    shape = piece.kind;
    solid = piece;
  }
  to.refresh();
  if (solid !== undefined) {
    writeShape(to.f32, to.u32, REGION, solid, {}, "region");
  }
  to.f32.set(params);
  return to.fieldObject(to.created(to.core.fieldCreate(shape, sensor, bits, flags), "createField"));
}

export function allFields(of: Instance): Field[] {
  const list: Field[] = [];
  for (let place = 0, id = 0; (id = of.core.fieldAt(place)) >= 0; place++) {
    if (id > 0) {
      list.push(of.fieldObject(id));
    }
  }
  return list;
}

export function explode(to: Instance, definition: unknown): number {
  const def = check.known(definition, "def", EXPLOSION);
  const { x, y } = check.position(def.position, "position", to.lengthUnit);
  const { falloff = 0, mask = -1 } = def;
  const pushed = to.core.worldExplode(
    x,
    y,
    check.positiveOrZero(def.radius, "radius"),
    check.positiveOrZero(falloff, "falloff"),
    check.number(def.impulsePerLength, "impulsePerLength"),
    check.bits(mask, "mask"),
  );
  return to.found(pushed, "explode");
}
