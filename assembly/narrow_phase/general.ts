import { collide } from "../collision/collide";
import { Frame, Manifold } from "../collision/shape_geometry";
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

/** Runs the collision function for a contact, in axes of the world about A's centre of mass, into `manifold`. */
function collideContact(c: Contact, speculative: f32): void {
  const massA = Bodies.mass(c.bodyA);
  const massB = Bodies.mass(c.bodyB);
  const a = Shapes.frame(c.shapeA);
  const b = Shapes.frame(c.shapeB);
  frameA.x = a.x;
  frameA.y = a.y;
  frameA.c = a.c;
  frameA.s = a.s;
  frameB.x = massB.x - massA.x + b.x;
  frameB.y = massB.y - massA.y + b.y;
  frameB.c = b.c;
  frameB.s = b.s;
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

/** Any pair of shapes, one at a time. */
export function updateGeneral(kernel: u32): void {
  const list = Lists.kernel(kernel);
  const spec = world.speculativeDistance;
  for (let k: u32 = 0, n = list.count; k < n; k++) {
    const c = Contacts.at(List.get(list, k));
    collideContact(c, spec);
    const massA = Bodies.mass(c.bodyA);
    const massB = Bodies.mass(c.bodyB);
    const a = Shapes.frame(c.shapeA);
    const Dx: f32 = massB.x - massA.x;
    const Dy: f32 = massB.y - massA.y;
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
      const x: f32 = a.x + manifold.x1;
      const y: f32 = a.y + manifold.y1;
      const id = manifold.id1;
      c.aX1 = x;
      c.aY1 = y;
      c.bX1 = x - Dx;
      c.bY1 = y - Dy;
      c.separation1 = manifold.separation1;
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
      const x: f32 = a.x + manifold.x2;
      const y: f32 = a.y + manifold.y2;
      const id = manifold.id2;
      c.aX2 = x;
      c.aY2 = y;
      c.bX2 = x - Dx;
      c.bY2 = y - Dy;
      c.separation2 = manifold.separation2;
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
    collideContact(c, 0);
    c.count = <f32>manifold.count;
  }
}
