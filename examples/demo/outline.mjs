/** Shapes as SVG path text, in pixels. */

/** Short text of a coordinate. */
function short(/** @type {number} */ value) {
  const text = value.toFixed(1);
  return text.endsWith(".0") ? text.slice(0, -2) : text;
}

/**
 * Maps metres, y up, to pixels, y down.
 * @param {{ minX: number, minY: number, maxX: number, maxY: number }} bounds (m)
 * @param {number} scale pixels a metre
 */
export function makeView({ minX, maxY }, scale) {
  return {
    scale,
    x: (/** @type {number} */ x) => (x - minX) * scale,
    y: (/** @type {number} */ y) => (maxY - y) * scale,
  };
}

/** @typedef {ReturnType<typeof makeView>} View @typedef {{ x: number, y: number, angle: number }} Pose */

/** A point of a body in pixels. */
function place(/** @type {View} */ view, /** @type {Pose} */ pose, /** @type {number} */ x, /** @type {number} */ y) {
  const cos = Math.cos(pose.angle);
  const sin = Math.sin(pose.angle);
  return [view.x(pose.x + cos * x - sin * y), view.y(pose.y + sin * x + cos * y)];
}

/** @param {number[][]} points in pixels @param {boolean} closed */
function polyline(points, closed) {
  return `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join("L")}${closed ? "z" : ""}`;
}

function circle(/** @type {View} */ view, /** @type {Pose} */ pose, /** @type {number} */ radius) {
  const r = short(radius * view.scale);
  const left = `M${short(view.x(pose.x - radius))} ${short(view.y(pose.y))}`;
  const across = short(2 * radius * view.scale);
  return `${left}a${r} ${r} 0 1 0 ${across} 0a${r} ${r} 0 1 0 -${across} 0`;
}

function capsule(/** @type {View} */ view, /** @type {Pose} */ pose, { length, radius }) {
  const half = length / 2;
  const corners = [
    [-half, -radius],
    [half, -radius],
    [half, radius],
    [-half, radius],
  ].map(([x, y]) => place(view, pose, x, y).map(short).join(" "));
  const r = short(radius * view.scale);
  const end = (/** @type {string} */ to) => `A${r} ${r} 0 0 0 ${to}`;
  return `M${corners[0]}L${corners[1]}${end(corners[2])}L${corners[3]}${end(corners[0])}z`;
}

/**
 * The outline of a shape of a body.
 * @param {View} view
 * @param {Pose} pose
 * @param {import("../scenes/scene.mjs").Shape} shape
 */
export function outline(view, pose, shape) {
  const at = (/** @type {number[]} */ [x, y]) => place(view, pose, x, y);
  switch (shape.kind) {
    case "box": {
      const { width, height, x = 0, y = 0, angle = 0 } = shape;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const corners = [
        [-width / 2, -height / 2],
        [width / 2, -height / 2],
        [width / 2, height / 2],
        [-width / 2, height / 2],
      ];
      return polyline(
        corners.map(([u, v]) => at([x + cos * u - sin * v, y + sin * u + cos * v])),
        true,
      );
    }
    case "circle":
      return circle(view, pose, shape.radius);
    case "capsule":
      return capsule(view, pose, shape);
    case "polygon":
      return polyline(shape.points.map(at), true);
    case "segment":
      return polyline([at([shape.ax, shape.ay]), at([shape.bx, shape.by])], false);
    case "chain":
      return polyline(shape.points.map(at), shape.loop);
  }
}

/** A line between two bodies' origins. */
export function link(/** @type {View} */ view, /** @type {Pose} */ a, /** @type {Pose} */ b) {
  return polyline(
    [
      [view.x(a.x), view.y(a.y)],
      [view.x(b.x), view.y(b.y)],
    ],
    false,
  );
}
