import { CONTACT_WORDS, ContactWord } from "../assembly/abi/body_layout.js";
import type { Vector } from "./definitions.js";
import { touch, type Touch } from "./events.js";
import type { Instance } from "./instance.js";

/** Where two shapes touch. */
export interface ContactPoint {
  /** Point in the world (m), midway between both surfaces at the beginning of the last step; it has since moved along with A. */
  readonly point: Vector;
  /** Gap at the beginning of the last step (m); negative if they overlapped. */
  readonly separation: number;
  /**
   * Impulse along the normal in the last sub-step (N·s). 0 for a contact that bounced off with a restitution
   * above 0.15: the hit event has its impulse. With the solver `"arcade"` two points always get half each.
   */
  readonly normalImpulse: number;
  /**
   * Friction impulse in the last sub-step, along (ny, −nx) (N·s). A contact has one friction; two points
   * share it in the ratio of their normal impulses.
   */
  readonly tangentImpulse: number;
}

/** Two shapes that touch now, and how they do. */
export interface Contact extends Touch {
  /** Unit vector from A to B. */
  readonly normal: Vector;
  /** One or two points. */
  readonly points: readonly ContactPoint[];
}

/** The contacts that a body has now. @internal */
export function readContacts(of: Instance, bodyId: number): Contact[] {
  const count = of.found(of.core.bodyContacts(bodyId), "contacts");
  const start = of.word(of.core.resultPointer());
  const list: Contact[] = [];
  for (let i = 0; i < count; i++) {
    of.renew(); // `touch` asks the core for bodies
    const { u32, f32 } = of;
    const at = start + i * CONTACT_WORDS;
    const points = [readPoint(f32, at + ContactWord.First)];
    if (f32[at + ContactWord.Count] === 2) {
      points.push(readPoint(f32, at + ContactWord.Second));
    }
    const normal = { x: f32[at + ContactWord.NormalX]! + 0, y: f32[at + ContactWord.NormalY]! + 0 };
    list.push(Object.assign(touch(of, u32, at), { normal, points }));
  }
  return list;
}

function readPoint(f32: Float32Array, at: number): ContactPoint {
  return {
    point: { x: f32[at]! + 0, y: f32[at + 1]! + 0 },
    separation: f32[at + 2]! + 0,
    normalImpulse: f32[at + 3]! + 0,
    tangentImpulse: f32[at + 4]! + 0,
  };
}
