// Records of 32 bytes in order of a float in each, then of their first word. In place, n log n (heap sort: Williams 1964).

const BYTES: usize = 32;

/** Sorts `count` records at `base` by the f32 at byte `key` of each. */
export function sortRecords(base: usize, count: u32, key: usize): void {
  let end = <i32>count;
  for (let root = (end >> 1) - 1; root >= 0; root--) {
    siftDown(base, root, end, key);
  }
  for (end--; end > 0; end--) {
    swap(base, base + <usize>end * BYTES);
    siftDown(base, 0, end, key);
  }
}

/** Lets a record sink until neither of its children comes after it. */
function siftDown(base: usize, root: i32, end: i32, key: usize): void {
  let child = 2 * root + 1;
  while (child < end) {
    let c = base + <usize>child * BYTES;
    if (child + 1 < end && isBefore(c, c + BYTES, key)) {
      child++;
      c += BYTES;
    }
    const r = base + <usize>root * BYTES;
    if (!isBefore(r, c, key)) {
      return;
    }
    swap(r, c);
    root = child;
    child = 2 * root + 1;
  }
}

function isBefore(a: usize, b: usize, key: usize): bool {
  const fa = load<f32>(a + key);
  const fb = load<f32>(b + key);
  return fa < fb || (fa == fb && load<u32>(a) < load<u32>(b));
}

function swap(a: usize, b: usize): void {
  for (let w: usize = 0; w < BYTES; w += 8) {
    const kept = load<u64>(a + w);
    store<u64>(a + w, load<u64>(b + w));
    store<u64>(b + w, kept);
  }
}
