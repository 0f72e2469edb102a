// A definition that inherits its material, such as one made by `Object.create` of another, lost it for `shapes` with fields
// of their own: friction 0.1 became 0.6. With `shape` it was kept.
import { expect, it } from "vitest";
import { World, box, chain, circle } from "../../dist/index.js";
import type { BodyDef } from "../../dist/index.js";

it("shapes have the material that their body's definition inherits, and their entries' own", () => {
  const ice: BodyDef = { type: "dynamic", friction: 0.1, restitution: 0.3 };
  const entry = Object.assign(Object.create({ friction: 0.2 }) as object, { shape: circle(1), density: 2 });
  const shapes = [{ shape: box(1, 1), density: 2 }, { ...box(1, 1), restitution: 0.5 }, entry];
  const definition = Object.assign(Object.create(ice) as BodyDef, { shapes });
  const body = new World().createBody(definition);
  expect(body.type).toBe("dynamic");
  expect(body.shapes.map(({ friction }) => friction)).toEqual([0.1, 0.1, 0.2].map(Math.fround));
  expect(body.shapes.map(({ restitution }) => restitution)).toEqual([0.3, 0.5, 0.3].map(Math.fround));
});

it("parts with materials of their own have the material that their body's definition inherits", () => {
  const ice: BodyDef = { type: "static", friction: 0.1 };
  const links = chain(
    [2, 1, 0].map((x) => ({ x, y: 0 })),
    { materials: [{ restitution: 0.5 }, {}] },
  );
  const body = new World().createBody(Object.assign(Object.create(ice) as BodyDef, { shape: links }));
  expect(body.shapes.map(({ friction }) => friction)).toEqual([0.1, 0.1].map(Math.fround));
});
