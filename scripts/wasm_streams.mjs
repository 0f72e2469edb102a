// Takes a Wasm file apart into streams, which packing shortens by a sixth more than the file itself, because bytes of one meaning
// (which instruction, which local, which offset …) lie together. assembly/unpack/join.ts joins the streams again. It knows no
// instructions: a table that comes with them tells of each symbol which bytes it stands for and what follows them. Frequent
// instructions have symbols of their own. A local is named by its type and how long ago it was used among those of its type, or
// as the first of them that was not used yet. A body's length is not written.
//
// The joined file has the same bytes if the numbers in its bodies are as short as LEB128 allows; scripts/embed.mjs verifies this.

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
import { Reader, SECTION, leb, readBodies, readSections, readTypes, unleb } from "./wasm_file.mjs";

/** assembly/unpack/join.ts knows the first four by their place. */
const NAMES = ["table", "sections", "declarations", "symbols", "get", "set", "index", "offset", "bytes"];
const stream = (name) => NAMES.indexOf(name);
/** After this stream comes one for each length that an i32 constant may have. */
const CONSTANTS = NAMES.length - 1;
const LONGEST_OF_I32 = 5;
const RECENT_SYMBOLS = 2;

const MOST_SYMBOLS = 256;
const LOCAL_GET = 0x20;

/**
 * @typedef {{ head: number[], rule: number, stream: number, rest: number[] }} Part the bytes that a symbol stands for, the rule of
 *   what follows them, the stream that it is in, and what follows
 */

/** The locals of a function: the type of each, and a list for each type, the last one used first. */
class Locals {
  recent = Array.from({ length: LISTS }, () => []);
  /** For each list, how many were used; parameters count as used from the start. */
  used = Array.from({ length: LISTS }, () => 0);

  /** @param {number[]} parameters @param {number[]} others their types */
  constructor(parameters, others) {
    this.types = [...parameters, ...others];
    this.types.forEach((type, local) => this.recent[type % LISTS].push(local));
    for (const type of parameters) this.used[type % LISTS]++;
  }

  /** Which list a local is in, and 0 if it is the first unused one there, else one more than the number of locals used since. */
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

/** @param {import("./wasm_file.mjs").Instruction} instruction @param {Locals} locals @returns {Part} */
function partOf({ head, form, rest }, locals) {
  switch (form) {
    case "none":
      return { head, rule: 0, stream: 0, rest };
    case "block":
      return { head, rule: BLOCK, stream: 0, rest };
    case "end":
      return { head, rule: END, stream: 0, rest };
    case "index":
      return { head, rule: NUMBER, stream: stream("index"), rest };
    case "targets":
      return { head, rule: NUMBERS, stream: stream("index"), rest };
    case "address":
      return { head, rule: NUMBER, stream: stream("offset"), rest };
    case "lane":
      return { head, rule: NUMBER_AND_BYTE, stream: stream("offset"), rest };
    case "constant":
      return { head, rule: rest.length, stream: CONSTANTS + Math.min(rest.length, LONGEST_OF_I32), rest };
    case "bytes":
      return { head, rule: rest.length, stream: stream("bytes"), rest };
    case "local": {
      const { list, place } = locals.use(unleb(rest));
      const rule = LOCAL + RULES_OF_LIST * list;
      const isGet = head[0] === LOCAL_GET;
      if (isGet && place > 0 && place <= RECENT_SYMBOLS) return { head, rule: rule + place, stream: 0, rest: [] };
      return { head, rule, stream: stream(isGet ? "get" : "set"), rest: leb(place) };
    }
  }
}

/** The parts of all bodies in a row, and the streams `sections` and `declarations`. */
function takeApart(bytes) {
  const sections = new Map(readSections(bytes).map((section) => [section.id, section]));
  const read = (id) => new Reader(bytes, sections.get(id)?.content);
  const code = sections.get(SECTION.code);
  if (code === undefined) return { sections: bytes, before: bytes.length, functions: 0, declarations: [], parts: [] };
  const types = readTypes(read(SECTION.type));
  const ofFunctions = read(SECTION.function);
  const parameters = ofFunctions.list(() => types[ofFunctions.number()]);
  const file = read(SECTION.code);
  const bodies = readBodies(file);
  const parts = bodies.flatMap((body, k) => {
    const count = parameters[k].length + body.types.length;
    if (count > MOST_LOCALS) throw new Error(`a function has ${count} locals`);
    const locals = new Locals(parameters[k], body.types);
    return body.instructions.map((instruction) => partOf(instruction, locals));
  });
  const before = code.content + leb(bodies.length).length;
  return {
    sections: [...bytes.subarray(0, before), ...bytes.subarray(code.end)],
    before,
    functions: bodies.length,
    declarations: bodies.flatMap(({ declarations }) => declarations),
    parts,
  };
}

const nameOf = ({ head, rule, stream }) => `${String.fromCharCode(...head)}|${rule}|${stream}`;
/** The same part with a symbol of its own. @param {Part} part @returns {Part} */
const alone = ({ head, rest }) => ({ head: [...head, ...rest], rule: 0, stream: 0, rest: [] });
/** How long ago a local was used cannot be in a symbol, for the local's bytes do not tell. */
const mayStandAlone = ({ rule, rest }) => rest.length > 0 && rule < LOCAL;

/** Gives symbols of their own to the most frequent parts, as long as there are symbols left. @param {Part[]} parts */
function standAlone(parts) {
  const kinds = new Set(parts.map(nameOf));
  const counts = new Map();
  for (const part of parts.filter(mayStandAlone)) {
    const name = nameOf(alone(part));
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const frequent = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, MOST_SYMBOLS - kinds.size);
  const chosen = new Set(frequent.map(([name]) => name));
  return parts.map((part) => (mayStandAlone(part) && chosen.has(nameOf(alone(part))) ? alone(part) : part));
}

/** @param {Uint8Array} bytes of a Wasm file @returns {Uint8Array} a head of numbers of four bytes, then the streams */
export function intoStreams(bytes) {
  const { sections, declarations, parts: all, before, functions } = takeApart(bytes);
  // Twice, because a kind whose parts all stand alone leaves a symbol free.
  const parts = standAlone(standAlone(all));
  const kinds = new Map(parts.map((part) => [nameOf(part), part]));
  const names = [...kinds.keys()].sort();
  if (names.length > MOST_SYMBOLS) throw new Error(`${names.length} kinds of instructions are more than a byte tells`);
  const places = new Map(names.map((name, place) => [name, place]));
  const row = parts.map((part) => places.get(nameOf(part)));
  const numbers = orderSymbols(row, names.length);
  const table = [];
  names.forEach((name, place) => {
    const { head, rule, stream } = kinds.get(name);
    table[numbers[place]] = [head.length, rule, stream, ...head];
  });
  const streams = [table.flat(), sections, declarations, row.map((place) => numbers[place])];
  while (streams.length < STREAMS) streams.push([]);
  for (const { rest, stream } of parts) {
    for (const byte of rest) streams[stream].push(byte);
  }
  return withHead(before, functions, streams);
}
