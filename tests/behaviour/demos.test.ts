// The demos of the testbed, driven by scripts instead of keys.
import { describe, expect, it } from "vitest";
import { NO_INPUT } from "../../examples/testbed/demos/demo.mjs";
import { DEMOS } from "../../examples/testbed/demos/index.mjs";
import { BUILDS } from "../helpers/engine.js";

const [, scree] = BUILDS[0]!;
type Held = Partial<typeof NO_INPUT>;

/** Runs a demo through stretches of so many steps with the given keys held down. Returns the report after each stretch. */
function play(name: string, ...stretches: [steps: number, held: Held][]): Record<string, any>[] {
  const demo = DEMOS.find((one) => one.name === name)!;
  const world = new scree.World(demo.options);
  const running = demo.build(scree, world);
  return stretches.map(([steps, held]) => {
    for (let step = 0; step < steps; step++) {
      running.update?.({ ...NO_INPUT, ...held });
      world.step();
    }
    return running.report();
  });
}

describe("demos", () => {
  it("are seen whole on narrow screens: a demo whose view follows no body says how wide it is", () => {
    for (const demo of DEMOS) {
      const { follow } = demo.build(scree, new scree.World(demo.options));
      expect(follow !== undefined || demo.view.width! > 0, demo.name).toBe(true);
    }
  });

  it("the excavator holds and raises its weight, the engine keeps its speed, and the rope its length", () => {
    const [rest, still, raised] = play(
      "Excavator, engine and rope",
      [120, {}],
      [480, {}],
      [200, { up: true, left: true }],
    );
    expect(still!.height).toBeCloseTo(rest!.height, 3);
    expect(raised!.height).toBeGreaterThan(rest!.height + 1);
    expect(still!.turned / (600 / 6)).toBeCloseTo(1, 2);
    expect(Math.max(rest!.longest, still!.longest, raised!.longest)).toBeLessThan(1.03);
  });

  it("bullets never pass walls of 2 cm, and the laser beam is reflected", () => {
    const [report] = play("Bullets and a laser", [1300, {}]);
    expect(report).toMatchObject({ shots: 60, escaped: 0 });
    expect(report!.reflections).toBeGreaterThanOrEqual(4);
  });

  it("boxes rest on slopes less steep than their friction allows and slide on steeper ones", () => {
    const [report] = play("Slopes", [300, {}]);
    expect(report!["slope 0.1"]).toBeLessThan(0.02);
    expect(report!["slope 0.25"]).toBeLessThan(0.02);
    expect(report!["slope 0.4"]).toBeLessThan(0.02);
    expect(report!["slope 0.6"]).toBeGreaterThan(1);
  });

  it("the car drives over the hills and the bridge without turning over, and brakes", () => {
    const [rest, hill, far] = play("Car", [120, {}], [600, { right: true }], [1200, { right: true }]);
    expect(Math.abs(rest!.x + 8)).toBeLessThan(0.3);
    expect(hill!.x).toBeGreaterThan(20);
    expect(far!.x).toBeGreaterThan(far!.edge + 12);
    expect(far!.upright).toBe(true);
  });

  it("cars and players never fall off their ground, whichever way and however far they go", () => {
    for (const name of ["Car", "Platformer on tiles"]) {
      for (const way of ["left", "right"]) {
        const leaps = Array.from({ length: 40 }, (_, k): [number, Held] => [50, { [way]: true, up: k % 2 === 0 }]);
        const { y } = play(name, ...leaps).at(-1)!;
        expect(y, `${name}, ${way}`).toBeGreaterThan(-4);
      }
    }
  });

  it("the bowl holds its balls", () => {
    const [report] = play("Bowl", [600, {}]);
    expect(report!.inside).toBe(report!.balls);
    expect(report!.tilt).toBeLessThan(0.2);
  });

  it("the drum turns and keeps its boxes", () => {
    const [there, back] = play("Tumbling boxes", [600, {}], [600, { right: true }]);
    expect(there!.inside).toBe(there!.boxes);
    expect(there!.turned).not.toBeCloseTo(0, 1);
    expect(back!.inside).toBe(back!.boxes);
  });

  it("the lift rises with its load and comes down again, beside a truss that holds", () => {
    const [rest, up, down] = play(
      "Lift, truss and mobile",
      [120, {}],
      [480, { up: true }],
      [480, { down: true }],
    ) as any[];
    expect(rest.height).toBeGreaterThan(6);
    expect(up.height - rest.height).toBeGreaterThan(8);
    expect(Math.abs(down.height - rest.height)).toBeLessThan(0.6);
    for (const { tilt, sag } of [rest, up, down]) {
      expect(Math.abs(tilt)).toBeLessThan(0.02);
      expect(sag).toBeLessThan(0.25);
    }
  });

  it("the tower stands until it is shot at", () => {
    const [before, after] = play("Slingshot and tower", [300, {}], [300, { action: true }]);
    expect(before).toMatchObject({ fallen: 0, shot: false });
    expect(after!.shot).toBe(true);
    expect(after!.fallen).toBeGreaterThan(5);
  });

  it("the player walks over tiles at a steady height and speed, is stopped by a wall, and jumps", () => {
    const walk = play(
      "Platformer on tiles",
      [60, {}],
      [60, { right: true }],
      [60, { right: true }],
      [200, { right: true }],
    );
    const [rest, first, second, wall] = walk as [any, any, any, any];
    expect(rest.stands).toBe(true);
    expect(first.y).toBeCloseTo(rest.y, 1);
    expect(Math.abs(second.y - rest.y)).toBeLessThan(0.01);
    expect(second.x - first.x).toBeCloseTo(6, 0);
    expect(wall.x).toBeLessThan(19);
    const [, , up] = play("Platformer on tiles", [60, {}], [50, { right: true }], [1, { up: true }], [90, {}]) as any[];
    expect(up.jumps).toBe(1);
  });

  it("the benchmark scenes run", () => {
    for (const demo of DEMOS.filter(({ name }) => name.startsWith("Benchmark"))) {
      const world = new scree.World(demo.options);
      const { report } = demo.build(scree, world);
      for (let step = 0; step < 5; step++) world.step();
      expect(report().bodies).toBeGreaterThan(100);
    }
  });
});
