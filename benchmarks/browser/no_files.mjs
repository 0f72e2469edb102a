/** What adapters import of Node, as far as a page needs it. */

/** A page finds out by loading. */
export const existsSync = () => true;

export const readFileSync = () => {
  throw new Error("a page reads no files");
};

export const fileURLToPath = (/** @type {URL} */ url) => url.href;
