// Symptom: a character climbed steps of `stepHeight` and three skins, 0.38 m by default and 0.50 with a skin of 5 cm, but stairs
// of 0.3 m only if their treads were wider than 0.1.
// Cause: the height was measured from the lowest point of its round foot, which hangs over the edge of a narrow tread, less two
// skins, while the character stands a skin above the ground.
// What must hold: a character climbs steps `stepHeight` above its ground, and none a skin higher, on stairs too.
import { expect, it } from "vitest";
import { Character } from "../../dist/helpers.js";
import { BUILDS, type Engine } from "../helpers/engine.js";

interface Options {
  stepHeight?: number;
  skin?: number;
}

/** Whether a character climbs so many steps. */
function climbs(
  { World, box }: Engine,
  options: Options,
  rise: number,
  tread: number,
  steps: number,
  speed = 2,
  hz = 60,
): boolean {
  const world = new World();
  world.createBody({ position: { x: 0, y: -1 }, shape: box(60, 2) });
  for (let i = 0; i < steps; i++) {
    world.createBody({ position: { x: 22 + tread * i, y: rise * (i + 0.5) }, shape: box(40, rise) });
  }
  const hero = new Character(world as never, { position: { x: 1, y: 0.8 + (options.skin ?? 0.01) }, ...options });
  let fall = 0;
  let climbed = false;
  for (let step = 0; step < 4 * hz && !climbed; step++) {
    fall = hero.grounded ? 0 : fall - 10 / hz;
    hero.move({ x: speed, y: fall }, 1 / hz);
    climbed = hero.position.y > 0.8 + rise * (steps - 0.1);
  }
  return climbed;
}

const OPTIONS: [Options, number, number][] = [
  [{}, 0.35, 0.01],
  [{ skin: 0.05 }, 0.35, 0.05],
  [{ stepHeight: 0.15 }, 0.15, 0.01],
  [{ stepHeight: 0.2, skin: 0.05 }, 0.2, 0.05],
  [{ stepHeight: 1 }, 1, 0.01],
];

it.each(BUILDS)("a character climbs steps as high as stepHeight, and no higher: %s", (_, engine) => {
  for (const [options, height, skin] of OPTIONS) {
    const name = JSON.stringify(options);
    expect(climbs(engine, options, height, 1, 1), name).toBe(true);
    expect(climbs(engine, options, height + skin, 1, 1), name).toBe(false);
  }
});

it.each([0.1, 0.2, 0.3, 0.6])("a character climbs stairs with treads of %d m likewise", (tread) => {
  const [, engine] = BUILDS[0]!;
  for (const speed of [1, 2, 5]) {
    expect(climbs(engine, {}, 0.35, tread, 6, speed), `${speed} m/s`).toBe(true);
    expect(climbs(engine, {}, 0.36, tread, 6, speed), `${speed} m/s`).toBe(false);
  }
});

// The whole move of a fast one ended on the step after the next, which is too high: it stood forever before stairs half as high.
it.each([8, 12])("a character that runs at %d m/s climbs low stairs, too", (speed) => {
  const [, engine] = BUILDS[0]!;
  for (const rise of [0.18, 0.2, 0.3]) {
    for (const tread of [0.25, 0.28, 0.3]) {
      expect(climbs(engine, {}, rise, tread, 8, speed, 30), `${rise} × ${tread}`).toBe(true);
    }
  }
});
