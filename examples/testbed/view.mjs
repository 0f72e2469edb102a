/** Where the world lies on the screen, and how a user moves it there. Lengths on the screen are CSS pixels; y points down. */

/**
 * @typedef {{ x: number, y: number }} Vector
 * @typedef {{ scale: number, origin: Vector }} Mapping pixels a metre, and the pixel of the world's origin
 *
 * @typedef {object} Frame
 * @property {import("./demos/demo.mjs").View} view what the demo shows
 * @property {{ width: number, height: number }} size of the canvas
 *
 * @typedef {object} Camera how the user has changed the view; it applies on top of a view that follows a body
 * @property {number} zoom magnification
 * @property {number} x how far the middle was moved (m)
 * @property {number} y
 */

/** @type {Camera} */
export const UNMOVED = Object.freeze({ zoom: 1, x: 0, y: 0 });
/** From a fifth of a demo's scale to one at which a bullet of 10 cm is seen to turn. */
export const ZOOM_RANGE = { min: 0.2, max: 40 };

/** @returns {Mapping} */
export function mappingOf(/** @type {Frame} */ { view, size }, /** @type {Camera} */ camera) {
  const whole = Math.min(size.height / view.height, size.width / (view.width ?? 0));
  const scale = whole * camera.zoom;
  const x = size.width / 2 - (view.x + camera.x) * scale;
  const y = size.height / 2 + (view.y + camera.y) * scale;
  return { scale, origin: { x, y } };
}

/** @returns {Vector} */
export function toScreen(/** @type {Mapping} */ { scale, origin }, /** @type {Vector} */ { x, y }) {
  return { x: origin.x + scale * x, y: origin.y - scale * y };
}

/** @returns {Vector} */
export function toWorld(/** @type {Mapping} */ { scale, origin }, /** @type {Vector} */ { x, y }) {
  return { x: (x - origin.x) / scale, y: (origin.y - y) / scale };
}

/**
 * The camera that shows at `to` the point of the world now seen at `from`, magnified by `factor` as far as the range allows.
 * A factor of 1 pans; equal points zoom about that point.
 * @param {Frame} frame
 * @param {Camera} camera
 * @param {Vector} from
 * @param {Vector} to
 * @returns {Camera}
 */
export function moveCamera(frame, camera, from, to, factor = 1) {
  const zoom = Math.min(Math.max(camera.zoom * factor, ZOOM_RANGE.min), ZOOM_RANGE.max);
  const held = toWorld(mappingOf(frame, camera), from);
  const there = toWorld(mappingOf(frame, { ...camera, zoom }), to);
  return { zoom, x: camera.x + held.x - there.x, y: camera.y + held.y - there.y };
}
