import { Buffer } from "../memory/buffer";
import { Bodies } from "../world/body";
import {
  COLOUR_COUNT,
  Lists,
  OVERFLOW_COLOUR,
  asideBlocks,
  awakeBodies,
  batchedContacts,
  batches,
  bouncingBlocks,
  columnBlocks,
  contactBlocks,
  islandParents,
  lockedBlocks,
  sortSpace,
  sortSpace2,
} from "../world/buffers";
import { Contacts } from "../world/contact";
import { world } from "../world/world";
import { BLOCK_OFFSET, ONE_POINT_BYTES, TWO_POINT_BYTES } from "./contact_block";

// Batches: runs of awake bodies that no contact leads out of. Each batch is solved from its contacts' blocks to its last
// sub-step before the next begins, so that the data it reads again and again stays in the near caches; its blocks overwrite
// those of the batch before (docs/decisions/0024-batches.md). What a body does hardly depends on its batch, except that lanes
// of a block share passes (solver/columns.ts): so batches follow from the state alone, and equal worlds have equal batches.
//
// If b touches bodies up to far(b) behind it in the awake list, a run may end before k if no b < k has far(b) ≥ k.

/** Contacts that fill a batch: with their blocks, records and bodies they take about half a megabyte. */
const FULL: u32 = 1000;
/** Worlds of fewer contacts stay in the caches as they are. */
const FEW: u32 = 12288;
/** If lists change more than once per this many contacts in a step, finding batches costs what batches win. */
const RESTLESS: u32 = 64;
/** When everything was found to be connected, it is looked at again after this many steps. */
const LOOK_AGAIN: u32 = 16;

const LISTS: u32 = COLOUR_COUNT * 2;
/** First body and the one behind the last, then address and length of each list of contacts. */
const BATCH_BYTES: usize = 8 + ((<usize>LISTS) << 3);

export abstract class Batch {
  @inline static at(index: u32): usize {
    return batches.ptr + <usize>index * BATCH_BYTES;
  }
  @inline static first(batch: usize): usize {
    return <usize>load<u32>(batch);
  }
  @inline static end(batch: usize): usize {
    return <usize>load<u32>(batch, 4);
  }
  /** Slots of the batch's contacts of a colour. Three further slots lead to contact 0, which belongs to nobody. */
  @inline static slots(batch: usize, list: u32): usize {
    return load<usize>(batch + ((<usize>list) << 3), 8);
  }
  @inline static count(batch: usize, list: u32): u32 {
    return load<u32>(batch + ((<usize>list) << 3), 12);
  }
  static begin(batch: usize, first: u32, end: u32): void {
    store<u32>(batch, first);
    store<u32>(batch, end, 4);
    memory.fill(batch + 8, 0, BATCH_BYTES - 8);
  }
  static set(batch: usize, list: u32, slots: usize, count: u32): void {
    store<usize>(batch + ((<usize>list) << 3), slots, 8);
    store<u32>(batch + ((<usize>list) << 3), count, 12);
  }
}

/**
 * Contacts by colour → batches, with room for their blocks. `splits`: bodies are coupled by nothing but contacts. False: out of
 * memory. Batches stay valid until a list of contacts or awake bodies changes (`Lists.changed`).
 */
export function findBatches(splits: bool): bool {
  const total = contactCount();
  const changes = world.listChanges;
  world.listChanges = 0;
  if (changes > 0) {
    batches.count = 0;
  }
  const may = splits && total >= FEW;
  if (may && world.batchRest > 0) {
    world.batchRest--;
  } else if (may && changes <= total / RESTLESS) {
    if (batches.count > 1) {
      return true;
    }
    batches.count = 0;
    if (split(total)) {
      return true;
    }
    world.batchRest = LOOK_AGAIN;
  }
  return batches.count == 1 || whole();
}

function contactCount(): u32 {
  let total: u32 = 0;
  for (let list: u32 = 0; list < LISTS; list++) {
    total += Lists.solved(list).count;
  }
  return total;
}

/** One batch of everything, which uses the lists as they are. */
function whole(): bool {
  if (!Buffer.ensureScratch(batches, BATCH_BYTES)) {
    return false;
  }
  const batch = Batch.at(0);
  Batch.begin(batch, 1, awakeBodies.count + 1);
  for (let list: u32 = 0; list < LISTS; list++) {
    const contacts = Lists.solved(list);
    const end = (<usize>contacts.count) << 2;
    if (end > 0) {
      if (!Buffer.ensure(contacts, end + 16)) {
        return false;
      }
      clearBehind(contacts.ptr + end);
    }
    Batch.set(batch, list, contacts.ptr, contacts.count);
  }
  if (!reserveBlocks(batch)) {
    return false;
  }
  batches.count = 1;
  return true;
}

function clearBehind(end: usize): void {
  store<u32>(end, 0);
  store<u32>(end, 0, 4);
  store<u32>(end, 0, 8);
}

/** Makes room for all that solving a batch needs. Kept batches need it in later steps, too: these buffers must not shrink between steps. */
function reserveBlocks(batch: usize): bool {
  let bytes: usize = 0;
  for (let list: u32 = 0; list < LISTS; list++) {
    const lanes: u32 = list >> 1 == OVERFLOW_COLOUR ? 1 : 4;
    const blocks = <usize>((Batch.count(batch, list) + lanes - 1) / lanes);
    bytes += blocks * (list & 1 ? TWO_POINT_BYTES : ONE_POINT_BYTES);
  }
  const left = max<u32>(Batch.count(batch, OVERFLOW_COLOUR * 2), Batch.count(batch, OVERFLOW_COLOUR * 2 + 1));
  return (
    Buffer.ensureScratch(contactBlocks, bytes + BLOCK_OFFSET) &&
    Buffer.ensureScratch(asideBlocks, bytes >> 2) &&
    Buffer.ensureScratch(columnBlocks, bytes / (TWO_POINT_BYTES >> 2)) &&
    Buffer.ensureScratch(bouncingBlocks, bytes / (ONE_POINT_BYTES >> 2)) &&
    Buffer.ensureScratch(lockedBlocks, bytes / (ONE_POINT_BYTES >> 2)) && // whether or not anything is locked yet
    Buffer.ensureScratch(sortSpace, (<usize>left) << 4)
  );
}

/** For each solver body: the last body that it touches, later its batch instead; and the number of contacts in which it comes first. */
abstract class Reach {
  @inline static far(number: u32): usize {
    return islandParents.ptr + ((<usize>number) << 3);
  }
  @inline static contacts(number: u32): usize {
    return Reach.far(number) + 4;
  }
}

/** Splits the world into batches. False: there is only one, or no memory for more. */
function split(total: u32): bool {
  const n = awakeBodies.count + 1;
  if (!Buffer.ensureScratch(islandParents, (<usize>n) << 3) || !Buffer.ensureScratch(sortSpace2, (<usize>total) << 2)) {
    return false;
  }
  memory.fill(islandParents.ptr, 0, (<usize>n) << 3);
  let lead = sortSpace2.ptr;
  for (let list: u32 = 0; list < LISTS; list++) {
    lead = noteReaches(Lists.solved(list), lead);
    // The first colour, with a fourth of the contacts, nearly always shows that everything is connected.
    if (list == 1 && cut(FULL >> 2, false) == 1) {
      return false;
    }
  }
  const count = cut(FULL, false);
  if (
    count == 1 ||
    !Buffer.ensureScratch(batches, <usize>count * BATCH_BYTES) ||
    !Buffer.ensureScratch(batchedContacts, (<usize>(total + count * LISTS * 3)) << 2)
  ) {
    return false;
  }
  cut(FULL, true);
  dealContacts(count);
  for (let k: u32 = 0; k < count; k++) {
    if (!reserveBlocks(Batch.at(k))) {
      return false;
    }
  }
  batches.count = count;
  return true;
}

/** Notes for each contact which of its bodies comes first. Returns the end of the notes. */
function noteReaches(contacts: Buffer, notes: usize): usize {
  let p = contacts.ptr;
  for (const end = p + ((<usize>contacts.count) << 2); p < end; p += 4) {
    const c = Contacts.at(load<u32>(p));
    const a = Bodies.solverIndex(c.bodyA);
    const b = Bodies.solverIndex(c.bodyB);
    const last = max<u32>(a, b);
    const first = min<u32>(a, b) == 0 ? last : min<u32>(a, b);
    store<u32>(Reach.far(first), max<u32>(load<u32>(Reach.far(first)), last));
    store<u32>(Reach.contacts(first), load<u32>(Reach.contacts(first)) + 1);
    store<u32>(notes, first);
    notes += 4;
  }
  return notes;
}

/**
 * Cuts the bodies into batches of `full` contacts, by what is noted so far, and returns their number. `keep`: the batches are
 * written.
 */
function cut(full: u32, keep: bool): u32 {
  const n = awakeBodies.count;
  let index: u32 = 0;
  let start: u32 = 1;
  let far: u32 = 0;
  let contacts: u32 = 0;
  for (let k: u32 = 1; k <= n; k++) {
    far = max<u32>(far, load<u32>(Reach.far(k)));
    contacts += load<u32>(Reach.contacts(k));
    if (keep) {
      store<u32>(Reach.far(k), index);
    }
    if (k == n || (far <= k && contacts >= full)) {
      if (keep) {
        Batch.begin(Batch.at(index), start, k + 1);
      }
      start = k + 1;
      contacts = 0;
      index++;
    }
  }
  return index;
}

/** Contacts → lists of each batch. Within a colour they keep the order of the colour's list. */
function dealContacts(count: u32): void {
  let out = batchedContacts.ptr;
  let notes = sortSpace2.ptr;
  for (let list: u32 = 0; list < LISTS; list++) {
    const source = Lists.solved(list);
    const length = (<usize>source.count) << 2;
    for (let p = notes; p < notes + length; p += 4) {
      const batch = Batch.at(load<u32>(Reach.far(load<u32>(p))));
      Batch.set(batch, list, 0, Batch.count(batch, list) + 1);
    }
    for (let k: u32 = 0; length > 0 && k < count; k++) {
      const batch = Batch.at(k);
      const held = Batch.count(batch, list);
      Batch.set(batch, list, out, 0);
      out += (<usize>held) << 2;
      if (held > 0) {
        clearBehind(out);
        out += 12;
      }
    }
    for (let p: usize = 0; p < length; p += 4) {
      const batch = Batch.at(load<u32>(Reach.far(load<u32>(notes + p))));
      const dealt = Batch.count(batch, list);
      store<u32>(Batch.slots(batch, list) + ((<usize>dealt) << 2), load<u32>(source.ptr + p));
      Batch.set(batch, list, Batch.slots(batch, list), dealt + 1);
    }
    notes += length;
  }
}
