import { SolverKind } from "../abi/option_layout";
import { Code } from "../abi/layout";
import { Buffer } from "../memory/buffer";
import {
  HIT_CONTACT_BYTES,
  awakeBodies,
  batches,
  bouncingBlocks,
  columnBlocks,
  hitContacts,
  lockedBlocks,
  movedBodies,
  solverBodies,
} from "../world/buffers";
import { world } from "../world/world";
import { Batch, findBatches } from "./batches";
import { forgetBlows, gatherBlows, wereStruck } from "./blows";
import { relaxColumns } from "./columns";
import { Ranges, colourAt, colourBackAt } from "./contact_block";
import { ContactSoftness } from "./contact_softness";
import { solveContacts, warmStart } from "./contact_solver";
import { Drive, drive } from "./drive";
import { finalizeBodies } from "./finalize";
import {
  Motion,
  applyLocks,
  boundVelocities,
  integratePositions,
  integrateVelocities,
  prepareBodies,
  still,
} from "./integrate";
import { prepareJoints, solveJoints, storeJoints, warmStartJoints } from "./joints/joints";
import { packLanes } from "./packed_lanes";
import { project, respond } from "./plain";
import { keepMomentum, noteMomentum } from "./keep_momentum";
import { gatherLocked } from "./locked_contacts";
import { prepareContacts } from "./prepare_contacts";
import { beginOverlaps, findOverlapping, holdOverlapping } from "./recovery";
import { boundBlows, reserveBlows } from "./bounded_blows";
import { noteApproaches } from "./approaches";
import { relaxAgain } from "./relax_again";
import { applyRestitution, bounceAgain } from "./restitution";
import { solveRolling } from "./rolling";
import { chooseFriction } from "./static_friction";
import { storeImpulses } from "./store_impulses";
import { forgetThrown } from "./thrown";

/** Largest number of restitution passes over bodies held by joints or a locked axis. */
const HELD_BOUNCES: u32 = 10;

/**
 * The solve stage: contacts, joints and forces → velocities, poses and impulses.
 *
 * Sub-stepped soft constraints (TGS soft: Catto, "Solver2D", 2024): in each sub-step velocities take up forces, one pass
 * pushes overlap apart softly, positions move, and a second pass without bias relaxes the velocity that the push left.
 */
export function solve(): void {
  hitContacts.count = 0;
  const driven = Motion.isDriven();
  if (
    !Buffer.ensureScratch(movedBodies, ((<usize>awakeBodies.count) << 2) + 4) ||
    !Buffer.ensureScratch(hitContacts, <usize>world.hitContactCount * HIT_CONTACT_BYTES) ||
    (driven && !drive(Drive.Prepare)) ||
    !prepareBodies() ||
    !prepareJoints() ||
    !findBatches(!driven && contactsAlone())
  ) {
    giveUp();
    return;
  }
  ContactSoftness.prepare();
  for (let k: u32 = 0; k < batches.count; k++) {
    if (!solveBatch(Batch.at(k), driven)) {
      giveUp();
      return;
    }
  }
  solverBodies.count = awakeBodies.count;
  storeJoints();
  chooseFriction();
  finalizeBodies();
}

/** Out of memory: nothing moves. Memory for several batches is reserved before the first is solved. */
function giveUp(): void {
  world.fault = Code.OutOfMemory;
  world.sleepCandidates = 0;
  solverBodies.count = 0;
}

/** Do bodies respond to nothing but their contacts? */
function contactsAlone(): bool {
  const others = world.activeJointCount | world.solvedLocks | world.overlapping | world.blowSteps;
  return world.solver == SolverKind.Soft && others == 0;
}

/** Solves a batch, from its contacts' blocks to their impulses. False: out of memory. */
function solveBatch(batch: usize, driven: bool): bool {
  const first = Batch.first(batch);
  const last = Batch.end(batch);
  still(0); // kernels of the batch before have stored to it
  if (!beginOverlaps()) {
    return false;
  }
  if (driven) {
    drive(Drive.Rows); // forces decide which contacts bear a column
  }
  prepareContacts(batch);
  if (!gatherBlows() || !findOverlapping() || (world.bounces != 0 && !reserveBlows())) {
    return false;
  }
  if ((world.bounces | world.hitContactCount) != 0) {
    run(Pass.Approach);
  }
  const substeps = world.substeps;
  const soft = world.solver == SolverKind.Soft;
  const arcade = world.solver == SolverKind.Arcade;
  const jointed = world.activeJointCount > 0;
  gatherLocked();
  const packedEnd = packLanes();
  const carry = soft && !jointed;
  const begun = <i32>world.stepCount * substeps;
  for (let step = 0; step < substeps; step++) {
    const turn = 2 * (begun + step);
    if (driven && step > 0) {
      drive(Drive.Rows);
    }
    integrateVelocities(first, last, carry && step > 0);
    noteMomentum();
    if (step == 0 || !carry) {
      warmStartJoints(step == 0);
      run(Pass.WarmStart);
      if (step == 0 && !arcade) {
        forgetThrown(first, last); // the arcade solver starts contacts from nothing
      }
    }
    const passes = soft ? 1 : <i32>world.iterations;
    for (let pass = 0; pass < passes; pass++) {
      // Linkages in the last pass only: solved in each, they and the joints solved one by one drove each other on, and a loop
      // closed by a pin on a long arm gained energy.
      solveJoints<i32>(isBackwards(turn), pass == passes - 1);
      if (jointed) {
        boundVelocities();
      }
      if (world.rolling) {
        run(Pass.Rolling);
      }
      if (arcade) {
        respond(pass == 0);
      } else {
        run(Pass.Push, isBackwards(turn));
      }
    }
    applyLocks();
    holdOverlapping();
    keepMomentum();
    integratePositions(first, last);
    if (driven) {
      drive(Drive.Drift);
    }
    if (!soft) {
      project();
    }
    solveJoints<f32>(isBackwards(turn + 1), true);
    if (jointed && Ranges.any()) {
      boundVelocities();
    }
    run(Pass.Relax, isBackwards(turn + 1));
    relaxAgain(lockedBlocks);
    if (!soft && world.rolling) {
      run(Pass.Rolling); // rolling resistance is limited by what the last pass leaves of the push
    }
    if (columnBlocks.count > 0) {
      relaxColumns(packedEnd);
    }
    holdOverlapping();
    keepMomentum();
  }
  bounce();
  applyLocks();
  storeImpulses(batch);
  return true;
}

/**
 * Does this pass go backwards through joints and contacts? Two passes per sub-step are numbered through all steps, the biased
 * one first: three go forth, then four back, four forth and so on. (When each step of two sub-steps began anew, forts of planks
 * rattled.) In a fixed order early constraints keep pushing on later ones: spokes welded to a light hub tore themselves apart
 * (docs/decisions/0034-forth-and-back.md).
 */
function isBackwards(pass: i32): bool {
  return ((pass + 1) & 4) != 0;
}

/**
 * Restitution. A body held by joints or a locked axis takes up an impulse as if it were free, and whatever holds it takes a
 * share back: such bounces are repeated until none changes.
 */
function bounce(): void {
  bouncingBlocks.count = 0;
  const blows = wereStruck();
  const passes = world.bounces > 0 && blows ? HELD_BOUNCES : world.bounces;
  for (let pass: u32 = 0; pass < passes; pass++) {
    if (blows) {
      solveJoints<f32>(false, true);
      boundVelocities();
    }
    if (pass == 0) {
      world.unsettled = 0;
      run(Pass.Restitution);
    } else {
      bounceAgain(bouncingBlocks);
    }
    applyLocks();
    if (world.unsettled == 0) {
      break;
    }
  }
  if (world.bounces > 0 && lockedBlocks.count > 0) {
    for (let pass = passes; pass < HELD_BOUNCES && world.unsettled != 0; pass++) {
      bounceAgain(lockedBlocks);
      applyLocks();
    }
  }
  boundBlows();
  if (blows || world.pushedOut != 0) {
    // Contacts came last: one that took back its push out of an overlap left velocities that joints do not allow.
    solveJoints<f32>(false, true);
  }
  if (blows) {
    boundVelocities();
    forgetBlows();
  }
}

const enum Pass {
  Approach = 0,
  WarmStart = 1,
  Push = 2,
  Relax = 3,
  Rolling = 4,
  Restitution = 5,
}

/** One pass over the contacts, colour by colour. The arcade solver responds in its own way and needs approaches only. */
function run(pass: u32, backwards: bool = false): void {
  if (world.solver == SolverKind.Arcade && pass != Pass.Approach) {
    return;
  }
  // Motion pushed along a locked axis is taken back before other contacts see it: friction was dragged along by it.
  const locked = lockedBlocks.count > 0 && pass != Pass.Approach && pass != Pass.Restitution;
  for (let turns = Ranges.turns(backwards); turns != 0; turns &= turns - 1) {
    const colour = backwards ? colourBackAt(ctz(turns)) : colourAt(ctz(turns));
    if (ASC_FEATURE_SIMD) {
      runBlocks<v128, v128, f32>(pass, Ranges.start(colour, 0), Ranges.end(colour, 0));
      runBlocks<v128, v128, i32>(pass, Ranges.start(colour, 1), Ranges.end(colour, 1));
    } else {
      runBlocks<f32, bool, f32>(pass, Ranges.start(colour, 0), Ranges.end(colour, 0));
      runBlocks<f32, bool, i32>(pass, Ranges.start(colour, 1), Ranges.end(colour, 1));
    }
    if (locked) {
      applyLocks();
    }
  }
}

/** `P` int: blocks of two points; float: of one. Most colours have neither, and even starting a kernel costs. */
function runBlocks<T, M, P>(pass: u32, start: usize, end: usize): void {
  if (start >= end) {
    return;
  }
  switch (pass) {
    case Pass.Approach:
      noteApproaches<T, M, P>(start, end);
      break;
    case Pass.WarmStart:
      warmStart<T, P>(start, end);
      break;
    case Pass.Push:
      solveContacts<T, M, i32, P>(start, end);
      break;
    case Pass.Rolling:
      solveRolling<T, M, P>(start, end);
      break;
    case Pass.Relax:
      solveContacts<T, M, f32, P>(start, end);
      break;
    default:
      applyRestitution<T, M, P>(start, end, true);
      break;
  }
}
