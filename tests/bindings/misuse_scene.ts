// The scene that the misuse tests act on.
import type { Body, Engine, World } from "../helpers/engine.js";

export type DistanceJoint = InstanceType<Engine["DistanceJoint"]>;

export interface Scene {
  engine: Engine;
  world: World;
  ground: Body;
  crate: Body;
  ball: Body;
  /** A destroyed body, shape and joint. */
  gone: Body;
  goneShape: Body["shapes"][number];
  goneJoint: ReturnType<World["createJoint"]>;
  joint: ReturnType<World["createJoint"]>;
  /** A body of another world. */
  foreign: Body;
}

export function scene(engine: Engine): Scene {
  const { World, box, circle } = engine;
  const world = new World();
  const ground = world.createBody({ position: { x: 0, y: -1 }, shape: box(20, 2) });
  const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 2 }, shape: box(1, 1) });
  const ball = world.createBody({ type: "dynamic", position: { x: 1.5, y: 2 }, shape: circle(0.5) });
  const joint = world.createJoint({ type: "distance", bodyA: crate, bodyB: ball });
  const goneJoint = world.createJoint({ type: "revolute", bodyA: crate, bodyB: ball, anchor: { x: 1, y: 2 } });
  goneJoint.destroy();
  const gone = world.createBody({ type: "dynamic", position: { x: 5, y: 5 }, shape: circle(1) });
  const goneShape = gone.shapes[0]!;
  gone.destroy();
  const foreign = new World().createBody({ type: "dynamic", shape: circle(1) });
  return { engine, world, ground, crate, ball, gone, goneShape, goneJoint, joint, foreign };
}

export type Misuse = [what: string, code: string, names: string, call: (s: Scene) => unknown];

// Values that a program without types may pass.
export const NAN = Number.NaN;
export const any = (value: unknown): never => value as never;
export const at = (x: unknown, y: unknown): never => any({ x, y });
