import { beforeAll, expect, suite, test } from "vitest";
import { loadCore } from "../core";
import type { Core } from "../core";

const MAX_SLOT = 2 ** 20 - 1;
const MAX_GENERATION = 1023;

suite("a handle", () => {
  let core: Core;
  beforeAll(async () => {
    core = await loadCore("ground", "scalar");
  });

  test.each([
    [1, 1],
    [0, 1],
    [MAX_SLOT, 1],
    [1, MAX_GENERATION],
    [MAX_SLOT, MAX_GENERATION],
    [123_456, 789],
  ])("returns the slot %d and the generation %d that it was made of", (slot, generation) => {
    const id = core.handleMake(slot, generation);
    expect(core.handleSlot(id)).toBe(slot);
    expect(core.handleGeneration(id)).toBe(generation);
  });

  test("is never 0, and fits the small integers of JavaScript engines", () => {
    expect(core.handleMake(0, 1)).toBeGreaterThan(0);
    expect(core.handleMake(MAX_SLOT, MAX_GENERATION)).toBeLessThan(2 ** 30);
  });
});
