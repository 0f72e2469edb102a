// Helpers for tests of linkages: worlds in which nothing sleeps, and how far apart the anchors of joints have come.
import type { Joint, Vector } from "../../dist/index.js";
import { gapOf } from "../../examples/scenes/linkages.mjs";
import { BUILDS, run, type Engine, type World } from "./engine.js";

const [, scree] = BUILDS[0]!;

export function worldOf(engine: Engine = scree, gravity: Vector = { x: 0, y: -10 }): World {
  return new engine.World({ sleeping: false, gravity });
}

/** The widest gap among the joints (m). */
export function widest(joints: readonly Joint[]): number {
  return Math.max(...joints.map(gapOf));
}

/** The widest gap among the joints while `world` is stepped for `seconds` seconds (m). */
export function widestWhile(world: World, joints: readonly Joint[], seconds: number): number {
  let most = 0;
  run(world, seconds, () => (most = Math.max(most, widest(joints))));
  return most;
}
