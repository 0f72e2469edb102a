import { Sweep } from "../collision/time_of_impact";
import { MAILBOX_ADDRESS, WAY_SPACE } from "../memory/fixed";
import { NONE } from "../world/body";

// The path of the body that the continuous stage is looking at, and what has been found on it.

/** The body's motion from `way.since` on. */
export const bodySweep = changetype<Sweep>(WAY_SPACE);
/** `bodySweep` as seen from the owner of the shape that is being looked at. */
export const seen = changetype<Sweep>(WAY_SPACE + 40);

/** How much of a body is held by what it slides along. */
export const enum Slid {
  Not = 0,
  /** Its centre is kept from going through. */
  Along = 1,
  /** The whole shape is held out where the path ends, but not on the path there, on which it turns. */
  Whole = 2,
}

/** What has been found on the path of the body. Its users, `sweepBody` and `strikes`, begin it anew for each body. */
@final
@unmanaged
export class Way {
  /** What stops it first: its own shape and the other one. */
  firstShape: u32;
  firstOther: u32;
  /** How it slides along what it touches. */
  slid: Slid;
  /** The moving body that took this one along last; 0, the immovable body, if none did. */
  carrier: u32;
  /** Its shape that was taken along last, and by which other (NONE if none was): the two lie beside each other where the path ends. */
  taken: u32;
  taker: u32;
  /** Has standing ground kept it out since? The ground has the last word, even if the body then overlaps what moves. */
  held: u32;
  /** Share of the step after which it was taken along: the motion that is looked at begins there. */
  since: f32;
  /** Does it slide along anything that turns? */
  along: u32;
  /** The first body that moved the end of the path in the last round, and how many things that move as one with it did so. */
  pusher: u32;
  pushers: u32;
  /** Whether a shape touches ground where its path begins, and for which shape that was asked last (NONE if for none). */
  grounded: u32;
  groundedShape: u32;

  static begin(w: Way): void {
    w.slid = Slid.Not;
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
