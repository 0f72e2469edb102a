// Symptom: where gravity is slanted a character left the ground on every way down, in half of all directions, and was 10 m on after three
// seconds instead of 9.2; before its first ground its `groundNormal` was (0, 1) whatever gravity was.
// Cause: gravity is rounded to f32, so a walk at right angles to it led up a little, and was taken for a jump.
// What must hold: a character walks as well in a world that is turned.
import { describe, expect, it } from "vitest";
import { BUILDS, DT } from "../helpers/engine.js";
import { Character } from "../../dist/helpers.js";

const { World, chain } = BUILDS[0]![1];

describe("a character in a world turned by", () => {
  it.each(Array.from({ length: 18 }, (_, k) => 20 * k + 10))(
    "%d degrees stays on the ground over a crest",
    (degrees) => {
      const angle = (degrees * Math.PI) / 180;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const turned = (x: number, y: number) => ({ x: c * x - s * y, y: s * x + c * y });
      const world = new World({ gravity: turned(0, -10) });
      const points = [
        { x: -20, y: 0 },
        { x: 2, y: 0 },
        { x: 12, y: -5 },
        { x: 30, y: -5 },
      ];
      world.createBody({ angle, shape: chain(points) });
      const hero = new Character(world, { position: turned(0, 0.82) });
      const up = turned(0, 1);
      expect(hero.groundNormal.x * up.x + hero.groundNormal.y * up.y).toBeCloseTo(1, 6);
      let fall = 0;
      for (let step = 0; step < 200; step++) {
        fall = hero.grounded ? 0 : fall - 10 * DT;
        hero.move(turned(3, fall), DT);
        world.step(DT);
        if (step > 5) {
          expect(hero.grounded).toBe(true);
        }
      }
      expect(c * hero.position.x + s * hero.position.y).toBeCloseTo(9.17, 1);
      world.dispose();
    },
  );
});
