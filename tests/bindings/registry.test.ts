// The objects handed out for handles: which of them outlive their owners, and for how long.
import { describe, expect, it } from "vitest";
import { Registry } from "../../bindings/registry.js";

/** Owners of the first generation in slots from 1 on, and a registry of their objects. */
function owners(): { registry: Registry<{ id: number; alive: boolean }>; living: Set<number> } {
  const living = new Set<number>();
  const make = (id: number) => ({
    id,
    get alive() {
      return living.has(id);
    },
  });
  return { registry: new Registry(make), living };
}

const ids = Array.from({ length: 100_000 }, (_, i) => i + 1);

describe("objects of slots that nobody takes again", () => {
  it("are let go of but for the latest 8,192 of the dead and some that wait for their turn", () => {
    const { registry, living } = owners();
    for (const id of ids) {
      living.add(id);
      registry.get(id);
      living.delete(id);
    }
    const kept = ids.filter((id) => registry.recall(id) !== undefined);
    expect(kept.length).toBeGreaterThan(8192);
    expect(kept.length).toBeLessThan(8192 + 2100);
    expect(kept[0], "the latest").toBe(ids.length + 1 - kept.length);
  });

  it("are all remembered where a full world's are replaced by others", () => {
    const { registry, living } = owners();
    const first = ids.slice(0, 30_000).map((id) => (living.add(id), registry.get(id)));
    living.clear();
    for (const { id } of first) {
      const other = id + (1 << 20);
      living.add(other);
      registry.get(other);
    }
    expect(first.every((object) => registry.recall(object.id) === object)).toBe(true);
  });
});

it("of the living stay the same objects, however many come and go", () => {
  const { registry, living } = owners();
  const kept = ids.filter((id) => id % 10 === 0).map((id) => (living.add(id), registry.get(id)));
  for (const id of ids) {
    registry.get(id);
  }
  expect(kept.every((object) => registry.get(object.id) === object)).toBe(true);
});
