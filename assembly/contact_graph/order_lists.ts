import { Buffer, List } from "../memory/buffer";
import { sortList } from "../memory/radix_sort";
import { Lists, OVERFLOW_COLOUR, sortSpace } from "../world/buffers";
import { CONTACT_KERNEL_COUNT, Contact, Contacts, MANY_CONTACTS, MAX_CONTACTS } from "../world/contact";
import { world } from "../world/world";

// When a contact leaves a list the last one takes its place, so in time a list loses all order, and walking it jumps about in memory.
// Now and then, if contacts are many, their lists are brought into the order in which the contacts lie in memory
// (docs/decisions/0029-contacts-in-memory.md).

/** Steps between two orderings. */
const EVERY: u32 = 16;
/** Bits of a contact's slot by which lists are sorted. */
const SLOT_BITS: u32 = 24;
if (MAX_CONTACTS > 1 << SLOT_BITS) {
  ERROR("lists of contacts are sorted by too few bits");
}

/** Lists of contacts → the same in the order of their slots. A list for which there is no memory stays as it is. */
export function orderLists(): void {
  if (world.contactCount < MANY_CONTACTS || world.stepCount % EVERY != 0) {
    return;
  }
  for (let kernel: u32 = 0; kernel < CONTACT_KERNEL_COUNT; kernel++) {
    order(Lists.kernel(kernel), offsetof<Contact>("kernelIndex"));
  }
  // Contacts without a colour (the overflow) are solved one after the other, in the order in which they came: their list is left alone.
  for (let list: u32 = 0; list < OVERFLOW_COLOUR * 2; list++) {
    order(Lists.solved(list), offsetof<Contact>("colourIndex"));
  }
}

/** `index`: offset of the field in which a contact stores its place in the list. */
function order(list: Buffer, index: usize): void {
  if (isOrdered(list) || !sortList(list, sortSpace, SLOT_BITS)) {
    return;
  }
  Lists.changed();
  for (let k: u32 = 0; k < list.count; k++) {
    store<u32>(changetype<usize>(Contacts.at(List.get(list, k))) + index, k);
  }
}

function isOrdered(list: Buffer): bool {
  for (let k: u32 = 1; k < list.count; k++) {
    if (List.get(list, k - 1) > List.get(list, k)) {
      return false;
    }
  }
  return true;
}
