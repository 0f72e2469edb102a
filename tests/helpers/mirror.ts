// Scenes and their mirror images, x → −x: an engine that favours neither side moves their bodies along mirrored paths.
import { expect } from "vitest";
import type { Body, Engine, World } from "./engine.js";

type Options = ConstructorParameters<Engine["World"]>[0];
type BodyDef = NonNullable<Parameters<World["createBody"]>[0]>;

interface Scene {
  engine: Engine;
  options?: Options;
  /** Adds what the body meets; `side` is 1, or −1 in the mirror image. */
  ground: (world: World, side: number) => void;
  /** The dynamic body, as it is in the unmirrored scene. */
  body: BodyDef & { position: { x: number; y: number } };
  steps: number;
  /** What is compared after each step, mirrored back. Default: the velocities. */
  look?: (body: Body, side: number) => number[];
}

export function velocities(body: Body, side: number): number[] {
  return [side * body.linearVelocity.x, body.linearVelocity.y, side * body.angularVelocity];
}

function way({ engine, options, ground, body: def, steps, look = velocities }: Scene, side: number): number[][] {
  const world = new engine.World({ sleeping: false, ...options });
  ground(world, side);
  const { position, angle = 0, linearVelocity: v = { x: 0, y: 0 }, angularVelocity = 0 } = def;
  const body = world.createBody({
    ...def,
    type: "dynamic",
    position: { x: side * position.x, y: position.y },
    angle: side * angle,
    linearVelocity: { x: side * v.x, y: v.y },
    angularVelocity: side * angularVelocity,
  });
  return Array.from({ length: steps }, () => {
    world.step();
    return look(body, side);
  });
}

/** Compares a scene with its mirror image step by step, to `digits` digits; returns what `look` saw in the scene itself. */
export function expectMirrored(scene: Scene, digits: number): number[][] {
  const there = way(scene, 1);
  way(scene, -1).forEach((state, step) =>
    state.forEach((value, k) => expect(value, `step ${step}, ${k}`).toBeCloseTo(there[step]![k]!, digits)),
  );
  return there;
}
