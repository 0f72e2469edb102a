// Symptom: a static body with a half-space could be made dynamic or kinematic, and then pushed the whole world before it.
// Cause: the type of the body was only checked where a shape is made, not where the type is changed.
// What must hold: whichever is given first, half-space or type, the second is refused, and the world is as it was.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("a body with a half-space (%s)", (_name, { World, box, halfSpace }) => {
  it.each(["kinematic", "dynamic"] as const)("does not become %s", (type) => {
    const world = new World();
    const ground = world.createBody({ shapes: [{ shape: box(1, 1) }, { shape: halfSpace({ x: 0, y: 1 }) }] });
    const before = world.hash();
    const refused = expect.objectContaining({ code: "bad-shape", message: expect.stringContaining("half-space") });
    expect(() => (ground.type = type)).toThrow(refused);
    expect(ground.type).toBe("static");
    expect(world.hash()).toBe(before);
    ground.type = "static";
    ground.shapes[1]!.destroy();
    ground.type = type;
    expect(ground.type).toBe(type);
    expect(() => ground.addShape(halfSpace({ x: 0, y: 1 }))).toThrow(refused);
  });
});
