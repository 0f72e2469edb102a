// Symptom: events of a call that found no room, ends of a destroyed body's touches say, were counted in `events.lost` only until the next
// step: code that reads after steps was told of none.
// Cause: a step begins with no events, and none lost.
// What must hold: losses by calls that nobody has asked for are reported with the next step, as the events of calls are, and once.
import { describe, expect, it } from "vitest";
import { circle } from "../../dist/index.js";
import { cappedCore, cappedWorld, fillMemory, regularPolygon } from "../helpers/capped_core.js";
import { Random } from "../helpers/numbers.js";

const VISITORS = 300;

describe.each(["simd", "scalar"] as const)("events lost by a call (%s)", (build) => {
  it.each([true, false])("are reported once (asked for at once: %s)", (atOnce) => {
    const world = cappedWorld(cappedCore(build, 14), { capacity: { shapes: 2000 } });
    const zone = world.createBody({ shape: circle(9), sensor: true });
    const random = new Random(1);
    for (let k = 0; k < VISITORS; k++) {
      const position = { x: random.between(-3, 3), y: random.between(-3, 3) };
      world.createBody({ type: "kinematic", position, shape: circle(0.1) });
    }
    world.step();
    expect(world.events.sensorBegin.length).toBe(VISITORS);
    const hog = world.createBody({ position: { x: 0, y: 500 } });
    fillMemory(hog, [regularPolygon(64), regularPolygon(8), regularPolygon(3), circle(1)]);
    zone.destroy();
    if (atOnce) {
      expect(world.events.lost).toBe(VISITORS);
    }
    hog.destroy(); // otherwise the step has no room
    world.step();
    expect(world.events.sensorEnd.length).toBe(0);
    expect(world.events.lost).toBe(atOnce ? 0 : VISITORS);
    world.step();
    expect(world.events.lost).toBe(0);
  });
});
