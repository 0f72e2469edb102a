// Rewrites a Wasm file so that it calls its first import before every read and write of memory. The import is given the address, the
// offset that is added to it, the number of bytes, and whether they are read or written; it returns the address.
import { Reader, SECTION, leb, readBodies, readSections, readTypes, unleb } from "../../scripts/wasm_file.mjs";

const [I32, I64, F32, F64, V128] = [0x7f, 0x7e, 0x7d, 0x7c, 0x7b];
/** Locals added to each function: one of each type for the value above the address on the stack, and one for lengths. */
const SPARE = [I32, I64, F32, F64, V128, I32];
const LENGTH = 5;

const [LOCAL_GET, LOCAL_SET, CALL, NUMBER] = [0x20, 0x21, 0x10, 0x41];
const [LOADS, STORES, BULK, WIDE] = [0x28, 0x36, 0xfc, 0xfd];
const LOAD_BYTES = [4, 8, 4, 8, 1, 1, 2, 2, 1, 1, 2, 2, 4, 4];
const STORE_BYTES = [4, 8, 4, 8, 1, 2, 1, 2, 4];
const STORE_TYPES = [I32, I64, F32, F64, I32, I32, I64, I64, I64];
const WIDE_LOAD_BYTES = [16, 8, 8, 8, 8, 8, 8, 1, 2, 4, 8];
const [WIDE_STORE, FIRST_LANE_STORE, LOAD_32_ZERO] = [11, 88, 92];
const [COPY, FILL] = [10, 11];

/**
 * For an instruction with an address: how many bytes it accesses, whether it writes them, and the type of the value above the address.
 * @param {import("../../scripts/wasm_file.mjs").Instruction} instruction
 */
function accessOf({ head: [opcode, kind], form }) {
  if (opcode !== WIDE) {
    const writes = opcode >= STORES;
    return writes
      ? { writes, bytes: STORE_BYTES[opcode - STORES], above: STORE_TYPES[opcode - STORES] }
      : { writes, bytes: LOAD_BYTES[opcode - LOADS] };
  }
  if (form === "lane") return { writes: kind >= FIRST_LANE_STORE, bytes: 1 << (kind & 3), above: V128 };
  if (kind === WIDE_STORE) return { writes: true, bytes: 16, above: V128 };
  return { writes: false, bytes: WIDE_LOAD_BYTES[kind] ?? (kind === LOAD_32_ZERO ? 4 : 8) };
}

/** @param {number} value */
function number(value) {
  const bytes = leb(value);
  const last = bytes.pop();
  // The bit below the highest is the sign.
  return [NUMBER, ...bytes, ...(last < 64 ? [last] : [last | 128, 0])];
}

/**
 * @param {Uint8Array} file
 * @param {{ read: number, wrote: number }} news what the import is told
 */
export function withWatchedAccesses(file, news) {
  const sections = readSections(file);
  const section = (id) => sections.find((one) => one.id === id);
  const read = (id) => new Reader(file, section(id).content);
  const types = readTypes(read(SECTION.type));
  const ofFunctions = read(SECTION.function);
  const parameters = ofFunctions.list(() => types[ofFunctions.number()].length);
  const watch = (writes) => [...number(writes ? news.wrote : news.read), CALL, 0];

  const bodies = readBodies(read(SECTION.code)).map(({ types: own, instructions }, k) => {
    const spare = (which) => leb(parameters[k] + own.length + which);
    const set = (which) => [LOCAL_SET, ...spare(which)];
    const get = (which) => [LOCAL_GET, ...spare(which)];
    const locals = [...own, ...SPARE];
    const body = [...leb(locals.length), ...locals.flatMap((type) => [1, type])];
    for (const instruction of instructions) {
      const { head, form, rest } = instruction;
      if (form === "address" || form === "lane") {
        const { bytes, writes, above } = accessOf(instruction);
        const look = [...number(unleb(rest)), ...number(bytes), ...watch(writes)];
        const which = SPARE.indexOf(above);
        body.push(...(above === undefined ? look : [...set(which), ...look, ...get(which)]));
      } else if (head[0] === BULK && (head[1] === COPY || head[1] === FILL)) {
        // Above the destination on the stack are the source, or the value to fill with, and the length.
        const look = (writes) => [...number(0), ...get(LENGTH), ...watch(writes)];
        body.push(...set(LENGTH), ...set(0), ...look(true), ...get(0));
        body.push(...(head[1] === COPY ? look(false) : []), ...get(LENGTH));
      }
      body.push(...head, ...rest);
    }
    return Buffer.from([...leb(body.length), ...body]);
  });
  const code = Buffer.concat([Buffer.from(leb(bodies.length)), ...bodies]);
  const { start, end } = section(SECTION.code);
  return Buffer.concat([
    file.subarray(0, start),
    Buffer.from([SECTION.code, ...leb(code.length)]),
    code,
    file.subarray(end),
  ]);
}
