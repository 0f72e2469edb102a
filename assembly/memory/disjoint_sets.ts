// Disjoint sets of the numbers below n, as an array of u32: the parent of each, its own number at a root.

/** Every number a set of its own. */
export function singletons(parents: usize, n: u32): void {
  for (let k: u32 = 0; k < n; k++) {
    store<u32>(parents + ((<usize>k) << 2), k);
  }
}

/** Root of the set that a number is in, halving the path on the way. @inline */
export function findRoot(parents: usize, index: u32): u32 {
  let k = <usize>index;
  let up = <usize>load<u32>(parents + (k << 2));
  while (up != k) {
    const upper = <usize>load<u32>(parents + (up << 2));
    store<u32>(parents + (k << 2), <u32>upper);
    k = upper;
    up = <usize>load<u32>(parents + (k << 2));
  }
  return <u32>k;
}

/** Makes the sets of two numbers one; the smaller root becomes the root, so the result does not depend on the order. */
export function unite(parents: usize, a: u32, b: u32): void {
  const ra = findRoot(parents, a);
  const rb = findRoot(parents, b);
  if (ra < rb) {
    store<u32>(parents + ((<usize>rb) << 2), ra);
  } else {
    store<u32>(parents + ((<usize>ra) << 2), rb);
  }
}
