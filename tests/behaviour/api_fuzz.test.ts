import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as scree from "../../dist/index.js";
import { times, type Body, type World } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

// Calls of the public interface with arguments of every kind, valid and invalid. SCREE_FUZZ_CALLS sets how many.

const CALLS = Number(process.env.SCREE_FUZZ_CALLS ?? times(100_000, 10_000_000));
const CALLS_A_RUN = 60;
/** Search for the shortest failing sequence? For investigating a failure, not for regular runs. */
const SHRINK = process.env.SCREE_SHRINK === "1";

const odd = [
  NaN,
  Infinity,
  -Infinity,
  -0,
  0,
  1e-45,
  1e-40,
  1e30,
  -1e30,
  1e-30,
  3.5e38,
  1e308,
  1,
  -1,
  0.5,
  2,
  10,
  1e7,
  2 ** 31,
  2 ** 32 - 1,
];
const wrong: unknown[] = [undefined, null, "1", {}, [], true, () => 1, Symbol("s"), 10n];
const number = fc.oneof(
  { weight: 5, arbitrary: fc.double({ min: -20, max: 20, noNaN: true }) },
  { weight: 4, arbitrary: fc.constantFrom(...odd) },
  { weight: 1, arbitrary: fc.constantFrom(...(wrong as number[])) },
);
const vector = fc.oneof(
  { weight: 9, arbitrary: fc.record({ x: number, y: number }) },
  { weight: 1, arbitrary: fc.constantFrom(...(wrong as { x: number; y: number }[])) },
);
const switched = fc.oneof(
  { weight: 9, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.constantFrom(...(wrong as boolean[])) },
);
/** Picks one of the handles known so far; some are stale, some belong to another world. */
const which = fc.nat(1000);
const kind = fc.constantFrom("static", "kinematic", "dynamic", "dynamic", "dynamic", "soft");

interface Model {
  world: World;
  bodies: Body[];
  shapes: NonNullable<ReturnType<World["shape"]>>[];
  joints: NonNullable<ReturnType<World["joint"]>>[];
  saved: Uint8Array[];
}
type Call = (model: Model) => unknown;

const one = <T>(list: readonly T[], index: number): T => list[index % list.length]!;
const keep = <T>(list: T[], item: T): T => {
  list.push(item);
  return item;
};

const shape = fc.oneof(
  fc.tuple(number, number, number).map(
    ([w, h, radius]) =>
      () =>
        scree.box(w, h, { radius }),
  ),
  fc.tuple(number).map(
    ([r]) =>
      () =>
        scree.circle(r),
  ),
  fc.tuple(number, number).map(
    ([l, r]) =>
      () =>
        scree.capsule(l, r),
  ),
  fc.tuple(number, number).map(
    ([x, y]) =>
      () =>
        scree.ellipse(x, y),
  ),
  fc.array(vector, { maxLength: 40 }).map((points) => () => scree.polygon(points)),
  fc.tuple(vector, vector).map(
    ([a, b]) =>
      () =>
        scree.segment(a, b),
  ),
  fc.tuple(fc.array(vector, { maxLength: 8 }), switched).map(
    ([points, loop]) =>
      () =>
        scree.chain(points, { loop }),
  ),
  vector.map((normal) => () => scree.halfSpace(normal)),
  fc.constantFrom(...wrong).map((value) => () => value as ReturnType<typeof scree.box>),
);
const size = fc.double({ min: 0.05, max: 3, noNaN: true });
const goodShape = fc.oneof(
  fc.tuple(size, size).map(
    ([w, h]) =>
      () =>
        scree.box(w, h),
  ),
  size.map((r) => () => scree.circle(r)),
  fc.tuple(size, size).map(
    ([l, r]) =>
      () =>
        scree.capsule(l, r),
  ),
  fc.tuple(size, size).map(
    ([x, y]) =>
      () =>
        scree.ellipse(x, y),
  ),
);
const anyShape = fc.oneof({ weight: 3, arbitrary: goodShape }, { weight: 2, arbitrary: shape });

const material = fc.record(
  {
    density: number,
    friction: number,
    restitution: number,
    rollingResistance: number,
    surfaceSpeed: number,
    category: number,
    mask: number,
    group: number,
    sensor: switched,
  },
  { requiredKeys: [] },
);

const rule = fc.constantFrom("average", "geometric", "min", "multiply", "max", undefined, "sum", 1);
const fieldNumbers = [
  "angle",
  "strength",
  "falloff",
  "cap",
  "range",
  "linearDrag",
  "quadraticDrag",
  "angularDrag",
  "lift",
  "density",
  "mask",
] as const;
const some = (keys: readonly string[]): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(keys.map((key) => [key, number])), { requiredKeys: [] });
const fieldDef = fc.oneof(
  fc.tuple(number, vector, some(["falloff", "cap", "range", "angle"])).map(([strength, position, rest]) => ({
    type: "attractor",
    strength,
    position,
    ...rest,
  })),
  fc
    .tuple(vector, vector, some(["linearDrag", "quadraticDrag", "angularDrag", "lift", "mask"]))
    .map(([force, velocity, rest]) => ({
      type: "area",
      force,
      velocity,
      ...rest,
    })),
  fc.tuple(number, vector, some(["linearDrag", "quadraticDrag", "angularDrag"])).map(([density, gravity, rest]) => ({
    type: "fluid",
    density,
    gravity,
    ...rest,
  })),
);

/** A call whose arguments appear in fast-check's reports. */
const call = <T>(args: fc.Arbitrary<T>, make: (args: T) => Call): fc.Arbitrary<Call> =>
  args.map((values) =>
    Object.assign((model: Model) => make(values)(model), {
      [fc.toStringMethod]: () => `${fc.stringify(values)} ${make}`,
    }),
  );

const calls: fc.Arbitrary<Call>[] = [
  call(
    fc.tuple(
      fc.record(
        {
          type: kind,
          position: vector,
          angle: number,
          linearVelocity: vector,
          angularVelocity: number,
          linearDamping: number,
          angularDamping: number,
          gravityScale: number,
          bullet: switched,
          awake: switched,
          fixedRotation: switched,
          sleepThreshold: number,
        },
        { requiredKeys: ["type"] },
      ),
      anyShape,
      material,
    ),
    ([def, make, surface]): Call =>
      ({ world, bodies }) =>
        keep(bodies, world.createBody({ ...def, ...surface, shape: make() } as never)),
  ),
  call(
    fc.tuple(fc.double({ min: -8, max: 8, noNaN: true }), fc.double({ min: 0, max: 12, noNaN: true }), goodShape),
    ([x, y, make]): Call =>
      ({ world, bodies, shapes }) => {
        const body = keep(bodies, world.createBody({ type: "dynamic", position: { x, y }, shape: make() }));
        shapes.push(body.shapes[0]!);
      },
  ),
  call(
    fc.tuple(fc.integer({ min: -1, max: 5 }), fc.array(number, { maxLength: 10 }), anyShape),
    ([count, positions, make]): Call =>
      ({ world, bodies }) => {
        const ids = world.createBodies({ type: "dynamic", count, positions, shape: make() });
        bodies.push(...Array.from(ids, (id) => world.body(id)!));
      },
  ),
  call(
    fc.tuple(which, anyShape, material),
    ([i, make, surface]): Call =>
      ({ bodies, shapes }) =>
        keep(shapes, one(bodies, i).addShape(make(), surface as never)),
  ),
  call(
    fc.tuple(
      which,
      which,
      fc.constantFrom("distance", "revolute", "weld", "nothing"),
      vector,
      vector,
      number,
      number,
      number,
      number,
      switched,
    ),
    ([i, j, type, anchorA, anchorB, a, b, c, d, collide]): Call =>
      ({ world, bodies, joints }) =>
        keep(
          joints,
          world.createJoint({
            type,
            bodyA: one(bodies, i),
            bodyB: one(bodies, j),
            anchorA,
            anchorB,
            collide,
            limit: { lower: a, upper: b },
            spring: { hertz: c, dampingRatio: d },
            ...(type === "revolute" ? { motor: { speed: a, maxTorque: c } } : {}),
          } as never),
        ),
  ),
  call(
    fc.tuple(which, which),
    ([i, j]): Call =>
      ({ world, bodies, joints }) =>
        keep(joints, world.createJoint({ type: "revolute", bodyA: one(bodies, i), bodyB: one(bodies, j) })),
  ),
  call(
    fc.tuple(
      which,
      fc.constantFrom(
        "x",
        "y",
        "angle",
        "angularVelocity",
        "mass",
        "inertia",
        "linearDamping",
        "angularDamping",
        "gravityScale",
        "sleepThreshold",
        "torque",
      ),
      number,
    ),
    ([i, field, value]): Call =>
      ({ bodies }) => {
        (one(bodies, i) as unknown as Record<string, unknown>)[field] = value;
      },
  ),
  call(
    fc.tuple(which, fc.constantFrom("position", "linearVelocity", "force", "gravity"), vector),
    ([i, field, value]): Call =>
      ({ bodies }) => {
        (one(bodies, i) as unknown as Record<string, unknown>)[field] = value;
      },
  ),
  call(
    fc.tuple(which, fc.constantFrom("oneWay", "frictionRule", "restitutionRule"), fc.oneof(vector, rule)),
    ([i, field, value]): Call =>
      ({ shapes }) => {
        (one(shapes, i) as unknown as Record<string, unknown>)[field] = value;
      },
  ),
  call(
    fc.tuple(fc.oneof(fc.nat(3), number), fc.nat(3), fc.option(fc.record({ friction: number, restitution: number }))),
    ([a, b, pair]): Call =>
      ({ world }) =>
        world.setMaterialPair(a, b, pair),
  ),
  call(
    fc.tuple(fieldDef, fc.option(anyShape, { nil: undefined }), fc.boolean(), which),
    ([def, make, ofBody, i]): Call =>
      ({ world, shapes }) => {
        const region = ofBody ? one(shapes, i) : make?.();
        world.createField({ ...def, ...(region === undefined ? {} : { region }) } as never);
      },
  ),
  call(
    fc.tuple(
      which,
      fc.constantFrom(...fieldNumbers, "position", "force", "gravity", "enabled"),
      fc.oneof(number, vector, switched),
    ),
    ([i, field, value]): Call =>
      ({ world }) => {
        const fields = world.fields as unknown as Record<string, unknown>[];
        if (fields.length > 0) {
          one(fields, i)[field] = value;
        }
      },
  ),
  call(
    which,
    (i): Call =>
      ({ world }) =>
        world.fields[i % 4]?.destroy(),
  ),
  call(
    fc.record({ position: vector, radius: number, falloff: number, impulsePerLength: number }),
    (def): Call =>
      ({ world }) =>
        world.explode(def),
  ),
  call(
    fc.tuple(which, fc.constantFrom("bullet", "fixedRotation", "awake", "sleep"), switched),
    ([i, field, value]): Call =>
      ({ bodies }) => {
        (one(bodies, i) as unknown as Record<string, unknown>)[field] = value;
      },
  ),
  call(fc.tuple(which, kind), ([i, type]): Call => ({ bodies }) => {
    one(bodies, i).type = type as never;
  }),
  call(fc.tuple(which, switched, switched, switched), ([i, x, y, rotation]): Call => ({ bodies }) => {
    one(bodies, i).locks = { x, y, rotation };
  }),
  call(
    fc.tuple(which, vector, number),
    ([i, p, angle]): Call =>
      ({ bodies }) =>
        one(bodies, i).setTransform(p, angle),
  ),
  call(
    fc.tuple(which, fc.constantFrom("applyForce", "applyImpulse"), vector, fc.option(vector, { nil: undefined })),
    ([i, method, v, point]): Call =>
      ({ bodies }) =>
        one(bodies, i)[method as "applyForce"](v, point),
  ),
  call(
    fc.tuple(which, fc.constantFrom("applyTorque", "applyAngularImpulse"), number),
    ([i, method, value]): Call =>
      ({ bodies }) =>
        one(bodies, i)[method as "applyTorque"](value),
  ),
  call(
    fc.tuple(
      which,
      fc.constantFrom(
        "density",
        "friction",
        "staticFriction",
        "restitution",
        "rollingResistance",
        "surfaceSpeed",
        "category",
        "mask",
        "group",
        "sensor",
        "material",
      ),
      number,
    ),
    ([i, field, value]): Call =>
      ({ shapes }) => {
        (one(shapes, i) as unknown as Record<string, unknown>)[field] = value;
      },
  ),
  call(fc.tuple(which, switched), ([i, value]): Call => ({ shapes }) => {
    one(shapes, i).sensor = value;
  }),
  call(
    fc.tuple(which, fc.constantFrom("breakForce", "breakTorque", "length", "referenceAngle"), number),
    ([i, field, value]): Call =>
      ({ joints }) => {
        (one(joints, i) as unknown as Record<string, unknown>)[field] = value;
      },
  ),
  call(fc.tuple(which, number, number), ([i, lower, upper]): Call => ({ joints }) => {
    one(joints, i).limit = { lower, upper };
  }),
  call(fc.tuple(which, number, number), ([i, hertz, dampingRatio]): Call => ({ joints }) => {
    one(joints, i).spring = { hertz, dampingRatio };
  }),
  call(
    which,
    (i): Call =>
      ({ bodies }) =>
        one(bodies, i).destroy(),
  ),
  call(
    which,
    (i): Call =>
      ({ shapes }) =>
        one(shapes, i).destroy(),
  ),
  call(
    which,
    (i): Call =>
      ({ joints }) =>
        one(joints, i).destroy(),
  ),
  call(which, (i): Call => ({ bodies }) => {
    const body = one(bodies, i);
    return [body.x, body.mass, body.shapes, body.contacts, body.locks, body.toWorld({ x: 1, y: 0 })];
  }),
  call(which, (i): Call => ({ shapes }) => [one(shapes, i).geometry, one(shapes, i).friction, one(shapes, i).body.id]),
  call(which, (i): Call => ({ joints }) => [one(joints, i).force, one(joints, i).torque, one(joints, i).bodyA]),
  call(number, (id): Call => ({ world }) => [world.body(id), world.shape(id), world.joint(id)]),
  call(fc.tuple(vector, vector), ([a, b]): Call => ({ world }) => [world.castRay(a, b), world.castRayAll(a, b)]),
  call(
    fc.tuple(vector, vector),
    ([a, b]): Call =>
      ({ world }) =>
        world.overlapAABB(a, b),
  ),
  call(
    vector,
    (p): Call =>
      ({ world }) =>
        world.overlapPoint(p),
  ),
  call(
    fc.array(number, { maxLength: 12 }),
    (rays): Call =>
      ({ world }) =>
        world.castRays(Float32Array.from(rays, (value) => (typeof value === "number" ? value : 0))),
  ),
  call(fc.tuple(vector, vector, which, number), ([a, b, i, size]): Call => ({ world, bodies }) => {
    const filter = { exclude: one(bodies, i), types: ["dynamic", "static"] as const, inside: false };
    return [
      world.castShape({ type: "circle", radius: size } as never, a, b, filter),
      world.castShapeAll(scree.box(1, 2), a, b),
      world.overlapShape(scree.box(2, 0.5), { ...a, angle: size }, { sensors: true }),
      world.closestPoint(a, size),
      world.castRayAny(a, b, filter),
    ];
  }),
  call(fc.tuple(which, which, fc.boolean()), ([i, j, on]): Call => ({ world, bodies }) => {
    world.ignorePair(one(bodies, i), one(bodies, j), on);
  }),
  call(fc.tuple(which, fc.boolean()), ([i, on]): Call => ({ bodies }) => {
    one(bodies, i).continuous = on;
    one(bodies, i).bullet = !on;
  }),
  call(vector, (gravity): Call => ({ world }) => {
    world.gravity = gravity;
  }),
  call(
    fc.tuple(
      fc.constantFrom(
        "contactHertz",
        "contactDampingRatio",
        "jointHertz",
        "jointDampingRatio",
        "contactPushSpeed",
        "restitutionThreshold",
        "hitThreshold",
        "maxSpeed",
        "sleepThreshold",
      ),
      number,
    ),
    ([field, value]): Call =>
      ({ world }) => {
        (world.settings as unknown as Record<string, unknown>)[field] = value;
      },
  ),
  fc.constant<Call>(({ world, saved }) => keep(saved, world.snapshot())),
  call(
    which,
    (i): Call =>
      ({ world, saved }) =>
        saved.length > 0 && world.restore(one(saved, i)),
  ),
  call(
    fc.tuple(which, fc.nat(1e6), fc.integer({ min: 1, max: 255 })),
    ([i, at, change]): Call =>
      ({ world, saved }) => {
        if (saved.length > 0) {
          const bytes = one(saved, i).slice();
          bytes[at % bytes.length]! ^= change;
          world.restore(bytes);
        }
      },
  ),
  call(
    fc.tuple(number, number),
    ([dt, substeps]): Call =>
      ({ world }) =>
        world.step(dt, substeps),
  ),
  ...Array.from({ length: 6 }, () => fc.constant<Call>(({ world }) => world.step(1 / 60))),
];

describe("the public interface", () => {
  it("never traps, whatever it is given, refuses only with PhysicsError, and leaves the world as it was when it refuses", () => {
    const foreign = new scree.World();
    const stranger = foreign.createBody({ type: "dynamic", shape: scree.circle(1) });
    let made = 0;
    let refusals = 0;
    let runs = 0;
    fc.assert(
      fc.property(
        fc.array(fc.oneof(...calls), { minLength: SHRINK ? 1 : CALLS_A_RUN, maxLength: CALLS_A_RUN, size: "max" }),
        (sequence) => {
          const world = new scree.World({
            solver: (["soft", "soft", "impulse", "arcade"] as const)[runs % 4]!,
            integrator: (["semi-implicit", "explicit", "rk4"] as const)[runs % 3]!,
          }) as World;
          runs++;
          const ground = world.createBody({ position: { x: 0, y: -1 }, shape: scree.box(60, 2) });
          const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 2 }, shape: scree.box(1, 1) });
          const pin = world.createJoint({ type: "revolute", bodyA: ground, bodyB: crate, anchor: { x: 0, y: 3 } });
          const model: Model = {
            world,
            bodies: [ground, crate, stranger as Body],
            shapes: [crate.shapes[0]!],
            joints: [pin],
            saved: [],
          };
          for (const call of sequence) {
            const before = world.hash();
            made++;
            try {
              call(model);
            } catch (error) {
              refusals++;
              expect((error as Error).name, String((error as Error).stack)).toBe("PhysicsError");
              expect((error as { code: string }).code, (error as Error).message).not.toBe("faulted");
              expect(world.hash()).toBe(before);
            }
            expect(world.validate()).toBe(0);
          }
          for (let step = 0; step < 10; step++) {
            world.step(1 / 60);
          }
          expect(world.validate()).toBe(0);
          world.dispose();
        },
      ),
      { seed: 20_251_120, numRuns: Math.ceil(CALLS / CALLS_A_RUN), endOnFailure: !SHRINK },
    );
    expect(made).toBeGreaterThan(SHRINK ? 0 : CALLS - 1);
    expect(refusals).toBeGreaterThan(made / 20);
  });
});

describe("random scenes", () => {
  it("of all shapes stay finite for 600 steps", () => {
    for (let seed = 1; seed <= times(6, 1000); seed++) {
      const random = new Random(seed);
      const world = new scree.World();
      world.createBody({
        shapes: [
          scree.box(30, 1),
          scree.box(1, 20, { center: { x: -10, y: 10 } }),
          scree.box(1, 20, { center: { x: 10, y: 10 } }),
        ],
      });
      for (let i = 0; i < 60; i++) {
        const size = 10 ** random.between(-1.5, 0.3);
        const make = [
          () => scree.circle(size),
          () => scree.box(size, size * random.between(0.05, 3), { radius: random.chance(0.5) ? 0 : size / 5 }),
          () => scree.capsule(size, size / 3),
          () => scree.ellipse(size, size * random.between(0.1, 1)),
          () =>
            scree.polygon(
              Array.from({ length: 12 }, () => ({ x: random.between(-size, size), y: random.between(-size, size) })),
            ),
        ];
        world.createBody({
          type: "dynamic",
          position: { x: random.between(-7, 7), y: random.between(1, 15) },
          angle: random.between(-3, 3),
          linearVelocity: { x: random.between(-30, 30), y: random.between(-30, 30) },
          angularVelocity: random.between(-30, 30),
          shape: random.pick(make)(),
          density: 10 ** random.between(-2, 2),
          restitution: random.between(0, 1),
          friction: random.between(0, 2),
        });
      }
      for (let step = 0; step < 600; step++) {
        world.step();
      }
      expect(world.validate(), `seed ${seed}`).toBe(0);
      world.dispose();
    }
  });
});
