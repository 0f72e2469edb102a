// Symptom: shards that landed on a short side went through segments: of 300 triangles of 1 m × 12 cm, 16 did at 3 to 20 m/s, 6
// at 20 to 100 m/s.
// Cause: a touching body has no time of impact, and its far end no contact yet; turning about the held corner, it swung its tip
// through within one step, and the next contact was with the other side.
// What must hold: nothing that falls on ground ends beyond it, and a body that tips over an edge is not held.
import { describe, expect, it } from "vitest";
import { BUILDS, DT } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

describe.each(BUILDS)("a thin body that lands on a short side (%s)", (_, scree) => {
  const { World, box, capsule, chain, polygon, segment } = scree;
  const triangle = (...points: [number, number][]) => polygon(points.map(([x, y]) => ({ x, y })));
  const shards = {
    "a sliver that leans": triangle([-0.5, 0], [-0.25, 0], [0.5, 0.125]),
    "a sliver": triangle([-0.5, -0.05], [0.5, 0], [-0.5, 0.05]),
    "a right triangle": triangle([0, 0], [1, 0], [0, 0.3]),
    "a rod": capsule(1, 0.03),
  };
  const grounds = {
    "a segment": [segment({ x: -400, y: 0 }, { x: 400, y: 0 })],
    "a chain": [chain(Array.from({ length: 81 }, (_, i) => ({ x: 400 - 10 * i, y: 0 })))],
    "a thin box": [box(800, 0.02, { center: { x: 0, y: -0.01 } })],
  };

  it.each(Object.keys(grounds) as (keyof typeof grounds)[])("stays on this side of %s", (ground) => {
    const random = new Random(7);
    const through: string[] = [];
    for (const [name, shape] of Object.entries(shards)) {
      for (let k = 0; k < 120; k++) {
        const speed = k % 2 === 0 ? random.between(3, 20) : random.between(20, 100);
        const world = new World();
        world.createBody({ shapes: grounds[ground].map((shape) => ({ shape })) });
        const shard = world.createBody({
          type: "dynamic",
          position: { x: 0, y: random.between(4, 5) },
          angle: k % 3 === 0 ? 0 : random.between(0, 2 * Math.PI),
          shape,
          linearVelocity: { x: 0, y: -speed },
          angularVelocity: k % 4 < 2 ? 0 : random.between(-10, 10),
        });
        for (let step = 0; step < 120; step++) {
          world.step(DT);
        }
        if (!(shard.centerOfMass.y > -0.01)) {
          through.push(`${name} at ${speed.toFixed(1)} m/s: ${shard.centerOfMass.y.toFixed(2)} m`);
        }
        world.dispose();
      }
    }
    expect(through).toEqual([]);
  });

  it("tips over the end of a segment freely", () => {
    const world = new World();
    world.createBody({ shape: segment({ x: -5, y: 0 }, { x: 0, y: 0 }) });
    const rod = world.createBody({
      type: "dynamic",
      position: { x: 0.2, y: 0.1 },
      shape: box(1, 0.06),
      angularVelocity: -20,
    });
    for (let step = 0; step < 60; step++) {
      world.step(DT);
    }
    expect(rod.y).toBeLessThan(-3);
    expect(rod.angularVelocity).toBeLessThan(-5);
  });

  it("goes on when it turns fast about a corner that it leans on", () => {
    const world = new World();
    // Its side lies on the upper right corner of a block, a slop deep, and turns about that.
    const angle = -1.2465;
    const along = { x: Math.cos(angle), y: Math.sin(angle) };
    const corner = { x: 0.139 * along.x + 0.0867 * along.y, y: 0.139 * along.y - 0.0867 * along.x };
    world.createBody({ position: { x: corner.x - 0.5, y: corner.y - 1 }, shape: box(1, 2) });
    const rod = world.createBody({
      type: "dynamic",
      angle,
      shape: capsule(0.6445, 0.0917),
      density: 0.2,
      linearVelocity: { x: 9.48, y: -56.55 },
      angularVelocity: 65.52,
    });
    for (let step = 0; step < 4; step++) {
      world.step(DT);
    }
    expect(Math.hypot(rod.x, rod.y)).toBeGreaterThan(0.2);
  });
});
