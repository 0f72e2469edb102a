// Symptom: `replay` and `recordingToBytes` threw plain TypeErrors for values that are no world class, recording or options.
// Cause: their arguments were read before they were checked.
// What must hold: every refusal is a PhysicsError whose sentence begins with the name of the argument.
import { expect, it } from "vitest";
import { PhysicsError, World, circle } from "../../dist/index.js";
import { Recorder, recordingFromBytes, recordingToBytes, replay } from "../../dist/replay.js";

function refusal(call: () => unknown): PhysicsError {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(PhysicsError);
    return error as PhysicsError;
  }
  throw new Error("it was not refused");
}

const world = new World();
const recorder = new Recorder(world as never);
world.createBody({ type: "dynamic", shape: circle(1) });
world.step();
const recording = recorder.stop();
const SENSELESS: unknown[] = [undefined, null, {}, [], 1, "x", 10n, Symbol("run"), () => 1, new Date()];

it("a value that is no class of worlds is refused", () => {
  for (const value of [...SENSELESS, world, Map, function () {}]) {
    expect(refusal(() => replay(value as never, recording))).toMatchObject({
      code: "bad-type",
      message: expect.stringMatching(/^WorldClass is .*; it must be a World class/),
    });
  }
});

it("a value that is no recording is refused, in replays and as bytes", () => {
  const broken = (["snapshot", "names", "calls", "hashes"] as const).flatMap((key) => [
    { ...recording, [key]: undefined },
    { ...recording, [key]: "x" },
    { ...recording, [key]: new Uint16Array(4) },
  ]);
  for (const value of [...SENSELESS, world, ...broken]) {
    for (const call of [() => replay(World as never, value as never), () => recordingToBytes(value as never)]) {
      expect(refusal(call)).toMatchObject({ code: "bad-type", message: expect.stringMatching(/^recording/) });
    }
  }
});

it("a value that is no options is refused", () => {
  for (const value of [null, [], 1, "x"]) {
    expect(refusal(() => replay(World as never, recording, value as never)).message).toMatch(/^options/);
  }
  for (const options of [{ watch: 1 }, { goOn: 1 }, { world: 1 }, { stop: true }]) {
    expect(refusal(() => replay(World as never, recording, options as never)).message).toMatch(/^options/);
  }
});

it("a sound recording is still played", () => {
  for (const given of [recording, recordingFromBytes(recordingToBytes(recording))]) {
    expect(replay(World as never, given, { goOn: true, world: {} })).toMatchObject({ steps: 1, differs: undefined });
  }
});
