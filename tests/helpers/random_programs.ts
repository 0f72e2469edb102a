// Random programs over the whole public interface: every option, setter, getter, query and bulk call. A call is a number: what the
// call does follows from this number and the state of the world alone, so that several builds can run one program side by side.
import type { Body, Engine } from "./engine.js";
import { Chooser, MATERIAL, words, type Loose, type Run } from "./random_arguments.js";
import { JOINT_KINDS } from "./joint_kinds.js";
import { randomJoint } from "./random_joints.js";

const BODY_SETTERS = words(`
  type x y angle position linearVelocity angularVelocity mass inertia linearDamping angularDamping gravityScale
  gravity force torque bullet continuous fixedRotation locks awake sleep sleepThreshold userData
`);
const BODY_GETTERS = [
  ...BODY_SETTERS,
  ...words(`
  id slot alive centerOfMass shapes contacts whyAwake
`),
];
const SHAPE_GETTERS = [
  ...MATERIAL,
  ...words(`
  id slot alive type body geometry userData
`),
];
const JOINT_SETTERS = words(`
  anchorA anchorB limit motor spring angularSpring softness collide breakForce breakTorque length springForce
  referenceAngle targetAngle phase ratchet axisA targetTranslation linearOffset angularOffset linearVelocity
  angularVelocity maxForce maxTorque target ratio groundAnchorA groundAnchorB jacobian error targetSpeed forceRange
`);
const JOINT_GETTERS = [
  ...JOINT_SETTERS,
  ...words(`
  id type alive bodyA bodyB force torque speed distance angle translation motorForce motorTorque jointA jointB
`),
];
const SETTINGS = words(`
  sleeping continuous contactHertz contactDampingRatio jointHertz jointDampingRatio contactPushSpeed
  restitutionThreshold hitThreshold maxSpeed sleepThreshold iterations projectionPercent projectionSlop timeToSleep
`);
const WORLD_GETTERS = words(`
  gravity lengthUnit solver integrator counters bodies joints fields moved alpha faulted
`);
const EVENTS = words(`
  contactBegin contactEnd hit sensorBegin sensorEnd sleep jointBreak swept
`);

/** A value as text, the same in every build; the world's objects are named by their ids. */
export function digest(value: unknown, engine: Engine, depth = 0): string {
  if (typeof value === "number") {
    return String(value); // −0 as 0: builds may differ in it, and the hash does not tell them apart either
  }
  if (typeof value !== "object" || value === null) {
    return typeof value === "function" ? "function" : String(value);
  }
  if (
    value instanceof engine.Body ||
    value instanceof engine.Shape ||
    value instanceof engine.Joint ||
    value instanceof engine.Field
  ) {
    return `${value.constructor.name} ${value.id}`;
  }
  if (depth > 5) {
    return "…";
  }
  if (ArrayBuffer.isView(value)) {
    return `[${Array.from(value as Uint32Array, (item) => digest(item, engine)).join()}]`;
  }
  if (Array.isArray(value)) {
    return `[${value.map((item) => digest(item, engine, depth + 1)).join()}]`;
  }
  const keys = Object.keys(value).filter((key) => key !== "userData" && key !== "bytes" && key !== "liveBytes");
  return `{${keys.map((key) => `${key}: ${digest((value as Loose)[key], engine, depth + 1)}`).join()}}`;
}

function remember(run: Run, body: Body): Body {
  run.bodies.push(body);
  run.ids.push(body.id);
  run.shapes.push(...body.shapes.slice(0, 4));
  return body;
}

type Call = (c: Chooser, run: Run) => unknown;

const CALLS: readonly (readonly [weight: number, name: string, call: Call])[] = [
  [
    8,
    "step",
    (c, { world }) =>
      world.step(
        c.value(() => c.pick([1 / 60, 1 / 60, 0, 1 / 30, 0.001])),
        c.value(() => c.pick([undefined, 1, 4, 9])),
      ),
  ],
  [1, "advance", (c, { world }) => world.advance(c.number(0, 0.05))],
  [
    6,
    "createBody",
    (c, run) => {
      const def = {
        ...c.traits(),
        ...c.some({ position: () => c.vector(6), angle: () => c.settable("angle") }, 0.9),
        ...c.some(
          {
            linearVelocity: () => c.vector(20),
            angularVelocity: () => c.number(-9, 9),
            gravity: () => c.vector(9),
            force: () => c.vector(9),
            torque: () => c.number(-3, 3),
            userData: () => c.number(0, 9),
          },
          0.15,
        ),
        ...(c.chance(0.75)
          ? { shape: c.shape() }
          : c.some(
              {
                shapes: () =>
                  Array.from({ length: c.below(4) }, () =>
                    c.chance(0.5) ? { shape: c.shape(), ...c.material() } : { ...c.shape(), ...c.material() },
                  ),
              },
              0.7,
            )),
        ...c.material(),
      };
      return remember(run, run.world.createBody(c.dressed(def) as never));
    },
  ],
  [
    2,
    "createBodies",
    (c, run) => {
      const count = c.value(() => c.below(6));
      const n = typeof count === "number" && count < 10 ? count : 3;
      const numbers = (length: number): unknown =>
        c.value(() => Float32Array.from({ length: length + (c.odd() ? 1 : 0) }, () => c.between(-6, 6)));
      const def = {
        count,
        positions: numbers(2 * n),
        shape: c.shape(c.odd()),
        ...c.traits(),
        ...c.material(),
        ...c.some({ angles: () => numbers(n), velocities: () => numbers((c.chance(0.5) ? 2 : 3) * n) }, 0.4),
      };
      const ids = run.world.createBodies(c.dressed(def) as never);
      for (const id of ids) {
        remember(run, run.world.body(id)!);
      }
      return ids;
    },
  ],
  [
    2,
    "bulk motion",
    (c, run) => {
      const method = c.pick(["setTransforms", "setVelocities", "applyForces", "applyImpulses"] as const);
      const ids = c.value(() => Array.from({ length: c.below(4) }, () => c.value(() => c.one(run.ids) ?? 0) as number));
      const rows = c.value(() =>
        Array.from({ length: 3 * (Array.isArray(ids) ? ids.length : 1) + (c.odd() ? 1 : 0) }, () => c.number(-5, 5)),
      );
      return run.world[method](ids, rows);
    },
  ],
  [
    3,
    "addShape",
    (c, run) => {
      const shape = c.own().addShape(c.shape(), c.dressed(c.material()) as never);
      run.shapes.push(shape);
      return shape;
    },
  ],
  [
    4,
    "createJoint",
    (c, run) => {
      const joint = randomJoint(run.world, c, c.pick(JOINT_KINDS), c.own(), c.own(), run.joints);
      run.joints.push(joint);
      return joint;
    },
  ],
  [
    3,
    "createJoint of any options",
    (c, run) => {
      const options = Object.fromEntries(JOINT_SETTERS.map((key) => [key, () => c.settable(key)]));
      const def = {
        type: c.value(() => c.pick(JOINT_KINDS)),
        bodyA: c.body(),
        bodyB: c.body(),
        ...c.some(
          {
            anchor: () => c.vector(4),
            axis: () => c.vector(1),
            jointA: () => c.one(run.joints),
            jointB: () => c.one(run.joints),
          },
          0.2,
        ),
        ...c.some(options, 0.04),
      };
      const joint = run.world.createJoint(c.dressed(def) as never);
      run.joints.push(joint);
      return joint;
    },
  ],
  [6, "set of a body", (c) => set(c, c.own(), c.pick(BODY_SETTERS))],
  [4, "set of a shape", (c, { shapes }) => set(c, c.one(shapes), c.pick(MATERIAL))],
  [5, "set of a joint", (c, { joints }) => setKnown(c, c.one(joints), JOINT_SETTERS)],
  [
    2,
    "set of the world",
    (c, { world }) => (c.chance(0.3) ? set(c, world, "gravity") : set(c, world.settings, c.pick(SETTINGS))),
  ],
  [3, "get of a body", (c) => (c.own() as unknown as Loose)[c.pick(BODY_GETTERS)]],
  [2, "get of a shape", (c, { shapes }) => (c.one(shapes) as unknown as Loose | undefined)?.[c.pick(SHAPE_GETTERS)]],
  [3, "get of a joint", (c, { joints }) => (c.one(joints) as unknown as Loose | undefined)?.[c.pick(JOINT_GETTERS)]],
  [2, "get of the world", (c, { world }) => (world as unknown as Loose)[c.pick(WORLD_GETTERS)]],
  [3, "events", (c, { world }) => (world.events as unknown as Loose)[c.pick(EVENTS)]],
  [1, "raw events", (c, { world }) => world.events.raw(c.value(() => c.pick(EVENTS)) as "hit")],
  [1, "state", (_, { world }) => [world.state.transforms, world.state.velocities, world.state.flags]],
  [
    4,
    "motion",
    (c) => {
      const body = c.own();
      const at = c.chance(0.5) ? undefined : c.vector(8);
      switch (c.below(8)) {
        case 0:
          return body.setTransform(c.vector(8), c.chance(0.3) ? undefined : c.number(-4, 4));
        case 1:
          return body.moveTo(c.vector(8), c.chance(0.3) ? undefined : c.number(-4, 4), c.number(0.01, 1));
        case 2:
          return body.applyForce(c.vector(200), at);
        case 3:
          return body.applyImpulse(c.vector(20), at);
        case 4:
          return body.applyTorque(c.number(-50, 50));
        case 5:
          return body.applyAngularImpulse(c.number(-5, 5));
        case 6:
          return [body.toLocal(c.vector(5)), body.toWorld(c.vector(5)), body.velocityAt(c.vector(5))];
        default:
          return body.wake();
      }
    },
  ],
  [
    2,
    "shape",
    (c, { shapes }) =>
      c.chance(0.5) ? c.one(shapes)?.setGeometry(c.shape(c.odd())) : c.one(shapes)?.testPoint(c.vector(5)),
  ],
  [2, "destroy a body", (c) => c.own().destroy()],
  [1, "destroy a shape", (c, { shapes }) => c.one(shapes)?.destroy()],
  [1, "destroy a joint", (c, { joints }) => c.one(joints)?.destroy()],
  [
    1,
    "field",
    (c, run) => {
      const region = c.chance(0.5) ? c.one(run.shapes) : c.shape();
      const place = { region: () => region, position: () => c.vector(5), mask: () => c.settable("mask") };
      const flow = { velocity: () => c.vector(9), gravity: () => c.vector(9), linearDrag: () => c.number(0, 2) };
      const def = c.pick([
        () => ({ type: "attractor", strength: c.number(-9, 9), ...c.some({ falloff: () => c.below(4), ...place }) }),
        () => ({ type: "area", ...c.some({ force: () => c.vector(9), ...flow, ...place }) }),
        () => ({
          type: "fluid",
          density: c.number(0.1, 3),
          ...c.some({ enabled: () => c.boolean(), ...flow, ...place }),
        }),
        () => ({ type: c.value(() => "area"), ...c.some({ strength: () => 1, density: () => 1, ...flow, ...place }) }),
      ])();
      const field = run.world.createField(c.dressed(def) as never);
      run.fields.push(field);
      return field;
    },
  ],
  [
    1,
    "set of a field",
    (c, { fields }) =>
      set(
        c,
        c.one(fields),
        c.pick([
          "position",
          "angle",
          "mask",
          "enabled",
          "gravity",
          "velocity",
          "force",
          "acceleration",
          "strength",
          "range",
          "cap",
          "lift",
          "linearDrag",
          "density",
        ]),
      ),
  ],
  [1, "destroy a field", (c, { fields }) => c.one(fields)?.destroy()],
  [
    1,
    "explode",
    (c, { world }) =>
      world.explode(
        c.dressed({
          position: c.vector(5),
          radius: c.number(0, 5),
          impulsePerLength: c.number(-5, 5),
          ...c.some({ falloff: () => c.number(0, 3) }),
        }),
      ),
  ],
  [
    1,
    "pairs of bodies",
    (c, { world }) => {
      const [a, b] = [c.body(), c.body()];
      world.ignorePair(a, b, c.boolean());
      return world.ignoresPair(a, b);
    },
  ],
  [
    1,
    "pairs of materials",
    (c, { world }) => [
      world.setMaterialPair(
        c.below(4),
        c.value(() => c.below(4)),
        c.value(() => c.some({ friction: () => c.number(0, 1), restitution: () => c.number(0, 1) }, 0.6)),
      ),
      world.materialPair(1, 2),
    ],
  ],
  [
    7,
    "query",
    (c, { world }) => {
      const at = c.vector(8);
      const way = c.vector(20);
      const filter = c.filter() as never;
      switch (c.below(12)) {
        case 0:
          return world.castRay(at, way, filter);
        case 1:
          return world.castRayAll(
            at,
            way,
            filter,
            c.value(() => c.pick([undefined, []])),
          );
        case 2:
          return world.castRayAny(at, way, filter);
        case 3:
          return world.castCircle(at, c.number(0, 1), way, filter);
        case 4:
          return world.castShape(
            c.shape(c.odd()),
            c.chance(0.3) ? c.body() : c.dressed({ ...at, angle: 1 }),
            way,
            filter,
          );
        case 5:
          return world.castShapeAll(c.shape(c.odd()), c.dressed({ position: at }) as never, way, filter);
        case 6:
          return world.overlapShape(c.shape(c.odd()), at, filter);
        case 7:
          return world.overlapPoint(at, filter);
        case 8:
          return c.chance(0.5)
            ? world.overlapAABB(at, way, filter)
            : world.overlapAABB({ lower: at, upper: way }, filter);
        case 9:
          return world.closestPoint(at, c.number(0, 9), filter);
        case 10:
          return world.castRays(
            Float32Array.from({ length: 4 * c.below(4) + (c.odd() ? 1 : 0) }, () => c.between(-9, 9)),
            c.value(() => c.pick([undefined, new Float32Array(24), new Float32Array(8)])),
            filter,
          );
        default:
          return [
            world.overlapPoints(
              Float32Array.from({ length: 2 * c.below(4) }, () => c.between(-5, 5)),
              undefined,
              filter,
            ),
            world.overlapAABBs(Float32Array.of(-3, -3, c.between(-2, 5), 4)),
          ];
      }
    },
  ],
  [
    1,
    "by id",
    (c, { world, ids }) =>
      [c.value(() => c.one(ids)), c.number(0, 9)].map((id) => [world.body(id!), world.shape(id!), world.joint(id!)]),
  ],
  [2, "restore", (c, { world, saved }) => world.restore(c.value(() => c.one(saved) as Uint8Array))],
  [
    1,
    "restore what was damaged",
    (c, { world, saved }) => {
      const bytes = c.one(saved)?.slice(0, c.chance(0.3) ? 100 * c.below(40) : undefined);
      if (bytes !== undefined && bytes.length > 0) {
        bytes[c.below(bytes.length)]! ^= 1 + c.below(255);
        world.restore(bytes);
      }
    },
  ],
  [1, "interpolate", (c, { world }) => [world.interpolate(undefined, c.number(0, 1)), c.own().interpolated()]],
];
const WEIGHTS = CALLS.reduce((sum, [weight]) => sum + weight, 0);

function set(c: Chooser, object: unknown, key: string): unknown {
  if (object !== undefined) {
    (object as Loose)[key] = c.settable(key);
  }
  return key;
}

function hasSetter(object: object, key: string): boolean {
  for (let from: object | null = object; from !== null; from = Object.getPrototypeOf(from) as object | null) {
    const property = Object.getOwnPropertyDescriptor(from, key);
    if (property !== undefined) {
      return property.set !== undefined;
    }
  }
  return false;
}

/** Sets a property that the object's class has a setter for. */
function setKnown(c: Chooser, object: object | undefined, keys: readonly string[]): unknown {
  const has = keys.filter((key) => object !== undefined && hasSetter(object, key));
  return has.length === 0 ? undefined : set(c, object, c.pick(has));
}

export interface Outcome {
  readonly name: string;
  /** What the call returned, or the error it was refused with. */
  readonly answer: string;
  readonly refused: boolean;
}

/** Makes the call with this number. An error that is not a refusal is thrown. */
export function take(seed: number, run: Run, oddness: number): Outcome {
  const c = new Chooser(seed, run, oddness);
  run.meddled = false;
  let at = c.below(WEIGHTS);
  const [, name, call] = CALLS.find(([weight]) => (at -= weight) < 0)!;
  try {
    return { name, answer: digest(call(c, run), run.engine), refused: false };
  } catch (error) {
    if (error instanceof run.engine.PhysicsError) {
      return { name, answer: `${error.code}: ${error.message}`, refused: true };
    }
    throw new Error(`${name} of ${seed}: ${String((error as Error).stack)}`, { cause: error });
  }
}

const OPTIONS = (c: Chooser): Loose => ({
  ...c.some(
    {
      gravity: () => c.vector(10),
      substeps: () => 1 + c.below(6),
      sleeping: () => c.boolean(),
      continuous: () => c.boolean(),
      broadPhase: () => c.pick(["auto", "bvh", "tree", "sweep", "grid"]),
      solver: () => c.pick(["soft", "impulse", "arcade"]),
      integrator: () => c.pick(["semi-implicit", "rk4", "explicit"]),
      capacity: () => c.pick([0, 10, 1000, { bodies: 5, contacts: 9 }]),
      events: () => c.boolean(),
    },
    0.2,
  ),
});

/** A world of each build to start from, all with the same content. */
export function begin(seed: number, engines: readonly Engine[]): Run[] {
  const saved: Uint8Array[] = [];
  return engines.map((engine) => {
    const blank = { engine, saved } as unknown as Run;
    const world = new engine.World(OPTIONS(new Chooser(seed, blank, 0)));
    const run: Run = { engine, world, bodies: [], shapes: [], joints: [], fields: [], ids: [], saved, meddled: false };
    remember(run, world.createBody({ position: { x: 0, y: -2 }, shape: engine.box(30, 2) }));
    remember(run, world.createBody({ type: "dynamic", position: { x: 0, y: 1 }, shape: engine.box(1, 1) }));
    remember(run, world.createBody({ type: "dynamic", position: { x: 2, y: 1 }, shape: engine.circle(0.5) }));
    return run;
  });
}
