// A Wasm file with its functions in another order, in which those that are alike lie one after the other, and with the locals
// of a type numbered as they are first used. To run it is the same; where something was before is told in fewer bits the
// nearer it is, and a local that is new is the next one.
import { Reader, SECTION, leb, readBodies, readSections, readTypes, unleb } from "./wasm_file.mjs";

const CALL = 0x10;
const FUNCTION_EXPORT = 0;

/** So many instructions in a row are what functions have in common. */
const PASSAGE = 3;
/** What the function before the last one has in common counts so much. */
const SECOND = 0.6;
/** What a function has in common is more for a short one, but chance for a very short one. */
const CHANCE = 20;

/** An instruction but for which local it names. @param {import("./wasm_file.mjs").Instruction} instruction */
function wordOf({ head, form, rest }) {
  return String.fromCharCode(...head, ...(form === "local" ? [] : rest));
}

/** Of each function the passages that others have too, by those that have them. @param {string[][]} functions */
function sharedPassages(functions) {
  const holders = new Map();
  functions.forEach((words, k) => {
    for (let i = 0; i + PASSAGE <= words.length; i++) {
      const passage = words.slice(i, i + PASSAGE).join("\n");
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
function numberLocals({ types, instructions }, parameters) {
  const numbers = Array.from({ length: parameters }, (_, local) => local);
  const places = new Map();
  types.forEach((type, k) => places.set(type, [...(places.get(type) ?? []), parameters + k]));
  for (const { form, rest } of instructions) {
    if (form === "local") {
      const local = unleb(rest);
      numbers[local] ??= places.get(types[local - parameters]).shift();
    }
  }
  return numbers;
}

/** A body whose locals and callees have other numbers. @returns {number[]} */
function renumbered({ declarations, instructions }, locals, functions) {
  const body = [...declarations];
  for (const { head, form, rest } of instructions) {
    if (form === "local") body.push(...head, ...leb(locals[unleb(rest)]));
    else if (head[0] === CALL) body.push(...head, ...leb(functions.get(unleb(rest))));
    else body.push(...head, ...rest);
  }
  return [...leb(body.length), ...body];
}

/** @param {Uint8Array} bytes of a Wasm file without imports, tables and names @returns {Uint8Array} */
export function inPackingOrder(bytes) {
  const sections = readSections(bytes);
  for (const { id } of sections) {
    if (!Object.values(SECTION).includes(id)) throw new Error(`section ${id} may name functions by their place`);
  }
  const read = (id) => new Reader(bytes, sections.find((section) => section.id === id).content);
  const bodies = readBodies(read(SECTION.code));
  const order = similarOrder(bodies.map(({ instructions }) => instructions.map(wordOf)));
  const places = new Map(order.map((k, place) => [k, place]));
  const types = readTypes(read(SECTION.type));
  const ofFunctions = read(SECTION.function);
  const typeOf = ofFunctions.list(() => ofFunctions.number());
  const write = {
    [SECTION.function]: () => order.flatMap((k) => leb(typeOf[k])),
    [SECTION.export]() {
      const file = read(SECTION.export);
      return file
        .list(() => {
          const name = file.over(() => {
            const length = file.number();
            file.at += length;
          });
          const kind = file.byte();
          const index = file.number();
          return [...name, kind, ...leb(kind === FUNCTION_EXPORT ? places.get(index) : index)];
        })
        .flat();
    },
    [SECTION.code]: () =>
      order.flatMap((k) => renumbered(bodies[k], numberLocals(bodies[k], types[typeOf[k]].length), places)),
  };
  const parts = [bytes.subarray(0, 8)];
  for (const { id, content, end } of sections) {
    const old = bytes.subarray(content, end);
    // What is written anew are lists as long as before.
    const made = id in write ? [...leb(new Reader(old).number()), ...write[id]()] : old;
    parts.push(Uint8Array.from([id, ...leb(made.length)]), Uint8Array.from(made));
  }
  return Buffer.concat(parts);
}
