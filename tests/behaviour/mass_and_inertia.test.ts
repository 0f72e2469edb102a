import { describe, expect, it } from "vitest";
import { box, capsule, chain, circle, ellipse, polygon, segment, World } from "../../dist/index.js";
import { massOf } from "../../dist/geometry.js";
import { Random, relativeError } from "../helpers/numbers.js";
import type { Body, World as AnyWorld } from "../helpers/engine.js";

type Shape = NonNullable<Parameters<AnyWorld["createBody"]>[0]["shape"]>;
type Point = readonly [x: number, y: number];

/** Area, centroid and polar second moment about the centroid, for density 1. */
interface Moments {
  area: number;
  x: number;
  y: number;
  inertia: number;
}

/** A tenth of a per cent. */
const TOLERANCE = 1e-3;
/** Points of a full circle: a polygon through them falls short of its area by 2π²/3n², less than a millionth. */
const ARC = 4096;

/** Green's theorem over a closed line, in f64. */
function momentsOf(outline: readonly Point[]): Moments {
  const [ox, oy] = outline[0]!;
  let area = 0;
  let mx = 0;
  let my = 0;
  let second = 0;
  outline.forEach(([ax, ay], i) => {
    const [bx, by] = outline[(i + 1) % outline.length]!;
    const [px, py, qx, qy] = [ax - ox, ay - oy, bx - ox, by - oy];
    const cross = px * qy - py * qx;
    area += cross / 2;
    mx += (cross * (px + qx)) / 6;
    my += (cross * (py + qy)) / 6;
    second += (cross * (px * px + px * qx + qx * qx + py * py + py * qy + qy * qy)) / 12;
  });
  return { area, x: ox + mx / area, y: oy + my / area, inertia: second - (mx * mx + my * my) / area };
}

/** Outline of a convex polygon (counter-clockwise) with its corners rounded outwards. */
function rounded(corners: readonly Point[], radius: number): Point[] {
  const outline: Point[] = [];
  const count = corners.length;
  corners.forEach(([x, y], i) => {
    const [px, py] = corners[(i + count - 1) % count]!;
    const [qx, qy] = corners[(i + 1) % count]!;
    const first = Math.atan2(px - x, y - py);
    let turn = Math.atan2(x - qx, qy - y) - first;
    turn += turn < -1e-9 ? 2 * Math.PI : 0;
    const steps = Math.max(1, Math.ceil((turn / (2 * Math.PI)) * ARC));
    for (let k = 0; k <= steps; k++) {
      const angle = first + (turn * k) / steps;
      outline.push([x + radius * Math.cos(angle), y + radius * Math.sin(angle)]);
    }
  });
  return outline;
}

function oval(rx: number, ry: number): Point[] {
  return Array.from({ length: ARC }, (_, i) => {
    const angle = (2 * Math.PI * i) / ARC;
    return [rx * Math.cos(angle), ry * Math.sin(angle)];
  });
}

function corners(width: number, height: number): Point[] {
  const [x, y] = [width / 2, height / 2];
  return [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
  ];
}

function place(outline: readonly Point[], { x, y }: { x: number; y: number }, angle: number): Point[] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return outline.map(([px, py]) => [x + c * px - s * py, y + s * px + c * py]);
}

/** Several shapes, each with its own density, as one body, by the parallel axis theorem. */
function together(parts: readonly (readonly [Moments, number])[]): { mass: number; x: number; y: number; I: number } {
  const mass = parts.reduce((sum, [part, density]) => sum + density * part.area, 0);
  const x = parts.reduce((sum, [part, density]) => sum + density * part.area * part.x, 0) / mass;
  const y = parts.reduce((sum, [part, density]) => sum + density * part.area * part.y, 0) / mass;
  const I = parts.reduce(
    (sum, [part, density]) => sum + density * (part.inertia + part.area * ((part.x - x) ** 2 + (part.y - y) ** 2)),
    0,
  );
  return { mass, x, y, I };
}

const KITE: readonly Point[] = [
  [-0.7, -0.2],
  [0.4, -0.9],
  [1.1, 0.3],
  [-0.1, 0.8],
];
const points = (list: readonly Point[]): { x: number; y: number }[] => list.map(([x, y]) => ({ x, y }));

/** Every shape that has mass: how to make it at a placement, and its outline without one. */
const KINDS: Record<string, [(placed: { center: { x: number; y: number }; angle: number }) => Shape, Point[]]> = {
  circle: [({ center }) => circle(0.7, { center }), oval(0.7, 0.7)],
  box: [(placed) => box(2, 0.6, placed), corners(2, 0.6)],
  "rounded box": [(placed) => box(1.2, 0.4, { radius: 0.3, ...placed }), rounded(corners(1.2, 0.4), 0.3)],
  capsule: [
    (placed) => capsule(1.5, 0.25, placed),
    rounded(
      [
        [-0.75, 0],
        [0.75, 0],
      ],
      0.25,
    ),
  ],
  ellipse: [(placed) => ellipse(1.3, 0.4, placed), oval(1.3, 0.4)],
  polygon: [(placed) => polygon(points(KITE), placed), [...KITE]],
  "rounded polygon": [(placed) => polygon(points(KITE), { radius: 0.2, ...placed }), rounded(KITE, 0.2)],
  needle: [(placed) => box(4, 0.004, placed), corners(4, 0.004)],
};

function lone(shape: Shape, density: number, position = { x: 0, y: 0 }, angle = 0): Body {
  return new World().createBody({ type: "dynamic", shape, density, position, angle });
}

describe("mass and inertia in closed form", () => {
  it.each<[string, Shape, number, number]>([
    ["a disc weighs πr² and turns with mr²/2", circle(0.7), Math.PI * 0.49, 0.49 / 2],
    ["a box weighs wh and turns with m(w² + h²)/12", box(3, 0.5), 1.5, (9 + 0.25) / 12],
    ["an ellipse weighs πab and turns with m(a² + b²)/4", ellipse(2, 0.5), Math.PI, (4 + 0.25) / 4],
    [
      "an equilateral triangle turns with ma²/12",
      polygon([
        { x: 0, y: 0 },
        { x: 2, y: 0 },
        { x: 1, y: Math.sqrt(3) },
      ]),
      Math.sqrt(3),
      4 / 12,
    ],
    [
      "a regular hexagon of side a weighs 3√3a²/2 and turns with 5ma²/12",
      polygon(points(Array.from({ length: 6 }, (_, i) => [Math.cos((i * Math.PI) / 3), Math.sin((i * Math.PI) / 3)]))),
      (3 * Math.sqrt(3)) / 2,
      5 / 12,
    ],
  ])("%s", (_name, shape, area, perMass) => {
    for (const density of [1, 0.001, 7800]) {
      const body = lone(shape, density);
      expect(relativeError(body.mass, density * area)).toBeLessThan(TOLERANCE);
      expect(relativeError(body.inertia, density * area * perMass)).toBeLessThan(TOLERANCE);
    }
  });

  it("a capsule is a box and two half discs, with their inertia about its centre", () => {
    const [length, r, density] = [1.5, 0.4, 3];
    const body = lone(capsule(length, r), density);
    const boxMass = density * length * 2 * r;
    const discMass = density * Math.PI * r * r;
    // A half disc's centroid lies 4r/3π from its flat side.
    const arm = (4 * r) / (3 * Math.PI);
    const caps = discMass * ((r * r) / 2 - arm * arm + (length / 2 + arm) ** 2);
    const inertia = (boxMass * (length * length + 4 * r * r)) / 12 + caps;
    expect(relativeError(body.mass, boxMass + discMass)).toBeLessThan(TOLERANCE);
    expect(relativeError(body.inertia, inertia)).toBeLessThan(TOLERANCE);
  });

  it("a capsule without length is a disc", () => {
    const body = lone(capsule(0, 0.5), 2);
    expect(relativeError(body.mass, 2 * Math.PI * 0.25)).toBeLessThan(TOLERANCE);
    expect(relativeError(body.inertia, (body.mass * 0.25) / 2)).toBeLessThan(TOLERANCE);
  });

  it("a thick segment weighs as much as a capsule, and so do the links of a thick chain", () => {
    const [a, b] = [
      { x: 1, y: 2 },
      { x: 4, y: 6 },
    ];
    const radius = 0.25;
    const thick = lone(segment(a, b, { radius }), 3);
    const wanted = lone(capsule(5, radius, { center: { x: 2.5, y: 4 }, angle: Math.atan2(4, 3) }), 3);
    expect(relativeError(thick.mass, wanted.mass)).toBeLessThan(1e-6);
    expect(relativeError(thick.inertia, wanted.inertia)).toBeLessThan(1e-6);
    expect(Math.abs(thick.centerOfMass.x - 2.5) + Math.abs(thick.centerOfMass.y - 4)).toBeLessThan(1e-6);
    expect(relativeError(massOf(segment(a, b, { radius }), 3).inertia, wanted.inertia)).toBeLessThan(1e-6);
    const links = lone(chain([a, b, { x: 9, y: 6 }], { radius }), 3);
    expect(relativeError(links.mass, 2 * wanted.mass)).toBeLessThan(1e-6);
  });

  it("lines, shapes of density 0, and static and kinematic bodies have no mass", () => {
    const body = lone(box(1, 1), 2);
    body.addShape(segment({ x: -1, y: 0 }, { x: 1, y: 0 }), { density: 5 });
    body.addShape(chain(points(KITE), { loop: true }), { density: 5 });
    body.addShape(circle(3), { density: 0 });
    expect(relativeError(body.mass, 2)).toBeLessThan(1e-6);
    expect(relativeError(body.inertia, 2 / 6)).toBeLessThan(1e-6);
    for (const type of ["static", "kinematic"] as const) {
      expect(new World().createBody({ type, shape: box(1, 1), density: 2 }).mass).toBe(0);
    }
  });
});

describe("mass and inertia by quadrature", () => {
  it.each(Object.entries(KINDS))(
    "of a %s with any offset, angle and density, anywhere within a kilometre",
    (_, kind) => {
      const random = new Random(31);
      const [make, outline] = kind;
      for (let trial = 0; trial < 40; trial++) {
        const center = { x: random.between(-3, 3), y: random.between(-3, 3) };
        const angle = random.between(-3, 3);
        const density = 10 ** random.between(-3, 4);
        const far = trial % 2 === 0 ? 0 : 1000;
        const position = { x: far * random.pick([1, -1]), y: far * random.between(-1, 1) };
        const turned = random.between(-3, 3);
        const body = lone(make({ center, angle }), density, position, turned);
        const wanted = momentsOf(place(outline, center, angle));
        expect(relativeError(body.mass, density * wanted.area)).toBeLessThan(TOLERANCE);
        expect(relativeError(body.inertia, density * wanted.inertia)).toBeLessThan(TOLERANCE);
        const [[x, y]] = place([[wanted.x, wanted.y]], body.position, turned) as [Point];
        const { x: cx, y: cy } = body.centerOfMass;
        expect(Math.hypot(cx - x, cy - y)).toBeLessThan(far === 0 ? 1e-5 : 2e-4);
      }
    },
  );

  it("of several shapes together, about their common centre, in whatever order they come", () => {
    const random = new Random(32);
    const names = Object.keys(KINDS);
    for (let trial = 0; trial < 100; trial++) {
      const body = new World().createBody({
        type: "dynamic",
        position: trial % 2 === 0 ? { x: 0, y: 0 } : { x: 1000, y: -1000 },
        angle: random.between(-3, 3),
      });
      const parts: [Moments, number][] = [];
      for (let k = 0; k < 2 + random.below(5); k++) {
        const [make, outline] = KINDS[random.pick(names)]!;
        const center = { x: random.between(-4, 4), y: random.between(-4, 4) };
        const angle = random.between(-3, 3);
        const density = random.between(0.1, 10);
        body.addShape(make({ center, angle }), { density });
        parts.push([momentsOf(place(outline, center, angle)), density]);
      }
      const first = together(parts);
      expect(relativeError(body.mass, first.mass)).toBeLessThan(TOLERANCE);
      expect(relativeError(body.inertia, first.I)).toBeLessThan(TOLERANCE);
      const local = body.toLocal(body.centerOfMass);
      expect(Math.hypot(local.x - first.x, local.y - first.y)).toBeLessThan(trial % 2 === 0 ? 1e-4 : 5e-4);
      // With one shape removed and one density changed, the body weighs as if it had been made so.
      body.shapes[0]!.destroy();
      body.shapes[0]!.density = 20;
      const [, [second], ...others] = parts as [(typeof parts)[0], (typeof parts)[0], ...typeof parts];
      const less = together([[second, 20], ...others]);
      expect(relativeError(body.mass, less.mass)).toBeLessThan(TOLERANCE);
      expect(relativeError(body.inertia, less.I)).toBeLessThan(TOLERANCE);
    }
  });

  it("of two discs far apart, by the parallel axis theorem", () => {
    const body = new World().createBody({ type: "dynamic", position: { x: 1000, y: 1000 }, angle: 1 });
    const mass = Math.PI * 0.25;
    for (const x of [-50, 50]) {
      body.addShape(circle(0.5, { center: { x, y: 0 } }));
    }
    expect(relativeError(body.inertia, 2 * mass * (0.125 + 2500))).toBeLessThan(TOLERANCE);
  });

  it("of a shape a hundred metres from its body's origin, about its own centre", () => {
    const body = lone(box(1, 1, { center: { x: 100, y: -60 } }), 3);
    expect(relativeError(body.inertia, 0.5)).toBeLessThan(TOLERANCE);
    expect(Math.hypot(body.centerOfMass.x - 100, body.centerOfMass.y + 60)).toBeLessThan(1e-4);
  });
});

describe("a mass set by hand", () => {
  it("scales the inertia with it", () => {
    const body = lone(box(2, 1), 1);
    const { inertia } = body;
    body.mass = 8;
    expect(body.mass).toBe(8);
    expect(relativeError(body.inertia, 4 * inertia)).toBeLessThan(1e-6);
  });
});
