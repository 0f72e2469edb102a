import { X } from "../math/transpose";
import { SCRATCH } from "../memory/scratch";
import { V } from "../math/wide";
import { Bodies } from "../world/body";
import { COLOUR_COUNT, OVERFLOW_COLOUR, columnBlocks, contactBlocks, sortSpace } from "../world/buffers";
import { Contact, MANY_CONTACTS } from "../world/contact";
import { Row } from "../world/contact_rows";
import { Joints } from "../world/joint";
import { world } from "../world/world";
import { Batch } from "./batches";
import { columnFlag, columnThreshold, holdColumns } from "./columns";
import {
  Aside,
  ALL_LANES,
  BLOCK_OFFSET,
  Block,
  ONE_POINT_BYTES,
  Ranges,
  SECOND,
  TWO_POINT_BYTES,
  aside,
  colourAt,
  holdAnswer,
} from "./contact_block";
import { ContactSoftness, Stiffness } from "./contact_softness";
import { SHALLOW, isToBeNoted, noteContact } from "./recovery";
import { ELASTIC, ELASTIC_PASSES } from "./restitution";
import { SolverBodies, SolverBody } from "./solver_body";

/** Lower bound of divisors. */
const TINY: f32 = 1e-30;

/** Touching contacts of a batch → constraint blocks by colour. Room for them has been reserved. */
export function prepareContacts(batch: usize): void {
  columnBlocks.count = 0;
  world.bounces = 0;
  world.rolling = 0;
  world.pushedOut = 0;
  let q = contactBlocks.ptr + BLOCK_OFFSET;
  for (let turn: u32 = 0; turn < COLOUR_COUNT; turn++) {
    const colour = colourAt(turn);
    for (let two: u32 = 0; two < 2; two++) {
      const start = q;
      let slots = Batch.slots(batch, colour * 2 + two);
      let count = Batch.count(batch, colour * 2 + two);
      if (count > 0) {
        if (colour == OVERFLOW_COLOUR) {
          slots = spread(slots, count);
          count = count << 2;
        }
        if (ASC_FEATURE_SIMD) {
          q = two ? prepare<v128, v128, i32>(slots, count, q) : prepare<v128, v128, f32>(slots, count, q);
        } else {
          q = two ? prepare<f32, bool, i32>(slots, count, q) : prepare<f32, bool, f32>(slots, count, q);
        }
      }
      Ranges.set(colour, two, start, q);
    }
  }
  Ranges.noteTurns();
}

/** Contacts without a colour may share bodies: each gets a block of its own. Returns the address of their slots, spread out. */
function spread(slots: usize, count: u32): usize {
  const out = sortSpace.ptr;
  memory.fill(out, 0, (<usize>count) << 4);
  for (let k: usize = 0; k < <usize>count; k++) {
    store<u32>(out + (k << 4), load<u32>(slots + (k << 2)));
  }
  return out;
}

/** Notes a deep contact of a jointed body: its push violates joints that hold the body to an immovable one (`bounce` in solve.ts). */
function notePushedOut(c: Contact): void {
  if (world.pushedOut == 0 && (Joints.isPinned(c.bodyA) || Joints.isPinned(c.bodyB))) {
    world.pushedOut = 1;
  }
}

abstract class Prep {
  /** Do both bodies of the contact at this lane touch few others? */
  @inline static slender(q: usize): bool {
    const a = <usize>load<u32>(q, Block.bodyA);
    const b = <usize>load<u32>(q, Block.bodyB);
    return min<f32>(load<f32>(a, offsetof<SolverBody>("slender")), load<f32>(b, offsetof<SolverBody>("slender"))) > 0;
  }
  /** Special treatment of some contacts, once their lane is filled. */
  @inline static note<P>(q: usize, c: usize, jointed: bool, overlaps: bool): void {
    if (jointed) {
      Prep.held<P>(q, c);
    }
    if (overlaps) {
      Prep.overlap(q, c);
    }
  }
  /** Treatment of a contact with a body that a joint holds. */
  @inline static held<P>(q: usize, c: usize): void {
    const a = Bodies.at(load<u32>(c, offsetof<Contact>("bodyA")));
    const b = Bodies.at(load<u32>(c, offsetof<Contact>("bodyB")));
    if ((a.jointColours | b.jointColours) != 0) {
      holdAnswer(q);
      if (min<f32>(load<f32>(q, Block.invMassA), load<f32>(q, Block.invMassB)) > 0) {
        ContactSoftness.give(q, Stiffness.Moving);
      }
      const point = changetype<Contact>(c);
      const gap: f32 = isInteger<P>() ? min<f32>(point.separation1, point.separation2) : point.separation1;
      if (gap < -SHALLOW * world.linearSlop) {
        notePushedOut(point);
      }
    }
  }
  @inline static overlap(q: usize, c: usize): void {
    if (isToBeNoted(changetype<Contact>(c))) {
      const a = SolverBodies.number(load<u32>(q, Block.bodyA));
      const b = SolverBodies.number(load<u32>(q, Block.bodyB));
      if (noteContact(changetype<Contact>(c), a, b)) {
        ContactSoftness.give(q, Stiffness.Gentle);
      }
    }
  }
  /** A kinematic body that squeezes another body pushes it as softly as a dynamic body would. */
  static squeezed<P>(q: usize, c: usize, soft: Stiffness): void {
    const contact = changetype<Contact>(c);
    const pushed: f32 = contact.normalImpulse1 + (isInteger<P>() ? contact.normalImpulse2 : 0);
    const imA = load<f32>(q, Block.invMassA);
    const imB = load<f32>(q, Block.invMassB);
    const pushing = load<u32>(q + (imA == 0 ? Block.bodyA : Block.bodyB));
    const isDriven = min<f32>(imA, imB) == 0 && SolverBodies.number(pushing) != 0;
    if (isDriven && (imA + imB) * pushed > ContactSoftness.squeezing()) {
      ContactSoftness.give(q, soft);
    }
  }
  @inline static bodies(q: usize, c: usize): void {
    store<usize>(q, SolverBodies.of(load<u32>(c, offsetof<Contact>("bodyA"))), Block.bodyA);
    store<usize>(q, SolverBodies.of(load<u32>(c, offsetof<Contact>("bodyB"))), Block.bodyB);
  }
}

/** The impulse, or 0 where an overflow has spoilt it. @inline */
function sound<T, M>(impulse: T): T {
  return V.keep<T, M>(V.le<T, M>(V.abs<T>(impulse), V.splat<T>(1e30)), impulse);
}

/** Stores the fields of the point at `q` as if it were the first of its block. `k`: the inverse mass along the normal. @inline */
function storePoint<T, M>(q: usize, live: M, k: T, gap: T, n: T, crossA: T, coreA: T, crossB: T, coreB: T): void {
  const zero = V.splat<T>(0);
  store<T>(q, crossA, Block.crossA1);
  store<T>(q, coreA, Block.coreA1);
  store<T>(q, crossB, Block.crossB1);
  store<T>(q, coreB, Block.coreB1);
  store<T>(q, gap - (coreB - coreA), Block.separation1);
  store<T>(q, sound<T, M>(n), Block.normalImpulse1);
  store<T>(q, V.keep<T, M>(live, V.splat<T>(1) / V.max<T>(k, V.splat<T>(TINY))), Block.normalMass1);
  store<T>(q, zero, Block.totalImpulse1);
}

/** Bytes of the slots of contacts fetched at once: 64 contacts, 8 KB. */
const AT_ONCE: usize = 64 << 2;

/**
 * Brings the contacts whose slots lie from `p` on into the nearest cache. Main memory answers many loads in the time of one,
 * but not if blocks are computed between the loads (docs/decisions/0029-contacts-in-memory.md).
 */
function fetch(p: usize, end: usize): void {
  let sum: u32 = 0;
  for (; p < end; p += 4) {
    const c = world.contacts + <usize>load<u32>(p) * offsetof<Contact>();
    sum ^= load<u32>(c) ^ load<u32>(c, offsetof<Contact>("friction")); // one load from each cache line
  }
  store<u32>(SCRATCH, sum); // a load whose result nobody uses would be dropped
}

/** @inline */
function flagsOf(c: usize): u32 {
  return load<u32>(c, offsetof<Contact>("flags"));
}

/** `P` int: two points; float: one. Returns the end of the blocks. */
function prepare<T, M, P>(list: usize, count: u32, out: usize): usize {
  const softness = isInteger<P>() ? Stiffness.Moving : Stiffness.OnePoint;
  const softRate = ContactSoftness.biasRate<T>(softness);
  const softImpulse = ContactSoftness.impulseScale<T>(softness);
  const hardRate = ContactSoftness.biasRate<T>(Stiffness.Hard);
  const hardImpulse = ContactSoftness.impulseScale<T>(Stiffness.Hard);
  const squeezing = V.splat<T>(ContactSoftness.squeezing());
  const zero = V.splat<T>(0);
  const one = V.splat<T>(1);
  const half = V.splat<T>(0.5);
  const tiny = V.splat<T>(TINY);
  const much = V.splat<T>(columnThreshold());
  const column = columnFlag();
  const bytes = isInteger<P>() ? TWO_POINT_BYTES : ONE_POINT_BYTES;
  const base = world.contacts;
  const jointed = world.activeJointCount > 0;
  const overlaps = world.overlapping != 0;
  let q = out;
  let p = list;
  let bounce = zero;
  let resist = zero;
  const end = list + ((<usize>((count + 3) & ~3)) << 2);
  let next: usize = world.contactEnd < MANY_CONTACTS ? 0 : p;
  do {
    if (p == next) {
      next = min<usize>(p + AT_ONCE, end);
      fetch(p, next);
    }
    const c0 = base + <usize>load<u32>(p) * offsetof<Contact>();
    let c1 = c0;
    let c2 = c0;
    let c3 = c0;
    Prep.bodies(q, c0);
    if (isVector<T>()) {
      c1 = base + <usize>load<u32>(p, 4) * offsetof<Contact>();
      c2 = base + <usize>load<u32>(p, 8) * offsetof<Contact>();
      c3 = base + <usize>load<u32>(p, 12) * offsetof<Contact>();
      Prep.bodies(q + 4, c1);
      Prep.bodies(q + 8, c2);
      Prep.bodies(q + 12, c3);
    }
    const nx = X.loadX<T>(c0, c1, c2, c3);
    const ny = X.loadY<T>(c0, c1, c2, c3);
    const radiusA = X.loadZ<T>(c0, c1, c2, c3);
    const radiusB = X.loadW<T>(c0, c1, c2, c3);
    const a0 = Row.anchors(c0);
    const a1 = Row.anchors(c1);
    const a2 = Row.anchors(c2);
    const a3 = Row.anchors(c3);
    const rAx = X.loadX<T>(a0, a1, a2, a3);
    const rAy = X.loadY<T>(a0, a1, a2, a3);
    const rAx2 = X.loadZ<T>(a0, a1, a2, a3);
    const rAy2 = X.loadW<T>(a0, a1, a2, a3);
    const s0 = Row.point1(c0);
    const s1 = Row.point1(c1);
    const s2 = Row.point1(c2);
    const s3 = Row.point1(c3);
    const gap = X.loadX<T>(s0, s1, s2, s3);
    const n1 = X.loadY<T>(s0, s1, s2, s3);
    const t1 = X.loadZ<T>(s0, s1, s2, s3);
    const id1 = X.loadW<T>(s0, s1, s2, s3);
    const f0 = Row.material(c0);
    const f1 = Row.material(c1);
    const f2 = Row.material(c2);
    const f3 = Row.material(c3);
    const friction = X.loadX<T>(f0, f1, f2, f3);
    const restitution = X.loadY<T>(f0, f1, f2, f3);
    const rolling = X.loadZ<T>(f0, f1, f2, f3);
    const tangentSpeed = X.loadW<T>(f0, f1, f2, f3);
    const m0 = Row.massA(c0);
    const m1 = Row.massA(c1);
    const m2 = Row.massA(c2);
    const m3 = Row.massA(c3);
    const imA = X.loadZ<T>(m0, m1, m2, m3);
    const iiA = X.loadW<T>(m0, m1, m2, m3);
    const o0 = Row.massB(c0);
    const o1 = Row.massB(c1);
    const o2 = Row.massB(c2);
    const o3 = Row.massB(c3);
    const imB = X.loadZ<T>(o0, o1, o2, o3);
    const iiB = X.loadW<T>(o0, o1, o2, o3);
    // From A's centre to B's, as it was when the points were found.
    const Dx = X.loadX<T>(o0, o1, o2, o3) - X.loadX<T>(m0, m1, m2, m3);
    const Dy = X.loadY<T>(o0, o1, o2, o3) - X.loadY<T>(m0, m1, m2, m3);
    const m = imA + imB;
    const least = V.min<T>(imA, imB);
    const moving = V.gt<T, M>(least, zero);
    store<T>(q, imA, Block.invMassA);
    store<T>(q, imB, Block.invMassB);
    store<T>(q, iiA, Block.invInertiaA);
    store<T>(q, iiB, Block.invInertiaB);
    store<T>(q, nx, Block.nx);
    store<T>(q, ny, Block.ny);
    store<T>(q, friction, Block.friction);
    store<T>(q, tangentSpeed, Block.tangentSpeed);
    store<T>(q, V.select<T, M>(moving, softRate, hardRate), Block.biasRate);
    store<T>(q, V.select<T, M>(moving, softImpulse, hardImpulse), Block.impulseScale);
    let pushed = n1;
    if (isInteger<P>()) {
      pushed = pushed + X.loadY<T>(Row.point2(c0), Row.point2(c1), Row.point2(c2), Row.point2(c3));
    }
    if (V.any<M>(V.and<M>(V.eq<T, M>(least, zero), V.gt<T, M>(m * pushed, squeezing)))) {
      Prep.squeezed<P>(q, c0, softness);
      if (isVector<T>()) {
        Prep.squeezed<P>(q + 4, c1, softness);
        Prep.squeezed<P>(q + 8, c2, softness);
        Prep.squeezed<P>(q + 12, c3, softness);
      }
    }
    if (jointed || overlaps) {
      Prep.note<P>(q, c0, jointed, overlaps);
      if (isVector<T>()) {
        Prep.note<P>(q + 4, c1, jointed, overlaps);
        Prep.note<P>(q + 8, c2, jointed, overlaps);
        Prep.note<P>(q + 12, c3, jointed, overlaps);
      }
    }
    const r = aside(q);
    store<T>(r, restitution, Aside.restitution);
    store<T>(r, rolling, Aside.rollingResistance);
    store<T>(r, zero, Aside.rollingImpulse);
    bounce = V.max<T>(restitution, bounce);
    resist = V.max<T>(rolling, resist);
    const rBx = rAx - Dx;
    const rBy = rAy - Dy;
    let crossA1 = rAx * ny - rAy * nx;
    let crossB1 = rBx * ny - rBy * nx;
    if (isFloat<P>()) {
      // How far the point goes along A and along B, stored in place of a second point (narrow_phase/ahead.ts).
      const wayA = rAx2;
      const wayB = rAy2;
      crossA1 = crossA1 + wayA;
      crossB1 = crossB1 + wayB;
    }
    const alongA1 = rAx * nx + rAy * ny;
    const alongB1 = rBx * nx + rBy * ny;
    // Points lie midway between the surfaces.
    const coreA1 = alongA1 - (half * gap + radiusA);
    const coreB1 = alongB1 + (half * gap + radiusB);
    const kn1 = m + (iiA * crossA1 * crossA1 + iiB * crossB1 * crossB1);
    const live1 = V.and<M>(V.le<T, M>(zero, id1), V.gt<T, M>(m, zero));
    storePoint<T, M>(q, live1, kn1, gap, n1, crossA1, coreA1, crossB1, coreB1);
    let alongA = alongA1;
    let alongB = alongB1;
    let tangent = t1;
    if (isInteger<P>()) {
      const d0 = Row.point2(c0);
      const d1 = Row.point2(c1);
      const d2 = Row.point2(c2);
      const d3 = Row.point2(c3);
      const gap2 = X.loadX<T>(d0, d1, d2, d3);
      const n2 = X.loadY<T>(d0, d1, d2, d3);
      const t2 = X.loadZ<T>(d0, d1, d2, d3);
      const id2 = X.loadW<T>(d0, d1, d2, d3);
      const rBx2 = rAx2 - Dx;
      const rBy2 = rAy2 - Dy;
      const crossA2 = rAx2 * ny - rAy2 * nx;
      const crossB2 = rBx2 * ny - rBy2 * nx;
      const alongA2 = rAx2 * nx + rAy2 * ny;
      const alongB2 = rBx2 * nx + rBy2 * ny;
      const coreA2 = alongA2 - (half * gap2 + radiusA);
      const coreB2 = alongB2 + (half * gap2 + radiusB);
      const kn2 = m + (iiA * crossA2 * crossA2 + iiB * crossB2 * crossB2);
      const live2 = V.and<M>(V.le<T, M>(zero, id2), V.gt<T, M>(m, zero));
      storePoint<T, M>(q + SECOND, live2, kn2, gap2, n2, crossA2, coreA2, crossB2, coreB2);
      const deeper = V.and<M>(live2, V.gt<T, M>(gap, gap2));
      alongA = V.select<T, M>(deeper, alongA2, alongA1);
      alongB = V.select<T, M>(deeper, alongB2, alongB1);
      tangent = t1 + t2;
      const borne = n1 * kn1 + n2 * kn2;
      const bears = V.gt<T, M>(borne * borne * borne, much * V.abs<T>(crossA2 - crossA1));
      if (isVector<T>()) {
        let look = ((flagsOf(c0) | flagsOf(c1) | flagsOf(c2) | flagsOf(c3)) & column) != 0;
        if (!look && v128.any_true(bears)) {
          look = Prep.slender(q) || Prep.slender(q + 4) || Prep.slender(q + 8) || Prep.slender(q + 12);
        }
        if (look) {
          holdColumns(p, q, ALL_LANES);
        }
      } else if ((bears && Prep.slender(q)) || (flagsOf(c0) & column) != 0) {
        const lane = ((p - list) >> 2) & 3;
        holdColumns(p - (lane << 2), q - (lane << 2), 1 << (<u32>lane));
      }
    }
    store<T>(q, alongA, Block.alongA);
    store<T>(q, alongB, Block.alongB);
    const kt = m + (iiA * alongA * alongA + iiB * alongB * alongB);
    store<T>(q, sound<T, M>(tangent), Block.tangentImpulse);
    store<T>(q, V.keep<T, M>(live1, one / V.max<T>(kt, tiny)), Block.tangentMass);
    q = V.next<T>(q, bytes);
    p += isVector<T>() ? 16 : 4;
  } while (p < end);
  const elastic = V.splat<T>(ELASTIC);
  world.bounces = max<u32>(
    world.bounces,
    V.any<M>(V.gt<T, M>(bounce, elastic)) ? ELASTIC_PASSES : <u32>V.any<M>(V.gt<T, M>(bounce, zero)),
  );
  world.rolling |= <u32>V.any<M>(V.gt<T, M>(resist, zero));
  return q;
}
