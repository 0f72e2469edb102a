// Symptom: a recording of `createBodies` and of the other bulk calls was replayed with other positions, and so other hashes, if a field
// of the definition asked the world something while it was read, such as another shape's density.
// Cause: the content of the bulk buffer was recorded with the call right after the one that gave the buffer, whichever that was.
import { expect, it } from "vitest";
import { Recorder, replay } from "../../dist/replay.js";
import { BUILDS, type World } from "../helpers/engine.js";

const [[, { World, box, circle }]] = BUILDS as [(typeof BUILDS)[number]];

function played(act: (world: World) => void): void {
  const world = new World();
  const like = world.createBody({ type: "dynamic", position: { x: 0, y: 9 }, shape: circle(1), density: 3 });
  world.createBody({ shape: box(40, 1) });
  const recorder = new Recorder(world as never);
  world.createBodies({
    count: 3,
    type: "dynamic",
    positions: [1, 3, 4, 3, 7, 4],
    shape: box(1, 1),
    get density() {
      act(world);
      return like.shapes[0]!.density;
    },
  });
  const ids = Uint32Array.from(world.bodies, (body) => body.id);
  world.setTransforms(
    ids.subarray(2),
    new Proxy([1, 5, 0, 4, 5, 1, 7, 5, 2], {
      get(list, key) {
        act(world);
        return Reflect.get(list, key) as unknown;
      },
    }),
  );
  world.step();
  world.step();
  const recording = recorder.stop();
  for (const [name, engine] of BUILDS) {
    const again = replay(engine.World as never, recording);
    expect([again.differs, again.world.hash()], name).toEqual([undefined, world.hash()]);
  }
}

it("a bulk call is recorded whole, whatever its fields ask or do while they are read", () => {
  played(() => undefined);
  played((world) => void world.bodies[1]!.x);
  played((world) => world.bodies[0]!.applyImpulse({ x: 1, y: 0 }));
});

it("data that a refused call left in the bulk buffer does no harm after a restore", () => {
  const world = new World();
  world.createBody({ shape: box(40, 1) });
  const recorder = new Recorder(world as never);
  const saved = world.snapshot();
  const positions = Float32Array.from({ length: 2000 }, (_, i) => i);
  expect(() => world.createBodies({ count: 1000, positions, shape: circle(1), density: NaN })).toThrow("density");
  world.restore(saved);
  for (let i = 0; i < 20; i++) {
    world.createBody({ type: "dynamic", position: { x: i, y: 2 }, shape: circle(0.4) });
    world.step();
  }
  const again = replay(World as never, recorder.stop());
  expect([again.differs, again.world.hash(), again.world.validate()]).toEqual([undefined, world.hash(), 0]);
});
