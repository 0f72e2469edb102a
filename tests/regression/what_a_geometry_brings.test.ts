// Symptom: a ball that grew while it lay rolled as far as one of its old size (75 m instead of 18.7). A link of a one-sided
// chain that was made a box, or a two-sided segment, let bodies fall through it from one side; a one-sided link given to another
// shape stopped bodies that came from behind; a tile given by `setGeometry` was none to `hasTile`. `validate()` said 9 for good
// where ground shrank beside a sleeper.
// Cause: `setGeometry` kept contacts with the rolling resistance of the old radius, and flags that belong to a geometry.
import { describe, expect, it } from "vitest";
import { BUILDS, DT, run, type Engine, type Body } from "../helpers/engine.js";

type Shaped = Parameters<Body["addShape"]>[0];

/** Where a ball of r = 0.3 that comes at a shape's top, or its underside, from 2 m at 6 m/s is after 1 s. */
function comes(engine: Engine, from: 1 | -1, made: Shaped, ...replaced: Shaped[]): number {
  const { World, circle } = engine;
  const world = new World({ gravity: { x: 0, y: 0 } });
  const ground = world.createBody({ shape: made });
  for (const shape of replaced) {
    ground.shapes[0]!.setGeometry(shape);
    world.step(DT);
  }
  const ball = world.createBody({
    type: "dynamic",
    position: { x: 0, y: 2 * from },
    linearVelocity: { x: 0, y: -6 * from },
    shape: circle(0.3),
  });
  run(world, 1);
  return from * ball.y;
}

describe.each(BUILDS)("the %s build", (_, engine) => {
  const { World, box, chain, circle, capsule, segment, tileGrid, heightField, hasTile, setTile, heightAt } = engine;
  const ends = [
    { x: 3, y: 0 },
    { x: -3, y: 0 },
  ] as const;
  const oneSided = chain([...ends], { oneSided: true });
  const twoSided = segment(...ends);

  it("rolls a ball that grew or shrank as one born so", () => {
    const slows = (born: number, size: number): number => {
      const world = new World();
      world.createBody({ position: { x: 0, y: -1 }, shape: box(400, 2) });
      const ball = world.createBody({
        type: "dynamic",
        position: { x: 0, y: born },
        shape: circle(born),
        friction: 1,
        rollingResistance: 0.05,
      });
      run(world, 0.5);
      ball.shapes[0]!.setGeometry(circle(size));
      run(world, 1);
      ball.linearVelocity = { x: 4, y: 0 };
      ball.angularVelocity = -4 / size;
      const before = ball.linearVelocity.x;
      run(world, 2);
      return before - ball.linearVelocity.x;
    };
    for (const [born, size] of [
      [0.25, 1],
      [0.5, 0.6],
      [0.5, 0.4],
      [0.5, 0.25],
    ] as const) {
      const fresh = slows(size, size);
      expect(fresh).toBeGreaterThan(0.5);
      expect(slows(born, size) / fresh).toBeCloseTo(1, 1);
    }
  });

  it("gives a shape the sides of its geometry, whatever it was before", () => {
    for (const [made, ...replaced] of [
      [oneSided, box(6, 0.02)],
      [oneSided, circle(0.1), box(6, 0.02)],
      [oneSided, twoSided],
      [oneSided, capsule(6, 0.05)],
    ] as const) {
      expect(comes(engine, 1, made, ...replaced)).toBeGreaterThan(0.25);
      expect(comes(engine, -1, made, ...replaced)).toBeGreaterThan(0.25);
    }
    for (const made of [twoSided, circle(0.1), box(6, 0.02)]) {
      expect(comes(engine, 1, made, oneSided)).toBeGreaterThan(0.25);
      expect(comes(engine, -1, made, oneSided)).toBeLessThan(-3);
    }
    expect(comes(engine, -1, oneSided, oneSided)).toBeLessThan(-3);
  });

  it("keeps a ball on a link that becomes two-sided, and drops it once it lies behind", () => {
    const world = new World();
    const ground = world.createBody({ shape: chain([...ends].reverse(), { oneSided: true }) });
    expect(ground.shapes[0]!.type).toBe("segment");
    ground.shapes[0]!.setGeometry(twoSided);
    const ball = world.createBody({ type: "dynamic", position: { x: 0, y: 0.4 }, shape: circle(0.3) });
    run(world, 1);
    expect(ball.y).toBeCloseTo(0.3, 1);
    ground.shapes[0]!.setGeometry(oneSided);
    run(world, 1);
    expect(ball.y).toBeCloseTo(0.3, 1);
    ground.shapes[0]!.setGeometry(chain([...ends].reverse(), { oneSided: true }));
    run(world, 1);
    expect(ball.y).toBeLessThan(-2);
  });

  it("finds a tile or a height field's link given by setGeometry, and none that became something else", () => {
    const world = new World();
    const grid = tileGrid({ columns: 1, rows: 1 });
    const tile = world.createBody({ shape: circle(1) });
    expect(hasTile(tile, grid, 0, 0)).toBe(false);
    tile.shapes[0]!.setGeometry(grid);
    expect(hasTile(tile, grid, 0, 0)).toBe(true);
    expect(setTile(tile, grid, 0, 0, true)).toBe(false);
    tile.shapes[0]!.setGeometry(box(1, 1));
    expect(hasTile(tile, grid, 0, 0)).toBe(false);
    const field = heightField([0, 1]);
    tile.shapes[0]!.setGeometry(field);
    expect(heightAt(tile, field, 1)).toBe(1);
  });

  it("leaves no contact behind where ground shrinks beside a sleeping body", () => {
    const world = new World();
    world.createBody({ position: { x: 0, y: -1 }, shape: box(100, 2) });
    const pillar = world.createBody({ position: { x: 0, y: 0.5 }, shape: circle(0.5) });
    const crate = world.createBody({ type: "dynamic", position: { x: 1.03, y: 0.5 }, shape: box(1, 1) });
    run(world, 2);
    expect(crate.awake).toBe(false);
    expect(world.counters.contacts).toBe(2);
    pillar.shapes[0]!.setGeometry(circle(0.2));
    world.step(DT);
    expect(world.validate()).toBe(0);
    expect(world.counters.contacts).toBe(1);
    // A pillar that grows back gets its contact again.
    pillar.shapes[0]!.setGeometry(circle(0.6));
    run(world, 1);
    expect(crate.x).toBeGreaterThan(1.08);
  });
});
