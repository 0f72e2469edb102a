import binaryen from "binaryen";

/** The Wasm file of a text of `(module …)`. */
export function assemble(text: string): Uint8Array {
  const module = binaryen.parseText(text);
  try {
    module.setFeatures(binaryen.Features.All);
    return module.emitBinary();
  } finally {
    module.dispose();
  }
}
