/**
 * Handles: slot and generation in one small integer. Bits 0–19 the slot, bits 20–29 the generation (1–1023), so a handle
 * is never 0 and fits the small integers of JavaScript engines (31 bits). A slot retires when its generation wraps.
 */
const SLOT_BITS: u32 = 20;
export const MAX_SLOTS: u32 = 1 << SLOT_BITS;
export const MAX_GENERATION: u32 = 1023;

export abstract class Handle {
  @inline static make(slot: u32, generation: u32): u32 {
    return slot | (generation << SLOT_BITS);
  }
  @inline static slot(id: u32): u32 {
    return id & (MAX_SLOTS - 1);
  }
  @inline static generation(id: u32): u32 {
    return id >> SLOT_BITS;
  }
}
