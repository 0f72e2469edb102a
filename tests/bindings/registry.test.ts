// The objects handed out for handles: which of them are remembered after their owners are gone, and for how long.
import { describe, expect, it } from "vitest";
import { Registry } from "../../bindings/registry.js";

/** A registry of objects, and the set of ids whose owners are alive. */
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

describe("objects of destroyed owners", () => {
  it("are released, except for the latest 8,192 and some that await their release, if their slots stay free", () => {
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

  it("are all remembered if new owners took all of their slots", () => {
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

it("objects of living owners stay the same, however many others come and go", () => {
  const { registry, living } = owners();
  const kept = ids.filter((id) => id % 10 === 0).map((id) => (living.add(id), registry.get(id)));
  for (const id of ids) {
    registry.get(id);
  }
  expect(kept.every((object) => registry.get(object.id) === object)).toBe(true);
});
