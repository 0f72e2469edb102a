import { X } from "../math/transpose";
import { V } from "../math/wide";
import { Lists } from "../world/buffers";
import { Contact, Contacts } from "../world/contact";
import { Row } from "../world/contact_rows";
import { leastWay } from "../world/settings";
import { world } from "../world/world";

/**
 * Manifolds of two box cores, four pairs at a time, without a branch: separating axes in the frames of both, then
 * clipping in a canonical frame in which the reference face is the line x = h1, |y| ≤ h2, with outward normal +x. One
 * division clips both ends of the incident face; a square root and a division serve the pairs that meet corner to corner.
 *
 * `R` int: plain boxes. `R` float: rounded ones, capsules and segments (a core of no height) among them; the cores'
 * gap then counts less both radii.
 *
 * Slot 1 always holds the point at the first vertex of A's face, so points keep their slots when the reference flips;
 * ids are vertexA · 4 + vertexB as small floats and are matched with a float compare. Impulses of matching points are
 * kept, others start from zero.
 */
export function updateBoxBox<T, M, R>(kernel: u32): void {
  const list = Lists.kernel(kernel).ptr;
  const count = Lists.kernel(kernel).count;
  if (count == 0) {
    return;
  }
  const base = world.contacts;
  const clear = world.linearSlop * 0.1;
  const tiny = leastWay();
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
    const j0 = Row.frameA(c0);
    const j1 = Row.frameA(c1);
    const j2 = Row.frameA(c2);
    const j3 = Row.frameA(c3);
    const oAx = X.loadX<T>(j0, j1, j2, j3);
    const oAy = X.loadY<T>(j0, j1, j2, j3);
    const cA = X.loadZ<T>(j0, j1, j2, j3);
    const sA = X.loadW<T>(j0, j1, j2, j3);
    const k0 = Row.frameB(c0);
    const k1 = Row.frameB(c1);
    const k2 = Row.frameB(c2);
    const k3 = Row.frameB(c3);
    const oBx = X.loadX<T>(k0, k1, k2, k3);
    const oBy = X.loadY<T>(k0, k1, k2, k3);
    const cB = X.loadZ<T>(k0, k1, k2, k3);
    const sB = X.loadW<T>(k0, k1, k2, k3);
    const u0 = Row.sizeA(c0);
    const u1 = Row.sizeA(c1);
    const u2 = Row.sizeA(c2);
    const u3 = Row.sizeA(c3);
    const hAx = X.loadX<T>(u0, u1, u2, u3);
    const hAy = X.loadY<T>(u0, u1, u2, u3);
    const rA = X.loadZ<T>(u0, u1, u2, u3);
    const v0 = Row.sizeB(c0);
    const v1 = Row.sizeB(c1);
    const v2 = Row.sizeB(c2);
    const v3 = Row.sizeB(c3);
    const hBx = X.loadX<T>(v0, v1, v2, v3);
    const hBy = X.loadY<T>(v0, v1, v2, v3);
    const rB = X.loadZ<T>(v0, v1, v2, v3);
    const zero = V.splat<T>(0);
    const one = V.splat<T>(1);
    const half = V.splat<T>(0.5);
    const spec = V.splat<T>(world.speculativeDistance);
    // Centres, and the turn from A to B.
    const dx = Dx + (oBx - oAx);
    const dy = Dy + (oBy - oAy);
    const c = cA * cB + sA * sB;
    const s = cA * sB - sA * cB;
    const tAx = cA * dx + sA * dy;
    const tAy = cA * dy - sA * dx;
    const tBx = cB * dx + sB * dy;
    const tBy = cB * dy - sB * dx;
    // Separation of the cores on the four axes.
    const C = V.abs<T>(c);
    const S = V.abs<T>(s);
    const sepAx = V.abs<T>(tAx) - (hAx + (hBx * C + hBy * S));
    const sepAy = V.abs<T>(tAy) - (hAy + (hBx * S + hBy * C));
    const sepBx = V.abs<T>(tBx) - (hBx + (hAx * C + hAy * S));
    const sepBy = V.abs<T>(tBy) - (hBy + (hAx * S + hAy * C));
    const sepA = V.max<T>(sepAx, sepAy);
    const sepB = V.max<T>(sepBx, sepBy);
    const sep = V.max<T>(sepA, sepB);
    let reach = spec;
    if (isFloat<R>()) {
      reach = spec + (rA + rB);
    }
    if (!isVector<T>()) {
      if (sep > reach) {
        Contacts.dropPoints(changetype<Contact>(c0)); // a lane by itself is spared the rest
        p += 4;
        continue;
      }
    }
    const q0 = Row.point1(c0);
    const q1 = Row.point1(c1);
    const q2 = Row.point1(c2);
    const q3 = Row.point1(c3);
    const oldN1 = X.loadY<T>(q0, q1, q2, q3);
    const oldT1 = X.loadZ<T>(q0, q1, q2, q3);
    const oldId1 = X.loadW<T>(q0, q1, q2, q3);
    const r0 = Row.point2(c0);
    const r1 = Row.point2(c1);
    const r2 = Row.point2(c2);
    const r3 = Row.point2(c3);
    const oldN2 = X.loadY<T>(r0, r1, r2, r3);
    const oldT2 = X.loadZ<T>(r0, r1, r2, r3);
    const oldId2 = X.loadW<T>(r0, r1, r2, r3);
    const near = V.le<T, M>(sep, reach);
    // Reference face. A keeps it unless B is clearly better, so that a resting pair does not flip.
    const refB = V.gt<T, M>(sepB, sepA + V.splat<T>(clear));
    let px0 = tAx;
    let py0 = tAy;
    let s0 = s;
    let rhx = hAx;
    let rhy = hAy;
    let ihx = hBx;
    let ihy = hBy;
    let rc = cA;
    let rs = sA;
    let isY: M;
    let g: T; // its sign tells which of the two parallel faces
    let py: T;
    let ci: T;
    let si: T;
    let h1: T;
    let h2: T;
    let ux: T; // the canonical x axis in the world
    let uy: T;
    // Incident face: the one most against the reference normal. Centre f, half edge e, e.y > 0.
    let useX: M;
    let nix: T;
    let niy: T;
    let gN: T;
    let gT: T;
    if (isVector<T>()) {
      isY = V.selectMask<M>(refB, V.gt<T, M>(sepBy, sepBx), V.gt<T, M>(sepAy, sepAx));
      px0 = V.select<T, M>(refB, -tBx, tAx);
      py0 = V.select<T, M>(refB, -tBy, tAy);
      s0 = V.select<T, M>(refB, -s, s);
      rhx = V.select<T, M>(refB, hBx, hAx);
      rhy = V.select<T, M>(refB, hBy, hAy);
      ihx = V.select<T, M>(refB, hAx, hBx);
      ihy = V.select<T, M>(refB, hAy, hBy);
      rc = V.select<T, M>(refB, cB, cA);
      rs = V.select<T, M>(refB, sB, sA);
      g = V.select<T, M>(isY, py0, px0);
      const turned = V.minus<T, M>(g);
      py = V.flip<T, M>(V.select<T, M>(isY, -px0, py0), turned);
      ci = V.flip<T, M>(V.select<T, M>(isY, s0, c), turned);
      si = V.flip<T, M>(V.select<T, M>(isY, -c, s0), turned);
      h1 = V.select<T, M>(isY, rhy, rhx);
      h2 = V.select<T, M>(isY, rhx, rhy);
      ux = V.flip<T, M>(V.select<T, M>(isY, -rs, rc), turned);
      uy = V.flip<T, M>(V.select<T, M>(isY, rc, rs), turned);
      const aci = V.abs<T>(ci);
      const asi = V.abs<T>(si);
      useX = V.gt<T, M>(aci, asi);
      nix = -V.max<T>(aci, asi);
      niy = V.select<T, M>(useX, -V.flip<T, M>(si, V.minus<T, M>(ci)), V.flip<T, M>(ci, V.minus<T, M>(si)));
      gN = V.select<T, M>(useX, ihx, ihy);
      gT = V.select<T, M>(useX, ihy, ihx);
    } else {
      // Four lanes select; a single one branches.
      isY = sepAy > sepAx;
      if (refB) {
        isY = sepBy > sepBx;
        px0 = -tBx;
        py0 = -tBy;
        s0 = -s;
        rhx = hBx;
        rhy = hBy;
        ihx = hAx;
        ihy = hAy;
        rc = cB;
        rs = sB;
      }
      if (isY) {
        g = py0;
        py = -px0;
        ci = s0;
        si = -c;
        h1 = rhy;
        h2 = rhx;
        ux = -rs;
        uy = rc;
      } else {
        g = px0;
        py = py0;
        ci = c;
        si = s0;
        h1 = rhx;
        h2 = rhy;
        ux = rc;
        uy = rs;
      }
      if (V.minus<T, M>(g)) {
        py = -py;
        ci = -ci;
        si = -si;
        ux = -ux;
        uy = -uy;
      }
      useX = V.abs<T>(ci) > V.abs<T>(si);
      if (useX) {
        nix = -V.abs<T>(ci);
        niy = V.flip<T, M>(-si, V.minus<T, M>(ci));
        gN = ihx;
        gT = ihy;
      } else {
        nix = -V.abs<T>(si);
        niy = V.flip<T, M>(ci, V.minus<T, M>(si));
        gN = ihy;
        gT = ihx;
      }
    }
    const px = V.abs<T>(g);
    const fx = px + gN * nix;
    const fy = py + gN * niy;
    const ex = gT * niy;
    const ey = -(gT * nix);
    // The end of a capsule is a face of no length.
    const inverse = one / (isFloat<R>() ? V.max<T>(ey, V.splat<T>(1e-12)) : ey);
    const low = V.max<T>((-h2 - fy) * inverse, -one);
    const high = V.min<T>((h2 - fy) * inverse, one);
    const disjoint = V.gt<T, M>(low, high);
    // Corner to corner, where the faces do not face each other at all. Not for a gap near zero: neighbours in a perfect
    // wall would get useless contacts with noisy normals.
    let ry = V.flipSign<T>(h2, fy);
    // The end nearer to the corner, which may be the one farther along the face; if the face has no length, the end nearer along it.
    const way = (fx - h1) * ex + (fy - ry) * ey;
    const first = V.or<M>(V.gt<T, M>(way, zero), V.andNot<M>(V.gt<T, M>(fy, zero), V.gt<T, M>(zero, way)));
    let tc = V.select<T, M>(first, -one, one);
    let cornered = disjoint;
    if (isFloat<R>()) {
      // Rounded, corners also meet where the faces do face each other in part: when the nearer end of the incident face
      // lies beyond the end of the reference face, and the reference corner beyond that end.
      const tn = V.flipSign<T>(one, -ex);
      const xe = fx + tn * ex;
      const ye = fy + tn * ey;
      const cy = V.flipSign<T>(h2, ye);
      const beyond = V.gt<T, M>(((h1 - xe) * ex + (cy - ye) * ey) * tn, zero);
      // Not while the other end is within the radii and the face tells the depth as well, to within what a face is kept for: a lone
      // corner would come and go by a tenth of a millimetre, and turn the normal (heaps of small capsules rattled and never slept).
      const far = V.gt<T, M>(fx - tn * ex - h1, rA + rB);
      const told = fx + (cy - fy) * inverse * ex - h1 - V.splat<T>(clear);
      const wrong = V.gt<T, M>(told * told, (xe - h1) * (xe - h1) + (ye - cy) * (ye - cy));
      const alone = V.and<M>(beyond, V.or<M>(far, wrong));
      const overhang = V.andNot<M>(V.and<M>(V.gt<T, M>(V.abs<T>(ye), h2), alone), disjoint);
      tc = V.select<T, M>(overhang, tn, tc);
      ry = V.select<T, M>(overhang, cy, ry);
      cornered = V.or<M>(disjoint, overhang);
    }
    let corner = cornered;
    let distance = one;
    let kx = one;
    let ky = zero;
    if (isVector<T>() || cornered) {
      const vx = fx + tc * ex - h1;
      const vy = fy + tc * ey - ry;
      distance = V.sqrt<T>(vx * vx + vy * vy);
      corner = V.and<M>(cornered, V.and<M>(V.gt<T, M>(distance, V.splat<T>(tiny)), V.gt<T, M>(sep, V.splat<T>(clear))));
      const inverseDistance = one / V.max<T>(distance, V.splat<T>(tiny));
      kx = V.select<T, M>(corner, vx * inverseDistance, one);
      ky = V.keep<T, M>(corner, vy * inverseDistance);
    }
    const t1 = V.select<T, M>(corner, tc, V.select<T, M>(refB, high, low));
    const t2 = V.select<T, M>(refB, low, high);
    const x1 = fx + t1 * ex;
    const y1 = fy + t1 * ey;
    const x2 = fx + t2 * ex;
    const y2 = fy + t2 * ey;
    let p1 = V.select<T, M>(corner, distance, x1 - h1);
    let p2 = x2 - h1;
    let shift1 = half * p1;
    let shift2 = half * p2;
    if (isFloat<R>()) {
      const rI = V.select<T, M>(refB, rA, rB);
      p1 = p1 - (rA + rB);
      p2 = p2 - (rA + rB);
      shift1 = half * p1 + rI;
      shift2 = half * p2 + rI;
    }
    // Nothing: too far; faces that do not overlap and no corner; or a corner too far.
    const face = V.andNot<M>(near, V.or<M>(disjoint, corner));
    const point = V.and<M>(V.and<M>(near, corner), V.le<T, M>(p1, spec));
    const wx = kx * ux - ky * uy;
    const wy = kx * uy + ky * ux;
    const nx = V.select<T, M>(refB, -wx, wx);
    const ny = V.select<T, M>(refB, -wy, wy);
    // Points midway between the surfaces, from A's centre of mass.
    const baseX = V.keep<T, M>(refB, dx) + oAx;
    const baseY = V.keep<T, M>(refB, dy) + oAy;
    const X1 = x1 - shift1 * kx;
    const Y1 = y1 - shift1 * ky;
    const X2 = x2 - shift2;
    const aX1 = baseX + (X1 * ux - Y1 * uy);
    const aY1 = baseY + (X1 * uy + Y1 * ux);
    const aX2 = baseX + (X2 * ux - y2 * uy);
    const aY2 = baseY + (X2 * uy + y2 * ux);
    // Feature ids.
    const two = one + one;
    const three = V.splat<T>(3);
    const four = V.splat<T>(4);
    const negative = V.gt<T, M>(zero, g);
    const f1 = V.select<T, M>(isY, V.select<T, M>(negative, zero, two), V.select<T, M>(negative, three, one));
    const f2 = V.select<T, M>(
      useX,
      V.select<T, M>(V.gt<T, M>(ci, zero), three, one),
      V.select<T, M>(V.gt<T, M>(si, zero), two, zero),
    );
    const f1n = V.keep<T, M>(V.le<T, M>(f1, two), f1 + one);
    const f2n = V.keep<T, M>(V.le<T, M>(f2, two), f2 + one);
    const kr = V.select<T, M>(refB, one, four);
    const ki = V.select<T, M>(refB, four, one);
    const idLow = kr * f1 + ki * f2n;
    const idHigh = kr * f1n + ki * f2;
    const any = V.or<M>(face, point);
    // A corner has the id of the end of the opposite face that it is: when the faces meet, its impulse stays at that end.
    const high1 = V.selectMask<M>(corner, V.gt<T, M>(tc, zero), refB);
    const id1 = V.select<T, M>(any, V.select<T, M>(high1, idHigh, idLow), -one);
    // A point that is not there has id −1 and no impulse.
    const id2 = V.select<T, M>(face, V.select<T, M>(refB, idLow, idHigh), -one);
    const same11 = V.eq<T, M>(id1, oldId1);
    const same12 = V.eq<T, M>(id1, oldId2);
    const same21 = V.eq<T, M>(id2, oldId1);
    const same22 = V.eq<T, M>(id2, oldId2);
    const n1 = V.keep<T, M>(any, V.select<T, M>(same11, oldN1, V.keep<T, M>(same12, oldN2)));
    const f1Old = V.keep<T, M>(any, V.select<T, M>(same11, oldT1, V.keep<T, M>(same12, oldT2)));
    const n2 = V.keep<T, M>(face, V.select<T, M>(same22, oldN2, V.keep<T, M>(same21, oldN1)));
    const f2Old = V.keep<T, M>(face, V.select<T, M>(same22, oldT2, V.keep<T, M>(same21, oldT1)));
    const radiusA = isInteger<R>() ? zero : rA;
    const radiusB = isInteger<R>() ? zero : rB;
    X.storeRows<T>(Row.normal(c0), Row.normal(c1), Row.normal(c2), Row.normal(c3), nx, ny, radiusA, radiusB);
    X.storeRows<T>(Row.anchors(c0), Row.anchors(c1), Row.anchors(c2), Row.anchors(c3), aX1, aY1, aX2, aY2);
    X.storeRows<T>(q0, q1, q2, q3, p1, n1, f1Old, id1);
    X.storeRows<T>(r0, r1, r2, r3, p2, n2, f2Old, id2);
    p += isVector<T>() ? 16 : 4;
  } while (p < end);
}
