// Symptom: a kinematic press that comes down on a crate, and stops where the crate has too little room, drove it into the static
// floor by nearly all that was missing: 0.41 m of 0.4 m at 1 m/s, a compactor up to its centre, and through thin walls. In
// box2d3-wasm it is 0.1 m.
// Cause: both contacts were equally stiff, or both were taken for those of a tall stack. Each drives up the impulse of the other
// by what the press adds in each sub-step, and once both push as fast as they may, the crate between goes along with the press.
// What must hold: the press goes into the crate rather than the crate into the ground, and lifts carry what they carried.
import { describe, expect, it } from "vitest";
import { BUILDS, times } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

describe.each(BUILDS)("the %s build", (_name, { World, box, circle, capsule }) => {
  const shapes = { box: box(1, 1), circle: circle(0.5), capsule: capsule(0.6, 0.5) };

  it.each([
    ["box", 1, 0.5, 60],
    ["box", 1, 1, 60],
    ["box", 1, 3, 60],
    ["box", 1, 1, 144],
    ["box", 3, 2, 60],
    ["box", 5, 1, 60],
    ["circle", 1, 1, 60],
    ["capsule", 1, 1, 60],
  ] as const)(
    "keeps %s × %d, pressed at %d m/s with %d steps a second, out of the floor",
    (kind, count, speed, rate) => {
      const world = new World();
      world.createBody({ position: { x: 0, y: -1 }, shape: box(20, 2) });
      const crates = Array.from({ length: count }, (_, k) =>
        world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 + k }, shape: shapes[kind] }),
      );
      const press = world.createBody({ type: "kinematic", position: { x: 0, y: count + 1.5 }, shape: box(4, 1) });
      const stop = 0.6 * count + 0.5;
      let lowest = 0.5;
      for (let step = 0; step < 6 * rate; step++) {
        const closing = step < 4 * rate ? Math.max(-speed, (stop - press.y) * rate) : speed;
        press.linearVelocity = { x: 0, y: closing };
        world.step(1 / rate);
        lowest = Math.min(lowest, crates[0]!.y);
      }
      expect(lowest).toBeGreaterThan(kind === "circle" ? 0.28 : 0.35);
      expect(crates.map((crate) => Math.abs(crate.x) < 0.05)).not.toContain(false);
      expect(crates[0]!.y).toBeGreaterThan(0.49); // and come out again once the press has gone
      world.dispose();
    },
  );

  it("lets a lift carry a crate under four hundred times its mass", () => {
    const world = new World();
    const lift = world.createBody({ type: "kinematic", shape: box(6, 1) });
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 1 }, shape: box(1, 1) });
    world.createBody({ type: "dynamic", position: { x: 0, y: 2 }, shape: box(1, 1), density: 400 });
    let deepest = 0;
    for (let step = 0; step < 900; step++) {
      lift.linearVelocity = { x: 0, y: 1.57 * Math.cos((Math.PI * step) / 60) };
      world.step(1 / 60);
      deepest = Math.max(deepest, step > 100 ? lift.y + 1 - crate.y : 0);
    }
    expect(deepest).toBeLessThan(0.02);
    world.dispose();
  });
});

describe("the simd build", () => {
  const { World, box } = BUILDS[0]![1];

  // Which towers give way sideways is chance. Of 600 pressed to 0.55 to 0.95 of their height 186 did, and 161 were thrown, while
  // contacts took further passes for others in their block; 119 and 84 since.
  it("throws few of many pressed towers sideways", () => {
    const random = new Random(11);
    const count = times(150, 600);
    let thrown = 0;
    for (let k = 0; k < count; k++) {
      const height = 2 + random.below(6);
      const speed = random.between(0.5, 3);
      const share = random.between(0.55, 0.95);
      const side = random.between(0.3, 1);
      const world = new World();
      world.createBody({ position: { x: 0, y: -1 }, shape: box(20, 2) });
      const crates = Array.from({ length: height }, (__, i) =>
        world.createBody({
          type: "dynamic",
          position: { x: random.between(-0.01, 0.01) * side, y: side * (0.5 + i) },
          shape: box(side, side),
        }),
      );
      const press = world.createBody({
        type: "kinematic",
        position: { x: 0, y: side * height + 0.7 },
        shape: box(4, 1),
      });
      const stop = share * height * side + 0.5;
      for (let step = 0; step < 360; step++) {
        const closing = step < 240 ? Math.max(-speed, (stop - press.y) * 60) : speed;
        press.linearVelocity = { x: 0, y: closing };
        world.step();
      }
      thrown += Number(crates.some((crate) => Math.abs(crate.x) > 2 * side));
      world.dispose();
    }
    expect(thrown / count).toBeLessThan(0.17);
  });
});
