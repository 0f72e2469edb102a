// Symptom: with a lengthUnit of 1/64 a hill of 40 m lost a bend of 2 cm, four times the slop, and had another mass than in
// metres; with a lengthUnit of 64 polygons kept detail that they lose in metres.
// Cause: the length from which detail of a polygon is kept, the slop, did not follow lengthUnit.
// What must hold: a polygon is the same shape whatever the unit.
import { expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

it.each(BUILDS)("a polygon has the same corners whatever the unit (%s)", (_, { World, polygon }) => {
  /** Corners left, and the mass, of a polygon given in metres, in a world in which one is `u` long. */
  const made = (points: number[][], u: number): [number, number] => {
    const world = new World({ lengthUnit: u });
    const shape = polygon(points.map(([x, y]) => ({ x: x! * u, y: y! * u })));
    const body = world.createBody({ type: "dynamic", shape, density: 1 / u ** 2 });
    return [body.shapes[0]!.geometry.points.length, body.mass];
  };
  const corners = [
    [0, 0],
    [40, 0],
    [40, 2],
    [0, 2],
  ];
  for (const [bend, left] of [
    [0.02, 5],
    [0.004, 4],
  ] as const) {
    const hill = [...corners, [20, 2 + bend]];
    const inMetres = made(hill, 1);
    expect(inMetres[0]).toBe(left);
    for (const u of [1 / 64, 64]) {
      expect(made(hill, u), `a bend of ${bend} m, metres of ${u}`).toEqual(inMetres);
    }
  }
});
