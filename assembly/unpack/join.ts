/**
 * Puts a Wasm file together from the streams into which scripts/wasm_streams.mjs took it apart.
 *
 * A function body is a row of symbols. The table says for each which bytes it stands for, what follows them, and from which
 * stream. Bytes are copied eight at a time, so memory has to go on for a little beyond the file.
 */
import {
  BEFORE,
  BLOCK,
  BODIES,
  END,
  HEAD,
  LENGTHS,
  LISTS,
  LOCAL,
  NUMBER,
  NUMBERS,
  NUMBER_AND_BYTE,
  RULES_OF_LIST,
  STREAMS,
} from "./format";
import { CURSORS, ENDS, FUNCTIONS, LOCALS, PARAMETERS, ROOM, ROWS, TYPES, USED } from "./memory";

/** Where three of the streams are read. */
const SECTIONS: usize = CURSORS + 4 * 1;
const DECLARATIONS: usize = CURSORS + 4 * 2;
const SYMBOLS: usize = CURSORS + 4 * 3;

/** A row of the table: the number of bytes, the rule for what follows them, its stream, the bytes. */
const RULE: usize = 1;
const STREAM: usize = 2;
const BYTES: usize = 3;

const TYPE_SECTION: u32 = 1;
const FUNCTION_SECTION: u32 = 3;

/** Most bytes that the length of a body takes. */
const MOST_LENGTH: usize = 5;

/** Joins the streams at `from` into a file from `out` to `end`. */
export function join(from: usize, out: usize, end: usize): void {
  let at = from + HEAD;
  for (let i: usize = 0; i < STREAMS; i++) {
    store<usize>(CURSORS + 4 * i, at);
    at += load<usize>(from + LENGTHS + 4 * i);
  }
  const endOfTable = load<usize>(SECTIONS);
  let row = load<usize>(CURSORS);
  for (let to = ROWS; row < endOfTable; to += 4) {
    store<usize>(to, row);
    row += BYTES + load<u8>(row);
  }
  const start = out;
  out = copy(SECTIONS, out, load<usize>(from + BEFORE));
  readSections(start + 8, out);
  for (let bodies = load<i32>(from + BODIES); bodies > 0; bodies--) {
    const first = out + MOST_LENGTH;
    const length = body(first) - first;
    out = write(out, length as u32);
    out = move(out, first, length);
  }
  copy(SECTIONS, out, end - out);
}

/** Stores where the parameters of each type are, and where the types of the functions begin. */
function readSections(at: usize, end: usize): void {
  let id: u32 = 0;
  while (at < end && id != FUNCTION_SECTION) {
    id = load<u8>(at);
    store<usize>(FUNCTIONS, at + 1);
    const length: usize = number(FUNCTIONS);
    at = length + load<usize>(FUNCTIONS);
    const count = number(FUNCTIONS);
    if (id == TYPE_SECTION) {
      for (let type: u32 = 0; type < count; type++) {
        store<usize>(TYPES + 4 * type, skip(FUNCTIONS, 1));
        skip(FUNCTIONS, number(FUNCTIONS));
        skip(FUNCTIONS, number(FUNCTIONS));
      }
    }
  }
}

/** Writes a body at `out`: groups of locals, then what the symbols stand for, up to the last END. Returns where it ends. */
function body(out: usize): usize {
  for (let list: usize = 0; list < LISTS; list++) {
    store<usize>(ENDS + 4 * list, LOCALS + ROOM * list);
    store<u32>(USED + 4 * list, 0);
  }
  store<usize>(PARAMETERS, load<usize>(TYPES + 4 * number(FUNCTIONS)));
  let locals: u32 = 0;
  let count = number(PARAMETERS);
  for (; locals < count; locals++) {
    const type: usize = load<u8>(skip(PARAMETERS, 1) - 1);
    add(locals, type);
    use(type % LISTS);
  }
  count = number(DECLARATIONS);
  out = write(out, count);
  for (; count > 0; count--) {
    const alike = number(DECLARATIONS);
    out = write(out, alike);
    out = copy(DECLARATIONS, out, 1);
    for (const end = locals + alike; locals < end; locals++) add(locals, load<u8>(out - 1));
  }
  let depth = 1;
  let symbol = load<usize>(SYMBOLS);
  do {
    const row = load<usize>(ROWS + 4 * load<u8>(symbol++));
    const bytes: usize = load<u8>(row);
    // Few symbols are longer than eight bytes, and most have nothing after them.
    store<u64>(out, load<u64>(row + BYTES));
    if (bytes > 8) move(out, row + BYTES, bytes);
    out += bytes;
    const rule: u32 = load<u8>(row + RULE);
    if (rule == 0) continue;
    const stream: usize = 4 * load<u8>(row + STREAM);
    if (rule < NUMBER) {
      out = copy(stream, out, rule);
    } else if (rule >= LOCAL) {
      const place = (rule - LOCAL) % RULES_OF_LIST || number(stream);
      const which = local((rule - LOCAL) / RULES_OF_LIST, place);
      if (which < 128) store<u8>(out++, which);
      else out = write(out, which);
    } else if (rule == BLOCK) {
      depth++;
    } else if (rule == END) {
      depth--;
    } else {
      count = number(stream);
      out = write(out, count);
      if (rule == NUMBERS) {
        do {
          out = write(out, number(stream));
        } while (count--);
      } else if (rule == NUMBER_AND_BYTE) {
        out = copy(stream, out, 1);
      }
    }
  } while (depth > 0);
  store<usize>(SYMBOLS, symbol);
  return out;
}

/** Adds a local to the list of its type. */
function add(local: u32, type: usize): void {
  const end = ENDS + 4 * (type % LISTS);
  store<u16>(load<usize>(end), local);
  store<usize>(end, load<usize>(end) + 2);
}

/** Counts one more used local of a list; returns how many were used before. */
function use(list: usize): u32 {
  const used = load<u32>(USED + 4 * list);
  store<u32>(USED + 4 * list, used + 1);
  return used;
}

/** The local at a place of a list, counted from 1, or for 0 the first unused one; it becomes the last used. */
function local(list: u32, place: u32): u32 {
  const first = LOCALS + ROOM * list;
  if (place > load<u32>(USED + 4 * list) || place == 0) {
    const used = use(list);
    place = place || used + 1;
  }
  let at = first + 2 * place - 2;
  const which: u32 = load<u16>(at);
  // Four at a time, which may overwrite what lies before the list.
  for (; at > first; at -= 8) store<u64>(at - 6, load<u64>(at - 8));
  store<u16>(first, which);
  return which;
}

/** Copies `bytes` bytes of a stream. Returns where they end. */
function copy(stream: usize, out: usize, bytes: usize): usize {
  return move(out, skip(stream, bytes) - bytes, bytes);
}

/** Advances a stream by `bytes` bytes, and returns where it is then. */
function skip(stream: usize, bytes: usize): usize {
  const at = load<usize>(stream) + bytes;
  store<usize>(stream, at);
  return at;
}

/** Copies `bytes` bytes, and may write nonsense behind them. Returns where they end. */
function move(out: usize, at: usize, bytes: usize): usize {
  for (let i: usize = 0; i < bytes; i += 8) store<u64>(out + i, load<u64>(at + i));
  return out + bytes;
}

/** Reads a number from a stream. */
function number(stream: usize): u32 {
  let at = load<usize>(stream);
  let value = 0;
  let shift = 0;
  let byte = 0;
  do {
    byte = load<u8>(at++);
    value |= (byte & 127) << shift;
    shift += 7;
  } while (byte >= 128);
  store<usize>(stream, at);
  return value;
}

/** Writes a number in LEB128 and returns where it ends. */
function write(out: usize, value: u32): usize {
  for (; value >= 128; value >>>= 7) store<u8>(out++, value | 128);
  store<u8>(out, value);
  return out + 1;
}
