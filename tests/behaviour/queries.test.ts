import { describe, expect, it } from "vitest";
import { box, capsule, chain, circle, ellipse, halfSpace, polygon, segment, World } from "../../dist/index.js";
import { Random } from "../helpers/numbers.js";
import { DT, run, type Body, type World as AnyWorld } from "../helpers/engine.js";

type Point = { x: number; y: number };
type Descriptor = NonNullable<Parameters<AnyWorld["createBody"]>[0]["shape"]>;
type Handle = Body["shapes"][number];

/** What every query must agree to (m). */
const TOLERANCE = 1e-4;
const HALF_WORLD = 30;

/** A shape as f64 sees it, in its body's frame. */
interface Form {
  /** Signed distance (of an ellipse: a convex function of the same sign that grows at least as fast). */
  distance(x: number, y: number): number;
  /** Farthest extent along a direction. */
  support(x: number, y: number): number;
  /** The ends of a line without thickness. */
  line?: readonly [Point, Point];
  /** Is `distance` one, in metres, outside? */
  metric: boolean;
}

/** Signed distance to a convex polygon, counter-clockwise; of a line or point, the distance. */
function hullDistance(corners: readonly Point[], x: number, y: number): number {
  let outside = Infinity;
  let inside = corners.length > 2 ? -Infinity : Infinity;
  corners.forEach((p, i) => {
    const q = corners[(i + 1) % corners.length]!;
    const [ex, ey] = [q.x - p.x, q.y - p.y];
    const length = Math.hypot(ex, ey);
    const t = length === 0 ? 0 : ((x - p.x) * ex + (y - p.y) * ey) / (length * length);
    const along = Math.min(Math.max(t, 0), 1);
    outside = Math.min(outside, Math.hypot(x - p.x - along * ex, y - p.y - along * ey));
    if (corners.length > 2) {
      inside = Math.max(inside, ((x - p.x) * ey - (y - p.y) * ex) / length);
    }
  });
  return corners.length > 2 && inside <= 0 ? inside : outside;
}

function hull(corners: readonly Point[], radius: number): Form {
  return {
    distance: (x, y) => hullDistance(corners, x, y) - radius,
    support: (x, y) => Math.max(...corners.map((p) => p.x * x + p.y * y)) + radius * Math.hypot(x, y),
    metric: true,
    ...(corners.length === 2 && radius === 0 ? { line: [corners[0]!, corners[1]!] as const } : {}),
  };
}

function turned(form: Form, { x: cx, y: cy }: Point, angle: number): Form {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return {
    distance: (x, y) => form.distance(c * (x - cx) + s * (y - cy), c * (y - cy) - s * (x - cx)),
    support: (x, y) => form.support(c * x + s * y, c * y - s * x) + cx * x + cy * y,
    metric: form.metric,
  };
}

const rectangle = (w: number, h: number): Point[] => [
  { x: -w / 2, y: -h / 2 },
  { x: w / 2, y: -h / 2 },
  { x: w / 2, y: h / 2 },
  { x: -w / 2, y: h / 2 },
];

/** A random shape, and the forms of its pieces. */
function anyShape(random: Random, fixed: boolean): [Descriptor, Form[]] {
  const size = random.between(0.2, 1.5);
  const center = { x: random.between(-0.5, 0.5), y: random.between(-0.5, 0.5) };
  const angle = random.between(-3, 3);
  const radius = random.chance(0.5) ? size * random.between(0.1, 0.4) : 0;
  switch (random.below(fixed ? 8 : 6)) {
    case 0:
      return [circle(size, { center }), [hull([center], size)]];
    case 1:
    case 2: {
      const height = size * random.between(0.1, 2);
      const placed = box(2 * size, height, { radius, center, angle });
      return [placed, [turned(hull(rectangle(2 * size, height), radius), center, angle)]];
    }
    case 3: {
      const ends = [-size, size].map((x) => ({ x, y: 0 }));
      return [capsule(2 * size, size / 3, { center, angle }), [turned(hull(ends, size / 3), center, angle)]];
    }
    case 4: {
      const [a, b] = [size, size * random.between(0.2, 1)];
      const small = Math.min(a, b);
      const oval: Form = {
        distance: (x, y) => small * (Math.hypot(x / a, y / b) - 1),
        support: (x, y) => Math.hypot(a * x, b * y),
        metric: false,
      };
      return [ellipse(a, b, { center, angle }), [turned(oval, center, angle)]];
    }
    case 5: {
      const count = 3 + random.below(6);
      const start = random.between(0, 6);
      const corners = Array.from({ length: count }, (_, i) => {
        const at = start + ((i + random.between(0, 0.5)) * 2 * Math.PI) / count;
        return { x: size * Math.cos(at), y: size * Math.sin(at) };
      });
      return [polygon(corners, { radius }), [hull(corners, radius)]];
    }
    case 6: {
      const a = { x: -size, y: random.between(-1, 1) };
      const b = { x: size, y: random.between(-1, 1) };
      return [segment(a, b, { radius }), [hull([a, b], radius)]];
    }
    default: {
      const list = Array.from({ length: 5 }, (_, i) => ({ x: i - 2, y: random.between(-0.5, 0.5) }));
      return [chain(list), list.slice(1).map((b, i) => hull([list[i]!, b], 0))];
    }
  }
}

/** A shape of the world with its form and where it is now. */
interface Item {
  body: Body;
  shape: Handle;
  form: Form;
  category: number;
  mask: number;
}

interface Pose {
  x: number;
  y: number;
  c: number;
  s: number;
}

class Scene {
  readonly world = new World({ gravity: { x: 0, y: -10 } });
  items: Item[] = [];
  private readonly random: Random;

  constructor(seed: number, count: number) {
    this.random = new Random(seed);
    const floor = this.world.createBody({
      position: { x: 0, y: -HALF_WORLD },
      shape: halfSpace({ x: 0, y: 1 }),
      category: 0xff,
    });
    const form: Form = {
      distance: (_x, y) => y,
      support: (x, y) => (x === 0 && y > 0 ? 0 : Infinity),
      metric: true,
    };
    this.items.push({ body: floor, shape: floor.shapes[0]!, form, category: 0xff, mask: 0xffffffff });
    while (this.items.length < count) {
      this.add();
    }
  }

  add(): void {
    const { random } = this;
    const type = random.pick(["static", "static", "dynamic", "dynamic", "kinematic"] as const);
    const body = this.world.createBody({
      type,
      position: { x: random.between(-HALF_WORLD, HALF_WORLD), y: random.between(-HALF_WORLD, HALF_WORLD) },
      angle: random.between(-3, 3),
      linearVelocity: { x: random.between(-5, 5), y: random.between(-5, 5) },
      angularVelocity: random.between(-3, 3),
      awake: random.chance(0.8),
    });
    for (let k = random.chance(0.2) ? 2 : 1; k > 0; k--) {
      const category = 1 << random.below(4);
      const mask = random.chance(0.5) ? 0xffffffff : random.below(16);
      const [descriptor, forms] = anyShape(random, type === "static");
      const before = body.shapes.length;
      body.addShape(descriptor, { category, mask, density: 0.5 });
      const shapes = body.shapes.slice(before);
      expect(shapes.length).toBe(forms.length);
      forms.forEach((form, i) => this.items.push({ body, shape: shapes[i]!, form, category, mask }));
    }
  }

  /** Creates, moves, turns and destroys some, without a step. */
  disturb(): void {
    const { random } = this;
    for (let k = 0; k < 20; k++) {
      this.add();
      const { body } = random.pick(this.items.slice(1));
      const position = { x: random.between(-HALF_WORLD, HALF_WORLD), y: random.between(-HALF_WORLD, HALF_WORLD) };
      switch (k % 5) {
        case 0:
          body.destroy();
          break;
        case 1:
          body.setTransform(position, random.between(-3, 3));
          break;
        case 2:
          body.position = position;
          break;
        case 3:
          body.angle = random.between(-3, 3);
          break;
        default: {
          const { shape } = random.pick(this.items.slice(1));
          shape.destroy();
        }
      }
      this.items = this.items.filter(({ shape }) => shape.alive);
    }
  }

  /** Items with their poses, as the filter sees them. */
  seen(filter = { category: 0xffffffff, mask: 0xffffffff }): (Item & { pose: Pose })[] {
    const { transforms } = this.world.state;
    return this.items
      .filter(({ category, mask }) => (filter.mask & category) !== 0 && (filter.category & mask) !== 0)
      .map((item) => {
        const [x, y, c, s] = transforms.subarray(4 * item.body.slot) as unknown as [number, number, number, number];
        return { ...item, pose: { x, y, c, s } };
      });
  }

  filter(): { category: number; mask: number } | undefined {
    return this.random.chance(0.5) ? undefined : { category: 1 << this.random.below(5), mask: this.random.below(256) };
  }

  point(): Point {
    return { x: this.random.between(-32, 32), y: this.random.between(-32, 32) };
  }

  translation(): Point {
    const { random } = this;
    const angle = random.between(-4, 4);
    const length = random.pick([0.5, 5, 30, 80]);
    switch (random.below(6)) {
      case 0:
        return { x: random.pick([-length, length]), y: 0 };
      case 1:
        return { x: 0, y: random.pick([-length, length]) };
      default:
        return { x: length * Math.cos(angle), y: length * Math.sin(angle) };
    }
  }

  bounds(): { lower: Point; upper: Point } {
    const lower = this.point();
    const size = this.random.pick([0, 0.5, 4, 20]);
    return { lower, upper: { x: lower.x + size * this.random.between(0, 1), y: lower.y + size } };
  }
}

const distanceAt = (form: Form, { x: px, y: py, c, s }: Pose, x: number, y: number): number =>
  form.distance(c * (x - px) + s * (y - py), c * (y - py) - s * (x - px));

/** First t in [0, 1] at which a convex function of t is at most `level`, by search; Infinity if there is none. */
function entry(f: (t: number) => number, level: number): number {
  if (f(0) <= level) {
    return 0;
  }
  let [a, b] = [0, 1];
  for (let k = 0; k < 90 && f(b) > level; k++) {
    const [l, r] = [a + (b - a) / 3, b - (b - a) / 3];
    const [fl, fr] = [f(l), f(r)];
    if (fl <= level || fr <= level) {
      b = fl <= level ? l : r;
    } else if (fl < fr) {
      b = r;
    } else {
      a = l;
    }
  }
  if (f(b) > level) {
    return Infinity;
  }
  a = 0;
  for (let k = 0; k < 50; k++) {
    const middle = (a + b) / 2;
    if (f(middle) <= level) {
      b = middle;
    } else {
      a = middle;
    }
  }
  return b;
}

const reaches = new WeakMap<Form, number>();

/** A distance from its body's origin that no point of a shape passes. */
function reach(form: Form): number {
  let radius = reaches.get(form);
  if (radius === undefined) {
    const extents = [form.support(1, 0), form.support(-1, 0), form.support(0, 1), form.support(0, -1)];
    radius = Math.hypot(Math.max(extents[0]!, extents[1]!), Math.max(extents[2]!, extents[3]!)) + 0.01;
    reaches.set(form, radius);
  }
  return radius;
}

/** The earliest and the latest share of a ray at which it may meet a shape if that is off by the tolerance. */
function meeting({ form, pose }: { form: Form; pose: Pose }, o: Point, d: Point): [earliest: number, latest: number] {
  const f = (t: number): number => distanceAt(form, pose, o.x + t * d.x, o.y + t * d.y);
  const length = Math.hypot(d.x, d.y);
  const nearest = ((pose.x - o.x) * d.x + (pose.y - o.y) * d.y) / (length * length);
  const clamped = Math.min(Math.max(nearest, 0), 1);
  if (Math.hypot(o.x + clamped * d.x - pose.x, o.y + clamped * d.y - pose.y) > reach(form)) {
    return [Infinity, Infinity];
  }
  const slack = TOLERANCE / length;
  const earliest = entry(f, TOLERANCE) - slack;
  if (earliest === Infinity || form.line === undefined) {
    const latest = earliest === Infinity ? Infinity : entry(f, -TOLERANCE);
    return [earliest, latest > 1 - slack ? Infinity : latest + slack];
  }
  const [a, b] = form.line.map(({ x, y }) => ({
    x: pose.x + pose.c * x - pose.s * y,
    y: pose.y + pose.s * x + pose.c * y,
  })) as [Point, Point];
  const [ex, ey] = [b.x - a.x, b.y - a.y];
  const cross = d.x * ey - d.y * ex;
  const along = ((a.x - o.x) * d.y - (a.y - o.y) * d.x) / cross;
  const t = ((a.x - o.x) * ey - (a.y - o.y) * ex) / cross;
  const steep = Math.abs(cross) > 0.01 * length * Math.hypot(ex, ey);
  const clear = steep && along > 0.001 && along < 0.999 && t > slack && t < 1 - slack;
  return [earliest, clear ? t + slack : Infinity];
}

interface Hit {
  body: unknown;
  shape: Handle;
  point: Point;
  normal: Point;
  fraction: number;
}

/** What is wrong with a hit taken for itself, or "". */
function flaw(hit: Hit, item: (Item & { pose: Pose }) | undefined, o: Point, d: Point): string {
  if (item === undefined) {
    return "a shape that the filter hides, or that is gone";
  }
  const { point, normal, fraction } = hit;
  const [earliest] = meeting(item, o, d);
  const off = Math.hypot(point.x - o.x - fraction * d.x, point.y - o.y - fraction * d.y);
  const depth = distanceAt(item.form, item.pose, point.x, point.y);
  const inside = fraction === 0 && distanceAt(item.form, item.pose, o.x, o.y) <= TOLERANCE;
  const faults: [boolean, string][] = [
    [hit.body !== item.body, "another body"],
    [!(fraction >= 0 && fraction <= 1), `fraction ${fraction}`],
    [fraction < earliest, `at ${fraction}, the surface is at ${earliest}`],
    [off > TOLERANCE, `its point is ${off} m off the ray`],
    [!inside && Math.abs(depth) > TOLERANCE, `its point is ${depth} m off the surface`],
    [!inside && Math.abs(Math.hypot(normal.x, normal.y) - 1) > 1e-5, "its normal is not a unit"],
    [normal.x * d.x + normal.y * d.y > 1e-6 * Math.hypot(d.x, d.y), "its normal points along the ray"],
    [
      // A hundredth of a metre along the normal is as far away from the shape.
      !inside &&
        item.form.metric &&
        Math.abs(distanceAt(item.form, item.pose, point.x + 0.01 * normal.x, point.y + 0.01 * normal.y) - 0.01) >
          2 * TOLERANCE,
      "its normal is not the surface's",
    ],
  ];
  return faults.find(([wrong]) => wrong)?.[1] ?? "";
}

const RAYS = 250;

function checkRays(scene: Scene): void {
  const { world } = scene;
  const wrong: string[] = [];
  let found = 0;
  let filter = scene.filter();
  let items = scene.seen(filter);
  const rays = new Float32Array(4 * RAYS);
  for (let k = 0; k < RAYS; k++) {
    const [start, way] = [scene.point(), scene.translation()];
    rays.set([start.x, start.y, way.x, way.y], 4 * k);
    const [o, d] = [
      { x: rays[4 * k]!, y: rays[4 * k + 1]! },
      { x: rays[4 * k + 2]!, y: rays[4 * k + 3]! },
    ];
    if (k % 20 === 0) {
      filter = scene.filter();
      items = scene.seen(filter);
    }
    const say = (what: string): number => wrong.push(`ray ${k} from ${o.x}, ${o.y} along ${d.x}, ${d.y}: ${what}`);
    const meetings = items.map((item) => ({ item, at: meeting(item, o, d) }));
    const nearest = Math.min(...meetings.map(({ at }) => at[1]));

    const hit = world.castRay(o, d, filter);
    if (hit === null && nearest !== Infinity) {
      say(`nothing, but something is there at ${nearest}`);
    } else if (hit !== null) {
      found++;
      const fault = flaw(
        hit,
        items.find(({ shape }) => shape === hit.shape),
        o,
        d,
      );
      if (fault !== "") {
        say(fault);
      }
      if (hit.fraction > nearest) {
        say(`hit at ${hit.fraction}, but something is there at ${nearest}`);
      }
    }

    const all = world.castRayAll(o, d, filter);
    for (const [i, each] of all.entries()) {
      const fault = flaw(
        each,
        items.find(({ shape }) => shape === each.shape),
        o,
        d,
      );
      if (fault !== "") {
        say(`of all, hit ${i}: ${fault}`);
      }
      if (i > 0 && each.fraction < all[i - 1]!.fraction) {
        say("not in order");
      }
    }
    const shapes = new Set(all.map(({ shape }) => shape));
    if (shapes.size !== all.length) {
      say("a shape twice");
    }
    for (const { item, at } of meetings) {
      if (at[1] !== Infinity && !shapes.has(item.shape)) {
        say(`of all, a ${item.shape.type} is missing at ${at[1]}`);
      }
      const mine = all.find(({ shape }) => shape === item.shape);
      if (mine !== undefined && mine.fraction > at[1]) {
        say(`of all, a ${item.shape.type} at ${mine.fraction} instead of ${at[1]}`);
      }
    }
    if (all[0]?.shape !== hit?.shape) {
      say("the first of all is not the closest");
    }
  }
  expect(wrong).toEqual([]);
  expect(found).toBeGreaterThan(RAYS / 5);

  filter = scene.filter();
  const out = new Float32Array(8 * RAYS);
  expect(world.castRays(rays, out, filter)).toBe(out);
  const ids = new Uint32Array(out.buffer);
  for (let k = 0; k < RAYS; k++) {
    const [x, y, dx, dy] = rays.subarray(4 * k) as unknown as [number, number, number, number];
    const hit = world.castRay({ x, y }, { x: dx, y: dy }, filter);
    const row = out.subarray(8 * k, 8 * k + 7);
    expect([ids[8 * k], ids[8 * k + 1]]).toEqual(hit === null ? [0, ids[8 * k + 1]] : [hit.shape.id, hit.body.id]);
    if (hit !== null) {
      expect([...row.subarray(2)]).toEqual([hit.point.x, hit.point.y, hit.normal.x, hit.normal.y, hit.fraction]);
    }
  }
}

function checkOverlaps(scene: Scene): void {
  const { world } = scene;
  const wrong: string[] = [];
  let points = 0;
  let boxes = 0;
  for (let k = 0; k < 400; k++) {
    const filter = scene.filter();
    const items = scene.seen(filter);
    const of = (list: Handle[]): Set<Handle> => {
      const set = new Set(list);
      if (set.size !== list.length) {
        wrong.push("a shape twice");
      }
      const hidden = list.filter((shape) => !items.some((item) => item.shape === shape));
      wrong.push(...hidden.map(({ type }) => `a ${type} that the filter hides, or that is gone`));
      return set;
    };

    const p = scene.point();
    const holders = of(world.overlapPoint(p, filter));
    const { lower, upper } = scene.bounds();
    const inBox = of(world.overlapAABB(lower, upper, filter));
    points += holders.size;
    boxes += inBox.size;
    for (const { form, pose, shape } of items) {
      const depth = distanceAt(form, pose, p.x, p.y);
      if (holders.has(shape) ? depth > TOLERANCE : depth < -TOLERANCE) {
        wrong.push(`a ${shape.type} is ${depth} m from the point ${p.x}, ${p.y}`);
      }
      const extent = (x: number, y: number): number =>
        form.support(pose.c * x + pose.s * y, pose.c * y - pose.s * x) + pose.x * x + pose.y * y;
      const gap = Math.max(
        lower.x - extent(1, 0),
        -extent(-1, 0) - upper.x,
        lower.y - extent(0, 1),
        -extent(0, -1) - upper.y,
      );
      if (inBox.has(shape) ? gap > TOLERANCE : gap < -TOLERANCE) {
        wrong.push(`the box of a ${shape.type} is ${gap} m from ${JSON.stringify({ lower, upper })}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(points).toBeGreaterThan(20);
  expect(boxes).toBeGreaterThan(200);
}

describe.each([
  ["rays, closest, all and in bulk,", checkRays],
  ["points and boxes", checkOverlaps],
] as const)("%s meet what f64 brute force over 300 shapes meets, to a tenth of a millimetre,", (_what, agree) => {
  it("before the first step", () => {
    agree(new Scene(1, 300));
  });

  it("after steps, among moving, resting and sleeping bodies", () => {
    const scene = new Scene(2, 300);
    for (let round = 0; round < 3; round++) {
      run(scene.world, 0.5);
      agree(scene);
    }
    run(scene.world, 8);
    agree(scene);
  });

  it("after creating, moving and destroying without a step, before the first and after some", () => {
    const scene = new Scene(3, 300);
    for (let round = 0; round < 4; round++) {
      scene.disturb();
      agree(scene);
      scene.world.step(DT);
    }
  });

  it("after going back to a snapshot", () => {
    const scene = new Scene(4, 300);
    const { items } = scene;
    run(scene.world, 0.3);
    const bytes = scene.world.snapshot();
    run(scene.world, 0.5);
    scene.disturb();
    scene.world.restore(bytes);
    scene.items = items;
    agree(scene);
  });
});

describe("a ray", () => {
  it("that starts in a shape meets it at once", () => {
    const world = new World();
    const body = world.createBody({ position: { x: 3, y: 4 }, shape: box(2, 2) });
    const hit = world.castRay({ x: 3.5, y: 4 }, { x: 10, y: 0 })!;
    expect(hit.body).toBe(body);
    expect(hit.fraction).toBe(0);
    expect(hit.point).toEqual({ x: 3.5, y: 4 });
  });

  it("that ends a millimetre before a wall misses it, and one a millimetre longer meets it", () => {
    const world = new World();
    world.createBody({ position: { x: 10, y: 0 }, shape: box(2, 50) });
    expect(world.castRay({ x: 0, y: 1 }, { x: 8.999, y: 0 })).toBeNull();
    expect(world.castRay({ x: 0, y: 1 }, { x: 9.001, y: 0 })!.fraction).toBeCloseTo(9 / 9.001, 6);
  });

  it("of a kilometre meets a coin of two centimetres where it is, to a millimetre", () => {
    const world = new World();
    world.createBody({ position: { x: 800, y: 600 }, shape: circle(0.01) });
    const hit = world.castRay({ x: 0, y: 0 }, { x: 960, y: 720 })!;
    expect(Math.hypot(hit.point.x, hit.point.y)).toBeCloseTo(999.99, 3);
  });
});
