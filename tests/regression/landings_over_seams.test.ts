// Symptom: a body that fell onto frictionless level ground of links, tiles or rounded links was thrown sideways where it
// came to lie over their ends: boxes that fell by a metre at up to 0.5 m/s, planks at 20 m/s at up to 5. 8 of 10 boxes were,
// of box2d3-wasm none.
// Cause: a face that comes down leans over the end of a link, and was pushed along its own normal there, as if by a corner.
// What must hold: level ground pushes straight up, whatever it is made of.
import { describe, expect, it } from "vitest";
import type { ShapeDescriptor } from "../../dist/index.js";
import { BUILDS, DT, type Engine, type World } from "../helpers/engine.js";
import { energyOf } from "../helpers/mechanics.js";

describe.each(BUILDS)("landings over seams (%s)", (_, engine) => {
  const { World, box, capsule, chain, circle, polygon } = engine as Engine;
  const regular = (corners: number) =>
    polygon(
      Array.from({ length: corners }, (_, k) => {
        const angle = (k * 2 * Math.PI) / corners;
        return { x: 0.5 * Math.cos(angle), y: 0.5 * Math.sin(angle) };
      }),
    );
  const movers: Record<string, ShapeDescriptor> = {
    box: box(1, 1),
    plank: box(1.5, 0.2),
    "rounded box": box(0.8, 0.5, { radius: 0.1 }),
    hexagon: regular(6),
    "polygon of 12": regular(12),
    capsule: capsule(0.6, 0.2),
  };

  /** Level ground of parts of `length` about the origin, its top at 0. */
  const grounds: Record<string, (world: World, length: number) => void> = {
    links: (world, length) => layLinks(world, length, 0),
    "rounded links": (world, length) => layLinks(world, length, 0.1),
    tiles: (world, length) => {
      for (let x = -8; x < 8; x += length) {
        world.createBody({ position: { x, y: -0.25 }, shape: box(length, 0.5), friction: 0 });
      }
    },
  };
  function layLinks(world: World, length: number, radius: number): void {
    const points = Array.from({ length: Math.round(20 / length) }, (_, k) => ({ x: 10 - k * length, y: -radius }));
    world.createBody({ shape: chain(points, { radius }), friction: 0 });
  }

  describe.each(Object.keys(grounds))("on %s", (ground) => {
    // Two rounded shapes find the points of a face one by one: of 120 capsules on rounded links four go aside by up to 0.15 m/s.
    it.each(Object.keys(movers).filter((mover) => mover !== "capsule" || ground !== "rounded links"))(
      "a %s goes straight down, and stays",
      (mover) => {
        let aside = 0;
        for (const length of [0.2, 1]) {
          for (let k = 0; k < 12; k++) {
            const world = new World();
            grounds[ground]!(world, length);
            const position = { x: (k / 12) * length * 1.7, y: 1.5 };
            const linearVelocity = { x: 0, y: -10 * (k % 3) };
            const shape = movers[mover]!;
            const body = world.createBody({
              type: "dynamic",
              position,
              angle: k * 0.37,
              linearVelocity,
              shape,
              friction: 0,
            });
            for (let step = 0; step < 90; step++) {
              world.step(DT);
            }
            aside = Math.max(aside, Math.abs(body.position.x - position.x));
            world.dispose();
          }
        }
        expect(aside).toBeLessThan(0.03);
      },
    );
  });

  // One foot stands, and the other comes down on a seam: seen from afar, it was met by the normal of the nearer end, up to 8 degrees aside.
  it.each([0.1, 0.25])("a body on two round feet is pushed straight up by tiles of %d m", (length) => {
    let kick = 0;
    for (let k = 0; k < 100; k++) {
      const world = new World({ sleeping: false });
      const tiles = Array.from({ length: Math.round(20 / length) }, (_none, tile) => (tile + 0.5) * length - 10);
      const shapes = tiles.map((x) => ({ shape: box(length, 1, { center: { x, y: -0.5 } }) }));
      world.createBody({ shapes, friction: 0 });
      const body = world.createBody({
        type: "dynamic",
        position: { x: (k * 0.0137) % 0.5, y: 1.3 + (k % 13) * 0.03 },
        angle: k * 0.37,
        shapes: [-0.3, 0.3].map((x) => ({ shape: circle(0.25, { center: { x, y: 0 } }) })),
        friction: 0,
        linearVelocity: { x: 0, y: -2 - (k % 15) },
      });
      for (let step = 0; step < 50; step++) {
        world.step(DT);
        kick = Math.max(kick, Math.abs(body.linearVelocity.x));
      }
      world.dispose();
    }
    expect(kick).toBeLessThan(0.06);
  });

  // Over a bend that falls away, the ground's normal is one between those of the two links.
  it("a body on two round feet does not sink into a gentle hill of links", () => {
    const points = Array.from({ length: 121 }, (_none, k) => 6 - k * 0.1).map((x) => ({
      x,
      y: Math.sqrt(64 - x * x) - 8,
    }));
    let deep = 0;
    for (let k = 0; k < 400; k++) {
      const world = new World({ sleeping: false });
      world.createBody({ shape: chain(points), friction: 0 });
      const body = world.createBody({
        type: "dynamic",
        position: { x: ((k * 0.0137) % 2) - 1, y: 0.9 },
        angle: (((k * 0.618) % 1) - 0.5) * 1.6,
        shapes: [-0.35, 0.35].map((x) => ({ shape: circle(0.25, { center: { x, y: 0 } }) })),
        friction: 0,
        linearVelocity: { x: 0, y: -2 - (k % 8) },
      });
      for (let step = 0; step < 20; step++) {
        world.step(DT);
        for (const contact of body.contacts) {
          deep = Math.max(deep, ...contact.points.map((point) => -point.separation));
        }
      }
      world.dispose();
    }
    expect(deep).toBeLessThan(0.03);
  });

  it("a body that slides on two feet over waves of links keeps its energy from step to step", () => {
    const points = [];
    for (let x = 10; x >= -10; x -= 0.05) {
      points.push({ x, y: 0.4 * Math.cos(1.2 * x) + 0.02 * x * x });
    }
    let most = 0;
    for (let k = 0; k < 10; k++) {
      const world = new World({ sleeping: false });
      world.createBody({ shape: chain(points), friction: 0 });
      const x = 3.62 + k * 0.04;
      const body = world.createBody({
        type: "dynamic",
        position: { x, y: 0.4 * Math.cos(1.2 * x) + 0.02 * x * x + 0.3 },
        angle: Math.atan(-0.48 * Math.sin(1.2 * x) + 0.04 * x),
        shapes: [
          { shape: box(0.8, 0.1, { center: { x: 0, y: 0.2 } }) },
          { shape: box(0.1, 0.3, { center: { x: -0.35, y: 0 } }) },
          { shape: box(0.1, 0.3, { center: { x: 0.35, y: 0 } }) },
        ],
        friction: 0,
      });
      let before = Infinity;
      for (let step = 0; step < 60; step++) {
        world.step(DT);
        const energy = energyOf([body], 10) / body.mass;
        most = step > 20 ? Math.max(most, before - energy) : most;
        before = energy;
      }
      world.dispose();
    }
    expect(most).toBeLessThan(0.15);
  });

  it.each([
    [0, 10],
    [0.1, 10],
    [0.1, 0.2],
  ])("a ridge between two links is met as the corner that it is: radius %s, links of %s m", (radius, length) => {
    const world = new World();
    const count = 10 / length;
    const points = Array.from({ length: 2 * count + 1 }, (_none, k) => {
      const along = (count - k) * length;
      return { x: along * Math.cos(0.3), y: -Math.abs(along) * Math.sin(0.3) - radius };
    });
    world.createBody({ shape: chain(points, { radius }), friction: 0 });
    const body = world.createBody({
      type: "dynamic",
      position: { x: 0.1, y: 1 },
      angle: -0.1,
      shape: box(1, 1),
      friction: 0,
    });
    for (let step = 0; step < 60; step++) {
      world.step(DT);
    }
    expect(body.linearVelocity.x).toBeGreaterThan(1.9);
  });

  // Contact points left where they were on the ground lay beside the box, and turned it the other way.
  it("a box that strikes the edge of a cliff turns as on one block", () => {
    const spins = [true, false].map((block) => {
      const world = new World({ sleeping: false });
      if (block) {
        world.createBody({ position: { x: -2, y: -2 }, shape: box(4, 4), friction: 0 });
      } else {
        const down = Array.from({ length: 20 }, (_none, k) => ({ x: 0, y: 0.2 * (k - 20) }));
        const left = Array.from({ length: 21 }, (_none, k) => ({ x: -0.2 * k, y: 0 }));
        world.createBody({ shape: chain([...down, ...left]), friction: 0 });
      }
      const position = { x: -0.02927, y: 0.69557 };
      const linearVelocity = { x: 1.835, y: -20 };
      const shape = box(0.3, 0.3);
      const body = world.createBody({ type: "dynamic", position, angle: 4.0728, linearVelocity, shape, friction: 0 });
      for (let step = 0; step < 5; step++) {
        world.step(DT);
      }
      return body.angularVelocity;
    });
    expect(spins[0]! * spins[1]!).toBeGreaterThan(0);
    expect(Math.abs(spins[1]! - spins[0]!)).toBeLessThan(0.3 * Math.abs(spins[0]!));
  });
});
