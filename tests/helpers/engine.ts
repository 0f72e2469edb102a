// The built package as the tests use it: the same interface over three cores.
import * as js from "../../dist/js.js";
import * as scalar from "../../dist/scalar.js";
import * as simd from "../../dist/index.js";

export type Engine = typeof simd;
export type World = InstanceType<Engine["World"]>;
export type Body = ReturnType<World["createBody"]>;

/** Every build, the reference first. */
export const BUILDS: readonly (readonly [name: string, engine: Engine])[] = [
  ["simd", simd],
  ["scalar", scalar as unknown as Engine],
  ["js", js as unknown as Engine],
];

/** The time step of every test that sets no other (s). */
export const DT = 1 / 60;

/** Do tests run in their long form? */
export const LONG = process.env.SCREE_LONG === "1";

/** `count` in continuous integration, `long` with SCREE_LONG=1. */
export function times(count: number, long: number): number {
  return LONG ? long : count;
}

/** Takes `seconds` of steps, calling `watch` after each. */
export function run(world: World, seconds: number, watch?: (time: number, step: number) => void, dt = DT): void {
  const steps = Math.round(seconds / dt);
  for (let step = 1; step <= steps; step++) {
    world.step(dt);
    watch?.(step * dt, step);
  }
}
