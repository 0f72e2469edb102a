import { BodyDef as Word } from "../assembly/abi/body_layout.js";
import { BodyFlag, BodyType, Code, ShapeDef, ShapeKind, Staged } from "../assembly/abi/layout.js";
import type { Body } from "./body.js";
import * as check from "./check.js";
import type { BodiesDef, BodyDef, BodyTraits, Locks, Material, ShapeEntry } from "./definitions.js";
import { PhysicsError } from "./errors.js";
import { piecesFor, type ShapeDescriptor } from "./geometry.js";
import type { Instance } from "./instance.js";
import { writeShape } from "./material.js";
import { MATERIAL_KEYS } from "./material_keys.js";
import type { Shape } from "./shape.js";
import { Pieces, type Piece } from "./pieces.js";

// From definitions to the core's mailbox. Everything is checked, here and by the core, before anything is made.

export const BODY_TYPES = ["static", "kinematic", "dynamic"] as const;

const TRAIT_KEYS = [
  "type",
  "linearDamping",
  "angularDamping",
  "gravityScale",
  "fixedRotation",
  "locks",
  "bullet",
  "continuous",
  "awake",
  "sleep",
  "sleepThreshold",
] as const;
const BODY_KEYS = new Set<string>([
  "position",
  "angle",
  "linearVelocity",
  "angularVelocity",
  "gravity",
  "force",
  "torque",
  "userData",
  "shape",
  "shapes",
  ...TRAIT_KEYS,
  ...MATERIAL_KEYS,
]);
const BODIES_KEYS = new Set<string>([
  "count",
  "positions",
  "angles",
  "velocities",
  "shape",
  ...TRAIT_KEYS,
  ...MATERIAL_KEYS,
]);
const MATERIAL = new Set<string>(MATERIAL_KEYS);
const ENTRY = new Set<string>(["shape", ...MATERIAL_KEYS]);
const LOCKS = new Set(["x", "y", "rotation"]);

/** Words per body in the bulk buffer: x, y, angle, vx, vy, ω. */
const BULK_WORDS = 6;
const MAX_BODIES = 0xfffff;

/** Number of staged shapes, and what each is called in messages. */
let stagedCount = 0;
const names: string[] = [];
/** Where definitions are staged: the mailbox, or, if there are too many for it, our own memory until all of them are there. */
let staged: Float32Array = new Float32Array(0);
let stagedBits: Uint32Array = new Uint32Array(0);
let stagedEnd = 0;
/** How far staged definitions may reach in the mailbox; 0 once they lie in our own memory. */
let mailboxEnd = 0;

/** `BodyType` of a name; static if there is none. */
export function bodyType(type: unknown = "static"): BodyType {
  return check.oneOf(type, "type", BODY_TYPES) as BodyType;
}

/** Checks locks and returns their flags. */
export function lockFlags(value: unknown, name: string): number {
  const { x, y, rotation } = check.known(value, name, LOCKS) as Locks;
  const on = (item: unknown, key: string, flag: number): number =>
    item !== undefined && check.boolean(item, `${name}.${key}`) ? flag : 0;
  return on(x, "x", BodyFlag.LockX) | on(y, "y", BodyFlag.LockY) | on(rotation, "rotation", BodyFlag.LockRotation);
}

function flag(value: unknown, name: string, whenUnset: boolean, bit: number): number {
  return (value === undefined ? whenUnset : check.boolean(value, name)) ? bit : 0;
}

/** Checks the traits and writes their words of a body definition to the mailbox. */
function writeTraits(to: Instance, def: BodyTraits, type: BodyType): void {
  const { f32, u32 } = to;
  u32[Word.Type] = type;
  f32[Word.LinearDamping] =
    def.linearDamping === undefined ? 0 : check.positiveOrZero(def.linearDamping, "linearDamping");
  f32[Word.AngularDamping] =
    def.angularDamping === undefined ? 0 : check.positiveOrZero(def.angularDamping, "angularDamping");
  f32[Word.GravityScale] = def.gravityScale === undefined ? 1 : check.number(def.gravityScale, "gravityScale");
  f32[Word.SleepThreshold] =
    def.sleepThreshold === undefined ? -1 : check.positiveOrZero(def.sleepThreshold, "sleepThreshold");
  u32[Word.Flags] =
    flag(def.awake, "awake", true, BodyFlag.Awake) |
    flag(def.sleep, "sleep", true, BodyFlag.CanSleep) |
    flag(def.continuous, "continuous", true, BodyFlag.Continuous) |
    flag(def.bullet, "bullet", false, BodyFlag.Bullet) |
    flag(def.fixedRotation, "fixedRotation", false, BodyFlag.LockRotation) |
    (def.locks === undefined ? 0 : lockFlags(def.locks, "locks"));
}

/** Writes a whole body definition to the mailbox. */
function writeBody(to: Instance, def: BodyDef, type: BodyType): void {
  writeTraits(to, def, type);
  const { f32 } = to;
  const { position, angle, linearVelocity, angularVelocity, gravity, force, torque } = def;
  const place = position === undefined ? undefined : check.position(position, "position", to.lengthUnit);
  f32[Word.X] = place === undefined ? 0 : place.x;
  f32[Word.Y] = place === undefined ? 0 : place.y;
  f32[Word.Angle] = angle === undefined ? 0 : check.angle(angle, "angle");
  const velocity = linearVelocity === undefined ? undefined : check.vector(linearVelocity, "linearVelocity");
  f32[Word.VelocityX] = velocity === undefined ? 0 : velocity.x;
  f32[Word.VelocityY] = velocity === undefined ? 0 : velocity.y;
  f32[Word.AngularVelocity] = angularVelocity === undefined ? 0 : check.number(angularVelocity, "angularVelocity");
  const push = force === undefined ? undefined : check.vector(force, "force");
  f32[Word.SteadyForceX] = push === undefined ? 0 : push.x;
  f32[Word.SteadyForceX + 1] = push === undefined ? 0 : push.y;
  f32[Word.SteadyTorque] = torque === undefined ? 0 : check.number(torque, "torque");
  const fall = gravity === undefined ? undefined : check.vector(gravity, "gravity");
  f32[Word.GravityX] = fall === undefined ? 0 : fall.x;
  f32[Word.GravityX + 1] = fall === undefined ? 0 : fall.y;
  f32[Word.OwnGravity] = fall === undefined ? 0 : 1;
}

function needsStatic(piece: Piece, type: BodyType, name: string): void {
  if (piece.kind === ShapeKind.HalfSpace && type !== BodyType.Static) {
    throw new PhysicsError("bad-shape", `${name} is a half-space; only a static body can have one.`);
  }
}

/**
 * Begins to stage shapes. Until they are made, no call may use the mailbox from its word `Staged.InBulk`
 * on. Returns what `endStaging` needs.
 */
function beginStaging(to: Instance): number {
  const since = to.beginReading();
  staged = to.f32;
  stagedBits = to.u32;
  stagedEnd = Staged.First;
  mailboxEnd = Staged.End;
  stagedCount = 0;
  return since;
}

/** Moves what is staged to memory of our own, with room for at least `need` words. */
function leaveMailbox(need: number): void {
  const larger = new Float32Array(2 * need);
  larger.set(staged.subarray(0, stagedEnd));
  staged = larger;
  stagedBits = new Uint32Array(larger.buffer);
  mailboxEnd = 0;
}

/** Checks a piece with its material and stages it. `holder` is how messages call the object that holds the material's fields. */
function stagePiece(to: Instance, piece: Piece, material: Material, name: string, holder: string): void {
  const at = stagedEnd;
  const need = at + Staged.Def + ShapeDef.Points + piece.points.length;
  if (need > (mailboxEnd || staged.length)) {
    leaveMailbox(need);
  }
  const end = writeShape(staged, stagedBits, at + Staged.Def, piece, material, holder, to.usualEvents);
  stagedBits[at + Staged.Kind] = piece.kind;
  stagedBits[at + Staged.Words] = end - at - Staged.Def;
  stagedEnd = end;
  names[stagedCount++] = name;
}

/** Checks the pieces of one shape with their material and stages them. */
function stage(to: Instance, shape: unknown, material: Material, type: BodyType, name: string, holder: string): void {
  const pieces = piecesFor(shape, name);
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i]!;
    needsStatic(piece, type, name);
    const { material: own } = piece;
    if (own === undefined) {
      stagePiece(to, piece, material, name, holder);
    } else {
      const path = `${name}.materials[${i}]`;
      stagePiece(to, piece, check.overlaid(material, check.known(own, path, MATERIAL)), name, path);
    }
  }
}

/** Ends staging, after all of the caller's values have been read: the next call into the core finds the definitions. */
function endStaging(to: Instance, since: number, what: string): void {
  to.readQuietly(since, what);
  if (mailboxEnd === 0) {
    const words = stagedEnd - Staged.First;
    const address = to.bulkBuffer(words, what);
    new Float32Array(to.buffer, address, words).set(staged.subarray(Staged.First, stagedEnd));
    to.refresh();
  }
  const { u32 } = to;
  u32[Staged.InBulk] = mailboxEnd === 0 ? 1 : 0;
  u32[Staged.Count] = stagedCount;
}

/** The error for the negated code that a creating call returned; `what` names the call. */
function refused(to: Instance, result: number, what: string): PhysicsError {
  to.refresh();
  return to.refusal(-result, names[to.u32[Staged.Refused]!] ?? what);
}

/** Gives a shape the geometry of a single piece. */
export function replaceGeometry(to: Instance, id: number, piece: Piece, type: BodyType, name: string): void {
  needsStatic(piece, type, name);
  to.refresh();
  writeShape(to.f32, to.u32, 0, piece, NO_MATERIAL, "");
  to.check(to.core.shapeSetGeometry(id, piece.kind), name);
}

/** Adds pieces to a body, with the material of the shape `like`. */
export function addPieces(to: Instance, body: number, pieces: readonly Piece[], like: number): void {
  if (pieces.length === 0) {
    return;
  }
  const since = beginStaging(to);
  for (const piece of pieces) {
    stagePiece(to, piece, NO_MATERIAL, "shape", "");
  }
  createShapes(to, since, body, like, "shape");
}

const NO_MATERIAL: Material = {};

/** Makes the staged shapes on a body. Returns the first one's id. */
function createShapes(to: Instance, since: number, body: number, like: number, what: string): number {
  endStaging(to, since, what);
  const id = to.core.shapesCreate(body, like);
  if (id <= 0) {
    throw refused(to, id, what);
  }
  to.forgetData(body, id);
  return id;
}

function stageAll(to: Instance, def: BodyDef, type: BodyType): void {
  if (def.shape !== undefined) {
    if (def.shapes !== undefined) {
      throw new PhysicsError("bad-type", "shape and shapes are both set; use one or the other.");
    }
    stage(to, def.shape, def, type, "shape", "");
    return;
  }
  if (def.shapes === undefined) {
    return;
  }
  if (!Array.isArray(def.shapes)) {
    check.refuse("bad-type", "shapes", def.shapes, "an array of shapes");
  }
  const list: readonly ShapeEntry[] = def.shapes;
  for (let i = 0; i < list.length; i++) {
    const name = `shapes[${i}]`;
    const entry = check.fields(list[i], name, "a shape, or { shape, friction, … }");
    if ("shape" in entry) {
      check.known(entry, name, ENTRY);
      stage(to, entry.shape, check.overlaid(def, entry), type, `${name}.shape`, name);
    } else if (Pieces.of(entry) !== undefined || "body" in entry) {
      stage(to, entry, def, type, name, "");
    } else {
      const [shape, material] = apart(entry);
      stage(to, shape, check.overlaid(def, material), type, name, name);
    }
  }
}

/** Separates the fields of a shape written as a plain object from the material fields beside them. */
function apart(entry: Record<string, unknown>): [shape: object, material: Material] {
  const shape: Record<string, unknown> = {};
  const material: Record<string, unknown> = {};
  for (const key in entry) {
    if (check.isGiven(entry, key)) {
      (MATERIAL.has(key) ? material : shape)[key] = entry[key];
    }
  }
  return [shape, material];
}

/** Stands in for a shape when a material is checked without one. */
const NO_SHAPE: Piece = {
  kind: ShapeKind.Circle,
  halfX: 0,
  halfY: 0,
  radius: 1,
  centerX: 0,
  centerY: 0,
  angle: 0,
  points: [],
  flags: 0,
  material: undefined,
};

export function createBody(to: Instance, definition: BodyDef): Body {
  const def = check.known(definition, "def", BODY_KEYS) as BodyDef;
  const type = bodyType(def.type);
  const since = beginStaging(to);
  stageAll(to, def, type);
  if (stagedCount === 0) {
    writeShape(to.f32, to.u32, 0, NO_SHAPE, def, ""); // checks the material, which no shape has
  }
  writeBody(to, def, type);
  const { userData } = def; // before anything is made: it may be a getter
  endStaging(to, since, "createBody");
  const id = to.core.bodyCreate();
  if (id <= 0) {
    throw refused(to, id, "createBody");
  }
  to.forgetData(id);
  const body = to.bodyObject(id);
  body.userData = userData;
  return body;
}

export function addShape(to: Instance, body: Body, shape: ShapeDescriptor, material: Material): Shape {
  check.known(material, "material", MATERIAL);
  const type = bodyType(body.type);
  const since = beginStaging(to);
  stage(to, shape, material, type, "shape", "material");
  if (stagedCount === 0) {
    throw new PhysicsError("bad-shape", "shape is a grid without solid tiles; it needs at least one.");
  }
  return to.shapeObject(createShapes(to, since, body.handle, 0, "addShape"));
}

/** Checks an array that must have one of the lengths, or, if there is only one length, at least that. */
export function list(value: unknown, name: string, lengths: readonly number[]): ArrayLike<number> {
  const object = check.arrayLike(value, name, "a Float32Array");
  if (lengths.length === 1 ? object.length < lengths[0]! : !lengths.includes(object.length)) {
    throw new PhysicsError(
      "out-of-range",
      `${name} has ${object.length} numbers; this count needs ${lengths.join(" or ")}.`,
    );
  }
  return object;
}

/** Checks one number per body with `read` (`from[stride · i + offset]`, or 0 without `from`) and copies it to column `to` of the rows. */
export function copyColumn(
  rows: Float32Array,
  to: number,
  from: ArrayLike<number> | undefined,
  stride: number,
  offset: number,
  count: number,
  name: string,
  read: typeof check.coordinate,
  lengthUnit: number,
  words = BULK_WORDS,
): void {
  // Numbers within the limit are kept as they are; the others go through `read` one by one.
  const turned = read === check.angle ? check.MAX_TURNED : Number.MAX_VALUE;
  const limit = read === check.coordinate ? check.MAX_COORDINATE * lengthUnit : turned;
  for (let i = 0, at = offset, row = to; i < count; i++, at += stride, row += words) {
    const value = from === undefined ? 0 : from[at]!;
    let rounded = typeof value === "number" ? Math.fround(value) : Number.NaN;
    if (!(Math.abs(rounded) <= limit)) {
      rounded = read(value, `${name}[${at}]`, lengthUnit);
    }
    rows[row] = rounded;
  }
}

export function createBodies(to: Instance, definition: BodiesDef): Uint32Array {
  const def = check.known(definition, "def", BODIES_KEYS) as unknown as BodiesDef;
  const { core } = to;
  const count = check.whole(def.count, "count", 0, MAX_BODIES);
  const positions = list(def.positions, "positions", [2 * count]);
  const angles = def.angles === undefined ? undefined : list(def.angles, "angles", [count]);
  const velocities =
    def.velocities === undefined ? undefined : list(def.velocities, "velocities", [2 * count, 3 * count]);
  const stride = velocities !== undefined && velocities.length === 2 * count ? 2 : 3;
  const type = bodyType(def.type);
  const { shape } = def;
  const pieces = piecesFor(shape, "shape");
  if (pieces.length !== 1 || pieces[0]!.material !== undefined) {
    throw new PhysicsError(
      "bad-shape",
      `shape has ${pieces.length} pieces, or materials of its own; use a shape of one piece, such as box(…).`,
    );
  }
  const address = to.bulkBuffer(count * BULK_WORDS, "createBodies");
  let since = to.beginReading();
  const rows = new Float32Array(to.buffer, address, count * BULK_WORDS);
  const { lengthUnit } = to;
  copyColumn(rows, 0, positions, 2, 0, count, "positions", check.coordinate, lengthUnit);
  copyColumn(rows, 1, positions, 2, 1, count, "positions", check.coordinate, lengthUnit);
  copyColumn(rows, 2, angles, 1, 0, count, "angles", check.angle, lengthUnit);
  for (let k = 0; k < 3; k++) {
    const column = k < stride ? velocities : undefined;
    copyColumn(rows, 3 + k, column, stride, k, count, "velocities", check.number, lengthUnit);
  }
  to.readQuietly(since, "createBodies");
  since = beginStaging(to);
  to.f32.fill(0, Word.X, Word.OwnGravity + 1); // before the caller's values are read, which may put the views out of date
  stage(to, shape, def, type, "shape", "");
  writeTraits(to, def, type);
  endStaging(to, since, "createBodies");
  const code = core.bodiesCreate(count);
  if (code !== Code.Ok) {
    throw refused(to, -code, "createBodies");
  }
  const ids = new Uint32Array(to.buffer, address, count).slice();
  if (to.restored) {
    ids.forEach((id) => to.forgetData(id));
  }
  return ids;
}
