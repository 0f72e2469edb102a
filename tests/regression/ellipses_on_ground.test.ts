import { describe, expect, it } from "vitest";
import { box, chain, circle, ellipse, segment, World } from "../../dist/index.js";
import type { Body, BodyDef, ShapeDescriptor } from "../../dist/index.js";
import { DT } from "../helpers/engine.js";

/** How far the lowest point of the ellipses and circles of a body lies below the level (m). */
function depth(body: Body): number {
  return Math.max(
    ...body.shapes.map(({ geometry: { type, center, angle, halfWidth, halfHeight, radius } }) => {
      const turned = body.angle + angle;
      const reach =
        type === "circle" ? radius : Math.hypot(halfWidth * Math.sin(turned), halfHeight * Math.cos(turned));
      return reach - body.toWorld(center).y;
    }),
  );
}

// Symptom: a body of two ellipses, or of an ellipse and a circle, sank into the ground by up to 0.6 m; a light one was lost through
// a segment (seed 2159 of random_scenes.test.ts). One that rolled over a row of boxes or links strayed by up to 2.7 m in four seconds.
// Cause: ellipses are collided turned half a step ahead, with the gap of the step's beginning. The filter of internal edges took
// point and gap together, and saw the ground's surface some millimetres off: even a single ground shape hid itself.
describe("a body with an ellipse among its shapes", () => {
  const GROUNDS: Record<string, [shape: ShapeDescriptor, y: number]> = {
    box: [box(60, 2), -1],
    segment: [segment({ x: -30, y: 0 }, { x: 30, y: 0 }), 0],
  };
  const other = { center: { x: 0.3, y: 0 } };
  it.each(Object.keys(GROUNDS))("sinks none of them into a wide %s", (name) => {
    const [ground, y] = GROUNDS[name]!;
    for (const second of [ellipse(0.25, 0.2, other), circle(0.2, other)]) {
      for (const angularVelocity of [-8, -2, 2, 8]) {
        const world = new World({ sleeping: false });
        world.createBody({ shape: ground, position: { x: 0, y } });
        const body = world.createBody({
          type: "dynamic",
          position: { x: 0, y: 1 },
          linearVelocity: { x: -0.3 * angularVelocity, y: 0 },
          angularVelocity,
          shapes: [ellipse(0.3, 0.15), second],
        });
        for (let step = 0; step < 240; step++) {
          world.step(DT);
          expect(depth(body)).toBeLessThan(0.025); // was up to 0.6
        }
        world.dispose();
      }
    }
  });
});

describe("an ellipse on ground made of parts", () => {
  const places = Array.from({ length: 100 }, (_, i) => 0.5 * i - 25);
  const parts = places.map((x) => box(0.5, 0.5, { center: { x: x + 0.25, y: -0.25 } }));
  const links = chain([...places, 25].map((x) => ({ x, y: 0 })));
  const ROUGH = { friction: 0.8 };

  /** How far the paths of a body over two grounds part (m). */
  function parting(one: BodyDef, other: BodyDef, body: BodyDef, steps: number): number {
    const worlds = [one, other].map((ground) => {
      const world = new World({ sleeping: false });
      world.createBody({ ...ground, ...ROUGH });
      return { world, body: world.createBody({ type: "dynamic", ...body, ...ROUGH }) };
    });
    let most = 0;
    for (let step = 0; step < steps; step++) {
      const [a, b] = worlds.map(({ world, body: { x, y } }) => (world.step(DT), { x, y }));
      most = Math.max(most, Math.hypot(a!.x - b!.x, a!.y - b!.y));
    }
    worlds.forEach(({ world }) => world.dispose());
    return most;
  }

  it("rolls as it does over one shape", () => {
    const whole = { shape: box(50, 2, { center: { x: 0, y: -1 } }) };
    const line = { shape: segment({ x: -25, y: 0 }, { x: 25, y: 0 }) };
    for (const shape of [ellipse(0.5, 0.25), ellipse(0.3, 0.2), ellipse(0.25, 0.1)]) {
      for (const w of [2, 4, 8]) {
        for (const x of [0, 0.11, 0.23, 0.37]) {
          const body = { shape, position: { x, y: 0.6 }, angularVelocity: -w, linearVelocity: { x: 0.3 * w, y: 0 } };
          expect(parting(whole, { shapes: parts }, body, 180)).toBeLessThan(0.07);
          expect(parting(line, { shape: links }, body, 180)).toBeLessThan(0.07);
        }
      }
    }
  });

  it("rolls as over one shape while the ground turns", () => {
    const partings: number[] = [];
    for (const turn of [-0.3, 0.3]) {
      const ground = { type: "kinematic", angularVelocity: turn } as const;
      const whole = { ...ground, shape: box(50, 2, { center: { x: 0, y: -1 } }) };
      for (const w of [0, 2, 6]) {
        for (const x of [-8, -3.1, 2.2, 6.3]) {
          const shape = ellipse(0.3, 0.2);
          const linearVelocity = { x: 0.3 * w, y: turn * x };
          const body = { shape, position: { x, y: 0.3 }, angularVelocity: -w, linearVelocity };
          partings.push(parting(whole, { ...ground, shapes: parts }, body, 120));
        }
      }
    }
    // Of 168 such runs 8 part by more.
    expect(partings.filter((far) => far > 0.02).length).toBeLessThan(2);
    expect(Math.max(...partings)).toBeLessThan(0.1);
  });
});
