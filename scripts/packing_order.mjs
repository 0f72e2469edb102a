// A Wasm file with its functions in another order, in which those that are alike lie one after the other, and with the locals
// of a type numbered as they are first used. To run it is the same; where something was before is told in fewer bits the
// nearer it is, and a local that is new is the next one.
import { Reader, leb, readInstruction, readTypes } from "./wasm_streams.mjs";

const SECTION = { type: 1, function: 3, memory: 5, export: 7, code: 10 };
const CALL = 0x10;
const FUNCTION_EXPORT = 0;

/** So many instructions in a row are what functions have in common. */
const PASSAGE = 3;
/** What the function before the last one has in common counts so much. */
const SECOND = 0.6;
/** What a function has in common is more for a short one, but chance for a very short one. */
const CHANCE = 20;

/** Which local an instruction names is no matter. */
const ANY = { use: () => ({ list: 0, place: 0 }) };

/**
 * What the next instruction of a body is, but for which local it names; which local that is, or which function it calls.
 * @param {Reader} body
 */
function readWord(body) {
  const start = body.at;
  const { head, rest } = readInstruction(body, ANY);
  const [opcode] = head;
  const operand = () => new Reader(body.bytes, start + 1).number();
  if (opcode >= 0x20 && opcode <= 0x22) return { start, word: String.fromCharCode(opcode), local: operand() };
  const callee = opcode === CALL ? operand() : undefined;
  return { start, word: String.fromCharCode(...head, ...rest), callee };
}

/** @param {Reader} file at the section of code */
function readBodies(file) {
  return Array.from({ length: file.number() }, () => {
    const end = file.number() + file.at;
    const types = [];
    const declarations = file.over(() => {
      for (let count = file.number(); count > 0; count--) {
        const alike = file.number();
        types.push(...Array(alike).fill(file.byte()));
      }
    });
    const words = [];
    while (file.at < end) words.push(readWord(file));
    return { declarations, types, end, words };
  });
}

/** Of each function the passages that others have too, by those that have them. @param {{ word: string }[][]} functions */
function sharedPassages(functions) {
  const holders = new Map();
  functions.forEach((words, k) => {
    for (let i = 0; i + PASSAGE <= words.length; i++) {
      const passage = words
        .slice(i, i + PASSAGE)
        .map(({ word }) => word)
        .join("\n");
      holders.set(passage, (holders.get(passage) ?? new Set()).add(k));
    }
  });
  const shared = functions.map(() => []);
  for (const list of holders.values()) {
    if (list.size > 1) for (const k of list) shared[k].push(list);
  }
  return shared;
}

/** After each function the one that has most in common with it and the one before. @returns {number[]} */
function similarOrder(functions) {
  const shared = sharedPassages(functions);
  const left = new Set(functions.keys());
  const order = [];
  let next = 0;
  while (left.size > 0) {
    order.push(next);
    left.delete(next);
    const common = new Float64Array(functions.length);
    for (const [k, weight] of [
      [order.at(-1), 1],
      [order.at(-2), SECOND],
    ]) {
      for (const holders of shared[k] ?? []) {
        for (const other of holders) common[other] += weight / holders.size;
      }
    }
    let most = -1;
    for (const k of left) {
      const likeness = common[k] / Math.sqrt(shared[k].length + CHANCE);
      if (likeness > most) [most, next] = [likeness, k];
    }
  }
  return order;
}

/** The number of each local: of those of a type the first that is used is the first. */
function numberLocals({ types, words }, parameters) {
  const numbers = Array.from({ length: parameters }, (_, local) => local);
  const places = new Map();
  types.forEach((type, k) => places.set(type, [...(places.get(type) ?? []), parameters + k]));
  for (const { local } of words) {
    if (local !== undefined && numbers[local] === undefined)
      numbers[local] = places.get(types[local - parameters]).shift();
  }
  return numbers;
}

/** @param {Uint8Array} bytes of a Wasm file without imports, tables and names @returns {Uint8Array} */
export function inPackingOrder(bytes) {
  const file = new Reader(bytes, 8);
  const sections = [];
  while (file.at < bytes.length) {
    const id = file.byte();
    const end = file.number() + file.at;
    if (!Object.values(SECTION).includes(id)) throw new Error(`section ${id} may name functions by their place`);
    sections.push({ id, start: file.at, end });
    file.at = end;
  }
  const at = (id) => new Reader(bytes, sections.find((section) => section.id === id).start);
  const bodies = readBodies(at(SECTION.code));
  const order = similarOrder(bodies.map(({ words }) => words));
  const places = new Map(order.map((k, place) => [k, place]));
  const types = readTypes(at(SECTION.type));
  const ofFunctions = at(SECTION.function);
  const typeOf = Array.from({ length: ofFunctions.number() }, () => ofFunctions.number());
  const write = {
    [SECTION.function]: () => [...leb(order.length), ...order.flatMap((k) => leb(typeOf[k]))],
    [SECTION.export]() {
      const reader = at(SECTION.export);
      const count = reader.number();
      const out = leb(count);
      for (let k = 0; k < count; k++) {
        const name = reader.over(() => {
          const length = reader.number();
          reader.at += length;
        });
        const kind = reader.byte();
        const index = reader.number();
        out.push(...name, kind, ...leb(kind === FUNCTION_EXPORT ? places.get(index) : index));
      }
      return out;
    },
    [SECTION.code]() {
      const out = leb(order.length);
      for (const k of order) {
        const { declarations, end, words } = bodies[k];
        const body = [...declarations];
        const numbers = numberLocals(bodies[k], types[typeOf[k]].length);
        words.forEach(({ start, local, callee }, i) => {
          const operand = local === undefined ? places.get(callee) : numbers[local];
          if (operand === undefined) body.push(...bytes.subarray(start, words[i + 1]?.start ?? end));
          else body.push(bytes[start], ...leb(operand));
        });
        out.push(...leb(body.length));
        for (const byte of body) out.push(byte);
      }
      return out;
    },
  };
  const parts = [bytes.subarray(0, 8)];
  for (const { id, start, end } of sections) {
    const content = write[id]?.() ?? bytes.subarray(start, end);
    parts.push(Uint8Array.from([id, ...leb(content.length)]), Uint8Array.from(content));
  }
  return Buffer.concat(parts);
}
