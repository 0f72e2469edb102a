// The page that a block of a document is given: a canvas that rejects numbers that are not finite, and thirty frames.
const checked =
  (/** @type {string} */ name) =>
  (/** @type {unknown[]} */ ...values) => {
    if (values.some((value) => typeof value === "number" && !Number.isFinite(value))) {
      throw new Error(`${name}(${values.join(", ")})`);
    }
  };
const context = new Proxy(/** @type {Record<string, unknown>} */ ({}), {
  get: (own, name) => own[String(name)] ?? checked(String(name)),
});
const canvas = { width: 800, height: 600, getContext: () => context };
globalThis.document = /** @type {any} */ ({ querySelector: () => canvas });

let frames = 0;
globalThis.requestAnimationFrame = (callback) => {
  if (frames++ < 30) {
    setTimeout(() => callback(performance.now()), 5);
  }
  return frames;
};
