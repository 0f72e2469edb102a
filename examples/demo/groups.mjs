/** Finds which bodies lie together, because the picture gives all bodies of a sleeping heap one colour. */

/** Boxes this near count as touching (m). */
const MARGIN = 0.02;

/**
 * An axis-aligned box around a body.
 * @param {import("../scenes/scene.mjs").RecordedBody} body
 * @param {number} x
 * @param {number} y
 * @param {number} angle
 */
function boxOf({ shapes }, x, y, angle) {
  let [halfWidth, halfHeight] = [0, 0];
  const cos = Math.abs(Math.cos(angle));
  const sin = Math.abs(Math.sin(angle));
  for (const { shape } of shapes) {
    let [w, h] = [0, 0];
    if (shape.kind === "box") {
      [w, h] = [shape.width / 2, shape.height / 2];
    } else if (shape.kind === "circle") {
      halfWidth = Math.max(halfWidth, shape.radius);
      halfHeight = Math.max(halfHeight, shape.radius);
    } else if (shape.kind === "capsule") {
      [w, h] = [shape.length / 2 + shape.radius, shape.radius];
    } else if (shape.kind === "polygon") {
      w = Math.max(...shape.points.map((point) => Math.abs(point[0])));
      h = Math.max(...shape.points.map((point) => Math.abs(point[1])));
    }
    halfWidth = Math.max(halfWidth, cos * w + sin * h);
    halfHeight = Math.max(halfHeight, sin * w + cos * h);
  }
  return { minX: x - halfWidth, maxX: x + halfWidth, minY: y - halfHeight, maxY: y + halfHeight };
}

/**
 * A number for each body: equal for dynamic bodies whose boxes touch, directly or through others.
 * @param {import("../scenes/scene.mjs").Description} description
 * @param {Float64Array} poses x, y, angle for each body
 */
export function touchingGroups({ bodies }, poses) {
  const parent = Int32Array.from(bodies, (_, index) => index);
  const find = (/** @type {number} */ index) => {
    let root = index;
    while (parent[root] !== root) {
      parent[root] = parent[parent[root]];
      root = parent[root];
    }
    return root;
  };
  const boxes = bodies.map((body, index) => boxOf(body, poses[index * 3], poses[index * 3 + 1], poses[index * 3 + 2]));
  const order = bodies.map((_, index) => index).filter((index) => bodies[index].type === "dynamic");
  order.sort((a, b) => boxes[a].minX - boxes[b].minX);
  /** @type {number[]} bodies whose box still reaches the sweep line */
  let open = [];
  for (const index of order) {
    const box = boxes[index];
    open = open.filter((other) => boxes[other].maxX + MARGIN >= box.minX);
    for (const other of open) {
      if (boxes[other].minY <= box.maxY + MARGIN && boxes[other].maxY >= box.minY - MARGIN) {
        parent[find(index)] = find(other);
      }
    }
    open.push(index);
  }
  return Int32Array.from(bodies, (_, index) => find(index));
}
