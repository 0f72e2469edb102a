import {
  SnapshotFormat as Format,
  SnapshotRecord as Record,
  SnapshotSegment as Segment,
  SnapshotWord as Word,
} from "../assembly/abi/snapshot_layout.js";
import { FIXED, type Image, type Place } from "./delta_image.js";

// Predicts the words of a snapshot from an earlier one of the same world and from the words before them. Only
// operations that every machine rounds alike are used, so that unpacking predicts the same as packing did.

/** Words per record in each segment; later segments have one. */
const STRIDES = [4, 4, 4, 1, 1, Record.Body, 8, 4, 4, 4, 4, 1, Record.Shape, Record.Contact, Record.Joint];
/** Where the kinds of numbers of each segment begin, one kind per word of its record; then come lists, then the table of segments. */
const KINDS = STRIDES.map((_, index) => STRIDES.slice(0, index).reduce((sum, stride) => sum + stride, 0));
const LISTS = STRIDES.reduce((sum, stride) => sum + stride, 0);
const ORDER = LISTS + 1;
export const TABLE = ORDER + 1;
export const ALL_KINDS = TABLE + 2;

/** Number of words that can be marked as predicted at once. */
const GROUP = 8;
/** Most steps over which anything is extrapolated. */
const MOST_STEPS = 256;
/** Impulses and ids of contact points, which the solver and the narrow phase keep. */
const SOLVED = [
  Record.ContactNormalImpulse1,
  Record.ContactTangentImpulse1,
  Record.ContactNormalImpulse2,
  Record.ContactTangentImpulse2,
] as const;
const IDS = [Record.ContactId1, Record.ContactId2];
/** Words of a contact that the narrow phase makes anew: normal, anchors, separations. */
const MADE_ANEW = Array.from({ length: Record.ContactFriction }, (_, word) => word).filter(
  (word) => !IDS.includes(word) && !SOLVED.some((solved) => solved === word),
);
const GUESSES = 5;
/** Share of an error that is left after each contact. */
const FORGETTING = 0.9375;
/** Number of lasting words of a contact that can be marked as predicted at once. */
const LASTING_GROUP = 8;
const NONE = 0xffffffff;

/** What is done with the words of an image, in an order that packing and unpacking share. */
export interface Visitor {
  /** Called with the place of a word, its predicted value and its kind. */
  word(at: number, predicted: number, kind: number): void;
  /** Whether `count` words equal the predicted ones at `from` of `words`. If so, they are done with. */
  same(at: number, count: number, words: Uint32Array, from: number, kind: number): boolean;
}

const number = new Float32Array(1);
const bits = new Uint32Array(number.buffer);

function asFloat(word: number): number {
  bits[0] = word;
  return number[0]!;
}

function asWord(float: number): number {
  number[0] = float;
  return Number.isNaN(number[0]) ? 0 : bits[0]!; // machines do not agree on which NaN it is
}

/** Maps the bits of floats to integers of the same order, and back. */
export function ordered(word: number): number {
  return (word ^ ((word >> 31) >>> 1)) | 0;
}

/** Visits every word of `to` that is state, predicted from `base` and from words visited before. */
export function trace(to: Image, base: Image, visitor: Visitor): void {
  const { words, segments } = to;
  // The words of the base, some of which are then replaced by what they lead to expect.
  const old = base.words.slice();
  const before = new Map(base.segments.map((segment) => [segment.address & ~Format.InTail, segment]));
  const of = (index: number): Place => before.get(segments[index]!.address & ~Format.InTail) ?? { at: 0, words: 0 };
  const at = (segment: Segment): number => segments[segment]!.at;
  /** Visits words predicted from the base; those that the base does not have, from the record before. */
  const run = (place: Place, from: Place, stride: number, first: number): void => {
    for (let k = 0; k < place.words; k += GROUP) {
      const end = Math.min(place.words, k + GROUP);
      const known = end <= from.words || k < stride;
      const like = known ? old : words;
      const start = known ? from.at : place.at - stride;
      if ((known && end > from.words) || !visitor.same(place.at + k, end - k, like, start + k, first + (k % stride))) {
        for (let j = k; j < end; j++) {
          visitor.word(place.at + j, known && j >= from.words ? 0 : like[start + j]!, first + (j % stride));
        }
      }
    }
  };
  /** Visits a segment with the predictions of `predict`, which gets the index and the old word. */
  const predicted = (index: Segment, predict: (k: number, was: number) => number): void => {
    const { at, words: count } = segments[index]!;
    const from = of(index);
    const stride = STRIDES[index]!;
    for (let k = 0; k < count; k++) {
      const was = k < from.words ? old[from.at + k]! : k < stride ? 0 : words[at + k - stride]!;
      visitor.word(at + k, predict(k, was), KINDS[index]! + (k % stride));
    }
  };
  const plain = (index: number): void => run(segments[index]!, of(index), STRIDES[index] ?? 1, KINDS[index] ?? LISTS);

  run(FIXED, FIXED, 1, LISTS);
  const steps = Math.min((words[Word.StepCount]! - old[Word.StepCount]!) >>> 0, MOST_STEPS);
  const dt = asFloat(words[Word.LastStep]!);
  plain(Segment.Velocity);
  tracePoses(to, of(Segment.Pose), of(Segment.Velocity), old, steps * dt, visitor);
  const bodies = of(Segment.Body);
  for (let k = Record.BodySleepTime; k < bodies.words; k += STRIDES[Segment.Body]!) {
    old[bodies.at + k] = later(old[bodies.at + k]!, steps, dt);
  }
  // The orders of the trees change in pieces: after a shape, the one that followed it is expected. Tree indices of shapes follow.
  const shapes = of(Segment.Shape);
  const inOrder = new Set<number>();
  for (const place of [Word.ActiveOrder, Word.RestOrder]) {
    const index = segments.findIndex(({ address }) => (address & ~Format.InTail) >>> 0 === words[place]);
    if (index <= Segment.Contact || inOrder.has(index)) {
      continue;
    }
    inOrder.add(index);
    const { at, words: count } = segments[index]!;
    const from = of(index);
    const then = new Map<number, number>();
    for (let k = 0; k < from.words; k++) {
      then.set(old[from.at + k]!, k);
    }
    for (let k = 0, next = 0; k < count; k++, next++) {
      visitor.word(at + k, next < from.words ? old[from.at + next]! : 0, ORDER);
      const slot = words[at + k]!;
      next = then.get(slot) ?? next;
      if (slot * Record.Shape < shapes.words) {
        old[shapes.at + slot * Record.Shape + Record.ShapeTreeIndex] = k;
      }
    }
  }
  segments.forEach((_, index) => {
    switch (index) {
      case Segment.Pose:
      case Segment.Velocity:
      case Segment.Mass:
      case Segment.Frame:
      case Segment.OldBox:
        return;
      case Segment.FatBox:
        return predicted(index, (k, was) =>
          k % 4 < 2 ? was : farSide(words, at(index) + k, old, of(index).at + k, k),
        );
      case Segment.Contact:
        return traceContacts(to, of(index), old, visitor);
      default:
        return inOrder.has(index) ? undefined : plain(index);
    }
  });
  // A centre of mass is expected at the body's position, where it is unless shapes lie off it; inverse masses as in the base.
  predicted(Segment.Mass, (k, was) => (k % 4 < 2 ? words[at(Segment.Pose) + k]! : was));
  // A shape in the middle of its body is expected at the body's place, with the body's rotation.
  predicted(Segment.Frame, (k) => {
    const body = words[at(Segment.Shape) + (k >> 2) * Record.Shape + Record.ShapeBody]!;
    return k % 4 < 2 || 4 * body >= segments[Segment.Pose]!.words ? 0 : words[at(Segment.Pose) + 4 * body + (k % 4)]!;
  });
  // The old box of a shape that did not move in the last step is its fat box; other old boxes are expected to be as wide as the new.
  predicted(Segment.OldBox, (k) => {
    const fat = at(Segment.FatBox) + k;
    return k % 4 < 2 ? words[fat]! : sum(words[at(Segment.OldBox) + k - 2]!, words[fat]!, words[fat - 2]!);
  });
}

/** The far side of a box, expected to be as wide as before; or, if the box was a square, to be one still. */
function farSide(words: Uint32Array, at: number, old: Uint32Array, was: number, k: number): number {
  const width = asFloat(old[was - 1]!) - asFloat(old[was - 3]!);
  const height = asFloat(old[was]!) - asFloat(old[was - 2]!);
  return k % 4 === 3 && Math.abs(width - height) < 1e-3 * width
    ? sum(words[at - 2]!, words[at - 1]!, words[at - 3]!)
    : sum(words[at - 2]!, old[was]!, old[was - 2]!);
}

/** a + (b − c), as floats. */
function sum(a: number, b: number, c: number): number {
  return asWord(asFloat(a) + (asFloat(b) - asFloat(c)));
}

/** A time, `steps` steps later, added up as the core does. */
function later(word: number, steps: number, dt: number): number {
  let time = asFloat(word);
  if (time === 0) {
    return word;
  }
  for (let step = 0; step < steps; step++) {
    time = Math.fround(time + dt);
  }
  return asWord(time);
}

/** Poses are extrapolated with the mean of the velocities then and now; the larger part of a rotation follows from the smaller. */
function tracePoses(to: Image, from: Place, rate: Place, old: Uint32Array, time: number, visitor: Visitor): void {
  const { words, segments } = to;
  const { at, words: count } = segments[Segment.Pose]!;
  const velocity = segments[Segment.Velocity]!.at;
  const kind = KINDS[Segment.Pose]!;
  for (let k = 0; k + 4 <= count; k += 4) {
    const known = k + 4 <= from.words && k + 4 <= rate.words;
    const was = (word: number): number => (known ? asFloat(old[from.at + k + word]!) : 0);
    const moved = (word: number): number =>
      known ? 0.5 * time * (asFloat(old[rate.at + k + word]!) + asFloat(words[velocity + k + word]!)) : 0;
    visitor.word(at + k, asWord(was(0) + moved(0)), kind);
    visitor.word(at + k + 1, asWord(was(1) + moved(1)), kind + 1);
    const t = 0.5 * moved(2);
    const half = t + (t * t * t) / 3; // tan(t)
    const c = (1 - half * half) / (1 + half * half);
    const s = (2 * half) / (1 + half * half);
    const turned: [number, number] = [was(2) * c - was(3) * s, was(3) * c + was(2) * s];
    const short = Math.abs(turned[0]) < Math.abs(turned[1]) ? 0 : 1;
    const long = 1 - short;
    visitor.word(at + k + 2 + short, asWord(turned[short]!), kind + 3);
    const other = asFloat(words[at + k + 2 + short]!);
    const length = Math.sqrt(Math.max(0, 1 - other * other));
    visitor.word(at + k + 2 + long, asWord(turned[long]! < 0 ? -length : length), kind + 2);
  }
}

/**
 * Contacts. An impulse may be unchanged. It may have grown as that of the contact's first point did or, for
 * friction, be all that friction allows. Or it may have grown as its counterpart did in one of the contacts
 * before, which in a pile are neighbours. Expected is whichever of these has lately been nearest.
 */
function traceContacts(to: Image, from: Place, old: Uint32Array, visitor: Visitor): void {
  const { words } = to;
  const { at, words: count } = to.segments[Segment.Contact]!;
  const kind = KINDS[Segment.Contact]!;
  const errors = new Float64Array(SOLVED.length * GUESSES);
  const growths = new Float64Array((Math.ceil(count / Record.Contact) + GUESSES) * SOLVED.length).fill(1);
  const guesses = new Uint32Array(GUESSES);
  for (
    let k = 0, row = GUESSES * SOLVED.length;
    k + Record.Contact <= count;
    k += Record.Contact, row += SOLVED.length
  ) {
    const known = k + Record.Contact <= from.words;
    const each = (word: number): void => visitor.word(at + k + word, known ? old[from.at + k + word]! : 0, kind + word);
    const friction = known ? asFloat(old[from.at + k + Record.ContactFriction]!) : 0;
    for (let j = 0; j < SOLVED.length; j++) {
      const place = at + k + SOLVED[j]!;
      const was = known ? asFloat(old[from.at + k + SOLVED[j]!]!) : 0;
      guesses[0] = asWord(was);
      guesses[1] = asWord(j & 1 ? Math.sign(was) * friction * asFloat(words[place - 1]!) : was * growths[row]!);
      for (let g = 2; g < GUESSES; g++) {
        guesses[g] = asWord(was * growths[row + j - (g - 1) * SOLVED.length]!);
      }
      const first = j * GUESSES;
      let best = 0;
      for (let g = 1; g < GUESSES; g++) {
        best = errors[first + g]! < errors[first + best]! ? g : best;
      }
      visitor.word(place, guesses[best]!, kind + SOLVED[j]!);
      for (let g = 0; g < GUESSES; g++) {
        errors[first + g] = errors[first + g]! * FORGETTING + distance(words[place]!, guesses[g]!);
      }
      const growth = asFloat(words[place]!) / was;
      growths[row + j] = growth > 1e-9 && growth < 1e9 ? growth : 1;
    }
    for (let word: number = Record.ContactFriction; word < Record.Contact; word += LASTING_GROUP) {
      if (!known || !visitor.same(at + k + word, LASTING_GROUP, old, from.at + k + word, kind + word)) {
        for (let j = word; j < word + LASTING_GROUP; j++) {
          each(j);
        }
      }
    }
    IDS.forEach(each);
    if (to.words[at + k + Record.ContactKernelIndex] === NONE) {
      MADE_ANEW.forEach(each);
    }
  }
}

/** Number of bits of the difference of two floats, as ordered integers. */
function distance(a: number, b: number): number {
  return 32 - Math.clz32(Math.abs((ordered(a) - ordered(b)) | 0));
}
