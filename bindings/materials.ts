import * as check from "./check.js";
import type { MaterialPair } from "./definitions.js";
import type { Instance } from "./instance.js";
import { materialId, MAX_RESTITUTION } from "./material.js";

/** In the order of the core's arguments. */
const KEYS = ["friction", "staticFriction", "restitution", "rollingResistance"] as const;
const KNOWN = new Set<string>(KEYS);

export function setMaterialPair(to: Instance, a: unknown, b: unknown, pair: unknown): void {
  const first = materialId(a, "a");
  const second = materialId(b, "b");
  const given: MaterialPair = pair === null ? {} : check.known(pair, "pair", KNOWN);
  const [friction, still, bounce, rolling] = KEYS.map((key) => {
    const value = given[key];
    if (value === undefined) {
      return -1;
    }
    return key === "restitution"
      ? check.within(value, "pair.restitution", 0, MAX_RESTITUTION)
      : check.positiveOrZero(value, `pair.${key}`);
  }) as [number, number, number, number];
  to.check(to.core.materialPairSet(first, second, friction, still, bounce, rolling), "setMaterialPair");
}

export function materialPair(of: Instance, a: unknown, b: unknown): MaterialPair | undefined {
  const first = materialId(a, "a");
  const second = materialId(b, "b");
  const pair: MaterialPair = {};
  KEYS.forEach((key, field) => {
    const value = of.core.materialPairGet(first, second, field) + 0;
    if (value >= 0) {
      pair[key] = value;
    }
  });
  return Object.keys(pair).length > 0 ? pair : undefined;
}
