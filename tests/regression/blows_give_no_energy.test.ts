// Symptom: boxes, capsules and polygons of e = 1 with friction gained energy where a corner met a floor: in a third of 400 throws, at worst
// half of what they had. Cause: Newton's restitution with Coulomb's friction over the whole blow may add some (Kane and Levinson 1985).
// What must hold: a body that touches nothing else has no more energy after a blow than before; without friction it keeps all of it.
import { describe, expect, it } from "vitest";
import { BUILDS, DT, type Body, type Engine, type World } from "../helpers/engine.js";
import type { ShapeDescriptor } from "../../dist/index.js";
import { energyOf } from "../helpers/mechanics.js";
import { randomFrom } from "../helpers/numbers.js";

const SUBSTEP = DT / 4;

function throwAt(
  { World: Made, box, capsule, polygon }: Engine,
  seed: number,
  friction: number,
  gravity: number,
): [World, Body] {
  const random = randomFrom(seed);
  const between = (low: number, high: number): number => low + (high - low) * random();
  const shapes: (() => ShapeDescriptor)[] = [
    () => box(between(0.3, 1.2), between(0.3, 1.2)),
    () => capsule(between(0.2, 1), between(0.1, 0.3)),
    () =>
      polygon(
        Array.from({ length: 5 }, (_, i) => ({
          x: Math.cos(1.257 * i) * between(0.3, 0.7),
          y: Math.sin(1.257 * i) * between(0.3, 0.7),
        })),
      ),
  ];
  const world = new Made({ gravity: { x: 0, y: gravity }, sleeping: false });
  world.createBody({ position: { x: 0, y: -1 }, shape: box(4000, 2), friction, restitution: 1 });
  const body = world.createBody({
    type: "dynamic",
    position: { x: 0, y: 1.5 },
    angle: between(-3, 3),
    shape: shapes[seed % 3]!(),
    friction,
    restitution: 1,
    linearVelocity: { x: between(-6, 6), y: between(-8, -2) },
    angularVelocity: between(-6, 6),
  });
  return [world, body];
}

describe.each(BUILDS)("a blow (%s)", (name, scree) => {
  it.each([0, 0.3, 0.6, 1])("gives no energy: friction %s", (friction) => {
    let sum = 0;
    const throws = name === "simd" ? 200 : 40;
    for (let seed = 1; seed <= throws; seed++) {
      const [world, body] = throwAt(scree, seed, friction, 0);
      const first = energyOf([body]);
      for (let step = 0; step < 90; step++) {
        world.step(DT);
        expect(energyOf([body]) / first, `throw ${seed}`).toBeLessThan(1.005);
      }
      sum += energyOf([body]) / first;
      world.dispose();
    }
    if (friction === 0) {
      expect(sum / throws).toBeGreaterThan(0.995);
    } else {
      expect(sum / throws).toBeGreaterThan(0.75); // Stronge's law leaves 0.80 to 0.86
    }
  });
});

it("hundreds of blows under gravity give no energy", () => {
  for (let seed = 1; seed <= 24; seed++) {
    const [world, body] = throwAt(BUILDS[0]![1], seed, 0.6, -10);
    const first = energyOf([body], 10, SUBSTEP);
    let least = first;
    for (let step = 0; step < 1800; step++) {
      world.step(DT);
      const now = energyOf([body], 10, SUBSTEP);
      expect((now - least) / first, `throw ${seed} at ${step}`).toBeLessThan(0.002); // seen: 0.001
      least = Math.min(least, now);
    }
    world.dispose();
  }
});
