// A world with every shape, and the same shapes in f64, against which its queries are checked.
import { expect } from "vitest";
import { box, capsule, chain, circle, ellipse, halfSpace, polygon, segment, World } from "../../dist/index.js";
import type { Body, World as AnyWorld } from "./engine.js";
import { Random } from "./numbers.js";

export type Point = { x: number; y: number };
export type Descriptor = NonNullable<Parameters<AnyWorld["createBody"]>[0]["shape"]>;
export type Handle = Body["shapes"][number];

/** How closely every query must agree (m). */
export const TOLERANCE = 1e-4;
const HALF_WORLD = 30;

/** A shape in f64, in its body's frame. */
export interface Form {
  /** Signed distance (of an ellipse: a convex function of the same sign that grows at least as fast). */
  distance(x: number, y: number): number;
  /** Farthest extent along a direction. */
  support(x: number, y: number): number;
  /** The ends of a line without thickness. */
  line?: readonly [Point, Point];
  /** Is `distance` a true distance, in metres, outside the shape? */
  metric: boolean;
}

/** Signed distance to a convex counter-clockwise polygon; to a line or point, the distance. */
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

export function hull(corners: readonly Point[], radius: number): Form {
  return {
    distance: (x, y) => hullDistance(corners, x, y) - radius,
    support: (x, y) => Math.max(...corners.map((p) => p.x * x + p.y * y)) + radius * Math.hypot(x, y),
    metric: true,
    ...(corners.length === 2 && radius === 0 ? { line: [corners[0]!, corners[1]!] as const } : {}),
  };
}

export function turned(form: Form, { x: cx, y: cy }: Point, angle: number): Form {
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
export function anyShape(random: Random, fixed: boolean): [Descriptor, Form[]] {
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

/** A shape of the world, with its body and its form. */
export interface Item {
  body: Body;
  shape: Handle;
  form: Form;
  category: number;
  mask: number;
}

export interface Pose {
  x: number;
  y: number;
  c: number;
  s: number;
}

export class Scene {
  readonly world = new World({ gravity: { x: 0, y: -10 } });
  items: Item[] = [];
  readonly random: Random;

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

  /** Creates, moves, turns and destroys some bodies and shapes, without stepping. */
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

  /** The items that pass the filter, with their poses. */
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

export const distanceAt = (form: Form, { x: px, y: py, c, s }: Pose, x: number, y: number): number =>
  form.distance(c * (x - px) + s * (y - py), c * (y - py) - s * (x - px));

/** The first t in [0, 1] at which a convex function is at most `level`, by search; Infinity if there is none. */
export function entry(f: (t: number) => number, level: number): number {
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

/** A distance from the body's origin beyond which no point of a shape lies. */
export function reach(form: Form): number {
  let radius = reaches.get(form);
  if (radius === undefined) {
    const extents = [form.support(1, 0), form.support(-1, 0), form.support(0, 1), form.support(0, -1)];
    radius = Math.hypot(Math.max(extents[0]!, extents[1]!), Math.max(extents[2]!, extents[3]!)) + 0.01;
    reaches.set(form, radius);
  }
  return radius;
}
