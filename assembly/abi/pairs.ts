import { ignorePair } from "../lifecycle/ignored_pairs";
import { Bodies } from "../world/body";
import { IgnoredPairs } from "../world/ignored_pairs";
import { Code } from "./layout";

// The door for pairs of bodies.

/** Lets two bodies pass through each other (1), or no longer (0). */
export function bodiesIgnore(idA: u32, idB: u32, ignore: i32): i32 {
  const a = Bodies.find(idA);
  const b = Bodies.find(idB);
  if (a == 0 || b == 0) {
    return Code.StaleBody;
  }
  return a == b ? Code.SameBody : ignorePair(a, b, ignore != 0);
}

/** Do two bodies ignore each other? */
export function bodiesIgnored(idA: u32, idB: u32): i32 {
  return <i32>IgnoredPairs.has(Bodies.find(idA), Bodies.find(idB));
}
