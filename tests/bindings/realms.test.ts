// Arrays of another realm (a frame, a worker's context, Node's own beside a test runner's) count as arrays too.
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { packSnapshot, recordingFromBytes, unpackSnapshot } from "../../dist/replay.js";
import { BUILDS } from "../helpers/engine.js";

const foreign = {
  Uint8Array: runInNewContext("Uint8Array") as Uint8ArrayConstructor,
  Uint32Array: runInNewContext("Uint32Array") as Uint32ArrayConstructor,
  Float32Array: runInNewContext("Float32Array") as Float32ArrayConstructor,
};

describe.each(BUILDS)("arrays of another realm (%s)", (_, { World, PhysicsError, circle }) => {
  const world = new World();
  const body = world.createBody({ shape: circle(1) });

  it("are accepted by snapshots, bulk calls and interpolation", () => {
    const saved = world.snapshot();
    const before = world.hash();
    body.setTransform({ x: 3, y: 0 });
    world.restore(foreign.Uint8Array.from(saved));
    expect(world.hash()).toBe(before);
    const into = new foreign.Uint8Array(1e6);
    expect(world.snapshot(into).buffer).toBe(into.buffer);
    const base = foreign.Uint8Array.from(saved);
    world.restore(unpackSnapshot(foreign.Uint8Array.from(packSnapshot(foreign.Uint8Array.from(saved), base)), base));
    expect(world.hash()).toBe(before);

    const rays = foreign.Float32Array.of(-5, 0, 10, 0);
    const out = new foreign.Float32Array(8);
    expect(world.castRays(rays, out)).toBe(out);
    expect(out[6]).toBeCloseTo(0.4, 6);
    const found = new foreign.Uint32Array(2);
    expect(world.overlapPoints(foreign.Float32Array.of(0, 0), found)[1]).toBe(body.shapes[0]!.id);
    const poses = new foreign.Float32Array(4 * world.state.slots);
    expect(world.interpolate(poses, 1)).toBe(poses);
    expect(world.createBodies({ count: 1, positions: foreign.Float32Array.of(9, 9), shape: circle(1) }).length).toBe(1);
  });

  it("are refused if they are of another type, as are objects that only pretend to be arrays", () => {
    const liar = { [Symbol.toStringTag]: "Uint8Array", length: 4096, buffer: new ArrayBuffer(4096), byteOffset: 0 };
    for (const bytes of [new foreign.Float32Array(4), new DataView(new ArrayBuffer(8)), new ArrayBuffer(8), liar]) {
      expect(() => world.restore(bytes as never)).toThrow(PhysicsError);
      expect(() => world.castRays(bytes instanceof DataView ? (bytes as never) : (liar as never))).toThrow(
        PhysicsError,
      );
      expect(() => recordingFromBytes(bytes as never)).toThrow(PhysicsError);
    }
  });
});
