// Symptom: `speed` of a `swept` event left out how bodies turn: a bar that spins about its middle and meets a peg with its end
// reported 0 m/s.
// Cause: it was the speed of the centres of mass.
// What must hold: it is the speed at which the points that meet approach, like that of the `hit` event that follows.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("the speed of a swept event (%s)", (_name, { World, box, circle }) => {
  const CASES = [
    { turn: 60, way: { x: 0, y: 0 }, turned: false },
    { turn: -60, way: { x: 0, y: 0 }, turned: false },
    { turn: 100, way: { x: 3, y: -4 }, turned: false },
    { turn: 60, way: { x: 0, y: 0 }, turned: true },
  ];
  it.each(CASES)("is that of the points that meet: $turn rad/s, $way", ({ turn, way, turned }) => {
    const world = new World({ gravity: { x: 0, y: 0 }, events: { swept: true, hit: true } });
    const peg = { position: { x: 0, y: 0.8 }, shape: circle(0.05) };
    const bar = world.createBody({
      type: "dynamic",
      angle: turn > 0 ? 0.7 : -0.7,
      shape: box(2, 0.05),
      angularVelocity: turned ? 0 : turn,
      linearVelocity: way,
      bullet: true,
    });
    if (turned) {
      // The other way about: the bar stands, and a ball goes by as its end did.
      world.createBody({ ...peg, type: "dynamic", position: { x: 0.8, y: 0 }, linearVelocity: { x: -48, y: 48 } });
      bar.type = "static";
    } else {
      world.createBody(peg);
    }
    world.step();
    const told = world.events.swept[0]!.speed;
    world.step();
    expect(told).toBeGreaterThan(20);
    expect(Math.abs(told / world.events.hit[0]!.speed - 1)).toBeLessThan(0.03);
  });

  it("is that along the normal where nothing turns", () => {
    const world = new World({ gravity: { x: 0, y: 0 }, events: { swept: true } });
    world.createBody({ position: { x: 0.9, y: 0 }, shape: box(0.1, 9) });
    world.createBody({ type: "dynamic", shape: circle(0.1), linearVelocity: { x: 120, y: 50 } });
    world.step();
    expect(world.events.swept[0]!.speed).toBeCloseTo(120, 3);
  });
});
