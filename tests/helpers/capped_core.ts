// Worlds whose memory may not grow beyond a number of pages. The limit is written into the built binary, so nothing is recompiled.
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import type { CoreExports } from "../../bindings/core.js";
import type { WorldOptions } from "../../bindings/definitions.js";
import { jsCore } from "../../bindings/loader.js";
import { World as BareWorld } from "../../bindings/world.js";
import { polygon } from "../../dist/index.js";
import { Reader, SECTION, leb, readSections } from "../../scripts/wasm_file.mjs";
import type { Body, Engine, World } from "./engine.js";

/** The bytes of a Wasm module with its memory limited to a number of pages. */
export function capped(bytes: Uint8Array, pages: number): Uint8Array<ArrayBuffer> {
  const section = readSections(bytes).find(({ id }) => id === SECTION.memory);
  if (section === undefined) {
    throw new Error("a module without a memory");
  }
  const file = new Reader(bytes, section.content);
  const [count, , least] = [file.number(), file.number(), file.number()];
  if (count !== 1 || least > pages) {
    throw new Error(`${count} memories, the first of at least ${least} pages`);
  }
  const content = [1, 1, ...leb(least), ...leb(pages)];
  const made = [SECTION.memory, ...leb(content.length), ...content];
  const parts = [bytes.subarray(0, section.start), Uint8Array.from(made), bytes.subarray(section.end)];
  return new Uint8Array(Buffer.concat(parts));
}

/** The built core of the given name with its memory limited to a number of pages. */
export function cappedCore(name: "simd" | "scalar", pages: number): WebAssembly.Module {
  const file = new URL(`../../build/core.${name}.wasm`, import.meta.url);
  return new WebAssembly.Module(capped(readFileSync(file), pages));
}

/** A world on a core made by `cappedCore`. */
export function cappedWorld(core: WebAssembly.Module, options?: WorldOptions): World {
  const source = jsCore(() => new WebAssembly.Instance(core, {}).exports as unknown as CoreExports);
  return new BareWorld(source, options) as unknown as World;
}

/** A regular polygon with its corners 1 m from the origin. */
export function regularPolygon(corners: number): ReturnType<Engine["polygon"]> {
  return polygon(
    Array.from({ length: corners }, (_, k) => {
      const angle = (2 * Math.PI * k) / corners;
      return { x: Math.cos(angle), y: Math.sin(angle) };
    }),
  );
}

/** Adds each shape to the body over and over until memory runs out. Give the largest first: that leaves the least free. */
export function fillMemory(body: Body, shapes: readonly Parameters<Body["addShape"]>[0][]): void {
  for (const shape of shapes) {
    expect(() => {
      for (;;) {
        body.addShape(shape);
      }
    }).toThrow(expect.objectContaining({ code: "out-of-memory" }));
  }
}
