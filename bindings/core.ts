import { PhysicsError } from "./errors.js";

/**
 * The exports of the core, of which each world has one instance. Every `i32` result that can be a refusal is 0 or
 * a `Code`; creators return an id above 0 or minus a `Code`. The JavaScript core does not convert arguments as a
 * Wasm call would: callers pass f32 arguments rounded (`Math.fround`) and integers as signed 32-bit numbers.
 */
export interface Core {
  worldInit(lengthUnit: number): number;
  worldGetOption(field: number): number;
  worldSetOption(field: number, value: number): number;
  worldReserve(bodies: number, shapes: number, contacts: number, joints: number): number;
  worldStep(dt: number, substeps: number): number;
  stepBegin(dt: number, substeps: number): number;
  stepStage(stage: number): void;
  stepEnd(): number;
  worldHash(): void;
  worldCounter(which: number): number;
  worldValidate(): number;
  mailbox(): number;
  bodyCreate(): number;
  bodiesCreate(count: number): number;
  shapesCreate(bodyId: number, like: number): number;
  bodyDestroy(id: number): number;
  bodyFind(id: number): number;
  bodyAt(slot: number): number;
  bodyEnd(): number;
  bodyGet(id: number, field: number): number;
  bodySet(id: number, field: number, value: number): number;
  bodySetPosition(id: number, x: number, y: number): number;
  bodySetTransform(id: number, x: number, y: number, angle: number): number;
  bodySetVelocity(id: number, vx: number, vy: number, w: number): number;
  bodyMoveTo(id: number, x: number, y: number, angle: number, turns: number, dt: number): number;
  bodyApplyForce(id: number, fx: number, fy: number, px: number, py: number, atPoint: number, wake: number): number;
  bodyApplyImpulse(id: number, jx: number, jy: number, px: number, py: number, atPoint: number, wake: number): number;
  bodyApplyTorque(id: number, torque: number, wake: number): number;
  bodyApplyAngularImpulse(id: number, impulse: number, wake: number): number;
  bodiesIgnore(idA: number, idB: number, ignore: number): number;
  bodiesIgnored(idA: number, idB: number): number;
  bodyShapes(id: number, most: number): number;
  bodyContacts(id: number): number;
  bodyWhyAwake(id: number): number;
  bodiesMove(motion: number, count: number, wake: number): number;
  shapeSetGeometry(id: number, kind: number): number;
  bodyPartAt(bodyId: number, kind: number, x: number, y: number, near: number): number;
  shapeDestroy(id: number): number;
  shapeFind(id: number): number;
  shapeGet(id: number, field: number): number;
  shapeSet(id: number, field: number, value: number): number;
  shapeTestPoint(id: number, x: number, y: number): number;
  shapePoints(id: number): number;
  fieldCreate(kind: number, sensor: number, mask: number, flags: number): number;
  fieldDestroy(id: number): number;
  fieldAt(place: number): number;
  fieldGet(id: number, param: number): number;
  fieldSet(id: number, param: number, value: number): number;
  fieldRegionGet(id: number, field: number): number;
  fieldRegionPoints(id: number): number;
  worldExplode(x: number, y: number, radius: number, falloff: number, push: number, mask: number): number;
  materialPairSet(a: number, b: number, friction: number, still: number, bounce: number, rolling: number): number;
  materialPairGet(a: number, b: number, field: number): number;
  jointCreate(type: number, bodyA: number, bodyB: number): number;
  jointDestroy(id: number): number;
  jointFind(id: number): number;
  jointAt(slot: number): number;
  jointGet(id: number, field: number): number;
  jointSet(id: number, field: number, value: number): number;
  castRay(x: number, y: number, dx: number, dy: number, wanted: number): number;
  queryShapeSet(kind: number, x: number, y: number, angle: number): number;
  castShape(dx: number, dy: number, wanted: number): number;
  closestPoint(x: number, y: number, limit: number, wanted: number): number;
  castRays(count: number): number;
  overlapBox(x0: number, y0: number, x1: number, y1: number): number;
  overlapPoint(x: number, y: number): number;
  overlapShape(): number;
  overlapBulk(boxes: number, count: number): number;
  resultPointer(): number;
  hitPointer(): number;
  bulkBuffer(bytes: number): number;
  snapshotSave(): number;
  snapshotPlace(length: number): number;
  snapshotBegin(address: number, given: number, length: number): void;
  snapshotPiece(address: number, bytes: number): void;
  snapshotRestore(address: number, given: number, length: number, trusted: number): number;
  snapshotEnd(trusted: number): number;
  eventCount(kind: number): number;
  eventPointer(kind: number): number;
  eventsClear(): void;
  columnPointer(column: number): number;
}

/** What an instance of the core exports: its calls, and its memory. */
export interface CoreExports extends Core {
  readonly memory: { readonly buffer: ArrayBufferLike };
  _initialize?(): void;
}

/** Where a world's core comes from. */
export interface CoreSource {
  readonly backend: "simd" | "scalar" | "js";
  /** Makes a fresh, initialised instance. Throws a PhysicsError if the host cannot run it. */
  instantiate(): CoreExports;
}

type Call = (...args: number[]) => number;

/**
 * The calls of `exports`, with their exceptions caught. An exception is a trap, after which nothing in that
 * instance can be relied on; `trapped` is told of it and returns the error to throw instead.
 */
export function guard(exports: CoreExports, trapped: (cause: unknown) => PhysicsError): Core {
  const calls: [string, Call][] = [];
  for (const name of Object.keys(exports)) {
    const call = (exports as unknown as Record<string, unknown>)[name];
    if (typeof call === "function") {
      calls.push([name, guardCall(call as Call, trapped)]);
    }
  }
  return Object.fromEntries(calls) as unknown as Core;
}

/** Makes every call throw what `error` returns from now on. */
export function shut(core: Core, error: () => PhysicsError): void {
  const calls = core as unknown as Record<string, Call>;
  for (const name of Object.keys(calls)) {
    calls[name] = () => {
      throw error();
    };
  }
}

/** No call takes more arguments than these, and one that takes fewer ignores the rest: a rest parameter would cost more than the call. */
function guardCall(f: Call, trapped: (cause: unknown) => PhysicsError): Call {
  return (a, b, c, d, e, g, h) => {
    try {
      return f(a!, b!, c!, d!, e!, g!, h!);
    } catch (cause) {
      throw trapped(cause);
    }
  };
}
