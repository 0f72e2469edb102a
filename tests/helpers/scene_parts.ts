// What the scenes of tests/helpers/scenes.ts are made of.
import type { Engine, World } from "./engine.js";
import type { Random } from "./numbers.js";

/** A scene: fills a world and returns what is to be done before each step. */
export type Scene = (engine: Engine, world: World, seed: number) => (step: number) => void;

export const nothing = (): void => undefined;

export function anyShape(engine: Engine, random: Random): ReturnType<Engine["box"]> {
  const size = random.between(0.2, 0.6);
  const radius = random.chance(0.3) ? size * 0.2 : 0;
  switch (random.below(5)) {
    case 0:
      return engine.circle(size) as never;
    case 1:
      return engine.box(2 * size, random.between(0.5, 1.5) * size, { radius });
    case 2:
      return engine.capsule(size, size / 2) as never;
    case 3:
      return engine.ellipse(size, size * random.between(0.4, 1)) as never;
    default: {
      const points = Array.from({ length: 3 + random.below(6) }, (_, i) => ({
        x: size * Math.cos(i * 1.1 + random.between(0, 0.5)),
        y: size * Math.sin(i * 1.1 + random.between(0, 0.5)),
      }));
      return engine.polygon(points, { radius }) as never;
    }
  }
}

export function floor(engine: Engine, world: World): ReturnType<World["createBody"]> {
  const body = world.createBody({ position: { x: 0, y: -1 }, shape: engine.box(60, 2) });
  body.addShape(engine.box(1, 20, { center: { x: -12, y: 10 } }));
  body.addShape(engine.box(1, 20, { center: { x: 12, y: 10 } }));
  return body;
}
