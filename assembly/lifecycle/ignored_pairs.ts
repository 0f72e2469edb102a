import { Code } from "../abi/layout";
import { keepAwake } from "../contact_graph/sleep";
import { IgnoredPairs } from "../world/ignored_pairs";
import { destroyContactsBetween, findPairsAnew } from "./joints";

/** Lets two bodies pass through each other, or no longer. Both wake; contacts between them end at once. */
export function ignorePair(bodyA: u32, bodyB: u32, ignore: bool): i32 {
  if (IgnoredPairs.has(bodyA, bodyB) == ignore) {
    return Code.Ok;
  }
  if (ignore && !IgnoredPairs.add(bodyA, bodyB)) {
    return Code.OutOfMemory;
  }
  keepAwake(bodyA);
  keepAwake(bodyB);
  if (ignore) {
    destroyContactsBetween(bodyA, bodyB);
  } else {
    IgnoredPairs.remove(bodyA, bodyB);
    findPairsAnew(bodyA, bodyB);
  }
  return Code.Ok;
}
