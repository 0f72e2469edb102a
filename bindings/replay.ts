import { Code } from "../assembly/abi/layout.js";
import { boolean, fields, isTyped, known, refuse } from "./check.js";
import type { WorldOptions } from "./definitions.js";
import { DIGEST_AT, alignedCopy, digest } from "./delta.js";
import { PhysicsError } from "./errors.js";
import type { Instance } from "./instance.js";
import { hashText, putSnapshot } from "./snapshots.js";
import { World } from "./world.js";

// A run is a snapshot, the calls into the core after it, and a hash per step. Calls are recorded where the bindings enter the core, so
// nothing that changes a world escapes. Arguments too large for a call lie in the mailbox or the bulk buffer, and are recorded with it.

type Call = (...args: number[]) => number;
type Calls = Record<string, Call>;

/** Calls that change nothing, by the beginning or end of their names. */
const READS =
  /^(mailbox|snapshotSave|snapshotPlace|event|column|result|hit|overlap|cast|closest|touch)|^(?!step).*End$|(Get|Find|At|Hash|Counter|Validate|Pointer|Contacts|Shapes|Points|Point|Check)$/;
/** Calls that complete a step. */
const ENDS_STEP = /^(worldStep|stepEnd)$/;
/** Calls that may read the bulk buffer. */
const TAKES_BULK = /^(bodyCreate|shapesCreate|bodiesCreate|bodiesMove|castRays|overlapBulk)$/;
const MAILBOX_WORDS = 8192;
const FORMAT = 2;
/** Bytes before the parts of a recording: format, length of each part, digest. */
const HEADER = 32;
const PARTS = 4;

/** A recorded run, made by a `Recorder`. */
export interface Recording {
  /** The world at the beginning of the recording. */
  readonly snapshot: Uint8Array;
  /** Number of steps taken. */
  readonly steps: number;
  /** Names of the calls. */
  readonly names: readonly string[];
  /**
   * The calls in order, as numbers: name, number of arguments, arguments; number, place and words of what
   * changed in the mailbox; number and words of what lay in the bulk buffer.
   */
  readonly calls: Float64Array;
  /** Two words per step: the hash after it. */
  readonly hashes: Uint32Array;
}

/** The recorder that was started last on an instance; its calls wrap those of the recorder before it. */
const newest = new WeakMap<Instance, Recorder>();

/**
 * Records everything that happens to a world from now on. Costs about 20 microseconds per call, and a hash
 * per step. A restore is recorded whole, at twice its size: 10 ms for 500 bodies.
 */
export class Recorder {
  /** @internal */
  static readonly name: string = "Recorder";
  readonly #instance: Instance;
  readonly #snapshot: Uint8Array;
  readonly #names: string[] = [];
  readonly #originals: Calls = {};
  readonly #mailbox = new Uint32Array(MAILBOX_WORDS);
  #calls = new Float64Array(4096);
  #used = 0;
  readonly #hashes: number[] = [];
  /** Bytes requested of the bulk buffer until a call takes them; in between, getters of the caller's values may call the world. */
  #bulk = 0;
  #bulkAt = 0;
  #image = new Uint8Array(0);
  #gathered = 0;
  readonly #before: Recorder | undefined;
  #stopped = false;

  /** Throws `"bad-type"` for anything but a world. */
  constructor(world: World) {
    if (!(world instanceof World)) {
      refuse("bad-type", "world", world, "a World");
    }
    this.#snapshot = world.snapshot();
    this.#instance = World.instanceOf(world);
    this.#before = newest.get(this.#instance);
    newest.set(this.#instance, this);
    const core = this.#instance.core as unknown as Calls;
    for (const name of Object.keys(core)) {
      const call = core[name]!;
      this.#originals[name] = call;
      const recorded: Call = READS.test(name)
        ? (...args) => {
            this.#bulk = TAKES_BULK.test(name) ? 0 : this.#bulk;
            return call(...args);
          }
        : name === "snapshotBegin" || name === "snapshotPiece"
          ? (...args) => {
              this.#gather(...(args as [number, number, number]));
              return call(...args);
            }
          : (...args) => this.#note(name, call, args);
      core[name] = (...args) => (this.#stopped ? call(...args) : recorded(...args));
    }
  }

  /** What has been recorded so far. */
  get recording(): Recording {
    return {
      snapshot: this.#snapshot,
      steps: this.#hashes.length >> 1,
      names: [...this.#names],
      calls: this.#calls.slice(0, this.#used),
      hashes: Uint32Array.from(this.#hashes),
    };
  }

  /** Stops recording and returns the recording. Several recorders of a world may stop in any order. */
  stop(): Recording {
    this.#stopped = true;
    const instance = this.#instance;
    // A recorder on which others were started stays in place until they stop, and passes calls through.
    for (let last = newest.get(instance); last !== undefined && last.#stopped; last = newest.get(instance)) {
      if (!instance.disposed && instance.fault === undefined) {
        Object.assign(instance.core, last.#originals);
      }
      if (last.#before === undefined) {
        newest.delete(instance);
      } else {
        newest.set(instance, last.#before);
      }
    }
    return this.recording;
  }

  #note(name: string, call: Call, args: number[]): number {
    let index = this.#names.indexOf(name);
    if (index < 0) {
      index = this.#names.push(name) - 1;
    }
    const { buffer } = this.#instance;
    this.#write(index, args.length, ...args);
    this.#noteMailbox(new Uint32Array(buffer, this.#originals.mailbox!(), MAILBOX_WORDS));
    let extra = new Uint32Array(0);
    if (name === "snapshotRestore") {
      extra = new Uint32Array(this.#image.buffer);
      this.#bulk = 0;
    } else if (this.#bulk > 0 && TAKES_BULK.test(name)) {
      extra = new Uint32Array(buffer.slice(this.#bulkAt, this.#bulkAt + this.#bulk) as ArrayBuffer);
      this.#bulk = 0;
    }
    this.#write(extra.length);
    for (const word of extra) {
      this.#write(word);
    }
    const result = call(...args);
    if (name === "bulkBuffer") {
      this.#bulk = result === 0 ? 0 : args[0]! & ~3;
      this.#bulkAt = result >>> 0;
    } else if (ENDS_STEP.test(name)) {
      this.#originals.worldHash!();
      const [low, high] = new Uint32Array(this.#instance.buffer, this.#originals.mailbox!(), 2);
      this.#hashes.push(low!, high!);
    }
    return result;
  }

  /** The bytes of a restore come in pieces; the first one says how many bytes there will be. */
  #gather(address: number, bytes: number, length?: number): void {
    if (length !== undefined) {
      this.#image = new Uint8Array((length + 3) & ~3);
      this.#gathered = 0;
    }
    this.#image.set(new Uint8Array(this.#instance.buffer, address >>> 0, bytes), this.#gathered);
    this.#gathered += bytes;
  }

  #noteMailbox(now: Uint32Array): void {
    const old = this.#mailbox;
    let first = 0;
    let end = MAILBOX_WORDS;
    while (first < end && now[first] === old[first]) {
      first++;
    }
    while (end > first && now[end - 1] === old[end - 1]) {
      end--;
    }
    this.#write(end - first, first);
    for (let k = first; k < end; k++) {
      this.#write((old[k] = now[k]!));
    }
  }

  #write(...numbers: number[]): void {
    if (this.#used + numbers.length > this.#calls.length) {
      const next = new Float64Array(this.#calls.length * 2);
      next.set(this.#calls);
      this.#calls = next;
    }
    for (const number of numbers) {
      this.#calls[this.#used++] = number;
    }
  }
}

/** The result of a replay. */
export interface Replay {
  /** Number of steps replayed. */
  steps: number;
  /** The first step, counted from 1, whose hash differs from the recorded one; undefined if none does. */
  differs: number | undefined;
  /** Recorded hash after that step. */
  expected: string | undefined;
  /** Replayed hash after that step. */
  found: string | undefined;
  /** The world as the replay left it: after the step that differs, or at the end. */
  world: World;
}

/** Options of a replay. */
export interface ReplayOptions {
  /** Options of the new world: `timeStep`, `maxSteps` and the like; what the snapshot holds comes from the snapshot. */
  world?: WorldOptions | undefined;
  /** Whether to go on after a step that differs. Default false. */
  goOn?: boolean | undefined;
  /** Called after every step, counted from 1, before its hash is compared: for looking at the world. */
  watch?: ((step: number, world: World) => void) | undefined;
}

const OPTIONS = new Set(["world", "goOn", "watch"]);

/** Checks an argument that must be a recording, or look like one. */
function recorded(value: unknown): Recording {
  const wanted = "what Recorder.stop() or recordingFromBytes() returned";
  const { snapshot, names, calls, hashes } = fields(value, "recording", wanted);
  const typed = isTyped(snapshot, "Uint8Array") && isTyped(calls, "Float64Array") && isTyped(hashes, "Uint32Array");
  if (!typed || snapshot.length === 0 || !Array.isArray(names) || names.some((name) => typeof name !== "string")) {
    throw new PhysicsError("bad-type", `recording is incomplete; it must be ${wanted}.`);
  }
  return value as Recording;
}

function misfit(): PhysicsError {
  return new PhysicsError("bad-snapshot", "recording was made by another version; replay it with that version.");
}

/**
 * Plays a recording in a new world of the given class, which may be of another build, and finds the first step that
 * differs. Throws `"bad-snapshot"` for a recording of another version, and `"bad-type"` for anything that is no recording.
 */
export function replay(
  WorldClass: new (options?: WorldOptions) => World,
  recording: Recording,
  options: ReplayOptions = {},
): Replay {
  const Class: unknown = WorldClass;
  if (typeof Class !== "function" || !(Class.prototype instanceof World)) {
    refuse("bad-type", "WorldClass", Class, "a World class, from any entry of scree");
  }
  const { snapshot, names, calls, hashes } = recorded(recording);
  const { world: ofWorld, goOn = false, watch } = known(options, "options", OPTIONS) as ReplayOptions;
  boolean(goOn, "options.goOn");
  if (watch !== undefined && typeof watch !== "function") {
    refuse("bad-type", "options.watch", watch, "a function (step, world)");
  }
  const world = new WorldClass(ofWorld);
  world.restore(snapshot);
  const instance = World.instanceOf(world);
  const core = instance.core as unknown as Calls;
  const result: Replay = { steps: 0, differs: undefined, expected: undefined, found: undefined, world };
  const mailbox = new Uint32Array(MAILBOX_WORDS);
  let touched = 0;
  let bulkAt = 0;
  let bulkWords = 0;
  const ours = new Set(Object.keys(core));
  let at = 0;
  /** The next `count` numbers; together with `beside` they may be at most `most`. */
  const take = (count: number, beside = 0, most = Infinity): Float64Array => {
    if (!(count >= 0 && count % 1 === 0 && at + count <= calls.length && beside >= 0 && beside + count <= most)) {
      throw misfit();
    }
    return calls.subarray(at, (at += count));
  };
  while (at < calls.length) {
    const [place, count] = take(2) as unknown as [number, number];
    const name = names[place];
    const call = name !== undefined && ours.has(name) ? core[name] : undefined;
    if (name === undefined || call === undefined) {
      throw misfit();
    }
    const args = Array.from(take(count));
    const [changed, first] = take(2) as unknown as [number, number];
    mailbox.set(take(changed, first, MAILBOX_WORDS), first);
    touched = Math.max(touched, first + changed);
    const extra = Uint32Array.from(take(take(1)[0]!, 0, name === "snapshotRestore" ? Infinity : bulkWords));
    if (name === "snapshotRestore") {
      if (!(args[2]! >= 0 && args[2]! <= extra.byteLength)) {
        throw misfit();
      }
      if (putSnapshot(instance, new Uint8Array(extra.buffer, 0, args[2]), args[3]!) === Code.Ok) {
        instance.afterRestore();
      }
      continue;
    }
    new Uint32Array(instance.buffer, core.mailbox!(), touched).set(mailbox.subarray(0, touched));
    new Uint8Array(instance.buffer).set(new Uint8Array(extra.buffer), extra.length > 0 ? bulkAt : 0);
    if (name === "worldStep" || name === "stepBegin") {
      instance.beforeStep();
    }
    const value = call(...args);
    if (name === "bulkBuffer") {
      bulkAt = value >>> 0;
      bulkWords = value === 0 ? 0 : args[0]! >>> 2;
    }
    if (!ENDS_STEP.test(name)) {
      continue;
    }
    instance.afterStep();
    const step = ++result.steps;
    watch?.(step, world);
    const found = world.hash();
    const [low = 0, high = 0] = hashes.subarray(2 * step - 2, 2 * step);
    const expected = hashText(low, high);
    if (found !== expected && result.differs === undefined) {
      Object.assign(result, { differs: step, expected, found });
      if (!goOn) {
        break;
      }
    }
  }
  return result;
}

/** Turns a recording into bytes, to be kept or sent. Throws `"bad-type"` for anything that is no recording. */
export function recordingToBytes(recording: Recording): Uint8Array {
  const { snapshot, names, calls, hashes } = recorded(recording);
  // Letter by letter, because audio worklets and jsdom lack TextEncoder; anything but ASCII is escaped.
  const json = JSON.stringify(names).replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const text = Uint8Array.from(json, (c) => c.charCodeAt(0));
  const parts = [snapshot, text, new Uint8Array(calls.buffer, calls.byteOffset, calls.byteLength), bytesOf(hashes)];
  const bytes = new Uint8Array(HEADER + parts.reduce((sum, part) => sum + part.length, 0));
  new Uint32Array(bytes.buffer, 0, 1 + PARTS).set([FORMAT, ...parts.map((part) => part.length)]);
  let at = HEADER;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  new Uint32Array(bytes.buffer, DIGEST_AT, 2).set(digest(bytes));
  return bytes;
}

/** Turns the bytes of `recordingToBytes` back into a recording. Throws `"bad-snapshot"` for anything else. */
export function recordingFromBytes(bytes: Uint8Array): Recording {
  const copy = alignedCopy(bytes);
  const words = new Uint32Array(copy.buffer, 0, copy.length < HEADER ? 0 : HEADER >> 2);
  const lengths = [...words.subarray(1, 1 + PARTS)];
  if (
    words[0] !== FORMAT ||
    lengths.reduce((sum, length) => sum + length, HEADER) !== copy.length ||
    digest(copy).some((word, k) => word !== words[(DIGEST_AT >> 2) + k])
  ) {
    throw new PhysicsError("bad-snapshot", "bytes is not a recording; it must be what recordingToBytes() returned.");
  }
  let at = HEADER;
  const [snapshot, text, calls, hashes] = lengths.map((length) => copy.slice(at, (at += length))) as [
    Uint8Array<ArrayBuffer>,
    Uint8Array<ArrayBuffer>,
    Uint8Array<ArrayBuffer>,
    Uint8Array<ArrayBuffer>,
  ];
  try {
    return {
      snapshot,
      steps: hashes.length >> 3,
      names: JSON.parse(Array.from(text, (code) => String.fromCharCode(code)).join("")) as string[],
      calls: new Float64Array(calls.buffer),
      hashes: new Uint32Array(hashes.buffer),
    };
  } catch (cause) {
    throw new PhysicsError("bad-snapshot", "bytes is a damaged recording.", { cause });
  }
}

function bytesOf(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}
