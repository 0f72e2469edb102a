// Symptom: box(1, 1) cast along the side of a box that it touches, or away from it, hit that box at fraction 0, as if they
// overlapped, where a circle passed; geometry.sweep called the boxes a miss, and rounded ones an overlap.
// Cause: touching cores count as overlapping, and whether they touch is decided by the rounding of their positions.
// What must hold: shapes that touch to the precision of f32 positions are hit at fraction 0 where the motion leads into
// them, and passed where it leads along or away. Deeper, they overlap, at fraction 0 with the normal out. This holds in every
// query that moves shapes, for all kinds, roundings and angles, up to a kilometre off.
import { describe, expect, it } from "vitest";
import {
  type Shape as Handle,
  type ShapeDescriptor,
  World,
  box,
  capsule,
  circle,
  ellipse,
  halfSpace,
} from "../../dist/index.js";
import { shapeCast, sweep } from "../../dist/geometry.js";
import { type Model, randomModel } from "../geometry/oracle";
import { Random } from "../helpers/numbers.js";

interface Vector {
  x: number;
  y: number;
}
const unit = (angle: number): Vector => ({ x: Math.cos(angle), y: Math.sin(angle) });
const turned = (p: Vector, c: number, s: number): Vector => ({ x: c * p.x - s * p.y, y: s * p.x + c * p.y });
const dot = (p: Vector, q: Vector): number => p.x * q.x + p.y * q.y;

/** Middles and normals of the faces; none for a round shape. */
function facesOf({ vertices, radius }: Model): { middle: Vector; normal: Vector }[] {
  return (vertices.length < 2 ? [] : vertices).map((p, i) => {
    const q = vertices[(i + 1) % vertices.length]!;
    const length = Math.hypot(q.x - p.x, q.y - p.y);
    const normal = { x: (q.y - p.y) / length, y: (p.x - q.x) / length };
    return { middle: { x: (p.x + q.x) / 2 + radius * normal.x, y: (p.y + q.y) / 2 + radius * normal.y }, normal };
  });
}

/** The farthest point along a unit vector, in the shape's own frame. */
function farthest(m: Model, n: Vector): Vector {
  const core = m.vertices.reduce((a, b) => (dot(b, n) > dot(a, n) ? b : a));
  let { x, y } = { x: core.x + m.radius * n.x, y: core.y + m.radius * n.y };
  if (m.axes) {
    const own = turned(n, Math.cos(m.angle), -Math.sin(m.angle));
    const length = Math.hypot(m.axes.x * own.x, m.axes.y * own.y);
    const p = { x: (m.axes.x ** 2 * own.x) / length, y: (m.axes.y ** 2 * own.y) / length };
    const q = turned(p, Math.cos(m.angle), Math.sin(m.angle));
    x += q.x;
    y += q.y;
  }
  const more = m.support?.(n) ?? { x: 0, y: 0 };
  return { x: x + more.x, y: y + more.y };
}

const SOLIDS = ["circle", "capsule", "segment", "box", "polygon", "ellipse", "superellipse"] as const;

/** A shape that a centimetre of overlap does not pass through, or a line. */
function solid(random: Random): Model & { shape: ShapeDescriptor } {
  for (;;) {
    const m = randomModel(random, random.pick(SOLIDS), Math.fround(random.between(0.3, 1.5)));
    const width = (k: number): number => {
      const n = unit((k * Math.PI) / 32);
      return dot(farthest(m, n), n) + dot(farthest(m, { x: -n.x, y: -n.y }), { x: -n.x, y: -n.y });
    };
    if (m.name === "segment" || Math.min(...Array.from({ length: 32 }, (_, k) => width(k))) > 0.2) {
      return m as Model & { shape: ShapeDescriptor };
    }
  }
}

const world = new World();

interface Answer {
  fraction: number;
  normal: Vector;
}

/** Asks all queries that move shapes, which must agree: null, or a hit at once and whether it is inside. */
function ask(a: ShapeDescriptor, pa: Vector & { angle: number }, b: ShapeDescriptor, pb: typeof pa, way: Vector) {
  const body = world.createBody({ position: { x: pa.x, y: pa.y }, angle: pa.angle, shape: a });
  const shape: Handle = body.shapes[0]!;
  const answers: (Answer | null)[] = [world.castShape(b, pb, way), world.castShapeAll(b, pb, way)[0] ?? null];
  const outside = world.castShape(b, pb, way, { inside: false });
  expect(answers.every((hit) => hit === null || (hit as { shape?: Handle }).shape === shape)).toBe(true);
  if (b.type === "circle" && b.center.x === 0 && b.center.y === 0) {
    answers.push(world.castCircle(pb, b.radius, way));
  }
  body.destroy();
  const placed = (shape: ShapeDescriptor, { x, y, angle }: typeof pa) => ({ shape, position: { x, y }, angle });
  const cast = shapeCast(placed(b, pb), placed(a, pa), way);
  answers.push(cast);
  const swept = sweep(placed(a, pa), placed(b, pb), way);
  const all = answers.map((hit) => hit?.fraction ?? null);
  all.push(swept.state === "miss" ? null : Math.max(swept.time, 0));
  expect(new Set(all).size, `${JSON.stringify(all)} of ${JSON.stringify({ a, pa, b, pb, way })}`).toBe(1);
  const inside = cast?.inside === true;
  expect([swept.state === "overlap", cast !== null && outside === null]).toEqual([inside, inside]);
  return cast === null ? null : { fraction: cast.fraction, inside, normal: cast.normal };
}

const at = (x: number, y: number, angle = 0): Vector & { angle: number } => ({ x, y, angle });

describe("a shape moved from where it touches another", () => {
  it("passes along a box and away from it, and hits it at once when moved into it", () => {
    for (const b of [box(1, 1), circle(0.5), box(0.8, 0.8, { radius: 0.1 }), capsule(0.6, 0.2), ellipse(0.5, 0.4)]) {
      for (const a of [box(2, 2), box(1.6, 1.6, { radius: 0.2 })]) {
        for (const x of [0, 0.3, 17.7, 1000.1]) {
          for (const way of [at(1, 0), at(0, 1), at(0, -40), at(0.5, 3), at(1e-3, -5)]) {
            expect(ask(a, at(x, 0.1), b, at(x + 1.5, 0.1), way)).toBeNull();
          }
          for (const way of [at(-1, 0), at(-0.1, 2), at(-1e3, 1)]) {
            const hit = ask(a, at(x, 0.1), b, at(x + 1.5, 0.1), way);
            expect(hit).toMatchObject({ fraction: 0, inside: false });
            expect(hit!.normal.x).toBeCloseTo(1, 5);
          }
        }
      }
    }
    // Corner to corner, it passes into either free quarter, and hits if moved diagonally.
    for (const way of [at(1, 0), at(0, 1), at(1, -1), at(-1, 1), at(-1, 0), at(0, -1)]) {
      expect(ask(box(2, 2), at(0, 0), box(1, 1), at(1.5, 1.5), way)).toBeNull();
    }
    expect(ask(box(2, 2), at(0, 0), box(1, 1), at(1.5, 1.5), at(-1, -1))).toMatchObject({ fraction: 0, inside: false });
  });

  it("slides over a half-space", () => {
    for (const b of [box(1, 1), circle(0.5), box(0.8, 0.8, { radius: 0.1 })]) {
      const ground = halfSpace({ x: 0, y: 1 });
      expect(ask(ground, at(700, 0.3), b, at(0, 0.8), at(30, 0))).toBeNull();
      expect(ask(ground, at(700, 0.3), b, at(0, 0.8), at(0, 1))).toBeNull();
      expect(ask(ground, at(700, 0.3), b, at(0, 0.8), at(9, -1))).toMatchObject({ fraction: 0, inside: false });
      expect(ask(ground, at(700, 0.3), b, at(0, 0.75), at(0, 1))).toMatchObject({ fraction: 0, inside: true });
    }
  });

  it("passes and hits alike for all kinds, at any angle, up to a kilometre off", () => {
    const random = new Random(11);
    for (let round = 0; round < 3000; round++) {
      const [a, b] = [solid(random), solid(random)];
      const line = ({ name, radius }: Model): boolean => name === "segment" && radius === 0;
      if (line(a) && line(b)) {
        continue; // two lines on each other have no sides
      }
      const far = random.pick([0, 1, 30, 1000]);
      const pa = at(random.between(-far, far), random.between(-far, far), random.pick([0, random.between(-3, 3)]));
      const pb = at(0, 0, random.pick([0, pa.angle, random.between(-3, 3)]));
      // They touch along n, at a face of one of them if it has any.
      const ofA = random.chance(0.5);
      const [of, angle] = ofA ? [a, pa.angle] : [b, pb.angle];
      const faces = facesOf(of);
      const face = faces.length > 0 ? random.pick(faces) : undefined;
      const out = face?.normal ?? unit(random.between(-3, 3));
      const n = turned(ofA ? out : { x: -out.x, y: -out.y }, Math.cos(angle), Math.sin(angle));
      const reach = (m: Model, turn: number, sign: number): Vector => {
        const [c, s] = [Math.cos(turn), Math.sin(turn)];
        const own = turned({ x: sign * n.x, y: sign * n.y }, c, -s);
        return turned(m === of && face !== undefined ? face.middle : farthest(m, own), c, s);
      };
      const [onA, onB] = [reach(a, pa.angle, 1), reach(b, pb.angle, -1)];
      const put = (gap: number) => at(pa.x + onA.x - onB.x + gap * n.x, pa.y + onA.y - onB.y + gap * n.y, pb.angle);
      const length = random.pick([0.1, 2, 50]);
      const go = (along: number, out: number): Vector => ({
        x: length * (out * n.x - along * n.y),
        y: length * (out * n.y + along * n.x),
      });
      for (const way of [go(1, 0), go(-1, 0), go(0.7, 0.7), go(0, 1)]) {
        expect(ask(a.shape, pa, b.shape, put(0), way), JSON.stringify({ a, pa, b, pb: put(0), way, n })).toBeNull();
      }
      if (face !== undefined) {
        for (const way of [go(0, -1), go(0.5, -0.5), go(-0.5, -0.5)]) {
          const hit = ask(a.shape, pa, b.shape, put(0), way);
          expect(hit, JSON.stringify({ a, pa, b, pb: put(0), way, n })).toMatchObject({ fraction: 0, inside: false });
        }
      }
      for (const way of [go(1, 0), go(0, 1)]) {
        expect(
          ask(a.shape, pa, b.shape, put(-0.01), way),
          JSON.stringify({ a, pa, b, pb: put(-0.01), way, n }),
        ).toMatchObject({ fraction: 0, inside: true });
      }
    }
  });
});
