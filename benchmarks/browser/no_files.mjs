/** Stand-ins for what adapters import from Node, as far as a page needs them. */

/** A page finds out whether a file exists by loading it. */
export const existsSync = () => true;

export const readFileSync = () => {
  throw new Error("a page reads no files");
};

export const fileURLToPath = (/** @type {URL} */ url) => url.href;
