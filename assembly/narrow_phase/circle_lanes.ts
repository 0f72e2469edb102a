import { boxesOverlap } from "../collision/wide_bvh";
import { X } from "../math/transpose";
import { V } from "../math/wide";
import { Lists } from "../world/buffers";
import { Contact, Contacts } from "../world/contact";
import { Row } from "../world/contact_rows";
import { leastWay } from "../world/settings";
import { Shapes } from "../world/shape";
import { world } from "../world/world";
import { gapAhead, mayBeLink, middle, roomToRoll, wayAlong, wayOnCircle } from "./ahead";

/** A circle heavier than another by this factor is ground to it. */
const HEAVIER: f32 = 16;

/** Id of a point that is near only from where the circle will be. */
const AHEAD: f32 = 1;

/**
 * A contact that is near only from where the circle will be may have had its boxes part, and has to end then: else it would be made a
 * second time when they meet again.
 */
function endApart(c: Contact): void {
  if (c.id1 == AHEAD) {
    c.id1 = 0;
    if (!boxesOverlap(Shapes.fatBox(c.shapeA), Shapes.fatBox(c.shapeB))) {
      Contacts.dropPoints(c);
    }
  }
}

/**
 * Manifolds of a circle (A) and a circle or a box core (B), four pairs at a time, all alike.
 *
 * `K` int: circle and circle. `K` float: circle and box core with a radius, so capsules, segments and rounded boxes too.
 * Concentric circles part along +y; a centre inside the core leaves by the nearest face.
 */
export function updateCircle<T, M, K>(kernel: u32): void {
  const list = Lists.kernel(kernel).ptr;
  const count = Lists.kernel(kernel).count;
  if (count == 0) {
    return;
  }
  const base = world.contacts;
  const ahead = V.splat<T>(middle());
  const tiny = V.splat<T>(leastWay());
  const zero = V.splat<T>(0);
  const one = V.splat<T>(1);
  const half = V.splat<T>(0.5);
  const speculative = V.splat<T>(world.speculativeDistance);
  let p = list;
  const end = list + ((<usize>count) << 2);
  do {
    const c0 = base + <usize>load<u32>(p) * offsetof<Contact>();
    let c1 = c0;
    let c2 = c0;
    let c3 = c0;
    if (isVector<T>()) {
      c1 = base + <usize>load<u32>(p, 4) * offsetof<Contact>();
      c2 = base + <usize>load<u32>(p, 8) * offsetof<Contact>();
      c3 = base + <usize>load<u32>(p, 12) * offsetof<Contact>();
    }
    const a0 = Row.massA(c0);
    const a1 = Row.massA(c1);
    const a2 = Row.massA(c2);
    const a3 = Row.massA(c3);
    const b0 = Row.massB(c0);
    const b1 = Row.massB(c1);
    const b2 = Row.massB(c2);
    const b3 = Row.massB(c3);
    const Dx = X.loadX<T>(b0, b1, b2, b3) - X.loadX<T>(a0, a1, a2, a3);
    const Dy = X.loadY<T>(b0, b1, b2, b3) - X.loadY<T>(a0, a1, a2, a3);
    const f0 = Row.frameA(c0);
    const f1 = Row.frameA(c1);
    const f2 = Row.frameA(c2);
    const f3 = Row.frameA(c3);
    const oAx = X.loadX<T>(f0, f1, f2, f3);
    const oAy = X.loadY<T>(f0, f1, f2, f3);
    const g0 = Row.frameB(c0);
    const g1 = Row.frameB(c1);
    const g2 = Row.frameB(c2);
    const g3 = Row.frameB(c3);
    const oBx = X.loadX<T>(g0, g1, g2, g3);
    const oBy = X.loadY<T>(g0, g1, g2, g3);
    const cB = X.loadZ<T>(g0, g1, g2, g3);
    const sB = X.loadW<T>(g0, g1, g2, g3);
    // Of two circles that weigh about the same, as in heaps, neither is ground to roll on: their velocities are not fetched.
    const imA = X.loadZ<T>(a0, a1, a2, a3);
    const imB = X.loadZ<T>(b0, b1, b2, b3);
    const rolls = V.gt<T, M>(V.max<T>(imA, imB), V.splat<T>(HEAVIER) * V.min<T>(imA, imB));
    const anyRolls = isFloat<K>() || V.any<M>(rolls);
    // Velocity of A's centre relative to B's centre if B is a circle, else as seen from B's body, which turns.
    let vx = zero;
    let vy = zero;
    let wA = zero;
    let wB = zero;
    if (anyRolls) {
      const m0 = Row.velocityA(c0);
      const m1 = Row.velocityA(c1);
      const m2 = Row.velocityA(c2);
      const m3 = Row.velocityA(c3);
      const w0 = Row.velocityB(c0);
      const w1 = Row.velocityB(c1);
      const w2 = Row.velocityB(c2);
      const w3 = Row.velocityB(c3);
      const seenX = isInteger<K>() ? oBx : oAx - Dx;
      const seenY = isInteger<K>() ? oBy : oAy - Dy;
      wA = X.loadZ<T>(m0, m1, m2, m3);
      wB = X.loadZ<T>(w0, w1, w2, w3);
      vx = X.loadX<T>(m0, m1, m2, m3) - X.loadX<T>(w0, w1, w2, w3) - wA * oAy + wB * seenY;
      vy = X.loadY<T>(m0, m1, m2, m3) - X.loadY<T>(w0, w1, w2, w3) + wA * oAx - wB * seenX;
    }
    const u0 = Row.sizeA(c0);
    const u1 = Row.sizeA(c1);
    const u2 = Row.sizeA(c2);
    const u3 = Row.sizeA(c3);
    const rA = X.loadZ<T>(u0, u1, u2, u3);
    const v0 = Row.sizeB(c0);
    const v1 = Row.sizeB(c1);
    const v2 = Row.sizeB(c2);
    const v3 = Row.sizeB(c3);
    const hBx = X.loadX<T>(v0, v1, v2, v3);
    const hBy = X.loadY<T>(v0, v1, v2, v3);
    const rB = X.loadZ<T>(v0, v1, v2, v3);
    const q0 = Row.point1(c0);
    const q1 = Row.point1(c1);
    const q2 = Row.point1(c2);
    const q3 = Row.point1(c3);
    const oldN1 = X.loadY<T>(q0, q1, q2, q3);
    const oldT1 = X.loadZ<T>(q0, q1, q2, q3);
    const oldId1 = X.loadW<T>(q0, q1, q2, q3);
    const dx = Dx + (oBx - oAx);
    const dy = Dy + (oBy - oAy);
    let nx: T;
    let ny: T;
    let now: T;
    let separation: T;
    let room = zero;
    let wayB = zero;
    if (isInteger<K>()) {
      const distance = V.sqrt<T>(dx * dx + dy * dy);
      const apart = V.gt<T, M>(distance, tiny);
      const inverse = one / V.max<T>(distance, tiny);
      nx = V.keep<T, M>(apart, dx * inverse);
      ny = V.select<T, M>(apart, dy * inverse, one);
      now = distance - (rA + rB);
      separation = now;
      if (anyRolls) {
        const speed = vx * ny - vy * nx;
        room = V.keep<T, M>(rolls, roomToRoll<T, M>(zero, distance, vx * nx + vy * ny, speed, V.gt<T, M>(zero, one)));
        const way = wayAlong<T>(room, ahead, speed);
        const tangent = way * inverse;
        const cosine = one / V.sqrt<T>(one + tangent * tangent);
        const x = (nx - tangent * ny) * cosine;
        ny = (ny + tangent * nx) * cosine;
        nx = x;
        separation = distance * cosine - (rA + rB);
        wayB = way * cosine + wayOnCircle<T, M>(room, ahead, -wB, oBx * nx + oBy * ny);
      }
    } else {
      // The circle's centre in the box's frame, and the direction in which it lies from the box.
      const px = -(cB * dx + sB * dy);
      const py = -(cB * dy - sB * dx);
      const sx = V.abs<T>(px) - hBx;
      const sy = V.abs<T>(py) - hBy;
      const deepest = V.max<T>(sx, sy);
      const qx = V.max<T>(sx, zero);
      const qy = V.max<T>(sy, zero);
      const distance = V.sqrt<T>(qx * qx + qy * qy);
      const outside = V.gt<T, M>(deepest, tiny);
      const inverse = one / V.max<T>(distance, tiny);
      const faceY = V.keep<T, M>(V.gt<T, M>(sy, sx), one);
      const fromX = V.flipSign<T>(V.select<T, M>(outside, qx * inverse, one - faceY), px);
      const fromY = V.flipSign<T>(V.select<T, M>(outside, qy * inverse, faceY), py);
      // Both again, in B's frame, from where the circle will be.
      const ux = cB * vx + sB * vy;
      const uy = cB * vy - sB * vx;
      const toEnd = V.max<T>(-V.min<T>(sx, sy), zero);
      const speed = uy * fromX - ux * fromY;
      const approach = -(ux * fromX + uy * fromY);
      const links = mayBeLink<T, M>(toEnd, distance, rA + rB, approach, speed);
      room = V.keep<T, M>(outside, roomToRoll<T, M>(toEnd, distance, approach, speed, links));
      const way = wayAlong<T>(room, ahead, speed);
      const ex = px - way * fromY;
      const ey = py + way * fromX;
      const gx = V.max<T>(V.abs<T>(ex) - hBx, zero);
      const gy = V.max<T>(V.abs<T>(ey) - hBy, zero);
      const far = V.sqrt<T>(gx * gx + gy * gy);
      const scale = one / V.max<T>(far, tiny);
      const lx = V.select<T, M>(outside, V.flipSign<T>(gx * scale, ex), fromX);
      const ly = V.select<T, M>(outside, V.flipSign<T>(gy * scale, ey), fromY);
      const back = far - way * (ly * fromX - lx * fromY) - (rA + rB);
      now = V.select<T, M>(outside, distance, deepest) - (rA + rB);
      const onFace = V.le<T, M>(V.min<T>(gx, gy), zero);
      separation = V.select<T, M>(outside, gapAhead<T, M>(onFace, back, now), now);
      nx = -(cB * lx - sB * ly);
      ny = -(sB * lx + cB * ly);
      wayB = way * (lx * fromX + ly * fromY);
    }
    const near = V.le<T, M>(separation, speculative);
    const onlyAhead = V.and<M>(near, V.gt<T, M>(now, speculative));
    const id = V.select<T, M>(near, V.keep<T, M>(onlyAhead, V.splat<T>(AHEAD)), -one);
    const k = rA + half * separation;
    const aX = oAx + k * nx;
    const aY = oAy + k * ny;
    const wayA = wayOnCircle<T, M>(room, ahead, (isInteger<K>() ? zero : wB) - wA, oAx * nx + oAy * ny);
    const keep = V.and<M>(near, V.eq<T, M>(oldId1, zero));
    const n1 = V.keep<T, M>(keep, oldN1);
    const t1 = V.keep<T, M>(keep, oldT1);
    X.storeRows<T>(Row.normal(c0), Row.normal(c1), Row.normal(c2), Row.normal(c3), nx, ny, rA, rB);
    X.storeRows<T>(Row.anchors(c0), Row.anchors(c1), Row.anchors(c2), Row.anchors(c3), aX, aY, wayA, wayB);
    X.storeRows<T>(q0, q1, q2, q3, separation, n1, t1, id);
    if (anyRolls && V.any<M>(onlyAhead)) {
      endApart(changetype<Contact>(c0));
      if (isVector<T>()) {
        endApart(changetype<Contact>(c1));
        endApart(changetype<Contact>(c2));
        endApart(changetype<Contact>(c3));
      }
    }
    p += isVector<T>() ? 16 : 4;
  } while (p < end);
}
