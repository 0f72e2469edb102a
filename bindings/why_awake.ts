import { AwakeReason } from "../assembly/abi/body_layout.js";
import type { Body } from "./body.js";
import { stale } from "./errors.js";
import type { Instance } from "./instance.js";
import type { AnyJoint } from "./joint_create.js";

/** What keeps an island of bodies awake. */
export interface WhyAwake {
  /**
   * `"off"`: the world's sleeping is; `"forbidden"`: a body of it may not sleep; `"kinematic"`: a kinematic body moves it;
   * `"motor"`: the motor of a joint does, at half the speed that it asks for or more; `"moving"`: a body is faster than its
   * threshold; `"resting"`: all are slow, but not yet for `settings.timeToSleep`.
   */
  reason: "off" | "forbidden" | "kinematic" | "motor" | "moving" | "resting";
  /** The body of the island that the reason is about: the fastest of them, or the one least at rest. */
  body: Body;
  /** For `"kinematic"`: who moves it. */
  kinematic: Body | undefined;
  /** For `"kinematic"`: by what. */
  link: "contact" | "joint" | undefined;
  /** For `"motor"`: the joint. */
  joint: AnyJoint | undefined;
  /** Bodies in the island. */
  island: number;
  /** Of the body's fastest point (m/s). */
  speed: number;
  /** Below this speed it may sleep (m/s). */
  threshold: number;
  /** So long it has been at rest (s). */
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
