// Symptom: a game that set its wind, its tide, a pair of materials, or the mass of a body in each frame, all to what they were, had
// bodies that never fell asleep; so had one that forbade sleep again, in a world or for a body, after a body had been put to sleep by
// hand.
// Cause: setters of fields, pairs of materials and masses woke whatever they could reach without a look at the present value, and so did
// `resetMass` with nothing to take back.
// What must hold: setting a value to what it is changes nothing and wakes nobody; another value wakes.
import { describe, expect, it } from "vitest";
import { BUILDS, run, type Body, type Engine, type World } from "../helpers/engine.js";

/** Sets one value to another, or to what it is. */
type Set = (other: boolean) => void;
type Make = (world: World, crate: Body, engine: Engine) => Set;

const fields: [name: string, make: Make][] = [
  ...(["position", "force", "acceleration", "velocity", "gravity"] as const).map((name): [string, Make] => [
    `area.${name}`,
    (world, _crate, { box }) => {
      const area = world.createField({ type: "area", region: box(9, 9), linearDrag: 0.1, gravity: { x: 0, y: -9 } });
      return (other) => {
        const { x, y } = area[name]!;
        area[name] = { x, y: y + (other ? 0.1 : 0) };
      };
    },
  ]),
  ...(["angle", "linearDrag", "quadraticDrag", "angularDrag", "lift"] as const).map((name): [string, Make] => [
    `area.${name}`,
    (world, _crate, { box }) => {
      const area = world.createField({ type: "area", region: box(9, 9), linearDrag: 0.1 });
      return (other) => (area[name] += other ? 0.1 : 0);
    },
  ]),
  ...(["strength", "falloff", "cap", "range"] as const).map((name): [string, Make] => [
    `attractor.${name}`,
    (world) => {
      const sun = world.createField({ type: "attractor", position: { x: 0, y: -9 }, strength: 5, cap: 1, range: 99 });
      return (other) => (sun[name] += other ? 1 : 0);
    },
  ]),
  [
    "fluid.density",
    (world, _crate, { halfSpace }) => {
      const region = halfSpace({ x: 0, y: 1 });
      const lake = world.createField({ type: "fluid", region, position: { x: 0, y: 0.6 }, density: 0.3 });
      return (other) => (lake.density += other ? 0.1 : 0);
    },
  ],
  [
    "field.mask",
    (world) => {
      const area = world.createField({ type: "area", force: { x: 0, y: -1 }, mask: 3 });
      return (other) => (area.mask = other ? 1 : 3);
    },
  ],
  [
    "field.enabled",
    (world) => {
      const area = world.createField({ type: "area", force: { x: 0, y: -1 } });
      return (other) => (area.enabled = !other);
    },
  ],
  [
    "no gravity of a field",
    (world) => {
      const area = world.createField({ type: "area", force: { x: 0, y: -1 } });
      return (other) => (area.gravity = other ? { x: 0, y: -9 } : undefined);
    },
  ],
];

const others: [name: string, make: Make][] = [
  [
    "a pair of materials",
    (world) => {
      world.setMaterialPair(1, 2, { friction: 0.3, restitution: 0 });
      return (other) => world.setMaterialPair(2, 1, { friction: other ? 0.4 : 0.3, restitution: 0 });
    },
  ],
  ["no pair of materials", (world) => (other) => world.setMaterialPair(1, 2, other ? { restitution: 0.1 } : null)],
  [
    "a pair taken away",
    (world) => {
      world.setMaterialPair(1, 2, { friction: 0.3 });
      return (other) => world.setMaterialPair(1, 2, other ? null : { friction: 0.3 });
    },
  ],
  ["body.mass", (_, crate) => (other) => (crate.mass += other ? 1 : 0)],
  ["body.inertia", (_, crate) => (other) => (crate.inertia += other ? 1 : 0)],
  [
    "resetMass of a body without its own",
    (_, crate) => (other) => {
      crate.mass = other ? 3 : crate.mass;
      crate.resetMass();
    },
  ],
  [
    "resetMass of a body with its own",
    (_, crate) => {
      crate.mass = 3;
      return (other) => {
        if (other) {
          crate.resetMass();
        }
      };
    },
  ],
];

describe.each(BUILDS)("values set to what they are in every frame (%s)", (_name, engine) => {
  const { World, box } = engine;

  function scene(): { world: World; crate: Body } {
    const world = new World();
    world.createBody({ position: { x: 0, y: -0.5 }, shape: box(20, 1), material: 1 });
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: box(1, 1), material: 2 });
    return { world, crate };
  }

  it.each([...fields, ...others])(
    "%s lets a crate fall asleep and sleep on, and wakes it on a change",
    (_what, make) => {
      const { world, crate } = scene();
      const set = make(world, crate, engine);
      run(world, 3, () => set(false));
      expect(crate.awake).toBe(false);
      const before = world.hash();
      set(false);
      expect([crate.awake, world.hash()]).toEqual([false, before]);
      set(true);
      expect(crate.awake).toBe(true);
      world.dispose();
    },
  );

  it("a mass that is set to its present value is the body's own", () => {
    const { world, crate } = scene();
    run(world, 3);
    const { mass, inertia } = crate;
    crate.mass = mass;
    crate.shapes[0]!.density = 5;
    expect([crate.mass, crate.inertia]).toEqual([mass, inertia]);
    crate.resetMass();
    expect(crate.mass).toBe(5);
    const shaped = crate.inertia;
    crate.inertia = shaped;
    crate.shapes[0]!.density = 1;
    expect(crate.mass).toBe(5);
    world.dispose();
  });

  it("a body that may not sleep, and was put to sleep by hand, sleeps on", () => {
    for (const say of [
      (world: World) => (world.settings.sleeping = false),
      (_: World, body: Body) => (body.sleep = false),
    ]) {
      const { world, crate } = scene();
      run(world, 3);
      say(world, crate);
      expect(crate.awake).toBe(true);
      crate.awake = false;
      say(world, crate);
      world.step();
      expect(crate.awake).toBe(false);
      world.dispose();
    }
  });
});
