// Symptom: of two recorders of a world, stopped in the order in which they were started, the second missed what came after the first had
// stopped, and the first went on recording for as long as the world lived.
// Cause: each put back the calls as it had found them, which were the other's.
// What must hold: each records its own span, whatever the order, and the last one leaves the world as the first found it.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { CoreExports } from "../../bindings/core.js";
import { jsCore } from "../../bindings/loader.js";
import { Recorder, replay } from "../../bindings/replay.js";
import { World } from "../../bindings/world.js";
import { circle } from "../../dist/index.js";

const core = new WebAssembly.Module(readFileSync(new URL("../../build/core.scalar.wasm", import.meta.url)));
const source = jsCore(() => new WebAssembly.Instance(core, {}).exports as unknown as CoreExports);
class Bare extends World {
  constructor() {
    super(source);
  }
}

const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];

it.each(ORDERS)("recorders stopped in the order %d, %d, %d record their own spans", (...order) => {
  const world = new Bare();
  const calls = { ...World.instanceOf(world).core };
  const live = (): void => {
    const x = world.bodies.length;
    world.createBody({ type: "dynamic", position: { x, y: 0 }, shape: circle(0.6) as never });
    world.step();
  };
  const recorders = order.map(() => {
    const recorder = new Recorder(world);
    live();
    return recorder;
  });
  order.forEach((which, turn) => {
    const recorder = recorders[which]!;
    const recording = recorder.stop();
    // One step after each start from its own on, and one after each stop before its own.
    expect(recording.steps).toBe(order.length - which + turn);
    expect(replay(Bare, recording)).toMatchObject({ steps: recording.steps, differs: undefined });
    live();
    expect(recorder.stop().calls).toEqual(recording.calls);
  });
  expect({ ...World.instanceOf(world).core }).toEqual(calls);
  for (const [name, call] of Object.entries(calls)) {
    expect(World.instanceOf(world).core).toHaveProperty(name, call);
  }
});

it("a stopped recorder stays stopped when another begins and ends", () => {
  const world = new Bare();
  const first = new Recorder(world);
  first.stop();
  const second = new Recorder(world);
  first.stop();
  world.step();
  expect(second.stop().steps).toBe(1);
  expect(first.stop().steps).toBe(0);
});
