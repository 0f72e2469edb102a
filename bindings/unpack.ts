interface Unpacker {
  memory: WebAssembly.Memory;
  input(): number;
  unpack(characters: number): number;
  length(): number;
}

/** Brings out the Wasm file that scripts/embed.mjs packed into a text; `unpacker` is assembly/unpack in hexadecimal digits. */
export function unpacked(unpacker: string, text: string): Uint8Array<ArrayBuffer> {
  const module = new WebAssembly.Module(Uint8Array.from(unpacker.match(/../g)!, (byte) => parseInt(byte, 16)));
  const { memory, input, unpack, length } = new WebAssembly.Instance(module, {}).exports as unknown as Unpacker;
  new TextEncoder().encodeInto(text, new Uint8Array(memory.buffer, input()));
  const start = unpack(text.length);
  return new Uint8Array(memory.buffer, start, length());
}
