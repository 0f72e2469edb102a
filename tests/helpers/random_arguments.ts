// Random arguments for calls of the public interface: mostly valid, sometimes odd, sometimes of the wrong type, and now and
// then with fields that call the world while they are being read.
import type { Body, Engine, World } from "./engine.js";
import { Random } from "./numbers.js";

type Shape = NonNullable<ReturnType<World["shape"]>>;
type Joint = NonNullable<ReturnType<World["joint"]>>;
type Field = NonNullable<ReturnType<World["field"]>>;
export type Loose = Record<string, unknown>;

/** A world of one build, with everything that a program was handed by it. */
export interface Run {
  readonly engine: Engine;
  readonly world: World;
  readonly bodies: Body[];
  readonly shapes: Shape[];
  readonly joints: Joint[];
  readonly fields: Field[];
  readonly ids: number[];
  /** Snapshots, whichever build took them: all runs share one list. */
  readonly saved: Uint8Array[];
  /** Did the last call make further calls of the world, from a field or a predicate? */
  meddled: boolean;
}

const ODD_NUMBERS = [
  NaN,
  Infinity,
  -Infinity,
  -0,
  1e-45,
  -1e-30,
  1e10,
  1e30,
  -1e30,
  3.5e38,
  1e308,
  2 ** 31,
  -(2 ** 31),
  0.1,
];
const ODD_VALUES: unknown[] = [
  undefined,
  null,
  "1",
  "",
  true,
  10n,
  Symbol("odd"),
  () => 1,
  {},
  [],
  [1, 2],
  Object.freeze({ x: 1, y: 2 }),
  Object.create(null),
  { x: 1 },
  { x: "1", y: 2 },
  new Proxy({ x: 1, y: 2 }, {}),
  new Date(0),
  new Float32Array(4),
  { lower: 1, upper: -1 },
  { hertz: -1 },
];
/** The words of a text. */
export const words = (text: string): string[] => text.trim().split(/\s+/);

export const MATERIAL = words(`
  density friction staticFriction restitution rollingResistance surfaceSpeed frictionRule restitutionRule material
  oneWay sensor category mask group events
`);

/** The random choices of one call, and how likely they are to be odd. */
export class Chooser extends Random {
  constructor(
    seed: number,
    private readonly run: Run,
    private readonly oddness: number,
  ) {
    super(seed);
  }

  odd(): boolean {
    return this.chance(this.oddness);
  }

  /** What `usual` returns or, now and then, anything at all. */
  value<T>(usual: () => T): T {
    if (!this.odd()) {
      return usual();
    }
    return (this.chance(0.5) ? this.pick(ODD_NUMBERS) : this.pick(ODD_VALUES)) as T;
  }

  number(min: number, max: number): number {
    return this.value(() => (this.chance(0.1) ? Math.round(this.between(min, max)) : this.between(min, max)));
  }

  boolean(): boolean {
    return this.value(() => this.chance(0.5));
  }

  vector(size: number): { x: number; y: number } {
    return this.value(() => ({ x: this.number(-size, size), y: this.number(-size, size) }));
  }

  /** Some of the options, now and then with an unknown one. */
  some(options: Record<string, () => unknown>, share = 0.3): Loose {
    const chosen: Loose = {};
    for (const [key, make] of Object.entries(options)) {
      if (this.chance(share)) {
        chosen[key] = this.value(make);
      }
    }
    if (this.chance(this.oddness / 4)) {
      chosen.misspelt = 1;
    }
    return chosen;
  }

  /** A definition; at times it is a proxy, is frozen, or has a field that calls the world when it is read. */
  dressed<T extends object>(def: T): T {
    if (!this.odd()) {
      return def;
    }
    const { world } = this.run;
    const keys = Object.keys(def);
    if (keys.length === 0 || this.chance(0.3)) {
      return this.chance(0.5) ? new Proxy(def, {}) : Object.freeze(def);
    }
    const key = this.pick(keys);
    const value = (def as Loose)[key];
    const act = this.pick([
      () => world.step(),
      () => world.createBody({ type: "dynamic", shape: this.run.engine.circle(0.3) }),
      () => world.castRay({ x: -9, y: 1 }, { x: 20, y: 0 }, { mask: 1 }),
      () => world.overlapShape(this.run.engine.box(3, 3), { x: 0, y: 1 }, { sensors: true }),
      () => world.bodies.at(-1)?.destroy(),
      () => {
        throw new this.run.engine.PhysicsError("bad-type", "odd: this field throws; it is told to.");
      },
    ]);
    const { run } = this;
    let acted = false;
    return Object.defineProperty(def, key, {
      enumerable: true,
      get() {
        if (!acted) {
          acted = true;
          run.meddled = true;
          act();
        }
        return value;
      },
    });
  }

  one<T>(list: readonly T[]): T | undefined {
    return list.length === 0 ? undefined : this.pick(list);
  }

  /** A body of the run, perhaps a destroyed one. `body`, by contrast, returns anything at all now and then. */
  own(): Body {
    return this.pick(this.run.bodies);
  }

  body(): Body {
    return this.value(() => this.own());
  }

  shape(pieces = true): ReturnType<Engine["box"]> {
    const { engine } = this.run;
    const size = (): number => (this.chance(0.1) ? this.number(0, 8) : this.number(0.1, 1.5));
    const placement = (): Loose => this.some({ center: () => this.vector(1), angle: () => this.number(-4, 4) }, 0.15);
    const rounded = (): Loose => ({ ...placement(), ...this.some({ radius: () => this.number(0, 0.3) }, 0.2) });
    const points = (count: number): { x: number; y: number }[] =>
      this.value(() => Array.from({ length: count }, () => this.vector(1.5)));
    const makers: (() => unknown)[] = [
      () => engine.box(size(), size(), rounded()),
      () => engine.circle(size(), this.some({ center: () => this.vector(1) }, 0.2)),
      () => engine.capsule(size(), size(), placement()),
      () => engine.polygon(points(3 + this.below(9)), rounded()),
      () => engine.ellipse(size(), size(), rounded()),
      () => engine.superellipse(size(), size(), this.number(1.2, 20), rounded()),
      () => engine.segment(this.vector(3), this.vector(3), this.some({ radius: () => this.number(0, 0.2) })),
    ];
    if (pieces) {
      makers.push(
        () =>
          engine.chain(
            points(2 + this.below(6)),
            this.some({ loop: () => this.boolean(), oneSided: () => this.boolean() }),
          ),
        () => engine.halfSpace(this.vector(1)),
        () => engine.tileGrid({ columns: 1 + this.below(4), rows: 1 + this.below(3), tiles: () => this.chance(0.7) }),
        () => engine.heightField(Array.from({ length: 2 + this.below(5) }, () => this.number(-1, 1))),
      );
    }
    const made = this.value(this.pick(makers)) as ReturnType<Engine["box"]>;
    return this.chance(0.1) && typeof made === "object" ? (JSON.parse(JSON.stringify(made)) as typeof made) : made;
  }

  material(): Loose {
    return this.some(Object.fromEntries(MATERIAL.map((key) => [key, () => this.settable(key)])), 0.15);
  }

  traits(): Loose {
    const keys = words(`
      linearDamping angularDamping gravityScale fixedRotation locks bullet continuous awake sleep
      sleepThreshold
    `);
    return {
      ...this.some({ type: () => this.pick(["dynamic", "dynamic", "dynamic", "kinematic", "static"]) }, 0.9),
      ...this.some(Object.fromEntries(keys.map((key) => [key, () => this.settable(key)])), 0.1),
    };
  }

  filter(): Loose | undefined {
    if (this.chance(0.5)) {
      return undefined;
    }
    const { world, engine } = this.run;
    const predicates = [
      () => this.chance(0.5),
      (shape: Shape) => shape.id % 2 === 0,
      (shape: Shape) => shape.body.destroy(),
      () => world.castRay({ x: 0, y: 9 }, { x: 0, y: -20 }) !== null,
      () => world.createBody({ shape: engine.circle(0.2) }).alive,
    ];
    return this.dressed(
      this.some({
        category: () => this.settable("category"),
        mask: () => this.settable("mask"),
        types: () => this.pick(["dynamic", "static", ["dynamic", "kinematic"], []]),
        exclude: () => (this.chance(0.5) ? this.body() : [this.body(), this.body()]),
        sensors: () => this.boolean(),
        inside: () => this.boolean(),
        predicate: () => {
          const predicate = this.pick(predicates);
          return (shape: Shape) => {
            this.run.meddled = true;
            return predicate(shape);
          };
        },
      }),
    );
  }

  /** A value that the setter of this name may take. */
  settable(key: string): unknown {
    return this.value(() => {
      switch (key) {
        case "type":
          return this.pick(["static", "kinematic", "dynamic", "dynamic"]);
        case "x":
        case "y":
        case "angle":
          return this.number(-8, 8);
        case "position":
        case "target":
        case "groundAnchorA":
        case "groundAnchorB":
          return this.vector(8);
        case "anchorA":
        case "anchorB":
        case "axisA":
        case "oneWay":
          return this.vector(1);
        case "linearVelocity":
        case "gravity":
        case "force":
        case "linearOffset":
          return this.chance(0.2) ? undefined : this.vector(20);
        case "bullet":
        case "continuous":
        case "fixedRotation":
        case "awake":
        case "sleep":
        case "sensor":
        case "collide":
        case "sleeping":
          return this.boolean();
        case "locks":
          return this.some({ x: () => this.boolean(), y: () => this.boolean(), rotation: () => this.boolean() }, 0.5);
        case "events":
          return this.chance(0.3)
            ? this.boolean()
            : this.some({ contact: () => true, hit: () => true, sensor: () => false, swept: () => true }, 0.5);
        case "frictionRule":
        case "restitutionRule":
          return this.pick(["average", "geometric", "min", "multiply", "max", undefined]);
        case "category":
        case "mask":
          return this.pick([0, 1, 2, 3, 0xffffffff, -1, ~2]);
        case "group":
          return this.below(5) - 2;
        case "material":
          return this.below(4);
        case "iterations":
          return 1 + this.below(10);
        case "limit":
        case "springForce":
        case "forceRange":
          return this.chance(0.2) ? undefined : { lower: this.number(-2, 1), upper: this.number(0.5, 3) };
        case "motor":
          return this.chance(0.2)
            ? undefined
            : { speed: this.number(-5, 5), [this.pick(["maxForce", "maxTorque"])]: this.number(0, 50) };
        case "spring":
        case "angularSpring":
        case "softness":
          return this.chance(0.2) ? undefined : { hertz: this.number(0, 20), dampingRatio: this.number(0, 2) };
        case "jacobian":
          return this.some(
            { linearA: () => this.vector(1), angularA: () => this.number(-1, 1), linearB: () => this.vector(1) },
            0.7,
          );
        case "restitution":
          return this.chance(0.2) ? undefined : this.number(0, 1);
        default:
          return this.number(this.chance(0.2) ? -5 : 0, 5);
      }
    });
  }
}
