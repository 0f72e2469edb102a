/** A scene's final state as an SVG picture: static bodies grey, sleeping heaps in dull colours, the rest by speed. */

import { escapeHtml } from "../shared/table.mjs";
import { touchingGroups } from "./groups.mjs";
import { link, makeView, outline } from "./outline.mjs";

const WIDTH = 1200;
const HEIGHT = 900;
const LEGEND_HEIGHT = 44;
const BACKGROUND = "#10151d";
const STATIC_COLOUR = "#5b6675";

/** Colours of sleeping heaps; neighbouring heaps get different ones. */
const ASLEEP_COLOURS = ["#4a6a8f", "#5d5c93", "#7a5786", "#8a5a6b", "#85694f", "#6a7850", "#4b7b69", "#437a86"];
const JOINT_COLOUR = "#9fb0c6";
const TEXT_COLOUR = "#c9d3e0";

/** Colours of speeds, from rest to the fastest tenth. */
const SPEED_COLOURS = [
  "#3f7fd1",
  "#35a3d0",
  "#2fbfb4",
  "#57cf8a",
  "#9edb5e",
  "#e0de4a",
  "#fdbf3f",
  "#fb8f3c",
  "#f4603f",
];

/** Below this many pixels a body's outline is left out, since it would hide the body. */
const LEAST_OUTLINED = 5;

/**
 * A round number at or above the speed that nine tenths of the moving bodies keep below (m/s).
 * @param {number[]} speeds
 */
export function speedScale(speeds) {
  const sorted = speeds.filter((speed) => speed > 0.01).sort((a, b) => a - b);
  const high = sorted[Math.floor(0.9 * sorted.length)] ?? 1;
  const power = 10 ** Math.floor(Math.log10(high));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= high) ?? 10;
  return step * power;
}

/** The colour of a speed. */
function colourOf(/** @type {number} */ speed, /** @type {number} */ fastest) {
  const bin = Math.floor((speed / fastest) * SPEED_COLOURS.length);
  return SPEED_COLOURS[Math.min(SPEED_COLOURS.length - 1, Math.max(0, bin))];
}

/** The farthest that a shape reaches from its body's origin (m). */
function reach(/** @type {import("../scenes/scene.mjs").Shape} */ shape) {
  switch (shape.kind) {
    case "box":
      return Math.hypot(shape.width, shape.height) / 2 + Math.hypot(shape.x ?? 0, shape.y ?? 0);
    case "circle":
      return shape.radius;
    case "capsule":
      return shape.length / 2 + shape.radius;
    case "segment":
      return Math.max(Math.hypot(shape.ax, shape.ay), Math.hypot(shape.bx, shape.by));
    default:
      return Math.max(...shape.points.map(([x, y]) => Math.hypot(x, y)));
  }
}

/** Where a rod hangs: rods hang from static bodies. */
function rodEnd(/** @type {import("../scenes/scene.mjs").DistanceDef} */ { ax, ay }) {
  return { x: ax, y: ay, angle: 0 };
}

/** Heaps numbered 0, 1, 2 … in order of their first body. */
function numberHeaps(/** @type {Int32Array} */ groups) {
  const numbers = new Map();
  return groups.map((group) => {
    const number = numbers.get(group) ?? numbers.size;
    numbers.set(group, number);
    return number;
  });
}

/** Whether a circle around a body's origin touches the bounds. */
function isVisible(bounds, { x, y }, radius) {
  return (
    x + radius >= bounds.minX && x - radius <= bounds.maxX && y + radius >= bounds.minY && y - radius <= bounds.maxY
  );
}

/** The legend below the picture. */
function legend({ width, height, caption, fastest, anyAsleep }) {
  const y = height - LEGEND_HEIGHT / 2;
  const cell = 18;
  const left = width - SPEED_COLOURS.length * cell - 110;
  const swatches = SPEED_COLOURS.map(
    (colour, index) => `<rect x="${left + index * cell}" y="${y - 7}" width="${cell}" height="14" fill="${colour}"/>`,
  );
  const speeds = [
    `<text x="${left - 8}" y="${y + 5}" text-anchor="end">0</text>`,
    `<text x="${left + SPEED_COLOURS.length * cell + 8}" y="${y + 5}">≥ ${fastest} m/s</text>`,
  ];
  const asleep = anyAsleep
    ? [
        ...ASLEEP_COLOURS.slice(0, 4).map(
          (colour, index) =>
            `<rect x="${left - 140 + 10 * index}" y="${y - 7}" width="10" height="14" fill="${colour}"/>`,
        ),
        `<text x="${left - 92}" y="${y + 5}">asleep</text>`,
      ]
    : [];
  const text = `<text x="16" y="${y + 5}">${escapeHtml(caption)}</text>`;
  const style = `fill="${TEXT_COLOUR}" font-family="system-ui, sans-serif" font-size="15"`;
  return `<g ${style}>${[text, ...asleep, ...swatches, ...speeds].join("")}</g>`;
}

/**
 * The picture as SVG text. Bodies of one colour share one path, so that even tens of thousands take only some hundred KB.
 * @param {import("./simulate.mjs").SceneResult} result
 */
export function drawScene({ scene, size, steps, description, poses, speeds, awake }) {
  const bounds = scene.bounds(size);
  const scale = Math.min(WIDTH / (bounds.maxX - bounds.minX), HEIGHT / (bounds.maxY - bounds.minY));
  const view = makeView(bounds, scale);
  const width = Math.round((bounds.maxX - bounds.minX) * scale);
  const height = Math.round((bounds.maxY - bounds.minY) * scale) + LEGEND_HEIGHT;
  const poseOf = (/** @type {number} */ body) => ({
    x: poses[body * 3],
    y: poses[body * 3 + 1],
    angle: poses[body * 3 + 2],
  });
  const isDynamic = description.bodies.map(({ type }) => type !== "static");
  const fastest = speedScale([...speeds].filter((_, body) => isDynamic[body]));

  const anyAsleep = isDynamic.some((dynamic, body) => dynamic && !awake[body]);
  const heaps = anyAsleep ? numberHeaps(touchingGroups(description, poses)) : new Int32Array(awake.length);

  /** @type {Map<string, string[]>} */
  const paths = new Map();
  /** @type {string[]} */
  const lines = [];
  let smallest = Infinity;
  description.bodies.forEach((body, index) => {
    const pose = poseOf(index);
    const moving = awake[index]
      ? colourOf(speeds[index], fastest)
      : ASLEEP_COLOURS[heaps[index] % ASLEEP_COLOURS.length];
    for (const { shape } of body.shapes) {
      if (!isVisible(bounds, pose, reach(shape))) {
        continue;
      }
      const path = outline(view, pose, shape);
      if (shape.kind === "segment" || shape.kind === "chain") {
        lines.push(path);
        continue;
      }
      const colour = isDynamic[index] ? moving : STATIC_COLOUR;
      smallest = isDynamic[index] ? Math.min(smallest, reach(shape) * scale) : smallest;
      const outlines = paths.get(colour);
      if (outlines) {
        outlines.push(path);
      } else {
        paths.set(colour, [path]);
      }
    }
  });

  const stroke =
    smallest >= LEAST_OUTLINED / 2 ? ` stroke="${BACKGROUND}" stroke-width="${outlineWidth(smallest)}"` : "";
  const joints = description.joints
    .filter(({ bodyA, bodyB, type }) => type === "distance" || (isDynamic[bodyA] && isDynamic[bodyB]))
    .map((joint) => link(view, joint.type === "distance" ? rodEnd(joint) : poseOf(joint.bodyA), poseOf(joint.bodyB)))
    .join("");
  const seconds = (steps / 60).toFixed(1);
  const caption = `${scene.title} · ${description.bodies.length.toLocaleString("en")} bodies · ${seconds} s`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<title>${escapeHtml(caption)}</title>`,
    `<rect width="${width}" height="${height}" fill="${BACKGROUND}"/>`,
    `<clipPath id="view"><rect width="${width}" height="${height - LEGEND_HEIGHT}"/></clipPath>`,
    `<g clip-path="url(#view)">`,
    ...[...paths].map(([colour, outlines]) => `<path fill="${colour}"${stroke} d="${outlines.join("")}"/>`),
    lines.length > 0 ? `<path fill="none" stroke="${STATIC_COLOUR}" stroke-width="3" d="${lines.join("")}"/>` : "",
    joints ? `<path fill="none" stroke="${JOINT_COLOUR}" stroke-opacity="0.5" stroke-width="1" d="${joints}"/>` : "",
    `</g>`,
    legend({ width, height, caption, fastest, anyAsleep }),
    `</svg>`,
    "",
  ].join("\n");
}

/** The width of an outline: enough to set neighbours apart, too little to hide them (px). */
function outlineWidth(/** @type {number} */ smallest) {
  return Math.min(1.5, smallest / 5).toFixed(2);
}
