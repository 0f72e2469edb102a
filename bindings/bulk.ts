import { BulkMotion } from "../assembly/abi/body_layout.js";
import { Code } from "../assembly/abi/layout.js";
import { angle, arrayLike, coordinate, number, refuse } from "./check.js";
import { copyColumn, list } from "./create.js";
import { stale } from "./errors.js";
import type { Instance } from "./instance.js";

// Many bodies in one call. All ids and numbers are checked in one pass before anything moves.

/** Numbers per body. */
const ROW = 3;

function idList(value: unknown): ArrayLike<number> {
  const wanted = "a Uint32Array of body ids";
  const list = arrayLike(value, "ids", wanted);
  if (!(Number.isInteger(list.length) && list.length >= 0)) {
    refuse("bad-type", "ids", value, wanted);
  }
  return list;
}

/** Moves bodies by rows of three numbers, or of two where the third may be left out. */
export function moveBodies(
  to: Instance,
  motion: BulkMotion,
  ids: ArrayLike<number>,
  values: ArrayLike<number>,
  name: string,
): void {
  to.refresh(); // refuses if the world is disposed of
  const { length: count } = idList(ids);
  const place = motion === BulkMotion.Transform;
  const rowsOfTwo = motion === BulkMotion.Force || motion === BulkMotion.Impulse;
  const rows = list(values, name, rowsOfTwo ? [2 * count, ROW * count] : [ROW * count]);
  if (count === 0) {
    return;
  }
  const stride = rows.length === 2 * count ? 2 : ROW;
  const address = to.bulkBuffer(count * (ROW + 1), name);
  const since = to.beginReading();
  const idWords = new Uint32Array(to.buffer, address, count);
  for (let i = 0; i < count; i++) {
    const id: unknown = ids[i];
    idWords[i] = typeof id === "number" ? id : 0; // other types, such as a symbol, cannot be stored at all
    if (idWords[i] !== id) {
      refuse("bad-type", `ids[${i}]`, id, "the id of a body");
    }
  }
  const numbers = new Float32Array(to.buffer, address + 4 * count, count * ROW);
  for (let k = 0; k < ROW; k++) {
    const read = !place ? number : k < 2 ? coordinate : angle;
    copyColumn(numbers, k, k < stride ? rows : undefined, stride, k, count, name, read, to.lengthUnit, ROW);
  }
  to.readQuietly(since, name);
  const code = to.core.bodiesMove(motion, count, 1);
  if (code === Code.StaleBody) {
    to.refresh();
    throw stale("body", `ids[${to.u32[0]}]`);
  }
  to.check(code, name);
}
