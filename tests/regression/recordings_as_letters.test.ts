// Symptom: in audio worklets and in jsdom, which have neither TextEncoder nor TextDecoder, recordingToBytes threw a ReferenceError, and
// recordingFromBytes called an intact recording damaged.
// Cause: the names of the calls were written and read with those two.
import { afterEach, expect, it, vi } from "vitest";
import { World, circle } from "../../dist/index.js";
import { Recorder, recordingFromBytes, recordingToBytes, replay } from "../../dist/replay.js";

afterEach(() => void vi.unstubAllGlobals());

const world = new World();
const recorder = new Recorder(world as never);
world.createBody({ type: "dynamic", shape: circle(1) });
world.step();
const recording = recorder.stop();

it("recordings become bytes, and bytes recordings, on hosts without TextEncoder and TextDecoder", () => {
  const usual = recordingToBytes(recording);
  vi.stubGlobal("TextEncoder", undefined);
  vi.stubGlobal("TextDecoder", undefined);
  const bytes = recordingToBytes(recording);
  expect(Buffer.compare(bytes, usual)).toBe(0);
  expect(recordingFromBytes(bytes).names).toEqual(recording.names);
  expect(replay(World as never, recordingFromBytes(bytes))).toMatchObject({ steps: 1, differs: undefined });
});

it("names in any script come back as they were", () => {
  const names = ["größer", "日本", "𝄞", '"\\\n'];
  expect(recordingFromBytes(recordingToBytes({ ...recording, names })).names).toEqual(names);
});
