/**
 * What a demo is. It depends on no page: the testbed drives it with keys and pointers, a test with a script.
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
 * @property {number} height the least that is seen from top to bottom (m)
 * @property {number} [width] the least that is seen from left to right (m)
 *
 * @typedef {object} Running
 * @property {(input: Input) => void} [update] called before each step
 * @property {(painter: import("../../../bindings/debug_draw.js").Painter) => void} [paint] paints what is to be seen besides the bodies
 * @property {(alpha: number) => { x: number, y: number }} [follow] the point that the picture keeps in its middle, `alpha` of
 *   the way from the last step but one to the last
 * @property {() => Record<string, number | boolean>} report what happened, for the line of figures and for tests
 *
 * @typedef {object} Demo
 * @property {string} name
 * @property {string} about what to see
 * @property {Partial<Record<keyof Input, string>>} [keys] the inputs it takes, each with a word or two on what it does
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
