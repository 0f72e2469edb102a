import { WorldField } from "../assembly/abi/layout.js";
import { show } from "./check.js";
import { PhysicsError } from "./errors.js";
import type { Instance } from "./instance.js";

/** Words of the mailbox in front of the list of blocks. */
const LIST = 4;

/** The core makes the head; what is large is copied from where it lies. @internal */
export function takeSnapshot(of: Instance, into: Uint8Array | undefined): Uint8Array {
  if (into !== undefined && !(into instanceof Uint8Array)) {
    throw new PhysicsError("bad-type", `into is ${show(into)}; give a Uint8Array, or leave it out.`);
  }
  of.check(-of.core.snapshotSave(), "snapshot");
  of.refresh();
  const { u32 } = of;
  const [start, head, tail, count] = u32 as unknown as [number, number, number, number];
  const length = head + tail;
  const bytes = into === undefined || into.length < length ? new Uint8Array(length) : into.subarray(0, length);
  const memory = new Uint8Array(of.buffer);
  bytes.set(memory.subarray(start, start + head));
  let at = head;
  for (let k = LIST; k < LIST + 2 * count; k += 2) {
    const address = u32[k]!;
    const end = address + u32[k + 1]!;
    bytes.set(memory.subarray(address, end), at);
    at += end - address;
  }
  return bytes;
}

/** @internal */
export function restoreSnapshot(of: Instance, bytes: Uint8Array): void {
  if (!(bytes instanceof Uint8Array)) {
    throw new PhysicsError("bad-snapshot", `bytes is ${show(bytes)}; give the Uint8Array that snapshot() returned.`);
  }
  const { core } = of;
  const address = core.snapshotPlace(bytes.length) >>> 0;
  if (address === 0) {
    throw new PhysicsError("out-of-memory", `bytes: no memory is left for ${bytes.length} bytes.`);
  }
  new Uint8Array(of.buffer, address, bytes.length).set(bytes);
  of.check(core.snapshotRestore(bytes.length), "bytes");
  of.epoch++;
  of.lengthUnit = core.worldGetOption(WorldField.LengthUnit);
  of.refresh();
}
