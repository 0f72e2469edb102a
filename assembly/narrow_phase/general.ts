import { ShapeKind } from "../abi/layout";
import { collide } from "../collision/collide";
import { Frame, Manifold, ShapeGeometry } from "../collision/shape_geometry";
import { List } from "../memory/buffer";
import { NARROW_SPACE } from "../memory/fixed";
import { Bodies } from "../world/body";
import { Lists } from "../world/buffers";
import { Contact, Contacts } from "../world/contact";
import { Shapes } from "../world/shape";
import { world } from "../world/world";

const frameA = changetype<Frame>(NARROW_SPACE);
const frameB = changetype<Frame>(NARROW_SPACE + 16);
const manifold = changetype<Manifold>(NARROW_SPACE + 32);
/** From A's centre of mass to B's; c and s are not used. */
const fromA = changetype<Frame>(NARROW_SPACE + 32 + offsetof<Manifold>());

/** Of the inner radius, how far an ellipse is looked ahead at most; and the largest turn (rad). */
const FAR: f32 = 0.25;
const TURN: f32 = 0.25;

/** The inner radius of an ellipse, infinite for other shapes. @inline */
function curvedInner(g: ShapeGeometry): f32 {
  return g.kind == ShapeKind.Ellipse || g.kind == ShapeKind.Superellipse ? g.inner : Infinity;
}

/**
 * How far ahead a pair is collided (unit: s): half a step if one of them is an ellipse, less if they go far in it, else 0.
 *
 * Impulses of a step have the arms that the contact points give them. Where something rolls on a surface whose curvature is
 * not about its centre of mass, that arm changes with the turn, and the one of the step's beginning is late by half a step on
 * the mean. Torque that is late drives: what rocks gains ω² dt / 2 a second, an ellipse of 1 × 0.5 m a fifth.
 */
function lookahead(c: Contact): f32 {
  const a = Shapes.geometry(c.shapeA);
  const b = Shapes.geometry(c.shapeB);
  const size: f32 = min<f32>(curvedInner(a), curvedInner(b));
  if (size == Infinity) {
    return 0;
  }
  const vA = Bodies.velocity(c.bodyA);
  const vB = Bodies.velocity(c.bodyB);
  const x: f32 = vB.vx - vA.vx;
  const y: f32 = vB.vy - vA.vy;
  const half: f32 = 0.5 * world.dt;
  const way: f32 = half * sqrt<f32>(x * x + y * y);
  const turn: f32 = half * max<f32>(abs<f32>(vA.w), abs<f32>(vB.w));
  return half / max<f32>(max<f32>(way / (FAR * size), turn / TURN), 1);
}

/** The frame of a shape of a body about its centre of mass, a time ahead (unit: s). */
function frameAhead(body: u32, shape: u32, time: f32, out: Frame): void {
  const f = Shapes.frame(shape);
  const a: f32 = time * Bodies.velocity(body).w;
  const c: f32 = 1 / sqrt<f32>(1 + a * a);
  const s: f32 = a * c;
  out.x = c * f.x - s * f.y;
  out.y = s * f.x + c * f.y;
  out.c = c * f.c - s * f.s;
  out.s = s * f.c + c * f.s;
}

/** Runs the collision function for a contact, a time ahead, in axes of the world about A's centre of mass, into `manifold`. */
function collideContact(c: Contact, speculative: f32, time: f32): void {
  const massA = Bodies.mass(c.bodyA);
  const massB = Bodies.mass(c.bodyB);
  fromA.x = massB.x - massA.x;
  fromA.y = massB.y - massA.y;
  if (time > 0) {
    const vA = Bodies.velocity(c.bodyA);
    const vB = Bodies.velocity(c.bodyB);
    frameAhead(c.bodyA, c.shapeA, time, frameA);
    frameAhead(c.bodyB, c.shapeB, time, frameB);
    fromA.x += time * (vB.vx - vA.vx);
    fromA.y += time * (vB.vy - vA.vy);
  } else {
    const a = Shapes.frame(c.shapeA);
    const b = Shapes.frame(c.shapeB);
    frameA.x = a.x;
    frameA.y = a.y;
    frameA.c = a.c;
    frameA.s = a.s;
    frameB.x = b.x;
    frameB.y = b.y;
    frameB.c = b.c;
    frameB.s = b.s;
  }
  frameB.x += fromA.x;
  frameB.y += fromA.y;
  collide(
    Shapes.geometry(c.shapeA),
    frameA,
    Shapes.geometry(c.shapeB),
    frameB,
    speculative,
    world.linearSlop,
    manifold,
  );
}

/** How far the bodies approach along the normal in a time, at a point given from both: gaps are those of the step's beginning. @inline */
function approach(c: Contact, time: f32, aX: f32, aY: f32, bX: f32, bY: f32): f32 {
  const vA = Bodies.velocity(c.bodyA);
  const vB = Bodies.velocity(c.bodyB);
  const x: f32 = vA.vx - vA.w * aY - (vB.vx - vB.w * bY);
  const y: f32 = vA.vy + vA.w * aX - (vB.vy + vB.w * bX);
  return time * (x * c.nx + y * c.ny);
}

/** Any pair of shapes, one at a time. */
export function updateGeneral(kernel: u32): void {
  const list = Lists.kernel(kernel);
  const spec = world.speculativeDistance;
  for (let k: u32 = 0, n = list.count; k < n; k++) {
    const c = Contacts.at(List.get(list, k));
    const time = lookahead(c);
    collideContact(c, spec, time);
    const Dx = fromA.x;
    const Dy = fromA.y;
    const count = manifold.count;
    const oldId1 = c.id1;
    const oldId2 = c.id2;
    const oldN1 = c.normalImpulse1;
    const oldN2 = c.normalImpulse2;
    const oldT1 = c.tangentImpulse1;
    const oldT2 = c.tangentImpulse2;
    c.nx = manifold.nx;
    c.ny = manifold.ny;
    c.count = <f32>count;
    c.approachSpeed = 0;
    c.normalImpulse1 = 0;
    c.tangentImpulse1 = 0;
    c.normalImpulse2 = 0;
    c.tangentImpulse2 = 0;
    c.id1 = -1;
    c.id2 = -1;
    if (count > 0) {
      const x: f32 = frameA.x + manifold.x1;
      const y: f32 = frameA.y + manifold.y1;
      const id = manifold.id1;
      c.aX1 = x;
      c.aY1 = y;
      c.bX1 = x - Dx;
      c.bY1 = y - Dy;
      c.separation1 = manifold.separation1;
      if (time > 0) {
        c.separation1 += approach(c, time, x, y, x - Dx, y - Dy);
      }
      c.id1 = id;
      if (id == oldId1) {
        c.normalImpulse1 = oldN1;
        c.tangentImpulse1 = oldT1;
      } else if (id == oldId2) {
        c.normalImpulse1 = oldN2;
        c.tangentImpulse1 = oldT2;
      }
    }
    if (count > 1) {
      const x: f32 = frameA.x + manifold.x2;
      const y: f32 = frameA.y + manifold.y2;
      const id = manifold.id2;
      c.aX2 = x;
      c.aY2 = y;
      c.bX2 = x - Dx;
      c.bY2 = y - Dy;
      c.separation2 = manifold.separation2;
      if (time > 0) {
        c.separation2 += approach(c, time, x, y, x - Dx, y - Dy);
      }
      c.id2 = id;
      if (id == oldId2) {
        c.normalImpulse2 = oldN2;
        c.tangentImpulse2 = oldT2;
      } else if (id == oldId1) {
        c.normalImpulse2 = oldN1;
        c.tangentImpulse2 = oldT1;
      }
    } else {
      // No second point; the solver masks it out by the count.
      c.aX2 = c.aX1;
      c.aY2 = c.aY1;
      c.bX2 = c.bX1;
      c.bY2 = c.bY1;
      c.separation2 = c.separation1;
    }
  }
}

/** Sensors: does anything overlap at all? */
export function updateSensors(kernel: u32): void {
  const list = Lists.kernel(kernel);
  for (let k: u32 = 0, n = list.count; k < n; k++) {
    const c = Contacts.at(List.get(list, k));
    collideContact(c, 0, 0);
    c.count = <f32>manifold.count;
  }
}
