import { FIELD_PARAMS, FieldKind, FieldParam as P } from "../assembly/abi/field_layout.js";
import { ShapeKind } from "../assembly/abi/layout.js";
import * as check from "./check.js";
import type { Vector } from "./definitions.js";
import { PhysicsError, stale } from "./errors.js";
import { piecesFor, type ShapeDescriptor } from "./geometry.js";
import type { Instance } from "./instance.js";
import { writeShape } from "./material.js";
import type { Piece } from "./pieces.js";
import { readRegion } from "./region.js";
import { Shape } from "./shape.js";

/** What every force field has. */
export interface FieldBase {
  /** Where the attractor is, or the region with its shape (m); default (0, 0). */
  position?: Readonly<Vector>;
  /** Of the region (rad); default 0. */
  angle?: number;
  /**
   * Where it acts: a shape of one piece placed by `position` and `angle`, or a shape of a body, a sensor say, that it then
   * follows, and on which it does not act. Default: everywhere. A body is in it when its centre of mass is; a fluid acts on
   * the part that lies in it.
   */
  region?: ShapeDescriptor | Shape;
  /** Bits of the layers (`category`) that it acts on, default all. */
  mask?: number;
  /** Default true. */
  enabled?: boolean;
}

/** Point gravity. */
export interface AttractorDef extends FieldBase {
  type: "attractor";
  /** Acceleration at a distance of 1 (m/s²); negative repels. */
  strength: number;
  /** It falls with the distance to this power, a whole number from −2 to 4: 2 (default) is a planet, −1 a spring. */
  falloff?: number;
  /** Largest acceleration (m/s²), 0 (default) for no limit. */
  cap?: number;
  /** Farthest reach (m), 0 (default) for no limit. */
  range?: number;
}

/** Forces on whatever is in an area. */
export interface AreaDef extends FieldBase {
  type: "area";
  /** N, the same for all bodies. */
  force?: Readonly<Vector>;
  /** m/s². */
  acceleration?: Readonly<Vector>;
  /** In place of the world's gravity (m/s²), and of a body's own; where areas overlap that of the last one made. */
  gravity?: Readonly<Vector>;
  /** Velocity of the medium that drag is against: wind, current (m/s). */
  velocity?: Readonly<Vector>;
  /** F = −(linearDrag + quadraticDrag · |u|) · u against the medium (kg/s, kg/m); 0 or more, default 0. */
  linearDrag?: number;
  /** Drag by the square of the speed against the medium (kg/m); 0 or more, default 0. */
  quadraticDrag?: number;
  /** τ = −angularDrag · ω (kg·m²/s). */
  angularDrag?: number;
  /** Lift of a plate along the body's x axis: lift · |u|² · sin α cos α across the wind (kg/m). */
  lift?: number;
}

/** A fluid: what lies in it is carried by the weight of what it displaces. */
export interface FluidDef extends FieldBase {
  type: "fluid";
  /** Mass per area (kg/m²), above 0; bodies of less float. */
  density: number;
  /** In place of the world's gravity (m/s²): what the fluid's weight follows. It acts on bodies in the fluid too. */
  gravity?: Readonly<Vector>;
  /** Of the current (m/s). */
  velocity?: Readonly<Vector>;
  /** Drag as in an area, times the area under the fluid (kg/s, kg/m, kg·m²/s, each per m²). */
  linearDrag?: number;
  /** By the square of the speed (kg/m, per m² under the fluid); default 0. */
  quadraticDrag?: number;
  /** Against turning (kg·m²/s, per m² under the fluid); default 0. */
  angularDrag?: number;
}

/** What `world.createField` takes. */
export type FieldDef = AttractorDef | AreaDef | FluidDef;

/** What `world.explode` takes. */
export interface ExplosionDef {
  /** m. */
  position: Readonly<Vector>;
  /** Within this distance of the position the push is whole (m). */
  radius: number;
  /** Over this much further it fades to none (m); default 0. */
  falloff?: number;
  /** Impulse per length that a shape turns to the position (N·s/m); negative pulls. */
  impulsePerLength: number;
  /** Bits of the layers that it pushes, default all. */
  mask?: number;
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

const VECTORS = {
  velocity: P.VelocityX,
  force: P.ForceX,
  acceleration: P.AccelerationX,
  gravity: P.GravityX,
} as const;
const NUMBERS = {
  strength: P.Strength,
  falloff: P.Falloff,
  cap: P.Cap,
  range: P.Range,
  linearDrag: P.LinearDrag,
  quadraticDrag: P.QuadraticDrag,
  angularDrag: P.AngularDrag,
  lift: P.Lift,
  density: P.Density,
} as const;
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

function readNumber(key: keyof typeof NUMBERS, value: unknown, name: string): number {
  switch (key) {
    case "strength":
    case "lift":
      return check.number(value, name);
    case "falloff":
      return check.whole(value, name, -2, 4);
    case "density":
      return check.positive(value, name);
    default:
      return check.positiveOrZero(value, name);
  }
}

/**
 * A force field. Made by `world.createField`; its setters act at once and wake the bodies it acts on. Which numbers it has, its
 * `type` says: setting another is refused (`"unknown-option"`). Every member of a destroyed field throws a PhysicsError
 * `"stale-field"`, except `id`, `alive` and `destroy`.
 */
export class Field {
  /** @internal */
  static readonly name: string = "Field";
  /** Small integer of slot and generation, never 0. */
  readonly id: number;
  /** Numbers of the definition, live. */
  declare velocity: Vector;
  /** Of an area: the same for all (N). */
  declare force: Vector;
  /** Of an area (m/s²). */
  declare acceleration: Vector;
  /** Of an attractor: acceleration at a distance of 1 (m/s²). */
  declare strength: number;
  /** Of an attractor: power of the distance, −2 to 4. */
  declare falloff: number;
  /** Of an attractor: largest acceleration (m/s²), 0 for none. */
  declare cap: number;
  /** Of an attractor: farthest reach (m), 0 for none. */
  declare range: number;
  /** Drag by the speed against the medium (kg/s; of a fluid per m²). */
  declare linearDrag: number;
  /** Drag by its square (kg/m; of a fluid per m²). */
  declare quadraticDrag: number;
  /** Drag against turning (kg·m²/s; of a fluid per m²). */
  declare angularDrag: number;
  /** Of an area: lift of a plate along the body's x axis (kg/m). */
  declare lift: number;
  /** Of a fluid: mass per area (kg/m²). */
  declare density: number;
  readonly #instance: Instance;

  /** @internal */
  constructor(instance: Instance, id: number) {
    this.#instance = instance;
    this.id = id;
  }

  /** False once it is destroyed. */
  get alive(): boolean {
    const value = this.#instance.core.fieldGet(this.id, P.Flags);
    return value === value;
  }

  /** What it is, as in its definition. */
  get type(): Kind {
    return this.kind("type");
  }

  /** Of the region, or of the attractor (m); of no use where the region is a body's shape. */
  get position(): Vector {
    return this.pair(P.X, "position");
  }
  set position(value: Readonly<Vector>) {
    const { x, y } = check.position(value, "position", this.#instance.lengthUnit);
    this.setPair(P.X, x, y, "position");
  }

  /** Of the region (rad). */
  get angle(): number {
    return this.get(P.Angle, "angle");
  }
  set angle(value: number) {
    this.set(P.Angle, check.number(value, "angle"), "angle");
  }

  /**
   * Where it acts: the shape of a body (even if that is gone: then it acts nowhere), or a shape placed by `position` and `angle`,
   * a polygon by the corners of its hull; `undefined`: everywhere.
   */
  get region(): ShapeDescriptor | Shape | undefined {
    const sensor = this.get(P.Sensor, "region");
    return sensor === 0 ? readRegion(this.#instance, this.id) : this.#instance.shapeObject(sensor);
  }

  /** Bits of the layers that it acts on. */
  get mask(): number {
    return this.get(P.Mask, "mask");
  }
  set mask(value: number) {
    this.set(P.Mask, check.bits(value, "mask") >>> 0, "mask");
  }

  /** Does it act? */
  get enabled(): boolean {
    return (this.get(P.Flags, "enabled") & ENABLED) !== 0;
  }
  set enabled(value: boolean) {
    const rest = this.get(P.Flags, "enabled") & NAMES_GRAVITY;
    this.set(P.Flags, rest | (check.boolean(value, "enabled") ? ENABLED : 0), "enabled");
  }

  /** In place of the world's gravity; `undefined` where it names none. */
  get gravity(): Vector | undefined {
    return (this.get(P.Flags, "gravity") & NAMES_GRAVITY) === 0 ? undefined : this.pair(P.GravityX, "gravity");
  }
  set gravity(value: Readonly<Vector> | undefined) {
    const flags = this.get(P.Flags, "gravity") & ENABLED;
    this.needs("gravity");
    if (value !== undefined) {
      const { x, y } = check.vector(value, "gravity");
      this.setPair(P.GravityX, x, y, "gravity");
    }
    this.set(P.Flags, flags | (value === undefined ? 0 : NAMES_GRAVITY), "gravity");
  }

  /** Takes it away; what it acted on wakes. False if it was destroyed already, which does no harm. */
  destroy(): boolean {
    return this.#instance.core.fieldDestroy(this.id) === 0;
  }

  /** @internal */
  get(param: P, what: string): number {
    const value = this.#instance.core.fieldGet(this.id, param);
    if (value !== value) {
      throw stale("field", `field.${what}`);
    }
    return value;
  }
  /** @internal */
  set(param: P, value: number, what: string): void {
    this.get(param, what);
    this.#instance.check(this.#instance.core.fieldSet(this.id, param, value), `field.${what}`);
  }
  private kind(what: string): Kind {
    const bits = this.get(P.Flags, what) & FieldKind.Fluid;
    return KINDS.find((kind) => BITS[kind] === bits)!;
  }
  /** Refuses what its type does not have. @internal */
  needs(key: string): void {
    const type = this.kind(key);
    if (!KEYS[type].has(key)) {
      throw new PhysicsError(
        "unknown-option",
        `field.${key} does not go with a field of type "${type}"; leave it out.`,
      );
    }
  }
  /** @internal */
  pair(first: P, what: string): Vector {
    return { x: this.get(first, what), y: this.get(first + 1, what) };
  }
  /** @internal */
  setPair(first: P, x: number, y: number, what: string): void {
    this.set(first, x, what);
    this.set(first + 1, y, what);
  }
}

// The setters that are alike.
for (const key of ["velocity", "force", "acceleration"] as const) {
  Object.defineProperty(Field.prototype, key, {
    get(this: Field) {
      return this.pair(VECTORS[key], key);
    },
    set(this: Field, value: unknown) {
      const { x, y } = check.vector(value, key);
      this.needs(key);
      this.setPair(VECTORS[key], x, y, key);
    },
  });
}
for (const key of Object.keys(NUMBERS) as (keyof typeof NUMBERS)[]) {
  Object.defineProperty(Field.prototype, key, {
    get(this: Field) {
      return this.get(NUMBERS[key], key);
    },
    set(this: Field, value: unknown) {
      const number = readNumber(key, value, key);
      this.needs(key);
      this.set(NUMBERS[key], number, key);
    },
  });
}

function line(): PhysicsError {
  return new PhysicsError("bad-shape", "region is a line; give a shape of one piece that has an inside.");
}

export function createField(to: Instance, definition: unknown): Field {
  const { type } = check.fields(definition, "def", "an object with type");
  const kind = KINDS[check.oneOf(type, "type", KINDS)]!;
  const def = check.known(definition, "def", KEYS[kind]);
  const params = new Float32Array(FIELD_PARAMS);
  const { enabled = true, position = { x: 0, y: 0 }, angle = 0, mask = -1, region } = def;
  let flags = BITS[kind] | (check.boolean(enabled, "enabled") ? ENABLED : 0);
  const { x, y } = check.position(position, "position", to.lengthUnit);
  params.set([x, y]);
  params[P.Angle] = check.number(angle, "angle");
  for (const key of Object.keys(VECTORS) as (keyof typeof VECTORS)[]) {
    if (def[key] !== undefined) {
      const v = check.vector(def[key], key);
      params.set([v.x, v.y], VECTORS[key]);
      flags |= key === "gravity" ? NAMES_GRAVITY : 0;
    }
  }
  params[P.Falloff] = 2;
  for (const key of Object.keys(NUMBERS) as (keyof typeof NUMBERS)[]) {
    const needed = key === (kind === "attractor" ? "strength" : kind === "fluid" ? "density" : "");
    if (def[key] !== undefined || needed) {
      params[NUMBERS[key]] = readNumber(key, def[key], key);
    }
  }
  const layers = check.bits(mask, "mask");
  let shape = -1;
  let sensor = 0;
  let solid: Piece | undefined;
  const home = Shape.instanceOf(region);
  if (home !== undefined) {
    if (home !== to) {
      throw new PhysicsError("wrong-world", "region is a shape of another world; give one of this world.");
    }
    sensor = (region as Shape).id;
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
  return to.fieldObject(to.created(to.core.fieldCreate(shape, sensor, layers, flags), "createField"));
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
