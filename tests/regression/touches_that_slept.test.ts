// Symptom: a settled stack of eight boxes or more sank by 5 to 17 mm at up to 0.09 m/s when it woke, every time a little
// further, and threw up a box that landed on it. Bodies being parted from an overlap, sent to sleep and woken, flew apart at up
// to 30 m/s.
// Cause: a contact that fell asleep forgot that it bore a column, and those of middling load, which are let go at half the load
// at which they are taken up, woke a quarter as stiff; it also forgot that its bodies had been put into each other.
// What must hold: a stack that slept goes on as if it had not, and lets go of a load it no longer bears as it would awake; a
// touch that ends forgets both.
import { describe, expect, it } from "vitest";
import { packSnapshot, unpackSnapshot } from "../../dist/replay.js";
import { BUILDS, run, type Body, type Engine, type World } from "../helpers/engine.js";

interface Stack {
  world: World;
  boxes: Body[];
}

function stackOf(count: number, { World, box }: Engine, sleeping = false): Stack {
  const world = new World({ sleeping });
  world.createBody({ position: { x: 0, y: -1 }, shape: box(100, 2) });
  const boxes = Array.from({ length: count }, (_, k) =>
    world.createBody({ type: "dynamic", position: { x: 0, y: k + 0.5 }, shape: box(1, 1) }),
  );
  return { world, boxes };
}

/** Sends an island to sleep and wakes it again, with no step between. */
function nap(boxes: readonly Body[]): void {
  boxes[0]!.awake = false;
  expect(boxes.some((box) => box.awake)).toBe(false);
  boxes[0]!.wake();
}

/** The greatest speed within some seconds (m/s). */
function fastest(world: World, bodies: readonly Body[], seconds: number): number {
  let most = 0;
  run(world, seconds, () => {
    most = Math.max(most, ...bodies.map(({ linearVelocity: v }) => Math.hypot(v.x, v.y)));
  });
  return most;
}

/** Boxes of a metre laid into each other by a quarter, as a pyramid. */
function overlapping({ World, box }: Engine): Stack {
  const world = new World();
  world.createBody({ position: { x: 0, y: -1 }, shape: box(100, 2) });
  const boxes: Body[] = [];
  for (let row = 0; row < 6; row++) {
    for (let k = row; k < 6; k++) {
      const position = { x: 0.75 * (k - 0.5 * (row + 5)), y: 0.75 * (row + 0.5) };
      boxes.push(world.createBody({ type: "dynamic", position, shape: box(1, 1) }));
    }
  }
  return { world, boxes };
}

describe.each(BUILDS)("the %s build", (_, engine) => {
  it.each([5, 8, 9, 10, 15, 30])("keeps a stack of %d still when it wakes", (count) => {
    const { world, boxes } = stackOf(count, engine);
    run(world, 15);
    const y = boxes[count - 1]!.y;
    nap(boxes);
    expect(fastest(world, boxes, 3)).toBeLessThan(0.0005);
    expect(boxes[count - 1]!.y).toBeCloseTo(y, 4);
  });

  it.each<[string, (stack: Stack) => void]>([
    ["it is woken", ({ boxes }) => boxes[4]!.wake()],
    ["gravity changes", ({ world }) => (world.gravity = { x: 0, y: -10.001 })],
    ["it may sleep no more", ({ world }) => (world.settings.sleeping = false)],
    [
      "a feather lands on it",
      ({ world, boxes }) => {
        const position = { x: 0.2, y: boxes[8]!.y + 0.62 };
        world.createBody({ type: "dynamic", position, shape: engine.circle(0.1), density: 0.01 });
      },
    ],
  ])("keeps a stack that fell asleep by itself standing when %s", (_way, wake) => {
    const stack = stackOf(9, engine, true);
    run(stack.world, 10);
    expect(stack.boxes[0]!.awake).toBe(false);
    const y = stack.boxes[8]!.y;
    wake(stack);
    expect(fastest(stack.world, stack.boxes, 0.4)).toBeLessThan(0.01);
    expect(stack.boxes[0]!.awake).toBe(true);
    expect(stack.boxes[8]!.y).toBeGreaterThan(y - 0.001);
  });

  it("lets a stack sink no further with every sleep", () => {
    const { world, boxes } = stackOf(10, engine, true);
    run(world, 5);
    const y = boxes[9]!.y;
    for (let sleep = 0; sleep < 8; sleep++) {
      expect(boxes[9]!.awake).toBe(false);
      boxes[0]!.wake();
      run(world, 5);
    }
    expect(boxes[9]!.y).toBeGreaterThan(y - 0.001);
  });

  it("lets a stack that slept give as little under a box that lands on it", () => {
    const strike = (slept: boolean): number => {
      const { world, boxes } = stackOf(9, engine);
      run(world, 15);
      if (slept) {
        boxes[0]!.awake = false;
      }
      world.createBody({ type: "dynamic", position: { x: 0, y: 10.3 }, shape: engine.box(0.5, 0.5) });
      return fastest(world, boxes, 1.5);
    };
    expect(strike(true)).toBeLessThan(2 * strike(false));
  });

  it("lets go of a column whose load is taken from it asleep as it does awake", () => {
    const rest = (slept: boolean): number[] => {
      const { world, boxes } = stackOf(20, engine);
      run(world, 15);
      boxes[0]!.awake = !slept;
      boxes.splice(4).forEach((box) => box.destroy());
      expect(boxes[0]!.awake).toBe(true);
      run(world, 5);
      return boxes.map(({ y }) => y);
    };
    const awake = rest(false);
    rest(true).forEach((y, k) => expect(y).toBeCloseTo(awake[k]!, 5));
  });

  it("makes a touch that ends forget what it bore", () => {
    const rest = (bore: boolean): number => {
      const { world, boxes } = stackOf(bore ? 10 : 7, engine);
      run(world, 15);
      boxes.splice(7).forEach((box) => box.destroy());
      boxes.forEach((box, k) => (box.position = { x: 3 * k, y: 20 }));
      world.step();
      boxes.forEach((box, k) => (box.position = { x: 0, y: k + 0.5 }));
      boxes.forEach((box) => (box.linearVelocity = { x: 0, y: 0 }));
      run(world, 10);
      return boxes[6]!.y;
    };
    expect(rest(true)).toBeCloseTo(rest(false), 4);
  });

  it.each([1, 2, 5])("parts bodies from an overlap no faster after they slept at step %d", (steps) => {
    const { world, boxes } = overlapping(engine);
    run(world, steps / 60);
    boxes.forEach((box) => (box.awake = false));
    boxes.forEach((box) => box.wake());
    expect(fastest(world, boxes, 3)).toBeLessThan(1.01 * world.settings.contactPushSpeed);
  });

  it("goes on alike in a world of a snapshot of sleepers", () => {
    const go = (world: World): string[] => {
      world.bodies.forEach((body) => body.wake());
      return Array.from({ length: 60 }, () => (world.step(), world.hash()));
    };
    for (const { world, boxes } of [stackOf(9, engine), overlapping(engine)]) {
      const base = world.snapshot();
      run(world, boxes.length === 9 ? 15 : 0.05);
      boxes.forEach((box) => (box.awake = false));
      run(world, 0.05);
      const small = packSnapshot(world.snapshot(), base);
      const copies = [
        engine.World.fromSnapshot(world.snapshot()),
        engine.World.fromSnapshot(unpackSnapshot(small, base)),
      ];
      const hashes = go(world);
      for (const copy of copies) {
        expect(copy.validate()).toBe(0);
        expect(go(copy)).toEqual(hashes);
      }
      expect(world.validate()).toBe(0);
    }
  });
});
