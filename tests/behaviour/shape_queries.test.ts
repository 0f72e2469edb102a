import { describe, expect, it } from "vitest";
import { BUILDS, DT, run, times } from "../helpers/engine.js";
import { Scene, TOLERANCE, anyShape, distanceAt, entry, reach } from "../helpers/query_scene.js";
import type { Form, Item, Point, Pose } from "../helpers/query_scene.js";

type Placed = Pick<Item, "form"> & { pose: Pose };

/** Farthest extent of a placed form along a direction. */
const extent = ({ form, pose: { x, y, c, s } }: Placed, dx: number, dy: number): number =>
  form.support(c * dx + s * dy, c * dy - s * dx) + x * dx + y * dy;

const SAMPLES = 96;

/**
 * Signed distance of two convex forms, with B moved by (mx, my): the widest gap along any direction. By sampling, then golden
 * section around the best three; independent of GJK.
 */
function signedDistance(a: Placed, b: Placed, mx: number, my: number): number {
  const gap = (angle: number): number => {
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    return -extent(a, x, y) - extent(b, -x, -y) + mx * x + my * y;
  };
  const step = (2 * Math.PI) / SAMPLES;
  // A half-space is bounded in this direction only.
  const up = Math.PI / 2;
  let best = -extent(a, 0, 1) - extent(b, 0, -1) + my;
  if (!Number.isFinite(a.form.support(1, 0))) {
    return best;
  }
  const values = Array.from({ length: SAMPLES }, (_, k) => ({ k, value: gap(up + k * step) }));
  values.sort((p, q) => q.value - p.value);
  for (const { k } of values.slice(0, 3)) {
    let [low, high] = [up + (k - 1) * step, up + (k + 1) * step];
    for (let i = 0; i < 40; i++) {
      const [p, q] = [high - 0.618034 * (high - low), low + 0.618034 * (high - low)];
      if (gap(p) > gap(q)) {
        high = q;
      } else {
        low = p;
      }
    }
    best = Math.max(best, gap((low + high) / 2));
  }
  return best;
}

const near = (item: Placed, query: Placed, d: Point, length: number): boolean => {
  const t = Math.min(
    Math.max(((item.pose.x - query.pose.x) * d.x + (item.pose.y - query.pose.y) * d.y) / (length * length || 1), 0),
    1,
  );
  const gap = Math.hypot(query.pose.x + t * d.x - item.pose.x, query.pose.y + t * d.y - item.pose.y);
  return !(gap > reach(item.form) + reach(query.form));
};

function checkShapes(scene: Scene): void {
  const { world, random } = scene;
  const wrong: string[] = [];
  let hits = 0;
  let overlaps = 0;
  for (let k = 0; k < times(25, 400); k++) {
    const filter = scene.filter();
    const items = scene.seen(filter);
    const [shape, [form]] = anyShape(random, false) as [Parameters<typeof world.castShape>[0], [Form]];
    const angle = random.between(-3, 3);
    const pose = { ...scene.point(), c: Math.fround(Math.cos(angle)), s: Math.fround(Math.sin(angle)) };
    const query = { form, pose };
    const d = scene.translation();
    const length = Math.hypot(d.x, d.y);
    const slack = TOLERANCE / length;
    const say = (what: string): number => wrong.push(`${k}, ${shape.type}: ${what}`);

    const lap = world.overlapShape(shape, { x: pose.x, y: pose.y, angle }, filter);
    overlaps += lap.length;
    for (const item of items) {
      const gap = near(item, query, { x: 0, y: 0 }, 0) ? signedDistance(item, query, 0, 0) : 1;
      if (lap.includes(item.shape) ? gap > TOLERANCE : gap < -TOLERANCE) {
        say(`overlapShape, ${item.shape.type} at ${gap}`);
      }
    }

    /** The fraction of the way after which the two are nearer than `level`. */
    const meeting = (item: Placed, level: number): number =>
      entry((t) => signedDistance(item, query, t * d.x, t * d.y), level);
    const all = world.castShapeAll(shape, { position: pose, angle }, d, filter);
    const hit = world.castShape(shape, { ...pose, angle } as never, d, filter);
    if ((hit?.shape ?? null) !== (all[0]?.shape ?? null)) {
      say("the first of all is not the closest");
    }
    hits += all.length;
    for (const [i, { shape: found, body, fraction, point, normal }] of all.entries()) {
      const item = items.find((other) => other.shape === found);
      if (item === undefined || item.body !== body) {
        say("a shape that the filter hides, or that is gone");
        continue;
      }
      if (i > 0 && fraction < all[i - 1]!.fraction) {
        say("not in order");
      }
      const early = meeting(item, TOLERANCE);
      const late = meeting(item, -TOLERANCE);
      if (fraction < early - slack || fraction > late + slack) {
        say(`${found.type} at ${fraction}, not in ${early} … ${late}`);
      }
      if (Math.abs(Math.hypot(normal.x, normal.y) - 1) > 1e-4) {
        say(`normal of length ${Math.hypot(normal.x, normal.y)}`);
      }
      const depth = distanceAt(item.form, item.pose, point.x, point.y);
      if (Math.abs(depth) > TOLERANCE) {
        say(`its point is ${depth} m off the surface of a ${found.type}`);
      }
      if (fraction > 0 && normal.x * d.x + normal.y * d.y > 1e-4 * length) {
        say("its normal points along the way");
      }
    }
    for (const item of items) {
      if (near(item, query, d, length) && !all.some((each) => each.shape === item.shape)) {
        const at = meeting(item, -TOLERANCE);
        if (at <= 1) {
          say(`a ${item.shape.type} is missing at ${at}`);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(hits).toBeGreaterThan(times(20, 300));
  expect(overlaps).toBeGreaterThan(2);
}

function checkNearest(scene: Scene): void {
  const { world, random } = scene;
  const wrong: string[] = [];
  let inside = 0;
  for (let k = 0; k < 300; k++) {
    const filter = scene.filter();
    const items = scene.seen(filter).filter(({ form }) => form.metric);
    const predicate = (shape: { type: string }): boolean => shape.type !== "ellipse"; // the oracle of an ellipse is not a distance
    const p = scene.point();
    const most = random.chance(0.3) ? random.between(0, 3) : Infinity;
    const found = world.closestPoint(p, most, { ...filter, predicate });
    const distances = items.map((item) => distanceAt(item.form, item.pose, p.x, p.y));
    const least = Math.min(...distances);
    const say = (what: string): number => wrong.push(`${k} at ${p.x}, ${p.y}: ${what}`);
    if (found === null) {
      if (least < most - TOLERANCE) {
        say(`nothing, but something is ${least} m away`);
      }
      continue;
    }
    inside += Number(found.distance < 0);
    if (Math.abs(found.distance - least) > TOLERANCE || found.distance > most + TOLERANCE) {
      say(`${found.shape.type} at ${found.distance}, not ${least}`);
    }
    const { point, normal, distance } = found;
    const off = Math.hypot(point.x + distance * normal.x - p.x, point.y + distance * normal.y - p.y);
    if (off > 2 * TOLERANCE || Math.abs(Math.hypot(point.x - p.x, point.y - p.y) - Math.abs(distance)) > TOLERANCE) {
      say(`point and normal of a ${found.shape.type} do not fit: ${off}`);
    }
    // Without the predicate the same shape is nearest, unless an ellipse is nearer.
    const plain = world.closestPoint(p, most, filter)!;
    if (plain.distance > distance + 1e-6 || (plain.shape.type !== "ellipse" && plain.shape !== found.shape)) {
      say("another one without the predicate");
    }
  }
  expect(wrong).toEqual([]);
  expect(inside).toBeGreaterThan(5);
}

describe.each([
  ["moved and placed shapes", checkShapes],
  ["nearest points", checkNearest],
] as const)("%s meet what brute force in f64 over 200 shapes meets, to a tenth of a millimetre,", (_what, agree) => {
  it("before the first step, after steps, and after changes without a step", () => {
    const scene = new Scene(11, 200);
    agree(scene);
    run(scene.world, 0.4);
    agree(scene);
    scene.disturb();
    agree(scene);
  });

  it("in a world falling asleep, and after going back to a snapshot", () => {
    const scene = new Scene(12, 200);
    run(scene.world, 6);
    const bytes = scene.world.snapshot();
    const items = [...scene.items];
    agree(scene);
    scene.disturb();
    scene.world.step(DT);
    scene.world.restore(bytes);
    scene.items = items;
    agree(scene);
  });
});

describe.each(BUILDS)("shape queries (%s)", (_, { World, box, circle, segment }) => {
  it("find a thick ray's first contact as its closed form says", () => {
    const world = new World();
    const wall = world.createBody({ position: { x: 10, y: 0 }, shape: box(2, 8) });
    const hit = world.castCircle({ x: 0, y: 1 }, 0.5, { x: 20, y: 0 })!;
    expect(hit.body).toBe(wall);
    expect(hit.fraction).toBeCloseTo(8.5 / 20, 6);
    expect(hit.point.x).toBeCloseTo(9, 5);
    expect(hit.point.y).toBeCloseTo(1, 5);
    expect(hit.normal.x).toBeCloseTo(-1, 6);
    // Past the corner by 0.3: the thin ray misses, the thick ray touches the corner, with a slanted normal.
    expect(world.castRay({ x: 0, y: 4.3 }, { x: 20, y: 0 })).toBeNull();
    const corner = world.castCircle({ x: 0, y: 4.3 }, 0.5, { x: 20, y: 0 })!;
    expect(corner.fraction).toBeCloseTo((9 - 0.4) / 20, 5);
    expect(corner.normal.y).toBeCloseTo(0.6, 4);
  });

  it("give the way out of a shape that the query starts in, or skip that shape when told to", () => {
    const world = new World();
    const first = world.createBody({ shape: box(2, 2) });
    const second = world.createBody({ position: { x: 5, y: 0 }, shape: circle(1) });
    const from = { x: 0.9, y: 0 };
    const inside = world.castShape(circle(0.5), from, { x: 10, y: 0 })!;
    expect(inside.body).toBe(first);
    expect(inside.fraction).toBe(0);
    expect(inside.normal.x).toBeCloseTo(1, 5);
    expect(world.castShape(circle(0.5), from, { x: 10, y: 0 }, { inside: false })!.body).toBe(second);
    expect(world.castRay(from, { x: 10, y: 0 })!.body).toBe(first);
    expect(world.castRay(from, { x: 10, y: 0 }, { inside: false })!.body).toBe(second);
  });

  it("can place their shape at a body's pose", () => {
    const world = new World();
    const ghost = world.createBody({ position: { x: 3, y: 1 }, angle: Math.PI / 2 });
    const rod = world.createBody({ position: { x: 3, y: 3 }, shape: circle(0.1) });
    expect(world.overlapShape(segment({ x: 0, y: 0 }, { x: 2.5, y: 0 }), ghost).map(({ body }) => body)).toEqual([rod]);
    expect(world.overlapShape(segment({ x: 0, y: 0 }, { x: 2.5, y: 0 }), { x: 3, y: 1 })).toEqual([]);
  });

  it("tell how deep inside a shape a point is, or how far it is from the nearest one", () => {
    const world = new World();
    const crate = world.createBody({ shape: box(4, 2) });
    const ball = world.createBody({ position: { x: 6, y: 0 }, shape: circle(1) });
    expect(world.closestPoint({ x: 1.75, y: 0.1 })!.distance).toBeCloseTo(-0.25, 5);
    expect(world.closestPoint({ x: 3, y: 0 })!.body).toBe(crate);
    const found = world.closestPoint({ x: 4, y: 0 })!;
    expect(found.body).toBe(ball);
    expect(found.distance).toBeCloseTo(1, 5);
    expect(found.point.x).toBeCloseTo(5, 5);
    expect(world.closestPoint({ x: 4, y: 0 }, 0.9)).toBeNull();
    expect(world.closestPoint({ x: 4, y: 0 }, { exclude: ball })!.body).toBe(crate);
    expect(new World().closestPoint({ x: 0, y: 0 })).toBeNull();
  });
});
