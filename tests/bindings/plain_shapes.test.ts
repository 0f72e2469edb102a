// Shapes written as plain objects (from JSON, or copied with the material beside them) have the effect they state, or are refused.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("shapes as plain objects (%s)", (_, engine) => {
  const { World, PhysicsError, box, capsule, chain, circle, ellipse, halfSpace, heightField } = engine;
  const { polygon, segment, superellipse, tileGrid } = engine;
  const corners = [
    { x: 0, y: 0 },
    { x: 2, y: 0 },
    { x: 2, y: 1 },
  ];
  const shapes = {
    box: box(1, 2, { radius: 0.1, center: { x: 1, y: 0 }, angle: 0.5 }),
    circle: circle(0.5, { center: { x: 0, y: 1 } }),
    capsule: capsule(1, 0.25, { angle: 1 }),
    polygon: polygon(corners, { radius: 0.05 }),
    segment: segment(corners[0]!, corners[1]!, { radius: 0.1 }),
    chain: chain(corners, { loop: true, oneSided: true, materials: [{ friction: 0 }, {}, {}] }),
    ellipse: ellipse(1, 0.5, { angle: 0.2 }),
    superellipse: superellipse(1, 0.5, 4),
    halfSpace: halfSpace({ x: 0, y: 1 }, { center: { x: 0, y: -1 } }),
    tileGrid: tileGrid({ columns: 2, rows: 2, tiles: [1, 0, 1, 1] }),
    heightField: heightField([0, 1, 0.5], { oneSided: true }),
  };

  it("make the same bodies after a trip through JSON", () => {
    for (const [type, shape] of Object.entries(shapes)) {
      const made = new World();
      made.createBody({ shape, friction: 0.3 });
      const read = new World();
      read.createBody({ shape: JSON.parse(JSON.stringify(shape)) as typeof shape, friction: 0.3 });
      expect(read.hash(), type).toBe(made.hash());
    }
  });

  it("are refused for a field that their type lacks, by its name", () => {
    const world = new World();
    const before = world.hash();
    for (const [type, shape] of Object.entries(shapes)) {
      for (const call of [
        () => world.createBody({ shape: { ...shape, centre: 1 } as never }),
        () => world.createBody({ shapes: [{ ...shape, centre: 1 } as never] }),
        () => world.createBody({ shapes: [{ shape: { ...shape, centre: 1 } as never }] }),
      ]) {
        expect(call, type).toThrow(PhysicsError);
        expect(call, type).toThrow(/^shape\S*\.centre is not an option; the options are type, /);
      }
    }
    expect(() => world.createBody({ shape: { ...circle(1), density: 3 } as never })).toThrow(/shape\.density/);
    expect(world.hash()).toBe(before);
  });

  it("are told apart from a shape of a body, which is refused as such and not for the first field it lacks", () => {
    const world = new World();
    const body = world.createBody({ shape: box(1, 1) });
    const live = body.shapes[0]! as never;
    for (const call of [
      () => world.createBody({ shape: live }),
      () => body.addShape(live),
      () => body.shapes[0]!.setGeometry(live),
      () => world.overlapShape(live, { x: 0, y: 0 }),
    ]) {
      expect(call).toThrow(PhysicsError);
      expect(call).toThrow(/^shape already belongs to a body; use a new shape such as box/);
    }
  });

  it("are refused with material fields among their own, and the error says where these go", () => {
    const world = new World();
    const body = world.createBody({ shape: box(1, 1) });
    const material = { friction: 1 };
    for (const call of [
      () => circle(1, material as never),
      () => world.createBody({ shape: { ...box(1, 1), ...material } as never }),
    ]) {
      expect(call).toThrow(/\.friction is not an option; put it beside the shape: \{ shape, friction \}\.$/);
    }
    expect(() => box(1, 1, { rollingResistance: 1 } as never)).toThrow(
      "options.rollingResistance is not an option; put it beside the shape: { shape, rollingResistance }.",
    );
    for (const call of [
      () => world.createBody({ shape: circle(1), material: material as never }),
      () => world.createBody({ shapes: [{ shape: circle(1), material: material as never }] }),
      () => (body.shapes[0]!.material = material as never),
    ]) {
      expect(call).toThrow(
        /material is an object; it must be a whole number .*; friction and restitution go beside it\.$/,
      );
    }
    for (const shapes of [[{ shape: circle(1), ...material }], [{ ...circle(1), ...material }]]) {
      expect(world.createBody({ shapes }).shapes[0]!.friction).toBe(1);
    }
    expect(world.createBody({ shape: circle(1), ...material }).shapes[0]!.friction).toBe(1);
    expect(body.addShape(circle(1), material).friction).toBe(1);
  });

  it("may have material fields among their own in `shapes`", () => {
    for (const [type, shape] of Object.entries(shapes)) {
      const surface = { density: 3, friction: 0.25, restitution: 0.5, category: 4, sensor: true };
      const beside = new World();
      const body = beside.createBody({ group: -1, friction: 1, shapes: [{ ...shape, ...surface }] });
      const around = new World();
      around.createBody({ group: -1, friction: 1, shapes: [{ shape, ...surface }] });
      expect(beside.hash(), type).toBe(around.hash());
      expect(body.shapes.at(-1)).toMatchObject({ density: 3, restitution: 0.5, category: 4, group: -1 });
    }
    const world = new World();
    const wrong = () => world.createBody({ shapes: [circle(1), { ...circle(1), friction: -1 }] });
    expect(wrong).toThrow(/^shapes\[1\]\.friction is -1/);
  });
});
