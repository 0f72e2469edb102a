import binaryen from "binaryen";

/** Assembles a text `(module …)` into a Wasm file. */
export function assemble(text: string): Uint8Array {
  const module = binaryen.parseText(text);
  try {
    module.setFeatures(binaryen.Features.All);
    return module.emitBinary();
  } finally {
    module.dispose();
  }
}
