// Compiler transform: makes every block of the core record that it was entered.
//
// At the start of block n stands `__cover(n)`. It sets bit n in the lowest kilobyte of memory, which the core leaves empty
// (memory/fixed.ts) and no snapshot contains, and calls the host if the bit was clear: once per block and instance, so that
// instrumented code is hardly slower. The host collects the numbers (count_blocks.mjs).
import { Transform } from "assemblyscript/transform";
import { allBlocks } from "./blocks.mjs";

const FIRST_BYTE = 8;
const END_BYTE = 1000;

const COVER = `
@external("coverage", "entered") declare function __entered(block: i32): void;
function __cover(block: i32): void {
  const at: usize = ${FIRST_BYTE} + ((<usize>block) >> 3);
  const bit: u32 = 1 << (block & 7);
  const seen: u32 = load<u8>(at);
  if ((seen & bit) == 0) {
    store<u8>(at, <u8>(seen | bit));
    __entered(block);
  }
}
`;

export default class CoverBlocks extends Transform {
  afterParse(parser) {
    const blocks = allBlocks();
    if (blocks.length > (END_BYTE - FIRST_BYTE) * 8) throw new Error("coverage: more blocks than bits");
    parser.sources.forEach((source, index) => {
      const own = blocks.flatMap((block, number) =>
        block.file === source.normalizedPath ? [{ ...block, number }] : [],
      );
      if (own.length === 0) return;
      let text = "";
      let end = 0;
      for (const { at, number } of own) {
        text += `${source.text.slice(end, at)} __cover(${number});`;
        end = at;
      }
      text += source.text.slice(end) + COVER;
      const parsed = new parser.constructor([]);
      parsed.parseFile(text, source.normalizedPath, source.sourceKind === 1);
      parser.sources[index] = parsed.sources[0];
    });
  }
}
