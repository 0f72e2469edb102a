// Symptom: `replay` threw RangeErrors and TypeErrors for recordings whose numbers do not fit together, and recordingToBytes for names
// that are not strings.
// Cause: counts and positions were used unchecked, and any property of an object was accepted as the name of a call.
// What must hold: such a recording is refused by a PhysicsError, or plays as something else.
import { expect, it } from "vitest";
import { PhysicsError, World, box, circle } from "../../dist/index.js";
import { Recorder, recordingToBytes, replay, type Recording } from "../../dist/replay.js";
import { Random } from "../helpers/numbers.js";

const world = new World();
const recorder = new Recorder(world as never);
world.createBody({ shape: box(20, 1) });
world.createBodies({ type: "dynamic", count: 3, positions: [0, 6, 1, 6, 2, 6], shape: circle(0.3) });
const saved = world.snapshot();
world.step();
world.restore(saved);
world.step();
const recording = recorder.stop();

function play(altered: Recording): void {
  try {
    replay(World as never, altered).world.dispose();
  } catch (error) {
    expect(error, String((error as Error).stack)).toBeInstanceOf(PhysicsError);
  }
}

it("a recording with changed numbers is refused or plays as another", () => {
  const odd = [NaN, Infinity, -Infinity, -1, 0.5, 1e9, 2 ** 31, 2 ** 32, 1e300, 8191, 8192, 70_000, 0, 1, 7];
  const random = new Random(5);
  for (let trial = 0; trial < 400; trial++) {
    const calls = recording.calls.slice();
    for (let k = random.below(3); k >= 0; k--) {
      calls[random.below(random.chance(0.7) ? 300 : calls.length)] = random.pick(odd);
    }
    play({ ...recording, calls: random.chance(0.3) ? calls.slice(0, random.below(calls.length)) : calls });
  }
});

it("a recording with wrong names or missing hashes is refused or plays as another", () => {
  for (const name of ["__proto__", "constructor", "toString", "__defineGetter__", "", "none"]) {
    play({ ...recording, names: recording.names.map(() => name) });
  }
  play({ ...recording, hashes: new Uint32Array(0) });
  expect(replay(World as never, { ...recording, hashes: new Uint32Array(1) }).differs).toBe(1);
  for (const name of [1n, undefined, Symbol("x"), {}]) {
    expect(() => recordingToBytes({ ...recording, names: [name as never] })).toThrow(PhysicsError);
  }
});
