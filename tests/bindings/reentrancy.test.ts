// A definition may be an object whose fields are getters: whatever these do to the world while they are read harms neither the
// call that reads them nor the world.
import { describe, expect, it } from "vitest";
import { BUILDS, type Body, type Engine, type World } from "../helpers/engine.js";

type Def = Record<string, unknown>;

/** `def`, changed so that the first read of `key` calls `act`. */
function acting(def: Def, key: string, act: () => void): never {
  const value = def[key];
  let acted = false;
  Object.defineProperty(def, key, {
    enumerable: true,
    get() {
      if (!acted) {
        acted = true;
        act();
      }
      return value;
    },
  });
  return def as never;
}

/** What a call returned, or the code of its refusal; any other error is thrown. */
function outcome<T>(engine: Engine, call: () => T): T | string {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof engine.PhysicsError)) {
      throw error;
    }
    expect(error.message).toMatch(/^\S.*[;:] .+\.$/s);
    return error.code;
  }
}

const kindsOf = (bodies: Body[]): string[] =>
  bodies.map((body) => `${body.type} at ${body.x} of ${body.shapes.map((s) => `${s.type} ${s.density}`).join()}`);

describe.each(BUILDS)("definitions that act while they are read (%s)", (_, engine) => {
  const { World, box, circle } = engine;
  const acts: [string, (world: World) => void][] = [
    ["make a body", (world) => void world.createBody({ position: { x: 9, y: 9 }, shape: circle(3), density: 9 })],
    [
      "make thousands",
      (world) =>
        void world.createBodies({
          count: 9000,
          positions: Float32Array.from({ length: 18000 }, (_, i) => 50 + 4 * i),
          shape: circle(1),
        }),
    ],
    ["make a body elsewhere", () => void new World().createBody({ type: "kinematic", shape: circle(3), density: 9 })],
    ["ask", (world) => void world.overlapShape(box(2, 2), { x: 0, y: 90 }, { mask: 2 })],
    ["step", (world) => world.step()],
    ["save and restore", (world) => world.restore(world.snapshot())],
    ["hash", (world) => void world.hash()],
  ];

  describe.each(acts)("that %s", (_, act) => {
    const keys = ["type", "position", "angle", "density", "friction", "shape", "userData", "gravity", "locks"];
    it.each(keys)("make the body they define, or none: %s", (key) => {
      const world = new World();
      const def = () => ({
        type: "dynamic" as const,
        position: { x: 1, y: 2 },
        angle: 0.5,
        density: 2,
        friction: 0.5,
        gravity: { x: 0, y: 1 },
        locks: { x: true },
        userData: "mine",
        shape: box(1, 1),
      });
      const made = outcome(engine, () => world.createBody(acting(def(), key, () => act(world))));
      const wanted = kindsOf([new World().createBody(def())]);
      if (typeof made === "string") {
        expect(made).toBe("bad-type");
        expect(kindsOf(world.bodies)).not.toContain(wanted[0]);
      } else {
        expect(kindsOf([made])).toEqual(wanted);
        expect([made.userData, made.gravity]).toEqual(["mine", { x: 0, y: 1 }]);
      }
      expect(world.validate()).toBe(0);
      world.step();
      expect(world.validate()).toBe(0);
    });

    it("add the shape they define, or none", () => {
      const world = new World();
      const body = world.createBody({ type: "dynamic" });
      const made = outcome(engine, () =>
        body.addShape(
          box(1, 2),
          acting({ density: 4 }, "density", () => act(world)),
        ),
      );
      expect(body.shapes.map((s) => `${s.type} ${s.density}`)).toEqual(typeof made === "string" ? [] : ["box 4"]);
      expect(world.validate()).toBe(0);
    });

    it("make the joint they define, or none", () => {
      const world = new World();
      const bodyA = world.createBody({});
      const bodyB = world.createBody({ type: "dynamic", shape: circle(1) });
      const def = { type: "distance", bodyA, bodyB, length: 3, breakForce: 7 };
      const made = outcome(engine, () => world.createJoint(acting(def, "length", () => act(world))));
      if (typeof made !== "string") {
        const { length, breakForce } = made as unknown as { length: number; breakForce: number };
        expect([length, breakForce]).toEqual([3, 7]);
      }
      expect(world.validate()).toBe(0);
    });

    it("make the bodies they define, or none", () => {
      const world = new World();
      const def = { count: 3, type: "dynamic", density: 5, positions: [0, 0, 5, 0, 9, 0], shape: box(1, 1) };
      for (const key of ["count", "positions", "type", "density", "shape"]) {
        const made = outcome(engine, () => world.createBodies(acting({ ...def }, key, () => act(world))));
        if (typeof made !== "string") {
          const bodies = Array.from(made as unknown as Uint32Array, (id) => world.body(id)!);
          expect(kindsOf(bodies)).toEqual([0, 5, 9].map((x) => `dynamic at ${x} of box 5`));
        }
        const places = acting([0, 0, 5, 0, 9, 0] as unknown as Def, "2", () => act(world));
        const more = outcome(engine, () => world.createBodies({ ...def, positions: places } as never));
        if (typeof more !== "string") {
          const bodies = Array.from(more, (id) => world.body(id)!);
          expect(kindsOf(bodies)).toEqual([0, 5, 9].map((x) => `dynamic at ${x} of box 5`));
        }
        expect(world.validate()).toBe(0);
      }
    });

    it("move bodies as they say, or none of them", () => {
      const world = new World();
      const ids = world.createBodies({ count: 2, positions: [0, 0, 1, 0], type: "kinematic", shape: circle(1) });
      const places = acting([5, 0, 0, 6, 0, 0] as unknown as Def, "3", () => act(world));
      const moved = outcome(engine, () => world.setTransforms(ids, places));
      expect(Array.from(ids, (id) => world.body(id)!.x)).toEqual(typeof moved === "string" ? [0, 1] : [5, 6]);
      expect(world.validate()).toBe(0);
    });

    it("query what they define", () => {
      const world = new World();
      const at = { x: -5, y: 0 };
      const way = { x: 10, y: 0 };
      const ground = world.createBody({ shape: circle(1) });
      const filter = (): never => acting({ mask: 1, exclude: [] }, "mask", () => act(world));
      const excluding = (): never => {
        const bodies = acting([ground] as unknown as Def, "0", () => act(world));
        return { exclude: bodies } as never;
      };
      expect(world.castRay(at, way, filter())?.body).toBe(ground);
      expect(world.castShape(circle(0.5), at, way, filter())?.body).toBe(ground);
      expect(
        world.castShape(
          circle(0.5),
          acting({ ...at }, "x", () => act(world)),
          way,
        )?.body,
      ).toBe(ground);
      expect(
        world.castShape(
          circle(0.5),
          at,
          acting({ ...way }, "y", () => act(world)),
        )?.body,
      ).toBe(ground);
      expect(world.overlapShape(box(1, 1), { x: 0, y: 0 }, filter()).map((s) => s.body)).toContain(ground);
      expect(world.closestPoint(at, 9, filter())?.body).toBe(ground);
      for (const found of [world.castRay(at, way, excluding()), world.castShape(circle(0.5), at, way, excluding())]) {
        expect(found?.body).not.toBe(ground);
      }
    });
  });

  it("leave the world as it was if a field throws, whichever it is", () => {
    const world = new World();
    const bodyA = world.createBody({ shape: box(20, 1) });
    const bodyB = world.createBody({ type: "dynamic", position: { x: 0, y: 3 }, shape: box(1, 1) });
    const before = world.hash();
    const fail = (): never => {
      throw new RangeError("mine");
    };
    const body = {
      type: "dynamic",
      position: { x: 0, y: 0 },
      gravity: { x: 0, y: 0 },
      force: { x: 0, y: 0 },
      torque: 1,
      userData: 1,
      shape: box(1, 1),
      friction: 1,
    };
    for (const key of Object.keys(body)) {
      expect(() => world.createBody(acting({ ...body }, key, fail))).toThrow("mine");
      expect(world.hash(), key).toBe(before);
    }
    const motor = { speed: 1, maxTorque: 2 };
    const joint = { type: "revolute", bodyA, bodyB, anchor: { x: 0, y: 2 }, motor, userData: 1 };
    for (const key of Object.keys(joint)) {
      expect(() => world.createJoint(acting({ ...joint }, key, fail))).toThrow("mine");
      expect([world.hash(), world.joints], key).toEqual([before, []]);
    }
    expect(world.validate()).toBe(0);
    expect(world.bodies.length).toBe(2);
  });

  it("leave the world as it was if refused because a field's value changes between reads", () => {
    const world = new World();
    const before = world.hash();
    for (const key of ["gravity", "force", "torque", "angle", "friction"]) {
      for (let good = 1; good < 6; good++) {
        let reads = 0;
        const right = key === "gravity" || key === "force" ? { x: 0, y: 1 } : 0.5;
        const def = { type: "dynamic" };
        Object.defineProperty(def, key, { enumerable: true, get: () => (reads++ < good ? right : Number.NaN) });
        if (typeof outcome(engine, () => world.createBody(def as never)) === "string") {
          expect(world.hash(), `${key} after ${good}`).toBe(before);
        } else {
          world.bodies[0]!.destroy();
          world.restore(new World().snapshot());
        }
      }
    }
    let flips = 0;
    const def = { shape: engine.halfSpace({ x: 0, y: 1 }) };
    Object.defineProperty(def, "type", { enumerable: true, get: () => (flips++ < 1 ? "static" : "dynamic") });
    const made = outcome(engine, () => world.createBody(def));
    expect(typeof made === "string" || made.type === "static").toBe(true);
  });

  it("may read bodies, what they touch, and events", () => {
    const world = new World({ gravity: { x: 0, y: -10 } });
    const ground = world.createBody({ shape: box(9, 1) });
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 1 }, shape: box(1, 1) });
    world.step();
    const act = (): void => {
      expect(world.events.contactBegin.map(({ bodyA, bodyB }) => [bodyA, bodyB])).toEqual([[ground, crate]]);
      expect(crate.contacts[0]!.points.length).toBe(2);
      expect([crate.shapes[0]!.body, crate.x, world.state.transforms[4 * crate.slot]]).toEqual([crate, 0, 0]);
    };
    const def = { type: "dynamic", position: { x: 3, y: 4 }, shape: circle(1), density: 2 };
    for (const key of Object.keys(def)) {
      expect(kindsOf([world.createBody(acting({ ...def }, key, act))])).toEqual(["dynamic at 3 of circle 2"]);
    }
  });
});
