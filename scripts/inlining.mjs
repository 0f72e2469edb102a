// Compiler transform: what several callers share is inlined where it says so (`@inline`) or is tiny, not wherever it is short
// and calls nothing: the core was an eighth longer for code that is seldom run (docs/decisions/0010-packed-core.md).
import { Transform } from "assemblyscript/transform";

/** As many of Binaryen's expressions as it inlines everywhere anyhow. */
const TINY = 12;

export default class Inlining extends Transform {
  /** The compiler sets its own limit right before it optimizes. */
  afterInitialize({ module }) {
    const set = module.setFlexibleInlineMaxSize;
    module.setFlexibleInlineMaxSize = () => set.call(module, TINY);
  }
}
