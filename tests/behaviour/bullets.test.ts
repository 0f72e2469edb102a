import { describe, expect, it } from "vitest";
import { box, capsule, circle, ellipse, polygon, segment, World } from "../../dist/index.js";
import { times } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

const SHAPES = {
  circle: (size: number) => circle(size),
  box: (size: number) => box(2 * size, size),
  capsule: (size: number) => capsule(size, size / 2),
  ellipse: (size: number) => ellipse(size, size / 2),
  triangle: (size: number) =>
    polygon([
      { x: -size, y: -size / 2 },
      { x: size, y: -size / 2 },
      { x: 0, y: size },
    ]),
  "rounded box": (size: number) => box(size, size, { radius: size / 4 }),
};
type Name = keyof typeof SHAPES;
const WALLS = ["box", "segment"] as const;
/** Shots of each shape at each wall: 10,000 in all, a million in the long form. */
const SHOTS = Math.ceil(times(10_000, 1_000_000) / (Object.keys(SHAPES).length * WALLS.length));

/** Shoots one random body at a wall along the y axis. Returns how far its centre got past the wall's middle (m). */
function shoot(seed: number, name: Name, wall: "box" | "segment", bullet: boolean): { past: number; story: string } {
  const random = new Random(seed);
  const thickness = random.between(0.02, 0.2);
  const speed = random.between(20, 400);
  const incidence = (random.between(0, 80) * Math.PI) / 180;
  const size = random.between(0.05, 0.5);
  const world = new World({ gravity: { x: 0, y: 0 } });
  const barrier = world.createBody({
    type: "static",
    shape: wall === "box" ? box(thickness, 400) : segment({ x: 0, y: -200 }, { x: 0, y: 200 }),
  });
  // The whole body starts in front of the wall, at a random distance from it: up to 8 m, more than it covers in a step.
  const start = 1.5 * size + thickness / 2 + random.between(0.01, 8);
  const direction = { x: Math.cos(incidence), y: Math.sin(incidence) };
  const body = world.createBody({
    type: "dynamic",
    position: { x: -start, y: random.between(-1, 1) },
    angle: random.between(-3, 3),
    linearVelocity: { x: speed * direction.x, y: speed * direction.y },
    angularVelocity: random.between(-20, 20),
    shape: SHAPES[name](size),
    restitution: random.pick([0, 0.5]),
    bullet,
  });
  expect(barrier.type).toBe("static");
  let past = -Infinity;
  for (let step = 0; step < 40; step++) {
    world.step(1 / 60);
    past = Math.max(past, Math.abs(body.y) < 200 ? body.centerOfMass.x : -Infinity);
  }
  world.dispose();
  return {
    past,
    story: `seed ${seed}: ${name} of ${size.toFixed(3)} m at ${speed.toFixed(0)} m/s, ${((incidence * 180) / Math.PI).toFixed(0)}°, against a ${wall} of ${thickness.toFixed(3)} m, got ${past.toFixed(3)} m past it`,
  };
}

describe("fast bodies", () => {
  const names = Object.keys(SHAPES) as Name[];
  it.each(names.flatMap((name) => WALLS.map((wall) => [name, wall] as const)))(
    "no %s at 20 to 400 m/s passes a %s wall of 2 to 20 cm, at any incidence up to 80°",
    (name, wall) => {
      const escapes: string[] = [];
      let near = 0;
      const first = SHOTS * (names.indexOf(name) + (wall === "box" ? 0 : names.length));
      for (let k = 0; k < SHOTS; k++) {
        const { past, story } = shoot(first + k, name, wall, k % 4 === 0);
        near += Number(past > -0.8);
        if (past > 0) {
          escapes.push(story);
        }
      }
      expect(escapes).toEqual([]);
      expect(near / SHOTS).toBeGreaterThan(0.8);
    },
  );

  it("a bullet does not pass a light plate that is free to move, whichever of them was made first", () => {
    for (const plateFirst of [true, false]) {
      const world = new World({ gravity: { x: 0, y: 0 } });
      const plate = () => world.createBody({ type: "dynamic", shape: box(0.1, 4), density: 1 });
      const shot = () =>
        world.createBody({
          type: "dynamic",
          position: { x: -3.3, y: 0 },
          linearVelocity: { x: 300, y: 0 },
          shape: circle(0.1),
          bullet: true,
        });
      const [target, ball] = plateFirst ? [plate(), shot()] : ((b) => [plate(), b] as const)(shot());
      for (let step = 0; step < 10; step++) {
        world.step(1 / 60);
        expect(ball.x).toBeLessThan(target.x);
      }
      expect(target.linearVelocity.x).toBeGreaterThan(1);
    }
  });

  it("a body in a world without continuous collision does pass a wall, which stops it only by chance", () => {
    const world = new World({ gravity: { x: 0, y: 0 }, continuous: false });
    world.createBody({ type: "static", shape: box(0.05, 10) });
    const ball = world.createBody({
      type: "dynamic",
      position: { x: -2, y: 0 },
      linearVelocity: { x: 300, y: 0 },
      shape: circle(0.1),
    });
    world.step(1 / 60);
    world.step(1 / 60);
    expect(ball.x).toBeGreaterThan(1);
  });

  it("no body exceeds the world's maximum speed", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const body = world.createBody({ type: "dynamic", shape: circle(0.5) });
    body.applyImpulse({ x: 1e9, y: 1e9 });
    world.step();
    expect(Math.hypot(body.linearVelocity.x, body.linearVelocity.y)).toBeLessThanOrEqual(400.01);
    expect(Math.hypot(body.linearVelocity.x, body.linearVelocity.y)).toBeGreaterThan(399);
  });
});
