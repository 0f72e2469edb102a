import { Sweep } from "../collision/time_of_impact";
import { MAILBOX_ADDRESS, WAY_SPACE } from "../memory/fixed";
import { NONE } from "../world/body";

// The way of the body that the continuous stage looks at, and what has been found on it.

/** Its motion from `way.since` on. */
export const bodySweep = changetype<Sweep>(WAY_SPACE);
/** `bodySweep` as the owner of the shape sees it that is looked at. */
export const seen = changetype<Sweep>(WAY_SPACE + 40);

/** What is to be done about an ellipse that may come down on ground beyond a seam. */
export const enum Seams {
  None = 0,
  /** It is seen first whether anything stops the body sooner. */
  Met = 1,
  /** Nothing did. */
  HeldOut = 2,
}

/** How far what a body slides along holds it. */
export const enum Slid {
  Not = 0,
  /** Held where its centre would go through. */
  Along = 1,
  /** Held out as a whole: where its way ends, but not on the way there, on which it turns. */
  Whole = 2,
}

/** What has been found on the way of the body: begun anew for each, by those that ask it, `sweepBody` and `strikes`. */
@final
@unmanaged
export class Way {
  /** What stops it first: its shape and the other. */
  firstShape: u32;
  firstOther: u32;
  /** How it slides along what it touches. */
  slid: Slid;
  seams: Seams;
  /** Which body that moves took this one along last; 0, the immovable body, if none did. */
  carrier: u32;
  /** Which of its shapes was taken along last, and by which other, NONE if none was: the one lies beside the other where the way ends. */
  taken: u32;
  taker: u32;
  /** Has ground that stands kept it out since? That has the last word: rather does it overlap what moves. */
  held: u32;
  /** Share of the step after which it was taken along: there its motion begins that is looked at. */
  since: f32;
  /** Does it slide along anything that turns? */
  along: u32;
  /** The first body that moved its end when all were last asked; and how many things did that move as one with it. */
  pusher: u32;
  pushers: u32;
  /** Whether a shape touches ground where its way begins, and of which that was asked last; NONE if of none. */
  grounded: u32;
  groundedShape: u32;

  static begin(w: Way): void {
    w.slid = Slid.Not;
    w.seams = Seams.None;
    w.carrier = 0;
    w.taker = NONE;
    w.held = 0;
    w.since = 0;
    w.along = 0;
    w.pushers = 0;
    w.groundedShape = NONE;
  }
}

export const way = changetype<Way>(WAY_SPACE + 80);
if (offsetof<Sweep>() > 40 || WAY_SPACE + 80 + offsetof<Way>() > MAILBOX_ADDRESS) {
  ERROR("the records of this file overlap, or reach into the mailbox");
}
