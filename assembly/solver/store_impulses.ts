import { SolverKind } from "../abi/option_layout";
import { X } from "../math/transpose";
import { List } from "../memory/buffer";
import { V } from "../math/wide";
import { Bodies } from "../world/body";
import { COLOUR_COUNT, HIT_CONTACT_BYTES, Lists, OVERFLOW_COLOUR, hitContacts } from "../world/buffers";
import { Contact, ContactFlag, Contacts } from "../world/contact";
import { world } from "../world/world";
import { Batch } from "./batches";
import { Aside, Block, ONE_POINT_BYTES, Ranges, SECOND, TWO_POINT_BYTES, aside } from "./contact_block";
import { storePlace } from "./hit_places";
import { Motion } from "./integrate";
import { SolverBody } from "./solver_body";

/** Accumulated impulses → contacts, to warm-start the next step. */
export function storeImpulses(batch: usize): void {
  for (let colour: u32 = 0; colour < COLOUR_COUNT; colour++) {
    for (let two: u32 = 0; two < 2; two++) {
      const slots = Batch.slots(batch, colour * 2 + two);
      const n = Batch.count(batch, colour * 2 + two);
      if (n == 0) {
        continue;
      }
      const start = Ranges.start(colour, two);
      if (world.hitContactCount != 0) {
        storeApproaches(slots, n, start, two, colour == OVERFLOW_COLOUR);
      }
      if (colour == OVERFLOW_COLOUR) {
        storeOverflow(slots, n, start, two);
      } else if (ASC_FEATURE_SIMD) {
        storeFour(slots, n, start, two);
      } else {
        storeEach(slots, n, start, two);
      }
    }
  }
}

/** The impulse of a blow is not a lasting force: it must not grow without bound. */
const MOST_GROWTH: f32 = 4;
/** A body at rest for this long (unit: s) bears a load. */
const LASTING: f32 = 0.1;

/**
 * Impulses are forces times the sub-step: one `ratio` times as long begins with the same forces, or a stack would drop or hop.
 * Joints converge from any start, and soft ones swing less from the old impulses. Without world gravity impulses grow only
 * between bodies that forces act on, or that rest, pressed by a motor say: passes leave some of the excess that a blow between
 * unequal masses begins with. When that grew, too, a crate of 20 kg that drove one of 1 kg against a wall at 5 m/s came back at
 * 9.
 */
export function scaleImpulses(ratio: f32): void {
  const scale = min<f32>(ratio, MOST_GROWTH);
  const all = scale < 1 || Motion.worldPull() > 0;
  for (let index: u32 = 0; index < COLOUR_COUNT * 2; index++) {
    const list = Lists.solved(index);
    for (let k: u32 = 0; k < list.count; k++) {
      const c = Contacts.at(List.get(list, k));
      if (!all && !(bears(c.bodyA) && bears(c.bodyB))) {
        continue;
      }
      c.normalImpulse1 *= scale;
      c.tangentImpulse1 *= scale;
      c.normalImpulse2 *= scale;
      c.tangentImpulse2 *= scale;
    }
  }
}

/** May contacts of the body bear a load in a world without gravity? */
function bears(slot: u32): bool {
  const body = Bodies.at(slot);
  const pulled = body.forceX != 0 || body.forceY != 0 || body.drives != 0;
  return pulled || !Bodies.isDynamic(slot) || body.sleepTime > LASTING;
}

/**
 * Friction acts in one place of a contact; each of two points is told its share, by what it pushed. Returns the tangent
 * impulse, of t in all, for each unit of the normal impulses n1 and n2; 0 where a bounce has cleared them.
 * @inline
 */
function shareOf<T, M>(t: T, n1: T, n2: T): T {
  const least = V.splat<T>(1e-30);
  const sum = n1 + n2;
  return V.keep<T, M>(V.gt<T, M>(sum, least), t) / V.max<T>(sum, least);
}

function storeFour(list: usize, count: u32, start: usize, two: u32): void {
  const bytes = two ? TWO_POINT_BYTES : ONE_POINT_BYTES;
  const base = world.contacts;
  let q = start;
  for (let p = list, end = list + ((<usize>count) << 2); p < end; p += 16) {
    const c0 = base + <usize>load<u32>(p) * offsetof<Contact>();
    const c1 = base + <usize>load<u32>(p, 4) * offsetof<Contact>();
    const c2 = base + <usize>load<u32>(p, 8) * offsetof<Contact>();
    const c3 = base + <usize>load<u32>(p, 12) * offsetof<Contact>();
    const n = v128.load(q, Block.normalImpulse1);
    let t = v128.load(q, Block.tangentImpulse);
    if (two) {
      const n2 = v128.load(q, Block.normalImpulse2);
      const share = shareOf<v128, v128>(t, n, n2);
      const second = offsetof<Contact>("normalImpulse2");
      X.storePairs<v128>(c0 + second, c1 + second, c2 + second, c3 + second, n2, f32x4.mul(share, n2));
      t = f32x4.mul(share, n);
    }
    const first = offsetof<Contact>("normalImpulse1");
    X.storePairs<v128>(c0 + first, c1 + first, c2 + first, c3 + first, n, t);
    q += bytes;
  }
}

/** @inline */
function storeOne(c: Contact, q: usize, two: u32): void {
  const n = load<f32>(q, Block.normalImpulse1);
  let t = load<f32>(q, Block.tangentImpulse);
  if (two) {
    const n2 = load<f32>(q, Block.normalImpulse2);
    const share = shareOf<f32, bool>(t, n, n2);
    c.normalImpulse2 = n2;
    c.tangentImpulse2 = share * n2;
    t = share * n;
  }
  c.normalImpulse1 = n;
  c.tangentImpulse1 = t;
}

function storeEach(list: usize, count: u32, start: usize, two: u32): void {
  const bytes = two ? TWO_POINT_BYTES : ONE_POINT_BYTES;
  const base = world.contacts;
  for (let k: usize = 0; k < <usize>count; k++) {
    const c = changetype<Contact>(base + <usize>load<u32>(list + (k << 2)) * offsetof<Contact>());
    storeOne(c, start + (k >> 2) * bytes + ((k & 3) << 2), two);
  }
}

function storeOverflow(list: usize, count: u32, start: usize, two: u32): void {
  const bytes = two ? TWO_POINT_BYTES : ONE_POINT_BYTES;
  const base = world.contacts;
  for (let k: usize = 0; k < <usize>count; k++) {
    const c = changetype<Contact>(base + <usize>load<u32>(list + (k << 2)) * offsetof<Contact>());
    storeOne(c, start + k * bytes, two);
  }
}

/**
 * Speed at which the sides of the contact at lane `p` still approach at its point at `q`, 0 if they do not. Both the arms of
 * the step's beginning, which the solver stops, and the arms turned since count: a body pivoting on a corner still approaches
 * by the first alone, one that a fast blow has turned far by the second.
 */
function approachLeft(p: usize, q: usize): f32 {
  const a = changetype<SolverBody>(<usize>load<u32>(p, Block.bodyA));
  const b = changetype<SolverBody>(<usize>load<u32>(p, Block.bodyB));
  const dvn: f32 = (b.vx - a.vx) * load<f32>(p, Block.nx) + (b.vy - a.vy) * load<f32>(p, Block.ny);
  const crossA = load<f32>(q, Block.crossA1);
  const crossB = load<f32>(q, Block.crossB1);
  const begun: f32 = b.w * crossB - a.w * crossA;
  const turnedA: f32 = a.dc * crossA - a.ds * load<f32>(q, Block.coreA1);
  const turnedB: f32 = b.dc * crossB - b.ds * load<f32>(q, Block.coreB1);
  return max<f32>(-dvn - max<f32>(begun, b.w * turnedB - a.w * turnedA), 0);
}

/**
 * Notes contacts that hit: fastest approach and impulse of their points; what is left of the approach, and the place, at the
 * point that pushed most. Room for them is reserved.
 */
function storeApproaches(list: usize, count: u32, start: usize, two: u32, overflow: bool): void {
  const bytes = two ? TWO_POINT_BYTES : ONE_POINT_BYTES;
  for (let k: usize = 0; k < <usize>count; k++) {
    const slot = load<u32>(list + (k << 2));
    const c = Contacts.at(slot);
    if ((c.flags & ContactFlag.HitEvents) == 0) {
      continue;
    }
    const q = overflow ? start + k * bytes : start + (k >> 2) * bytes + ((k & 3) << 2);
    const push1 = load<f32>(q, Block.totalImpulse1);
    const push2: f32 = two ? load<f32>(q, Block.totalImpulse2) : 0;
    let speed: f32 = 0;
    if (push1 > 0) {
      speed = -load<f32>(aside(q), Aside.approach1);
    }
    if (push2 > 0) {
      speed = max<f32>(speed, -load<f32>(aside(q), Aside.approach2));
    }
    if (speed > world.hitThreshold) {
      const p = hitContacts.ptr + <usize>hitContacts.count * HIT_CONTACT_BYTES;
      hitContacts.count++;
      store<u32>(p, slot);
      store<f32>(p, speed, 4);
      store<f32>(p, push1 + push2, 8);
      // The arcade solver has one push for both points.
      const nearer = two != 0 && c.separation2 < c.separation1;
      const second = world.solver == SolverKind.Arcade ? nearer : push2 > push1;
      store<f32>(p, approachLeft(q, second ? q + SECOND : q), 12);
      storePlace(c, second, speed, p + 16);
    } else {
      c.flags &= ~ContactFlag.Told;
    }
  }
}
