// Symptom: elastic bodies with friction gained energy without bound between two faces: of 1,000 polygons in wedges of 10 to 20 degrees
// thirteen came to more than five times their energy, the worst to 2,740 times; of 120 boxes in a channel 3 cm higher than they are, 35
// doubled theirs; of twelve rooms of elastic E-shaped bodies without friction five gained, up to 12 %. Cause: blows were kept from giving
// energy only where bodies touch nothing else, and a body stopped between two faces bounces off one with the other's push. What must
// hold: no blow gives energy, whatever else is touched.
import { describe, expect, it } from "vitest";
import { BUILDS, DT, times, type Body, type Engine, type World } from "../helpers/engine.js";
import { energyOf } from "../helpers/mechanics.js";
import { Random } from "../helpers/numbers.js";

const GRAVITY = 10;
const MOST = 1.01;
const SUBSTEP = DT / 4;

/** The greatest energy of bodies within `steps`, over what they began with. */
function most(world: World, bodies: Body[], steps: number, gravity = GRAVITY): number {
  const first = energyOf(bodies, gravity, SUBSTEP);
  let greatest = first;
  for (let step = 0; step < steps; step++) {
    world.step(DT);
    greatest = Math.max(greatest, energyOf(bodies, gravity, SUBSTEP));
  }
  world.dispose();
  return greatest / first;
}

function channel({ World: Made, box }: Engine, seed: number, friction: number): number {
  const random = new Random(seed);
  const world = new Made({ gravity: { x: 0, y: -GRAVITY }, sleeping: false });
  const surface = { friction, restitution: 1 };
  for (const y of [-0.5, 1.03]) {
    world.createBody({ position: { x: 0, y }, shape: box(200, 1), ...surface });
  }
  const body = world.createBody({
    type: "dynamic",
    position: { x: 0, y: 0.265 },
    angle: random.between(-0.01, 0.01),
    shape: box(0.5, 0.5),
    linearVelocity: { x: random.between(-3, 3), y: random.between(-3, 3) },
    angularVelocity: random.between(-3, 3),
    ...surface,
  });
  return most(world, [body], 900);
}

/** A polygon that comes into a wedge of 3 to 20 degrees. `dull`: how many of its corners carry a disc that is not quite elastic. */
function wedge({ World: Made, box, circle, polygon }: Engine, seed: number, dull: number): number {
  const random = new Random(seed);
  const angle = random.between(0.05, 0.35);
  const corners = 3 + Math.floor(random.between(0, 3));
  const long = random.between(0.2, 0.4);
  const flat = long * random.between(0.15, 0.9);
  const points = Array.from({ length: corners }, (_, i) => {
    const at = (2 * Math.PI * i) / corners + 0.3;
    return { x: long * Math.cos(at), y: flat * Math.sin(at) };
  });
  const world = new Made({ gravity: { x: 0, y: -GRAVITY }, sleeping: false });
  const surface = { friction: 0.6, restitution: 1 };
  const x = Math.max(5, (1.1 * (long + 0.02)) / Math.sin(angle / 2));
  world.createBody({ position: { x: 30, y: -0.5 }, shape: box(60, 1), ...surface });
  world.createBody({
    position: { x: 30 * Math.cos(angle) - 0.5 * Math.sin(angle), y: 30 * Math.sin(angle) + 0.5 * Math.cos(angle) },
    angle,
    shape: box(60, 1),
    ...surface,
  });
  world.createBody({ position: { x: x + 3.5, y: 5 }, shape: box(1, 60), ...surface });
  const body = world.createBody({
    type: "dynamic",
    position: { x, y: x * Math.tan(angle / 2) },
    angle: random.between(-3, 3),
    shapes: [
      { shape: polygon(points) },
      ...points.slice(0, dull).map(({ x, y }) => {
        return { shape: circle(0.02, { center: { x: 0.98 * x, y: 0.98 * y } }), friction: 0, restitution: 0.9 };
      }),
    ],
    linearVelocity: { x: -random.between(1, 8), y: random.between(-3, 3) },
    angularVelocity: random.between(-5, 5),
    ...surface,
  });
  return most(world, [body], 600);
}

/** Twelve E-shaped bodies that get caught in one another, in a closed room without gravity. */
function room({ World: Made, box }: Engine, seed: number): number {
  const random = new Random(seed);
  const surface = { friction: 0, restitution: 1 };
  const world = new Made({ gravity: { x: 0, y: 0 }, sleeping: false });
  for (const [x, y, width, height] of [
    [0, -6, 14, 2],
    [0, 6, 14, 2],
    [-6, 0, 2, 14],
    [6, 0, 2, 14],
  ] as const) {
    world.createBody({ position: { x, y }, shape: box(width, height), ...surface });
  }
  const bodies = Array.from({ length: 12 }, (_, i) =>
    world.createBody({
      type: "dynamic",
      position: { x: -3.6 + 2.4 * (i % 4), y: -3 + 3 * Math.floor(i / 4) },
      angle: random.between(-3, 3),
      linearVelocity: { x: random.between(-8, 8), y: random.between(-8, 8) },
      angularVelocity: random.between(-5, 5),
      shapes: [
        { shape: box(0.16, 0.96, { center: { x: -0.4, y: 0 } }), ...surface },
        { shape: box(0.64, 0.16, { center: { x: 0, y: 0.4 } }), ...surface },
        { shape: box(0.64, 0.16, { center: { x: 0, y: -0.4 } }), ...surface },
        { shape: box(0.56, 0.16, { center: { x: -0.04, y: 0 } }), ...surface },
      ],
    }),
  );
  return most(world, bodies, 900, 0);
}

describe.each(BUILDS)("blows give no energy (%s)", (name, scree) => {
  const share = name === "simd" ? 1 : 0.2;

  it.each([0.3, 0.6, 1])("to a box between floor and ceiling: friction %s", (friction) => {
    for (let seed = 1; seed <= times(30, 300) * share; seed++) {
      expect(channel(scree, seed, friction), `box ${seed}`).toBeLessThan(MOST);
    }
  });

  it("to polygons in wedges", () => {
    for (let seed = 1; seed <= times(300, 3000) * share; seed++) {
      expect(wedge(scree, seed, 0), `polygon ${seed}`).toBeLessThan(MOST);
    }
  });

  // Bodies pushed by something dull were once left as they are: of 500 sixteen gained more than 2 %, one fourteen times.
  it("to polygons with dull corners in wedges", () => {
    for (let seed = 1; seed <= times(300, 3000) * share; seed++) {
      expect(wedge(scree, seed, 2), `polygon ${seed}`).toBeLessThan(1.02);
    }
  });

  it("to bodies that are caught in one another", () => {
    for (let seed = 1; seed <= times(10, 50) * share; seed++) {
      expect(room(scree, seed), `room ${seed}`).toBeLessThan(MOST);
    }
  });
});
