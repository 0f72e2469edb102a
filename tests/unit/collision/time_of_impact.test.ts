// Times of impact of shapes that move and turn. The oracle marches through the step in small strides until the distance of
// the shapes, held still, has fallen below the target, and bisects the last stride.
import { beforeAll, describe, expect, it } from "vitest";
import {
  Kind,
  Memory,
  type Pose,
  Random,
  type Shape,
  box,
  capsule,
  circle,
  loadCore,
  pose,
  randomShape,
} from "./harness";
import { Pairs } from "./pairs";

const State = { Separated: 0, Hit: 1, Overlapped: 2, Failed: 3 };
const TARGET = Math.fround(0.005);
const TOLERANCE = Math.fround(0.00125);

let pairs: Pairs;
let m: Memory;
let sweepA: number;
let sweepB: number;
let out: number;
let frame: number;

beforeAll(async () => {
  pairs = new Pairs(await loadCore());
  m = pairs.m;
  sweepA = m.take(48);
  sweepB = m.take(48);
  out = m.take(32);
  frame = m.take(16);
});

interface Motion {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  angle0: number;
  angle1: number;
  localX: number;
  localY: number;
}

function still(x: number, y: number, angle = 0): Motion {
  return { x0: x, y0: y, x1: x, y1: y, angle0: angle, angle1: angle, localX: 0, localY: 0 };
}

const f = Math.fround;

function writeSweep(at: number, s: Motion): void {
  const values = [s.x0, s.y0, s.x1, s.y1];
  values.push(Math.cos(s.angle0), Math.sin(s.angle0), Math.cos(s.angle1), Math.sin(s.angle1), s.localX, s.localY);
  m.f32.set(values, at / 4);
}

/** The pose of a swept shape in f64; turns are below half a revolution, so the shape turns the short way round. */
function poseAt(s: Motion, t: number): Pose {
  const angle = s.angle0 + t * (s.angle1 - s.angle0);
  const c = Math.cos(angle);
  const n = Math.sin(angle);
  const x = f(s.x0) + t * (f(s.x1) - f(s.x0));
  const y = f(s.y0) + t * (f(s.y1) - f(s.y0));
  return { x: x - c * f(s.localX) + n * f(s.localY), y: y - n * f(s.localX) - c * f(s.localY), c, s: n };
}

interface Impact {
  state: number;
  fraction: number;
  nx: number;
  ny: number;
  rounds: number;
}

function impact(a: Shape, moveA: Motion, b: Shape, moveB: Motion, target = TARGET): Impact {
  pairs.write(a, b);
  writeSweep(sweepA, moveA);
  writeSweep(sweepB, moveB);
  const { slotA, slotB, core } = pairs;
  core.timeOfImpact(slotA.geometry, sweepA, slotB.geometry, sweepB, target, TOLERANCE, out);
  const at = out / 4;
  return {
    state: m.i32[at],
    fraction: m.f32[at + 1],
    nx: m.f32[at + 2],
    ny: m.f32[at + 3],
    rounds: m.i32[at + 4],
  };
}

/** The distance at a time, by the layer's own distance of still shapes. */
function distanceAt(moveA: Motion, moveB: Motion, t: number): number {
  pairs.place(poseAt(moveA, t), poseAt(moveB, t));
  return pairs.distance().distance;
}

/** The first time at which the pair is nearer than `level`, by marching and bisection; 2 if it never is. */
function marchTo(moveA: Motion, moveB: Motion, level: number): number {
  const strides = 150;
  for (let k = 0; k <= strides; k++) {
    if (distanceAt(moveA, moveB, k / strides) >= level) continue;
    if (k === 0) return 0;
    let low = (k - 1) / strides;
    let high = k / strides;
    for (let i = 0; i < 40; i++) {
      const middle = 0.5 * (low + high);
      if (distanceAt(moveA, moveB, middle) >= level) low = middle;
      else high = middle;
    }
    return high;
  }
  return 2;
}

describe("the time of impact", () => {
  it("of two circles is the root of the quadratic, or 0 if they start within the tolerance", () => {
    const random = new Random(1);
    for (let i = 0; i < 20_000; i++) {
      const radiusA = random.between(0.1, 2);
      const radiusB = random.between(0.1, 2);
      const move = (): Motion => ({
        ...still(random.between(-10, 10), random.between(-10, 10), random.between(-3, 3)),
        x1: random.between(-10, 10),
        y1: random.between(-10, 10),
      });
      const moveA = move();
      const moveB = move();
      const found = impact(circle(radiusA), moveA, circle(radiusB), moveB);
      const px = f(moveB.x0) - f(moveA.x0);
      const py = f(moveB.y0) - f(moveA.y0);
      const vx = f(moveB.x1) - f(moveA.x1) - px;
      const vy = f(moveB.y1) - f(moveA.y1) - py;
      const r = f(radiusA) + f(radiusB) + TARGET;
      const a = vx * vx + vy * vy;
      const b = px * vx + py * vy;
      const c = px * px + py * py - r * r;
      const root = (-b - Math.sqrt(b * b - a * c)) / a;
      if (Math.hypot(px, py) <= r + TOLERANCE) expect(found).toMatchObject({ state: State.Hit, fraction: 0 });
      else if (b * b - a * c > 1e-6 && root >= 0 && root < 1 - 1e-6) {
        if (found.state !== State.Hit || !(Math.abs(found.fraction - root) < 2e-6)) {
          throw new Error(JSON.stringify({ found, root, moveA, moveB }));
        }
      } else if (!(b * b - a * c > -1e-6) || root < -1e-6 || root > 1 + 1e-6) {
        expect(found.state).toBe(State.Separated);
      }
    }
  });

  it("of moving and turning shapes is neither later nor earlier than bisection says", () => {
    const random = new Random(2);
    const seen = [0, 0, 0, 0];
    let rounds = 0;
    let worst = 0;
    for (let i = 0; i < 8_000; i++) {
      const kindA = random.below(7);
      const kindB = random.below(6);
      const a = randomShape(random, pairs.slotA, kindA, 1);
      const b = randomShape(random, pairs.slotB, kindB, random.scale(0.1, 3));
      const turning = (angle: number): number => angle + (random.between(0, 1) < 0.5 ? 0 : random.between(-2.5, 2.5));
      const place = (far: number): Motion => {
        const angle = random.between(-4, 4);
        const local = random.between(0, 1) < 0.3 ? 1 : 0;
        return {
          x0: random.between(-far, far),
          y0: random.between(-far, far),
          x1: random.between(-far, far),
          y1: random.between(-far, far),
          angle0: angle,
          angle1: turning(angle),
          localX: local * random.between(-1, 1),
          localY: local * random.between(-1, 1),
        };
      };
      const moveA = random.between(0, 1) < 0.5 ? still(0, 0, random.between(-4, 4)) : place(3);
      const moveB = place(8);
      const found = impact(a, moveA, b, moveB);
      seen[found.state]++;
      rounds += found.rounds;
      worst = Math.max(worst, found.rounds);
      const fail = (why: string): never => {
        throw new Error(`${why}: ${JSON.stringify({ found, a, moveA, b, moveB })}`);
      };
      const allowed = 2e-5;
      if (found.state === State.Overlapped) {
        if (!(distanceAt(moveA, moveB, 0) + a.radius + b.radius <= allowed)) fail("apart");
        continue;
      }
      // never late: the shapes come no nearer than the target before the fraction, or at any time if they stay apart
      const first = marchTo(moveA, moveB, TARGET - allowed);
      const end = found.state === State.Separated ? 1 : found.fraction;
      if (end > 0 && !(end <= first + 1e-6)) fail(`bisection finds them at ${first}`);
      if (found.state === State.Separated && first <= 1) fail(`bisection finds them at ${first}`);
      // never early: at the fraction they are within the tolerance of the target
      if (found.state === State.Hit) {
        const gap = distanceAt(moveA, moveB, found.fraction);
        if (!(gap <= TARGET + TOLERANCE + allowed)) fail(`stops at a distance of ${gap}`);
        if (found.fraction > 0 && !(gap >= TARGET - allowed)) fail(`went on to a distance of ${gap}`);
        if (found.fraction > 0 && Math.abs(Math.hypot(found.nx, found.ny) - 1) > 1e-5) fail("normal");
      }
    }
    expect(seen[State.Failed]).toBe(0);
    expect(seen[State.Hit]).toBeGreaterThan(1500);
    expect(seen[State.Separated]).toBeGreaterThan(1500);
    expect(rounds / 8_000).toBeLessThan(6);
    expect(worst).toBeLessThan(300);
  });

  it("never lets a fast spinning rod through a thin wall", () => {
    const random = new Random(3);
    let hits = 0;
    for (let i = 0; i < 20_000; i++) {
      const wall = box(random.between(0.01, 0.1), 50);
      const rod =
        random.between(0, 1) < 0.5 ? box(random.between(0.05, 0.5), random.between(0.02, 0.1)) : capsule(0.3, 0.05);
      const angle = random.between(-4, 4);
      const speed = random.between(20, 400) / 60;
      const found = impact(wall, still(0, 0), rod, {
        ...still(-1, random.between(-1, 1), angle),
        x1: -1 + speed,
        y1: random.between(-1, 1),
        angle1: angle + random.between(-3, 3),
      });
      if (speed > 2) {
        if (found.state !== State.Hit) throw new Error(JSON.stringify({ found, speed }));
        hits++;
        expect(found.nx).toBeLessThan(0);
      }
    }
    expect(hits).toBeGreaterThan(10_000);
  });

  it("is not found for shapes that keep apart, turn in place, or do not move at all", () => {
    expect(impact(box(1, 1), still(0, 0), box(1, 1), still(3, 0))).toMatchObject({
      state: State.Separated,
      fraction: 1,
    });
    const spin = { ...still(3, 0), angle1: 3 };
    expect(impact(box(1, 1), still(0, 0), box(1, 1), spin)).toMatchObject({ state: State.Separated });
    const away = { ...still(3, 0), x1: 30 };
    expect(impact(box(1, 1), still(0, 0), box(1, 1), away)).toMatchObject({ state: State.Separated });
  });

  it("reports cores that overlap at the start, and is 0 for shapes within the target distance", () => {
    expect(impact(box(1, 1), still(0, 0), box(1, 1), still(1.5, 0)).state).toBe(State.Overlapped);
    expect(impact(box(1, 1), still(0, 0), box(1, 1), still(2.004, 0))).toMatchObject({ state: State.Hit, fraction: 0 });
  });

  it("with a negative target lets rounded shapes overlap that far", () => {
    const a = capsule(1, 0.5);
    const found = impact(a, still(0, 0), a, { ...still(0, 3), y1: 0 }, -0.1);
    expect(found.state).toBe(State.Hit);
    expect(3 - 3 * found.fraction).toBeGreaterThan(0.899);
    expect(3 - 3 * found.fraction).toBeLessThan(0.9 + 2 * TOLERANCE);
  });

  it("takes a bounded number of rounds for any input", () => {
    const random = new Random(4);
    const odd = [0, 1e-30, 1e-3, 1, 1e3, 1e18, Infinity, NaN];
    const pick = (): number => odd[random.below(odd.length)] * (random.between(0, 1) < 0.5 ? 1 : -1);
    for (let i = 0; i < 20_000; i++) {
      const shape = (): Shape => {
        const kind = [Kind.Circle, Kind.Capsule, Kind.Box, Kind.Ellipse, Kind.HalfSpace][random.below(5)];
        return {
          ...circle(0),
          kind,
          hx: Math.abs(pick()),
          hy: Math.abs(pick()),
          radius: Math.abs(pick()),
          bound: pick(),
        };
      };
      const move = (): Motion => ({
        ...still(pick(), pick(), pick()),
        x1: pick(),
        y1: pick(),
        angle1: pick(),
        localX: pick(),
      });
      const found = impact(shape(), move(), shape(), move());
      expect(found.rounds).toBeLessThanOrEqual(640);
    }
  });
});

describe("the frame of a swept shape", () => {
  it("starts and ends where the sweep says, and turns the short way at a constant rate", () => {
    const random = new Random(5);
    for (let i = 0; i < 10_000; i++) {
      const angle = random.between(-4, 4);
      const s: Motion = {
        x0: random.between(-9, 9),
        y0: random.between(-9, 9),
        x1: random.between(-9, 9),
        y1: random.between(-9, 9),
        angle0: angle,
        angle1: angle + random.between(-3.1, 3.1),
        localX: random.between(-1, 1),
        localY: random.between(-1, 1),
      };
      writeSweep(sweepA, s);
      for (const t of [0, 0.3, 1]) {
        pairs.core.sweepFrame(sweepA, t, frame);
        const exact = poseAt(s, f(t));
        const [x, y, c, n] = m.f32.subarray(frame / 4, frame / 4 + 4);
        const error = Math.hypot(x - exact.x, y - exact.y, c - exact.c, n - exact.s);
        if (!(error < 3e-6)) throw new Error(JSON.stringify({ s, t, error }));
      }
    }
    expect(pose(0, 0, 0).c).toBe(1);
  });
});
