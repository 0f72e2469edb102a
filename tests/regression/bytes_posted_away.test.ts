// Symptom: `restore`, `World.fromSnapshot`, `unpackSnapshot`, `recordingFromBytes` and `recordingToBytes` threw plain
// TypeErrors ("detached ArrayBuffer") for bytes that had been posted to a worker together with their buffer.
// Cause: such an array is still a Uint8Array, of no length, but a view of its buffer or a copy of it cannot be made.
// What must hold: such bytes are refused as bytes that are no snapshot; the world stays as it was.
import { expect, it } from "vitest";
import { Recorder, packSnapshot, recordingFromBytes, recordingToBytes, unpackSnapshot } from "../../dist/replay.js";
import { BUILDS } from "../helpers/engine.js";

/** What is left of an array whose buffer was transferred. */
function posted<T extends Uint8Array>(bytes: T): T {
  structuredClone(bytes, { transfer: [bytes.buffer as ArrayBuffer] });
  return bytes;
}

it.each(BUILDS)("bytes that were posted away are refused (%s)", (_, { World, box }) => {
  const world = new World();
  world.createBody({ type: "dynamic", shape: box(1, 1) });
  const recorder = new Recorder(world as never);
  world.step();
  const recording = recorder.stop();
  const hash = world.hash();
  const calls: [string, () => unknown][] = [
    ["restore", () => world.restore(posted(world.snapshot()))],
    ["fromSnapshot", () => World.fromSnapshot(posted(world.snapshot()))],
    [
      "unpackSnapshot",
      () => unpackSnapshot(posted(packSnapshot(world.snapshot(), world.snapshot())), world.snapshot()),
    ],
    ["base", () => unpackSnapshot(packSnapshot(world.snapshot(), world.snapshot()), posted(world.snapshot()))],
    ["recordingFromBytes", () => recordingFromBytes(posted(recordingToBytes(recording)))],
  ];
  for (const [name, call] of calls) {
    expect(call, name).toThrow(expect.objectContaining({ name: "PhysicsError", code: "bad-snapshot" }));
  }
  posted(recording.snapshot);
  expect(() => recordingToBytes(recording)).toThrow(expect.objectContaining({ code: "bad-type" }));
  expect(world.hash()).toBe(hash);
  // As a buffer to write a snapshot to they are merely too short.
  expect(World.fromSnapshot(world.snapshot(posted(world.snapshot()))).hash()).toBe(hash);
});
