import { CONTACT_WORDS, ContactWord } from "../assembly/abi/body_layout.js";
import type { Vector } from "./definitions.js";
import { touch, type Touch } from "./events.js";
import type { Instance } from "./instance.js";

/** Where two shapes touch. */
export interface ContactPoint {
  /** World (m), midway between both surfaces at the beginning of the last step, from where it has gone along with A. */
  readonly point: Vector;
  /** Gap at the beginning of the last step (m); below 0 they overlapped. */
  readonly separation: number;
  /**
   * Of the last sub-step, along the normal (N·s); 0 of what bounced off with a restitution above 0.15: the hit event tells
   * its impulse. Solver `"arcade"` shares it evenly between two points.
   */
  readonly normalImpulse: number;
  /** Of the last sub-step, by friction, along (ny, −nx) (N·s). A contact has one friction; two points share it as they press. */
  readonly tangentImpulse: number;
}

/** Two shapes that touch now, and how. */
export interface Contact extends Touch {
  /** Unit vector from A to B. */
  readonly normal: Vector;
  /** One or two. */
  readonly points: readonly ContactPoint[];
}

/** What a body touches now. @internal */
export function readContacts(of: Instance, bodyId: number): Contact[] {
  const count = of.found(of.core.bodyContacts(bodyId), "contacts");
  const u32 = of.results(count * CONTACT_WORDS);
  const f32 = new Float32Array(u32.buffer);
  return Array.from({ length: count }, (_, i) => {
    const at = i * CONTACT_WORDS;
    const points = [readPoint(f32, at + ContactWord.First)];
    if (f32[at + ContactWord.Count] === 2) {
      points.push(readPoint(f32, at + ContactWord.Second));
    }
    const normal = { x: f32[at + ContactWord.NormalX]! + 0, y: f32[at + ContactWord.NormalY]! + 0 };
    return Object.assign(touch(of, u32, at), { normal, points });
  });
}

function readPoint(f32: Float32Array, at: number): ContactPoint {
  return {
    point: { x: f32[at]! + 0, y: f32[at + 1]! + 0 },
    separation: f32[at + 2]! + 0,
    normalImpulse: f32[at + 3]! + 0,
    tangentImpulse: f32[at + 4]! + 0,
  };
}
