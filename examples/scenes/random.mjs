/** Numbers that look random and are the same on every machine. */

/**
 * A generator of numbers in [0, 1): the linear congruential one of Numerical Recipes.
 * @param {number} [seed]
 */
export function makeRandom(seed = 1) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}
