import { Code } from "../assembly/abi/layout.js";
import { SnapshotHeaderWord as Word } from "../assembly/abi/snapshot_layout.js";
import { isTyped, maybeTyped, refuse } from "./check.js";
import { PhysicsError } from "./errors.js";
import type { Instance } from "./instance.js";
import { Latest } from "./latest.js";

/** Words of the mailbox before the list of blocks. */
const LIST = 4;

/** Words of the header that hold the length and the checksum. */
const SEALED = [Word.Length, Word.Checksum, Word.Checksum + 1];

/**
 * The header words of snapshots that were written here, by buffer and offset (the latest ones). Bytes that
 * still have them are known to be a world and are not examined; any others might only look like a snapshot.
 */
const made = new WeakMap<ArrayBufferLike, Latest<string>>();

function seal(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return bytes.length < 32 ? "" : SEALED.map((word) => view.getUint32(4 * word, true)).join();
}

/** The core makes the head; large blocks are copied from where they lie. @internal */
export function takeSnapshot(of: Instance, into: Uint8Array | undefined): Uint8Array {
  maybeTyped(into, "into", "Uint8Array");
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
  let places = made.get(bytes.buffer);
  if (places === undefined) {
    made.set(bytes.buffer, (places = new Latest()));
  }
  places.remember(bytes.byteOffset, seal(bytes));
  return bytes;
}

/** @internal */
export function restoreSnapshot(of: Instance, bytes: Uint8Array): void {
  if (!isTyped(bytes, "Uint8Array")) {
    refuse("bad-snapshot", "bytes", bytes, "the Uint8Array that snapshot() returned");
  }
  if (bytes.length === 0) {
    // A buffer that was transferred to another thread cannot be read.
    throw new PhysicsError(
      "bad-snapshot",
      "bytes is empty, or its buffer was transferred; use the bytes that snapshot() returned.",
    );
  }
  // Shared memory may change while it is read.
  if (bytes.buffer instanceof ArrayBuffer && made.get(bytes.buffer)?.get(bytes.byteOffset) === seal(bytes)) {
    of.check(putSnapshot(of, bytes, 1), "bytes");
  } else {
    const before = takeSnapshot(of, undefined);
    const code = putSnapshot(of, bytes, 0);
    if (code === Code.BrokenSnapshot) {
      putSnapshot(of, before, 1);
      of.afterRestore(); // the events of its last step are gone
    }
    of.check(code === Code.BrokenSnapshot ? Code.BadSnapshot : code, "bytes");
  }
  of.afterRestore();
}

/** Number of bytes checked at a time: they stay in the cache meanwhile. A multiple of the checksum's rows. */
const PIECE = 65536;
const HEADER_BYTES = 32;
const HEAD_WORD = 24;
const ROW_BYTES = 128;

/**
 * Goes over the bytes twice: first piece by piece through a small place in the core's memory, for checking,
 * then straight to where they belong. Returns a code. @internal
 */
export function putSnapshot(of: Instance, bytes: Uint8Array, trusted: number): number {
  const { core } = of;
  const { length } = bytes;
  const part = (from: number, size: number): Uint8Array =>
    new Uint8Array(bytes.buffer, bytes.byteOffset + from, Math.min(size, length - from));
  const view = new DataView(bytes.buffer, bytes.byteOffset, length);
  const head = length < HEADER_BYTES ? length : Math.min(length, HEADER_BYTES + view.getUint32(HEAD_WORD, true));
  const place = core.snapshotPlace(head + 64 + PIECE) >>> 0;
  if (place === 0) {
    return Code.OutOfMemory;
  }
  new Uint8Array(of.buffer).set(part(0, head), place);
  core.snapshotBegin(place, head, length);
  const piece = (place + head + 63) & ~63;
  for (let at = head; at < length; at += PIECE) {
    const next = part(at, PIECE);
    new Uint8Array(of.buffer).set(next, piece >>> 0);
    core.snapshotPiece(piece, next.length);
  }
  const count = core.snapshotRestore(place, head, length, trusted);
  if (count < 0) {
    return -count;
  }
  of.refresh(); // the memory may have grown
  const memory = new Uint8Array(of.buffer);
  const { u32 } = of;
  for (let k = LIST, at = head; k < LIST + 2 * count; k += 2) {
    const size = u32[k + 1]!;
    memory.set(part(at, size), u32[k]!);
    at += (size + ROW_BYTES - 1) & -ROW_BYTES;
  }
  return core.snapshotEnd(trusted);
}

/** A hash given as two words, as text. */
export function hashText(low: number, high: number): string {
  return [high, low].map((word) => word.toString(16).padStart(8, "0")).join("");
}
