// Symptom: a program that wrote its snapshots one behind the other into one large buffer, round and round, needed more memory
// with each.
// Cause: every place in a buffer at which a snapshot had been written was remembered forever.
// What must hold: the latest places are remembered, and their snapshots restored without being looked through; older ones are
// restored too.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { World, circle } from "../../dist/index.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const SNAPSHOTS = 60_000;

it("snapshots written at ever new places of one buffer leave nothing behind", () => {
  const world = new World();
  const ball = world.createBody({ type: "dynamic", shape: circle(0.5) });
  const size = world.snapshot().length;
  const ring = new Uint8Array(size + 4 * SNAPSHOTS);
  const write = (place: number): Uint8Array => world.snapshot(ring.subarray(4 * place));
  const held = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  for (let place = 0; place < 10_000; place++) {
    write(place);
  }
  const before = held();
  for (let place = 10_000; place < SNAPSHOTS; place++) {
    write(place);
  }
  expect((held() - before) / (SNAPSHOTS - 10_000)).toBeLessThan(40); // bytes a snapshot: they were 75

  ball.x = 3;
  const [old, , last] = [write(0), world.step(), write(SNAPSHOTS - 1)];
  const hash = world.hash();
  world.restore(old);
  expect(ball.x).toBe(3);
  world.restore(last);
  expect(world.hash()).toBe(hash);
  world.dispose();
});
