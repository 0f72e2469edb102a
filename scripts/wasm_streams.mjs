// A Wasm file taken apart into streams, which packing shortens by a sixth more than the file: what means the same (which
// instruction, which local, which offset …) lies together. assembly/unpack/join.ts puts them together again. It knows no
// instruction: a table that comes along says of each symbol which bytes it stands for and what follows them. Frequent
// instructions have symbols of their own, a local is named by its type and how long ago it was used among those of its type,
// or as the first of them that was not used yet, and a body's length is not written.
//
// The joined file has the same bytes where the numbers in its bodies are as short as LEB128 allows; scripts/embed.mjs proves it.

import {
  BLOCK,
  END,
  LISTS,
  LOCAL,
  MOST_LOCALS,
  NUMBER,
  NUMBERS,
  NUMBER_AND_BYTE,
  RULES_OF_LIST,
  STREAMS,
  withHead,
} from "./stream_format.mjs";
import { orderSymbols } from "./symbol_order.mjs";

/** assembly/unpack/join.ts knows the first four by their place. */
const NAMES = ["table", "sections", "declarations", "symbols", "get", "set", "index", "offset", "bytes"];
const stream = (name) => NAMES.indexOf(name);
/** One more for each length that a constant of i32 may have. */
const CONSTANTS = NAMES.length - 1;
const RECENT_SYMBOLS = 2;

const MOST_SYMBOLS = 256;
const TYPE_SECTION = 1;
const FUNCTION_SECTION = 3;
const CODE_SECTION = 10;

/** @typedef {{ head: number[], rule: number, stream: number, rest: number[] }} Instruction bytes of all of its kind, its own */

/** Takes apart what is between `at` and the end of `bytes`. */
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

  /** The bytes that `read` goes over. */
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

/** The locals of a function: the type of each, and in a list for each type which was used last. */
class Locals {
  types = [];
  recent = Array.from({ length: LISTS }, () => []);
  /** Of each list how many were used; parameters are from the first. */
  used = Array.from({ length: LISTS }, () => 0);

  addParameter(type) {
    this.add(type);
    this.used[type % LISTS]++;
  }

  add(type) {
    this.recent[type % LISTS].push(this.types.length);
    this.types.push(type);
  }

  /** Which list a local is in, and 0 if it is the first new one there, else one more than were used since it was. */
  use(local) {
    const list = this.types[local] % LISTS;
    const recent = this.recent[list];
    const rank = recent.indexOf(local);
    recent.splice(rank, 1);
    recent.unshift(local);
    const used = this.used[list];
    if (rank >= used) this.used[list]++;
    return { list, place: rank === used ? 0 : rank + 1 };
  }
}

/** @param {Reader} reader @param {Locals} locals @returns {Instruction} */
export function readInstruction(reader, locals) {
  const head = [reader.byte()];
  const opcode = head[0];
  const take = (count) => reader.over(() => (reader.at += count));
  const number = () => reader.over(() => reader.number());
  const alone = (rule = 0) => ({ head, rule, stream: 0, rest: [] });
  const bytes = (count) => ({ head, rule: count, stream: stream("bytes"), rest: take(count) });
  const index = () => ({ head, rule: NUMBER, stream: stream("index"), rest: number() });
  const constant = () => {
    const rest = number();
    return { head, rule: rest.length, stream: CONSTANTS + Math.min(rest.length, 5), rest };
  };
  const address = () => {
    head.push(...number()); // the alignment
    return { head, rule: NUMBER, stream: stream("offset"), rest: number() };
  };
  if (opcode === 0x0b) return alone(END);
  if (opcode >= 0x02 && opcode <= 0x04) {
    head.push(...take(1));
    return alone(BLOCK);
  }
  if (opcode === 0x0e) {
    const targets = () => {
      for (let count = reader.number(); count >= 0; count--) reader.number();
    };
    return { head, rule: NUMBERS, stream: stream("index"), rest: reader.over(targets) };
  }
  if ([0x0c, 0x0d, 0x10, 0x23, 0x24].includes(opcode)) return index();
  if (opcode >= 0x20 && opcode <= 0x22) {
    const { list, place } = locals.use(reader.number());
    const rule = LOCAL + RULES_OF_LIST * list;
    if (opcode === 0x20 && place > 0 && place <= RECENT_SYMBOLS) return alone(rule + place);
    return { head, rule, stream: stream(opcode === 0x20 ? "get" : "set"), rest: leb(place) };
  }
  if (opcode >= 0x28 && opcode <= 0x3e) return address();
  if (opcode === 0x3f || opcode === 0x40) {
    head.push(...take(1));
    return alone();
  }
  if (opcode === 0x41 || opcode === 0x42) return constant();
  if (opcode === 0x43) return bytes(4);
  if (opcode === 0x44) return bytes(8);
  if (opcode === 0xfc) {
    const [kind] = take(1);
    if (kind === 8 || kind === 9 || kind > 11) throw new Error(`the instruction 0xfc ${kind} is unknown`);
    head.push(kind, ...take(kind === 10 ? 2 : kind === 11 ? 1 : 0));
    return alone();
  }
  if (opcode === 0xfd) {
    const kind = reader.number();
    head.push(...leb(kind));
    if (kind <= 11 || kind === 92 || kind === 93) return address();
    if (kind === 12 || kind === 13) return bytes(16);
    if (kind >= 21 && kind <= 34) return bytes(1);
    if (kind >= 84 && kind <= 91) {
      const lane = address();
      return { ...lane, rule: NUMBER_AND_BYTE, rest: [...lane.rest, ...take(1)] };
    }
    return alone();
  }
  const known = [0x00, 0x01, 0x05, 0x0f, 0x1a, 0x1b].includes(opcode) || (opcode >= 0x45 && opcode <= 0xc4);
  if (!known) throw new Error(`the instruction 0x${opcode.toString(16)} is unknown`);
  return alone();
}

/** Of each type the codes of its parameters. */
export function readTypes(file) {
  return Array.from({ length: file.number() }, () => {
    file.byte();
    const codes = () => Array.from({ length: file.number() }, () => file.byte());
    const parameters = codes();
    codes();
    return parameters;
  });
}

/** All instructions of a file, and its streams `sections` and `declarations`. */
function takeApart(bytes) {
  const file = new Reader(bytes, 8);
  const sections = [...bytes.subarray(0, 8)];
  const declarations = [];
  const instructions = [];
  let types = [];
  let parameters = [];
  let before = 0;
  while (file.at < bytes.length) {
    const start = file.at;
    const id = file.byte();
    const end = file.number() + file.at;
    if (id === CODE_SECTION) {
      file.number();
      sections.push(...bytes.subarray(start, file.at));
      before = sections.length;
      for (const codes of parameters) {
        const bodyEnd = file.number() + file.at;
        const locals = new Locals();
        for (const code of codes) locals.addParameter(code);
        const groups = () => {
          for (let count = file.number(); count > 0; count--) {
            const alike = file.number();
            const code = file.byte();
            for (let i = 0; i < alike; i++) locals.add(code);
          }
        };
        declarations.push(...file.over(groups));
        const count = locals.types.length;
        if (count > MOST_LOCALS) throw new Error(`a function has ${count} locals`);
        while (file.at < bodyEnd) instructions.push(readInstruction(file, locals));
      }
    } else {
      if (id === TYPE_SECTION) types = readTypes(file);
      if (id === FUNCTION_SECTION) parameters = Array.from({ length: file.number() }, () => types[file.number()]);
      for (const byte of bytes.subarray(start, end)) sections.push(byte);
    }
    file.at = end;
  }
  return { sections, declarations, instructions, before, functions: parameters.length };
}

const nameOf = ({ head, rule, stream }) => `${String.fromCharCode(...head)}|${rule}|${stream}`;
/** The same instruction when it has a symbol of its own. */
const alone = ({ head, rest }) => ({ head: [...head, ...rest], rule: 0, stream: 0, rest: [] });
/** What its bytes do not say cannot be a part of a symbol: the rank of a local. */
const mayStandAlone = ({ rule, rest }) => rest.length > 0 && rule < LOCAL;

/** Gives symbols of their own to the most frequent instructions, as long as there are symbols. */
function standAlone(instructions) {
  const kinds = new Set(instructions.map(nameOf));
  const counts = new Map();
  for (const instruction of instructions.filter(mayStandAlone)) {
    const name = nameOf(alone(instruction));
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const frequent = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, MOST_SYMBOLS - kinds.size);
  const chosen = new Set(frequent.map(([name]) => name));
  return instructions.map((instruction) =>
    mayStandAlone(instruction) && chosen.has(nameOf(alone(instruction))) ? alone(instruction) : instruction,
  );
}

/** @param {Uint8Array} bytes of a Wasm file @returns {Uint8Array} a head of numbers of four bytes, then the streams */
export function intoStreams(bytes) {
  const { sections, declarations, instructions: all, before, functions } = takeApart(bytes);
  // Once more, because instructions that all stand alone leave a symbol free.
  const instructions = standAlone(standAlone(all));
  const streams = Array.from({ length: STREAMS }, () => []);
  const kinds = new Map(instructions.map((instruction) => [nameOf(instruction), instruction]));
  const names = [...kinds.keys()].sort();
  if (names.length > MOST_SYMBOLS) throw new Error(`${names.length} kinds of instructions are more than a byte tells`);
  const places = new Map(names.map((name, place) => [name, place]));
  const row = instructions.map((instruction) => places.get(nameOf(instruction)));
  const numbers = orderSymbols(row, names.length);
  const table = [];
  names.forEach((name, place) => {
    const { head, rule, stream } = kinds.get(name);
    table[numbers[place]] = [head.length, rule, stream, ...head];
  });
  streams[0] = table.flat();
  streams[1] = sections;
  streams[2] = declarations;
  streams[3] = row.map((place) => numbers[place]);
  for (const { rest, stream } of instructions) {
    for (const byte of rest) streams[stream].push(byte);
  }
  return withHead(before, functions, streams);
}
