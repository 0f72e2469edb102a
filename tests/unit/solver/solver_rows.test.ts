import binaryen from "binaryen";
import { expect, suite, test } from "vitest";
import { Arena, TARGETS, compiledCore, loadCore, views } from "../core";

/** The numbers of a solver body that become columns: all but the fourth. */
const FIELDS = [0, 1, 2, 4, 5, 6, 7];

suite("rows of solver bodies", () => {
  test.each(TARGETS)("become the columns of both sides in the %s core", async (target) => {
    const core = await loadCore("world", target);
    const arena = new Arena(core, 1);
    const block = arena.take(32);
    const bodies = arena.take(8 * 32);
    const out = arena.take(14 * 16);
    const { f32, u32 } = views(core);
    for (let body = 0; body < 8; body++) {
      const place = (body * 3) % 8; // not in the order of the lanes
      u32[block / 4 + body] = bodies + 32 * place;
      for (let k = 0; k < 8; k++) {
        f32[bodies / 4 + 8 * place + k] = 10 * body + k;
      }
    }
    core.bodyColumns(block, out);
    const columns = [0, 4].flatMap((side) => FIELDS.map((k) => [0, 1, 2, 3].map((lane) => 10 * (side + lane) + k)));
    expect([...f32.subarray(out / 4, out / 4 + 14 * 4)]).toEqual(columns.flat());
  });

  test.skipIf(process.env.SCREE_COVERAGE)(
    "are loaded and interleaved once, however many columns are needed",
    async () => {
      const module = binaryen.readBinary(await compiledCore("world", "simd"));
      try {
        const name = binaryen.getExportInfo(module.getExport("bodyColumns")).value;
        const { body } = binaryen.getFunctionInfo(module.getFunction(name));
        const text = binaryen.emitText(body);
        expect(text.split("v128.load").length - 1).toBe(8 * 2);
        expect(text.split("i8x16.shuffle").length - 1).toBe(2 * (4 + 3) + 2 * (4 + 4));
      } finally {
        module.dispose();
      }
    },
  );
});
