// A world driven through the exports of the core, without the bindings, for unit tests of single stages.
import { BodyDef } from "../../assembly/abi/body_layout";
import {
  BodyFlag,
  BodyType,
  JointDef,
  ShapeDef,
  ShapeKind,
  Stage,
  Staged,
  STAGE_COUNT,
} from "../../assembly/abi/layout";
import { loadCore, views } from "./core";
import type { Core, Target } from "./core";

export { BodyFlag, BodyType, ShapeKind, Stage };

const HEADER_BYTES = 32;
const PIECE_BYTES = 16384;

export class RawWorld {
  private constructor(readonly core: Core) {}

  static async make(target: Target, gravity = -10, maximumPages?: number): Promise<RawWorld> {
    const core = await loadCore("world", target, maximumPages);
    if (core.worldInit(1) !== 0) throw new Error("the world cannot be made");
    core.worldSetOption(1, gravity);
    return new RawWorld(core);
  }

  private get f32(): Float32Array {
    return views(this.core).f32.subarray(this.core.mailbox() / 4);
  }
  get u32(): Uint32Array {
    return views(this.core).u32.subarray(this.core.mailbox() / 4);
  }

  /** Writes a definition into the mailbox, then one word of it. */
  define(write: () => void, word: number, value: number): void {
    write();
    this.setWord(word, value);
  }
  setWord(word: number, value: number): void {
    this.f32[word] = value;
  }

  writeBody(type: BodyType, x: number, y: number, { angle = 0, vx = 0, vy = 0, w = 0, flags = 0 } = {}): void {
    this.u32.fill(0, 0, 32);
    this.u32[BodyDef.Type] = type;
    this.f32.set([x, y, angle, vx, vy, w], BodyDef.X);
    this.f32[BodyDef.GravityScale] = 1;
    this.f32[BodyDef.SleepThreshold] = -1;
    this.u32[BodyDef.Flags] = BodyFlag.Awake | BodyFlag.CanSleep | BodyFlag.Continuous | flags;
  }

  /** Id of a new body. */
  body(type: BodyType, x: number, y: number, options: Parameters<RawWorld["writeBody"]>[3] = {}): number {
    this.writeBody(type, x, y, options);
    return positive(this.core.bodyCreate());
  }

  /** Stages a shape, with half sizes as in ShapeDef. */
  writeShape(kind: ShapeKind, { hx = 0, hy = 0, radius = 0, x = 0, y = 0, flags = 0 } = {}): void {
    const at = Staged.First + Staged.Def;
    const [f32, u32] = [this.f32.subarray(at), this.u32.subarray(at)];
    u32.fill(0, 0, 64);
    this.u32[Staged.InBulk] = 0;
    this.u32[Staged.Count] = 1;
    this.u32.set([kind, 64], Staged.First);
    f32.set([1, 0.6, 0.6], ShapeDef.Density);
    u32[ShapeDef.Category] = 1;
    u32[ShapeDef.Mask] = 0xffffffff;
    u32[ShapeDef.Flags] = flags;
    f32.set([hx, hy, radius, x, y, 0], ShapeDef.HalfX);
    if (kind === ShapeKind.Segment) {
      u32[ShapeDef.PointCount] = 2;
      f32.set([-hx, 0, hx, 0], ShapeDef.Points);
    }
  }

  /** Stages a polygon given as x, y pairs. */
  writePolygon(points: readonly number[]): void {
    this.writeShape(ShapeKind.Polygon);
    const at = Staged.First + Staged.Def;
    this.u32[Staged.First + Staged.Words] = ShapeDef.Points + points.length;
    this.u32[at + ShapeDef.PointCount] = points.length / 2;
    this.f32.set(points, at + ShapeDef.Points);
  }

  /** Id of a new shape. */
  shape(body: number, kind: ShapeKind, options: Parameters<RawWorld["writeShape"]>[1]): number {
    this.writeShape(kind, options);
    return positive(this.core.shapesCreate(body, 0));
  }

  box(type: BodyType, x: number, y: number, hx: number, hy: number): number {
    const body = this.body(type, x, y);
    this.shape(body, ShapeKind.Box, { hx, hy });
    return body;
  }

  circle(type: BodyType, x: number, y: number, radius: number): number {
    const body = this.body(type, x, y);
    this.shape(body, ShapeKind.Circle, { radius });
    return body;
  }

  writeJoint(ax: number, ay: number, bx: number, by: number): void {
    this.u32.fill(0, 0, 32);
    this.f32.set([ax, ay, bx, by], JointDef.AnchorAX);
  }

  /** Id of a new revolute joint; its anchor is given in the frames of both bodies. */
  revolute(bodyA: number, bodyB: number, ax: number, ay: number, bx: number, by: number): number {
    this.writeJoint(ax, ay, bx, by);
    return positive(this.core.jointCreate(1, bodyA, bodyB));
  }

  step(count = 1, dt = 1 / 60): void {
    for (let k = 0; k < count; k++) {
      this.core.eventsClear();
      const code = this.core.worldStep(dt, 4);
      if (code !== 0) throw new Error(`the step ran out of something: ${code}`);
    }
  }

  /** A step that calls `look` after the stage that finds the new pairs. */
  stepWithPairs(look: () => void): void {
    this.core.stepBegin(1 / 60, 4);
    for (let stage = 0; stage < STAGE_COUNT; stage++) {
      this.core.stepStage(stage);
      if (stage === Stage.Pairs) look();
    }
    this.core.stepEnd();
  }

  get hash(): bigint {
    this.core.worldHash();
    return views(this.core).u64[this.core.mailbox() / 8];
  }

  /** The bytes of a snapshot. */
  snapshot(): Uint8Array {
    if (this.core.snapshotSave() !== 0) throw new Error("no snapshot");
    const [start, head, tail, blocks] = this.u32;
    const memory = new Uint8Array(this.core.memory.buffer);
    const bytes = new Uint8Array(head + tail);
    bytes.set(memory.subarray(start, start + head));
    let at = head;
    for (let k = 0; k < blocks; k++) {
      const [address, length] = this.u32.subarray(4 + 2 * k);
      bytes.set(memory.subarray(address, address + length), at);
      at += length;
    }
    return bytes;
  }

  /** Restores a snapshot and returns the code. */
  restore(bytes: Uint8Array): number {
    const { length } = bytes;
    const head = length < HEADER_BYTES ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(24, true);
    const given = Math.min(length, HEADER_BYTES + head);
    const at = this.core.snapshotPlace(given + PIECE_BYTES) >>> 0;
    if (at === 0) throw new Error("no room for the snapshot");
    const put = (address: number, from: number, to: number): void =>
      new Uint8Array(this.core.memory.buffer).set(bytes.subarray(from, to), address);
    put(at, 0, given);
    this.core.snapshotBegin(at, given, length);
    for (let from = given; from < length; from += PIECE_BYTES) {
      const to = Math.min(length, from + PIECE_BYTES);
      put(at + given, from, to);
      this.core.snapshotPiece(at + given, to - from);
    }
    const count = this.core.snapshotRestore(at, given, length, 0);
    if (count < 0) return -count;
    let from = given;
    for (let k = 0; k < count; k++) {
      const [address, size] = this.u32.subarray(4 + 2 * k);
      put(address, from, from + size);
      from += (size + 127) & -128;
    }
    return this.core.snapshotEnd(0);
  }
}

export const SNAPSHOT_HEADER_BYTES = HEADER_BYTES;

/** Returns an id, or throws an error with the code that came instead. */
function positive(result: number): number {
  if (result <= 0) throw new Error(`refused with code ${-result}`);
  return result;
}

export const slotOf = (id: number): number => id & 0xfffff;
