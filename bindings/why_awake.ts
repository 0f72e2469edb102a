import { AwakeReason } from "../assembly/abi/body_layout.js";
import type { Body } from "./body.js";
import { stale } from "./errors.js";
import type { Instance } from "./instance.js";
import type { AnyJoint } from "./joint_create.js";

/** What keeps an island of bodies awake. */
export interface WhyAwake {
  /**
   * `"off"`: sleeping is switched off in the world. `"forbidden"`: a body of the island may not sleep. `"kinematic"`: a kinematic body
   * moves it. `"motor"`: the motor of a joint moves it at half its target speed or more. `"moving"`: a body is faster than its threshold,
   * rides a conveyor, or is a kinematic one with a velocity. `"resting"`: all are slow, but have not yet been for `settings.timeToSleep`.
   */
  reason: "off" | "forbidden" | "kinematic" | "motor" | "moving" | "resting";
  /** The body of the island that the reason is about: the fastest of those, or for `"resting"` the one at rest for the shortest time. */
  body: Body;
  /** For `"kinematic"`: the body that moves it. */
  kinematic: Body | undefined;
  /** For `"kinematic"`: how that body acts on it. */
  link: "contact" | "joint" | undefined;
  /** For `"motor"`: the joint with the motor. */
  joint: AnyJoint | undefined;
  /** Number of bodies in the island. */
  island: number;
  /** Speed of the body's fastest point (m/s). */
  speed: number;
  /** Speed below which the body may sleep (m/s). */
  threshold: number;
  /** How long the body has been at rest (s). */
  rest: number;
}

const REASONS = ["", "off", "forbidden", "kinematic", "motor", "moving", "resting"] as WhyAwake["reason"][];

/** @internal */
export function readWhyAwake(of: Instance, bodyId: number): WhyAwake | undefined {
  const reason = of.core.bodyWhyAwake(bodyId);
  if (reason < 0) {
    throw stale("body", "body.whyAwake");
  }
  of.refresh();
  const [body, kinematic, link, island, , , , joint] = of.u32 as unknown as number[];
  const [, , , , speed, threshold, rest] = of.f32 as unknown as number[];
  return reason === AwakeReason.Asleep
    ? undefined
    : {
        reason: REASONS[reason]!,
        body: of.bodyObject(body!),
        kinematic: of.findBody(kinematic),
        link: kinematic === 0 ? undefined : link === 1 ? "joint" : "contact",
        joint: of.findJoint(joint) as AnyJoint | undefined,
        island: island!,
        speed: speed!,
        threshold: threshold!,
        rest: rest!,
      };
}
