// Symptom: fields could not be told apart, and numbers of another type were silently accepted and did nothing, or more than
// asked: a density made an area a fluid.
// Cause: a field did not know its type; only the call that made it did.
// What must hold: a field reports its type, in a restored world too, and refuses properties that its type does not have.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

const OWN = {
  attractor: ["strength", "falloff", "cap", "range"],
  area: ["gravity", "velocity", "linearDrag", "quadraticDrag", "angularDrag", "force", "acceleration", "lift"],
  fluid: ["gravity", "velocity", "linearDrag", "quadraticDrag", "angularDrag", "density"],
} as const;
const VECTORS = new Set<string>(["gravity", "velocity", "force", "acceleration"]);
const ALL = [...new Set(Object.values(OWN).flat())];

describe.each(BUILDS)("force fields (%s)", (_, { World, box }) => {
  const made = (world: InstanceType<typeof World>) => [
    world.createField({ type: "fluid", region: box(9, 9), density: 2 }),
    world.createField({ type: "area" }),
    world.createField({ type: "attractor", strength: 0 }),
  ];

  it("report their type, after changes and in a restored world too", () => {
    const world = new World();
    const types = (of: typeof world): string[] => of.fields.map(({ type }) => type);
    for (const field of made(world)) {
      field.enabled = false;
      field.mask = 3;
      field.enabled = true;
      if (field.type !== "attractor") {
        field.gravity = { x: 1, y: 0 };
        field.gravity = undefined;
      }
    }
    expect(types(world)).toEqual(["fluid", "area", "attractor"]);
    expect(types(World.fromSnapshot(world.snapshot()))).toEqual(["fluid", "area", "attractor"]);
    const [fluid] = world.fields;
    fluid!.destroy();
    expect(() => fluid!.type).toThrow(expect.objectContaining({ code: "stale-field" }));
    world.createField({ type: "attractor", strength: 1 });
    expect(types(world)).toEqual(["attractor", "area", "attractor"]);
  });

  it("refuse properties their type does not have, and change nothing", () => {
    const world = new World();
    for (const field of made(world)) {
      for (const key of ALL) {
        const value = VECTORS.has(key) ? { x: 1, y: 2 } : 1;
        if ((OWN[field.type] as readonly string[]).includes(key)) {
          (field as unknown as Record<string, unknown>)[key] = value;
          expect(field[key]).toEqual(value);
          continue;
        }
        const hash = world.hash();
        expect(() => Object.assign(field, { [key]: value })).toThrow(
          expect.objectContaining({
            name: "PhysicsError",
            code: "unknown-option",
            message: expect.stringContaining(key),
          }),
        );
        expect(world.hash()).toBe(hash);
      }
    }
  });
});
