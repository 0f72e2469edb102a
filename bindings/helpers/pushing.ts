import type { Body } from "../body.js";
import type { Vector } from "../definitions.js";
import { dot, norm, type Plane } from "./planes.js";

// How hard a character pushes what is in its way.

/** The mass of a body that is felt at a point along a normal: the inverse of 1 / m + (r × n)² / I. */
function massAt(body: Body, normal: Plane, point: Readonly<Vector>): number {
  const center = body.centerOfMass;
  const lever = (point.x - center.x) * normal.y - (point.y - center.y) * normal.x;
  const turns = !body.fixedRotation && body.inertia > 0;
  return 1 / (1 / body.mass + (turns ? (lever * lever) / body.inertia : 0));
}

/**
 * Force along a normal with which its contacts held a body back in the last sub-step (N). Each contact counts at most
 * the weight of the body and all that touches it: more than that is a blow, which will not be there in the next step.
 */
function heldBack(body: Body, normal: Plane, seconds: number): number {
  const { contacts, mass, world } = body;
  const { x, y } = world.gravity;
  const others = contacts.map(({ bodyA, bodyB }) => (bodyA === body ? bodyB : bodyA));
  const masses = others.reduce((sum, other) => (other?.type === "dynamic" ? sum + other.mass : sum), mass);
  const part = seconds / world.substeps;
  const weight = norm(x, y) * masses * part;
  let held = 0;
  for (const { bodyB, normal: n, points } of contacts) {
    const pressed = points.reduce((sum, point) => sum + point.normalImpulse, 0);
    const rubbed = points.reduce((sum, point) => sum + point.tangentImpulse, 0);
    const along = dot(n, normal) * pressed + (n.y * normal.x - n.x * normal.y) * rubbed;
    held += (bodyB === body ? along : -along) * (pressed > weight ? weight / pressed : 1);
  }
  return Math.max(held / part, 0);
}

/**
 * Force against a normal that takes `speed` (m/s) from a body's velocity along it within a step, in addition to what held the
 * body back in the last one. Without that, what friction takes in a step would be missing, the more the longer the step is.
 */
export function forceToSlow(
  body: Body,
  normal: Plane,
  point: Readonly<Vector>,
  speed: number,
  seconds: number,
): number {
  return (massAt(body, normal, point) * speed) / seconds + heldBack(body, normal, seconds);
}
