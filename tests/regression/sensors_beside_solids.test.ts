// Symptom: a sensor changed how its body moved. With a small one at its foot a body was taken for small, and swept and stopped short
// where the solid shape met the ground in time; with a wide one it parted slowly from bodies it overlapped, and was kept awake.
// Cause: sensors counted among the extents of a body that decide how fast is fast, and when it is at rest.
// What must hold: with sensors beside its solid shapes a body moves as without them, to the bit; sensors still see what passes them.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";
import type { Body, Engine, World } from "../helpers/engine.js";

type Shape = ReturnType<Engine["circle"]>;

function state(body: Body): number[] {
  const v = body.linearVelocity;
  return [body.x, body.y, body.angle, v.x, v.y, body.angularVelocity, Number(body.awake)];
}

describe.each(BUILDS)("the %s build", (_name, engine) => {
  const { World, box, circle } = engine;

  function ways(give: (body: Body) => void, lay: (world: World) => Body[]): number[][] {
    const world = new World();
    world.createBody({ position: { x: 0, y: -0.5 }, shape: box(60, 1) });
    const bodies = lay(world);
    bodies.forEach(give);
    return Array.from({ length: 180 }, () => {
      world.step();
      return bodies.flatMap(state);
    });
  }

  const sensors: [string, Shape][] = [
    ["small", circle(0.02)],
    ["wide", circle(20)],
  ];
  const scenes: [string, (world: World) => Body[]][] = [
    [
      "lands",
      (world) => [
        world.createBody({
          type: "dynamic",
          position: { x: 0, y: 3 },
          angle: 0.4,
          linearVelocity: { x: 2, y: -5 },
          angularVelocity: 1,
          shape: box(1, 0.6),
        }),
      ],
    ],
    [
      "overlaps",
      (world) =>
        [0, 0.5].map((x) => world.createBody({ type: "dynamic", position: { x, y: 0.5 + x }, shape: box(1, 1) })),
    ],
  ];

  describe.each(sensors)("a %s sensor", (_size, shape) => {
    it.each(scenes)("on a body that %s changes nothing", (_scene, lay) => {
      const without = ways(() => undefined, lay);
      expect(ways((body) => void body.addShape(shape, { sensor: true, density: 0 }), lay)).toEqual(without);
      const set = (body: Body): void => {
        body.addShape(shape, { density: 0 }).sensor = true;
      };
      expect(ways(set, lay)).toEqual(without);
    });
  });

  it("reports what a small sensor passes on a body that is not fast itself", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    world.createBody({ position: { x: 1, y: 2 }, shape: box(0.01, 0.5) });
    const body = world.createBody({ type: "dynamic", linearVelocity: { x: 12, y: 0 }, shape: circle(1) });
    body.addShape(circle(0.02, { center: { x: 0, y: 2 } }), { sensor: true, density: 0 });
    let begins = 0;
    let ends = 0;
    for (let step = 0; step < 10; step++) {
      world.step();
      begins += world.events.sensorBegin.length;
      ends += world.events.sensorEnd.length;
    }
    expect([begins, ends]).toEqual([1, 1]);
  });
});
