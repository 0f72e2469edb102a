// Symptom: a body whose mass was set, and that became static or kinematic, reported that mass and inertia, not 0 as without a set mass.
// Cause: a set mass is kept for when the body is dynamic again, and the kept mass was reported.
// What must hold: only dynamic bodies report a mass, and a set one comes back with the type.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("the %s build", (_name, { World, box }) => {
  it.each(["static", "kinematic"] as const)("reports no mass of a %s body", (type) => {
    const world = new World();
    const body = world.createBody({ type: "dynamic", shape: box(1, 1) });
    body.mass = 5;
    const { inertia } = body;
    body.type = type;
    expect([body.mass, body.inertia]).toEqual([0, 0]);
    body.type = "dynamic";
    expect([body.mass, body.inertia]).toEqual([5, inertia]);
  });
});
