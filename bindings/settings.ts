import { WorldField } from "../assembly/abi/option_layout.js";
import * as check from "./check.js";
import type { Settings, WorldOptions } from "./definitions.js";
import type { Instance } from "./instance.js";
import { eventFlags } from "./material.js";
import { SLOT_MASK } from "./registry.js";

/** For each setting: its field in the core, whether it is a switch, and its largest value. */
const SETTINGS: {
  readonly [K in keyof Settings]: { readonly field: WorldField; readonly isSwitch?: boolean; readonly most?: number };
} = {
  sleeping: { field: WorldField.Sleeping, isSwitch: true },
  continuous: { field: WorldField.Continuous, isSwitch: true },
  contactHertz: { field: WorldField.ContactHertz },
  contactDampingRatio: { field: WorldField.ContactDampingRatio },
  jointHertz: { field: WorldField.JointHertz },
  jointDampingRatio: { field: WorldField.JointDampingRatio },
  contactPushSpeed: { field: WorldField.ContactPushSpeed },
  restitutionThreshold: { field: WorldField.RestitutionThreshold },
  hitThreshold: { field: WorldField.HitThreshold },
  maxSpeed: { field: WorldField.MaxSpeed },
  sleepThreshold: { field: WorldField.SleepThreshold },
  iterations: { field: WorldField.Iterations },
  projectionPercent: { field: WorldField.ProjectionPercent, most: 1 },
  projectionSlop: { field: WorldField.ProjectionSlop },
  timeToSleep: { field: WorldField.TimeToSleep },
};
const NAMES = Object.keys(SETTINGS) as (keyof Settings)[];

/** Broad phases in the order of the core's `BroadPhase`. */
const BROAD_PHASES = ["bvh", "auto", "tree", "sweep", "grid"] as const;

/** Names in the order of `SolverKind` and `IntegratorKind`. */
export const SOLVERS = ["soft", "impulse", "arcade"] as const;
export const INTEGRATORS = ["semi-implicit", "rk4", "explicit"] as const;

/** Options that name one of a list; the core knows them by number. */
const CHOICES = {
  broadPhase: { field: WorldField.BroadPhase, names: BROAD_PHASES },
  solver: { field: WorldField.Solver, names: SOLVERS },
  integrator: { field: WorldField.Integrator, names: INTEGRATORS },
} as const;

const OPTION_KEYS = new Set<string>([
  "gravity",
  "substeps",
  "timeStep",
  "maxSteps",
  "lengthUnit",
  "capacity",
  "profiling",
  "events",
  ...Object.keys(CHOICES),
  ...NAMES,
]);
const CAPACITY_KEYS = new Set(["bodies", "shapes", "contacts", "joints"]);

const MAX_SUBSTEPS = 64;
/** Shortest step that moves anything, and longest step (s). */
const MIN_TIME_STEP = 1e-9;
const MAX_TIME_STEP = 10;

/** Options, checked. */
export interface CheckedOptions {
  readonly lengthUnit: number;
  readonly timeStep: number;
  readonly substeps: number;
  readonly maxSteps: number;
  readonly profiling: boolean;
  readonly events: number;
  /** What to set in the core, and what each value is called in messages. */
  readonly core: readonly (readonly [field: WorldField, value: number, name: string])[];
  readonly capacity: ReturnType<typeof readCapacity>;
}

/** A step's length (s), 0 allowed. Less than a nanosecond counts as 0: its inverse would not fit in 32 bits. */
export function timeStep(value: unknown, name: string): number {
  const seconds = check.within(value, name, 0, MAX_TIME_STEP, "a number of seconds");
  return seconds < MIN_TIME_STEP ? 0 : seconds;
}

export function substepCount(value: unknown, name: string): number {
  return check.whole(value, name, 1, MAX_SUBSTEPS);
}

/** Checks everything that can be checked without a core. */
export function readOptions(value: unknown): CheckedOptions {
  const options = check.known(value, "options", OPTION_KEYS) as WorldOptions;
  const core: [WorldField, number, string][] = [];
  for (const key of Object.keys(CHOICES) as (keyof typeof CHOICES)[]) {
    const { field, names } = CHOICES[key];
    const wanted = options[key];
    const name = `options.${key}`;
    core.push([field, wanted === undefined ? 0 : check.oneOf(wanted, name, names, "unknown-option"), name]);
  }
  for (const key of NAMES) {
    if (options[key] !== undefined) {
      const name = `options.${key}`;
      core.push([SETTINGS[key].field, readSetting(key, options[key], name), name]);
    }
  }
  if (options.gravity !== undefined) {
    const { x, y } = check.vector(options.gravity, "options.gravity");
    core.push([WorldField.GravityX, x, "options.gravity"], [WorldField.GravityY, y, "options.gravity"]);
  }
  const { lengthUnit = 1, timeStep: step = 1 / 60, substeps = 4, maxSteps = 8, profiling = false } = options;
  return {
    lengthUnit: check.within(lengthUnit, "options.lengthUnit", 1e-5, 1e5),
    timeStep: positiveStep(step),
    substeps: substepCount(substeps, "options.substeps"),
    maxSteps: check.whole(maxSteps, "options.maxSteps", 1, 1000),
    profiling: check.boolean(profiling, "options.profiling"),
    events: eventFlags(options.events, "options.events"),
    core,
    capacity: readCapacity(options.capacity),
  };
}

/** The step of `advance` stays in 64 bits: the elapsed time is divided by it. */
function positiveStep(value: unknown): number {
  check.within(value, "options.timeStep", 1e-6, MAX_TIME_STEP, "a number of seconds");
  return value as number;
}

function readCapacity(value: unknown = 0): [bodies: number, shapes: number, contacts: number, joints: number] {
  if (typeof value === "number") {
    const bodies = check.whole(value, "options.capacity", 0, SLOT_MASK);
    return [bodies, bodies, 0, 0];
  }
  const { bodies = 0, shapes = 0, contacts = 0, joints = 0 } = check.known(value, "options.capacity", CAPACITY_KEYS);
  return [
    check.whole(bodies, "options.capacity.bodies", 0, SLOT_MASK),
    check.whole(shapes, "options.capacity.shapes", 0, SLOT_MASK),
    check.whole(contacts, "options.capacity.contacts", 0, 1 << 24),
    check.whole(joints, "options.capacity.joints", 0, SLOT_MASK),
  ];
}

function readSetting(key: keyof Settings, value: unknown, name: string): number {
  if (key === "iterations") {
    return check.whole(value, name, 1, 100);
  }
  const { isSwitch, most } = SETTINGS[key];
  if (most !== undefined) {
    return check.within(value, name, 0, most);
  }
  return isSwitch ? (check.boolean(value, name) ? 1 : 0) : check.positiveOrZero(value, name);
}

/** Applies checked options to a fresh core. */
export function applyOptions(to: Instance, { core, capacity }: CheckedOptions): void {
  for (const [field, value, name] of core) {
    to.check(to.core.worldSetOption(field, value), name);
  }
  const [bodies, shapes, contacts, joints] = capacity;
  if (bodies + shapes + contacts + joints > 0) {
    to.check(to.core.worldReserve(bodies, shapes, contacts, joints), "options.capacity");
  }
}

export function setGravity(to: Instance, value: unknown, name: string): void {
  const { x, y } = check.vector(value, name);
  to.check(to.core.worldSetOption(WorldField.GravityX, x), name);
  to.check(to.core.worldSetOption(WorldField.GravityY, y), name);
}

/**
 * Prototype of the settings. Only unknown names are looked up here, so that getting and setting a real
 * setting cost no more than without it.
 */
const NO_SETTING = new Proxy<object>(
  {},
  {
    set(_, key): never {
      throw check.unknownOption("settings", key, NAMES);
    },
  },
);

/** The settings of a world as an object with live getters and setters. */
export function liveSettings(of: Instance): Settings {
  const settings = Object.create(NO_SETTING) as Settings;
  for (const key of NAMES) {
    const { field, isSwitch } = SETTINGS[key];
    Object.defineProperty(settings, key, {
      enumerable: true,
      get: () => {
        const value = of.core.worldGetOption(field) + 0;
        return isSwitch ? value !== 0 : value;
      },
      set: (value: unknown) => {
        const name = `settings.${key}`;
        of.check(of.core.worldSetOption(field, readSetting(key, value, name)), name);
      },
    });
  }
  return Object.seal(settings);
}
