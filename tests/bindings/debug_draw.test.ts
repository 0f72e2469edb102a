import { describe, expect, it } from "vitest";
import { canvasPainter, draw, type Painter } from "../../dist/debug-draw.js";
import { BUILDS } from "../helpers/engine.js";

const [[, { World, box, capsule, circle, ellipse, halfSpace, polygon, segment }]] = BUILDS as [(typeof BUILDS)[number]];

const nothing = (): void => undefined;

function everything(): InstanceType<typeof World> {
  const world = new World();
  world.createBody({ shape: halfSpace({ x: 0, y: 1 }) });
  world.createBody({ shape: segment({ x: 0, y: 0 }, { x: 1, y: 0 }) });
  const triangle = polygon([
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 0, y: 1 },
  ]);
  for (const shape of [box(2, 1), box(1, 1, { radius: 0.1 }), capsule(1, 0.5), ellipse(2, 1), triangle, circle(0.5)]) {
    world.createBody({ type: "dynamic", position: { x: 3, y: 4 }, angle: Math.PI / 2, shape });
  }
  return world;
}

describe("debug draw", () => {
  it("draws half-spaces a thousand metres to each side in any unit of length, or as far as asked", () => {
    const world = new World({ lengthUnit: 64 });
    world.createBody({ shape: halfSpace({ x: 0, y: 1 }) });
    const lengths: number[] = [];
    const painter: Painter = {
      polygon: () => {},
      circle: () => {},
      segment: (a, b) => lengths.push(Math.hypot(b.x - a.x, b.y - a.y)),
      point: () => {},
    };
    draw(world, painter);
    draw(world, painter, { extent: 100 });
    expect(lengths).toEqual([2 * 64 * 1000, 200]);
  });

  it("calls the painter for every shape, in world coordinates", () => {
    const calls: [string, ...unknown[]][] = [];
    const painter: Painter = {
      polygon: (points, style) => calls.push(["polygon", points, style]),
      circle: (center, radius, angle, style) => calls.push(["circle", center, radius, angle, style]),
      segment: (a, b, style) => calls.push(["segment", a, b, style]),
      point: (at, style) => calls.push(["point", at, style]),
    };
    draw(everything(), painter, { colors: { static: "red" }, centers: true });
    const shapes = calls.filter(([name]) => name !== "point");
    expect(shapes.map(([name]) => name)).toEqual([
      "segment",
      "segment",
      "polygon",
      "polygon",
      "polygon",
      "polygon",
      "polygon",
      "circle",
    ]);
    expect(calls.filter(([name]) => name === "point").length).toBe(6);
    expect(shapes[0]!.at(-1)).toEqual({ role: "static", color: "red" });
    const corners = shapes[2]![1] as { x: number; y: number }[];
    const xs = corners.map(({ x }) => x).toSorted((a, b) => a - b);
    expect(xs[0]).toBeCloseTo(2.5, 5);
    expect(xs[3]).toBeCloseTo(3.5, 5);
    const outline = shapes[4]![1] as { x: number; y: number }[];
    expect(Math.max(...outline.map(({ y }) => y))).toBeCloseTo(5, 5);
  });

  it("rounds the caps of capsules and the corners of boxes finely", () => {
    const world = new World();
    world.createBody({ shape: capsule(2, 0.5) });
    world.createBody({ position: { x: 9, y: 0 }, shape: box(2, 1, { radius: 0.5 }) });
    const off: number[] = [];
    draw(world, {
      polygon: (points) =>
        points.forEach((p, i) => {
          const q = points[(i + 1) % points.length]!;
          const inner = points[0]!.x < 5 ? { x: 0, y: 0, height: 0 } : { x: 9, y: 0, height: 0.5 };
          const dx = Math.max(Math.abs((p.x + q.x) / 2 - inner.x) - 1, 0);
          const dy = Math.max(Math.abs((p.y + q.y) / 2 - inner.y) - inner.height, 0);
          off.push(Math.hypot(dx, dy) / 0.5);
        }),
      circle: nothing,
      segment: nothing,
      point: nothing,
    });
    expect(Math.min(...off)).toBeGreaterThan(0.99);
    expect(Math.max(...off)).toBeLessThan(1.0001);
  });

  it("draws a joint as a line between its anchors, a pulley with its rope, a mouse joint from its target", () => {
    const world = new World();
    const [bodyA, bodyB] = [0, 2].map((x) => world.createBody({ type: "dynamic", position: { x, y: 0 } }));
    const both = { bodyA: bodyA!, bodyB: bodyB! };
    const [groundAnchorA, groundAnchorB, target] = [0, 2, 5].map((x) => ({ x, y: 4 }));
    const rod = world.createJoint({ type: "distance", ...both });
    const rope = world.createJoint({
      type: "pulley",
      ...both,
      groundAnchorA: groundAnchorA!,
      groundAnchorB: groundAnchorB!,
    });
    const drag = world.createJoint({ type: "mouse", ...both });
    drag.target = target!;
    expect(world.joints).toEqual([rod, rope, drag]);
    const lines: unknown[] = [];
    const segment = (a: unknown, b: unknown, { role }: { role: string }): number => lines.push([role, a, b]);
    draw(world, { polygon: nothing, circle: nothing, point: nothing, segment });
    const [a, b] = [bodyA!.position, bodyB!.position];
    expect(lines).toEqual([
      ["joint", a, b],
      ["joint", a, groundAnchorA],
      ["joint", groundAnchorA, groundAnchorB],
      ["joint", groundAnchorB, b],
      ["joint", target, b],
    ]);
    rod.destroy();
    expect(world.joints).toEqual([rope, drag]);
  });

  it("draws pins, welds, sliders and wheels with lines from the anchor to the centres of bodies that move", () => {
    const anchor = { x: 1, y: 1 };
    for (const type of ["revolute", "weld", "prismatic", "wheel"] as const) {
      const world = new World();
      const ground = world.createBody({ shape: box(9, 1) });
      const [bodyA, bodyB] = [0, 2].map((x) =>
        world.createBody({ type: "dynamic", position: { x, y: 0 }, shape: box(1, 1, { center: { x: 0, y: 0.5 } }) }),
      );
      world.createJoint({ type, bodyA: ground, bodyB: bodyA!, anchor });
      world.createJoint({ type, bodyA: bodyA!, bodyB: bodyB!, anchor });
      const lines: unknown[] = [];
      const points: unknown[] = [];
      draw(
        world,
        {
          polygon: nothing,
          circle: nothing,
          segment: (a, b) => lines.push([a, b]),
          point: (at) => points.push(at),
        },
        { shapes: false },
      );
      const [a, b] = [bodyA!.centerOfMass, bodyB!.centerOfMass];
      const none = [anchor, anchor];
      expect(lines, type).toEqual([none, [anchor, a], [a, anchor], none, [anchor, b]]);
      expect(points, type).toEqual([anchor, anchor, anchor, anchor]);
    }
  });

  it("marks no centre of static bodies, which have no mass", () => {
    const world = new World();
    world.createBody({ position: { x: 1, y: 0 } });
    world.createBody({ position: { x: 2, y: 0 }, shape: circle(1) });
    world.createBody({ type: "kinematic", position: { x: 3, y: 0 } });
    world.createBody({ type: "dynamic", position: { x: 4, y: 0 }, shape: circle(1) });
    const marked: number[] = [];
    draw(
      world,
      { polygon: nothing, circle: nothing, segment: nothing, point: ({ x }) => marked.push(x) },
      { centers: true, shapes: false },
    );
    expect(marked).toEqual([3, 4]);
  });

  it("leaves the context of a canvas as it was, and respects its globalAlpha", () => {
    const usual = { fillStyle: "blue", strokeStyle: "green", lineWidth: 7, globalAlpha: 0.5 };
    const painted: [string, number][] = [];
    const context = {
      ...usual,
      beginPath: nothing,
      closePath: nothing,
      moveTo: nothing,
      lineTo: nothing,
      arc: nothing,
      fill: () => painted.push(["fill", context.globalAlpha]),
      stroke: () => painted.push(["stroke", context.globalAlpha]),
    };
    draw(everything(), canvasPainter(context, { opacity: 0.4, lineWidth: 2 }), { centers: true });
    expect(context).toMatchObject(usual);
    const kinds = new Set(painted.map(([name, alpha]) => `${name} ${alpha}`));
    expect([...kinds].toSorted()).toEqual(["fill 0.2", "fill 0.5", "stroke 0.5"]);
  });

  it("draws bodies, joints and centres between two steps if asked to", () => {
    const world = new World();
    const [left, right] = [0, 4].map((x) =>
      world.createBody({
        type: "dynamic",
        position: { x, y: 0 },
        linearVelocity: { x: 3, y: 0 },
        angularVelocity: 5,
        shape: circle(0.5, { center: { x: 1, y: 0 } }),
      }),
    );
    world.createJoint({
      type: "distance",
      bodyA: left!,
      bodyB: right!,
      anchorA: { x: 0, y: 1 },
      anchorB: { x: 0, y: 1 },
    });
    const seen = (alpha?: number): number[] => {
      const numbers: number[] = [];
      const note = (...points: { x: number; y: number }[]): void => points.forEach(({ x, y }) => numbers.push(x, y));
      draw(
        world,
        {
          polygon: nothing,
          circle: (center, _, angle) => (note(center), numbers.push(Math.cos(angle), Math.sin(angle))),
          segment: (a, b) => note(a, b),
          point: (at) => note(at),
        },
        { centers: true, alpha },
      );
      return numbers;
    };
    seen(0); // once asked, the world keeps the poses from before each step
    const before = seen();
    world.step();
    const after = seen();
    const near = (some: number[], others: number[]): number =>
      Math.max(...some.map((value, i) => Math.abs(value - others[i]!)));
    expect(before.length).toBe(20);
    expect(near(before, after)).toBeGreaterThan(0.04);
    expect(near(seen(0), before)).toBeLessThan(1e-6);
    expect(near(seen(1), after)).toBe(0);
    const middle = before.map((value, i) => (value + after[i]!) / 2);
    expect(near(seen(0.5), middle)).toBeLessThan(0.002); // the middle of an arc is off that of its chord
  });

  it("paints on a 2D canvas", () => {
    const log: string[] = [];
    const context = new Proxy({} as never, {
      get:
        (_, name) =>
        (...args: unknown[]) =>
          log.push(`${String(name)}(${args.length})`),
      set: () => true,
    });
    draw(everything(), canvasPainter(context, { scale: 10, origin: { x: 100, y: 100 } }));
    expect(log.filter((call) => call === "stroke(0)").length).toBe(8);
    expect(log).toContain("arc(5)");
  });

  it("refuses a wrong world, painter, context or option, and names it", () => {
    const world = new World();
    const painter: Painter = { polygon: nothing, circle: nothing, segment: nothing, point: nothing };
    const wrong: [names: string, code: string, call: () => unknown][] = [
      ["world", "bad-type", () => draw(null as never, painter)],
      ["world", "bad-type", () => draw({} as never, painter)],
      ["painter", "bad-type", () => draw(world, undefined as never)],
      ["painter has no point()", "bad-type", () => draw(world, { ...painter, point: undefined } as never)],
      ["options.shape ", "unknown-option", () => draw(world, painter, { shape: false } as never)],
      ["options.colors.ground ", "unknown-option", () => draw(world, painter, { colors: { ground: "red" } } as never)],
      ["context", "bad-type", () => canvasPainter(null as never)],
      [
        "view.zoom ",
        "unknown-option",
        () => canvasPainter(new Proxy({} as never, { get: () => nothing }), { zoom: 2 } as never),
      ],
      [
        "view.lineWidth is 0",
        "out-of-range",
        () => canvasPainter(new Proxy({} as never, { get: () => nothing }), { lineWidth: 0 }),
      ],
    ];
    for (const [names, code, call] of wrong) {
      expect(call).toThrow(names);
      expect(call).toThrow(expect.objectContaining({ name: "PhysicsError", code }));
    }
  });
});
