import { List } from "../memory/buffer";
import { COLOUR_COUNT, Lists, OVERFLOW_COLOUR, blowLanes } from "../world/buffers";
import { ContactFlag, Contacts } from "../world/contact";
import { world } from "../world/world";
import { Aside, Block, ONE_POINT_BYTES, Ranges, TWO_POINT_BYTES, aside } from "./contact_block";

// Blows to bodies held by joints or a locked axis: a door against its stop, a flipper, a slider. A contact takes its bodies as
// free, so passes over contacts and over joints partly undo each other, and the impulse of the blow, applied again by the next
// sub-step, throws the body back: a door that was to stop came back at half its speed. So such contacts take part in
// restitution even if theirs is 0. Joints and contacts are solved in turn until both hold, and points leave at e times the
// speed they met at, or not at all. The next step starts without the impulses of the blow.

/** Stands for a restitution of 0, which would mean no bounce at all. */
const DEAD: f32 = 1e-30;

/**
 * Contacts that are marked (contact_graph/mark_blow.ts) bounce in this step. A blow may take two steps, as gaps close first.
 * False: out of memory.
 */
export function gatherBlows(): bool {
  blowLanes.count = 0;
  if (world.blowSteps == 0) {
    return true;
  }
  for (let colour: u32 = 0; colour < COLOUR_COUNT; colour++) {
    for (let two: u32 = 0; two < 2; two++) {
      const list = Lists.colour(colour, two);
      const bytes = two ? TWO_POINT_BYTES : ONE_POINT_BYTES;
      for (let k: u32 = 0, n = list.count; k < n; k++) {
        const c = Contacts.at(List.get(list, k));
        if ((c.flags & ContactFlag.Blow) == 0) {
          continue;
        }
        if (world.blowSteps == 1) {
          c.flags &= ~ContactFlag.Blow;
        }
        const place = <usize>k;
        const lane = colour == OVERFLOW_COLOUR ? place * bytes : (place >> 2) * bytes + ((place & 3) << 2);
        const q = Ranges.start(colour, two) + lane;
        const r = aside(q);
        store<f32>(r, max<f32>(load<f32>(r, Aside.restitution), DEAD), Aside.restitution);
        if (!List.push(blowLanes, (<u32>q) | two)) {
          return false;
        }
      }
    }
  }
  world.blowSteps--;
  if (blowLanes.count != 0) {
    world.bounces = max<u32>(world.bounces, 1);
  }
  return true;
}

/** Was a marked contact struck in this step? */
export function wereStruck(): bool {
  for (let k: u32 = 0, n = blowLanes.count; k < n; k++) {
    if (isStruck(List.get(blowLanes, k))) {
      return true;
    }
  }
  return false;
}

/** Clears the impulses of marked contacts that were struck in this step. */
export function forgetBlows(): void {
  for (let k: u32 = 0, n = blowLanes.count; k < n; k++) {
    const lane = List.get(blowLanes, k);
    if (isStruck(lane)) {
      const q = laneAt(lane);
      store<f32>(q, 0, Block.normalImpulse1);
      if (hasTwo(lane)) {
        store<f32>(q, 0, Block.normalImpulse2);
      }
    }
  }
}

function laneAt(lane: u32): usize {
  return <usize>(lane & ~1);
}

function hasTwo(lane: u32): bool {
  return (lane & 1) != 0;
}

function isStruck(lane: u32): bool {
  const q = laneAt(lane);
  const limit = -world.restitutionThreshold;
  const r = aside(q);
  const first = load<f32>(r, Aside.approach1) < limit && load<f32>(q, Block.totalImpulse1) > 0;
  return first || (hasTwo(lane) && load<f32>(r, Aside.approach2) < limit && load<f32>(q, Block.totalImpulse2) > 0);
}
