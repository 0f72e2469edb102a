// Reorders the functions of a Wasm file so that similar ones follow one another, and numbers the locals of a type in the order of
// their first use. The file runs the same but packs smaller: pointing back to something takes fewer bits the nearer it is, and a
// local that is new is always the next one.
import { Reader, SECTION, leb, readBodies, readSections, readTypes, unleb } from "./wasm_file.mjs";

const CALL = 0x10;
const FUNCTION_EXPORT = 0;

/** Functions are compared by passages of this many instructions in a row. */
const PASSAGE = 3;
/** The weight of what a function has in common with the last function but one; with the last one it is 1. */
const SECOND = 0.6;
/** Common passages mean more in a short function, but may be chance in a very short one: this is added to the number of them. */
const CHANCE = 20;

/** An instruction as text, without the number of a local. @param {import("./wasm_file.mjs").Instruction} instruction */
function wordOf({ head, form, rest }) {
  return String.fromCharCode(...head, ...(form === "local" ? [] : rest));
}

/** For each function, the passages that others have too, each as the set of functions that have it. @param {string[][]} functions */
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

/** An order in which each function is followed by the one that has most in common with it and the one before it. @returns {number[]} */
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

/** The new number of each local: the locals of a type come in the order of their first use. */
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
    // The sections that are written anew are lists as long as before.
    const made = id in write ? [...leb(new Reader(old).number()), ...write[id]()] : old;
    parts.push(Uint8Array.from([id, ...leb(made.length)]), Uint8Array.from(made));
  }
  return Buffer.concat(parts);
}
