import { Buffer } from "../../memory/buffer";
import { COLOUR_COUNT, JOINT_KINDS, jointBlocks } from "../../world/buffers";
import { Joint, Joints } from "../../world/joint";
import { world } from "../../world/world";

// Runs of joints: the blocks of all joints of one colour and kind, one after the other. A step finds its runs once, in the
// order in which kinds are solved (world/joint.ts). Their records lie ahead of the blocks, and ahead of the records lies a
// table of where each run begins, by colour and kind.

const enum RunField {
  start = 0,
  end = 4,
  list = 8,
  colour = 12,
  kernel = 14,
}
export const RUN_BYTES: usize = 16;
/** Offset of the first run's record in `jointBlocks`. */
export const RUNS_BEGIN: usize = (<usize>(COLOUR_COUNT * JOINT_KINDS)) << 2;

export abstract class Run {
  @inline static at(index: u32): usize {
    return jointBlocks.ptr + RUNS_BEGIN + <usize>index * RUN_BYTES;
  }
  @inline private static entry(colour: u32, kind: u32): usize {
    return jointBlocks.ptr + ((<usize>(colour * JOINT_KINDS + kind)) << 2);
  }
  static note(start: usize, end: usize, list: usize, colour: u32, kind: u32): void {
    store<usize>(Run.entry(colour, kind), start);
    const run = Run.at(world.jointRuns++);
    store<usize>(run, start, RunField.start);
    store<usize>(run, end, RunField.end);
    store<usize>(run, list, RunField.list);
    store<u16>(run, <u16>colour, RunField.colour);
    store<u16>(run, <u16>Joints.kernelOf(kind), RunField.kernel);
  }
  /** Start of the run that a solved joint is part of. */
  @inline static startOf(j: Joint): usize {
    return load<usize>(Run.entry(j.colour, Joints.kind(j.type, j.flags)));
  }
  @inline static start(run: usize): usize {
    return load<usize>(run, RunField.start);
  }
  /** End of the blocks. The sums of the joints begin there (joint_block.ts), a record for each block. */
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
  /** Type of joint whose kernel solves the run. */
  @inline static kernel(run: usize): u32 {
    return load<u16>(run, RunField.kernel);
  }
}
