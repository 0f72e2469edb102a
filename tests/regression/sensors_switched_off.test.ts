// Symptom: when a shape ceased to be a sensor while something was in it, `sensorEnd` named the visitor as the sensor, or the reverse,
// though `sensorBegin` had them right: a game that counts visitors by sensor kept one forever.
// Cause: which of the two is the sensor was looked up when the event was reported, and by then neither was.
// What must hold: the end of a touch names what its beginning named.
import { describe, expect, it } from "vitest";
import { BUILDS, DT } from "../helpers/engine.js";

describe.each(BUILDS)("a sensor that ceases to be one (%s)", (_, { World, box, circle }) => {
  it.each([
    ["made before", true],
    ["made after", false],
  ])("ends its touches as the sensor, %s its visitor", (__, before) => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const defs = [
      { type: "dynamic", shape: circle(1), sensor: true, events: true },
      { type: "dynamic", position: { x: 0.5, y: 0 }, shape: circle(1), events: true },
      { type: "dynamic", position: { x: 0, y: 0.5 }, shape: box(1, 1), events: true },
    ] as const;
    const bodies = (before ? defs : [...defs].reverse()).map((def) => world.createBody(def));
    const sensor = bodies[before ? 0 : 2]!;
    world.step(DT);
    const begun = world.events.sensorBegin.map(({ shapeIdA, shapeIdB }) => [shapeIdA, shapeIdB]);
    expect(begun.map(([id]) => id)).toEqual([sensor.shapes[0]!.id, sensor.shapes[0]!.id]);
    sensor.shapes[0]!.sensor = false;
    world.step(DT);
    const ended = world.events.sensorEnd.map(({ shapeIdA, shapeIdB }) => [shapeIdA, shapeIdB]);
    expect(ended.sort()).toEqual(begun.sort());
  });
});
