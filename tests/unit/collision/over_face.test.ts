// Whether a shape slides along a face is decided without a time of impact, which here is the oracle: it is 0 for a shape that slides along.
// For a shape that slides along or stays above, the path of its origin may not enter the ground, and must end at least `LEAST` from it.
import { beforeAll, expect, it } from "vitest";
import { Kind, Memory, type Pose, Random, box, loadCore, pose, randomShape, segment } from "./harness";
import { Pairs } from "./pairs";

const Over = { No: 0, Above: 1, Along: 2 };
const SLOP = 0.005;
const LEAST = 0.1;
const MOVERS = [Kind.Circle, Kind.Capsule, Kind.Segment, Kind.Box, Kind.Polygon, Kind.Ellipse];

let pairs: Pairs;
let m: Memory;
let sweep: number;
let still: number;
let out: number;

beforeAll(async () => {
  pairs = new Pairs(await loadCore());
  m = pairs.m;
  sweep = m.take(48);
  still = m.take(48);
  out = m.take(32);
});

/** Writes the motion of a shape's frame from one pose to another; its centre of mass lies at (lx, ly) in the frame. */
function write(at: number, p: Pose, q: Pose, lx: number, ly: number): void {
  const centre = (f: Pose) => [f.x + f.c * lx - f.s * ly, f.y + f.s * lx + f.c * ly];
  m.f32.set([...centre(p), ...centre(q), p.c, p.s, q.c, q.s, lx, ly], at / 4);
}

it("the test over a face agrees with the time of impact on shapes that slide along, and with their path on those above", () => {
  const random = new Random(3);
  const told = [0, 0, 0];
  for (let run = 0; run < 20_000; run++) {
    const ground =
      run % 3 === 0
        ? box(random.between(0.2, 2), random.between(0.05, 1), random.pick([0, 0.1]))
        : segment(random.between(0.1, 2));
    const shape = randomShape(random, pairs.slotA, random.pick(MOVERS), random.between(0.15, 0.6));
    pairs.write(shape, ground);
    const f = pose(random.between(-50, 50), random.between(-50, 50), random.between(-3, 3));
    // The shape starts near contact with the upper face, or beside it, and ends about as high.
    const high = ground.hy + ground.radius + random.between(0, 1.1) * shape.bound;
    const along = random.between(-1.3, 1.3) * ground.hx;
    const place = (u: number, h: number, angle: number): Pose =>
      pose(f.x + f.c * u - f.s * h, f.y + f.s * u + f.c * h, angle);
    const angle = random.between(-3, 3);
    const p = place(along, high, angle);
    const q = place(along + random.between(-1, 1), high + random.between(-0.2, 0.2), angle + random.between(-0.5, 0.5));
    const lx = random.pick([0, random.between(-0.3, 0.3)]);
    write(sweep, p, q, lx, 0);
    write(still, f, f, 0, 0);
    pairs.place(p, f);
    const { core, slotA, slotB } = pairs;
    const near = 0.75 * SLOP - Math.min(shape.radius + ground.radius, 0.5 * SLOP);
    const over = core.overFace(slotA.geometry, sweep, slotB.geometry, slotB.frame, LEAST, near);
    told[over]++;
    if (over === Over.Along) {
      core.timeOfImpact(slotA.geometry, sweep, slotB.geometry, still, 0, 0.5 * SLOP, out);
      expect(m.i32[out / 4], `state of ${run}`).not.toBe(0);
      expect(m.f32[out / 4 + 1], `fraction of ${run}`).toBe(0);
    }
    if (over !== Over.No) {
      expect(core.nearestPoint(slotB.geometry, slotB.frame, q.x, q.y, out), `end of ${run}`).toBeGreaterThan(
        LEAST - 1e-4,
      );
      for (let k = 0; k <= 8; k++) {
        const x = p.x + (k / 8) * (q.x - p.x);
        const y = p.y + (k / 8) * (q.y - p.y);
        expect(core.nearestPoint(slotB.geometry, slotB.frame, x, y, out), `way of ${run}`).toBeGreaterThan(-1e-4);
      }
    }
  }
  expect(Math.min(...told)).toBeGreaterThan(1000);
});
