import { BUFFERS_ADDRESS } from "../memory/fixed";
import { BUFFER_BYTES, Buffer } from "../memory/buffer";
import { world } from "./world";

// Every growable buffer of the world, by name. The addresses are constants; a buffer's block moves when it grows.

/** Lasting lists (part of the state). */
/** u32 slots of the awake bodies that are not static; `Bodies.solverIndex`, less one, points back. */
export const awakeBodies = changetype<Buffer>(BUFFERS_ADDRESS + 0 * BUFFER_BYTES);
/** u32 slots of shapes whose fat box changed since pairs were last found. */
export const movedShapes = changetype<Buffer>(BUFFERS_ADDRESS + 1 * BUFFER_BYTES);

/** Step buffers: written and read within one step. */
/** u64 keys (shape a, shape b) of pairs whose boxes newly overlap. */
export const newPairs = changetype<Buffer>(BUFFERS_ADDRESS + 2 * BUFFER_BYTES);
/** Scratch of any stage. They keep their room from step to step, and kept batches rely on that (`reserveBlocks` in solver/batches.ts). */
export const sortSpace = changetype<Buffer>(BUFFERS_ADDRESS + 3 * BUFFER_BYTES);
export const sortSpace2 = changetype<Buffer>(BUFFERS_ADDRESS + 4 * BUFFER_BYTES);
/** u32 contact slot << 2 | TouchChange */
export const touchChanges = changetype<Buffer>(BUFFERS_ADDRESS + 5 * BUFFER_BYTES);
/** `count`: number of bodies that the step has moved; 0 if it had no memory for that. */
export const solverBodies = changetype<Buffer>(BUFFERS_ADDRESS + 6 * BUFFER_BYTES);
export const bodyMotion = changetype<Buffer>(BUFFERS_ADDRESS + 7 * BUFFER_BYTES);
export const contactBlocks = changetype<Buffer>(BUFFERS_ADDRESS + 8 * BUFFER_BYTES);
/** The part of contact blocks that only some passes read (solver/contact_block.ts). */
export const asideBlocks = changetype<Buffer>(BUFFERS_ADDRESS + 154 * BUFFER_BYTES);
export const jointBlocks = changetype<Buffer>(BUFFERS_ADDRESS + 9 * BUFFER_BYTES);
export const fastBodies = changetype<Buffer>(BUFFERS_ADDRESS + 10 * BUFFER_BYTES);
/**
 * Disjoint sets of awake bodies, for one stage at a time: contact_graph/sleep.ts by place in `awakeBodies`, solver/overlap_scratch.ts
 * by solver index, each followed by whatever else it needs. `sleepIsland` lists the members of one island in it.
 */
export const islandParents = changetype<Buffer>(BUFFERS_ADDRESS + 11 * BUFFER_BYTES);
/** Overlapping bodies that nothing immovable holds, and sums over their islands (solver/keep_momentum.ts). */
export const partingBodies = changetype<Buffer>(BUFFERS_ADDRESS + 12 * BUFFER_BYTES);
/** Step buffer: u32 slots of the loaded rods, pins, sliders and welds (solver/joints/load.ts). */
export const loadedJoints = changetype<Buffer>(BUFFERS_ADDRESS + 156 * BUFFER_BYTES);
/** u32 slots of shapes whose boxes or places are out of date in the active tree; all of them unless `treeBehind` (broad_phase/trees.ts). */
export const changedShapes = changetype<Buffer>(BUFFERS_ADDRESS + 158 * BUFFER_BYTES);
/** Step buffer: rows of pins, each solved as one (solver/joints/chain_links.ts). */
export const jointChains = changetype<Buffer>(BUFFERS_ADDRESS + 28 * BUFFER_BYTES);
/** Step buffer: linkages, each solved as one (solver/joints/linkage_records.ts). */
export const linkages = changetype<Buffer>(BUFFERS_ADDRESS + 155 * BUFFER_BYTES);
/** Step buffer: the ground that one body touches (narrow_phase/grounds.ts). */
export const grounds = changetype<Buffer>(BUFFERS_ADDRESS + 157 * BUFFER_BYTES);
export const queryResults = changetype<Buffer>(BUFFERS_ADDRESS + 13 * BUFFER_BYTES);
export const queryHits = changetype<Buffer>(BUFFERS_ADDRESS + 14 * BUFFER_BYTES);
export const bulk = changetype<Buffer>(BUFFERS_ADDRESS + 15 * BUFFER_BYTES);

/** Event buffer: what fast bodies met within their step. */
export const sweptEvents = changetype<Buffer>(BUFFERS_ADDRESS + 26 * BUFFER_BYTES);
/** Lasting list: u64 keys of the pairs of bodies that ignore each other (world/ignored_pairs.ts). */
export const ignoredPairs = changetype<Buffer>(BUFFERS_ADDRESS + 27 * BUFFER_BYTES);

/** Event buffers: filled until the host clears them; `movedBodies` is of the last step only (world/event_buffers.ts). */
export const contactBeginEvents = changetype<Buffer>(BUFFERS_ADDRESS + 16 * BUFFER_BYTES);
export const contactEndEvents = changetype<Buffer>(BUFFERS_ADDRESS + 17 * BUFFER_BYTES);
export const hitEvents = changetype<Buffer>(BUFFERS_ADDRESS + 18 * BUFFER_BYTES);
export const sensorBeginEvents = changetype<Buffer>(BUFFERS_ADDRESS + 19 * BUFFER_BYTES);
export const sensorEndEvents = changetype<Buffer>(BUFFERS_ADDRESS + 20 * BUFFER_BYTES);
export const sleepEvents = changetype<Buffer>(BUFFERS_ADDRESS + 21 * BUFFER_BYTES);
export const movedBodies = changetype<Buffer>(BUFFERS_ADDRESS + 22 * BUFFER_BYTES);
/**
 * u32 addresses of the constraint blocks with contacts of columns, + a bit for each lane that has one (solver/columns.ts), and
 * behind them the packed blocks (solver/packed_lanes.ts).
 */
export const columnBlocks = changetype<Buffer>(BUFFERS_ADDRESS + 24 * BUFFER_BYTES);
/** u32 addresses of the constraint blocks that bounce in this step, + 1 if of two points (solver/restitution.ts). */
export const bouncingBlocks = changetype<Buffer>(BUFFERS_ADDRESS + 151 * BUFFER_BYTES);
/** Step buffer: groups of bouncing bodies that pushed one another (solver/bounded_blows.ts). */
export const blowGroups = changetype<Buffer>(BUFFERS_ADDRESS + 159 * BUFFER_BYTES);
/** Five words (`Held`) for each body in overlap that is held back (solver/recovery.ts). */
export const overlappingBodies = changetype<Buffer>(BUFFERS_ADDRESS + 25 * BUFFER_BYTES);
export const jointEvents = changetype<Buffer>(BUFFERS_ADDRESS + 23 * BUFFER_BYTES);

/** Step buffer: constant acceleration and drift of each solver body (solver/drive.ts). */
export const driveSpace = changetype<Buffer>(BUFFERS_ADDRESS + 29 * BUFFER_BYTES);
/** Lasting records: force fields (world/field.ts). */
export const forceFields = changetype<Buffer>(BUFFERS_ADDRESS + 30 * BUFFER_BYTES);
/** Lasting records: the table of material pairs (world/material.ts). */
export const materialPairs = changetype<Buffer>(BUFFERS_ADDRESS + 31 * BUFFER_BYTES);

/** Order and nodes of the active and the resting tree (for their headers see `TREE_HEADERS`). */
export const ACTIVE_ORDER: usize = BUFFERS_ADDRESS + 32 * BUFFER_BYTES;
export const REST_ORDER: usize = BUFFERS_ADDRESS + 34 * BUFFER_BYTES;
export const activeOrder = changetype<Buffer>(ACTIVE_ORDER);
export const activeNodes = changetype<Buffer>(BUFFERS_ADDRESS + 33 * BUFFER_BYTES);
export const restOrder = changetype<Buffer>(REST_ORDER);
export const restNodes = changetype<Buffer>(BUFFERS_ADDRESS + 35 * BUFFER_BYTES);
/** Of the pair finders used in place of the two trees (broad_phase/pair_finder.ts): boxes, and buckets or nodes. */
export const finderBoxes = changetype<Buffer>(BUFFERS_ADDRESS + 36 * BUFFER_BYTES);
export const finderRestBoxes = changetype<Buffer>(BUFFERS_ADDRESS + 37 * BUFFER_BYTES);
export const finderCells = changetype<Buffer>(BUFFERS_ADDRESS + 38 * BUFFER_BYTES);
export const finderRestCells = changetype<Buffer>(BUFFERS_ADDRESS + 39 * BUFFER_BYTES);
/** Two headers of 64 bytes, see `WideBvh`. */
export const TREE_HEADERS: usize = BUFFERS_ADDRESS + 40 * BUFFER_BYTES;
/** Records of the pair finders. */
export const FINDER_RECORDS: usize = BUFFERS_ADDRESS + 51 * BUFFER_BYTES;
export const FINDER_RECORDS_BYTES: usize = 13 * BUFFER_BYTES;
/** Is there a buffer at `p`? The headers of trees and the records of pair finders lie among the buffers. */
export function isBuffer(p: usize): bool {
  return p + BUFFER_BYTES <= TREE_HEADERS || p >= FINDER_RECORDS + FINDER_RECORDS_BYTES;
}

/**
 * Step buffer: u32 addresses of the batch's contact blocks that involve a body with a locked axis, + 1 if of two points.
 * Gathered by solver/locked_contacts.ts, relaxed and bounced again by solver/solve.ts.
 */
export const lockedBlocks = changetype<Buffer>(BUFFERS_ADDRESS + 146 * BUFFER_BYTES);
/** Step buffer: u32 addresses of lanes in contact blocks, + 1 if of two points (solver/blows.ts). */
export const blowLanes = changetype<Buffer>(BUFFERS_ADDRESS + 147 * BUFFER_BYTES);

/** Step buffers: batches, kept while no list changes (`Lists.changed`), and the slots of their contacts (solver/batches.ts). */
export const batches = changetype<Buffer>(BUFFERS_ADDRESS + 148 * BUFFER_BYTES);
export const batchedContacts = changetype<Buffer>(BUFFERS_ADDRESS + 149 * BUFFER_BYTES);

/**
 * Step buffer: six words for each contact that met fast enough for a hit event: its slot, approach, impulse, remaining approach, and
 * place. Emptied by solver/solve.ts, filled by solver/store_impulses.ts, told by events/hits.ts.
 */
export const hitContacts = changetype<Buffer>(BUFFERS_ADDRESS + 150 * BUFFER_BYTES);
export const HIT_CONTACT_BYTES: usize = 24;

/** Step buffers: a tree of the awake kinematic bodies' shapes (continuous/kinematics.ts). */
export const kinematicShapes = changetype<Buffer>(BUFFERS_ADDRESS + 152 * BUFFER_BYTES);
export const kinematicNodes = changetype<Buffer>(BUFFERS_ADDRESS + 153 * BUFFER_BYTES);

/** Contact lists of the narrow phase, one per kernel, and of the solver, two per colour; joint lists, one per colour and kind. */
const CONTACT_LISTS: usize = BUFFERS_ADDRESS + 64 * BUFFER_BYTES;
const COLOUR_LISTS: usize = BUFFERS_ADDRESS + 80 * BUFFER_BYTES;
const JOINT_LISTS: usize = BUFFERS_ADDRESS + 160 * BUFFER_BYTES;

/** Graph colours, each a bit of a body's masks; the last is the overflow, for constraints that found no other. */
export const COLOUR_COUNT: u32 = 32;
export const OVERFLOW_COLOUR: u32 = 31;
/** Colours of contacts between two moving bodies; the three above are left to contacts with the ground. */
export const MOVING_COLOURS: u32 = 0x0fffffff;
/** Kinds of joints that are solved apart (world/joint.ts: Joints.kind). */
export const JOINT_KINDS: u32 = 16;

export abstract class Lists {
  /** Called whenever a list of solved contacts, or that of the awake bodies, changes: batches are then no longer valid. */
  @inline static changed(): void {
    world.listChanges++;
  }
  /** Contacts that narrow-phase kernel `kernel` updates (world/contact.ts: ContactKernel). */
  @inline static kernel(kernel: u32): Buffer {
    return changetype<Buffer>(CONTACT_LISTS + <usize>kernel * BUFFER_BYTES);
  }
  /** Touching contacts of a colour with one (`twoPoints` 0) or two contact points (1). */
  @inline static colour(colour: u32, twoPoints: u32): Buffer {
    return Lists.solved(colour * 2 + twoPoints);
  }
  /** The same by one number: twice the colour, plus one for two points. */
  @inline static solved(list: u32): Buffer {
    return changetype<Buffer>(COLOUR_LISTS + <usize>list * BUFFER_BYTES);
  }
  /** Joints of a colour and a kind. */
  @inline static joint(colour: u32, kind: u32): Buffer {
    return changetype<Buffer>(JOINT_LISTS + <usize>(colour * JOINT_KINDS + kind) * BUFFER_BYTES);
  }
}
// 160 + 32 · 16 buffers of 12 bytes end at 4096 + 8064 = 12160, below the block table.
