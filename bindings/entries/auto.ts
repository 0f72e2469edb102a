// `scree/auto`: the best core that the host can run, found when asked for.

type Entry = typeof import("./index.js");
/** What `scree`, `scree/scalar` and `scree/js` have in common. */
export interface Scree extends Entry {} // an interface: declarations of those who export what `load` brings can name it

let loading: Promise<Scree> | undefined;

/**
 * Brings the first of `scree`, `scree/scalar` and `scree/js` in which a world can be made; the same one every time. What fails,
 * for want of memory or of the network, can be tried again.
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
