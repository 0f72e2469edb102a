import { Buffer } from "../memory/buffer";
import { awakeBodies, islandParents } from "../world/buffers";

/** A body in `overlappingBodies`: the limits it is held to, relative to what it goes along with. */
@unmanaged
export class Held {
  /** Address of its solver body. */
  body: u32;
  /** Squares of its greatest speed and angular speed. */
  speed: f32;
  spin: f32;
  /** Velocity of what it goes along with. */
  ux: f32;
  uy: f32;
}
export const HELD_WORDS: u32 = 5;
if (offsetof<Held>() != (<usize>HELD_WORDS) << 2) {
  ERROR("bodies that are held back are pushed word by word");
}

/**
 * Ten arrays in `islandParents`, of one word per solver body, used while overlaps are found (recovery.ts, keep_momentum.ts):
 * the parents in disjoint sets of touching bodies, and those below.
 */
export abstract class OverlapScratch {
  /** False: out of memory. */
  static ensure(): bool {
    return Buffer.ensureScratch(islandParents, <usize>OverlapScratch.bodies * 40);
  }
  /** Number of bodies; number 0 stands for all that does not move. */
  @inline static get bodies(): u32 {
    return awakeBodies.count + 1;
  }
  @inline static get parents(): usize {
    return islandParents.ptr;
  }
  /** At the root: address of the sums over an island. */
  @inline static sums(number: u32): usize {
    return OverlapScratch.word(1, number);
  }
  /** f32: the square of a body's speed, or of its rim's speed where that is greater. */
  @inline static speed(number: u32): usize {
    return OverlapScratch.word(2, number);
  }
  /** f32: the greatest such square among the bodies that the body touches. */
  @inline static met(number: u32): usize {
    return OverlapScratch.word(3, number);
  }
  /** Not 0: some overlap of the body is still deep. */
  @inline static held(number: u32): usize {
    return OverlapScratch.word(4, number);
  }
  /** The parents in disjoint sets of bodies connected by joints. */
  @inline static get machines(): usize {
    return OverlapScratch.word(5, 0);
  }
  /** At the root: the number of a kinematic body of the island, 0 for none. */
  @inline static carrier(number: u32): usize {
    return OverlapScratch.word(6, number);
  }
  /** f32, at the root: the island's mass, and its momentum along x and y. */
  @inline static mass(number: u32): usize {
    return OverlapScratch.word(7, number);
  }
  @inline static momentumX(number: u32): usize {
    return OverlapScratch.word(8, number);
  }
  @inline static momentumY(number: u32): usize {
    return OverlapScratch.word(9, number);
  }
  @inline private static word(array: u32, number: u32): usize {
    return islandParents.ptr + ((<usize>(array * OverlapScratch.bodies + number)) << 2);
  }
}
