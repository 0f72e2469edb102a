// Symptom: `body.id = "player"` in JavaScript made every member throw "stale-body", `b.id = a.id` made b act as a, and a symbol or a big
// integer killed the whole world ("faulted"). A joint called "mouse" could not be drawn. After `world.events = []`, or with a field of
// that name in a subclass, `step` threw a bare TypeError, and so did `restore`, with the state already replaced.
// Cause: the library itself went by properties that a program could write to.
// What must hold: `id` of objects and `type` of joints are for reading: writing there changes only what is read there. The parts of a
// world cannot be replaced, and a subclass that tries fails at once.
import { describe, expect, it } from "vitest";
import { draw } from "../../dist/debug-draw.js";
import { Character } from "../../dist/helpers.js";
import { BUILDS, type Engine } from "../helpers/engine.js";

const PARTS = ["events", "state", "settings", "profile", "backend"];

/** Two of each kind of object, and a value that tells them apart: 1 or 2. */
function pairs({ World, box, circle }: Engine) {
  const world = new World();
  const ground = world.createBody({ position: { x: 0, y: -9 }, shape: box(40, 1) });
  const body = (n: number) =>
    world.createBody({ type: "dynamic", position: { x: 4 * n, y: 9 }, gravityScale: n, shape: circle(1), density: n });
  const bodies = [body(1), body(2)] as const;
  const shapes = bodies.map((owner) => owner.shapes[0]!);
  const joints = bodies.map((bodyB, i) =>
    world.createJoint({ type: "revolute", bodyA: ground, bodyB, anchor: bodyB.position, breakForce: i + 1e6 }),
  );
  const fields = [1, 2].map((strength) =>
    world.createField({ type: "attractor", position: { x: 0, y: 0 }, strength, mask: 0 }),
  );
  const [a, b] = bodies;
  const kinds = [
    { objects: bodies, find: (id: number) => world.body(id), read: () => b.gravityScale, wanted: 2 },
    { objects: shapes, find: (id: number) => world.shape(id), read: () => shapes[1]!.density, wanted: 2 },
    { objects: joints, find: (id: number) => world.joint(id), read: () => joints[1]!.breakForce, wanted: 1e6 + 1 },
    { objects: fields, find: (id: number) => world.field(id), read: () => fields[1]!.strength, wanted: 2 },
  ];
  return { world, ground, a, b, shapes, joints, fields, kinds };
}

/** What programs might write to `id`. */
const LABELS = (a: number, world: { step(): void }): unknown[] => [
  "player",
  a,
  -1,
  Number.NaN,
  undefined,
  7n,
  Symbol("player"),
  {
    valueOf() {
      world.step();
      return 1;
    },
  },
];

function write(object: object, name: string, value: unknown): void {
  (object as Record<string, unknown>)[name] = value;
}

describe.each(BUILDS)("writing to (%s)", (_, engine) => {
  it("the id of a body, shape, joint or field changes nothing else", () => {
    const untouched = pairs(engine).world;
    const { world, kinds } = pairs(engine);
    for (const { objects, find, read, wanted } of kinds) {
      const [first, object] = objects;
      const { id } = object!;
      for (const label of LABELS(first!.id, world)) {
        write(object!, "id", label);
        expect(object!.id).toBe(label);
        expect([object!.alive, read(), find(id) === object]).toEqual([true, wanted, true]);
      }
    }
    untouched.step();
    world.step();
    expect(world.hash()).toBe(untouched.hash());
    for (const { objects, find } of kinds.reverse()) {
      const [first, object] = objects;
      const living = find(first!.id);
      expect([object!.destroy(), object!.alive, object!.destroy()]).toEqual([true, false, false]);
      expect([find(first!.id) === living, first!.alive]).toEqual([true, true]);
    }
    world.step();
    expect(world.validate()).toBe(0);
  });

  it("ids changes nothing where their objects are passed or found", () => {
    const { world, ground, a, b, shapes, joints } = pairs(engine);
    const [idA, idB] = [a.id, b.id];
    const hero = new Character(world as never, { position: { x: -9, y: -7.69 } });
    hero.move({ x: 0, y: -1 }, 1 / 60);
    for (const object of [ground, a, b, ...shapes, ...joints, ...ground.shapes]) {
      write(object, "id", Symbol("mine"));
    }
    expect(() => world.createJoint({ type: "weld", bodyA: a, bodyB: a })).toThrow(
      expect.objectContaining({ code: "same-body" }),
    );
    const [jointA, jointB] = joints;
    const gear = world.createJoint({ type: "gear", jointA, jointB, ratio: 2 } as never);
    expect(gear.bodyA).toBe(a);
    const across = world.createJoint({ type: "prismatic", bodyA: a, bodyB: b, axis: { x: 1, y: 0 } });
    expect([across.bodyA === a, across.bodyB === b]).toEqual([true, true]);
    world.ignorePair(a, b);
    expect(world.ignoresPair(a, b)).toBe(true);
    const hits = world.castRayAll({ x: 0, y: 9 }, { x: 20, y: 0 }, { exclude: [a] });
    expect(hits.map(({ body }) => body === b)).toEqual([true]);
    const pool = world.createField({ type: "area", region: shapes[0], force: { x: 1, y: 0 } } as never);
    expect(pool.region).toBe(shapes[0]);
    expect(a.addShape(engine.circle(0.2)).body).toBe(a);
    expect([world.body(idA) === a, world.body(idB) === b]).toEqual([true, true]);
    hero.state = structuredClone(hero.state);
    expect(hero.ground).toBe(ground.shapes[0]);
    world.restore(world.snapshot());
    world.step();
    expect([world.body(idA) === a, world.faulted]).toEqual([true, false]);
  });

  it("the type of a joint changes nothing else", () => {
    const { world, ground, a, joints } = pairs(engine);
    const [hinge] = joints;
    const nothing = () => {};
    const segment = (from: { x: number }, to: { x: number }) => expect(from.x + to.x).not.toBeNaN();
    for (const label of ["mouse", "pulley", "weld", Symbol("rope"), undefined]) {
      write(hinge!, "type", label);
      draw(world as never, { polygon: nothing, circle: nothing, segment, point: nothing });
      const gear = { type: "gear", jointA: hinge, bodyB: ground, jointB: joints[1], ratio: 1 };
      expect(world.createJoint(gear as never).destroy()).toBe(true);
      expect([hinge!.alive, hinge!.breakForce]).toEqual([true, 1e6]);
    }
    const weld = world.createJoint({ type: "weld", bodyA: ground, bodyB: a });
    write(weld, "type", "revolute");
    expect(() => world.createJoint({ type: "gear", jointA: weld, jointB: hinge, ratio: 1 } as never)).toThrow(
      "jointA is a weld joint; use a revolute, rotary or prismatic one.",
    );
    expect([hinge!.destroy(), weld.destroy(), hinge!.alive]).toEqual([true, true, false]);
  });

  it("a part of a world is refused, and the world goes on", () => {
    for (const part of PARTS) {
      const world = new engine.World();
      const body = world.createBody({ type: "dynamic", shape: engine.box(1, 1) });
      const saved = world.snapshot();
      for (const value of [[], "menu", null]) {
        expect(() => write(world, part, value)).toThrow(TypeError);
        expect(() => Object.defineProperty(world, part, { value })).toThrow(TypeError);
      }
      world.step();
      const moved = world.hash();
      world.restore(saved);
      world.step();
      expect([world.hash() === moved, world.interpolate().length > 0, body.destroy()]).toEqual([true, true, true]);
    }
  });
});

describe.each(BUILDS)("uses of worlds and objects (%s)", (_, { World, box }) => {
  it("a subclass with a field named like a part of a world cannot be made", () => {
    for (const part of PARTS) {
      const name = part as "score";
      const Game = class extends World {
        [name] = [];
      };
      expect(() => new Game()).toThrow(TypeError);
    }
  });

  it("other subclasses, and frozen worlds, work", () => {
    class Game extends World {
      score = 0;
      override paused = true;
      override profiling = true;
    }
    const game = new Game();
    const body = game.createBody({ type: "dynamic", shape: box(1, 1) });
    expect(game.advance(1)).toBe(0);
    const copy = Object.freeze(Game.fromSnapshot(game.snapshot()));
    for (const world of [game, copy]) {
      world.step();
      world.settings.sleepThreshold = 0.1;
    }
    expect([copy.hash(), copy.score, copy.state.slots, copy.profile.total > 0]).toEqual([
      game.hash(),
      0,
      game.state.slots,
      true,
    ]);
    expect(Object.keys(copy)).toEqual(expect.arrayContaining(PARTS));
    expect(body.alive).toBe(true);
  });

  it("objects show their id in texts and in messages to workers", () => {
    const world = new World();
    const body = world.createBody({ type: "dynamic", shape: box(1, 1) });
    const bodyA = world.createBody({ shape: box(1, 1) });
    const joint = world.createJoint({ type: "weld", bodyA, bodyB: body });
    const hit = world.castRay({ x: -5, y: 0 }, { x: 10, y: 0 })!;
    expect(JSON.parse(JSON.stringify(hit))).toMatchObject({ body: { id: hit.body.id }, shape: { id: hit.shape.id } });
    expect(structuredClone({ ...hit, joint })).toMatchObject({
      body: { id: hit.body.id },
      joint: { id: joint.id, type: "weld" },
    });
  });
});
