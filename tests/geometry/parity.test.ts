// The geometry core as Wasm and as the JavaScript in the package: the same answers to the last bit.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { factoryOf } from "../../scripts/js-core.mjs";
import { Random } from "../helpers/numbers";

type Core = Record<string, (...args: number[]) => number> & { memory: { buffer: ArrayBuffer } };

const root = join(import.meta.dirname, "../..");
const POINTS = 512;
const CIRCLE = 0;
const CAPSULE = 1;
const BOX = 3;
const POLYGON = 4;
const ELLIPSE = 5;

/** Bytes of an answer and of its origin. */
const ANSWER = 80;

async function load(): Promise<[Core, Core]> {
  const hostSupport = (): never => {
    throw new Error("no support shape was defined");
  };
  const module = new WebAssembly.Module(readFileSync(join(root, "build/core.geometry.wasm")));
  const wasm = new WebAssembly.Instance(module, { host_support: { hostSupport } }).exports as unknown as Core;
  const text = factoryOf(readFileSync(join(root, "build/core.geometry.mjs"), "utf8"));
  const url = `data:text/javascript;base64,${Buffer.from(text).toString("base64")}`;
  const { instantiate } = (await import(/* @vite-ignore */ url)) as { instantiate: (host: unknown) => Core };
  return [wasm, instantiate(hostSupport)];
}

it("Wasm and JavaScript give the same bits", async () => {
  const cores = await load();
  const random = new Random(9);
  const { fround } = Math;
  const answers = (call: (core: Core) => unknown): string[] =>
    cores.map((core) => {
      const result = call(core);
      return `${String(result)} ${Buffer.from(core.memory.buffer, core.mailbox!(), ANSWER).toString("hex")}`;
    });
  for (const core of cores) {
    core._initialize!();
  }
  for (let i = 0; i < 4000; i++) {
    for (const slot of [0, 1]) {
      const kind = random.pick([CIRCLE, CAPSULE, BOX, POLYGON, ELLIPSE]);
      const [hx, hy] = kind === CIRCLE || kind === POLYGON ? [0, 0] : [random.between(0.1, 2), random.between(0.1, 2)];
      const radius = kind === CIRCLE || kind === CAPSULE || random.chance(0.3) ? random.between(0.05, 1) : 0;
      const turn = random.between(0, 6);
      const points = Array.from({ length: 16 }, (_, k) =>
        fround((k % 2 ? Math.sin : Math.cos)((k >> 1) * 0.78 + turn)),
      );
      const [x, y, angle] = [random.between(-1, 1), random.between(-1, 1), random.between(-4, 4)];
      const half = [fround(hx!), kind === CAPSULE ? 0 : fround(hy!), fround(radius)] as const;
      const [a, b] = answers((core) => {
        new Float32Array(core.memory.buffer).set(points, (core.mailbox!() + POINTS) / 4);
        core.place!(slot, 0, 0, 0);
        return core.define!(slot, kind, ...half, 0, 0, 0.5, 0.1, 0.2, 8) || core.place!(slot, x, y, angle);
      });
      expect(a).toBe(b);
    }
    const [dx, dy, turn] = [random.between(-3, 3), random.between(-3, 3), random.between(-5, 5)];
    for (const ask of [
      (core: Core) => core.distance!(),
      (core: Core) => core.separation!(),
      (core: Core) => core.contact!(fround(0.02)),
      (core: Core) => core.cast!(fround(dx), fround(dy)),
      (core: Core) => core.sweep!(fround(dx), fround(dy)),
      (core: Core) => core.ray!(dx, dy, fround(-2 * dx), fround(-2 * dy), 0),
      (core: Core) => core.ray!(dx, dy, fround(-2 * dx), fround(-2 * dy), 1),
      (core: Core) => core.nearest!(dx, dy),
      (core: Core) => core.impact!(dx, dy, turn, 0, 0, -dx, 0, 1, 0, 0.1, 0, fround(1e-5)),
      (core: Core) => core.area!(),
      (core: Core) => core.inertia!(),
    ]) {
      const [a, b] = answers(ask);
      expect(a, String(ask)).toBe(b);
    }
  }
});
