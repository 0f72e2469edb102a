import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("contacts of a body (%s)", (_, { World, box, circle }) => {
  it("say where a box stands and what carries it", () => {
    const world = new World({ sleeping: false });
    const ground = world.createBody({ shape: box(20, 2), position: { x: 0, y: -1 } });
    const crate = world.createBody({ type: "dynamic", shape: box(2, 1), position: { x: 3, y: 0.5 }, density: 2 });
    for (let step = 0; step < 120; step++) world.step(1 / 60, 4);
    expect(crate.contacts.length).toBe(1);
    const contact = crate.contacts[0]!;
    const down = contact.bodyA === crate ? -1 : 1;
    expect(new Set([contact.bodyA, contact.bodyB])).toEqual(new Set([ground, crate]));
    expect(contact.normal.x).toBeCloseTo(0, 5);
    expect(contact.normal.y).toBeCloseTo(down, 5);
    expect(contact.points.map(({ point }) => point.x).sort((a, b) => a - b)).toEqual([
      expect.closeTo(2, 2),
      expect.closeTo(4, 2),
    ]);
    let impulse = 0;
    for (const { point, separation, normalImpulse, tangentImpulse } of contact.points) {
      expect(Math.abs(point.y)).toBeLessThan(0.02);
      expect(Math.abs(separation)).toBeLessThan(0.01);
      expect(Math.abs(tangentImpulse)).toBeLessThan(1e-3);
      impulse += normalImpulse;
    }
    expect(impulse).toBeCloseTo((4 * 10) / 60 / 4, 3); // weight × length of a sub-step
    expect(ground.contacts).toEqual(crate.contacts);
  });

  it("show the friction that holds a box on a slope", () => {
    const world = new World({ sleeping: false });
    world.createBody({ shape: box(20, 2), position: { x: 0, y: -1 }, angle: 0.3 });
    const crate = world.createBody({ type: "dynamic", shape: box(1, 1), position: { x: 0, y: 0.5 }, angle: 0.3 });
    for (let step = 0; step < 180; step++) world.step(1 / 60, 4);
    const [contact] = crate.contacts;
    const friction = contact!.points.reduce((sum, { tangentImpulse }) => sum + tangentImpulse, 0);
    expect(Math.abs(friction)).toBeCloseTo((10 * Math.sin(0.3)) / 60 / 4, 3);
  });

  it.each([-0.2, -0.01, 0.01])("lie midway between the surfaces with a gap of %s m", (gap) => {
    const world = new World({ gravity: { x: 0, y: 0 }, sleeping: false });
    world.createBody({ shape: box(20, 2), position: { x: 0, y: -1 } });
    const ball = world.createBody({ type: "dynamic", shape: circle(0.5), position: { x: 0, y: 0.5 + gap } });
    const crate = world.createBody({ type: "dynamic", shape: box(1, 1), position: { x: 5, y: 0.5 + gap } });
    world.step(1e-6);
    for (const { points } of [...ball.contacts, ...crate.contacts]) {
      for (const { point, separation } of points) {
        expect(separation).toBeCloseTo(gap, 5);
        expect(point.y).toBeCloseTo(gap / 2, 5);
      }
    }
    expect(ball.contacts.length + crate.contacts.length).toBe(2);
  });

  it("have one point for a ball, and do not exist in the air or with sensors", () => {
    const world = new World({ sleeping: false });
    world.createBody({ shape: box(20, 2), position: { x: 0, y: -1 } });
    world.createBody({ shape: box(20, 4), position: { x: 0, y: 1 }, sensor: true });
    const ball = world.createBody({ type: "dynamic", shape: circle(0.5), position: { x: 0, y: 0.6 } });
    expect(ball.contacts).toEqual([]);
    for (let step = 0; step < 120; step++) world.step();
    expect(ball.contacts.map(({ points }) => points.length)).toEqual([1]);
    expect(ball.contacts[0]!.points[0]!.point.x).toBeCloseTo(0, 3);
  });
});
