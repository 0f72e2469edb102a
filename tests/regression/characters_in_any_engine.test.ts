// Symptom: where gravity is slanted, as on a planet, characters could move differently in another JavaScript engine.
// Cause: their capsule stood at the angle of the host's `Math.atan2`, whose last bits the language leaves open; later the slopes they
// can walk up, and the direction of one-way shapes, came from its `Math.cos` and `Math.sin`.
// What must hold: moves ask the host for nothing that hosts may answer differently.
import { afterEach, expect, it, vi } from "vitest";
import { World, box, circle, halfSpace } from "../../dist/index.js";
import type { HalfSpaceShape, Vector } from "../../dist/index.js";
import { Character } from "../../dist/helpers.js";

afterEach(() => vi.restoreAllMocks());

/** The states of a character that walks round a planet, up slopes and over stones. */
function walk(): string[] {
  const world = new World();
  world.createBody({ shapes: [circle(5), box(1, 10.6), circle(0.3, { center: { x: 3.6, y: 3.6 } })] });
  const hero = new Character(world, { position: { x: 2, y: 6.2 } });
  return Array.from({ length: 200 }, () => {
    const { x, y } = hero.position;
    const far = Math.sqrt(x * x + y * y);
    const up = { x: x / far, y: y / far };
    world.gravity = { x: -10 * up.x, y: -10 * up.y };
    hero.move({ x: 3 * up.y - up.x, y: -3 * up.x - up.y }, 1 / 60);
    return JSON.stringify(hero.state);
  });
}

/** The states of a character that jumps onto a slanted one-way platform and walks up it. */
function jump(): string[] {
  const world = new World();
  world.createBody({ shape: box(20, 1) });
  world.createBody({ position: { x: 0, y: 2 }, angle: 0.3, shape: box(4, 0.2), oneWay: { x: 0.1, y: 1 } });
  const hero = new Character(world, { position: { x: 0, y: 1.4 }, maxSlope: 0.3 });
  return Array.from({ length: 120 }, (_, i) => {
    hero.move({ x: i < 60 ? 0 : 2, y: 6 - i / 6 }, 1 / 60);
    return JSON.stringify(hero.state);
  });
}

// Off by more than hosts differ, whose differences show once in millions of moves.
const OFF = 1 + 1e-6;

it.each([walk, jump])(
  "a character moves in the same way where the host's arc tangent, sine and cosine differ: %o",
  (go) => {
    const here = go();
    for (const name of ["sin", "cos"] as const) {
      const exact = Math[name];
      vi.spyOn(Math, name).mockImplementation((x) => exact(x) * OFF);
    }
    const { atan2 } = Math;
    vi.spyOn(Math, "atan2").mockImplementation((y, x) => atan2(y, x) * OFF);
    expect(go()).toEqual(here);
  },
);

it("a shape and a field report their directions exactly, on any host", () => {
  const world = new World();
  const tell = (x: number, y: number): string => {
    const shape = world.createBody({ shape: box(1, 1), oneWay: { x, y } }).shapes[0]!;
    const field = world.createField({ type: "area", region: halfSpace({ x, y }) });
    return JSON.stringify([shape.oneWay, (field.region as HalfSpaceShape).normal]);
  };
  const { cos, sin } = Math;
  for (let i = -200; i <= 200; i++) {
    const angle = (i * Math.PI) / 200;
    const [x, y] = [cos(angle), sin(angle)];
    const [oneWay, normal] = JSON.parse(tell(x, y)) as Vector[];
    for (const read of [oneWay!, normal!]) {
      expect(Math.abs(read.x - x) + Math.abs(read.y - y)).toBeLessThan(3e-7); // their angle is an f32
    }
    const here = tell(x, y);
    vi.spyOn(Math, "cos").mockImplementation((a) => cos(a) * OFF);
    vi.spyOn(Math, "sin").mockImplementation((a) => sin(a) * OFF);
    expect(tell(x, y)).toBe(here);
    vi.restoreAllMocks();
  }
});
