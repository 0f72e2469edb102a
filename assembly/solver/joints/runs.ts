import { Buffer } from "../../memory/buffer";
import { jointBlocks } from "../../world/buffers";
import { world } from "../../world/world";

// Runs of joints: the blocks of a colour's joints of one kind, one after the other. A step finds its runs once, in the order in
// which kinds are solved (world/joint.ts), and notes them ahead of the blocks.

const enum RunField {
  start = 0,
  end = 4,
  list = 8,
  colour = 12,
  kernel = 14,
}
export const RUN_BYTES: usize = 16;

export abstract class Run {
  @inline static at(index: u32): usize {
    return jointBlocks.ptr + <usize>index * RUN_BYTES;
  }
  static note(start: usize, end: usize, list: usize, colour: u32, kernel: u32): void {
    const run = Run.at(world.jointRuns++);
    store<usize>(run, start, RunField.start);
    store<usize>(run, end, RunField.end);
    store<usize>(run, list, RunField.list);
    store<u16>(run, <u16>colour, RunField.colour);
    store<u16>(run, <u16>kernel, RunField.kernel);
  }
  @inline static start(run: usize): usize {
    return load<usize>(run, RunField.start);
  }
  @inline static end(run: usize): usize {
    return load<usize>(run, RunField.end);
  }
  /** The joints themselves. */
  @inline static list(run: usize): Buffer {
    return changetype<Buffer>(load<usize>(run, RunField.list));
  }
  @inline static colour(run: usize): u32 {
    return load<u16>(run, RunField.colour);
  }
  /** Type of joints whose kernel solves it. */
  @inline static kernel(run: usize): u32 {
    return load<u16>(run, RunField.kernel);
  }
}
