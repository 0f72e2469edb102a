// The layers below the world, for the unit tests of memory/, math/ and the tree: a test writes records into linear memory and
// passes their addresses.
import { Angle } from "../../assembly/math/wide_angle";
import { Scalar } from "../../assembly/math/scalar";
import { X } from "../../assembly/math/transpose";
import { V } from "../../assembly/math/wide";
import { Buffer, List } from "../../assembly/memory/buffer";
import { Handle } from "../../assembly/memory/handle";
import { Tree, WideBvh } from "../../assembly/collision/wide_bvh";

export {
  allocate,
  blockBytes,
  extend,
  heapLive,
  heapTop,
  initHeap,
  release,
  reserve,
} from "../../assembly/memory/allocator";
export { columnBytes, growColumn, roomFor } from "../../assembly/memory/column";
export { radixSortKeys, radixSortPairs } from "../../assembly/memory/radix_sort";
export { findNewPairs } from "../../assembly/collision/new_pairs";
export { boxesOverlap, queryTree, refitPlace, refitTree, storeEmptyBox } from "../../assembly/collision/wide_bvh";
export { hilbertIndex, makeHilbertTable } from "../../assembly/collision/hilbert";

// memory/

export function bufferEnsure(b: Buffer, bytes: usize): bool {
  return Buffer.ensure(b, bytes);
}
export function bufferEnsureScratch(b: Buffer, bytes: usize): bool {
  return Buffer.ensureScratch(b, bytes);
}
export function listPush(b: Buffer, value: u32): bool {
  return List.push(b, value);
}
export function handleMake(slot: u32, generation: u32): u32 {
  return Handle.make(slot, generation);
}
export function handleSlot(id: u32): u32 {
  return Handle.slot(id);
}
export function handleGeneration(id: u32): u32 {
  return Handle.generation(id);
}

// math/

export function scalarMin(a: f32, b: f32): f32 {
  return Scalar.min(a, b);
}
export function scalarMax(a: f32, b: f32): f32 {
  return Scalar.max(a, b);
}
export function scalarClamp(x: f32, low: f32, high: f32): f32 {
  return Scalar.clamp(x, low, high);
}
export function scalarAbs(x: f32): f32 {
  return Scalar.abs(x);
}
export function scalarIsFinite(x: f32): bool {
  return Scalar.isFinite(x);
}
export function scalarSign(x: f32): f32 {
  return Scalar.sign(x);
}

/** Applies operation `op` of the kernels' vocabulary to `count` numbers (a multiple of four) at a, b and c. */
export function wide(op: i32, a: usize, b: usize, c: usize, out: usize, count: u32): void {
  if (ASC_FEATURE_SIMD) {
    applyWide<v128, v128>(op, a, b, c, out, count);
  } else {
    applyWide<f32, bool>(op, a, b, c, out, count);
  }
}

function applyWide<T, M>(op: i32, a: usize, b: usize, c: usize, out: usize, count: u32): void {
  const size: usize = isVector<T>() ? 16 : 4;
  for (let p: usize = 0, end = (<usize>count) << 2; p < end; p += size) {
    store<T>(out + p, word<T, M>(op, load<T>(a + p), load<T>(b + p), load<T>(c + p)));
  }
}

function word<T, M>(op: i32, x: T, y: T, z: T): T {
  const one = V.splat<T>(1);
  const two = V.splat<T>(2);
  const greater = V.gt<T, M>(x, y);
  const notMore = V.le<T, M>(y, z);
  switch (op) {
    case 0:
      return x + y;
    case 1:
      return x - y;
    case 2:
      return x * y;
    case 3:
      return x / y;
    case 4:
      return -x;
    case 5:
      return V.max<T>(x, y);
    case 6:
      return V.min<T>(x, y);
    case 7:
      return V.abs<T>(x);
    case 8:
      return V.sqrt<T>(x);
    case 9:
      return V.select<T, M>(greater, one, two);
    case 10:
      return V.select<T, M>(notMore, one, two);
    case 11:
      return V.select<T, M>(V.eq<T, M>(x, y), one, two);
    case 12:
      return V.select<T, M>(V.and<M>(greater, notMore), one, two);
    case 13:
      return V.select<T, M>(V.or<M>(greater, notMore), one, two);
    case 14:
      return V.select<T, M>(V.andNot<M>(greater, notMore), one, two);
    case 15:
      return V.select<T, M>(V.selectMask<M>(V.eq<T, M>(x, z), greater, notMore), one, two);
    case 16:
      return V.select<T, M>(greater, y, z);
    case 17:
      return V.keep<T, M>(greater, z);
    case 18:
      return V.drop<T, M>(greater, z);
    case 19:
      return V.flipSign<T>(x, y);
    default:
      return Angle.of<T, M>(x, y);
  }
}

/** Writes to `out` the first `count` addresses that `V.next` steps through, starting at `p`. */
export function wideNext(p: usize, bytes: usize, out: usize, count: u32): void {
  let at = p;
  for (let k: u32 = 0; k < count; k++) {
    store<usize>(out + ((<usize>k) << 2), at);
    at = ASC_FEATURE_SIMD ? V.next<v128>(at, bytes) : V.next<f32>(at, bytes);
  }
}

/** Stores the columns x, y, z and w, four numbers each at `columns`, as four rows at `rows`. */
export function storeRows(columns: usize, rows: usize): void {
  if (ASC_FEATURE_SIMD) {
    X.storeRows<v128>(
      rows,
      rows + 16,
      rows + 32,
      rows + 48,
      v128.load(columns),
      v128.load(columns + 16),
      v128.load(columns + 32),
      v128.load(columns + 48),
    );
  } else {
    for (let k: usize = 0; k < 4; k++) {
      const p = columns + (k << 2);
      const x = load<f32>(p);
      X.storeRows<f32>(rows + (k << 4), 0, 0, 0, x, load<f32>(p + 16), load<f32>(p + 32), load<f32>(p + 48));
    }
  }
}

// collision/wide_bvh

export const TREE_BYTES: u32 = <u32>offsetof<WideBvh>("level0") + 40;

/** Makes a tree at `t` (64 bytes) from two buffers (12 bytes each). */
export function treeInit(t: WideBvh, order: Buffer, nodes: Buffer): void {
  t.order = order;
  t.nodes = nodes;
}
export function treeLayOut(t: WideBvh, count: u32, places: u32): bool {
  return Tree.layOutFor(t, count, places);
}
