// `scree/auto`: loads the best core that the host can run.

type Entry = typeof import("./index.js");
/** What `scree`, `scree/scalar` and `scree/js` have in common. */
export interface Scree extends Entry {} // an interface, so that declarations of code that exports the result of `load` can name it

let loading: Promise<Scree> | undefined;

/**
 * Loads the first of `scree`, `scree/scalar` and `scree/js` in which a world can be made; the same one
 * every time. If it fails for lack of memory or network, it can be called again.
 */
export function load(): Promise<Scree> {
  return (loading ??= bring().catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));
}

async function bring(): Promise<Scree> {
  for (const entry of [() => import("./index.js"), () => import("./scalar.js")]) {
    const scree = await entry();
    try {
      new scree.World().dispose();
      return scree;
    } catch (error) {
      if (!(error instanceof scree.PhysicsError) || !error.code.startsWith("no-")) {
        throw error;
      }
    }
  }
  return import("./js.js");
}
