// Symptom: a field accepted a segment or a chain link of a body as its region, and acted in some sub-steps only.
// Cause: lines were refused as descriptors, but not as shapes of bodies; a point is hardly ever in a line.
// What must hold: a region has an inside: a shape without one is refused, and a field whose region becomes such a shape acts
// nowhere.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("a field (%s)", (_, { World, box, chain, circle, halfSpace, segment }) => {
  const along = segment({ x: -5, y: 0 }, { x: 5, y: 0 });

  it.each([along, chain([-5, 0, 5].map((x) => ({ x, y: 0 })))])(
    "refuses a line as its region, also that of a body: %o",
    (line) => {
      const world = new World();
      const body = world.createBody({ shape: line });
      const hash = world.hash();
      for (const region of [line, ...body.shapes]) {
        expect(() => world.createField({ type: "fluid", density: 1, region })).toThrow(
          expect.objectContaining({
            name: "PhysicsError",
            code: "bad-shape",
            message: expect.stringMatching(/^region is a line/),
          }),
        );
      }
      expect(world.hash()).toBe(hash);
    },
  );

  it("takes a body's shape that has an inside, and acts nowhere once the shape is a line", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const holder = world.createBody({ shapes: [box(9, 9), halfSpace({ x: 0, y: 1 })], mask: 0 });
    for (const region of holder.shapes) {
      world.createField({ type: "area", acceleration: { x: 3, y: 0 }, region });
    }
    const ball = world.createBody({ type: "dynamic", shape: circle(0.5), position: { x: 0, y: 0 } });
    world.step();
    const { x } = ball.linearVelocity;
    expect(x).toBeGreaterThan(0);
    world.fields[1]!.destroy();
    holder.shapes[0]!.setGeometry(along);
    for (let step = 0; step < 9; step++) {
      world.step();
    }
    expect(ball.linearVelocity.x).toBe(x);
  });
});
