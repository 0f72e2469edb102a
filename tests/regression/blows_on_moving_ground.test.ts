// Symptom: boxes, capsules and triangles with restitution gained up to their whole energy in a blow, as seen from the floor, where it was
// kinematic or ran as a belt: a third of 600 throws. On a floor at rest few did, by 40 %, where the point of impact let go.
// Cause: only ground that stands still forever and does not run was kept from giving energy, and only points that still pushed after
// the bounce were looked at (solver/bounded_blows.ts).
// What must hold: as seen from the point of touch, ground gives no energy, whether it stands, is driven, turns or runs.
import { describe, expect, it } from "vitest";
import { BUILDS, DT } from "../helpers/engine.js";
import type { BodyDef, ShapeDescriptor } from "../../dist/index.js";
import type { Engine } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

const FLOOR = { position: { x: 0, y: -1 }, density: 1e5 };

/** Grounds, and how the surface of each moves where it is met (unit: m/s). */
const GROUNDS: [name: string, x: number, y: number, make: (engine: Engine) => BodyDef][] = [
  ["a floor", 0, 0, ({ box }) => ({ ...FLOOR, shape: box(60, 2) })],
  ["a belt", 3, 0, ({ box }) => ({ ...FLOOR, shape: box(60, 2), surfaceSpeed: 3 })],
  ["a driven floor at rest", 0, 0, ({ box }) => ({ ...FLOOR, type: "kinematic", shape: box(60, 2) })],
  [
    "a driven floor",
    3,
    0,
    ({ box }) => ({ ...FLOOR, type: "kinematic", linearVelocity: { x: 3, y: 0 }, shape: box(60, 2) }),
  ],
  ["a lift", 0, 2, ({ box }) => ({ ...FLOOR, type: "kinematic", linearVelocity: { x: 0, y: 2 }, shape: box(60, 2) })],
  [
    "what turns",
    -3,
    0,
    ({ box }) => ({ type: "kinematic", position: { x: 0, y: -300 }, angularVelocity: 0.01, shape: box(60, 600) }),
  ],
];

interface Throw {
  length: number;
  height: number;
  velocity: { x: number; y: number };
  angularVelocity: number;
  angle: number;
}

function throwFrom(random: Random): Throw {
  return {
    length: random.between(0.4, 1.5),
    height: random.between(0.1, 1),
    velocity: { x: random.between(-6, 6), y: random.between(-8, -2) },
    angularVelocity: random.between(-8, 8),
    angle: random.between(-3, 3),
  };
}

/** The greatest energy after any step, as seen from the surface, as a share of that of the throw. */
function most(
  engine: Engine,
  [, x, y, make]: (typeof GROUNDS)[number],
  shape: ShapeDescriptor,
  e: number,
  mu: number,
  of: Throw,
): number {
  const world = new engine.World({ gravity: { x: 0, y: 0 }, sleeping: false });
  world.createBody({ friction: mu, restitution: e, ...make(engine) });
  const body = world.createBody({
    type: "dynamic",
    position: { x: 0, y: 1.8 },
    angle: of.angle,
    shape,
    friction: mu,
    restitution: e,
    linearVelocity: { x: of.velocity.x + x, y: of.velocity.y + y },
    angularVelocity: of.angularVelocity,
  });
  const energy = (): number => {
    const v = body.linearVelocity;
    return body.mass * ((v.x - x) ** 2 + (v.y - y) ** 2) + body.inertia * body.angularVelocity ** 2;
  };
  const first = energy();
  let highest = 0;
  for (let step = 0; step < 60; step++) {
    world.step(DT);
    highest = Math.max(highest, energy());
  }
  world.dispose();
  return highest / first;
}

const triangle = ({ polygon }: Engine, { length, height }: Throw): ShapeDescriptor =>
  polygon([
    { x: 0, y: 0 },
    { x: length, y: 0 },
    { x: 0.3 * length, y: height },
  ]);

describe.each(BUILDS)("a blow (%s)", (name, engine) => {
  describe.each(GROUNDS)("on %s gives no energy", (...ground) => {
    it.each([
      [1, 1],
      [1, 0.3],
      [0.9, 0.6],
    ])("restitution %s, friction %s", (e, mu) => {
      const random = new Random(7);
      for (let n = 0; n < (name === "simd" ? 120 : 24); n++) {
        const of = throwFrom(random);
        const { length, height } = of;
        const shape = [engine.box(length, height), engine.capsule(length, height / 3), triangle(engine, of)][n % 3]!;
        expect(most(engine, ground, shape, e, mu, of), `throw ${n}`).toBeLessThan(1.03);
      }
    });
  });

  it("gives no energy where the point of impact lets go", () => {
    const corner = {
      length: 0.50082,
      height: 0.44173,
      velocity: { x: -2.23646, y: -3.94499 },
      angularVelocity: 6.30605,
      angle: -2.29778,
    };
    const edge = {
      length: 0.44817,
      height: 0.3583,
      velocity: { x: -5.74131, y: -5.88805 },
      angularVelocity: 6.14629,
      angle: -1.72682,
    };
    expect(most(engine, GROUNDS[0]!, triangle(engine, corner), 1, 1, corner)).toBeLessThan(1.002);
    expect(most(engine, GROUNDS[0]!, engine.box(edge.length, edge.height), 0.5, 1, edge)).toBeLessThan(1.002);
  });
});
