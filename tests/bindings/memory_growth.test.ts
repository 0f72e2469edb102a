// The memory grows inside every call of the core, before and after its work: any view kept across a call is empty
// from then on, so writes to it are lost and reads give undefined. Worlds must not notice.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { CoreExports, CoreSource } from "../../bindings/core.js";
import { jsCore } from "../../bindings/loader.js";
import { World as BareWorld } from "../../bindings/world.js";
import * as scree from "../../dist/index.js";
import type { World } from "../helpers/engine.js";
import { SCENES } from "../helpers/scenes.js";

type Exports = Record<string, unknown> & { memory: WebAssembly.Memory };
type Call = (...args: number[]) => number;

/** This many first calls of each export grow memory by a page; later calls grow it by none, which still detaches views. */
const REAL = 2;

/** A core whose every call grows its memory; `called` counts the calls by name. */
function growing(instantiate: () => Exports, called: Map<string, number>): CoreExports {
  const exports = instantiate();
  const core: Record<string, unknown> = { memory: exports.memory };
  for (const [name, value] of Object.entries(exports)) {
    if (typeof value === "function" && name !== "_initialize") {
      const grow = (): void => {
        const count = called.get(name) ?? 0;
        exports.memory.grow(count <= REAL ? 1 : 0);
      };
      const call = (...args: number[]): number => {
        called.set(name, (called.get(name) ?? 0) + 1);
        grow();
        const result = (value as Call)(...args);
        grow();
        return result;
      };
      core[name] = Object.defineProperty(call, "length", { value: value.length });
    }
  }
  (exports._initialize as (() => void) | undefined)?.();
  return core as unknown as CoreExports;
}

/** Does everything the interface can do on a world in motion, and returns the answers. */
function use(world: World): unknown[] {
  const said: unknown[] = [];
  const say = (...answers: unknown[]): void => {
    said.push(...answers.map((answer) => JSON.parse(JSON.stringify(answer ?? null)) as unknown), world.hash());
  };
  const hit = (found: { shape: { id: number }; fraction: number; point: object } | null): unknown =>
    found && [found.shape.id, found.fraction, found.point];
  const origin = { x: -9, y: 2 };
  const far = { x: 18, y: -1 };
  const filter = { category: 1, mask: 0xffffffff };
  const square = scree.box(3, 3);
  say(hit(world.castRay(origin, far)), world.castRayAll(origin, far, filter).map(hit), world.castRayAny(origin, far));
  say([...world.castRays(Float32Array.of(-9, 2, 18, 0, 0, 12, 0, -20))]);
  say(world.overlapPoint({ x: 0, y: -0.5 }).map(({ id }) => id));
  say(world.overlapAABB({ x: -4, y: -1 }, { x: 4, y: 3 }).map(({ id }) => id));
  say(world.overlapShape(square, { x: 0, y: 1, angle: 0.3 }).map(({ id }) => id));
  say([...world.overlapPoints(Float32Array.of(0, -0.5, 1, 1))], [...world.overlapAABBs(Float32Array.of(-4, -1, 4, 3))]);
  say(hit(world.castShape(scree.circle(0.5), origin, far)), world.castShapeAll(square, origin, far).map(hit));
  say(world.closestPoint({ x: 0, y: 7 }, 9)?.distance);

  const bodies = world.bodies.filter((body) => body.type === "dynamic").slice(0, 6);
  const [a, b, c] = bodies as [(typeof bodies)[0], (typeof bodies)[0], (typeof bodies)[0]];
  for (const body of bodies) {
    say(
      body.position,
      body.linearVelocity,
      body.mass,
      body.whyAwake,
      body.gravity,
      body.locks,
      body.velocityAt(origin),
    );
    say(body.contacts.map((contact) => [contact.shapeA!.id, contact.shapeB!.id, contact.points, contact.normal]));
    say(body.shapes.map((shape) => [shape.id, shape.geometry, shape.testPoint(body.position), shape.friction]));
  }
  const ids = Uint32Array.from(bodies, ({ id }) => id);
  const rows = (of: (k: number) => number[]): Float32Array => Float32Array.from(bodies.flatMap((_, k) => of(k)));
  world.setTransforms(
    ids,
    rows((k) => [k - 3, 6 + k, 0.1 * k]),
  );
  world.setVelocities(
    ids,
    rows((k) => [k, -k, 0.5]),
  );
  world.applyForces(
    ids,
    rows((k) => [k, 9]),
  );
  world.applyImpulses(
    ids,
    rows((k) => [0.1, k]),
  );
  a.setTransform({ x: 1, y: 9 }, 0.4);
  a.linearVelocity = { x: 1, y: 2 };
  a.angularVelocity = 2;
  a.applyForce({ x: 3, y: 4 }, { x: 1, y: 8 });
  a.applyImpulse({ x: 0.3, y: 0.4 });
  a.applyTorque(2);
  a.applyAngularImpulse(0.1);
  a.gravity = { x: 1, y: -5 };
  b.locks = { rotation: true };
  b.mass = 3;
  say(a.x, a.force, a.torque, b.inertia);
  world.ignorePair(a, b);
  say(world.ignoresPair(a, b), world.ignoresPair(a, c));
  const added = b.addShape(scree.polygon([origin, { x: -8, y: 2 }, { x: -9, y: 3 }]), {
    density: 0.1,
    restitution: 0.3,
  });
  b.addShape(scree.circle(0.2)).setGeometry(scree.box(0.2, 0.4));
  say(added.geometry);
  added.destroy();
  world.setMaterialPair(1, 2, { friction: 0.3 });
  say(world.materialPair(1, 2), world.materialPair(2, 2));

  const field = world.createField({ type: "attractor", position: { x: 2, y: 2 }, strength: 5 });
  field.enabled = false;
  const region = scree.polygon([origin, { x: 0, y: 90 }, { x: -1, y: 90 }]);
  const corner = world.createField({ type: "area", region });
  say(corner.region);
  corner.destroy();
  say(
    world.fields.map((each) => [each.id, each.enabled]),
    world.explode({ position: a.position, radius: 3, impulsePerLength: 1 }),
  );
  field.destroy();
  const platform = world.createBody({ type: "kinematic", position: { x: 9, y: 9 }, shape: scree.box(2, 0.2) });
  platform.moveTo({ x: 9, y: 10 }, 0.1, 1 / 60);
  const hills = Array.from({ length: 20 }, (_, i) => ({ x: i - 10, y: -4 + (i % 3) }));
  world.createBody({ shapes: [scree.chain(hills), scree.segment(origin, { x: -9, y: 3 })] });
  const crowd = world.createBodies({
    type: "dynamic",
    count: 40,
    shape: scree.box(0.3, 0.3),
    positions: Float32Array.from({ length: 80 }, (_, i) => (i % 2 === 0 ? i / 8 : 14)),
  });
  say([...crowd]);
  world.step();
  world.step(1 / 60, 2);
  say(
    world.counters.bodies,
    [...world.moved],
    [...world.state.transforms],
    [...world.state.velocities],
    [...world.state.flags],
  );
  const { contactBegin, contactEnd, sensorBegin, hit: hits } = world.events;
  say([contactBegin, contactEnd, sensorBegin, hits].map((list) => list.length));

  const joint = world.createJoint({ type: "weld", bodyA: b, bodyB: c });
  joint.breakForce = 1e9;
  const tiles = scree.tileGrid({ columns: 3, rows: 1, tileSize: 1, tiles: [1, 0, 1] });
  const wall = world.createBody({ position: { x: 20, y: 0 }, shape: tiles });
  say(scree.hasTile(wall, tiles, 0, 0), scree.hasTile(wall, tiles, 1, 0));
  say(
    joint.force,
    joint.torque,
    world.joints.map(({ id }) => id),
  );
  const saved = world.snapshot();
  world.step();
  joint.destroy();
  world.body(crowd[3]!)!.destroy();
  say(world.body(crowd[3]!), world.body(crowd[4]!)!.id);
  world.restore(saved);
  say(saved.length, world.bodies.length);
  world.restore(saved.slice()); // a copy is not known to be one of ours, so it is checked
  expect(() => world.restore(saved.slice(0, -4))).toThrow(expect.objectContaining({ code: "bad-snapshot" }));
  world.profiling = true;
  world.step();
  say(world.validate());
  return said;
}

const wasm = (name: string): (() => Exports) => {
  const module = new WebAssembly.Module(readFileSync(new URL(`../../build/core.${name}.wasm`, import.meta.url)));
  return () => new WebAssembly.Instance(module, {}).exports as unknown as Exports;
};

describe.each(["simd", "scalar"] as const)("memory that grows in every call (%s)", (name) => {
  const fresh = wasm(name);
  const called = new Map<string, number>();
  const source = (instantiate: () => CoreExports): CoreSource => ({ ...jsCore(instantiate), backend: name });
  const worlds = (): [World, World] => {
    const options = { capacity: { bodies: 20, shapes: 20, contacts: 20, joints: 5 } };
    const still = new BareWorld(
      source(() => fresh() as unknown as CoreExports),
      options,
    );
    const grows = new BareWorld(
      source(() => growing(fresh, called)),
      options,
    );
    return [still as unknown as World, grows as unknown as World];
  };

  it("does detach earlier views of it", () => {
    const { memory } = fresh();
    const view = new Uint8Array(memory.buffer);
    memory.grow(0);
    expect(view.length).toBe(0);
  });

  it("is not asked for its buffer as long as it stays, which would take a tenth of a ray's time", () => {
    let asked = 0;
    const world = new BareWorld(
      source(() => {
        const exports = fresh();
        const memory = {
          get buffer() {
            asked++;
            return exports.memory.buffer;
          },
        };
        return { ...exports, memory } as unknown as CoreExports;
      }),
    );
    const body = world.createBody({ type: "dynamic", shape: scree.box(1, 1) });
    world.step();
    asked = 0;
    for (let k = 0; k < 10; k++) {
      expect(world.castRay({ x: 0, y: 9 }, { x: 0, y: -20 })?.body).toBe(body);
      expect(world.overlapPoint(body.position)[0]?.body).toBe(body);
      body.addShape(scree.circle(0.1)).destroy();
    }
    expect(asked).toBe(0);
  });

  it.each(Object.keys(SCENES))("changes nothing in the scene %s, at no step and in no answer", (scene) => {
    const [still, grows] = worlds();
    const befores = [still, grows].map((world) => SCENES[scene]!(scree, world, 1));
    for (let step = 0; step < 80; step++) {
      befores.forEach((before) => before(step));
      still.step();
      grows.step();
      expect(grows.hash(), `step ${step}`).toBe(still.hash());
    }
    expect(use(grows)).toEqual(use(still));
    still.dispose();
    grows.dispose();
  });

  it("was forced in every export", () => {
    const { memory: _, _initialize, ...rest } = fresh() as Exports & { _initialize?: unknown };
    const never = Object.keys(rest).filter((each) => typeof rest[each] === "function" && !called.has(each));
    expect(never).toEqual([]);
  });
});
