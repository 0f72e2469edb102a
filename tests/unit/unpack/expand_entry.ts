import { expand } from "../../../assembly/unpack/expand";
import { begin, open, plain } from "../../../assembly/unpack/nibble";

/** Expands the text at `text` into `out`, and returns the second of the two numbers that the text begins with. */
export function expandText(text: usize, out: usize): u32 {
  begin(text);
  const length = plain();
  const joined = plain();
  open();
  expand(out, out + length);
  return joined;
}
