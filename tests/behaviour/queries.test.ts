import { describe, expect, it } from "vitest";
import { box, circle, World } from "../../dist/index.js";
import { DT, run } from "../helpers/engine.js";
import { TOLERANCE, Scene, distanceAt, entry, reach } from "../helpers/query_scene.js";
import type { Form, Handle, Item, Point, Pose } from "../helpers/query_scene.js";

/** The earliest and the latest fraction of a ray at which it may meet a shape, allowing for the tolerance. */
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

/** What is wrong with a single hit, or "". */
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
      // A point a hundredth of a metre along the normal is just as far from the shape.
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
] as const)("%s meet what brute force in f64 over 300 shapes meets, to a tenth of a millimetre,", (_what, agree) => {
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

  it("after creating, moving and destroying without a step, before the first step and after some", () => {
    const scene = new Scene(3, 300);
    for (let round = 0; round < 4; round++) {
      scene.disturb();
      agree(scene);
      scene.world.step(DT);
    }
  });

  it("after going back to a snapshot", () => {
    const scene = new Scene(4, 300);
    const items = [...scene.items];
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

  it("that ends a millimetre before a wall misses it, and one that ends a millimetre behind its face meets it", () => {
    const world = new World();
    world.createBody({ position: { x: 10, y: 0 }, shape: box(2, 50) });
    expect(world.castRay({ x: 0, y: 1 }, { x: 8.999, y: 0 })).toBeNull();
    expect(world.castRay({ x: 0, y: 1 }, { x: 9.001, y: 0 })!.fraction).toBeCloseTo(9 / 9.001, 6);
  });

  it("of a kilometre hits a coin of two centimetres, to within a millimetre", () => {
    const world = new World();
    world.createBody({ position: { x: 800, y: 600 }, shape: circle(0.01) });
    const hit = world.castRay({ x: 0, y: 0 }, { x: 960, y: 720 })!;
    expect(Math.hypot(hit.point.x, hit.point.y)).toBeCloseTo(999.99, 3);
  });
});
