import { Code, STAGE_COUNT, Stage } from "../abi/layout";
import { findPairs, settleMoves } from "../broad_phase/find_pairs";
import { refit } from "../broad_phase/refit";
import { makeContacts } from "../contact_graph/new_contacts";
import { orderLists } from "../contact_graph/order_lists";
import { notePlacedSleepers } from "../contact_graph/overlap";
import { engageLeftJoints, updateSleep, wakeCarried } from "../contact_graph/sleep";
import { applyTouchChanges } from "../contact_graph/touch_changes";
import { solveContinuous } from "../continuous/solve_continuous";
import { tellHits } from "../events/hits";
import { wakeMovingFields } from "../lifecycle/field_wakes";
import { breakJoints } from "../lifecycle/joints";
import { updateContacts } from "../narrow_phase/update_contacts";
import { solve } from "../solver/solve";
import { scaleImpulses } from "../solver/store_impulses";
import { movedBodies } from "../world/buffers";
import { world } from "../world/world";

/** One step: runs every case of `runStage`. Stages hand over named buffers and never call one another. */
export function step(dt: f32, substeps: i32): i32 {
  beginStep(dt, substeps);
  for (let stage = 0; stage < STAGE_COUNT; stage++) {
    runStage(stage);
  }
  return endStep();
}

/** Settings → step context. Events gather until the host clears them, but the list of moved bodies is of the last step only. */
export function beginStep(dt: f32, substeps: i32): void {
  movedBodies.count = 0;
  world.fault = Code.Ok;
  if (world.fieldCount != 0) {
    wakeMovingFields();
  }
  world.unmade = 0;
  world.dt = dt;
  world.substeps = substeps;
  if (dt == 0) {
    return; // forces that are read stay those of the last step that moved anything
  }
  wakeCarried();
  const h: f32 = dt / <f32>substeps;
  if (h != world.h && world.h > 0) {
    scaleImpulses(h / world.h);
  }
  world.h = h;
  world.invH = <f32>substeps / dt;
}

/** Runs one stage of a step. The host runs the stages one by one, in order, when it wants to time them. */
export function runStage(stage: i32): void {
  if (world.dt == 0) {
    return; // nothing moves; contacts and events stay as they are
  }
  switch (stage) {
    case Stage.Pairs:
      findPairs(); //        boxes, trees              → new pairs, in order
      makeContacts(); //     new pairs, filters        → contacts
      break;
    case Stage.Collide:
      orderLists(); //       lists of contacts         → the same in order, now and then
      updateContacts(); //   poses, shapes, contacts   → manifolds, touch changes
      settleMoves(); //      boxes                     → old boxes
      break;
    case Stage.Graph:
      applyTouchChanges(); // touch changes            → colours, events, woken bodies
      renewWoken(); //       contacts woken by them    → manifolds, touch changes
      notePlacedSleepers(); // newly placed sleepers   → marks on them and beside
      engageLeftJoints(); // joints without a colour   → colours
      break;
    case Stage.Solve:
      solve(); //            contacts, joints, forces  → velocities, poses, impulses, fast bodies
      break;
    case Stage.Refit:
      refit(); //            poses                     → frames, boxes, movers
      break;
    case Stage.Continuous:
      solveContinuous(); //  fast bodies, trees        → clamped poses
      break;
    case Stage.Sleep:
      updateSleep(); //      sleep timers, contacts    → sleeping islands
      break;
    case Stage.Events:
      tellHits(); //         impulses                  → hit events
      breakJoints(); //      impulses                  → broken joints, events
      break;
    default:
      break;
  }
}

/** Code of what ran out during the step, or Ok. */
export function endStep(): i32 {
  if (world.dt > 0) {
    world.stepCount++;
  }
  return world.fault;
}

/** Bodies put to sleep between steps and woken by a touch get contact points of now, not those from before they last moved. */
function renewWoken(): void {
  while (world.unmade != 0) {
    world.unmade = 0;
    updateContacts();
    applyTouchChanges();
  }
}
