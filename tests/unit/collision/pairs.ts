// Random pairs of shapes, and what must hold for their manifold and distance, whatever the kinds. The oracle uses only
// supporting lines: the distance of two convex shapes, or minus their depth, is the largest gap between their
// projections over all directions. So an answer is right if the gap along its own normal is the distance it reports, and no
// other direction shows a larger gap.
//
// Tolerances, with `size` the largest coordinate involved (numbers are f32, so 6e-8 of it is one rounding):
//   any distance against the gap along its own normal      4e-6 · size
//   a larger gap along any other direction tried           4e-6 · size, and for a manifold three times the face bias of
//     0.1 slop more (a biased face, behind which a vertex nearer than the bias counts as touching)
//   where an ellipse overlaps                              1e-4 · depth more: a great ellipse around the centre of a
//     small shape has many directions of almost the same depth, and EPA finds one of them
//   where a superellipse overlaps                          0.05 of its shorter half-axis more for a manifold: that deep, one way
//     out round a corner is as good as another
import {
  type Core,
  Kind,
  Memory,
  type Pose,
  Random,
  type Shape,
  Slot,
  faceNormals,
  gapAlong,
  pose,
  randomShape,
  support,
} from "./harness";

export const SPECULATIVE = Math.fround(0.02);
export const FACE_BIAS = 0.0005;
const ROUNDING = 4e-6;

export interface Contact {
  nx: number;
  ny: number;
  points: { x: number; y: number; separation: number; id: number }[];
}

export interface Distance {
  distance: number;
  nx: number;
  ny: number;
  ax: number;
  ay: number;
  bx: number;
  by: number;
}

export class Pairs {
  readonly m: Memory;
  readonly slotA: Slot;
  readonly slotB: Slot;
  private readonly out: number;
  private readonly rivals = new Float64Array(512);

  constructor(readonly core: Core) {
    this.m = new Memory(core);
    this.slotA = new Slot(this.m);
    this.slotB = new Slot(this.m);
    this.out = this.m.take(64);
  }

  write(a: Shape, b: Shape): void {
    this.slotA.write(a);
    this.slotB.write(b);
  }

  place(poseA: Pose, poseB: Pose): void {
    this.slotA.place(poseA);
    this.slotB.place(poseB);
  }

  collide(poseA: Pose, poseB: Pose, speculative = SPECULATIVE): Contact {
    const { m, slotA, slotB, out } = this;
    this.place(poseA, poseB);
    this.core.collide(slotA.geometry, slotA.frame, slotB.geometry, slotB.frame, speculative, 0.005, out);
    const at = out / 4;
    const points = [];
    for (let i = 0; i < m.i32[at + 2]; i++) {
      const p = at + 3 + 4 * i;
      points.push({ x: m.f32[p], y: m.f32[p + 1], separation: m.f32[p + 2], id: m.f32[p + 3] });
    }
    return { nx: m.f32[at], ny: m.f32[at + 1], points };
  }

  /** The distance of the pair as last placed. */
  distance(): Distance {
    const { m, slotA, slotB, out } = this;
    this.core.shapeDistance(slotA.geometry, slotA.frame, slotB.geometry, slotB.frame, out);
    const at = out / 4;
    const [distance, nx, ny, ax, ay, bx, by] = m.f32.subarray(at, at + 7);
    return { distance, nx, ny, ax, ay, bx, by };
  }

  /** The widest gap over directions that might beat the normals reported. */
  private widest(
    random: Random,
    a: Shape,
    poseA: Pose,
    b: Shape,
    poseB: Pose,
    nx: number,
    ny: number,
    mx: number,
    my: number,
  ): number {
    const list = this.rivals;
    let count = 0;
    const add = (x: number, y: number): void => {
      list[count++] = x;
      list[count++] = y;
    };
    for (const n of faceNormals(a, poseA)) add(n.x, n.y);
    for (const n of faceNormals(b, poseB)) add(-n.x, -n.y);
    add(mx, my);
    for (let turn = 1e-3; turn < 1; turn *= 20) {
      add(nx - turn * ny, ny + turn * nx);
      add(nx + turn * ny, ny - turn * nx);
    }
    const angle = random.between(-4, 4);
    add(Math.cos(angle), Math.sin(angle));
    add(poseB.x - poseA.x, poseB.y - poseA.y);
    let widest = -Infinity;
    for (let i = 0; i < count; i += 2) {
      const length = Math.sqrt(list[i] * list[i] + list[i + 1] * list[i + 1]);
      if (length > 0) {
        widest = Math.max(widest, gapAlong(a, poseA, b, poseB, list[i] / length, list[i + 1] / length));
      }
    }
    return widest;
  }

  /** Throws if the manifold or the distance of the pair is wrong. */
  check(random: Random, a: Shape, poseA: Pose, b: Shape, poseB: Pose): void {
    const contact = this.collide(poseA, poseB);
    const d = this.distance();
    const fail = (why: string): never => {
      throw new Error(`${why}: ${JSON.stringify({ contact, d, poseA, poseB, a, b })}`);
    };
    const flat = a.kind === Kind.HalfSpace || b.kind === Kind.HalfSpace;
    const apart = Math.hypot(poseA.x - poseB.x, poseA.y - poseB.y);
    const size = (a.bound < Infinity ? a.bound : 0) + (b.bound < Infinity ? b.bound : 0) + apart;
    const tolerance = ROUNDING * size;
    const kinds: number[] = [a.kind, b.kind];
    const curved = kinds.includes(Kind.Ellipse) || kinds.includes(Kind.Superellipse);
    const cornered = [a, b]
      .filter(({ kind }) => kind === Kind.Superellipse)
      .map(({ hx, hy }) => 0.05 * Math.min(hx, hy));
    const blunt = curved ? 1e-4 * Math.max(0, -d.distance) : 0;
    const widest = this.widest(random, a, poseA, b, poseB, d.nx, d.ny, contact.nx, contact.ny);

    // GJK and EPA
    const length = Math.hypot(d.nx, d.ny);
    if (!(Math.abs(length - 1) < 1e-5)) fail("the distance has no unit normal");
    const gap = gapAlong(a, poseA, b, poseB, d.nx / length, d.ny / length);
    if (!(Math.abs(gap - d.distance) <= tolerance)) fail(`the gap along the distance's normal is ${gap}`);
    if (!(widest <= d.distance + tolerance + blunt)) fail(`another direction shows a gap of ${widest}`);
    const spanX = d.bx - d.ax - d.nx * d.distance;
    const spanY = d.by - d.ay - d.ny * d.distance;
    const witness = curved && d.distance < 0 ? 0.1 * size : tolerance;
    if (!(Math.hypot(spanX, spanY) <= 2 * witness)) fail("the closest points are not the distance apart");
    if (!flat) {
      const onA = d.nx * d.ax + d.ny * d.ay - support(a, poseA, d.nx, d.ny);
      if (!(Math.abs(onA) <= tolerance)) fail("the closest point of A is not on A's surface");
    }

    // the manifold
    if (contact.points.length === 0) {
      const rounded = a.radius + b.radius > 0 || curved;
      const missed = d.distance < SPECULATIVE - tolerance && !(Math.abs(d.distance) <= 3 * FACE_BIAS && !rounded);
      if (missed) fail("no contact");
      return;
    }
    let nearest = Infinity;
    for (const p of contact.points) {
      nearest = Math.min(nearest, p.separation);
    }
    if (!(nearest <= SPECULATIVE + tolerance)) fail("a contact beyond the speculative distance");
    const unit = Math.hypot(contact.nx, contact.ny);
    if (!(Math.abs(unit - 1) < 1e-5)) fail("the manifold has no unit normal");
    if (contact.points.some((p) => p.id !== 0) && kinds.includes(Kind.Superellipse) && !flat) {
      // lying nearly flat on each other: the depth is along the face's normal, at most 0.02 rad off
      if (!(Math.abs(nearest - d.distance) <= tolerance + 0.02 * size)) fail("a flat contact of another depth");
      return;
    }
    const shadow = gapAlong(a, poseA, b, poseB, contact.nx / unit, contact.ny / unit);
    if (!(nearest >= shadow - tolerance)) fail(`a contact deeper than the gap along its normal, ${shadow}`);
    if (!(Math.abs(shadow - d.distance) <= tolerance + 3 * FACE_BIAS + Math.max(blunt, ...cornered))) {
      fail(`a manifold whose normal shows ${shadow}`);
    }
  }

  /** Places B so that the pair is worth testing: near touching, overlapping, concentric, aligned, or somewhere around. */
  placeNear(random: Random, a: Shape, poseA: Pose, b: Shape): Pose {
    const boundA = a.bound === Infinity ? b.bound : a.bound;
    const boundB = b.bound === Infinity ? a.bound : b.bound;
    const aligned = random.between(0, 1) < 0.2;
    const angle = aligned ? (random.below(4) * Math.PI) / 2 : random.between(-4, 4);
    const direction = aligned && random.between(0, 1) < 0.5 ? (random.below(4) * Math.PI) / 2 : random.between(-4, 4);
    const dx = Math.cos(direction);
    const dy = Math.sin(direction);
    const choice = random.between(0, 1);
    if (choice < 0.05) return pose(poseA.x, poseA.y, angle);
    if (choice < 0.55 && a.bound < Infinity && b.bound < Infinity) {
      // touching along the direction, then pulled apart or pushed together slightly
      const at = pose(0, 0, angle);
      const reach = support(a, { ...poseA, x: 0, y: 0 }, dx, dy) + support(b, at, -dx, -dy);
      const exact = random.between(0, 1) < 0.2;
      const shift = exact ? 0 : random.between(-1, 1) * random.scale(1e-4, 0.2) * Math.min(boundA, boundB);
      return { ...at, x: Math.fround(poseA.x + (reach + shift) * dx), y: Math.fround(poseA.y + (reach + shift) * dy) };
    }
    const distance = random.between(0, 1.1) * (boundA + boundB);
    return pose(poseA.x + distance * dx, poseA.y + distance * dy, angle);
  }

  /** Checks `count` random pairs of two kinds, of sizes 1e-3 to 1e3. */
  run(kindA: number, kindB: number, count: number): void {
    const random = new Random(1000 * kindA + kindB);
    let a = randomShape(random, this.slotA, kindA, 1);
    let b = randomShape(random, this.slotB, kindB, 1);
    for (let i = 0; i < count; i++) {
      if (i % 4 === 0) {
        const size = random.between(0, 1) < 0.5 ? 1 : random.scale(1e-3, 1e3);
        a = randomShape(random, this.slotA, kindA, size);
        b = randomShape(random, this.slotB, kindB, random.between(0, 1) < 0.7 ? size : random.scale(1e-3, 1e3));
        this.write(a, b);
      }
      const poseA = pose(0, 0, random.between(0, 1) < 0.2 ? 0 : random.between(-4, 4));
      this.check(random, a, poseA, b, this.placeNear(random, a, poseA, b));
    }
  }
}
