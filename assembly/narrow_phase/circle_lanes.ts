import { X } from "../math/transpose";
import { V } from "../math/wide";
import { Lists } from "../world/buffers";
import { Contact } from "../world/contact";
import { world } from "../world/world";
import { Row } from "./rows";

/**
 * Manifolds of a circle (A) and a circle or a box core (B), four pairs at a time, without a branch.
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
    let ax: T;
    let ay: T;
    let bx: T;
    let by: T;
    let oAx: T;
    let oAy: T;
    let oBx: T;
    let oBy: T;
    let cB: T;
    let sB: T;
    let rA: T;
    let hBx: T;
    let hBy: T;
    let rB: T;
    let oldN1: T;
    let oldT1: T;
    let oldId1: T;
    if (isVector<T>()) {
      {
        const r0 = v128.load(Row.massA(c0));
        const r1 = v128.load(Row.massA(c1));
        const r2 = v128.load(Row.massA(c2));
        const r3 = v128.load(Row.massA(c3));
        ax = X.x(r0, r1, r2, r3);
        ay = X.y(r0, r1, r2, r3);
      }
      {
        const r0 = v128.load(Row.massB(c0));
        const r1 = v128.load(Row.massB(c1));
        const r2 = v128.load(Row.massB(c2));
        const r3 = v128.load(Row.massB(c3));
        bx = X.x(r0, r1, r2, r3);
        by = X.y(r0, r1, r2, r3);
      }
      {
        const r0 = v128.load(Row.frameA(c0));
        const r1 = v128.load(Row.frameA(c1));
        const r2 = v128.load(Row.frameA(c2));
        const r3 = v128.load(Row.frameA(c3));
        oAx = X.x(r0, r1, r2, r3);
        oAy = X.y(r0, r1, r2, r3);
      }
      {
        const r0 = v128.load(Row.frameB(c0));
        const r1 = v128.load(Row.frameB(c1));
        const r2 = v128.load(Row.frameB(c2));
        const r3 = v128.load(Row.frameB(c3));
        oBx = X.x(r0, r1, r2, r3);
        oBy = X.y(r0, r1, r2, r3);
        cB = X.z(r0, r1, r2, r3);
        sB = X.w(r0, r1, r2, r3);
      }
      {
        const r0 = v128.load(Row.sizeA(c0));
        const r1 = v128.load(Row.sizeA(c1));
        const r2 = v128.load(Row.sizeA(c2));
        const r3 = v128.load(Row.sizeA(c3));
        rA = X.z(r0, r1, r2, r3);
      }
      {
        const r0 = v128.load(Row.sizeB(c0));
        const r1 = v128.load(Row.sizeB(c1));
        const r2 = v128.load(Row.sizeB(c2));
        const r3 = v128.load(Row.sizeB(c3));
        hBx = X.x(r0, r1, r2, r3);
        hBy = X.y(r0, r1, r2, r3);
        rB = X.z(r0, r1, r2, r3);
      }
      {
        const r0 = v128.load(Row.point1(c0));
        const r1 = v128.load(Row.point1(c1));
        const r2 = v128.load(Row.point1(c2));
        const r3 = v128.load(Row.point1(c3));
        oldN1 = X.y(r0, r1, r2, r3);
        oldT1 = X.z(r0, r1, r2, r3);
        oldId1 = X.w(r0, r1, r2, r3);
      }
    } else {
      {
        const r = Row.massA(c0);
        ax = load<f32>(r, 0);
        ay = load<f32>(r, 4);
      }
      {
        const r = Row.massB(c0);
        bx = load<f32>(r, 0);
        by = load<f32>(r, 4);
      }
      {
        const r = Row.frameA(c0);
        oAx = load<f32>(r, 0);
        oAy = load<f32>(r, 4);
      }
      {
        const r = Row.frameB(c0);
        oBx = load<f32>(r, 0);
        oBy = load<f32>(r, 4);
        cB = load<f32>(r, 8);
        sB = load<f32>(r, 12);
      }
      {
        const r = Row.sizeA(c0);
        rA = load<f32>(r, 8);
      }
      {
        const r = Row.sizeB(c0);
        hBx = load<f32>(r, 0);
        hBy = load<f32>(r, 4);
        rB = load<f32>(r, 8);
      }
      {
        const r = Row.point1(c0);
        oldN1 = load<f32>(r, 4);
        oldT1 = load<f32>(r, 8);
        oldId1 = load<f32>(r, 12);
      }
    }
    const zero = V.splat<T>(0);
    const one = V.splat<T>(1);
    const half = V.splat<T>(0.5);
    const tiny = V.splat<T>(1e-6);
    const Dx = bx - ax;
    const Dy = by - ay;
    const dx = Dx + (oBx - oAx);
    const dy = Dy + (oBy - oAy);
    let nx: T;
    let ny: T;
    let separation: T;
    if (isInteger<K>()) {
      const distance = V.sqrt<T>(dx * dx + dy * dy);
      const apart = V.gt<T, M>(distance, tiny);
      const inverse = one / V.max<T>(distance, tiny);
      nx = V.keep<T, M>(apart, dx * inverse);
      ny = V.select<T, M>(apart, dy * inverse, one);
      separation = distance - (rA + rB);
    } else {
      // The circle's centre in the box's frame.
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
      const lx = V.flipSign<T>(V.select<T, M>(outside, qx * inverse, one - faceY), px);
      const ly = V.flipSign<T>(V.select<T, M>(outside, qy * inverse, faceY), py);
      separation = V.select<T, M>(outside, distance, deepest) - (rA + rB);
      nx = -(cB * lx - sB * ly);
      ny = -(sB * lx + cB * ly);
    }
    const near = V.le<T, M>(separation, V.splat<T>(world.speculativeDistance));
    const id = V.drop<T, M>(near, -one);
    const k = rA + half * separation;
    const aX = oAx + k * nx;
    const aY = oAy + k * ny;
    const keep = V.and<M>(near, V.eq<T, M>(oldId1, zero));
    const n1 = V.keep<T, M>(keep, oldN1);
    const t1 = V.keep<T, M>(keep, oldT1);
    X.storeRows<T>(Row.normal(c0), Row.normal(c1), Row.normal(c2), Row.normal(c3), nx, ny, rA, rB);
    X.storeRows<T>(Row.anchors(c0), Row.anchors(c1), Row.anchors(c2), Row.anchors(c3), aX, aY, aX, aY);
    X.storeRows<T>(Row.point1(c0), Row.point1(c1), Row.point1(c2), Row.point1(c3), separation, n1, t1, id);
    p += isVector<T>() ? 16 : 4;
  } while (p < end);
}
