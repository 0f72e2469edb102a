import { Hit, HIT_WORDS } from "../assembly/abi/layout.js";
import * as check from "./check.js";
import type { Filter, RayHit, Vector } from "./definitions.js";
import { PhysicsError } from "./errors.js";
import type { Instance } from "./instance.js";
import { filterBits } from "./material.js";
import type { Shape } from "./shape.js";

// Every query sees what changed since the last step. Sensors are not seen.

/** A box of the world (m). */
export interface Bounds {
  lower: Readonly<Vector>;
  upper: Readonly<Vector>;
}

function readHit(of: Instance, u32: Uint32Array, f32: Float32Array, at: number): RayHit {
  return {
    body: of.bodyObject(u32[at + Hit.Body]!),
    shape: of.shapeObject(u32[at + Hit.Shape]!),
    point: { x: f32[at + Hit.X]!, y: f32[at + Hit.Y]! },
    normal: { x: f32[at + Hit.NormalX]!, y: f32[at + Hit.NormalY]! },
    fraction: f32[at + Hit.Fraction]!,
  };
}

/** @internal */
export function castRay(
  of: Instance,
  origin: Readonly<Vector>,
  translation: Readonly<Vector>,
  filter: Filter | undefined,
): RayHit | null {
  const a = check.position(origin, "origin", of.lengthUnit);
  const b = check.position(translation, "translation", of.lengthUnit);
  const { category, mask } = filterBits(filter, "filter");
  const found = of.core.castRay(a.x, a.y, b.x, b.y, category, mask);
  if (found < 0) {
    throw of.refusal(-found, "castRay");
  }
  if (found === 0) {
    return null;
  }
  of.refresh();
  return readHit(of, of.u32, of.f32, 0);
}

/** @internal */
export function castRayAll(
  of: Instance,
  origin: Readonly<Vector>,
  translation: Readonly<Vector>,
  filter: Filter | undefined,
): RayHit[] {
  const a = check.position(origin, "origin", of.lengthUnit);
  const b = check.position(translation, "translation", of.lengthUnit);
  const { category, mask } = filterBits(filter, "filter");
  const count = of.core.castRayAll(a.x, a.y, b.x, b.y, category, mask);
  if (count < 0) {
    throw of.refusal(-count, "castRayAll");
  }
  const start = of.core.hitPointer() >>> 0;
  const u32 = new Uint32Array(of.buffer, start, count * HIT_WORDS);
  const f32 = new Float32Array(of.buffer, start, count * HIT_WORDS);
  const hits: RayHit[] = [];
  for (let at = 0; at < u32.length; at += HIT_WORDS) {
    hits.push(readHit(of, u32, f32, at));
  }
  return hits;
}

/** @internal */
export function castRays(
  of: Instance,
  rays: Float32Array,
  out: Float32Array | undefined,
  filter: Filter | undefined,
): Float32Array {
  if (!(rays instanceof Float32Array)) {
    throw new PhysicsError("bad-type", `rays is ${check.show(rays)}; give a Float32Array of x, y, dx, dy a ray.`);
  }
  if (rays.length % 4 !== 0) {
    throw new PhysicsError("out-of-range", `rays has ${rays.length} numbers; give x, y, dx, dy a ray.`);
  }
  const count = rays.length / 4;
  const words = count * HIT_WORDS;
  if (out !== undefined && !(out instanceof Float32Array)) {
    throw new PhysicsError("bad-type", `out is ${check.show(out)}; give a Float32Array, or leave it out.`);
  }
  if (out !== undefined && out.length < words) {
    throw new PhysicsError("out-of-range", `out has ${out.length} numbers; give ${HIT_WORDS} a ray, ${words} in all.`);
  }
  const { category, mask } = filterBits(filter, "filter");
  for (let i = 0; i < rays.length; i++) {
    const value = rays[i]!;
    if (value - value !== 0) {
      check.number(value, `rays[${i}]`);
    }
  }
  const into = out ?? new Float32Array(words);
  if (count === 0) {
    return into;
  }
  const address = of.core.bulkBuffer(rays.length * 4) >>> 0;
  if (address === 0) {
    throw new PhysicsError("out-of-memory", `castRays: no memory is left for ${count} rays; cast fewer at a time.`);
  }
  new Float32Array(of.buffer, address, rays.length).set(rays);
  of.refresh();
  of.u32[0] = category;
  of.u32[1] = mask;
  const code = of.core.castRays(count);
  if (code !== 0) {
    throw of.refusal(Math.abs(code), "castRays");
  }
  into.set(new Float32Array(of.buffer, of.core.hitPointer() >>> 0, words));
  return into;
}

function shapesFound(of: Instance, count: number, what: string): Shape[] {
  if (count < 0) {
    throw of.refusal(-count, what);
  }
  return Array.from(of.results(count), (id) => of.shapeObject(id));
}

/** @internal */
export function overlapAABB(of: Instance, bounds: Bounds, filter: Filter | undefined): Shape[] {
  const { lower, upper } = check.known(bounds, "bounds", BOUNDS) as unknown as Bounds;
  const a = check.position(lower, "bounds.lower", of.lengthUnit);
  const b = check.position(upper, "bounds.upper", of.lengthUnit);
  if (a.x > b.x || a.y > b.y) {
    throw new PhysicsError("out-of-range", "bounds.lower lies above or right of bounds.upper; swap them.");
  }
  const { category, mask } = filterBits(filter, "filter");
  return shapesFound(of, of.core.overlapBox(a.x, a.y, b.x, b.y, category, mask), "overlapAABB");
}

/** @internal */
export function overlapPoint(of: Instance, point: Readonly<Vector>, filter: Filter | undefined): Shape[] {
  const { x, y } = check.position(point, "point", of.lengthUnit);
  const { category, mask } = filterBits(filter, "filter");
  return shapesFound(of, of.core.overlapPoint(x, y, category, mask), "overlapPoint");
}

const BOUNDS = new Set(["lower", "upper"]);
