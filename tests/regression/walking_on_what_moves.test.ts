// Symptom: characters on trains and lifts of more than one shape stopped at steps, stairs and slopes that went along: at 7 m/s
// before a step of 30 cm, on a lift that sank at 2 m/s before a ramp; they stayed off the wall ahead by the length of a step,
// and were not reported as grounded for up to 44 steps after they landed on a lift that rose at 8 m/s. Characters that jumped
// there met walls and floors where those had been, or were overrun by them.
// Cause: they were carried before they walked, and so walked among things where those no longer were; things they met in the air
// were taken to stand.
// What must hold: on ground that moves evenly, whatever its speed, a character walks as on ground that stands.
import { expect, it } from "vitest";
import { box, World, type Body, type ShapeDescriptor, type Vector } from "../../dist/index.js";
import { Character } from "../../dist/helpers.js";

const DT = 1 / 60;
const VELOCITIES = [
  [1, 0],
  [7, 0],
  [-7, 0],
  [20, 0],
  [0, 2],
  [0, -2],
  [0, 8],
  [0, -8],
  [5, 5],
  [-5, -5],
] as const;

type Part = readonly [position: Vector, shape: ShapeDescriptor, angle?: number];
const floor: Part = [{ x: 0, y: -0.5 }, box(40, 1)];
const carriages: Record<string, readonly Part[]> = {
  "two walls": [floor, [{ x: 3, y: 2 }, box(1, 6)], [{ x: -3, y: 2 }, box(1, 6)]],
  "a step": [floor, [{ x: 3, y: 0.1 }, box(2, 0.4)]],
  "a slope": [floor, [{ x: 3, y: -0.1 }, box(6, 1), 0.5]],
  "a slope too steep": [floor, [{ x: 3, y: -0.1 }, box(6, 1), 1]],
  stairs: [floor, ...Array.from({ length: 6 }, (_, i): Part => [{ x: 4 + 0.4 * i, y: 0.2 * i }, box(4, 0.2)])],
  "a low ceiling before a wall": [floor, [{ x: 3, y: 2 }, box(1, 6)], [{ x: 1, y: 2.4 }, box(10, 1)]],
};

/** Its place in the carriage after each step, and whether it stands there. `leap`: speed of its jump, each second (m/s). */
function walk(parts: readonly Part[], x: number, y: number, leap: number): [x: number, y: number, grounded: boolean][] {
  const world = new World();
  const bodies = parts.map(([position, shape, angle]) =>
    world.createBody({ type: "kinematic", position, angle: angle ?? 0, shape, linearVelocity: { x, y } }),
  );
  const first: Body = bodies[0]!;
  const hero = new Character(world, { position: { x: 0, y: 0.81 } });
  let rise = 0;
  return Array.from({ length: 330 }, (_, step) => {
    const wish = step < 150 ? 2 : step < 300 ? -2 : 0;
    rise = hero.grounded ? (step % 60 === 59 ? leap : 0) : rise - 10 * DT;
    hero.move(hero.grounded ? { x: wish, y: rise } : { x: x + wish, y: y + rise }, DT);
    world.step(DT);
    return [hero.position.x - first.x, hero.position.y - first.y, hero.grounded];
  });
}

const cases = Object.entries(carriages).flatMap(([name, parts]) => [
  [name, 0, parts] as const,
  [name, 5, parts] as const,
]);

it.each(cases)(
  "a character goes over or stops at %s, jumping at %d m/s, at any speed of them as at rest",
  (_, leap, parts) => {
    const still = walk(parts, 0, 0, leap);
    for (const [vx, vy] of VELOCITIES) {
      const moving = walk(parts, vx, vy, leap);
      still.forEach(([x, y, grounded], step) => {
        const [atX, atY, stands] = moving[step]!;
        expect(Math.hypot(atX - x, atY - y), `${vx}, ${vy} at ${step}`).toBeLessThan(0.002);
        expect(stands).toBe(grounded);
      });
    }
  },
);

it("a character pushes a crate on a train as on the ground", () => {
  const way = [0, 5, -5].map((x) => {
    const world = new World();
    world.createBody({ type: "kinematic", position: floor[0], shape: floor[1], linearVelocity: { x, y: 0 } });
    const crate = world.createBody({
      type: "dynamic",
      position: { x: 2, y: 0.5 },
      shape: box(1, 1),
      linearVelocity: { x, y: 0 },
    });
    const hero = new Character(world, { position: { x: 0, y: 0.81 }, push: 30 });
    for (let step = 0; step < 200; step++) {
      hero.move({ x: hero.grounded ? 2 : x, y: 0 }, DT);
      world.step(DT);
    }
    return crate.x - x * 200 * DT;
  });
  expect(way[1]).toBeCloseTo(way[0]!, 2);
  expect(way[2]).toBeCloseTo(way[0]!, 2);
});
