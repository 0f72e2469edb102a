// Symptom: `drawJoint`, `drawShape`, `packSnapshot` and a character whose `position` was set to nothing threw plain
// TypeErrors, and so did `draw`, `canvasPainter`, `distance` and `penetration` for options that were null; a body's shape
// passed as a descriptor, or one kind of ground passed as another, was refused without the argument's name. Painters took a scale of 0
// or below and colours that are not strings, `paused` and `profiling` took any value; `createBodies` called a grid a chain.
// Cause: these arguments were not checked, or only by builders that do not know their names.
// What must hold: a wrong argument is refused by a PhysicsError that names it.
import { describe, expect, it } from "vitest";
import { canvasPainter, draw, drawJoint, drawShape } from "../../dist/debug-draw.js";
import { distance, penetration } from "../../dist/geometry.js";
import { Character } from "../../dist/helpers.js";
import { World, box, circle, hasTile, heightAt, heightField, setHeights, setTile, tileGrid } from "../../dist/index.js";
import { packSnapshot } from "../../dist/replay.js";

const world = new World();
const body = world.createBody({ type: "dynamic", shape: box(1, 1) });
const other = world.createBody({ shape: box(1, 1) });
const joint = world.createJoint({ type: "revolute", bodyA: body, bodyB: other, anchor: { x: 0, y: 0 } });
const [shape] = body.shapes;
const grid = tileGrid({ columns: 2, rows: 2 });
const field = heightField([0, 1, 0]);
const ground = world.createBody({ shapes: [grid, field], position: { x: 50, y: 0 } });
const bytes = world.snapshot();
const style = { role: "joint", color: "red" } as const;
const ignore = () => undefined;
const painter = { polygon: ignore, circle: ignore, segment: ignore, point: ignore };
const context = {
  beginPath: ignore,
  closePath: ignore,
  moveTo: ignore,
  lineTo: ignore,
  arc: ignore,
  fill: ignore,
  stroke: ignore,
};
const [a, b] = [circle(1), box(1, 1)];

/** Calls with a wrong argument `w`, each with the argument's name. */
const CALLS: [name: string, call: (w: never) => unknown][] = [
  ["joint", (w) => drawJoint(w, painter, style)],
  ["painter", (w) => drawJoint(joint as never, w, style)],
  ["shape", (w) => drawShape(w, painter, style)],
  ["painter", (w) => drawShape(shape as never, w, style)],
  ["extent", (w) => drawShape(shape as never, painter, style, w)],
  ["alpha", (w) => drawJoint(joint as never, painter, style, w)],
  ["alpha", (w) => drawShape(shape as never, painter, style, 1, w)],
  ["options.alpha", (w) => draw(world as never, painter, { alpha: w })],
  ["options.joints", (w) => draw(world as never, painter, { joints: w })],
  ["options.colors", (w) => draw(world as never, painter, { colors: w })],
  ["options.extent", (w) => draw(world as never, painter, { extent: w })],
  ["paused", (w) => (new World().paused = w)],
  ["profiling", (w) => (new World().profiling = w)],
  ["view.scale", (w) => canvasPainter(context as never, { scale: w })],
  ["view.origin", (w) => canvasPainter(context as never, { origin: w })],
  ["view.up", (w) => canvasPainter(context as never, { up: w })],
  ["view.lineWidth", (w) => canvasPainter(context as never, { lineWidth: w })],
  ["view.opacity", (w) => canvasPainter(context as never, { opacity: w })],
  ["into", (w) => packSnapshot(bytes, bytes, w)],
  ["options.out", (w) => distance(a, b, { out: w })],
  ["options.out", (w) => penetration(a, b, { out: w })],
  ["shape", (w) => hasTile(ground, w, 0, 0)],
  ["shape", (w) => setTile(ground, w, 0, 0, true)],
  ["shape", (w) => heightAt(ground, w, 0)],
  ["shape", (w) => setHeights(ground, w, 0, [1])],
  [
    "position",
    (w) => {
      const hero = new Character(world as never, { position: { x: 0, y: 9 } });
      hero.position = w;
      hero.move({ x: 1, y: 0 }, 1 / 60);
    },
  ],
];

const refusal = (name: string): unknown =>
  expect.objectContaining({ name: "PhysicsError", message: expect.stringMatching(`^${name}\\b.*; .+\\.$`) });

describe("a wrong argument is named", () => {
  it.each(CALLS)("%s: %s", (name, call) => {
    for (const wrong of [null, "text", Number.NaN, [], Symbol("wrong"), 10n, { bodyA: 1, body: 1 }]) {
      expect(() => call(wrong as never)).toThrow(refusal(name));
    }
  });

  it("where a scale or a colour for drawing is invalid", () => {
    for (const scale of [0, -20]) {
      expect(() => canvasPainter(context as never, { scale })).toThrow(refusal("view.scale"));
    }
    for (const joint of [5, {}, false] as never[]) {
      expect(() => draw(world as never, painter, { colors: { joint } })).toThrow(refusal("options.colors.joint"));
    }
  });

  it("where createBodies gets a shape that is not one piece", () => {
    const two = [box(1, 1), tileGrid({ columns: 2, rows: 2, tiles: (x, y) => x !== y })] as const;
    const make = (given: (typeof two)[number]) => world.createBodies({ count: 1, positions: [99, 0], shape: given });
    expect(make(two[0])).toHaveLength(1);
    expect(() => make(two[1])).toThrow(/^shape has 2 pieces.*; .+\.$/);
    expect(() => make(tileGrid({ columns: 2, rows: 2, tiles: () => false }))).toThrow(/^shape has 0 pieces/);
  });

  it("where a body's shape is passed as a descriptor", () => {
    const pose = { x: 0, y: 0, angle: 0 };
    const at = { x: 1, y: 0 };
    const wrong = shape as never;
    expect(() => body.addShape(wrong)).toThrow(refusal("shape"));
    expect(() => shape!.setGeometry(wrong)).toThrow(refusal("shape"));
    expect(() => world.castShape(wrong, pose, at)).toThrow(refusal("shape"));
    expect(() => world.overlapShape(wrong, pose)).toThrow(refusal("shape"));
    expect(() => world.createBody({ shapes: [box(1, 1), wrong] })).toThrow(/^shapes\[1\] already belongs to a body; /);
    expect(() => distance(wrong, b)).toThrow(refusal("a"));
  });
});

// A lift below 0 was checked by the core alone, which does not know its name.
it.each(["linearDrag", "lift"] as const)("a field's %s below 0 is refused by name", (name) => {
  const world = new World();
  const message = `${name} is -1; it must be 0 or more.`;
  const tooSmall = expect.objectContaining({ code: "out-of-range", message });
  expect(() => world.createField({ type: "area", [name]: -1 })).toThrow(tooSmall);
  const field = world.createField({ type: "area", [name]: 1 });
  expect(() => (field[name] = -1)).toThrow(tooSmall);
  expect(field[name]).toBe(1);
});
