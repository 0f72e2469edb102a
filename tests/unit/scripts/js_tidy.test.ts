import { describe, expect, it } from "vitest";
import { tidy } from "../../../scripts/js-tidy.mjs";

/** The text of a module as wasm2js writes it, with one function of the core. */
const moduleOf = (body: string, parameters = "$0, $1") => `
function asmFunc(imports) {
  var buffer = new ArrayBuffer(65536);
  var HEAP32 = new Int32Array(buffer);
  var HEAPU8 = new Uint8Array(buffer);
  var HEAPF32 = new Float32Array(buffer);
  var Math_fround = Math.fround;
  var Math_abs = Math.abs;
  function $1(${parameters}) {
    ${body}
  }
  return { run: $1, HEAP32, HEAPF32, HEAPU8 };
}
return asmFunc({});`;

const load = (text: string) => new Function(text)();

/** The tidied function in its module, after checking that it does the same to memory as the original. */
function tidied(body: string, calls: readonly (readonly number[])[] = [[64, 128]]): string {
  const before = moduleOf(body);
  const after = tidyBody(before);
  const [first, second] = [load(before), load(after)];
  for (const { HEAPF32 } of [first, second]) {
    HEAPF32.set(
      Array.from({ length: 256 }, (_, k) => Math.fround(k % 7 === 0 ? -0 : Math.sin(k) * 3)),
      0,
    );
  }
  for (const parameters of calls) {
    expect(second.run(...parameters)).toBe(first.run(...parameters));
    expect([...second.HEAP32]).toEqual([...first.HEAP32]);
  }
  return after;
}

/** \`tidy\` reads modules, which have no return at top level. */
const tidyBody = (text: string) => tidy(text.replace("return asmFunc({});", "")) + "\nreturn asmFunc({});";

describe("in the tidied JavaScript core", () => {
  it("an address shared by many accesses is shifted once, and again in each turn of a loop that changes it", () => {
    const text = tidied(`
      var $2 = Math_fround(0);
      while (1) {
        $2 = Math_fround(HEAPF32[$0 >> 2] + HEAPF32[$0 + 4 >> 2]);
        HEAPF32[$0 + 32 >> 2] = Math_fround($2 * HEAPF32[$0 + 8 >> 2]) - HEAPF32[$0 + 12 >> 2];
        HEAPF32[$0 + 36 >> 2] = HEAPF32[$0 + 16 >> 2];
        $0 = $0 + 16 | 0
        if ($0 >>> 0 < $1 >>> 0) {
          continue;
        }
        break;
      }
      return $0;`);
    expect(text).toContain("HEAPF32[$0i + 8]");
    expect(text).toMatch(/while \(1\) \{; \$0i = \$0 >>> 2;/);
    expect(text).not.toContain(">> 2]");
  });

  it("an address used once or twice is shifted in place, unsigned", () => {
    const text = tidied(`
      HEAP32[($0 = $0 + 4 | 0) >> 2] = 7;
      HEAP32[$0 + 8 >> 2] = HEAP32[$0 >> 2];
      return HEAP32[$1 + 6 >> 2];`);
    expect(text).not.toContain("$0i");
    expect(text).toContain("HEAP32[$1 + 6 >>> 2]");
  });

  it("an index is computed after a statement that has no block of its own", () => {
    const text = tidied(
      `
      if ($1 >>> 0 > 96) $0 = $1;
      else $0 = $0 + 4 | 0;
      HEAP32[$0 >> 2] = HEAP32[$0 + 4 >> 2];
      HEAP32[$0 + 8 >> 2] = HEAP32[$0 + 12 >> 2];
      HEAP32[$0 + 16 >> 2] = HEAP32[$0 + 20 >> 2];
      HEAP32[$0 + 24 >> 2] = HEAP32[$0 + 28 >> 2];
      HEAP32[$0 + 32 >> 2] = HEAP32[$0 + 36 >> 2];
      return $0;`,
      [
        [64, 128],
        [64, 32],
      ],
    );
    expect(text).toContain("HEAP32[$0i + 9]");
  });

  it("a variable that holds several addresses in turn has an index for each, as long as it holds it", () => {
    const text = tidied(
      `
      $0 = HEAP32[$1 >> 2] & 31;
      if ($0 >>> 0 > 7) {
        HEAP32[$1 + 4 >> 2] = HEAP32[$0 >> 2] + HEAP32[$0 + 4 >> 2] + HEAP32[$0 + 8 >> 2];
        $0 = HEAP32[$0 + 12 >> 2] & 63;
        HEAP32[$1 + 8 >> 2] = HEAP32[$0 >> 2] + HEAP32[$0 + 4 >> 2] + HEAP32[$0 + 8 >> 2];
      }
      block: {
        while (1) {
          HEAP32[$1 + 12 >> 2] = HEAP32[$0 >> 2] + HEAP32[$0 + 4 >> 2] + HEAP32[$0 + 8 >> 2];
          $0 = $0 + 4 | 0;
          if ($0 >>> 0 > 80) {
            break block;
          }
          continue;
        }
      }
      return HEAP32[$0 >> 2] + HEAP32[$0 + 4 >> 2] + HEAP32[$0 + 8 >> 2] | 0;`,
      [
        [0, 128],
        [0, 132],
        [0, 136],
        [0, 140],
      ],
    );
    expect(text.match(/\$0i = \$0 >>> 2/g)).toHaveLength(4);
  });

  it("changed signs of 32-bit floats are not rounded, but sums and 64-bit numbers are", () => {
    const text = tidied(`
      var $2 = Math_fround(0), $3 = 0.0;
      $2 = HEAPF32[$0 + 4 >> 2];
      $3 = +HEAPF32[$0 + 8 >> 2] * 1.1;
      HEAPF32[$0 >> 2] = Math_fround(-$2) - Math_fround(-Math_fround(-$2));
      HEAPF32[$0 + 12 >> 2] = Math_fround(Math_abs($2)) * Math_fround(Math_fround(-$3) + $2);
      return $2 < Math_fround(0);`);
    expect(text).toContain("(-$2)");
    expect(text).not.toContain("Math_fround(Math_abs");
    expect(text).toContain("Math_fround(-$3)");
    expect(text).toContain("$2 < (0)");
  });

  it("a constant stays a float if its variable holds other floats", () => {
    const text = tidied(`
      var $2 = Math_fround(0);
      $2 = $1 >>> 0 > 1 ? Math_fround(1) : HEAPF32[$0 >> 2];
      HEAPF32[$0 >> 2] = $2;
      return $0;`);
    expect(text).toContain("? Math_fround(1)");
    expect(text).toContain("$2 = Math_fround(0)");
  });

  it.each([
    ["if ($0 ? $1 >>> 0 < 100 : 0) { return 1; } return 2;", "||"],
    ["if (($0 ? 1 : $1) ? $0 >>> 0 > 5 : 0) { return 1; } return 2;", "&&"],
    ["if (!(($0 | 0) == 1 & ($1 | 0) == 0 | ($0 | 0) == 3)) { return 1; } return 2;", "&&"],
    ["return ($0 >>> 0 < 3 ? HEAP32[$0 >> 2] : 0) ? 1 : 2;", "&&"],
  ])("a condition becomes a logical one: %s", (body, operator) => {
    const text = tidied(
      body,
      [0, 1, 2, 3, 64].flatMap((a) => [0, 1, 99, 128].map((b) => [a, b])),
    );
    expect(text.slice(text.indexOf("function $1"))).toContain(operator);
  });

  it("a mask does not become a condition", () => {
    expect(tidied("if ($0 & $1) { return 1; } return 2;")).toContain("$0 & $1");
  });
});
