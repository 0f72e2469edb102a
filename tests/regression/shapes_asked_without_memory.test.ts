// Symptom: `body.shapes` threw a RangeError of the host when memory was out.
// Cause: the code that the core gave in place of a count was taken for one.
// What must hold: it says that memory is out, and tells the shapes once there is room.
import { expect, it } from "vitest";
import type { CoreExports } from "../../bindings/core.js";
import { jsCore } from "../../bindings/loader.js";
import { World as BareWorld } from "../../bindings/world.js";
import { circle, polygon } from "../../dist/index.js";
import { cappedCore } from "../helpers/capped_core.js";
import type { World } from "../helpers/engine.js";

/** More than the list of results has room for at first. */
const MANY = 65;

it("a body whose shapes find no memory to be told in says so", () => {
  const core = cappedCore("scalar", 10);
  const source = jsCore(() => new WebAssembly.Instance(core, {}).exports as unknown as CoreExports);
  const world = new BareWorld(source, { capacity: { shapes: 1000 } }) as unknown as World;
  const many = world.createBody({ type: "kinematic", shapes: Array.from({ length: 60 }, () => circle(1)) });
  const hog = world.createBody({ type: "kinematic" });
  for (const corners of [64, 31, 15, 3]) {
    const round = polygon(
      Array.from({ length: corners }, (_, k) => {
        const angle = (2 * Math.PI * k) / corners;
        return { x: Math.cos(angle), y: Math.sin(angle) };
      }),
    );
    expect(() => {
      for (;;) {
        hog.addShape(round);
      }
    }).toThrow(expect.objectContaining({ code: "out-of-memory" }));
  }
  for (let count = 60; count < MANY; count++) {
    many.addShape(circle(1));
  }
  expect(() => many.shapes).toThrow(expect.objectContaining({ name: "PhysicsError", code: "out-of-memory" }));
  hog.destroy();
  expect(many.shapes.length).toBe(MANY);
});
