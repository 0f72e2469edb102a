/**
 * What a demo is. It knows no page: the testbed drives it by keys and pointer, a test by a script.
 *
 * @typedef {object} Input what is held down now
 * @property {boolean} left
 * @property {boolean} right
 * @property {boolean} up
 * @property {boolean} down
 * @property {boolean} action the space bar
 *
 * @typedef {object} View
 * @property {number} x middle of the picture (m)
 * @property {number} y
 * @property {number} height what is seen from top to bottom, at least (m)
 * @property {number} [width] what is seen from left to right, at least (m)
 *
 * @typedef {object} Running
 * @property {(input: Input) => void} [update] before each step
 * @property {(painter: import("../../../bindings/debug_draw.js").Painter) => void} [paint] beside bodies
 * @property {(alpha: number) => { x: number, y: number }} [follow] what the picture keeps in its middle, `alpha` of the way from
 *   the step before the last to the last
 * @property {() => Record<string, number | boolean>} report what happened, for the line of figures and for tests
 *
 * @typedef {object} Demo
 * @property {string} name
 * @property {string} about what to see
 * @property {Partial<Record<keyof Input, string>>} [keys] what it takes, by a word or two for what that does
 * @property {View} view
 * @property {any} [options] of the world
 * @property {(scree: any, world: any) => Running} build
 */

/** @type {Input} */
export const NO_INPUT = { left: false, right: false, up: false, down: false, action: false };

/** Points of a regular polygon. @param {number} count @param {number} radius (m) */
export function regularPolygon(count, radius) {
  return Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * index) / count;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
}
