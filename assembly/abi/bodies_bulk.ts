import { MAILBOX_ADDRESS } from "../memory/fixed";
import { Bodies } from "../world/body";
import { bulk } from "../world/buffers";
import { bodyApplyForce, bodyApplyImpulse, bodyApplyAngularImpulse, bodyApplyTorque } from "./body_motion";
import { bodySetTransform, bodySetVelocity } from "./body_motion";
import { allFinite } from "./check";
import { BulkMotion } from "./body_layout";
import { Code } from "./layout";

// The door for moving many bodies in one call: all or none.

/** Words per body: an id in the first part of the bulk buffer, three numbers in the second. */
const WORDS: u32 = 4;

/**
 * Moves the `count` bodies whose ids come first in the bulk buffer, each by three of the numbers that follow the ids. If an
 * id is stale, its place is left in the mailbox. Repeated bodies are moved repeatedly.
 */
export function bodiesMove(motion: u32, count: u32, wake: i32): i32 {
  if (<u64>count * WORDS * 4 > <u64>bulk.capacity) {
    return Code.OutOfRange;
  }
  const ids = bulk.ptr;
  const rows = ids + ((<usize>count) << 2);
  for (let k: u32 = 0; k < count; k++) {
    if (Bodies.find(load<u32>(ids + ((<usize>k) << 2))) == 0) {
      store<u32>(MAILBOX_ADDRESS, k);
      return Code.StaleBody;
    }
  }
  if (!allFinite(rows, count * 3)) {
    return Code.NonFinite;
  }
  for (let k: u32 = 0; k < count; k++) {
    const row = rows + <usize>k * 12;
    move(motion, load<u32>(ids + ((<usize>k) << 2)), load<f32>(row), load<f32>(row, 4), load<f32>(row, 8), wake);
  }
  return Code.Ok;
}

function move(motion: u32, id: u32, x: f32, y: f32, turn: f32, wake: i32): void {
  if (motion == BulkMotion.Transform) {
    bodySetTransform(id, x, y, turn);
  } else if (motion == BulkMotion.Velocity) {
    bodySetVelocity(id, x, y, turn);
  } else if (motion == BulkMotion.Force) {
    bodyApplyForce(id, x, y, 0, 0, 0, wake);
    bodyApplyTorque(id, turn, wake);
  } else {
    bodyApplyImpulse(id, x, y, 0, 0, 0, wake);
    bodyApplyAngularImpulse(id, turn, wake);
  }
}
