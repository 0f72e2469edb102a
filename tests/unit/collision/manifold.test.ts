// Manifolds of every ordered pair of shape kinds against an oracle that only knows supporting lines. The distance of two
// convex shapes, or minus their depth, is the largest gap between their shadows over all directions. So a manifold is
// right if the gap along its own normal is the separation it reports, and no other direction shows a larger gap.
//
// Tolerances, with `size` the largest coordinate that enters (numbers are f32, so 6e-8 of it is one rounding):
//   separation against the gap along the reported normal   4e-6 · size
//   larger gap along any other direction tried             4e-6 · size + three times the face bias of 0.1 slop
//     (a biased face, behind which a vertex nearer than the bias counted as touching)
//   … where EPA runs out of room                           1e-4 · depth more: a great ellipse around the centre of a
//     small shape has many directions of almost the same depth, and one of them is found
import { beforeAll, describe, expect, it } from "vitest";
import {
  type Core,
  KIND_NAMES,
  Kind,
  Memory,
  type Pose,
  Random,
  type Shape,
  Slot,
  faceNormals,
  gapAlong,
  loadCore,
  pose,
  randomShape,
  support,
} from "./harness";

const PAIRS = Number(process.env.PAIRS ?? 100_000);
const SPECULATIVE = Math.fround(0.02);
const FACE_BIAS = 0.0005;
const VERTEX_BIAS = 3 * FACE_BIAS;

let core: Core;
let m: Memory;
let slotA: Slot;
let slotB: Slot;
let out: number;

beforeAll(async () => {
  core = await loadCore();
  m = new Memory(core);
  slotA = new Slot(m);
  slotB = new Slot(m);
  out = m.take(48);
});

const ROUNDING = 4e-6;

/** Places B so that the pair is worth testing: near touching, overlapping, concentric, aligned, or somewhere around. */
function placeNear(random: Random, a: Shape, poseA: Pose, b: Shape): Pose {
  const boundA = a.bound === Infinity ? b.bound : a.bound;
  const boundB = b.bound === Infinity ? a.bound : b.bound;
  const aligned = random.unit() < 0.2;
  const angle = aligned ? (random.int(4) * Math.PI) / 2 : random.range(-4, 4);
  const direction = aligned && random.unit() < 0.5 ? (random.int(4) * Math.PI) / 2 : random.range(-4, 4);
  const dx = Math.cos(direction);
  const dy = Math.sin(direction);
  const choice = random.unit();
  if (choice < 0.05) return pose(poseA.x, poseA.y, angle);
  if (choice < 0.55 && a.bound < Infinity && b.bound < Infinity) {
    // touching along the direction, then pulled apart or pushed together by a little
    const at = pose(0, 0, angle);
    const reach = support(a, { ...poseA, x: 0, y: 0 }, dx, dy) + support(b, at, -dx, -dy);
    const exact = random.unit() < 0.2;
    const shift = exact ? 0 : random.range(-1, 1) * random.scale(1e-4, 0.2) * Math.min(boundA, boundB);
    return { ...at, x: Math.fround(poseA.x + (reach + shift) * dx), y: Math.fround(poseA.y + (reach + shift) * dy) };
  }
  const distance = random.range(0, 1.1) * (boundA + boundB);
  return pose(poseA.x + distance * dx, poseA.y + distance * dy, angle);
}

interface Contact {
  nx: number;
  ny: number;
  points: { x: number; y: number; separation: number; id: number }[];
}

function collide(poseA: Pose, poseB: Pose): Contact {
  slotA.place(poseA);
  slotB.place(poseB);
  core.collide(slotA.geometry, slotA.frame, slotB.geometry, slotB.frame, SPECULATIVE, out);
  const at = out / 4;
  const points = [];
  for (let i = 0; i < m.i32[at + 2]; i++) {
    const p = at + 3 + 4 * i;
    points.push({ x: m.f32[p], y: m.f32[p + 1], separation: m.f32[p + 2], id: m.f32[p + 3] });
  }
  return { nx: m.f32[at], ny: m.f32[at + 1], points };
}

function describePair(a: Shape, poseA: Pose, b: Shape, poseB: Pose, contact: Contact): string {
  return JSON.stringify({ a, poseA, b, poseB, contact });
}

/** Directions worth trying against a reported normal. */
function rivals(random: Random, a: Shape, poseA: Pose, b: Shape, poseB: Pose, contact: Contact): Float64Array {
  const list: number[] = [];
  for (const n of faceNormals(a, poseA)) list.push(n.x, n.y);
  for (const n of faceNormals(b, poseB)) list.push(-n.x, -n.y);
  for (const turn of [1e-3, -1e-3, 0.03, -0.03, 0.5, -0.5]) {
    list.push(contact.nx - turn * contact.ny, contact.ny + turn * contact.nx);
  }
  const angle = random.range(-4, 4);
  list.push(Math.cos(angle), Math.sin(angle), poseB.x - poseA.x, poseB.y - poseA.y);
  return Float64Array.from(list);
}

function checkPair(random: Random, a: Shape, poseA: Pose, b: Shape, poseB: Pose): void {
  const contact = collide(poseA, poseB);
  const finiteA = a.bound === Infinity ? 0 : a.bound;
  const finiteB = b.bound === Infinity ? 0 : b.bound;
  const size = finiteA + finiteB + Math.abs(poseA.x - poseB.x) + Math.abs(poseA.y - poseB.y);
  const tolerance = ROUNDING * size;
  const fail = (why: string): never => {
    throw new Error(`${why}: ${describePair(a, poseA, b, poseB, contact)}`);
  };
  let nearest = Infinity;
  for (const p of contact.points) {
    nearest = Math.min(nearest, p.separation);
    if (!(p.separation <= SPECULATIVE + tolerance)) fail("beyond the speculative distance");
  }
  const touching = contact.points.length > 0;
  let gap = -Infinity;
  if (touching) {
    const length = Math.hypot(contact.nx, contact.ny);
    if (!(Math.abs(length - 1) < 1e-5)) fail("not a unit normal");
    gap = gapAlong(a, poseA, b, poseB, contact.nx / length, contact.ny / length);
    // the half-space's own normal carries the rounding of its frame
    if (!(nearest >= gap - tolerance)) fail(`separation ${nearest}, but the gap along the normal is ${gap}`);
  }
  const list = rivals(random, a, poseA, b, poseB, contact);
  let widest = -Infinity;
  for (let i = 0; i < list.length; i += 2) {
    const length = Math.hypot(list[i], list[i + 1]);
    if (!(length > 0)) continue;
    widest = Math.max(widest, gapAlong(a, poseA, b, poseB, list[i] / length, list[i + 1] / length));
  }
  if (touching) {
    const curved = a.kind === Kind.Ellipse || b.kind === Kind.Ellipse;
    const allowed = tolerance + VERTEX_BIAS + (curved ? 1e-4 * Math.max(0, -gap) : 0);
    if (!(widest <= gap + allowed)) fail(`another direction shows a gap of ${widest} instead of ${gap}`);
  }
}

describe("a manifold reports the widest gap between two shapes and the direction it opens in", () => {
  for (let kindA = 0; kindA < 7; kindA++) {
    for (let kindB = 0; kindB < 7; kindB++) {
      if (kindA === Kind.HalfSpace && kindB === Kind.HalfSpace) continue;
      it(`${KIND_NAMES[kindA]} against ${KIND_NAMES[kindB]}`, () => {
        const random = new Random(1000 * kindA + kindB);
        let a: Shape = randomShape(random, slotA, kindA, 1);
        let b: Shape = randomShape(random, slotB, kindB, 1);
        for (let i = 0; i < PAIRS; i++) {
          if (i % 4 === 0) {
            const size = random.unit() < 0.5 ? 1 : random.scale(1e-3, 1e3);
            a = randomShape(random, slotA, kindA, size);
            b = randomShape(random, slotB, kindB, random.unit() < 0.7 ? size : random.scale(1e-3, 1e3));
            slotA.write(a);
            slotB.write(b);
          }
          const poseA = pose(0, 0, random.unit() < 0.2 ? 0 : random.range(-4, 4));
          checkPair(random, a, poseA, b, placeNear(random, a, poseA, b));
        }
      });
    }
  }
});
