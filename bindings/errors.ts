import { Code, HullCode } from "../assembly/abi/layout.js";

/** What was wrong, for programs; the message says it for people. */
export type ErrorCode =
  | "stale-body"
  | "stale-shape"
  | "stale-joint"
  | "stale-field"
  | "wrong-world"
  | "same-body"
  | "not-finite"
  | "out-of-range"
  | "bad-type"
  | "unknown-option"
  | "not-available"
  | "bad-shape"
  | "bad-snapshot"
  | "too-many"
  | "out-of-memory"
  | "no-simd"
  | "no-wasm"
  | "disposed"
  | "faulted";

/**
 * Every refusal of this library. The world is as it was before the call and goes on working, with two exceptions.
 * After `"faulted"` the core has stopped in the middle of a call; `World.fromSnapshot` makes a new world from the last
 * snapshot. After `"out-of-memory"` of `step`, the step was finished without the contacts for which there was no room.
 */
export class PhysicsError extends Error {
  /** The name stays readable in stack traces and inspectors after minifying. @internal */
  static override readonly name: string = "PhysicsError";
  override readonly name = "PhysicsError";
  /** What was wrong, from a fixed list. */
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message);
    this.code = code;
    if (options && "cause" in options) {
      Object.defineProperty(this, "cause", { value: options.cause, configurable: true, writable: true });
    }
  }
}

const HULL_REASONS: Record<number, string> = {
  [HullCode.TooFewPoints]: "it has fewer than 3 different points",
  [HullCode.TooManyPoints]: "it has more than 64 points",
  [HullCode.NonFinite]: "one of its numbers is not finite",
  [HullCode.Collinear]: "its points lie on one line",
  [HullCode.TooSmall]: "it is too small",
  [HullCode.TooLarge]: "it is too large",
};

/** What a refusal code of the core means: the error code, and the end of a sentence that begins with the argument or call. */
const REFUSALS: Record<number, readonly [code: ErrorCode, end: string]> = {
  [Code.NonFinite]: ["not-finite", ": a number is not finite; use numbers up to 3.4e38."],
  [Code.OutOfRange]: ["out-of-range", ": a number is out of range; see its documentation."],
  [Code.OutOfMemory]: ["out-of-memory", ": out of memory; destroy bodies or dispose worlds that you no longer need."],
  [Code.BadType]: ["bad-type", ": this does not work with its type; use another one."],
  [Code.SameBody]: ["same-body", ": bodyA and bodyB are the same body; join two different bodies."],
  [Code.BadSnapshot]: [
    "bad-snapshot",
    " is not a snapshot of this version, or is damaged; use the bytes that snapshot() returned.",
  ],
  [Code.TooMany]: ["too-many", ": the limit of 1,048,575 is reached; destroy some first."],
};

/** The error for a refusal by the core. `what` names the argument or call; `hull` says why a polygon has no hull. */
export function refusal(code: number, what: string, hull = 0): PhysicsError {
  switch (code) {
    case Code.StaleBody:
      return stale("body", what);
    case Code.StaleShape:
      return stale("shape", what);
    case Code.StaleJoint:
      return stale("joint", what);
    case Code.BadShape: {
      const reason = HULL_REASONS[hull] ?? "its half widths and radii must be from 1e-5 to 1e6";
      return new PhysicsError("bad-shape", `${what} is not a valid shape: ${reason}.`);
    }
    default: {
      const [name, end] = REFUSALS[code] ?? ["faulted", `: the core returned the unknown code ${code}.`];
      return new PhysicsError(name, what + end);
    }
  }
}

/** The error for a handle whose owner is gone. */
export function stale(kind: "body" | "shape" | "joint" | "field", what: string): PhysicsError {
  return new PhysicsError(
    `stale-${kind}`,
    `${what}: this ${kind} was destroyed; check ${kind}.alive or world.${kind}(id) first.`,
  );
}
