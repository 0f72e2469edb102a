interface Unpacker {
  memory: WebAssembly.Memory;
  input(): number;
  unpack(characters: number): number;
  length(): number;
}

/** Unpacks the Wasm file that scripts/embed.mjs packed into a text; `unpacker` is assembly/unpack in hexadecimal digits. */
export function unpacked(unpacker: string, text: string): Uint8Array<ArrayBuffer> {
  // This runs before the host has compiled it: eight digits at a time take a third of the time of two.
  const bytes = new DataView(new ArrayBuffer(unpacker.length));
  for (let i = 0; i < unpacker.length; i += 8) {
    bytes.setUint32(i / 2, parseInt(unpacker.slice(i, i + 8).padEnd(8, "0"), 16));
  }
  const module = new WebAssembly.Module(new Uint8Array(bytes.buffer, 0, unpacker.length / 2));
  const { memory, input, unpack, length } = new WebAssembly.Instance(module, {}).exports as unknown as Unpacker;
  const characters = new Uint8Array(memory.buffer, input());
  if (typeof TextEncoder === "function") {
    new TextEncoder().encodeInto(text, characters);
  } else {
    // Audio worklets and jsdom have no TextEncoder. The text is ASCII.
    for (let i = 0; i < text.length; i++) {
      characters[i] = text.charCodeAt(i);
    }
  }
  const start = unpack(text.length);
  return new Uint8Array(memory.buffer, start, length());
}
