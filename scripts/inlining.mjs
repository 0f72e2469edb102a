// Compiler transform: a function with several callers is inlined if it is marked (`@inline`) or tiny, not whenever it is short and
// calls nothing: that made the core an eighth longer, for code that seldom runs (docs/decisions/0010-packed-core.md).
import { Transform } from "assemblyscript/transform";

/** The size up to which Binaryen inlines a function everywhere anyway (in its expressions). */
const TINY = 12;

export default class Inlining extends Transform {
  /** The compiler sets its own limit right before it optimizes. */
  afterInitialize({ module }) {
    const set = module.setFlexibleInlineMaxSize;
    module.setFlexibleInlineMaxSize = () => set.call(module, TINY);
  }
}
