// Worlds of the scenes that have to stand (examples/scenes/stability.mjs), with sleeping off, because sleep could hide motion.
import { ScreeBuilder } from "../../examples/scenes/scree_builder.mjs";
import type { StabilityScene } from "../../examples/scenes/stability.mjs";
import { BUILDS, type Body, type World } from "./engine.js";

const [, scree] = BUILDS[0]!;

export interface Standing {
  world: World;
  /** The dynamic bodies, in the order of their creation. */
  bodies: Body[];
}

export function standing(scene: StabilityScene): Standing {
  const world = new scree.World({ sleeping: false, gravity: scene.gravity ?? { x: 0, y: -10 } });
  const builder = new ScreeBuilder(scree, world);
  scene.build(builder);
  return { world, bodies: builder.bodies.slice(1) };
}

export interface Place {
  x: number;
  y: number;
}

export function places(bodies: readonly Body[]): Place[] {
  return bodies.map(({ x, y }) => ({ x, y }));
}

/** The farthest that any body is from where it started (m). */
export function farthest(bodies: readonly Body[], from: readonly Place[]): number {
  return Math.max(...bodies.map(({ x, y }, i) => Math.hypot(x - from[i]!.x, y - from[i]!.y)));
}

export function speed({ linearVelocity: { x, y } }: Body): number {
  return Math.hypot(x, y);
}

export function fastest(bodies: readonly Body[]): number {
  return Math.max(...bodies.map(speed));
}
