// Reads Wasm files: sections, types, bodies, instructions. It knows the instructions of the proposals that every host has by
// now, and refuses others.

export const SECTION = { type: 1, function: 3, memory: 5, export: 7, code: 10 };

/** Reads `bytes` from `at` to the end. */
export class Reader {
  /** @param {Uint8Array} bytes */
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    return this.bytes[this.at++];
  }

  /** A number in LEB128. */
  number() {
    let value = 0;
    for (let place = 1; ; place *= 128) {
      const byte = this.byte();
      value += (byte & 127) * place;
      if (byte < 128) return value;
    }
  }

  /** A list: the number of its items, then the items. @template T @param {() => T} read @returns {T[]} */
  list(read) {
    return Array.from({ length: this.number() }, read);
  }

  /** The bytes that `read` takes. @returns {number[]} */
  over(read) {
    const start = this.at;
    read();
    return [...this.bytes.subarray(start, this.at)];
  }
}

/** @param {number} value */
export function leb(value) {
  const bytes = [];
  for (; value >= 128; value >>>= 7) bytes.push((value & 127) | 128);
  return [...bytes, value];
}

/** @param {number[]} bytes that `leb` made */
export function unleb(bytes) {
  return new Reader(Uint8Array.from(bytes)).number();
}

/** @param {Uint8Array} bytes of a file @returns {{ id: number, start: number, content: number, end: number }[]} */
export function readSections(bytes) {
  const file = new Reader(bytes, 8);
  const sections = [];
  while (file.at < bytes.length) {
    const start = file.at;
    const id = file.byte();
    const end = file.number() + file.at;
    sections.push({ id, start, content: file.at, end });
    file.at = end;
  }
  return sections;
}

/** For each type, the codes of its parameters. @param {Reader} file at the content of the type section */
export function readTypes(file) {
  return file.list(() => {
    file.byte();
    const parameters = file.list(() => file.byte());
    file.list(() => file.byte());
    return parameters;
  });
}

/**
 * For each body, the bytes that declare its locals, their types, and its instructions.
 * @param {Reader} file at the content of the code section
 */
export function readBodies(file) {
  return file.list(() => {
    const end = file.number() + file.at;
    const types = [];
    const declarations = file.over(() => {
      for (let count = file.number(); count > 0; count--) {
        const alike = file.number();
        types.push(...Array(alike).fill(file.byte()));
      }
    });
    const instructions = [];
    while (file.at < end) instructions.push(readInstruction(file));
    return { declarations, types, instructions };
  });
}

/**
 * @typedef {"none" | "block" | "end" | "local" | "index" | "targets" | "address" | "lane" | "constant" | "bytes"} Form
 * @typedef {{ head: number[], form: Form, rest: number[] }} Instruction the bytes that tell which it is, what
 *   the other bytes are, and those bytes
 */

/** @param {Reader} file @returns {Instruction} */
function readInstruction(file) {
  const head = [file.byte()];
  const [opcode] = head;
  const take = (count) => file.over(() => (file.at += count));
  const number = () => file.over(() => file.number());
  const none = () => ({ head, form: "none", rest: [] });
  const address = () => {
    head.push(...number()); // the alignment
    return { head, form: "address", rest: number() };
  };
  if (opcode === 0x0b) return { head, form: "end", rest: [] };
  if (opcode >= 0x02 && opcode <= 0x04) {
    head.push(...take(1));
    return { head, form: "block", rest: [] };
  }
  if (opcode === 0x0e) {
    const targets = () => {
      for (let count = file.number(); count >= 0; count--) file.number();
    };
    return { head, form: "targets", rest: file.over(targets) };
  }
  if ([0x0c, 0x0d, 0x10, 0x23, 0x24].includes(opcode)) return { head, form: "index", rest: number() };
  if (opcode >= 0x20 && opcode <= 0x22) return { head, form: "local", rest: number() };
  if (opcode >= 0x28 && opcode <= 0x3e) return address();
  if (opcode === 0x3f || opcode === 0x40) {
    head.push(...take(1));
    return none();
  }
  if (opcode === 0x41 || opcode === 0x42) return { head, form: "constant", rest: number() };
  if (opcode === 0x43) return { head, form: "bytes", rest: take(4) };
  if (opcode === 0x44) return { head, form: "bytes", rest: take(8) };
  if (opcode === 0xfc) {
    const [kind] = take(1);
    if (kind === 8 || kind === 9 || kind > 11) throw new Error(`the instruction 0xfc ${kind} is unknown`);
    head.push(kind, ...take(kind === 10 ? 2 : kind === 11 ? 1 : 0));
    return none();
  }
  if (opcode === 0xfd) {
    const kind = file.number();
    head.push(...leb(kind));
    if (kind <= 11 || kind === 92 || kind === 93) return address();
    if (kind === 12 || kind === 13) return { head, form: "bytes", rest: take(16) };
    if (kind >= 21 && kind <= 34) return { head, form: "bytes", rest: take(1) };
    if (kind >= 84 && kind <= 91) {
      const { rest } = address();
      return { head, form: "lane", rest: [...rest, ...take(1)] };
    }
    return none();
  }
  const known = [0x00, 0x01, 0x05, 0x0f, 0x1a, 0x1b].includes(opcode) || (opcode >= 0x45 && opcode <= 0xc4);
  if (!known) throw new Error(`the instruction 0x${opcode.toString(16)} is unknown`);
  return none();
}
