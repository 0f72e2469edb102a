// How worlds end: by being disposed of, or by a trap.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { CoreExports } from "../../bindings/core.js";
import { jsCore } from "../../bindings/loader.js";
import { World as BareWorld } from "../../bindings/world.js";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("a disposed world (%s)", (_, { World, box, PhysicsError }) => {
  it("refuses every call but dispose and destroy, and leaves other worlds alone", () => {
    const world = new World();
    const other = new World();
    const body = world.createBody({ type: "dynamic", shape: box(1, 1) });
    const base = world.createBody({});
    const joint = world.createJoint({ type: "distance", bodyA: body, bodyB: base });
    const [shape] = body.shapes;
    const bytes = world.snapshot();
    const point = { x: 0, y: 0 };
    world.dispose();
    const calls: [string, () => unknown][] = [
      ["step", () => world.step()],
      ["advance", () => world.advance(1)],
      ["createBody", () => world.createBody({ shape: box(1, 1) })],
      ["createBody of nothing", () => world.createBody({})],
      ["createBodies", () => world.createBodies({ count: 1, positions: [0, 0], shape: box(1, 1) })],
      ["createJoint", () => world.createJoint({ type: "distance", bodyA: body, bodyB: base })],
      ["castRay", () => world.castRay(point, { x: 1, y: 0 })],
      ["castRayAll", () => world.castRayAll(point, { x: 1, y: 0 })],
      ["castRays", () => world.castRays(new Float32Array(4))],
      ["overlapPoint", () => world.overlapPoint(point)],
      ["overlapAABB", () => world.overlapAABB(point, point)],
      ["snapshot", () => world.snapshot()],
      ["restore", () => world.restore(bytes)],
      ["hash", () => world.hash()],
      ["counters", () => world.counters],
      ["gravity", () => world.gravity],
      ["gravity =", () => (world.gravity = point)],
      ["settings", () => world.settings.maxSpeed],
      ["settings =", () => (world.settings.maxSpeed = 1)],
      ["bodies", () => world.bodies],
      ["body", () => world.body(body.id)],
      ["shape", () => world.shape(shape!.id)],
      ["joint", () => world.joint(joint.id)],
      ["state", () => world.state.transforms],
      ["moved", () => world.moved],
      ["events", () => world.events.contactBegin],
      ["validate", () => world.validate()],
      ["body.x", () => body.x],
      ["body.x =", () => (body.x = 1)],
      ["body.addShape", () => body.addShape(box(1, 1))],
      ["body.shapes", () => body.shapes],
      ["shape.friction", () => shape!.friction],
      ["joint.force", () => joint.force],
    ];
    for (const [name, call] of calls) {
      expect(call, name).toThrow(PhysicsError);
      expect(call, name).toThrow(expect.objectContaining({ code: "disposed" }));
    }
    world.dispose();
    other.step();
    expect(other.validate()).toBe(0);
  });

  it("is also what `using` leaves behind", () => {
    const world = new World();
    world[Symbol.dispose]();
    expect(() => world.step()).toThrow(expect.objectContaining({ code: "disposed" }));
  });
});

describe("a trap", () => {
  const module = new WebAssembly.Module(readFileSync(new URL("../../build/core.simd.wasm", import.meta.url)));
  let trap = false;
  /** The core, with a step that can be made to trap. */
  const source = jsCore(() => {
    const { exports } = new WebAssembly.Instance(module, {});
    const core = { ...exports } as unknown as CoreExports;
    const { worldStep } = core;
    core.worldStep = (dt, substeps) => {
      worldStep(dt, substeps);
      if (trap) {
        throw new WebAssembly.RuntimeError("unreachable");
      }
      return 0;
    };
    return core;
  });

  it("ends its world with a typed error, while others go on and can take its last snapshot", () => {
    const world = new BareWorld(source);
    const other = new BareWorld(source);
    const body = world.createBody({ type: "dynamic" });
    world.step();
    const saved = world.snapshot();
    const hash = world.hash();
    expect(world.faulted).toBe(false);
    trap = true;
    expect(() => world.step()).toThrow(
      expect.objectContaining({ name: "PhysicsError", code: "faulted", cause: expect.any(WebAssembly.RuntimeError) }),
    );
    trap = false;
    expect(world.faulted).toBe(true);
    for (const call of [() => world.step(), () => body.x, () => world.createBody({}), () => world.snapshot()]) {
      expect(call).toThrow(expect.objectContaining({ code: "faulted" }));
    }
    other.step();
    expect(other.faulted).toBe(false);
    other.restore(saved);
    expect(other.hash()).toBe(hash);
    world.dispose();
    expect(() => world.step()).toThrow(expect.objectContaining({ code: "disposed" }));
  });
});

describe.each(BUILDS)("many worlds (%s)", (build, { World, circle }) => {
  it("live side by side", () => {
    const worlds = Array.from({ length: build === "js" ? 40 : 300 }, (_, i) => {
      const world = new World();
      world.createBody({ type: "dynamic", position: { x: i, y: 0 }, shape: circle(1) });
      return world;
    });
    for (const world of worlds) {
      world.step();
    }
    worlds.forEach((world, i) => expect(world.bodies[0]!.x).toBe(i));
    worlds.forEach((world) => world.dispose());
  });
});
