import { WorldField } from "../assembly/abi/option_layout.js";
import * as check from "./check.js";
import type { Settings, WorldOptions } from "./definitions.js";
import { PhysicsError } from "./errors.js";
import type { Instance } from "./instance.js";
import { eventFlags } from "./material.js";
import { SLOT_MASK } from "./registry.js";

/** Field of the core for each setting, and whether it is a switch. */
const SETTINGS: { readonly [K in keyof Settings]: { readonly field: WorldField; readonly isSwitch?: boolean } } = {
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
  projectionPercent: { field: WorldField.ProjectionPercent },
  projectionSlop: { field: WorldField.ProjectionSlop },
  timeToSleep: { field: WorldField.TimeToSleep },
};
const NAMES = Object.keys(SETTINGS) as (keyof Settings)[];

/** Broad phases in the order of the core's `BroadPhase`. */
const BROAD_PHASES = ["bvh", "auto", "tree", "sweep", "grid"] as const;

/** Options of which this version has some values only. */
const CHOICES = {
  broadPhase: { all: BROAD_PHASES, here: BROAD_PHASES },
  solver: { all: ["soft", "impulse", "arcade"], here: ["soft", "impulse", "arcade"] },
  integrator: { all: ["semi-implicit", "rk4", "explicit"], here: ["semi-implicit", "rk4", "explicit"] },
} as const;
/** Names by their numbers, `SolverKind` and `IntegratorKind`. */
export const SOLVERS = CHOICES.solver.all;
export const INTEGRATORS = CHOICES.integrator.all;

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

/** Options that are the bindings' own, checked. */
export interface CheckedOptions {
  readonly lengthUnit: number;
  readonly timeStep: number;
  readonly substeps: number;
  readonly maxSteps: number;
  readonly profiling: boolean;
  readonly events: number;
}

/** A step's length (s), 0 allowed. Less than a nanosecond is none: its inverse would not be a number of 32 bits. */
export function timeStep(value: unknown, name: string): number {
  const seconds = check.within(value, name, 0, MAX_TIME_STEP, "seconds");
  return seconds < MIN_TIME_STEP ? 0 : seconds;
}

export function substepCount(value: unknown, name: string): number {
  return check.whole(value, name, 1, MAX_SUBSTEPS);
}

/** Checks everything that needs no core. */
export function readOptions(value: unknown): CheckedOptions {
  const options = check.known(value, "options", OPTION_KEYS) as WorldOptions;
  for (const key of Object.keys(CHOICES) as (keyof typeof CHOICES)[]) {
    const { all, here } = CHOICES[key];
    const wanted = options[key];
    if (wanted !== undefined) {
      check.oneOf<string>(wanted, `options.${key}`, all, "unknown-option");
      if (!(here as readonly string[]).includes(wanted)) {
        const list = here.map((name) => `"${name}"`).join(", ");
        throw new PhysicsError(
          "not-available",
          `options.${key} is "${wanted}", which this version does not have; it has ${list}.`,
        );
      }
    }
  }
  for (const key of NAMES) {
    if (options[key] !== undefined) {
      readSetting(key, options[key], `options.${key}`);
    }
  }
  if (options.gravity !== undefined) {
    check.vector(options.gravity, "options.gravity");
  }
  readCapacity(options.capacity);
  const { lengthUnit, timeStep: step, substeps, maxSteps, profiling } = options;
  return {
    lengthUnit: lengthUnit === undefined ? 1 : check.within(lengthUnit, "options.lengthUnit", 1e-5, 1e5),
    timeStep: step === undefined ? 1 / 60 : positiveStep(step),
    substeps: substeps === undefined ? 4 : substepCount(substeps, "options.substeps"),
    maxSteps: maxSteps === undefined ? 8 : check.whole(maxSteps, "options.maxSteps", 1, 1000),
    profiling: profiling !== undefined && check.boolean(profiling, "options.profiling"),
    events: eventFlags(options.events, "options.events"),
  };
}

/** The step of `advance` keeps its 64 bits: it is what the elapsed time is divided by. */
function positiveStep(value: unknown): number {
  check.within(value, "options.timeStep", 1e-6, MAX_TIME_STEP, "seconds");
  return value as number;
}

function readCapacity(value: unknown): [bodies: number, shapes: number, contacts: number, joints: number] {
  const read = (item: unknown, name: string, max: number): number =>
    item === undefined ? 0 : check.whole(item, name, 0, max);
  if (value === undefined || typeof value === "number") {
    const bodies = read(value, "options.capacity", SLOT_MASK);
    return [bodies, bodies, 0, 0];
  }
  const { bodies, shapes, contacts, joints } = check.known(value, "options.capacity", CAPACITY_KEYS);
  return [
    read(bodies, "options.capacity.bodies", SLOT_MASK),
    read(shapes, "options.capacity.shapes", SLOT_MASK),
    read(contacts, "options.capacity.contacts", 1 << 24),
    read(joints, "options.capacity.joints", SLOT_MASK),
  ];
}

function readSetting(key: keyof Settings, value: unknown, name: string): number {
  if (key === "iterations") {
    return check.whole(value, name, 1, 100);
  }
  return SETTINGS[key].isSwitch ? (check.boolean(value, name) ? 1 : 0) : check.positiveOrZero(value, name);
}

/** Gives checked options to a fresh core. */
export function applyOptions(to: Instance, options: WorldOptions): void {
  const { core } = to;
  for (const key of NAMES) {
    const value = options[key];
    if (value !== undefined) {
      to.check(core.worldSetOption(SETTINGS[key].field, readSetting(key, value, key)), `options.${key}`);
    }
  }
  if (options.broadPhase !== undefined) {
    core.worldSetOption(WorldField.BroadPhase, BROAD_PHASES.indexOf(options.broadPhase));
  }
  if (options.gravity !== undefined) {
    setGravity(to, options.gravity, "options.gravity");
  }
  const { solver = "soft", integrator = "semi-implicit" } = options;
  to.check(core.worldSetOption(WorldField.Solver, SOLVERS.indexOf(solver)), "options.solver");
  to.check(core.worldSetOption(WorldField.Integrator, INTEGRATORS.indexOf(integrator)), "options.integrator");
  const [bodies, shapes, contacts, joints] = readCapacity(options.capacity);
  if (bodies + shapes + contacts + joints > 0) {
    to.check(core.worldReserve(bodies, shapes, contacts, joints), "options.capacity");
  }
}

export function setGravity(to: Instance, value: unknown, name: string): void {
  const { x, y } = check.vector(value, name);
  to.check(to.core.worldSetOption(WorldField.GravityX, x), name);
  to.check(to.core.worldSetOption(WorldField.GravityY, y), name);
}

/** The settings of a world as an object with live getters and setters. */
export function liveSettings(of: Instance): Settings {
  const settings = {} as Settings;
  for (const key of NAMES) {
    const { field, isSwitch } = SETTINGS[key];
    Object.defineProperty(settings, key, {
      enumerable: true,
      get: () => {
        const value = of.core.worldGetOption(field);
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
