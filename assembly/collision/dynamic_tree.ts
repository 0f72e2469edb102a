import { Buffer, List } from "../memory/buffer";
import { SCRATCH } from "../memory/scratch";
import { PairSearch, Pairs, WANT_AWAKE } from "./box_list";
import { boxesOverlap } from "./wide_bvh";

/**
 * A dynamic tree of boxes: two children a node, one leaf an item, changed in place. A new leaf goes down to where it adds least to the
 * perimeters (Goldsmith and Salmon 1987; Catto, "Dynamic bounding volume hierarchies", GDC 2019). A leaf that moves a little enlarges
 * what is above it, or shrinks it; one that jumps is taken out and inserted anew, as is one in eight of the others. On the way up from
 * where a leaf was inserted or taken out, a node may exchange a child with a grandchild on the other side (Kopta et al. 2012): always
 * when the children's heights differ by three, else when it shortens the perimeter and leaves the height. So the tree is balanced as an
 * AVL tree is, no higher than 1.82 log₂ n + 2.
 *
 * Static items have a tree of their own, which is paired only with the leaves of the other. Pairs are found tree against tree; nodes that
 * have a mover below are stamped, and two nodes without a stamp are not entered.
 *
 * Node 2 i is the leaf of item i, odd ones are inner nodes; 0, the leaf of nobody, is no node. 32 bytes:
 *
 *      0 ─ 15   box
 *     16        parent; of a free inner node the next free one
 *     20, 24    children; of a leaf its root's kind + 1 or 0 (not in), and nothing
 *     28        height, 8 bits; stamp above
 */
@unmanaged
export class DynamicTree {
  nodes: Buffer;
  /** Roots of what moves and of what is static. */
  root: u32;
  staticRoot: u32;
  /** First free inner node, and the first that was never used. */
  free: u32;
  next: u32;
  /** Stamp of the current search. */
  stamp: u32;
}

/** Heights of two children differ by no more than this. With 1 the tree is lower, but its perimeter larger by a fifth. */
const MOST_APART: i32 = 2;
/** One in eight of the leaves that moved is inserted anew, or drift would wear the tree out. */
const INSERT_MASK: u32 = 7;

const PARENT: usize = 16;
const LEFT: usize = 20;
const RIGHT: usize = 24;
const INFO: usize = 28;
const ROOTS: usize = offsetof<DynamicTree>("root");

abstract class Node {
  @inline static at(t: DynamicTree, node: u32): usize {
    return t.nodes.ptr + ((<usize>node) << 5);
  }
  @inline static parent(t: DynamicTree, node: u32): u32 {
    return load<u32>(Node.at(t, node), PARENT);
  }
  @inline static left(t: DynamicTree, node: u32): u32 {
    return load<u32>(Node.at(t, node), LEFT);
  }
  @inline static right(t: DynamicTree, node: u32): u32 {
    return load<u32>(Node.at(t, node), RIGHT);
  }
  @inline static height(t: DynamicTree, node: u32): i32 {
    return <i32>load<u8>(Node.at(t, node), INFO);
  }
  @inline static isLeaf(node: u32): bool {
    return (node & 1) == 0;
  }
  /** Makes `node` the child of `parent` that `old` was, or the root in whose place it was. */
  static replace(t: DynamicTree, parent: u32, old: u32, node: u32): void {
    const roots = changetype<usize>(t) + ROOTS;
    const p = Node.at(t, parent);
    if (parent == 0) {
      store<u32>(roots + (load<u32>(roots) == old ? 0 : 4), node);
    } else {
      store<u32>(p + (load<u32>(p, LEFT) == old ? LEFT : RIGHT), node);
    }
    store<u32>(Node.at(t, node), parent, PARENT);
  }
}

/** Half the perimeter of the box around two boxes. */
function perimeter(a: usize, b: usize): f32 {
  const w: f32 = max<f32>(load<f32>(a, 8), load<f32>(b, 8)) - min<f32>(load<f32>(a), load<f32>(b));
  const h: f32 = max<f32>(load<f32>(a, 12), load<f32>(b, 12)) - min<f32>(load<f32>(a, 4), load<f32>(b, 4));
  return min<f32>(w + h, 1e30); // a half-space has no end
}

/** By parts: wasm2js cannot copy 16 bytes at once. */
function copyBox(to: usize, from: usize): void {
  store<u64>(to, load<u64>(from));
  store<u64>(to, load<u64>(from, 8), 8);
}

/** Makes room for items below `end`. False: out of memory. */
function reserveTree(t: DynamicTree, end: u32): bool {
  const used = t.nodes.count;
  if (end > used) {
    if (!Buffer.ensure(t.nodes, (<usize>end) << 6)) {
      return false;
    }
    memory.fill(t.nodes.ptr + ((<usize>used) << 6), 0, (<usize>(end - used)) << 6);
    t.nodes.count = end;
  }
  return true;
}

/** Takes an item out, if it is in. */
export function removeLeaf(t: DynamicTree, item: u32): void {
  const leaf = item << 1;
  const p = Node.at(t, leaf);
  const kind = item < t.nodes.count ? load<u32>(p, LEFT) : 0;
  if (kind == 0) {
    return;
  }
  store<u32>(p, 0, LEFT);
  const parent = Node.parent(t, leaf);
  if (parent == 0) {
    store<u32>(changetype<usize>(t) + ROOTS - 4 + ((<usize>kind) << 2), 0);
    return;
  }
  const sibling = Node.left(t, parent) == leaf ? Node.right(t, parent) : Node.left(t, parent);
  const above = Node.parent(t, parent);
  Node.replace(t, above, parent, sibling);
  store<u32>(Node.at(t, parent), t.free, PARENT);
  t.free = parent;
  mend(t, above, true);
}

/** Puts an item that is in no tree into that of moving or of static items. There must be room. */
function insertLeaf(t: DynamicTree, item: u32, box: usize, isStatic: bool): void {
  const leaf = item << 1;
  const p = Node.at(t, leaf);
  copyBox(p, box);
  store<u32>(p, <u32>isStatic + 1, LEFT);
  store<u32>(p, 0, INFO);
  store<u32>(p, 0, PARENT);
  const root = changetype<usize>(t) + ROOTS + ((<usize>isStatic) << 2);
  let at = load<u32>(root);
  if (at == 0) {
    store<u32>(root, leaf);
    return;
  }
  // Down to the node beside which the leaf costs least: the perimeter of both together, and what the leaf adds to all nodes above.
  while (!Node.isLeaf(at)) {
    const q = Node.at(t, at);
    const joined: f32 = perimeter(q, p);
    const added: f32 = joined - perimeter(q, q);
    const left = load<u32>(q, LEFT);
    const right = load<u32>(q, RIGHT);
    const costLeft: f32 = added + cost(t, left, p);
    const costRight: f32 = added + cost(t, right, p);
    if (<i32>load<u8>(q, INFO) <= MOST_APART && joined < costLeft && joined < costRight) {
      break; // beside a higher node the leaf would be out of balance by more than an exchange can mend
    }
    at = costLeft <= costRight ? left : right;
  }
  let parent = t.free;
  if (parent != 0) {
    t.free = Node.parent(t, parent);
  } else {
    parent = t.next;
    t.next = parent + 2;
  }
  const above = Node.parent(t, at);
  Node.replace(t, above, at, parent);
  const q = Node.at(t, parent);
  store<u32>(q, at, LEFT);
  store<u32>(q, leaf, RIGHT);
  store<u32>(Node.at(t, at), parent, PARENT);
  store<u32>(p, parent, PARENT);
  copyBox(q, p);
  store<u32>(q, 0, INFO);
  mend(t, parent, true);
}

/** What going down to a child adds: a leaf gets a node around both, an inner node becomes larger. */
function cost(t: DynamicTree, child: u32, box: usize): f32 {
  const q = Node.at(t, child);
  const joined: f32 = perimeter(q, box);
  return Node.isLeaf(child) ? joined : joined - perimeter(q, q);
}

/** Gives an item a new box: enters the item, moves its leaf, or takes it out when the box is empty. */
function updateLeaf(t: DynamicTree, item: u32, box: usize, isStatic: bool): void {
  const p = Node.at(t, item << 1);
  const kind = load<u32>(p, LEFT);
  if (kind == <u32>isStatic + 1 && ((item ^ t.stamp) & INSERT_MASK) != 0 && boxesOverlap(p, box)) {
    copyBox(p, box);
    mend(t, Node.parent(t, item << 1), false);
    return;
  }
  removeLeaf(t, item);
  if (load<f32>(box) <= load<f32>(box, 8)) {
    insertLeaf(t, item, box, isStatic);
  }
}

/** From a node up, as far as anything changes: exchanges a child where that helps, then updates box and height. */
function mend(t: DynamicTree, node: u32, exchanges: bool): void {
  while (node != 0) {
    const p = Node.at(t, node);
    if (exchanges) {
      exchange(t, node);
    }
    const a = Node.at(t, load<u32>(p, LEFT));
    const b = Node.at(t, load<u32>(p, RIGHT));
    const height = max<u32>(load<u8>(a, INFO), load<u8>(b, INFO)) + 1;
    if (!join(p, a, b) && load<u8>(p, INFO) == height) {
      return;
    }
    store<u32>(p, height, INFO);
    node = load<u32>(p, PARENT);
  }
}

/** Makes the box at `p` the box around two others. Has it changed? */
function join(p: usize, a: usize, b: usize): bool {
  let changed = false;
  for (let k: usize = 0; k < 16; k += 4) {
    const u = load<f32>(a + k);
    const v = load<f32>(b + k);
    const side = k < 8 == u < v ? u : v;
    changed = changed || load<f32>(p + k) != side;
    store<f32>(p + k, side);
  }
  return changed;
}

/**
 * Exchanges a child with one of the other child's children. With x the child, T the other one and y, z T's children: T then holds x and
 * z. Heights of x and z, and of y and the new T, may differ by two; they do no more when x is three lower than T and y the higher of T's
 * children. In all other cases the node has to keep its height: those above then differ by no more than before.
 */
function exchange(t: DynamicTree, node: u32): void {
  const p = Node.at(t, node);
  let best: f32 = 0;
  let bestSide: usize = 0;
  let bestChild: usize = 0;
  const apart = abs<i32>(Node.height(t, load<u32>(p, LEFT)) - Node.height(t, load<u32>(p, RIGHT))) > MOST_APART;
  if (apart) {
    best = -Infinity;
  }
  for (let side = LEFT; side <= RIGHT; side += 4) {
    const other = load<u32>(p + side);
    if (Node.isLeaf(other)) {
      continue;
    }
    const q = Node.at(t, other);
    const x = Node.at(t, load<u32>(p + (LEFT + RIGHT - side)));
    for (let child = LEFT; child <= RIGHT; child += 4) {
      const y = Node.at(t, load<u32>(q + child));
      const z = Node.at(t, load<u32>(q + (LEFT + RIGHT - child)));
      const heightX = <i32>load<u8>(x, INFO);
      const heightY = <i32>load<u8>(y, INFO);
      const heightZ = <i32>load<u8>(z, INFO);
      const heightT = max<i32>(heightX, heightZ) + 1;
      if (
        abs<i32>(heightX - heightZ) > MOST_APART ||
        abs<i32>(heightT - heightY) > MOST_APART ||
        (!apart && max<i32>(heightT, heightY) != max<i32>(heightX, <i32>load<u8>(q, INFO)))
      ) {
        continue;
      }
      const gain: f32 = perimeter(q, q) - perimeter(x, z);
      if (gain > best) {
        best = gain;
        bestSide = side;
        bestChild = child;
      }
    }
  }
  if (bestSide == 0) {
    return;
  }
  const other = load<u32>(p + bestSide);
  const q = Node.at(t, other);
  const x = load<u32>(p + (LEFT + RIGHT - bestSide));
  const y = load<u32>(q + bestChild);
  store<u32>(p + (LEFT + RIGHT - bestSide), y);
  store<u32>(Node.at(t, y), node, PARENT);
  store<u32>(q + bestChild, x);
  store<u32>(Node.at(t, x), other, PARENT);
  const z = Node.at(t, load<u32>(q + (LEFT + RIGHT - bestChild)));
  join(q, Node.at(t, x), z);
  store<u32>(q, max<u32>(load<u8>(Node.at(t, x), INFO), load<u8>(z, INFO)) + 1, INFO);
}

/** Height of the higher tree, a leaf alone being 0. */
export function treeHeight(t: DynamicTree): i32 {
  return max<i32>(Node.height(t, t.root), Node.height(t, t.staticRoot));
}

/** Makes the tree anew, of every item that has a box. False: out of memory. */
export function enterAll(t: DynamicTree, s: PairSearch): bool {
  t.nodes.count = 0;
  t.root = 0;
  t.staticRoot = 0;
  t.free = 0;
  t.next = 1;
  t.stamp = 1;
  if (!reserveTree(t, s.end)) {
    return false;
  }
  for (let item: u32 = 1; item < s.end; item++) {
    updateLeaf(t, item, s.boxes + ((<usize>item) << 4), (load<u8>(s.marks + item) & 16) == 0);
  }
  return true;
}

/** Brings the leaves of `moved` up to date (an item may be named twice) and finds their new pairs. False: out of memory. */
export function treePairs(t: DynamicTree, moved: Buffer, s: PairSearch): bool {
  if (!reserveTree(t, s.end)) {
    return false;
  }
  const n = moved.count;
  for (let k: u32 = 0; k < n; k++) {
    const item = List.get(moved, k);
    updateLeaf(t, item, s.boxes + ((<usize>item) << 4), (load<u8>(s.marks + item) & 16) == 0);
  }
  t.stamp = (t.stamp + 1) & 0xffffff;
  if (t.stamp == 0) {
    // All stamps have been used: old ones must not be taken for new ones.
    for (let node: u32 = 0; node < t.nodes.count << 1; node++) {
      store<u32>(Node.at(t, node) + INFO, Node.height(t, node));
    }
    t.stamp = 1;
  }
  const stamp = t.stamp << 8;
  for (let k: u32 = 0; k < n; k++) {
    let node = List.get(moved, k) << 1;
    if (Node.left(t, node) == 0) {
      continue; // the item has gone
    }
    while (node != 0 && (load<u32>(Node.at(t, node), INFO) ^ stamp) > 255) {
      const p = Node.at(t, node) + INFO;
      store<u32>(p, (<u32>load<u8>(p)) | stamp);
      node = Node.parent(t, node);
    }
  }
  const root = t.root;
  if (root != 0) {
    walk(t, root, root, s);
    if (t.staticRoot != 0) {
      walk(t, root, t.staticRoot, s);
    }
  }
  return true;
}

/** Adds the new pairs of leaves below two nodes, or below one when they are the same. */
function walk(t: DynamicTree, a: u32, b: u32, s: PairSearch): void {
  let top = meet(t, SCRATCH, a, b, s);
  while (top != SCRATCH) {
    top -= 8;
    let x = load<u32>(top);
    let y = load<u32>(top, 4);
    let p = Node.at(t, x);
    if (x == y) {
      const left = load<u32>(p, LEFT);
      const right = load<u32>(p, RIGHT);
      top = meet(t, meet(t, meet(t, top, left, left, s), right, right, s), left, right, s);
      continue;
    }
    if (load<u8>(p, INFO) < load<u8>(Node.at(t, y), INFO)) {
      p = Node.at(t, y);
      y = x;
    }
    top = meet(t, meet(t, top, load<u32>(p, LEFT), y, s), load<u32>(p, RIGHT), y, s);
  }
}

/** Puts two nodes on the stack if there may be pairs below them; adds their pair if they are leaves. Returns the new top. */
function meet(t: DynamicTree, top: usize, x: u32, y: u32, s: PairSearch): usize {
  const p = Node.at(t, x);
  const q = Node.at(t, y);
  const stamp = t.stamp << 8;
  if (
    ((load<u32>(p, INFO) ^ stamp) > 255 && (load<u32>(q, INFO) ^ stamp) > 255) ||
    (x == y ? Node.isLeaf(x) : !boxesOverlap(p, q))
  ) {
    return top;
  }
  if (Node.isLeaf(x | y)) {
    if (Pairs.room(s, 1)) {
      const out = s.out;
      const key = out.ptr + ((<usize>out.count) << 3);
      const want = WANT_AWAKE | ((<u32>load<u8>(s.marks + (y >> 1))) & 2);
      out.count += <u32>((Pairs.add(s, key, x >> 1, y >> 1, want) - key) >> 3);
    }
    return top;
  }
  store<u32>(top, x);
  store<u32>(top, y, 4);
  return top + 8;
}
