import { instantiate } from "core:geometry";
import type { Vector } from "../definitions.js";
import { PhysicsError } from "../errors.js";
import { readPoint } from "./points.js";

// The geometry core: the engine's collision functions without a world, compiled to JavaScript so that they
// run on hosts that have neither SIMD nor WebAssembly. Two slots hold the shapes in question.

/** What the core exports; see assembly/abi/geometry.ts. The caller rounds the arguments that it takes as f32. */
export interface GeometryExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  _initialize?(): void;
  mailbox(): number;
  slotBytes(): number;
  define(
    slot: number,
    kind: number,
    halfX: number,
    halfY: number,
    radius: number,
    x: number,
    y: number,
    angle: number,
    offsetX: number,
    offsetY: number,
    count: number,
  ): number;
  place(slot: number, x: number, y: number, angle: number): void;
  support(dx: number, dy: number): number;
  distance(): number;
  areSharp(): number;
  overlaps(): number;
  widestAxis(): void;
  separation(): number;
  contact(speculative: number): number;
  nearest(x: number, y: number): void;
  ray(x: number, y: number, dx: number, dy: number, exit: number): number;
  cast(dx: number, dy: number): number;
  sweep(dx: number, dy: number): void;
  impact(
    dxA: number,
    dyA: number,
    turnA: number,
    pivotAX: number,
    pivotAY: number,
    dxB: number,
    dyB: number,
    turnB: number,
    pivotBX: number,
    pivotBY: number,
    target: number,
    tolerance: number,
  ): number;
  bound(slot: number): number;
  area(): number;
  inertia(): number;
}

/** A user's support function: the point of a convex shape farthest along a unit direction, both in the shape's frame (m). */
export type SupportFunction = (direction: Vector) => Readonly<Vector>;

/** What the core imports: a function that writes the support point of the shape in a slot to an address. */
export type HostSupport = (slot: number, dx: number, dy: number, out: number) => void;

/** The core with views of its memory, which never grows. */
export interface GeometryCore extends GeometryExports {
  readonly f32: Float32Array;
  readonly f64: Float64Array;
  readonly i32: Int32Array;
  /** Indices of the answer (f32), its origin, the cache (f64), the last axis (i32) and the points (f32). */
  readonly answer: number;
  readonly origin: number;
  readonly cache: number;
  readonly axis: number;
  readonly points: number;
}

/** The support functions of the shapes in the slots. */
export const supports: (SupportFunction | undefined)[] = [undefined, undefined];

let core: GeometryCore | undefined;
let asking = false;

/** The core, made when first needed. */
export function geometryCore(): GeometryCore {
  if (asking) {
    throw new PhysicsError(
      "not-available",
      "support: a support function must not call geometry functions; compute its point yourself.",
    );
  }
  return (core ??= start());
}

function start(): GeometryCore {
  const exports = instantiate(answerSupport);
  exports._initialize?.();
  const { buffer } = exports.memory;
  const mailbox = exports.mailbox();
  return {
    ...exports,
    f32: new Float32Array(buffer),
    f64: new Float64Array(buffer),
    i32: new Int32Array(buffer),
    answer: mailbox / 4,
    origin: (mailbox + 64) / 8,
    cache: (mailbox + 80) / 8,
    axis: (mailbox + 96) / 4,
    points: (mailbox + 512) / 4,
  };
}

/** Calls a user's support function with a unit direction. */
function answerSupport(slot: number, dx: number, dy: number, out: number): void {
  const length = Math.sqrt(dx * dx + dy * dy);
  const direction = length > 0 ? { x: dx / length, y: dy / length } : { x: 1, y: 0 };
  asking = true;
  try {
    const { x, y } = readPoint(supports[slot]!(direction), "support(…)");
    core!.f64[out / 8] = x;
    core!.f64[out / 8 + 1] = y;
  } finally {
    asking = false;
  }
}
