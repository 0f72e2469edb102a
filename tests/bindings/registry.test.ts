// The objects handed out for handles: which of them are remembered after their owners are gone, and for how long.
import { describe, expect, it } from "vitest";
import { Registry } from "../../bindings/registry.js";

/** A registry of objects, the set of ids whose owners are alive, and how often one was lost and an object was asked whether its is. */
function owners() {
  const living = new Set<number>();
  const counts = { lost: 0, asked: 0 };
  const make = (id: number) => ({
    id,
    get alive() {
      counts.asked++;
      return living.has(id);
    },
  });
  const lose = (id: number): void => {
    living.delete(id);
    counts.lost++;
  };
  return { registry: new Registry(make, () => counts.lost), living, lose, counts };
}

const ids = Array.from({ length: 100_000 }, (_, i) => i + 1);

describe("objects of destroyed owners", () => {
  it("are released, except for the latest 8,192 and some that await their release, if their slots stay free", () => {
    const { registry, living, lose } = owners();
    for (const id of ids) {
      living.add(id);
      registry.get(id);
      lose(id);
    }
    const kept = ids.filter((id) => registry.recall(id) !== undefined);
    expect(kept.length).toBeGreaterThan(8192);
    expect(kept.length).toBeLessThan(8192 + 2100);
    expect(kept[0], "the latest").toBe(ids.length + 1 - kept.length);
  });

  it("are all remembered if new owners took all of their slots", () => {
    const { registry, living, lose } = owners();
    const first = ids.slice(0, 30_000).map((id) => (living.add(id), registry.get(id)));
    first.forEach(({ id }) => lose(id));
    for (const { id } of first) {
      const other = id + (1 << 20);
      living.add(other);
      registry.get(other);
    }
    expect(first.every((object) => registry.recall(object.id) === object)).toBe(true);
  });
});

it("objects are asked whether their owners are alive only after one was lost", () => {
  const { registry, living, lose, counts } = owners();
  const make = (from: number, to: number) => ids.slice(from, to).forEach((id) => (living.add(id), registry.get(id)));
  make(0, 30_000);
  expect(counts.asked).toBe(0);
  lose(7);
  make(30_000, 70_000);
  expect(counts.asked).toBeGreaterThan(30_000);
  expect(registry.recall(7)!.alive).toBe(false);
  const { asked } = counts;
  make(70_000, 100_000);
  expect(counts.asked).toBe(asked);
});

it("objects of living owners stay the same, however many others come and go", () => {
  const { registry, living, lose } = owners();
  const kept = ids.filter((id) => id % 10 === 0).map((id) => (living.add(id), registry.get(id)));
  for (const id of ids.filter((each) => each % 10 !== 0)) {
    living.add(id);
    registry.get(id);
    lose(id);
  }
  expect(kept.every((object) => registry.get(object.id) === object)).toBe(true);
});
